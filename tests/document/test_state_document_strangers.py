"""Whatever is written into a section stays in it; a changed document is what reading it again would give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.document.state_document import Document, new_document, parse_document

MARKS = (
    *("## §0 META", "## §3 DO", "## §5 OUTPUT", "## §9 X", "## History", "### Attempt 1", "# State: x", "---"),
    *(
        "```",
        "```python",
        "````",
        "~~~",
        "~~~ x",
        " ```",
        "   ~~~",
        "`",
        "",
        " ",
        "text",
        "a\r",
        "b\x0b## §4 CHECK",
    ),
    *("c\x85## History", "d\u2028---", "\ud800", "\udc80", "é🙂", "Question: x", "Answer:"),
)
bodies = st.lists(st.sampled_from(MARKS), max_size=8).map("\n".join)
FRESH = new_document("x.md", {"Level": "system"}, {"id": "x", "used": {"calls": 0}}, "x")


def document(texts: dict[int, str], crlf: bool, retired: bool, last_newline: bool) -> Document:
    found = FRESH
    for number, body in texts.items():
        found = found.splice(number, body)
    if retired:
        found = found.retire(1)
    text = found.text.replace("\r\n", "\n").replace("\n", "\r\n") if crlf else found.text
    return parse_document(text if last_newline else text.rstrip("\r\n"), "x.md")


documents = st.builds(
    document,
    st.dictionaries(st.integers(1, 5), bodies, max_size=5),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


@settings(deadline=None)
@given(documents, st.integers(0, 5), bodies)
def test_a_body_neither_ends_its_section_nor_begins_another(old: Document, number: int, body: str) -> None:
    new = old.splice(number, body)
    assert list(new.sections) == list(old.sections)
    for other in old.sections:
        if other != number:
            assert new.body(other) == old.body(other)
    start, end = old.sections[number].start, old.sections[number].end
    assert new.text.startswith(old.text[:start])
    assert new.text.endswith(old.text[end:])
    assert (new.history is None) == (old.history is None)
    new.text.encode("utf-8", "surrogateescape")


@settings(deadline=None)
@given(documents, st.integers(0, 5), bodies)
def test_a_changed_document_is_what_is_read_back(old: Document, number: int, body: str) -> None:
    for new in (old.splice(number, body), old.with_meta(status="waiting", used={"calls": 3}), old.retire(2)):
        assert parse_document(new.text, "x.md") == new


@settings(deadline=None)
@given(documents, st.integers(0, 5), bodies)
def test_what_is_written_again_changes_nothing(old: Document, number: int, body: str) -> None:
    once = old.splice(number, body)
    assert once.splice(number, body).text == once.text
    again = once.splice(number, once.body(number))
    assert again.body(number) == once.body(number)


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("## §3 DO", "## §3 DO"),
        ("a\n## History\nb", "a\n ## History\nb"),
        ("a\n## §5 OUTPUT\n```\n## §4 CHECK\n```", "a\n ## §5 OUTPUT\n```\n## §4 CHECK\n```"),
        ("```python\nx", "```python\nx\n```"),
        ("~~~~\n```\nx", "~~~~\n```\nx\n~~~~"),
        ("```\nx\n````", "```\nx\n````"),
        ("  ```\nx", "  ```\nx"),
        ("a\r\nb", "a\nb"),
    ],
)
def test_what_would_end_a_section_is_made_harmless(body: str, written: str) -> None:
    assert FRESH.splice(2, body).body(2).strip() == written.strip()


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\r"])
def test_only_a_newline_ends_a_line(mark: str) -> None:
    text = FRESH.text.replace("## §2 PLAN\n", f"a{mark}## §2 PLAN{mark}b\n## §2 PLAN\n", 1)
    found = parse_document(text, "x.md")
    assert f"a{mark}## §2 PLAN{mark}b" in found.body(1)
    keyed = FRESH.with_meta(note="x")
    assert keyed.with_meta(note="y").meta["note"] == "y"
