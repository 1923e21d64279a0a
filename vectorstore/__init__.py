"""What we know, and how to find it."""
