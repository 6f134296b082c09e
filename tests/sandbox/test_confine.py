"""Each guard alone, so that one does not hide that another is gone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pandora.sandbox import landlock
from tests.sandbox.processes import Script

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these guards are Linux's")

TRY = """
import os, socket
from pandora.sandbox import confine, system_calls, landlock, seccomp
def tried(action):
    try: action()
    except OSError as error: return type(error).__name__
    return "did"
listener = socket.create_server(("127.0.0.1", 0))
def connect(): socket.create_connection(listener.getsockname(), 5)
"""
QUIET = "system_calls.prctl(system_calls.SET_NO_NEW_PRIVILEGES, 1)\n"


def test_unconfined_everything_succeeds(script: Script) -> None:
    done = script(TRY + "print(tried(connect), tried(lambda: open('/etc/passwd')), tried(socket.socket))")
    assert done.stdout == "did did did\n", done.stderr


def test_namespaces_have_no_network(script: Script) -> None:
    done = script(TRY + "held = confine.namespaces()\nprint('network' in held, tried(connect))")
    if done.stdout.startswith("False"):
        pytest.skip("no namespaces here")
    assert done.stdout == "True OSError\n", done.stderr  # the network is unreachable


def test_namespaces_keep_the_user(script: Script) -> None:
    done = script(TRY + """
was = os.getuid(), os.getgid()
confine.namespaces()
print(was == (os.getuid(), os.getgid()))
""")  # fmt: skip
    assert done.stdout == "True\n", done.stderr


def test_a_namespace_of_processes_dies_with_its_first(script: Script) -> None:
    done = script(TRY + """
held = confine.namespaces()
if "processes" in held:
    first = os.fork()
    if first == 0: print("first", os.getpid(), flush=True); os._exit(0)
    os.waitpid(first, 0)
    print(tried(os.fork))
""")  # fmt: skip
    if not done.stdout:
        pytest.skip("no namespaces here")
    assert done.stdout == "first 1\nOSError\n", done.stderr


def test_landlock_alone_denies_files_and_tcp(script: Script, tmp_path: Path) -> None:
    (tmp_path / "readable").write_text("r")
    (tmp_path / "writable").mkdir()
    done = script(TRY + QUIET + f"""
held = landlock.restrict([{str(tmp_path / "readable")!r}, "/no/such/place"], [{str(tmp_path / "writable")!r}])
print(*held, sep=",")
base = {str(tmp_path)!r}
print(tried(lambda: open(base + "/readable").close()), tried(lambda: open(base + "/readable", "a")),
      tried(lambda: open(base + "/writable/x", "w").close()), tried(lambda: os.mkfifo(base + "/writable/f")),
      tried(lambda: os.mknod(base + "/writable/d", 0o20666, 0x103)), tried(lambda: open("/etc/passwd")),
      tried(lambda: os.listdir(base)), tried(lambda: os.truncate(base + "/readable", 0)), tried(connect))
""")  # fmt: skip
    held, told = done.stdout.splitlines()
    version = landlock.abi()
    assert ("landlock" in held, "landlock tcp" in held, "landlock scope" in held) == (
        True,
        version >= 4,
        version >= 6,
    )
    denied = "PermissionError"
    assert told.split()[:7] == ["did", denied, "did", "did", denied, denied, denied]
    assert told.split()[7:] == [denied if version >= 3 else "did", denied if version >= 4 else "did"]


def test_landlock_stands_in_for_scopes(script: Script) -> None:
    if landlock.abi() < 6:
        pytest.skip("this kernel's Landlock has no scopes")
    done = script(TRY + QUIET + """
parent = os.getpid()
abstract = socket.socket(socket.AF_UNIX)
abstract.bind(b"\\0pandora-test-" + str(parent).encode())
abstract.listen()
def reach(): socket.socket(socket.AF_UNIX).connect(abstract.getsockname())
child = os.fork()
if child == 0:
    landlock.restrict([], [])
    print(tried(lambda: os.kill(parent, 0)), tried(reach), flush=True)
    os._exit(0)
os.waitpid(child, 0)
""")  # fmt: skip
    assert done.stdout == "PermissionError PermissionError\n", done.stderr


def test_seccomp_alone_denies_sockets_namespaces_and_tracing(script: Script) -> None:
    done = script(TRY + QUIET + """
import ctypes, subprocess, threading
absent = seccomp._MACHINES[os.uname().machine][3]
assert seccomp.restrict() == ("seccomp", "network")
libc = ctypes.CDLL(None, use_errno=True)
def ptrace():
    if libc.ptrace(0, 0, 0, 0) < 0: raise OSError(ctypes.get_errno(), "")
def clone():
    system_calls.syscall(56 if os.uname().machine == "x86_64" else 220, system_calls.NEW_USER | 17, 0, 0, 0, 0)
print(tried(socket.socket), tried(lambda: socket.socket(socket.AF_UNIX)), tried(ptrace), tried(clone),
      tried(lambda: system_calls.unshare(system_calls.NEW_USER)),
      tried(lambda: system_calls.syscall(425, 1, 0)))
def typed():
    import fcntl, pty
    terminal = pty.openpty()[1]
    fcntl.ioctl(terminal, 0x5412, b"x")
def number(action):
    try: action()
    except OSError as error: return error.errno
print(tried(typed), *(number(lambda: system_calls.syscall(each, 0, 0, 0)) for each in absent),
      number(lambda: os.listxattr("/")))
print(tried(socket.socketpair))
thread = threading.Thread(target=lambda: print("thread")); thread.start(); thread.join()
print(subprocess.run(["echo", "child"], capture_output=True, text=True).stdout, end="")
""")  # fmt: skip
    denied = "PermissionError"
    assert done.stdout == f"{' '.join([denied] * 6)}\n{denied}{' 38' * 5} 95\ndid\nthread\nchild\n", done.stderr


def test_pipes_and_sockets_keep_their_size_and_programs_do_without(script: Script) -> None:
    """What they hold is counted by their number: nothing makes one larger or puts large pages into one."""
    done = script(TRY + QUIET + """
import asyncio, ctypes, fcntl, multiprocessing, shutil, tempfile
folder = tempfile.TemporaryDirectory()
copied = folder.name + "/file"
pair = socket.socketpair()
size = pair[0].getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
seccomp.restrict()
def number(action):
    try: action()
    except OSError as error: return error.errno
    return 0
def kind(family, type): return number(lambda: socket.socketpair(family, type | socket.SOCK_CLOEXEC))
print(kind(socket.AF_UNIX, socket.SOCK_STREAM), kind(socket.AF_UNIX, socket.SOCK_DGRAM),
      kind(socket.AF_UNIX, socket.SOCK_SEQPACKET), kind(30, socket.SOCK_STREAM))
for option in (7, 8, 32, 33): pair[0].setsockopt(socket.SOL_SOCKET, option, 1 << 20)
pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
print(pair[0].getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) == size,
      pair[0].getsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED))
receive, send = os.pipe()
print(number(lambda: fcntl.fcntl(receive, 1031, 1 << 20)), fcntl.fcntl(receive, fcntl.F_GETFD))
here = os.open(shutil.__file__, os.O_RDONLY)
libc = ctypes.CDLL(None, use_errno=True)
calls = (lambda: libc.splice(here, None, send, None, 100, 0), lambda: libc.tee(receive, send, 100, 0),
         lambda: libc.vmsplice(send, None, 0, 0), lambda: libc.sendfile(send, here, None, 100))
print(*((call(), ctypes.get_errno()) for call in calls))
shutil.copyfile(shutil.__file__, copied)
print(open(copied).read() == open(shutil.__file__).read(), asyncio.run(asyncio.sleep(0, "asyncio")))
ends = multiprocessing.Pipe()
ends[0].send("multiprocessing"); print(ends[1].recv())
""")  # fmt: skip
    assert done.stdout.splitlines() == [
        "0 1 1 1", "True 1", "1 1", " ".join(["(-1, 22)"] * 4), "True asyncio", "multiprocessing"
    ], done.stderr  # fmt: skip


def test_privileges_are_gone_for_good(script: Script) -> None:
    done = script(TRY + """
print(confine.privileges())
wanted = ("CapPrm", "CapEff", "NoNewPrivs")
shown = [line.split() for line in os.popen("cat /proc/self/status") if line.startswith(wanted)]
print({name[:-1]: int(value, 16) for name, value in shown})
""")  # fmt: skip
    held, status = done.stdout.splitlines()
    assert held == "('no new privileges', 'capabilities')"
    assert status == "{'CapPrm': 0, 'CapEff': 0, 'NoNewPrivs': 1}"


def test_ceilings_do_not_raise_a_lower_hard_limit(script: Script) -> None:
    done = script(TRY + """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
print(confine.ceilings(1 << 30, 5000, 10, 0), resource.getrlimit(resource.RLIMIT_FSIZE))
""")  # fmt: skip
    assert done.stdout == "('rlimits',) (1000, 1000)\n", done.stderr
