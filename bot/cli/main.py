"""The `hallway` command: its groups put together; a group's heavy imports wait for the command that needs them."""

from typing import Annotated

from bot.cli.running import quiet_threads

quiet_threads()

import typer  # noqa: E402 - threads must be set before anything that may load OpenMP

from bot.cli import admin, ask, chat, collect, evaluate, talks  # noqa: E402

app = typer.Typer(
    name="hallway",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="The colleague who sat in every talk and read every post. Start with: hallway collect --sample",
)
app.command()(collect.collect)
app.command()(ask.ask)
app.command()(chat.chat)
app.command()(talks.talks)
app.command()(ask.agenda)
app.command()(admin.reindex)
app.command()(admin.doctor)
app.command(name="eval")(evaluate.evaluate)


@app.callback(invoke_without_command=True)
def _options(
    *, version: Annotated[bool, typer.Option("--version", help="Show the version and leave.", is_eager=True)] = False
) -> None:
    if version:
        from importlib.metadata import version as installed  # noqa: PLC0415

        typer.echo(f"hallway {installed('hallway')}")
        raise typer.Exit


def cli() -> None:
    """Run the command line; the console script points here."""
    app()
