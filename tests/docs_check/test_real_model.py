"""Every page of this repository with the default model, as `make docs-check` does it."""

from __future__ import annotations

import pytest

from tests.docs_check import __main__ as command_line


@pytest.mark.docs_check
def test_every_page_shows_what_its_commands_print() -> None:
    assert command_line.main([]) == 0
