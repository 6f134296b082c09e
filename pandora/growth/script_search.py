"""The search for a right script without a model: one small edit of a script that is right for some examples."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pandora.document.operation_script import Script, ScriptError
from pandora.growth.example_trials import try_script
from pandora.growth.script_checks import Request, visible_findings
from pandora.programs.code.code_mutations import mutations
from pandora.workspace.operation_context import OperationContext

MOST_EDITS = 40
"""The most edits of one script that are tried."""
MOST_FOUND = 4
"""So many edits that hold for the visible examples are compared with one another."""


@dataclass(frozen=True)
class EditedScript:
    """A script with one edit: its source, and the edit in one line."""

    source: str
    said: str


def edited_script(
    source: str, made: Callable[[str], Script], request: Request, context: OperationContext
) -> EditedScript | None:
    """Return the script with the one edit that holds for all visible examples; None where there is none.

    The script must be right for one of them already. Edits found by so few examples overfit: where one fails on
    what goes into an example that is kept back, or two print something else for it, none is taken. What must
    come out of it nobody looks at here.
    """
    try:
        if not any(try_script(made(source), example, context).right for example in request.visible):
            return None
        found = list(_holding(source, made, request, context))
    except ScriptError:
        return None
    printed = {
        tuple(try_script(made(edit.source), example, context).printed for example in request.hidden)
        for edit in found
    }
    agreed = len(printed) == 1 and None not in next(iter(printed))
    return found[0] if agreed else None


def _holding(
    source: str, made: Callable[[str], Script], request: Request, context: OperationContext
) -> Iterator[EditedScript]:
    """The edits with which the script does what all visible examples ask for, MOST_FOUND at most."""
    left = MOST_FOUND
    hardest: Sequence[int] = range(len(request.visible))
    edits = [EditedScript(one.source, one.said.strip()) for one in mutations({"": source})[:MOST_EDITS]]
    for edit in (*whole_word_edits(source), *edits):
        script = made(edit.source)
        wrong = next((n for n in hardest if not try_script(script, request.visible[n], context).right), None)
        if wrong is not None:  # the example that one edit fails is the one that the next one fails, too
            hardest = [wrong, *(number for number in hardest if number != wrong)]
            continue
        if all(finding.ok for finding in visible_findings(script, request, context)):
            yield edit
            left -= 1
        if not left:
            return


def whole_word_edits(source: str) -> Iterator[EditedScript]:
    """The script with `"word" in text` as a search for the whole word, one place at a time."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in nodes:
        if not (isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.In)):
            continue
        word = ast.get_source_segment(source, node.left)
        text = ast.get_source_segment(source, node.comparators[0])
        before = ast.get_source_segment(source, node)
        if not (word and text and before) or source.count(before) != 1:
            continue
        if isinstance(node.left, ast.Constant) and not re.fullmatch(r"\w+", str(node.left.value)):
            continue
        after = f'(re.search(r"(?<!\\w)" + re.escape({word}) + r"(?!\\w)", {text}) is not None)'
        line = f"line {node.lineno}: `{before}` looks for the whole word"
        yield EditedScript(f"import re\n{source.replace(before, after)}", line)
