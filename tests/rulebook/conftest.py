"""What the tests of the rulebook share."""

from __future__ import annotations

import pytest

from tests.rulebook.document import read_document


@pytest.fixture(scope="session")
def document() -> str:
    return read_document()
