"""Each guard taken away, and the attack that it stops then succeeds: the tests of the guards can fail.

A mutant is a copy of the package in which a line is another one. It is probed in a process of its own, in
the tier that the machine's own programs have no part in, as this user and as an ordinary one.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pandora
from tests.sandbox.processes import Script

Edit = tuple[str, str, str]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these guards are Linux's")

PACKAGE = Path(pandora.__file__).parent
PROBE = """
import json
sys.path.insert(0, sys.argv[1])
from pandora.sandbox import probe, tiers
assert probe.__file__.startswith(sys.argv[1]), probe.__file__
found = probe.probe(tiers.OWN, wear=bool(sys.argv[2]))
print(json.dumps([found.works, found.open]))
"""

NO_LANDLOCK: Edit = (
    "worker",
    'applied += confine.files(spec["readable"], spec["writable"], spec["network"])',
    "",
)
NO_SECCOMP: Edit = ("worker", 'applied += confine.calls("read-only" in applied, spec["network"])', "")
NO_NAMESPACES: Edit = (
    "worker",
    'applied += confine.namespaces(spec["network"]) if spec["namespaces"] else ()',
    "",
)
NO_PRIVILEGES: Edit = ("worker", "applied += confine.privileges()", "")
NO_FREEZING: Edit = ("worker", 'applied = [*applied, *confine.frozen(spec["writable"])]', "pass")
ALL_MODES: Edit = ("worker", 'confine.calls("read-only" in applied', "confine.calls(True")
NO_WATCH: Edit = ("supervise", "excess = watch.excess()", "pass")
NO_SHARES: Edit = ("resource_usage", "size += shared_memory(processes.processes)", "pass")
NO_SOCKETS: Edit = (
    "resource_usage",
    "return size + (kernel_memory.pipes_and_sockets(processes.threads, room) if room >= 0 else 0)",
    "return size",
)
NO_LATER_THREADS: Edit = (
    "process_tree",
    "for thread in own_threads if (size",
    "for thread in own_threads[:1] if (size",
)
NO_THREADS: Edit = ("resource_usage", "len(processes.threads) > threads", "False")
NO_PIDS: Edit = ("worker", 'applied += confine.bound_processes(spec["processes"])', "")
NO_GROUP: Edit = ("control_group", "above = parent()", "above = None")
"""Taken from every mutant, since on some machines it bounds memory and threads, too."""
NO_COUNT: Edit = ("confine", "if processes:\n", "if False:\n")

MUTANTS: dict[str, tuple[list[Edit], set[str]]] = {
    "nothing": ([], set()),
    "Landlock": ([NO_LANDLOCK], {"read", "link"}),
    "seccomp": ([NO_SECCOMP], {"unix_inside", "unix_pair", "trace", "namespace", "attributes", "watch"}),
    "the look at pairs of sockets": ([("seccomp", "*_when(_STREAM, _PERMIT)", "_PERMIT")], {"unix_pair"}),
    "the frozen mounts": ([NO_FREEZING, ALL_MODES], {"mode"}),
    "Landlock and the frozen mounts": ([NO_LANDLOCK, NO_FREEZING], {"read", "write", "link", "hard_link"}),
    "namespaces, Landlock and seccomp": (
        [NO_NAMESPACES, NO_LANDLOCK, NO_SECCOMP],
        {"signal", "tcp", "udp", "unix", "abstract"},
    ),
    "all of these, and privileges kept": (
        [NO_NAMESPACES, NO_LANDLOCK, NO_SECCOMP, NO_PRIVILEGES],
        {"environment", "signal", "tcp"},
    ),
    "the clean environment": (
        [("process", "{**system_folders.environment(own)", "{**os.environ, **system_folders.environment(own)")],
        {"own_environment"},
    ),
    "the closed descriptors": (
        [("process", "pass_fds=(asked, send)", "pass_fds=[int(n) for n in os.listdir('/dev/fd') if 2 < int(n) "
                                               "and os.path.exists('/dev/fd/' + n) and int(n) != receive]")],
        {"descriptor"},
    ),
    "no new privileges": ([NO_PRIVILEGES], {"privileges"}),
    "the ceiling of memory": ([NO_WATCH, ("confine", "if memory:", "if False:")], {"memory"}),
}  # fmt: skip
WEARING: dict[str, tuple[list[Edit], set[str]]] = {
    "nothing": ([], set()),
    "the watch": ([NO_WATCH], {"disk", "shared", "nameless", "sockets", "ended"}),
    "the look at shared memory": ([NO_SHARES], {"shared"}),
    "the look at sockets": ([NO_SOCKETS], {"sockets"}),
    "the look at threads that go on": ([NO_LATER_THREADS], {"ended"}),
    "every count of threads": ([NO_THREADS, NO_PIDS, NO_COUNT], {"threads"}),
    "the look at files without a name": ([("resource_usage", " + nameless", "")], {"nameless"}),
    "every count of processes": (
        [NO_WATCH, NO_PIDS, NO_COUNT],
        {"forks", "disk", "shared", "nameless", "sockets", "ended", "threads"},
    ),
    "the ceiling of a file": ([("confine", "(resource.RLIMIT_FSIZE, file),", "")], {"file"}),
    "the end of a flood": ([("supervise", "_FLOOD = 16", "_FLOOD = 1 << 30")], {"output"}),
}


@pytest.fixture
def mutant() -> Iterator[Callable[[list[Edit]], Path]]:
    """Make a copy of the sandbox with some lines changed, where any user can read it."""
    folder = Path(tempfile.mkdtemp(prefix="mutant-"))
    folder.chmod(0o755)

    def make(edits: list[Edit]) -> Path:
        copy = folder / "pandora"
        shutil.copytree(PACKAGE / "sandbox", copy / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("__init__.py", "errors.py", "interrupt.py", "user_folders.py"):
            shutil.copy(PACKAGE / name, copy / name)
        for module, old, new in (NO_GROUP, *edits):
            path = copy / "sandbox" / f"{module}.py"
            text = path.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{module}: {old}"
            path.write_text(text.replace(old, new), encoding="utf-8")
        for path in (copy, *copy.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        return folder

    yield make
    shutil.rmtree(folder, ignore_errors=True)


def opened(script: Script, folder: Path, wear: bool) -> set[str]:
    done = script(PROBE, str(folder), "wear" if wear else "")
    assert done.returncode == 0, done.stderr
    works, found = json.loads(done.stdout)
    assert works
    return set(found)


@pytest.mark.parametrize("guard", MUTANTS)
def test_without_a_guard_the_attack_succeeds(
    guard: str, mutant: Callable[[list[Edit]], Path], script: Script
) -> None:
    edits, attacks = MUTANTS[guard]
    found = opened(script, mutant(edits), False)
    assert attacks <= found
    assert attacks or not found


@pytest.mark.parametrize("guard", MUTANTS)
def test_without_a_guard_an_ordinary_users_attack_succeeds(
    guard: str, mutant: Callable[[list[Edit]], Path], nobody_script: Script
) -> None:
    edits, attacks = MUTANTS[guard]
    found = opened(nobody_script, mutant(edits), False)
    assert attacks <= found
    assert attacks or not found


LONG = {"the watch", "every count of processes"}
"""The guards without which several attacks go on to their own end."""


@pytest.mark.parametrize(
    "guard", [pytest.param(name, marks=pytest.mark.torture) if name in LONG else name for name in WEARING]
)
def test_without_a_guard_the_machine_is_worn(
    guard: str, mutant: Callable[[list[Edit]], Path], script: Script
) -> None:
    edits, attacks = WEARING[guard]
    found = opened(script, mutant(edits), True)
    assert found == attacks


ENDLESS = """
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from pandora.sandbox import tiers
from pandora.sandbox.process import Limits, run
done = run(("sleep", "3"), cwd=Path("/usr"), tier=tiers.OWN, limits=Limits(seconds=0.2))
print(done.timed_out, done.code)
"""


@pytest.mark.parametrize("guarded", [True, False])
def test_without_the_deadline_a_command_goes_on_to_its_own_end(
    guarded: bool, mutant: Callable[[list[Edit]], Path], script: Script
) -> None:
    deadline: Edit = ("supervise", "late = time.monotonic() >= deadline", "late = False")
    done = script(ENDLESS, str(mutant([] if guarded else [deadline])))
    assert done.stdout == ("True 124\n" if guarded else "False 0\n"), done.stderr


OUTLIVING = """
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from pandora.sandbox import tiers
from pandora.sandbox.process import Limits, run
source = '''
import os, time
ready, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    os.close(1); os.close(2)
    os.write(tell, b"1")
    time.sleep(30)
    os._exit(0)
os.read(ready, 1)
'''
command = (sys.executable, "-I", "-S", "-c", source)
run(command, cwd=Path("/usr"), tier=tiers.OWN, limits=Limits(seconds=20))
left = []
for name in os.listdir("/proc"):
    try:
        words = open(f"/proc/{name}/cmdline").read().split(chr(0))
    except OSError:
        continue
    if source in words: left.append(int(name))
for process in left: os.kill(process, 9)
print(len(left))
"""


@pytest.mark.parametrize("guarded", [True, False])
def test_what_outlives_its_step_is_ended(
    guarded: bool, mutant: Callable[[list[Edit]], Path], script: Script
) -> None:
    sweep: Edit = ("worker", "        _kill_descendants(children)\n", "        pass\n")
    adopt: Edit = ("worker", "confine.adopt_orphans()", "pass")
    folder = mutant([] if guarded else [NO_NAMESPACES, sweep, adopt])
    done = script("import os\n" + OUTLIVING, str(folder))
    assert done.stdout == ("0\n" if guarded else "1\n"), done.stderr


def test_a_place_swapped_after_the_check_is_not_written_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder becomes a link between the check and the write; without O_NOFOLLOW it is followed."""
    from pandora.errors import RefusedError
    from pandora.workspace import apply as module
    from pandora.workspace import paths
    from pandora.workspace.change import Change

    resolve = paths.resolve

    def swapped(*arguments: object, **options: object) -> Path:
        found: Path = resolve(*arguments, **options)  # type: ignore[arg-type]
        shutil.rmtree(root / "data")
        (root / "data").symlink_to(outside)
        return found

    for guarded in (True, False):
        root, outside = tmp_path / f"work-{guarded}", tmp_path / f"outside-{guarded}"
        (root / "data").mkdir(parents=True)
        outside.mkdir()
        with monkeypatch.context() as patch:
            patch.setattr(module, "resolve", swapped)
            if guarded:
                with pytest.raises(RefusedError):
                    module.apply([Change("data/evil", "", b"x")], root, ())
            else:
                patch.setattr(os, "O_NOFOLLOW", 0)
                module.apply([Change("data/evil", "", b"x")], root, ())
        assert (outside / "evil").exists() is not guarded
