"""`python -m bot` is `hallway`."""

from bot.cli.main import cli

cli()
