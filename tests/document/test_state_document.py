from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.document.state_document import TITLES, digest, new_document, parse_document
from pandora.errors import DocumentError

IDENTITY = {"Level": "system", "Parent": "none"}
KEYS = {"pandora": 1, "id": "system-abcdef", "status": "running", "used": {"calls": 0}}


def fresh(text_of: dict[int, str] | None = None) -> str:
    document = new_document("state/x.md", IDENTITY, KEYS, "system-abcdef")
    for number, body in (text_of or {}).items():
        document = document.splice(number, body)
    return document.text


odd = st.sampled_from(
    [
        "plain",
        "",
        "  indented ",
        "```\n## §3 DO\n```",
        "~~~~\n## §9 X\n```\n~~~~",
        "emoji 🙂",
        "- list",
        "# heading",
        "tab\there  ",
    ]
)
bodies = st.lists(odd, max_size=4).map("\n".join)


@given(st.dictionaries(st.integers(1, 5), bodies), st.integers(1, 5), bodies, st.booleans(), st.booleans())
def test_splicing_a_section_changes_only_its_lines(
    given_bodies: dict[int, str], number: int, new: str, crlf: bool, bom: bool
) -> None:
    text = fresh(given_bodies)
    if crlf:
        text = text.replace("\n", "\r\n")
    if bom:
        text = "\ufeff" + text
    document = parse_document(text)
    spliced = document.splice(number, new)
    old, now = document.sections[number], spliced.sections[number]
    assert spliced.text[: now.start] == text[: old.start]
    assert spliced.text[now.end :] == text[old.end :]
    assert spliced.body(number).split() == new.split()
    assert parse_document(spliced.text).text == spliced.text
    if crlf:
        assert "\n" not in spliced.text.replace("\r\n", "")


@given(bodies)
def test_putting_the_same_body_back_changes_nothing_after_the_first_time(body: str) -> None:
    once = parse_document(fresh()).splice(2, body)
    assert once.splice(2, body).text == once.text


def test_notes_between_and_around_sections_survive() -> None:
    text = fresh({1: "Task: x"}).replace("## §2 PLAN\n", "my note\n\n\n## §2 PLAN\n") + "\nand a last note"
    spliced = parse_document(text).splice(3, "- Step 1")
    assert "my note\n\n\n## §2 PLAN\n" in spliced.text
    assert spliced.text.endswith("\nand a last note")


def test_front_matter_keys_change_one_at_a_time() -> None:
    text = (
        fresh()
        .replace("status: running", "status: running   # mine")
        .replace("pandora: 1\n", "pandora: 1\n# note\nmine: 007\n")
    )
    changed = parse_document(text).with_meta(used={"calls": 3, "seconds": 1.5}, sections={"1": {"by": "model"}})
    assert "mine: 007\n" in changed.text
    assert "# note\n" in changed.text
    assert "status: running   # mine\n" in changed.text
    assert "used: {calls: 3, seconds: 1.5}\n" in changed.text
    assert "sections:\n  1: {by: model}\n" in changed.text
    assert changed.text.partition("---\n# State")[2] == text.partition("---\n# State")[2]


def test_retiring_an_attempt_keeps_it_word_for_word() -> None:
    document = parse_document(fresh({2: "Approach: a", 3: "- Step 1", 4: "Issues: wrong"})).retire(1)
    assert document.body(2) == document.body(3) == document.body(4) == ""
    assert document.history is not None
    tail = document.text[document.history :]
    assert "### Attempt 1" in tail
    assert "Approach: a" in tail
    assert "Issues: wrong" in tail
    again = document.splice(2, "Approach: b").retire(2)
    assert again.text.count("## History") == 1
    assert "### Attempt 2" in again.text


@pytest.mark.parametrize(
    ("change", "line", "told"),
    [
        (lambda text: text.replace("---\n# State", "# State", 1), 1, "not closed"),
        (lambda text: text[4:], 1, "no front matter"),
        (lambda text: text.replace("status: running", "id: again"), 4, "'id' stands twice"),
        (lambda text: text.replace("status: running", "status: &a [*a]"), 4, "aliases"),
        (lambda text: text.replace("status: running", "status: {{{"), 4, "YAML"),
        (lambda text: text[: text.index("## §3")], 14, "ends before §3 DO"),
        (lambda text: text.replace("## §4 CHECK", "## §3 DO"), 17, "§3 stands twice"),
        (lambda text: text.replace("## §2 PLAN", "## §2 PLANS"), 13, "named 'PLANS'"),
        (lambda text: text.replace("## §2 PLAN", "```"), 15, "fence"),
    ],
)
def test_a_broken_document_is_told_with_its_line(change, line, told) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DocumentError, match=told) as caught:
        parse_document(change(fresh()), "state/x.md")
    assert caught.value.problems[0].path == "state/x.md"
    assert abs(caught.value.problems[0].line - line) <= 2


def test_front_matter_reads_plain_values_only() -> None:
    text = fresh().replace(
        "status: running", "when: 12:30:00\nanswer: no\nzero: 007\nday: 2026-01-01\nstatus: running"
    )
    meta = parse_document(text).meta
    assert (meta["when"], meta["answer"], meta["zero"], meta["day"]) == ("12:30:00", "no", "007", "2026-01-01")


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_digests_of_different_parts_differ(a: list[str], b: list[str]) -> None:
    assert (digest(*a) == digest(*b)) == (a == b)


def test_every_section_has_a_title() -> None:
    assert list(parse_document(fresh()).sections) == list(range(len(TITLES)))
