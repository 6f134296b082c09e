"""Every page of this repository with the default model: `make docs-check`."""

from __future__ import annotations

import pytest

from tests.docs_check.page_blocks import PAGES, read_page
from tests.docs_check.session import check_page


@pytest.mark.docs_check
@pytest.mark.parametrize("name", [name for name in PAGES if read_page(name).commands])
def test_a_page_shows_what_its_commands_print(name: str) -> None:
    checked = check_page(read_page(name), say=lambda line: print(line, flush=True))
    print("\n".join(checked.left_out), flush=True)
    if checked.differing:
        pytest.fail("\n".join(checked.differing), pytrace=False)
