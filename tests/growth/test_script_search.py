from __future__ import annotations

from pathlib import Path

import pytest

from pandora.document.operation_script import Script
from pandora.growth.examples import Example
from pandora.growth.script_checks import Request
from pandora.growth.script_search import edited_script
from pandora.workspace.operation_context import OperationContext

HEAD = 'import json\nimport sys\n\nn = int(json.load(sys.stdin)["n"])\n'


def made(source: str) -> Script:
    return Script("x", "python", source, 1, "none")


def request(*hidden: str) -> Request:
    seen = [Example({"n": n}, out) for n, out in (("3", "2"), ("4", "4"), ("8", "8"), ("9", "8"))]
    return Request("Say the even number at or below.", seen, [Example({"n": n}, "-") for n in hidden])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("print(n if n % 2 == 0 else n + 1)", "`n + 1` becomes `n - 1`"),
        ("print(n + 100)", None),
        ("print({3: 2}.get(n, n) if n != 8 else n)", None),
    ],
    ids=["one sign", "right for none", "no edit holds"],
)
def test_one_small_edit_of_a_script_that_is_nearly_right(tmp_path: Path, line: str, said: str | None) -> None:
    """Growth 10: of a script that is right for some examples, code changes one place; no call is asked for."""
    edited = edited_script(f"{HEAD}{line}\n", made, request("5"), OperationContext(tmp_path))
    assert (edited.said if edited else None) == (said and f"line 5: {said}")


def test_edits_that_do_not_agree_on_what_is_kept_back_are_not_taken(tmp_path: Path) -> None:
    """Growth 11: of a hidden example only what goes in is used; what must come out is for CHECK alone."""
    line = "print(n if n % 2 == 1 else n - 1 if n < 10 else 1 // 0)"
    assert edited_script(f"{HEAD}{line}\n", made, request("11"), OperationContext(tmp_path)) is None
