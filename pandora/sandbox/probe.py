"""Whether the sandbox holds on this machine, found out by trying to break out of it."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from pandora.sandbox import scratch
from pandora.sandbox.process import Limits, run

# What a command must not be able to do; it prints the name of what it could.
_ATTEMPTS = """
import os, socket, sys
folder, secret, engine, port = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
def read(): assert open(folder + "/secret").read() == secret
def write(): open(folder + "/written", "w").close()
def link():
    os.symlink(folder + "/secret", "link")
    open("link").read()
def environment(): assert open(f"/proc/{engine}/environ", "rb").read()
def signal(): os.kill(engine, 0)
def tcp(): socket.create_connection(("127.0.0.1", port), 5)
def udp(): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", port))
def unix(): socket.socket(socket.AF_UNIX).connect(folder + "/socket")
def abstract(): socket.socket(socket.AF_UNIX).connect("\\0" + secret)
def memory(): bytearray(1 << 30)
for attempt in (read, write, link, environment, signal, tcp, udp, unix, abstract, memory):
    try: attempt()
    except (OSError, MemoryError): continue
    print(attempt.__name__)
print("done")
"""
NAMES = ("read", "write", "link", "environment", "signal", "tcp", "udp", "unix", "abstract", "memory")


@dataclass(frozen=True)
class Probe:
    """The attempts that succeeded (none of them should) and the confinements that were in force.

    `works` is False where not even a harmless command could be run.
    """

    works: bool
    open: tuple[str, ...]
    confined: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether commands may be run here without a person's --unsafe."""
        return self.works and not self.open


def probe() -> Probe:
    """Run the attempts in the sandbox, against a file, sockets and a process that are really there."""
    outside, inside = scratch.make("outside"), scratch.make("inside")
    secret = secrets.token_hex(16)
    try:
        (outside / "secret").write_text(secret, encoding="ascii")
        with ExitStack() as stack:
            port = _listen(stack, outside, secret)
            arguments = (str(outside), secret, str(os.getpid()), str(port))
            completed = run(
                (sys.executable, "-I", "-S", "-c", _ATTEMPTS, *arguments),
                cwd=inside,
                writable=(inside,),
                limits=Limits(memory=512 << 20),
            )
    finally:
        scratch.discard(outside)
        scratch.discard(inside)
    told = completed.stdout.decode("utf-8", "replace").split()
    works = completed.code == 0 and "done" in told
    return Probe(works, tuple(name for name in NAMES if name in told), completed.confined)


def _listen(stack: ExitStack, folder: Path, name: str) -> int:
    """Open what the attempts would reach; where sockets are forbidden to us too, there is nothing to reach."""
    try:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in (str(folder / "socket"), *([f"\0{name}"] if sys.platform == "linux" else [])):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen()
        return int(tcp.getsockname()[1])
    except OSError:
        return 9
