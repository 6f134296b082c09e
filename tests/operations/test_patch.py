"""Patches: what fits is put in, all else is refused with the reason."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.operations.patch import PatchError, apply_patch

TEXT = "one\ntwo\nthree\nfour\ntwo\nthree\nfive\n"
LINES = st.lists(st.sampled_from(["a", "b", "", "  c", "-d", "+e", "@@ f", "--- g"]), max_size=12)


def search(old: str, new: str) -> str:
    return f"<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("@@ -1,2 +1,2 @@\n one\n-two\n+2\n", TEXT.replace("two", "2", 1)),
        ("@@ -4,2 +4,2 @@\n four\n-two\n+2\n", "one\ntwo\nthree\nfour\n2\nthree\nfive\n"),
        ("@@ -6,1 +6,1 @@\n-three\n+3\n", "one\ntwo\nthree\nfour\ntwo\n3\nfive\n"),
        ("@@\n-five\n+5\n", TEXT.replace("five", "5")),
        ("@@ -7,0 +8,1 @@\n+six\n", TEXT + "six\n"),
        ("@@ -1 +0,0 @@\n-one\n", TEXT.removeprefix("one\n")),
        (search("four \n", "4\n"), TEXT.replace("four", "4")),
        (search("one\n", "") + search("five\n", "5\n"), "two\nthree\nfour\ntwo\nthree\n5\n"),
        ("```diff\n@@\n-five\n+5\n", TEXT.replace("five", "5")),
    ],
)
def test_what_fits_is_put_in(edit: str, expected: str) -> None:
    assert apply_patch(TEXT, edit) == expected


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        ("", "no edit in it"),
        ("make it better", "no edit in it"),
        ("@@\n-six\n+6\n", "does not fit: 'six'"),
        (search("two\n", "2\n"), "fits at lines 2, 5"),
        ("<<<<<<< SEARCH\none\n=======\n1\n", "not closed"),
        ("@@\n one\n", "changes nothing"),
        ("@@\n+new\n", "does not say where"),
        ("@@\n-one\nnonsense\n", "line 3 of the diff"),
        ("--- a\n+++ b\n@@\n-one\n+1\n--- c\n+++ d\n@@\n-two\n+2\n", "more than one file"),
    ],
)
def test_what_does_not_fit_is_told(edit: str, told: str) -> None:
    with pytest.raises(PatchError, match=told):
        apply_patch(TEXT, edit)


def test_line_ends_stay_as_they_are() -> None:
    assert apply_patch("a\r\nb\r\n", "@@\n-a\n+A\n") == "A\r\nb\r\n"
    assert apply_patch("a\nb", "@@\n-b\n+B\n\\ No newline at end of file\n") == "a\nB"
    assert apply_patch("", "@@ -0,0 +1 @@\n+a\n") == "a\n"


@settings(max_examples=150, deadline=None)
@given(LINES, LINES)
def test_a_diff_of_two_texts_makes_the_second_of_the_first(old: list[str], new: list[str]) -> None:
    diff = "\n".join(difflib.unified_diff(old, new, "a", "b", lineterm=""))
    if old != new:
        text = "".join(f"{line}\n" for line in old)
        assert apply_patch(text, diff) == "".join(f"{line}\n" for line in new)
