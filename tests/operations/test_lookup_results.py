from __future__ import annotations

import pytest

from pandora.operations.lookup_results import LookupResult, decode_lookup_result, merged
from pandora.web.page import Page

ONE = Page(
    "One", "a|b", (("price", "5"),), ((("n", "x"), ("a", "b\udc80")),), (("two", "http://s/2"),), "http://s/1"
)
LISTED = Page("", "", links=(("one", "http://s/1"),))


def test_finds_come_back_from_their_blob() -> None:
    finds = LookupResult((ONE, LISTED), ("documents/a.md",))
    assert decode_lookup_result(finds.encoded()) == finds


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"pages": [1], "documents": []}', b"\xff", b"[" * 100_000]
)
def test_what_is_no_blob_of_finds_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_lookup_result(data)


def test_a_page_found_twice_is_one_page_as_it_was_last() -> None:
    newer = Page("One, mended", "", address="http://s/1")
    both = merged([LookupResult((ONE,), ("a",)), LookupResult((newer, LISTED), ("a", "b"))])
    assert both == LookupResult((newer, LISTED), ("a", "b"))


def test_every_text_of_a_page_is_cleaned() -> None:
    cleaned = LookupResult((ONE,), ("documents/a.md",)).cleaned(lambda text: text.replace("a", "-"))
    assert cleaned.pages[0].tables == ((("n", "x"), ("-", "b\udc80")),)
    assert (cleaned.pages[0].text, cleaned.documents) == ("-|b", ("documents/-.md",))
