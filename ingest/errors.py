"""What can go wrong on the way in.

IngestError
├── FetchFailed       the address cannot be reached, answers with an error, or is too large
├── InputRefused      the input is broken, cut off, or not what it should be; nothing of it is imported
└── CatalogueInvalid  hallway.toml names a source wrongly

Each carries one line: place, what happened, what to do.
"""


class IngestError(Exception):
    """Base of every error this package raises on purpose."""


class FetchFailed(IngestError):
    """Nothing usable came from the address."""


class InputRefused(IngestError):
    """The input is refused whole.

    The message is one line: `place[:line[:column]]: what is wrong. What to do.`
    """


class CatalogueInvalid(IngestError):
    """The list of sources has a mistake."""
