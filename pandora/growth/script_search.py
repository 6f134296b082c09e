"""The search for a right script without a model: a few small edits of a script that is nearly right."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pandora.document.operation_script import Script, ScriptError
from pandora.growth.example_trials import try_script
from pandora.growth.script_checks import Request, visible_findings
from pandora.growth.script_edits import EditedScript, text_edits
from pandora.growth.text_formulas import formulas_of_texts
from pandora.programs.code.code_mutations import mutations
from pandora.programs.repairs.forgotten_imports import with_imports
from pandora.workspace.operation_context import OperationContext

MOST_EDITS = 60
"""The most edits of one script that are tried."""
MOST_FOUND = 4
"""So many edits that hold for the visible examples are compared with one another."""
MOST_STEPS = 3
"""The most edits one after another; each must make one more example right."""
WIDTH = 2
"""So many of the scripts of one step go on to the next."""
MOST_RUNS = 160
"""The most runs of scripts of one search."""
TOLD_BY = 2
"""So many of the examples that are wrong tell whether an edit is better."""


def edited_script(
    source: str, made: Callable[[str], Script], request: Request, context: OperationContext
) -> EditedScript | None:
    """Return the script with the fewest edits that hold for all visible examples; None where there are none.

    The script must be right for one of them already, or what it prints must be right but for its form. Edits
    found by so few examples overfit: where one fails on what goes into an example that is kept back, or two
    print something else for it, none is taken. What must come out of it nobody looks at here.
    """
    search = _Search(made, request, context)
    try:
        found = [edit for edit in _with_output_anew(source, search) if search.holds(edit.source)]
        found = found[:MOST_FOUND] or search.found(source)
    except ScriptError:
        return None
    printed = {
        tuple(try_script(made(edit.source), example, context).printed for example in request.hidden)
        for edit in found
    }
    agreed = len(printed) == 1 and None not in next(iter(printed))
    return found[0] if agreed else None


@dataclass
class _Search:
    """Scripts by edits, and for which of the visible examples each is right."""

    made: Callable[[str], Script]
    request: Request
    context: OperationContext
    left: int = field(default=MOST_RUNS, init=False)

    def right(self, source: str, number: int) -> bool:
        """Whether the script is right for this visible example; False once no run is left."""
        self.left -= 1
        example = self.request.visible[number]
        return self.left >= 0 and try_script(self.made(source), example, self.context).right

    def holds(self, source: str) -> bool:
        """Whether the script does all that may be seen: examples, copies of them, and its literals."""
        script = self.made(source)
        return all(finding.ok for finding in visible_findings(script, self.request, self.context))

    def found(self, source: str) -> list[EditedScript]:
        """The scripts that hold, with as few edits as any that was found; MOST_FOUND at most."""
        every = frozenset(range(len(self.request.visible)))
        start = frozenset(number for number in every if self.right(source, number))
        if not start:
            return []
        level = [(EditedScript(source, ""), start)]
        for _ in range(MOST_STEPS):
            better: dict[str, tuple[EditedScript, frozenset[int]]] = {}
            done: list[EditedScript] = []
            for base, right in level:
                hardest = sorted(every - right)[:TOLD_BY]
                for edit in _edits(base.source):
                    gained = self._gained(edit.source, hardest)
                    if not gained or edit.source in better:
                        continue
                    others = sorted(every - gained - {*hardest})
                    still = frozenset(number for number in others if self.right(edit.source, number))
                    if not right <= still:
                        continue
                    said = f"{base.said}; {edit.said}" if base.said else edit.said
                    step = EditedScript(edit.source, said)
                    better[edit.source] = (step, still | gained)
                    if still | gained == every and self.holds(edit.source):
                        done.append(step)
                    if len(done) == MOST_FOUND:
                        return done
            if done or not better:
                return done
            level = sorted(better.values(), key=lambda one: -len(one[1]))[:WIDTH]
        return []

    def _gained(self, source: str, wrong: list[int]) -> frozenset[int]:
        """Those of the examples so far wrong that are right now."""
        return frozenset(number for number in wrong if self.right(source, number))


def _edits(source: str) -> Iterator[EditedScript]:
    """The edits of one script, MOST_EDITS at most, those of texts first."""
    others = (EditedScript(one.source, one.said.strip()) for one in mutations({"": source}))
    seen = set[str]()
    for edit in (*text_edits(source), *others):
        if edit.source not in seen and len(seen) < MOST_EDITS:
            seen.add(edit.source)
            yield edit


def _with_output_anew(source: str, search: _Search) -> Iterator[EditedScript]:
    """The script with what its last line prints in another form, where its outputs bear that out."""
    examples = search.request.visible
    last = _printed_last(source)
    if last is None or any(example.output is None for example in examples):
        return
    trials = [try_script(search.made(source), example, search.context) for example in examples]
    printed = [trial.printed.strip() for trial in trials if trial.printed]
    if len(printed) < len(examples) or all(trial.right for trial in trials):
        return
    outputs: Sequence[str] = [example.output.strip() for example in examples if example.output is not None]
    head, shown = last
    for formula in formulas_of_texts(printed, outputs, "shown"):
        lines = formula.startswith(("list(", "sorted(")) or (formula.endswith("[::-1]") and "lines" in formula)
        value = f'"\\n".join({formula})' if lines else formula
        said = f"what it prints is written as `{formula}`"
        yield EditedScript(with_imports(f"{head}shown = str({shown})\nprint({value})\n"), said)


def _printed_last(source: str) -> tuple[str, str] | None:
    """What comes before the last line of a script, and the one value that the line prints."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    match body:
        case [*_, ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value], keywords=[])) as line]:
            above = source.splitlines(keepends=True)[: line.lineno - 1]
            return "".join(above), ast.get_source_segment(source, value) or '""'
    return None
