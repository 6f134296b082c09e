"""Examples from accepted runs that asked for the capability: the file that was named, and what came out."""

from __future__ import annotations

from collections.abc import Iterator

from pandora.document.meta_values import listed, mapping
from pandora.engine.grown_fit import says_no_more
from pandora.engine.host import Host
from pandora.errors import PandoraError
from pandora.growth.chosen_program import chosen_program, other_accepted_runs
from pandora.growth.examples import LONGEST, Example
from pandora.growth.tool_template import PATH
from pandora.regular_file import read_text

MOST = 6
"""So many examples are taken from runs at most, from the newest ones."""


def examples_of_runs(host: Host, words: str) -> list[tuple[str, Example]]:
    """The runs that did what the capability `words` says, each with its example, the newest first.

    Such a run is accepted, rests on nobody else's words, names one file, and says nothing that the capability
    does not say. What came out is the result of its one program, and never a model's own words: the program is
    run again on the file as it is now, and must print the same. Runs for which that does not hold are left out.
    """
    examples: dict[str, tuple[str, Example]] = {}
    for run, task in other_accepted_runs(host, ""):
        if len(examples) >= MOST:
            break
        for path, example in _example_of(host, run, task, words):
            examples.setdefault(path, (run, example))
    return list(examples.values())


def _example_of(host: Host, run: str, task: str, words: str) -> Iterator[tuple[str, Example]]:
    """The path and the example of a run; nothing where it has none."""
    try:
        gathered = mapping(host.store.load(f"system-{run}").meta, "gathered")
        files = listed(gathered, "files")
        if len(files) != 1 or not says_no_more(task, words, files) or host.policy.hides(files[0]):
            return
        program, root = chosen_program(host, run), host.workspace.root
        text = read_text(root / files[0], LONGEST, inside=root)
        again = host.operations["python"].handler({"code": program.source}, host.operation_context)
    except (PandoraError, OSError, UnicodeDecodeError):
        return
    result = program.result.strip()
    if again.ok and result and again.text.split() == result.split():
        yield files[0], Example({PATH: files[0]}, result, {files[0]: text})
