"""The try that goes on with the stub of a new module: its head, with the request and its examples as docstring.

It comes behind the direct try of the first attempt, and as the first one of each later attempt, where it is
drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pandora.engine.candidates import Tries
from pandora.engine.earlier_tries import times_tried
from pandora.engine.function_try import FunctionTry
from pandora.engine.loop import Loop
from pandora.engine.pattern import STUB, Phase
from pandora.engine.phase import make_prompt
from pandora.engine.try_sampling import SEEDS_OF_ATTEMPT, WARM
from pandora.models.protocol import GREEDY, Sampling
from pandora.programs.code.code_examples import examples_in
from pandora.programs.code.described_stub import Stub, described_stub, heads_in
from pandora.workspace.paths import is_test_file


@dataclass(frozen=True)
class StubTry(FunctionTry):
    """A module to be gone on with behind its stub, whose docstrings are no part of what is made."""

    stub: Stub

    def arguments(self, said: Mapping[str, str], names: list[str]) -> dict[str, str]:
        """The arguments of the try by the names of its form, with the module's path."""
        plain = {name: self.stub.without_description(text) for name, text in said.items()}
        return super().arguments(plain, names)


def module_to_make(loop: Loop) -> str:
    """The one new Python module that an operation with a `## STUB` is to make; "" where it has none."""
    part, task = loop.pattern.file.parts.get(STUB), loop.task
    if part is None or part.form is None or loop.record(1).human or loop.untrusted:
        return ""
    (path,) = task.makes if len(task.makes) == 1 else ("",)
    new = path.endswith(".py") and not is_test_file(path) and path not in task.files
    return path if new and not task.given else ""


def stub_try(loop: Loop, phase: Phase, tried: Tries, files: str) -> StubTry | None:
    """Return the next try as one behind a stub; None where it is another one's turn."""
    part, path = loop.pattern.file.parts.get(STUB), module_to_make(loop)
    if part is None or part.form is None or not path or len(tried.candidates) > 1:
        return None
    repeats = times_tried(loop)
    if len(tried.candidates) != (0 if repeats else 1):
        return None
    request = loop.work.request
    stub = described_stub(request, examples_in(request))
    shown = files.removesuffix(f"Task: {request}").rstrip()
    said = f"Complete the code of {path}." if heads_in(request) else f"Task: {request}"
    prompt = make_prompt(loop, phase, part.form, [*([shown] if shown else []), said])
    phase = replace(phase, text=part.text, form=part.form)
    (field,) = part.form.asked
    sampling = Sampling(WARM, repeats * SEEDS_OF_ATTEMPT) if repeats else GREEDY
    return StubTry(phase, replace(prompt, instruction=part.text), path, {field.key: stub.text}, sampling, stub)
