"""What every test shares: no ambient settings, no network, and the folder of real files where it is there."""

import os
from pathlib import Path

import pytest

_AMBIENT = ("HALLWAY_", "DATABASE_URL", "SLACK_", "DISCORD_", "LANGSMITH_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


def pytest_configure() -> None:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ["ANONYMIZED_TELEMETRY"] = "False"


@pytest.fixture(autouse=True)
def _no_ambient_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith(_AMBIENT) and name != "HALLWAY_REQUIRE":
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of real files beside the checkout, or skip."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared folder is not beside the checkout")
    return folder
