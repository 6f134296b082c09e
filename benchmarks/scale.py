"""Measures the cost of commands as `state/` grows from a thousand to a hundred thousand documents."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.figures import Measure, Row, Tell
from benchmarks.rounds import Contender, interleave, workspace_on_disk
from pandora.disk.layout import Workspace
from pandora.document.ids import new_run
from pandora.errors import PandoraError

SIZES = (1_000, 10_000, 100_000)
GOAL = 1.5
MEMORY = 200.0
"""The most memory, in megabytes, that a command may use."""
LAUNCHER = """
import os, subprocess, sys, time
begun = time.perf_counter()
process = subprocess.Popen([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
print(time.perf_counter() - begun, used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Starts a command from a small process: Linux counts the parent's memory at the fork as the child's."""
TASK = "Say in one sentence what make does with the files that a target depends on."
_SAID = "It makes a target again where one of its files is newer, and leaves it alone otherwise."
_LETTER = {"language": "English", "written by": "nobody", "written to": "whoever asks"}
_STEP = {"menu": "compose", "line": TASK}
_SCRIPT: tuple[dict[str, object], ...] = (
    {"model": "scale", "context": 8192, "fingerprint": "scale"},
    {"phase": "understand", "fill": {"kind": "answer", "files change": "no"}},
    {
        "phase": "plan",
        "fill": {
            "approach": "say it",
            "confidence": "high",
            "steps": [_STEP],
            "done when": "it is said",
            "rationale": "one sentence is enough",
        },
    },
    {"phase": "do", "fill": {**_LETTER, "text": _SAID}},
    {"phase": "check", "fill": {"validation": "pass", "issues": "none", "decision": "accept"}},
)


class Place:
    """A workspace of `size` documents, in which commands are run as a person would run them."""

    def __init__(self, workspace: Workspace, size: int, script: Path) -> None:
        self.workspace, self.size, self.memory = workspace, size, 0.0
        self._script = f"scripted:{script}"
        script.write_text("\n".join(map(json.dumps, _SCRIPT)), encoding="utf-8")
        self.seconds("run")
        (self._root,) = workspace.runs()
        self._run = self._root.removeprefix("system-")
        self._fill()

    def _fill(self) -> None:
        """Write copies of the run's documents under new run ids, each run created at a different second."""
        ids = self.workspace.run_documents(self._run)
        texts = {
            document_id: self.workspace.document(document_id).read_text(encoding="utf-8") for document_id in ids
        }
        for number in range((self.size - len(ids)) // len(ids)):
            run = new_run()
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_700_000_000 + number))
            for document_id, text in texts.items():
                created = text.index("Created: ") + len("Created: ")
                text = text[:created] + at + text[created + len(at) :]
                path = self.workspace.document(document_id.replace(self._run, run))
                path.write_text(text.replace(self._run, run), encoding="utf-8")

    def seconds(self, command: str) -> float:
        """Run a command and return its seconds; `memory` keeps the highest use so far. Raises PandoraError."""
        words = {
            "ls": ["ls", "--json"],
            "tree": ["tree", getattr(self, "_root", "")],
            "show": ["show", getattr(self, "_root", "")],
            "resume": ["resume", getattr(self, "_root", ""), "--model", self._script, "-q"],
            "run": ["run", TASK, "--model", self._script, "-q"],
        }[command]
        measured = subprocess.run(
            [
                sys.executable,
                "-I",
                "-S",
                "-c",
                LAUNCHER,
                "-m",
                "pandora",
                "-C",
                str(self.workspace.root),
                *words,
            ],
            capture_output=True,
            check=False,
        )
        if measured.returncode:
            errors = measured.stderr.decode()[:300]
            raise PandoraError(f"`pandora {command}` ended with {measured.returncode}: {errors}")
        taken, memory = measured.stdout.split()
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        self.memory = max(self.memory, int(memory) / unit)
        return float(taken)


def measure_scale(system: Path, sizes: Sequence[int], rounds: int, tell: Tell) -> Iterator[Measure]:
    """Measure each command at each size in interleaved rounds; then the highest memory use."""
    with ExitStack() as stack:
        places = []
        for size in sizes:
            tell(f"making {size} documents")
            workspace = stack.enter_context(workspace_on_disk(system))
            places.append(Place(workspace, size, workspace.root.parent / "script.jsonl"))
        for command in ("ls", "tree", "show", "resume", "run"):
            tell(f"{command}, {rounds} times at each size")
            # The first, which does not count, makes the index.
            timed: dict[str, Contender] = {str(place.size): partial(place.seconds, command) for place in places}
            yield _of_command(command, interleave(timed, rounds, warm=2))
        yield _of_memory(places)


def _of_command(command: str, medians: dict[str, float]) -> Measure:
    base, last = next(iter(medians)), list(medians)[-1]
    rows = tuple(
        Row(size, f"{command} beside {size} documents", seconds * 1e3, "ms", seconds / medians[base])
        for size, seconds in medians.items()
    )
    ratio = medians[last] / medians[base]
    return Measure(f"scale_{command}", f"Cost of {command}", f"{last} / {base} documents", GOAL, rows, ratio)


def _of_memory(places: Sequence[Place]) -> Measure:
    rows = tuple(
        Row(str(place.size), f"the most of any command beside {place.size} documents", place.memory, "MB")
        for place in places
    )
    most = max(place.memory for place in places)
    return Measure("scale_memory", "Memory", "megabytes", MEMORY, rows, most)
