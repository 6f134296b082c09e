"""The try that writes one function of a file again, where a report of calls, of tests or of an error names it.

A small model that has one function to write mends in it what it copies unchanged into a whole file, and needs a
fraction of the tokens; a long file it could not write at all. Other faults it mends in the whole file alone: of
two that were tried in both ways, one each. So these tries take turns with those of the whole file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pandora.engine.candidates import Tries
from pandora.engine.loop import Loop
from pandora.engine.pattern import FUNCTION, Phase
from pandora.engine.phase import make_prompt
from pandora.models.protocol import GREEDY, Prompt, Sampling
from pandora.programs.code.suspect_functions import Suspect, source_of, suspects
from pandora.regular_file import read_regular
from pandora.workspace.paths import is_test_file

FURTHER_TRIES = 3
"""Tries beyond the pattern's `tries` where a function is known: they cost little."""
TURNS = 2
"""Of so many tries the first writes a function; all do where the code is too long to be shown."""
_LARGEST = 256 << 10
"""The most bytes of a file of which a function is written again."""
_SHOWN = 8_000
"""The most characters of code that are shown whole; of more the functions are that may be at fault."""


@dataclass(frozen=True)
class FunctionTry:
    """A function to be written again: its file, how the code begins, and the prompt that asks for the rest.

    `sampling` is how it is drawn; None where that is as for any other try.
    """

    phase: Phase
    prompt: Prompt
    path: str
    opening: Mapping[str, str]
    sampling: Sampling | None

    def arguments(self, said: Mapping[str, str], names: list[str]) -> dict[str, str]:
        """The arguments of the try by the names of its form, with the file's path."""
        return {**dict.fromkeys(names, ""), "path": self.path, **said}


def suspects_of(loop: Loop, tried: Tries | None = None) -> list[Suspect]:
    """Return the functions in which the fault may be; [] where nothing tells, or there is no such try."""
    part = loop.pattern.file.parts.get(FUNCTION)
    if part is None or part.form is None or loop.record(1).human or loop.untrusted:
        return []
    files = _code(loop)
    if found := suspects(_report(loop), files):
        return found
    last = tried.candidates[-1] if tried and tried.candidates else None
    failed = last.result.text if last is not None and last.result and not last.ok else ""
    return suspects(failed, files)


def function_try(loop: Loop, phase: Phase, tried: Tries) -> FunctionTry | None:
    """Return the next try as one of a function; None where none is known, or it is the whole file's turn.

    The functions take turns, too.
    """
    part, found = loop.pattern.file.parts.get(FUNCTION), suspects_of(loop, tried)
    if part is None or part.form is None or not found:
        return None
    texts = _code(loop)
    long = sum(map(len, texts.values())) > _SHOWN
    turn, rest = divmod(len(tried.candidates), 1 if long else TURNS)
    if rest:
        return None
    suspect = found[turn % len(found)]
    phase = replace(phase, text=part.text, form=part.form)
    if long:
        texts = {
            path: "\n\n\n".join(source_of(texts[path], one.name) for one in found if one.path == path)
            for path in dict.fromkeys(one.path for one in found)
        }
    code = "\n\n".join(f"{path}:\n```python\n{text.rstrip()}\n```" for path, text in texts.items())
    parts = [code, f"Task: {loop.work.request}"]
    parts += [report] if (report := _report(loop)) else []
    parts.append(f"The fault may be in `{suspect.name}` of {suspect.path}.")
    prompt = make_prompt(loop, phase, part.form, parts)
    (field,) = part.form.asked
    sampling = GREEDY if turn < len(found) else None  # the first try of this function has a new prompt
    return FunctionTry(phase, prompt, suspect.path, {field.key: suspect.beginning}, sampling)


def _report(loop: Loop) -> str:
    """What earlier steps gave: what the tests or the calls of the task came to."""
    return "\n\n".join((*loop.task.context[1:], *loop.task.given.values()))


def _code(loop: Loop) -> dict[str, str]:
    """The texts of the Python files of the task that are no tests, by path."""
    texts: dict[str, str] = {}
    for path in loop.task.files:
        if not path.endswith(".py") or is_test_file(path):
            continue
        try:
            content, whole = read_regular(path, _LARGEST, inside=loop.host.workspace.root)
        except OSError:
            continue
        if whole:
            texts[path] = content.decode("utf-8", "replace")
    return texts
