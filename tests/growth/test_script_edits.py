from __future__ import annotations

import pytest

from pandora.growth.script_edits import text_edits


@pytest.mark.parametrize(
    ("written", "edited"),
    [
        ("a = x == '' or x is None or x == 0", "a = (x == '' or x is None)"),
        ("a = x in [None, '', 0]", "a = x in [None, '']"),
        ("a = x == ' '", "a = (x.strip() if isinstance(x, str) else x) == ''"),
        ("a = x in (None, '')", "a = (x.strip() if isinstance(x, str) else x) in (None, '')"),
        ("a = x[:-1]", "a = x"),
        ("a[k] += v", "a[k] = v"),
        (
            "seen = set()\nif x not in seen:\n    seen.add(x)",
            "seen = set()\nif x.casefold() not in seen:\n    seen.add(x.casefold())",
        ),
        (
            "kept = []\nif x not in kept:\n    kept.append(x)",
            "kept = []\nif x.strip() not in [other.strip() for other in kept]:\n    kept.append(x)",
        ),
        (
            "kept = []\nif x not in kept:\n    kept.append(x)",
            "kept = []\nif (not x.strip() or x not in kept):\n    kept.append(x)",
        ),
        (
            "kept = []\nfor x in y:\n    x = x.lower()\n    if x not in kept:\n"
            "        kept.append(x)\nprint(kept)",
            "kept, whole_kept = [], []\nfor whole_x, x in ((one, one) for one in y):\n    x = x.lower()\n"
            "    if x not in kept:\n        (kept.append(x), whole_kept.append(whole_x))\nprint(whole_kept)",
        ),
        ("größe = 'é' + x[:-1]", "größe = 'é' + x"),
    ],
)
def test_one_thing_is_changed(written: str, edited: str) -> None:
    """Growth 10: what weak models get wrong in scripts over texts, code changes one at a time."""
    assert edited in [edit.source for edit in text_edits(written)]


def test_the_whole_word_is_looked_for_with_its_import() -> None:
    (edit,) = [edit for edit in text_edits("a = 'ERROR' in line") if "whole word" in edit.said]
    assert edit.source.startswith("import re\na = (re.search(")
    assert edit.said == "line 1: `'ERROR' in line` looks for the whole word"


def test_what_is_no_python_has_no_edits() -> None:
    assert list(text_edits("a = (")) == []
