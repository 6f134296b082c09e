"""Pages that a parser takes and a reader stumbles over."""

from __future__ import annotations

import pytest

from pandora.web.html_page import html_page
from pandora.web.page_text import page_as_text

URL = "http://example.org/a"


@pytest.mark.parametrize("mark", ["\x01", "&#1;", "\x1f", "\ufffe", "&#xffff;", "\x00"])
def test_characters_that_no_text_may_have_are_left_out(mark: str) -> None:
    """Beside what is hidden: when it is taken away, the texts around it are joined."""
    page = f"<title>a{mark}b</title><p>one<script>x</script>{mark}two<b hidden>y</b>{mark} three</p>"
    text = page_as_text(html_page(page.encode(), "utf-8", URL))
    assert "onetwo three" in text
    assert "Page: ab\n" in text
