"""Run a script on an example, in the sandbox, and say whether it does what the example asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pandora.document.operation_script import Script
from pandora.errors import RefusedError
from pandora.growth.examples import Example, same_output
from pandora.operations.script import script as run_script
from pandora.sandbox import scratch
from pandora.workspace.operation_context import OperationContext

SHOWN = 300
"""The most characters of an output that the reason of a failure shows."""
MOST_WRONG = 4
"""So many wrong outputs show what they have in common."""


@dataclass(frozen=True)
class Trial:
    """How a script did on one example: whether it was right, why not, and the paths that it changed.

    `printed` is its output, None where it ended with an error or was not run.
    """

    example: Example
    right: bool
    reason: str = ""
    changed: tuple[str, ...] = ()
    printed: str | None = None


def try_script(script: Script, example: Example, context: OperationContext, any_order: bool = False) -> Trial:
    """Run the script on a copy of the example's own files, and of nothing else.

    It sees neither the other examples nor what must come out. `context` has the limits and the confinements
    that the run's commands need. With `any_order`, the lines of the output may come in another order.
    """
    with _folder_of(example) as folder:
        inside = replace(
            context, workspace=folder, protected=(), script=script, kept={}, hides=_nothing, distrusts=_nothing
        )
        try:
            result = run_script(example.given, inside)
        except RefusedError as error:
            return Trial(example, False, str(error))
        written = {
            change.path: None if change.content is None else change.content.decode("utf-8", "replace")
            for change in result.changes
        }
    changed = tuple(sorted(written))
    if not result.ok:
        reason = f"for {example.named} it failed: {_cut(result.text)}"
        return Trial(example, False, reason, changed)
    reason = _difference(example, result.text, any_order) or _file_difference(example, written)
    return Trial(example, not reason, reason, changed, result.text)


def try_all(script: Script, examples: Sequence[Example], context: OperationContext) -> list[Trial]:
    """Run the script on each example, until one is an error or MOST_WRONG are wrong; return the trials."""
    trials: list[Trial] = []
    for example in examples:
        trials.append(try_script(script, example, context))
        wrong = sum(not trial.right for trial in trials)
        if wrong >= MOST_WRONG or (wrong and trials[-1].printed is None):
            break
    return trials


def _nothing(_: str) -> bool:
    return False


@contextmanager
def _folder_of(example: Example) -> Iterator[Path]:
    """A temporary folder with the example's files."""
    folder = scratch.make("example")
    try:
        for name, text in example.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        yield folder
    finally:
        scratch.discard(folder)


def _difference(example: Example, printed: str, any_order: bool) -> str:
    """Why the output is not what must come out; "" where it is."""
    if example.output is None or same_output(example.output, printed):
        return ""
    if any_order and sorted(example.output.split()) == sorted(printed.split()):
        return ""
    return f"for {example.named} it printed {_cut(printed)!r}, and {_cut(example.output)!r} is right"


def _file_difference(example: Example, written: dict[str, str | None]) -> str:
    for name, text in example.writes.items():
        if name not in written and example.files.get(name) != text:
            return f"for {example.named} it did not write {name}"
        content = written.get(name, example.files.get(name))
        if (content is None) != (text is None) or (text is not None and not same_output(text, content or "")):
            holds, right = (_cut(side or "nothing") for side in (content, text))
            return f"for {example.named} {name} holds {holds!r}, and {right!r} is right"
    for name in sorted(written.keys() - example.writes.keys()):
        return f"for {example.named} it changed {name}, which no example asks for"
    return ""


def _cut(text: str) -> str:
    bare = text.strip()
    return bare if len(bare) <= SHOWN else f"{bare[:SHOWN]}…"
