"""What code finds out about a grown script: its examples, altered copies, literals and effects."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pandora.document.operation_script import Script
from pandora.growth.altered_examples import Altered, altered_copies
from pandora.growth.example_trials import Trial, try_all, try_script
from pandora.growth.examples import Example
from pandora.growth.leak_audit import memorised
from pandora.growth.output_differences import difference
from pandora.workspace.operation_context import OperationContext

LEAST_INPUT = 4
"""The fewest characters of an input that no script has by chance."""
LEAST_COUNTED = 2
"""The fewest visible examples whose outputs must not stand in a script; of more than these, half."""
SHOWN = 2
"""So many wrong examples the reason of a failure names."""


@dataclass(frozen=True)
class Finding:
    """One check: its name, whether it holds, and what was seen."""

    name: str
    ok: bool
    seen: str

    def __str__(self) -> str:
        return f"{self.name}: {self.seen}"


@dataclass(frozen=True)
class Request:
    """What a script is held to: the words of the capability, its examples, and whether row order matters."""

    words: str
    visible: Sequence[Example]
    hidden: Sequence[Example]
    order_matters: bool = True


def visible_findings(script: Script, request: Request, context: OperationContext) -> list[Finding]:
    """Hold a candidate to what may be shown to the model: visible examples, copies of them, and its literals.

    Later checks are made only where the earlier ones hold.
    """
    counted = _counted(script, request)
    if len(counted) < max(LEAST_COUNTED, len(request.visible) / 2):
        return [Finding("literals", False, "the script itself holds what must come out; work it out")]
    if listed := inputs_in(script.source, request.visible, request.words):
        seen = f"the script itself lists what goes in, such as {listed!r}; it must work for any input"
        return [Finding("literals", False, seen)]
    seen = "no expected output stands in the script"
    if uncounted := len(request.visible) - len(counted):
        seen = f"{uncounted} of {len(request.visible)} expected outputs stand in the script; the others count"
    findings = [Finding("literals", True, seen)]
    trials = try_all(script, request.visible, context)
    findings.append(_of_examples("visible examples", trials, len(request.visible)))
    if findings[-1].ok:
        findings.append(_of_effects(script, trials))
    if findings[-1].ok:
        findings.append(_of_copies(script, request.visible, request.order_matters, context))
    return findings


def _counted(script: Script, request: Request) -> list[Example]:
    """The visible examples that speak for a script: those of which no expected output stands in it.

    One that builds its outputs of parts may hold some by nature, as one for Roman numerals holds IX. Of what is
    kept back, nobody who wrote it knew.
    """
    outputs = [_expected(example) for example in (*request.visible, *request.hidden)]
    held = set(memorised(script.source, outputs, request.words))
    lines = ({_expected(one).strip(), *map(str.strip, _expected(one).splitlines())} for one in request.visible)
    return [example for example, parts in zip(request.visible, lines, strict=True) if not held & parts]


def inputs_in(source: str, examples: Sequence[Example], words: str) -> str:
    """A text of the script that one example alone has as an input, and the request does not name; "" for none.

    An input that comes twice may be one of a few choices, of which a script has to know each.
    """
    counts = Counter(value.strip() for example in examples for value in example.given.values())
    own = {
        value
        for value, count in counts.items()
        if count == 1 and len(value) >= LEAST_INPUT and value not in words
    }
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    literals = (
        node.value.strip() for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return next((literal for literal in literals if literal in own), "")


def hidden_findings(script: Script, request: Request, context: OperationContext) -> list[Finding]:
    """Hold the chosen script to the third of the examples that nobody has shown it, and to copies of them."""
    trials = [try_script(script, example, context) for example in request.hidden]
    right = sum(trial.right for trial in trials)
    wrong = next((trial.reason for trial in trials if not trial.right), "")
    seen = f"{right} of {len(trials)} right{f'; {wrong}' if wrong else ''}"
    findings = [Finding("hidden examples", bool(trials) and right == len(trials), seen)]
    if findings[0].ok:
        copies = _of_copies(script, request.hidden, request.order_matters, context)
        findings.append(Finding("copies of hidden examples", copies.ok, copies.seen))
    return findings


def _expected(example: Example) -> str:
    written = [text for text in example.writes.values() if text]
    return example.output if example.output is not None else "\n".join(written)


def _of_examples(name: str, trials: Sequence[Trial], count: int) -> Finding:
    wrong = [trial for trial in trials if not trial.right]
    right = sum(trial.right for trial in trials)
    if not wrong:
        return Finding(name, right == count, f"{right} of {count} right")
    reasons = [trial.reason for trial in wrong[:SHOWN]]
    printed = [
        (trial.example.output, trial.printed)
        for trial in wrong
        if trial.example.output is not None and trial.printed is not None
    ]
    common = difference(printed) if len(printed) == len(wrong) else ""
    return Finding(name, False, "; ".join([*reasons, *([common] if common else [])]))


def _of_effects(script: Script, trials: Sequence[Trial]) -> Finding:
    """The declared effects are those that were seen: a script that says `workspace` does change files."""
    changed = sorted({path for trial in trials for path in trial.changed})
    seen = "workspace" if changed else "none"
    listed = f", of {', '.join(changed[:5])}" if changed else ""
    return Finding("effects", seen == script.effects, f"declared {script.effects}, seen {seen}{listed}")


def _of_copies(
    script: Script, examples: Sequence[Example], order_matters: bool, context: OperationContext
) -> Finding:
    copies: list[Altered] = [copy for example in examples for copy in altered_copies(example, order_matters)]
    for copy in copies:
        trial = try_script(script, copy.example, context, copy.any_order)
        if not trial.right:
            return Finding("altered copies", False, f"with {copy.rule}: {trial.reason}")
    rules = ", ".join(dict.fromkeys(copy.rule for copy in copies)) or "nothing to alter"
    return Finding("altered copies", True, f"{len(copies)} of {len(copies)} right ({rules})")
