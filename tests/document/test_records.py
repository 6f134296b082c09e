"""One rule of what stands, one type for what is recorded, and nobody else who reads the raw records."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pandora
from pandora.document import records as rules
from pandora.document.records import (
    Record,
    Standing,
    retired_records,
    section_records,
    standing,
    step_record,
    step_records,
    stored,
    text_standing,
    try_record,
    try_records,
    with_records,
)
from pandora.document.state_document import Document, digest, new_document, parse_document

KEYS = ("sections", "steps", "tries")
PACKAGE = Path(pandora.__file__).parent
ASKED = "Found it.\nQuestion: Which?\nAnswer:"


def document(number: int, body: str, record: Record | None) -> Document:
    """A document with one section and its record."""
    made = new_document("state/system-abc234.md", {}, {"pandora": 1}, "x").splice(number, body)
    return made if record is None else with_records(made, {number: record})


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("body", "record", "expected"),
    [
        ("", None, Standing.EMPTY),
        (" \n", Record("human", digest("before"), "then"), Standing.EMPTY),
        ("text", None, Standing.EDITED),
        ("text", Record("model", digest("before"), "now"), Standing.EDITED),
        ("text", Record("human", digest("before"), "now"), Standing.EDITED),
        ("text", Record("human", digest("text"), "then"), Standing.GIVEN),
        ("text", Record("code", digest("text"), "now"), Standing.FRESH),
        ("\n\ntext\n", Record("model", digest("text"), "now", asked="then"), Standing.FRESH),
        ("text", Record("model", digest("text"), "then", asked="now"), Standing.STALE),
    ],
)
def test_how_a_section_stands(number: int, body: str, record: Record | None, expected: Standing) -> None:
    assert standing(document(number, body, record), number, "now") is expected


def test_all_five_are_different_things_to_do() -> None:
    assert {state for state in Standing if state.by_person} == {Standing.EDITED, Standing.GIVEN}
    assert {state for state in Standing if state.made_again} == {Standing.EMPTY, Standing.STALE}


def test_the_task_alone_is_no_section_one() -> None:
    begun = Record("code", digest("Task: x"))
    assert standing(document(1, "Task: x", begun), 1, "") is Standing.EMPTY
    assert standing(document(1, "Task: y", begun), 1, "") is Standing.EDITED
    assert standing(document(2, "Task: x", begun), 2, "") is Standing.FRESH


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ASKED, Standing.FRESH),
        (f"{ASKED} this one", Standing.FRESH),
        (f"{ASKED} this one".replace("Found", "Lost"), Standing.EDITED),
    ],
)
def test_an_answer_is_no_edit_for_who_says_so(text: str, expected: Standing) -> None:
    made = document(3, text, Record("model", digest(ASKED), "now"))
    assert standing(made, 3, "now", answers=True) is expected
    assert (standing(made, 3, "now") is Standing.FRESH) == (text == ASKED)


def test_a_steps_result_stands_by_the_same_rule() -> None:
    record = step_record("code", "key", digest("9"))
    states = [
        text_standing(record, text, key) for text, key in (("9", "key"), ("9", "x"), ("8", "key"), ("", "key"))
    ]
    assert states == [Standing.FRESH, Standing.STALE, Standing.EDITED, Standing.EMPTY]


words = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), max_size=12)
names = st.sampled_from(["by", "from", "text", "asked", "cache", "trust", "at", "key", "note", "seen by"])
entries = st.dictionaries(names, words, max_size=8)


@given(st.dictionaries(st.integers(0, 30), entries, max_size=6), st.sampled_from(KEYS))
def test_a_record_is_stored_as_it_was_read(raw: dict[int, dict[str, str]], key: str) -> None:
    made = new_document("state/x.md", {}, {"pandora": 1, key: {str(n): each for n, each in raw.items()}}, "x")
    read = {"sections": section_records, "steps": step_records, "tries": try_records}[key]
    found = read(parse_document(made.text))
    assert stored(found) == {str(number): raw[number] for number in sorted(raw)}
    assert [list(each) for each in stored(found).values()] == [list(raw[number]) for number in sorted(raw)]
    again = made.with_meta(**{key: stored(found)})
    assert again.with_meta(**{key: stored(read(again))}).text == again.text


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (Record("model", "t", "f", asked="a", cache="c", trust="u", at="now"),
         "{by: model, from: f, text: t, asked: a, cache: c, trust: u, at: now}"),
        (Record("code", "t"), '{by: code, from: "", text: t}'),
        (step_record("human", "k", "t"), "{key: k, text: t, by: human}"),
        (try_record("k", "t", ""), "{by: model, key: k, text: t}"),
        (try_record("k", "t", "c"), "{by: model, key: k, text: t, cache: c}"),
    ],
)  # fmt: skip
def test_the_shape_in_the_front_matter(record: Record, line: str) -> None:
    assert f"  2: {line}\n" in document(2, "t", None).with_meta(steps=stored({2: record})).text


def test_an_earlier_attempts_records_are_read_the_same_way() -> None:
    sections = stored({2: Record("model", "t", "f")})
    made = document(2, "t", None).with_meta(attempts={"1": sections})
    assert retired_records(made) == {1: {2: Record("model", "t", "f")}}


def test_two_records_of_one_number_are_one() -> None:
    made = document(2, "t", None).with_meta(steps={"2": {"text": "a"}, "02": {"text": "b"}})
    assert {number: record.text for number, record in step_records(made).items()} == {2: "b"}


def raw_reads(source: str) -> list[int]:
    """The lines in which code reads the raw records of a front matter, also under another name."""
    tree, found = ast.parse(source), []
    given = (
        node for node in ast.walk(tree) if isinstance(node, ast.Assign) and ".meta" in ast.unparse(node.value)
    )
    aliases = {ast.unparse(target) for node in given for target in node.targets} | {"meta", "front_matter"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            read, key = ast.unparse(node.value), node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            read, key = ast.unparse(node.func.value), node.args[0]
        else:
            continue
        if isinstance(key, ast.Constant) and key.value in KEYS and (read.endswith(".meta") or read in aliases):
            found.append(node.lineno)
    return found


@pytest.mark.parametrize(
    "path", [path for path in PACKAGE.rglob("*.py") if path != Path(rules.__file__)], ids=lambda path: path.name
)
def test_nobody_else_reads_raw_records(path: Path) -> None:
    assert raw_reads(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'document.meta["sections"]',
        'old.meta.get("steps") or {}',
        'keys = d.meta if d else {}\nkeys.get("tries", {})',
    ],
)
def test_a_raw_read_is_noticed(source: str) -> None:
    assert raw_reads(source)
    assert raw_reads(Path(rules.__file__).read_text("utf-8"))
