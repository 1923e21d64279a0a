"""What we say, and where: questions, answers, commands."""
