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


TEXT = 'import json\nimport sys\n\ntext = json.load(sys.stdin)["text"]\n'


def texts(*pairs: tuple[str, str]) -> Request:
    *visible, hidden = (Example({"text": text}, output) for text, output in pairs)
    return Request("Say it.", visible, [hidden])


def test_what_is_printed_gets_the_form_of_the_examples(tmp_path: Path) -> None:
    """Growth 10: where the words that come out are right and the marks are not, code writes the marks."""
    initials = texts(("ada byron", "A.B."), ("bo", "B."), ("cy dee", "C.D."), ("eve fox", "-"))
    line = 'print(", ".join(word[0].upper() for word in text.split()))'
    edited = edited_script(f"{TEXT}{line}\n", made, initials, OperationContext(tmp_path))
    assert edited is not None
    assert edited.said.startswith("what it prints is written as `'.'.join(")
    assert edited.source.endswith(" + '.')\n")
    once = texts(("a b a", "a\nb"), ("c", "c"), ("d d", "d"), ("e f e", "-"))
    edited = edited_script(f'{TEXT}print("\\n".join(text.split()))\n', made, once, OperationContext(tmp_path))
    assert edited is not None
    assert "dict.fromkeys(" in edited.source


def test_two_edits_one_after_another_each_mend_an_example(tmp_path: Path) -> None:
    """Growth 10: of a script that is nearly right, code changes up to three places."""
    blank = texts(("", "yes"), ("  ", "yes"), ("0", "no"), ("a", "no"), (" b", "-"))
    line = 'print("yes" if text == "" or text == "\\t" or text == "0" else "no")'
    edited = edited_script(f"{TEXT}{line}\n", made, blank, OperationContext(tmp_path))
    assert edited is not None
    assert "has fewer conditions" in edited.said
    assert "takes no notice of blanks" in edited.said
