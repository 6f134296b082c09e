"""A run, a person and a power that fails, in any order: documents stay whole, and no edit is lost."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pandora.disk import name_exchange
from pandora.disk.conflicts import EditedError
from pandora.document.form import Form
from pandora.document.question_lines import fill_answer
from pandora.document.state_document import parse_document
from pandora.engine.run import resume, start
from pandora.errors import DiskError, DocumentError
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.reply_script import ScriptLine
from tests.engine.runs import CHEAPEST, TASK, Asked, Bench
from tests.torture.counts import count, size, under_way
from tests.torture.faults import CHANGES
from tests.torture.test_saves import by_rename, in_place


def by_backup(path: Path, data: bytes) -> None:
    """As vim saves by default: the file is moved to NAME~, and written anew."""
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    path.write_bytes(data)
    backup.unlink()


WAYS = st.sampled_from([by_rename, in_place, by_backup])
PLACES = st.sampled_from(["before", "understand", "plan", "done", "output"])
_ANCHORS = {
    "before": re.compile(rb"^# State: .*\n", re.M),
    "understand": re.compile(rb"\n(?=## \xc2\xa72)"),
    "plan": re.compile(rb"\n(?=## \xc2\xa73)"),
    "done": re.compile(rb"\n(?=## \xc2\xa75)"),
    "output": re.compile(rb"^## \xc2\xa75 OUTPUT\n", re.M),
}


class Died(BaseException):
    """The process was killed at this call of the system; nothing after it reaches the disk."""


class Oracle(Asked):
    """A model that always answers: low in confidence until a person has answered, if it `asks`."""

    asks = False

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        self._sure = not self.asks or "Answer: yes" in prompt.text
        return super().fill(prompt, form, call=call, sampling=sampling, opening=opening)

    def _take(self, call: Call, form: Form) -> ScriptLine:
        replies: dict[str, dict[str, Any]] = {
            "understand": {"resolved": "the row with the least price"},
            "clarify": {"question": "Which fruit?"},
            "plan": {
                "approach": "compute it",
                "confidence": "high" if self._sure else "low",
                "steps": ["table: print the cheapest fruit"],
                "done when": "printed",
            },
            "do": {"code": CHEAPEST},
            "check": {"validation": "pass", "issues": "none", "decision": "accept"},
        }
        return ScriptLine(1, {}, fill=replies[call.phase])


@contextlib.contextmanager
def calls(act: Callable[[int], None]) -> Iterator[None]:
    """In here `act` is called before each call that changes the disk; after it raised Died, every one fails.

    What `act` itself calls is a person's and neither counted nor killed.
    """
    made, dead, acts = [0], [False], [False]

    def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if acts[0]:
                return real(*arguments, **named)
            if dead[0]:
                raise OSError(5, "a dead process writes nothing")
            made[0] += 1
            acts[0] = True
            try:
                act(made[0])
            except Died:
                dead[0] = True
                raise
            finally:
                acts[0] = False
            return real(*arguments, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in CHANGES:
            patch.setattr(os, name, wrap(getattr(os, name)))
        patch.setattr(name_exchange, "_rename", wrap(name_exchange._rename))
        yield


class RunAndPerson(RuleBasedStateMachine):
    """Each rule is something that a person, the engine or the machine does."""

    done: dict[str, int] = {}  # noqa: RUF012 - counted over all examples

    @initialize(asks=st.booleans())
    def begin(self, asks: bool) -> None:
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="machine-", dir=memory))
        root = self.folder / "work"
        root.mkdir()
        self.bench = Bench(root)
        for path in (root / "system").rglob("*.md"):
            os.utime(path, (1_600_000_000, 1_600_000_000))
        self.asks, self.notes, self.clean = asks, 0, False
        self._count("examples")
        under_way("state machine", self.done["examples"], size("EXAMPLES", 500))

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.go_on()
            self.go_on()
            state = self.bench.root / "state"
            if self.bench.workspace.runs():  # what was killed before its first reply leaves only a free lease
                run = self.bench.short
                assert [each.name for each in state.glob(".*") if run in each.name] == []
            self.nothing_is_lost()
            shutil.rmtree(self.folder)

    def _count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def _sit(self, act: Callable[[int], None] = lambda number: None) -> int:
        """One sitting of the engine; gives how often it asked its model."""
        path = self.folder / "script.jsonl"
        path.touch()
        model = Oracle(path)
        model.fingerprint, model.asks = "one model", self.asks
        self.bench.model = model
        host = self.bench.host()
        try:
            with calls(act):
                if runs := self.bench.workspace.runs():
                    resume(runs[0], host)
                else:
                    start(TASK, host, host.ledger.ceiling)
            self._count("sittings")
        except EditedError:
            self._count("conflicts")
        except Died:
            self._count("kills")
        except DiskError as error:
            if "Input/output" not in str(error) and "dead process" not in str(error):
                raise
            self._count("kills")
        except DocumentError as error:
            self._mend(error)
        return len(model.asked)

    def _mend(self, error: DocumentError) -> None:
        """Where a person's note stands alone in a section that is to be made, they are told so, and move it."""
        problem = error.problems[0]
        assert "move away what stands there to have it made" in str(problem), str(error)
        path = self.bench.root / problem.path
        lines = path.read_bytes().splitlines(keepends=True)
        first = problem.line - 1
        end = next(at for at in range(first, len(lines)) if lines[at].startswith(b"## "))
        notes = [line for line in lines[first:end] if line.startswith(b"note ")]
        assert notes
        rest = [line for at, line in enumerate(lines) if not (first <= at < end and line in notes)]
        head = next(at for at, line in enumerate(rest) if line.startswith(b"# State: ")) + 1
        path.write_bytes(b"".join([*rest[:head], *notes, *rest[head:]]))
        self._count("notes moved")

    @rule()
    def go_on(self) -> None:
        """The engine runs as far as it gets."""
        self._sit()

    @rule(number=st.integers(1, 160))
    def killed(self, number: int) -> None:
        """The engine is killed at a call of the system."""

        def act(made: int) -> None:
            if made == number:
                raise Died

        self._sit(act)

    @rule(
        number=st.integers(1, 160),
        way=WAYS,
        place=PLACES,
        which=st.integers(0, 9),
        dies=st.one_of(st.none(), st.integers(0, 6)),
    )
    def edited_meanwhile(
        self, number: int, way: Callable[[Path, bytes], None], place: str, which: int, dies: int | None
    ) -> None:
        """A person saves while the engine is at a call of the system, and perhaps it is killed soon after."""

        def act(made: int) -> None:
            if made == number:
                self._edit(way, place, which)
            if dies is not None and made == number + dies:
                raise Died

        self._sit(act)

    @precondition(lambda self: self.bench.workspace.runs())
    @rule(way=WAYS, place=PLACES, which=st.integers(0, 9))
    def edited(self, way: Callable[[Path, bytes], None], place: str, which: int) -> None:
        """A person saves while nothing runs."""
        self._edit(way, place, which)

    def _edit(self, way: Callable[[Path, bytes], None], place: str, which: int) -> None:
        documents = sorted((self.bench.root / "state").glob("*-*.md"))
        documents = [path for path in documents if ".conflict-" not in path.name]
        if not documents:
            return
        path = documents[which % len(documents)]
        data = path.read_bytes()
        found = _ANCHORS[place].search(data)
        assert found is not None
        self.notes += 1
        way(path, data[: found.end()] + b"note %d.\n" % self.notes + data[found.end() :])
        self._count("edits")

    @precondition(lambda self: self.bench.workspace.runs())
    @rule(way=WAYS)
    def answered(self, way: Callable[[Path, bytes], None]) -> None:
        """A person answers in the document that asks."""
        for path in (self.bench.root / "state").glob("*-*.md"):
            document = parse_document(path.read_text(encoding="utf-8"), path.name)
            if document.meta.get("status") == "waiting" and (new := fill_answer(document, "yes")) is not None:
                way(path, new.text.encode())
                self._count("answers")

    @precondition(lambda self: self.bench.workspace.runs())
    @rule()
    def goes_on_twice(self) -> None:
        """Going on a second time asks nothing and changes no byte."""
        moved = -1
        while moved != (moved := self.done.get("notes moved", 0)):
            self._sit()
        before = self.bench.states()
        assert self._sit() == 0
        assert self.bench.states() == before

    @invariant()
    def documents_are_whole(self) -> None:
        for path in (self.bench.root / "state").glob("*.md"):
            parse_document(path.read_text(encoding="utf-8"), path.name)

    @invariant()
    def nothing_is_lost(self) -> None:
        texts = b"".join(path.read_bytes() for path in (self.bench.root / "state").iterdir() if path.is_file())
        found = {int(number) for number in re.findall(rb"note (\d+)\.", texts)}
        assert set(range(1, self.notes + 1)) <= found


def machine(examples: int, steps: int) -> type[RuleBasedStateMachine]:
    """The machine's test at a size."""
    made = type("Machine", (RunAndPerson,), {"done": {}})
    made.TestCase.settings = settings(  # type: ignore[attr-defined]
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=examples <= 50,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    return made


def told(of: type[RuleBasedStateMachine]) -> str:
    done = getattr(of, "done")  # noqa: B009
    return ", ".join(f"{number} {name}" for name, number in sorted(done.items()))


@pytest.mark.parametrize("place", ["understand", "plan", "done", "output"])
def test_an_edit_at_any_call_of_a_run_that_goes_on(place: str) -> None:
    """Also of a section that is written only later, from what was decided before the edit was met."""
    number, came, conflicts = 0, True, 0
    while came:
        number += 1
        person = machine(1, 1)()
        assert isinstance(person, RunAndPerson)
        person.begin(asks=True)
        person.go_on()
        person.answered(way=by_rename)
        person.edited_meanwhile(dies=None, number=number, place=place, way=by_rename, which=0)
        came = person.notes > 0
        conflicts += person.done.get("conflicts", 0)
        person.documents_are_whole()
        person.nothing_is_lost()
        shutil.rmtree(person.folder)
    assert number > 20
    assert (conflicts > 0) is (place != "understand")


def test_a_run_and_a_person() -> None:
    made = machine(25, 30)
    made.TestCase().runTest()


@pytest.mark.torture
def test_a_run_and_a_person_for_long() -> None:
    examples, steps = size("EXAMPLES", 500), size("STEPS", 50)
    made = machine(examples, steps)
    made.TestCase().runTest()
    for each in ("sittings", "kills", "edits", "answers"):  # conflicts: see the test of any call
        assert made.done.get(each, 0) > 0, f"there were no {each}"  # type: ignore[attr-defined]
    count(f"state machine: {examples} examples of at most {steps} steps: {told(made)}, 0 lost, 0 torn")
