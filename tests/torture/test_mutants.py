"""Each promise taken out of the engine, and the torture that holds it then fails: these tests can fail.

A mutant is a copy of the package in which some lines are others; the torture is run against it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.torture.counts import count
from tests.torture.strace import reason_not_to as no_strace
from tests.torture.test_power import folder_of
from tests.torture.test_power import reason_not_to as no_cuts

pytestmark = pytest.mark.torture
ROOT = Path(__file__).parents[2]
Edit = tuple[str, str, str]


@dataclass(frozen=True)
class Mutant:
    """The lines that are others, the test that must notice, one of the words it may say, and its sizes."""

    edits: tuple[Edit, ...]
    test: str
    told: tuple[str, ...]
    sizes: dict[str, int] = field(default_factory=dict)


NO_VERIFY: Edit = (
    "disk/atomic.py",
    "    if came_out == expected:\n        return temporary\n",
    "    return temporary\n",
)
NO_LATE: Edit = ("disk/store.py", "if read_consistent(displaced.path) == displaced.base:", "if True:")
NO_SIZE: Edit = ("disk/atomic.py", "if os.fstat(handle).st_size != len(data):", "if False:")
SHORT: Edit = (
    "disk/atomic.py",
    "while view:\n            view = view[os.write(handle, view) :]",
    "os.write(handle, view)",
)
FOLDER = "    try:\n        os.fsync(handle)\n    finally:\n        os.close(handle)\n"
SAVES = "test_saves.py::test_many_saves"
LATE = "../disk/test_store.py::TestAnEditorHoldsTheFile::test_a_late_save_is_found_at_the_end"
"""What the races cannot show: who goes on with their own buffer saves again what was lost."""
BETWEEN = "../disk/test_atomic.py::TestAPersonSavesMeanwhile::test_between_the_check_and_the_exchange"
"""What the races show by luck only, on a loaded machine."""
CUTS = "test_power.py::test_many_power_cuts"
WHOLE = "test_kill.py::TestWhole"
MUTANTS = {
    "the verify after the exchange, and the look after that": Mutant(
        (NO_VERIFY, NO_LATE), BETWEEN, ("assert", "DID NOT RAISE")
    ),
    "the look at what an editor wrote late": Mutant(
        (NO_LATE,), LATE, ("assert",)
    ),
    "the conflict copy": Mutant(
        (("disk/conflicts.py", "                write_new(path, data)\n", "                pass\n"),),
        f"{SAVES}[in_place-False]",
        ("FileNotFoundError", "assert len(set(copies))", "assert lost == set()"),
        {"SAVES": 300},
    ),
    "the sync of a folder": Mutant(
        (("disk/atomic.py", FOLDER, "    os.close(handle)\n"),),
        CUTS,
        ("is not what was acknowledged",),
        {"CUTS": 16},
    ),
    "the sync of a file": Mutant(
        (("disk/atomic.py", "        os.fsync(handle)\n        temporary", "        temporary"),),
        CUTS,
        ("is not what was acknowledged", "is torn"),
        {"CUTS": 16},
    ),
    "the rest of a short write": Mutant(
        (SHORT, NO_SIZE), f"{WHOLE}::test_every_write_is_short", ("writes of 1 bytes",)
    ),
    "the error of a sync": Mutant(
        (("disk/atomic.py", FOLDER, FOLDER.replace("finally", "except OSError:\n        pass\n    finally")),),
        f"{WHOLE}::test_every_call_fails[EIO]",
        ("failed with EIO: exit code 0",),
        {"STRIDE": 6},
    ),
    "the intent": Mutant(
        (("engine/questions.py", "return reaches_beyond and", "return False and"),),
        "test_once.py::test_killed_around_its_effect",
        ("2 mails were sent",),
    ),
    "a section that stands": Mutant(
        (("document/records.py", "return Standing.FRESH if (", "return Standing.STALE if ("),),
        "test_kill.py::TestShort::test_killed_at_a_sample_of_its_calls",
        ("asked for again although they were on disk", "is left behind"),
    ),
    "what is kept of a person's text": Mutant(
        (("disk/atomic.py", "if data in saved or parsed is None or parsed.is_ours(data):", "if True:"),),
        "../disk/test_recovery.py::test_where_the_document_was_changed_since_it_goes_beside",
        ("Error",),
    ),
    "the lease": Mutant(
        (("disk/lease.py", "locked is False or (holder and _holder_lives(holder, path, locked))", "False"),),
        "test_conditions.py::test_two_engines_on_one_run",
        ("assert",),
    ),
}  # fmt: skip


def mutated(edits: tuple[Edit, ...], folder: Path) -> Path:
    """A copy of the project with some lines changed."""
    ignored = shutil.ignore_patterns("__pycache__", "tasks", ".*")
    for name in ("pandora", "tests", "system"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for module, old, new in edits:
        path = folder / "pandora" / module
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{module}: {old}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize("promise", MUTANTS)
def test_without_a_promise_the_torture_fails(promise: str, tmp_path: Path) -> None:
    mutant = MUTANTS[promise]
    if WHOLE in mutant.test and "short" not in mutant.test and (told := no_strace()):
        pytest.skip(f"this needs strace: {told}")
    if CUTS in mutant.test and (told := no_cuts(folder_of(tmp_path, "probe"))):
        pytest.skip(f"this needs power cuts: {told}")
    folder = mutated(mutant.edits, folder_of(tmp_path, "copy"))
    sizes = {f"TORTURE_{name}": str(number) for name, number in mutant.sizes.items()}
    outer = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**outer, **sizes, "TORTURE_LOG": "", "PYTHONPATH": str(folder)}
    # Not by a pipe: a paused child that a failed test leaves would hold it open.
    with open(tmp_path / "told", "w+", encoding="utf-8", errors="replace") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "torture or not torture", "-x",
             "-vv", f"tests/torture/{mutant.test}"],
            cwd=folder, env=environment, stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        code = process.wait()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        file.seek(0)
        told = file.read()
    assert code == 1, told[-2000:]
    assert any(each in told for each in mutant.told), told[-4000:]
    count(f"without {promise}: noticed")
