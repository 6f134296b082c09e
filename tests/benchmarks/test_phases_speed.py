"""What makes the engine quick must not show: caches that see every edit, shortcuts equal to the long way."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.disk.layout import Workspace
from pandora.document import front_matter as meta
from pandora.document.state_document import new_document, parse_document
from pandora.engine.pattern import Library
from pandora.errors import DocumentError
from tests.engine.small_system import write_system

LONG_AGO = 1_000_000_000_000_000_000
WORDS = ["a", "1", "true", "null", "yes", '"16f"', "1.0", "-0", "1e5", "12:30", "'it''s'", "a b", "a: b", "007"]
WORDS += [
    "{a: 1}",
    '{a: b, c: "d"}',
    "[a, 2]",
    "[]",
    "{}",
    "# c",
    "",
    "- x",
    '"un',
    "{a",
    "x # y",
    "~",
    "<<",
    "]",
]
KEYS = ["a", "b", "c", "1", "2", "true", "null", "a b", "é", "<<"]


def slowly(text: str) -> Any:
    """Front matter by PyYAML's own parser; its error, where it has one."""
    loader = meta._Loader(text)
    try:
        return loader.get_single_data()
    except Exception as error:
        return type(error)
    finally:
        loader.dispose()


entries = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "", "  ", " ", "   "]),
    st.sampled_from(KEYS),
    st.sampled_from([":", ": ", ":  "]),
    st.sampled_from(WORDS),
)
plain = st.builds("{}: {}".format, st.sampled_from(KEYS[:3]), st.sampled_from(WORDS[:16]))
nested = st.lists(
    st.builds("\n  {}: {}".format, st.sampled_from(KEYS), st.sampled_from(WORDS)), min_size=1
).map(lambda lines: "d:" + "".join(lines[:3]))
texts = st.lists(st.one_of(plain, plain, nested, entries), max_size=4).map("\n".join)


@given(texts)
def test_front_matter_read_line_by_line_is_what_yaml_says(text: str) -> None:
    found = meta._line_by_line(text)
    assert found is None or repr(found) == repr(slowly(text))


@given(st.one_of(texts, st.text(alphabet="ab1-:,{}[]\"'# \n.0eE_", max_size=20)))
def test_libyaml_says_what_pyyaml_says(text: str) -> None:
    quick = meta._quick_loader()
    if quick is None or not meta._PARSED_ALIKE.fullmatch(text):
        return
    try:
        found = quick(text).get_single_data()
    except Exception:
        return
    assert repr(found) == repr(slowly(text))


values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=4),
        st.sampled_from(["no", "1", "0x1", "null", "a b", "~", "1e5", "2026-11-21", "- a"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["a", "by", "1", "02", "true", "a: b"]), inner, max_size=2),
    ),
    max_leaves=5,
)


@given(
    st.one_of(texts, st.just("status: running\n")), st.dictionaries(st.sampled_from(["a", "d", "new"]), values)
)
def test_keys_set_are_what_reading_them_again_gives(text: str, keys: dict[str, Any]) -> None:
    try:
        old = meta.load(text)
        new = text
        for key, value in keys.items():
            new = meta.replace_key(new, key, value)
        wanted = meta.load(new)
    except meta.FrontMatterError:
        return
    assert repr(meta.with_keys(text, old, keys)) == repr((new, wanted))


def test_without_libyaml_front_matter_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meta, "_quick_loader", lambda: None)
    assert meta.load("only: here\nlist:\n- 1\n") == {"only": "here", "list": [1]}
    with pytest.raises(meta.FrontMatterError, match="stands twice"):
        meta.load("only: here\nonly: there\n")


def test_what_is_done_to_one_reading_is_not_in_the_next() -> None:
    first = meta.load("used: {calls: 1}\nfiles: [a]\n")
    first["used"]["calls"] = 2
    first["files"].append("b")
    assert meta.load("used: {calls: 1}\nfiles: [a]\n") == {"used": {"calls": 1}, "files": ["a"]}


bodies = st.lists(
    st.sampled_from(
        ["text", "", "  in", "```", "~~~~\n## §3 DO", "## History", "## §2 PLAN", "a\rb", "\u2028"]
    ),
    max_size=4,
).map("\n".join)
edits = st.one_of(
    st.tuples(st.integers(0, 5), bodies),
    st.dictionaries(
        st.sampled_from(["status", "used", "new"]), st.one_of(st.integers(), st.just({"1": {"a": "b"}}))
    ),
)


@given(
    st.lists(edits, max_size=5),
    st.booleans(),
    st.sampled_from(["", "\n", "note\n", "```\n", "## History\nold"]),
)
def test_an_edited_document_is_what_parsing_it_again_gives(edited: list[Any], crlf: bool, tail: str) -> None:
    keys = {"pandora": 1, "used": {"calls": 0}}
    text = new_document("x.md", {"Level": "system"}, keys, "x").text + tail
    document = parse_document(text.replace("\n", "\r\n") if crlf else text, "x.md")
    for edit in edited:
        document = document.splice(*edit) if isinstance(edit, tuple) else document.with_meta(**edit)
        assert document == parse_document(document.text, "x.md")


def test_a_body_for_a_heading_that_ends_the_file() -> None:
    text = new_document("x.md", {}, {"pandora": 1}, "x").text.rstrip("\n")
    document = parse_document(text).splice(5, "done")
    assert document.body(5) == "done"
    assert document == parse_document(document.text)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    write_system(tmp_path / "system")
    return Library(Workspace(tmp_path))


def age(path: Path) -> None:
    """As if nobody had touched it for years."""
    os.utime(path, ns=(LONG_AGO, LONG_AGO))


def test_an_edit_of_a_pattern_counts_at_once(library: Library) -> None:
    path = library.workspace.system / "pattern.md"
    text = path.read_text(encoding="utf-8")
    age(path)
    assert library.base() == library.base() == "Do only the phase that is asked for."
    path.write_text(text.replace("Do only", "Do just"), encoding="utf-8")
    assert library.base().startswith("Do just")
    path.write_text(text.replace("Do only", "Now fix"), encoding="utf-8")  # as long, and maybe as old
    assert library.base().startswith("Now fix")
    other = path.with_suffix(".new")
    other.write_text(text.replace("Do only", "Do less"), encoding="utf-8")
    age(other)
    other.replace(path)
    assert library.base().startswith("Do less")


def test_a_broken_pattern_stays_broken_until_it_is_mended(library: Library) -> None:
    path = library.workspace.system / "pattern.md"
    text = path.read_text(encoding="utf-8")
    path.write_text("no front matter", encoding="utf-8")
    age(path)
    for _ in range(2):
        with pytest.raises(DocumentError, match="no front matter"):
            library.base()
    path.write_text(text, encoding="utf-8")
    age(path)
    assert library.base().startswith("Do only")
    path.unlink()
    with pytest.raises(DocumentError, match="cannot be read"):
        library.base()
