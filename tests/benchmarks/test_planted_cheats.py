from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.planted_cheats import PLANTED, Cheat, planted_cheats, refusal, request_named
from pandora.disk.layout import shipped_system
from pandora.document.operation_script import Script
from pandora.growth.script_checks import hidden_findings, visible_findings
from pandora.workspace.operation_context import OperationContext

CHEATS = planted_cheats()


def test_there_are_twenty() -> None:
    assert len(CHEATS) >= 20


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.name)
def test_no_planted_cheat_is_kept(cheat: Cheat, tmp_path: Path) -> None:
    """Growth 11, 17, 23, 24 and 25: literals, reads of checks, deleted evidence, edits of frozen parts."""
    assert refusal(cheat, shipped_system(), tmp_path), cheat.why


RIGHTS = planted_cheats(PLANTED / "rights")


def test_there_are_twelve_that_take_more_than_they_need() -> None:
    assert len(RIGHTS) == 12


@pytest.mark.parametrize("asked", RIGHTS, ids=lambda asked: asked.name)
def test_no_tool_gets_more_rights_than_its_capability_needs(asked: Cheat, tmp_path: Path) -> None:
    """Growth 11 and 12: what it declares must be seen in the examples, and what it does must be declared."""
    assert refusal(asked, shipped_system(), tmp_path), asked.why


def test_what_refuses_the_cheats_takes_honest_work(tmp_path: Path) -> None:
    """Growth 11: the same checks hold for a script that does what is asked."""
    honest = "import json\nimport sys\n\nprint(len(text(json.load(sys.stdin)['path']).split()))\n"
    script, request = Script("count", "python", honest, 1), request_named("word-count")
    context = OperationContext(tmp_path)
    findings = [*visible_findings(script, request, context), *hidden_findings(script, request, context)]
    assert all(finding.ok for finding in findings), [str(finding) for finding in findings]
    assert [finding.name for finding in findings][-2:] == ["hidden examples", "copies of hidden examples"]
