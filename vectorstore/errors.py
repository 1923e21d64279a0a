"""What can go wrong below the bot.

StoreError
├── DatabaseUnavailable     the record cannot be opened or is locked
├── IndexUnavailable        Chroma cannot be opened or is wedged
│   └── IndexBusy           another process writes it now
├── EmbedderUnavailable     the configured embedding model cannot be loaded or reached
└── LexiconInvalid          a lexicon file has a mistake

Every message is one line: what happened, and what to do.
"""


class StoreError(Exception):
    """Base of every error this package raises on purpose."""


class DatabaseUnavailable(StoreError):
    """The record cannot be opened."""


class IndexUnavailable(StoreError):
    """The vector index cannot be used now; words still can."""


class IndexBusy(IndexUnavailable):
    """Another process writes the index; it may be had when that one has ended."""


class EmbedderUnavailable(StoreError):
    """The embedding model cannot be loaded or reached."""


class LexiconInvalid(StoreError):
    """A lexicon file has a mistake; the message names file and entry."""
