from __future__ import annotations

from pathlib import Path

from pandora.document.operation_script import Script
from pandora.growth.examples import Example
from pandora.growth.script_checks import Request, hidden_findings, visible_findings
from pandora.workspace.operation_context import OperationContext

WORDS = "Write a number in Roman numerals."
HEAD = 'import json\nimport sys\n\nn = int(json.load(sys.stdin)["n"])\n'
RULE = 'out = ""\nfor value, sign in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):\n'
RULE += "    while n >= value:\n        out, n = out + sign, n - value\nprint(out)\n"
SEEN = [Example({"n": n}, out) for n, out in (("9", "IX"), ("14", "XIV"), ("28", "XXVIII"), ("7", "VII"))]
KEPT_BACK = [Example({"n": "4"}, "IV"), Example({"n": "19"}, "XIX")]


def said(source: str, context: OperationContext) -> list[str]:
    script, request = Script("x", "python", HEAD + source, 1, "none"), Request(WORDS, SEEN, KEPT_BACK)
    findings = [*visible_findings(script, request, context), *hidden_findings(script, request, context)]
    return [str(finding) for finding in findings if not finding.ok] or [str(findings[0])]


def test_an_example_whose_output_a_script_holds_does_not_speak_for_it(tmp_path: Path) -> None:
    """Growth 11: a rule that builds its outputs of parts holds one by nature; a list of them is no rule."""
    context = OperationContext(tmp_path)
    assert said(RULE, context) == ["literals: 1 of 4 expected outputs stand in the script; the others count"]
    by_heart = 'print({9: "IX", 14: "XIV", 28: "XXVIII"}.get(n, "V" + "I" * (n - 5)))\n'
    assert said(by_heart, context)[0].startswith("literals: the script itself holds what must come out")
    half = 'print({9: "IX", 14: "XIV"}.get(n, "X" * (n // 10) + "V" * (n % 10 > 4) + "I" * (n % 5)))\n'
    assert said(half, context)[0].startswith("hidden examples: 0 of 2 right"), "then the hidden third decides"
