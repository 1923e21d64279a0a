"""How a question over a small programme is understood, for the tests of plans."""

from collections.abc import Callable

import pytest

from bot.models.plan import Plan
from tests.fakes import small_programme


@pytest.fixture(scope="session")
def planned() -> Callable[..., Plan]:
    """Give what understands a question over the small programme, `now` and `inherited` as wished."""
    return small_programme.planned


@pytest.fixture(scope="session")
def line() -> Callable[[Plan], str]:
    """Give what writes a plan's essentials in one line."""
    return small_programme.line
