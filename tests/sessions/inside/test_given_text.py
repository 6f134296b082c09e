from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.sessions.inside.given_text import Text


@given(st.text(alphabet="ab \n", max_size=200), st.integers(1, 50))
def test_parts_without_an_overlap_are_the_text(content: str, size: int) -> None:
    parts = Text(content).parts(size)
    assert "".join(parts) == content
    assert all(0 < len(part) <= size for part in parts)


@given(st.text(alphabet="ab\n", min_size=1, max_size=200), st.integers(2, 50), st.data())
def test_each_part_begins_with_the_end_of_the_one_before(content: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    parts = Text(content).parts(size, overlap)
    for before, after in pairwise(parts):
        assert after.startswith(before[len(before) - overlap :])
    assert content.endswith(parts[-1])


def test_parts_end_at_line_ends_where_there_are_any() -> None:
    assert Text("one\ntwo\nthree\n").parts(9) == ["one\ntwo\n", "three\n"]
    with pytest.raises(ValueError, match="smaller"):
        Text("abc").parts(3, 3)


def test_passages_near_a_word_and_lines_that_match() -> None:
    text = Text("x" * 100 + " Heron " + "y" * 100 + "\nno\nheron 2\n", "a.txt")
    assert text.near("heron", 20)[0].strip("xy") == " Heron "
    assert len(text.near("heron", 20)) == 2
    assert len(text.near("heron", 400)) == 1
    assert text.near("heron", 20, 1) == text.near("heron", 20)[:1]
    assert text.matching(r"\d") == ["heron 2"]
    assert (text.name, text.lines[1], len(text)) == ("a.txt", "no", len(str(text)))


def test_bytes_that_are_no_utf_8_come_back() -> None:
    data = b"caf\xe9\n"
    assert Text(data.decode("utf-8", "surrogateescape")).data == data
