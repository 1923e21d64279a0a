"""What can go wrong in the bot.

HallwayError
├── SettingsInvalid   a setting has a value that cannot be used
├── NothingCollected  a question was asked before anything was collected
└── InstallationBroken  record, index or model do not fit together

The command line also shows `StoreError` and `IngestError` of the packages below, each as its one line.
"""


class HallwayError(Exception):
    """Base of every error this package raises on purpose; the message is one line with a remedy."""


class SettingsInvalid(HallwayError):
    """A setting has a value that cannot be used."""


class NothingCollected(HallwayError):
    """There is nothing to answer from yet."""


class InstallationBroken(HallwayError):
    """Record, index or model do not fit together."""
