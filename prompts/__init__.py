"""What a model is told, as Markdown files."""
