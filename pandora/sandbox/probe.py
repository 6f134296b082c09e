"""Find out whether a tier of the sandbox works on this machine, by trying to break out of it."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pandora.sandbox import scratch
from pandora.sandbox.process import Limits, run
from pandora.sandbox.tier import Tier

ESCAPES = {
    "read": "read a file outside",
    "write": "write a file outside",
    "link": "read outside through a link",
    "hard_link": "give a file outside another name",
    "mode": "set the mode of a file outside",
    "attributes": "list the attributes of a file outside",
    "watch": "watch what happens to a file outside",
    "own_environment": "find Pandora's variables in its own",
    "environment": "read Pandora's environment",
    "descriptor": "use a file that Pandora has open",
    "signal": "signal Pandora",
    "trace": "trace a process",
    "tcp": "connect to this machine",
    "udp": "send a datagram",
    "unix": "connect to a socket outside by path",
    "unix_inside": "connect to a socket by a path in the workspace",
    "unix_pair": "send to a socket outside by path through a pair of sockets",
    "abstract": "connect to an abstract socket",
    "namespace": "enter a user namespace of its own",
    "privileges": "gain rights by a set-user-id program",
}
"""What a command must not be able to do: the name of each attempt, and its description for people."""
EXHAUSTIONS = {
    "memory": "take more memory than allowed",
    "forks": "start processes without end",
    "file": "write one file without end",
    "shared": "take memory that processes share",
    "sockets": "take memory that waits in sockets",
    "ended": "take memory after the first thread has ended",
    "threads": "start threads without end",
    "disk": "fill the disk with many files",
    "nameless": "fill the disk with a file without a name",
    "output": "print without end",
}
"""Attempts to use up the machine; the sandbox should end them, but one that succeeds reveals no secret."""
NAMES = (*ESCAPES, "memory")
"""The attempts that are made together in one run; each other exhaustion has a run of its own."""

_ATTEMPTS = """
import os, socket, sys
folder, secret = sys.argv[1:3]
engine, port, held = map(int, sys.argv[3:])
def read(): assert open(folder + "/secret").read() == secret
def write(): open(folder + "/written", "w").close()
def link():
    os.symlink(folder + "/secret", "link")
    open("link").read()
def hard_link(): os.link(folder + "/secret", "hard")
def mode(): os.chmod(folder + "/secret", 0o644)
def attributes(): os.listxattr(folder + "/secret")
def watch():
    import ctypes
    held = ctypes.CDLL(None).inotify_init1(0)
    if ctypes.CDLL(None).inotify_add_watch(held, (folder + "/secret").encode(), 2) < 0: raise OSError
def own_environment(): assert secret in os.environ.values()
def environment(): assert open(f"/proc/{engine}/environ", "rb").read()
def descriptor(): assert os.read(held, 1) or True
def signal(): os.kill(engine, 0)
def libc(name, *values):
    import ctypes
    ctypes.CDLL(None).prctl.restype = ctypes.c_long
    if getattr(ctypes.CDLL(None), name)(*values) < 0: raise OSError
def trace(): libc("ptrace", 0, 0, 0, 0)
def tcp(): socket.create_connection(("127.0.0.1", port), 5)
def udp(): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", port))
def unix(): socket.socket(socket.AF_UNIX).connect(folder + "/socket")
def unix_inside(): socket.socket(socket.AF_UNIX).connect("socket")
def unix_pair():
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    pair[0].sendto(b"x", folder + "/datagrams")
def abstract(): socket.socket(socket.AF_UNIX).connect("\\0" + secret)
def namespace(): libc("unshare", 0x10000000)
def privileges():
    import ctypes
    if ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) == 1: raise OSError
def memory(): bytearray(1 << 30)
for attempt in (read, write, link, hard_link, mode, attributes, watch, own_environment, environment,
                descriptor, signal, trace, tcp, udp, unix, unix_inside, unix_pair, abstract, namespace,
                privileges, memory):
    try: attempt()
    except (OSError, MemoryError, AssertionError, AttributeError): continue
    print(attempt.__name__)
print("done")
"""
# Each program ends by itself, so that it does no harm where nothing stops it, and then prints "done".
_WEARING = {
    "forks": """
import os, signal, time
started = []
for count in range(400):
    child = os.fork()
    if child == 0: signal.pause()
    started.append(child)
for wait in range(40): time.sleep(0.05)
for child in started: os.kill(child, 9)
print("done")
""",
    "file": """
with open("big", "wb") as file:
    for block in range(48): file.write(bytes(1 << 20))
print("done")
""",
    "shared": """
import mmap, os, time
for count in range(3):
    if os.fork() == 0:
        mine = mmap.mmap(-1, 64 << 20)
        for block in range(64): mine.write(bytes(1 << 20))
        time.sleep(1)
        os._exit(0)
for count in range(3): assert os.wait()[1] == 0
print("done")
""",
    "sockets": """
import os, socket, time
for count in range(4):
    if os.fork() == 0:
        pairs = [socket.socketpair() for pair in range(200)]
        for pair in pairs:
            for end in pair:
                end.setblocking(False)
                end.send(bytes(1 << 17))
        time.sleep(1)
        os._exit(0)
for count in range(4): assert os.wait()[1] == 0
print("done")
""",
    "ended": """
import ctypes, os, threading, time
libc = ctypes.CDLL(None)
first = ctypes.c_ulong(threading.main_thread().ident)
def hold():
    libc.pthread_join(first, None)
    held = b"x" * (96 << 20)
    time.sleep(1)
    os._exit(0)
for count in range(3):
    if os.fork() == 0:
        threading.Thread(target=hold).start()
        libc.syscall({"x86_64": 60}.get(os.uname().machine, 93), 0)
for count in range(3): assert os.wait()[1] == 0
print("done")
""",
    "threads": """
import _thread, os, time
_thread.stack_size(1 << 16)
for count in range(400): _thread.start_new_thread(time.sleep, (5,))
time.sleep(1)
os.write(1, b"done")
os._exit(0)
""",
    "nameless": """
import os, time
with open("big", "wb") as file:
    os.unlink("big")
    for block in range(64): file.write(bytes(1 << 20))
    file.flush()
    for wait in range(40): time.sleep(0.05)
print("done")
""",
    "disk": """
import time
for count in range(64):
    with open(f"{count}", "wb") as file: file.write(bytes(1 << 20))
for wait in range(40): time.sleep(0.05)
print("done")
""",
    "output": """
import os, sys
for count in range(1000): os.write(2, bytes(1 << 16))
print("done")
""",
}
_LIMITS = {
    "disk": {"file": 256 << 20},
    "nameless": {"file": 256 << 20},
    "shared": {"disk": 0, "memory": 128 << 20},
    "sockets": {"disk": 0, "memory": 128 << 20},
    "ended": {"disk": 0, "memory": 256 << 20},
}
_SMALL = Limits(seconds=20, memory=512 << 20, file=32 << 20, output=1 << 16, processes=16, disk=32 << 20)


@dataclass(frozen=True)
class Probe:
    """The result of a probe: `open` lists the attempts that succeeded, of which there should be none.

    `confined` lists the confinements that were in force. `works` is False where the program that makes the
    attempts could not be run to its end.
    """

    works: bool
    open: tuple[str, ...]
    confined: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True where the program ran and no escape succeeded, so that commands need no --unsafe."""
        return self.works and not any(name in ESCAPES for name in self.open)


def probe(tier: Tier | None = None, *, wear: bool = False) -> Probe:
    """Make the attempts in `tier`, by default the best one, against a real file, real sockets and this process.

    With `wear` the exhaustions are tried too, which takes some seconds.
    """
    secret = secrets.token_hex(16)
    with _folders() as (outside, inside), ExitStack() as stack:
        (outside / "secret").write_text(secret, encoding="ascii")
        (outside / "secret").chmod(0o600)
        port = _listen(stack, outside, inside, secret)
        descriptor = os.open(outside / "secret", os.O_RDONLY)
        stack.callback(os.close, descriptor)
        os.set_inheritable(descriptor, True)
        os.environ["PANDORA_PROBE"] = secret
        stack.callback(os.environ.pop, "PANDORA_PROBE", None)
        arguments = (str(outside), secret, str(os.getpid()), str(port), str(descriptor))
        completed = run(
            (sys.executable, "-I", "-S", "-c", _ATTEMPTS, *arguments),
            cwd=inside,
            writable=(inside,),
            limits=replace(_SMALL, processes=64),
            tier=tier,
        )
    words = completed.stdout.decode("utf-8", "replace").split()
    works = completed.code == 0 and "done" in words
    opened = [name for name in NAMES if name in words]
    if wear and works:
        opened += [name for name in _WEARING if _wears(name, tier)]
    return Probe(works, tuple(opened), completed.confined)


def _wears(name: str, tier: Tier | None) -> bool:
    with _folders() as (_, inside):
        limits = replace(_SMALL, **_LIMITS.get(name, {"disk": 0}))
        command = (sys.executable, "-I", "-S", "-c", _WEARING[name])
        completed = run(command, cwd=inside, writable=(inside,), limits=limits, tier=tier)
    return b"done" in completed.stdout


@contextmanager
def _folders() -> Iterator[tuple[Path, Path]]:
    outside, inside = scratch.make("outside"), scratch.make("inside")
    try:
        yield outside, inside
    finally:
        scratch.discard(outside)
        scratch.discard(inside)


def _listen(stack: ExitStack, outside: Path, inside: Path, name: str) -> int:
    """Open the sockets that the attempts try to reach, and return the TCP port.

    Where this process may not open sockets itself, none are open and the port is 9.
    """
    try:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        abstract = [f"\0{name}"] if sys.platform == "linux" else []
        for address in (str(outside / "socket"), str(inside / "socket"), *abstract):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen()
        stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)).bind(str(outside / "datagrams"))
        return int(tcp.getsockname()[1])
    except OSError:
        return 9
