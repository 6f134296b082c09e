from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import OPERATION, ROOT, Run


@pytest.mark.parametrize("result", ["Result:", "Result: ok", "Result: ok (exit ²)", "Result: failed", ""])
@pytest.mark.parametrize("chosen", ["", "\n\n### Outcome\nChosen: 1 (1 of 1 agree)"])
def test_a_result_that_was_broken_is_no_internal_error(
    pandora: Run, script: str, workspace: Path, finished: str, result: str, chosen: str
) -> None:
    path = workspace / "state" / f"{OPERATION}.md"
    text = path.read_text(encoding="utf-8")
    fence = "print('plum')\n```"
    second = f"\n\n### Candidate 2\nCode:\n```python\n{fence}\n{result}" if chosen else ""
    path.write_text(text.replace(fence, f"{fence}\n{result}{second}{chosen}"), encoding="utf-8")
    for document in (OPERATION, ROOT):
        for more in ((), ("--candidate", "2")) if document == OPERATION else ((),):
            told = pandora("prompt", document, "--phase", "do", "--model", script, *more)
            assert told.code in (0, 2), told.err
    assert pandora("why", OPERATION, "--model", script).code in (0, 2)
