"""Growth that a run leads to: what it asked for or lacked, how often that came, and what it was about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.fill import one_line
from pandora.document.meta_values import listed, mapping
from pandora.document.question_lines import pairs
from pandora.engine.check import Results
from pandora.engine.loop import Loop
from pandora.engine.questions import Escalate
from pandora.engine.step_schedule import RunLoop
from pandora.growth.examples import LONGEST, Example
from pandora.growth.needs import needs
from pandora.growth.phase_builder import DELIVER, ITSELF
from pandora.growth.tool_template import PATH
from pandora.regular_file import read_text

CAPABILITY = "a new capability: "
"""What the need of a run begins with that asked for a capability itself."""
SURE = 0.7
"""The least probability with which the model may say so: a small one says it of other tasks, too."""


@dataclass(frozen=True)
class WantedGrowth:
    """What a run wants to be grown.

    `words` are the capability, those of its task, and `times` how many runs wanted the same. `asked` is true
    where the task asks for just that. `untrusted` is true where the run rests on the words of strangers. The
    `examples` are what it was about, of which nobody has said what must come out.
    """

    words: str
    times: int
    asked: bool = False
    untrusted: bool = False
    examples: tuple[Example, ...] = ()


def wanted_growth(workspace: Workspace, run: str, hides: Callable[[str], bool]) -> WantedGrowth | None:
    """What an escalated run wants to be grown; None where it left no need."""
    need = next((need for need in needs(workspace) if run in dict(need.runs)), None)
    if need is None:
        return None
    asked = need.what.startswith(CAPABILITY)
    words = need.what.removeprefix(CAPABILITY) if asked else one_line(dict(need.runs)[run])
    examples = () if asked else _examples(workspace, run, hides)
    return WantedGrowth(words, len(need.runs), asked, run in need.untrusted, examples)


def _examples(workspace: Workspace, run: str, hides: Callable[[str], bool]) -> tuple[Example, ...]:
    """The one file that a run was about as an example without an output; none where it was about more."""
    gathered = mapping(Store(workspace).load(f"system-{run}").meta, "gathered")
    files = listed(gathered, "files")
    if len(files) != 1 or hides(files[0]):
        return ()
    try:
        text = read_text(workspace.root / files[0], LONGEST, inside=workspace.root)
    except (OSError, UnicodeDecodeError):
        return ()
    return (Example({PATH: files[0]}, None, {files[0]: text}),)


class CapabilityRequest:
    """The builder of runs whose task asks for a capability of the system's own: it becomes their need.

    What is grown gets a run of its own, which whoever started this one begins: see `pandora.commands.run`.
    """

    def begin(self, loop: Loop) -> None:
        """Prepare nothing."""

    def takes(self, loop: Loop) -> bool:
        """Take a person's task where UNDERSTAND is sure that the system itself is to be delivered."""
        understood, task = loop.parsed.get("understand"), loop.task
        if understood is None or task.parent is not None or loop.pattern.name != "system":
            return False
        if any(answer for _, answer in pairs(loop.document.body(1))):
            return False  # a person has said what else to do
        sure = understood.probabilities.get(DELIVER, 1.0) >= SURE
        return understood.values.get(DELIVER) == ITSELF and sure and not (task.named or task.outputs)

    def plan(self, loop: Loop) -> list[tuple[str, str]]:
        """Say what is to be grown."""
        words = one_line(loop.task.text)
        raise Escalate(
            "the task asks for a capability that the system does not have",
            question="What should be done without it?",
            need=f"{CAPABILITY}{words}",
        )

    def do(self, loop: Loop, steps: list[tuple[str, str]], run: RunLoop) -> Results:
        """Nothing is done: PLAN has ended the run."""
        raise NotImplementedError

    def check(self, loop: Loop, results: Results) -> tuple[str, str]:
        """Nothing is checked: PLAN has ended the run."""
        raise NotImplementedError
