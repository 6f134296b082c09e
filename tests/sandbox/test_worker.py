"""What holds as another user, on a machine that allows less, and when the engine itself is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sandbox.processes import Lock, Script

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and namespaces are Linux's")


PROBE = """
import json
from pandora.sandbox.probe import probe
from pandora.sandbox.tiers import OWN
found = probe(OWN)
print(json.dumps([found.works, found.open, found.confined]))
"""

# An engine whose unshare is denied, as on a system that restricts user namespaces.
DENIED = """
from pandora.sandbox import system_calls, seccomp
system_calls.prctl(system_calls.SET_NO_NEW_PRIVILEGES, 1)
assert seccomp.restrict()
"""

DAEMON = """
import sys
from pathlib import Path
from pandora.sandbox.process import Limits, run
source, lock = sys.argv[1:]
command = (sys.executable, "-I", "-S", "-c", source, lock)
done = run(command, cwd=Path("/usr"), writable=(Path(lock),), limits=Limits(seconds=60))
sys.stdout.write(done.stdout.decode() + done.stderr.decode())
"""

LEAVING = """
ready, begun = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        hold(sys.argv[1])
        os.write(begun, b".")
        while True: pass
    os._exit(0)
os.read(ready, 1)
print("main ends")
"""


def test_an_ordinary_user_is_confined_as_well(nobody_script: Script) -> None:
    done = nobody_script(PROBE)
    assert done.returncode == 0, done.stderr
    works, opened, confined = json.loads(done.stdout)
    assert works
    assert opened == []
    assert {"landlock", "seccomp", "network", "rlimits"} <= set(confined)
    if "user" in confined:
        assert "process count" in confined


def test_a_fork_bomb_of_an_ordinary_user_is_bounded(nobody_script: Script) -> None:
    done = nobody_script("""
from pathlib import Path
from pandora.sandbox.process import Limits, run
from pandora.sandbox.tiers import OWN
source = '''
import os
count = 0
try:
    while os.fork(): count += 1
    os.read(0, 1)
except OSError: print(count)
'''
done = run((sys.executable, "-I", "-S", "-c", source), cwd=Path("/usr"), limits=Limits(processes=20), tier=OWN)
print("process count" in done.confined, done.stdout.decode())
""")
    counted, forked = done.stdout.split()
    if counted == "False":
        pytest.skip("no user namespaces here")
    assert int(forked) < 20


def test_without_namespaces_the_rest_still_holds(script: Script) -> None:
    done = script(DENIED + PROBE)
    assert done.returncode == 0, done.stderr
    works, opened, confined = json.loads(done.stdout)
    assert works
    assert opened == []
    assert "processes" not in confined
    assert {"landlock", "seccomp", "network", "rlimits", "no new privileges"} <= set(confined)


def test_without_namespaces_daemons_are_found_and_ended(script: Script, lock: Lock, hold: str) -> None:
    done = script(DENIED + DAEMON, hold + LEAVING, str(lock.path))
    assert done.stdout == "main ends\n", done.stderr
    assert lock.is_free()


@pytest.mark.parametrize("limits", ["", DENIED])
def test_a_killed_engine_takes_its_commands_along(lock: Lock, hold: str, limits: str) -> None:
    root = str(Path(__file__).parents[2])
    holding = (
        hold + "hold(sys.argv[1]); print('locked', file=open(sys.argv[1], 'w'), flush=True)\nwhile True: pass"
    )
    source = f"import sys; sys.path.insert(0, {root!r})\n{limits}{DAEMON}"
    engine = subprocess.Popen([sys.executable, "-I", "-c", source, holding, str(lock.path)], cwd="/",
                              env={**os.environ, "TMPDIR": str(lock.path.parent)})  # fmt: skip
    try:
        while not lock.path.read_text():
            assert engine.poll() is None
    finally:
        os.kill(engine.pid, signal.SIGKILL)
        engine.wait()
    assert lock.gets_free()


def test_the_worker_starts_without_heavy_modules() -> None:
    root = Path(__file__).parents[2]
    source = (
        f"import sys; sys.path.insert(0, {str(root)!r})\n"
        "import pandora.sandbox.worker, pandora.sandbox.confine\n"
        "print(*sorted({'json', 're', 'enum', 'typing', 'contextlib', 'subprocess'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", source], capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"
