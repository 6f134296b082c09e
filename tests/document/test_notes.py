from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pandora.document import notes
from pandora.document.links import children, facts
from pandora.document.state_document import Document, parse_document
from tests.document.test_state_document import fresh

LINES = st.sampled_from(
    [
        "Task: x",
        "  more",
        "- Step 1: note → x [op-x-abcdef-1.md]",
        "",
        "```",
        "~~~",
        "## §3 DO ",
        "# x",
        "<!-- a",
    ]
)
TEXTS = st.lists(LINES, max_size=6).map("\n".join)
NOTE = "<!-- a note -->"
NOTES = st.sampled_from([NOTE, "<!--\nDecision: accept\n\n-->", "<!-- a --> b", "<!--\n\n-->"])


def document(body: str, number: int = 2) -> Document:
    return parse_document(fresh()).splice(number, body)


def with_note(before: Document, number: int, place: int, note: str) -> Document:
    """The document after a person has put a note before a line of a section."""
    section = before.sections[number]
    lines = before.text[section.start : section.end].split("\n")
    place = place % len(lines)
    text = "\n".join([*lines[:place], note, *lines[place:]])
    return parse_document(before.text[: section.start] + text + before.text[section.end :])


def in_a_fence(document: Document, number: int, place: int) -> bool:
    section = document.sections[number]
    lines = document.text[section.start : section.end].split("\n")
    return any(line.startswith(("```", "~~~")) for line in lines[: place % len(lines)])


@example("a\n\n\nb", NOTE, 2, 1, "a\n\n\nc\nb")
@example("a\na\na\n\na\na", NOTE, 3, 1, "a\n\n\na\na")
@given(TEXTS, NOTES, st.integers(0, 20), st.integers(1, 5), TEXTS)
def test_a_comment_anywhere_is_no_edit_and_survives(
    body: str, note: str, place: int, number: int, new: str
) -> None:
    before = document(body, number)
    if in_a_fence(before, number, place):
        return
    noted = with_note(before, number, place, note)
    assert noted.body(number) == before.body(number)
    assert noted.digest(number) == before.digest(number)
    assert noted.splice(number, noted.body(number)).text.count(note) == 1
    changed = noted.splice(number, new)
    assert changed.body(number) == before.splice(number, new).body(number)
    assert changed.text.count(note) == 1
    assert changed.splice(number, "").text.count(note) == 1
    assert parse_document(changed.text).text == changed.text


@given(TEXTS, st.booleans())
def test_putting_the_same_text_back_leaves_every_byte_of_the_notes(body: str, crlf: bool) -> None:
    before = document(f"{body}\nlast")
    noted = before.text.replace("last\n", "<!-- one  -->  \nlast\n\n<!-- two\n  -->   \n")
    text = noted.replace("\n", "\r\n") if crlf else noted
    once = parse_document(text)
    assert once.splice(2, once.body(2)).text == text


def test_notes_stay_between_their_lines_while_the_text_grows() -> None:
    before = parse_document(document("a\n<!-- one -->\nb").text.replace("a\n <!--", "a\n<!--"))
    assert before.body(2) == "a\nb"
    assert before.splice(2, "a\nb\nc").written(2) == "a\n<!-- one -->\nb\nc"
    assert before.splice(2, "a\nx\nb").written(2) == "a\n<!-- one -->\nx\nb"
    assert before.splice(2, "x\nb").written(2) == "x\n<!-- one -->\nb"
    assert before.splice(2, "x\ny").written(2) == "x\ny\n<!-- one -->"


@pytest.mark.parametrize("note", ["\n<!-- look at this -->\n", "\n## Notes\n\nBuy plums.\n### More\n"])
def test_a_note_after_the_last_section_is_none_of_it(note: str) -> None:
    before = document("plum", 5)
    noted = parse_document(before.text + note)
    assert (noted.body(5), noted.digest(5)) == ("plum", before.digest(5))
    assert noted.splice(5, "pear").text == before.splice(5, "pear").text + note
    assert noted.with_meta(status="failed").text.endswith(f"plum\n{note}")


def test_a_section_with_nothing_but_a_note_is_empty() -> None:
    text = fresh() + "## Notes\nlater\n"
    assert parse_document(text).body(5) == ""
    assert parse_document(text).splice(5, "plum").text == fresh() + "plum\n## Notes\nlater\n"


@pytest.mark.parametrize("line", ["<!-- not a note -->", "## A heading", "<!--"])
def test_what_the_engine_writes_is_text_and_no_note(line: str) -> None:
    written = document(f"first\n{line}\nlast", 5)
    assert written.body(5) == f"first\n {line}\nlast"
    assert document(f"```\n{line}\n```", 5).body(5) == f"```\n{line}\n```"


def test_a_comment_that_is_not_closed_in_its_section_is_text() -> None:
    text = document("a").text.replace("a\n", "a\n<!-- b\n") + "-->\n"
    assert parse_document(text).body(2) == "a\n<!-- b"


def test_nothing_in_a_comment_counts() -> None:
    text = document("- Step 1: note → x [op-x-abcdef-1.md]", 3).text
    text = text.replace("## §0 META\n", "## §0 META\n<!--\nParent: system-zzzzzz.md\n-->\n")
    text = text.replace("## §3 DO\n", "## §3 DO\n<!--\n- op-x-abcdef-2.md → ACCEPTED\n-->\n")
    noted = parse_document(text)
    assert facts(noted)["Parent"][0] == "none"
    ((child, _, line),) = children(noted)
    assert (child, text.split("\n")[line - 1]) == ("op-x-abcdef-1", "- Step 1: note → x [op-x-abcdef-1.md]")


def test_the_line_of_a_text_is_that_of_the_file() -> None:
    text = document("a\nb").text.replace("a\nb", "\n<!-- one\n-->\na\n<!-- two -->\nb")
    noted = parse_document(text)
    lines = [text.split("\n")[noted.line(2, number) - 1] for number in (1, 2)]
    assert lines == ["a", "b"]


def test_comments_that_are_not_closed_are_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sought: list[int] = []
    end_of_comment = notes._end_of_comment

    def counting(lines: Sequence[str], first: int) -> int | None:
        sought.append(first)
        return end_of_comment(lines, first)

    monkeypatch.setattr(notes, "_end_of_comment", counting)
    text = "<!-- a -->\ntext\n" + "<!-- open\n" * 500
    assert notes.without_notes(text) == text.partition("\n")[2].rstrip("\n")
    assert sought == [0, 2]
