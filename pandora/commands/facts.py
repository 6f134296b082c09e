"""What `pandora doctor` finds out by trying: the model's file, the disk's exchange, the sandbox."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pandora.disk import atomic, exchange
from pandora.disk.layout import Workspace
from pandora.errors import DiskError, PandoraError
from pandora.models.catalogue import CATALOGUE
from pandora.models.open import gguf_path, open_model
from pandora.policy import ANY, Policy

REFUSED = (
    "no command is run without a sandbox; it needs Linux 5.13 or newer with Landlock and network namespaces "
    "(on Ubuntu 24.04: sysctl kernel.apparmor_restrict_unprivileged_userns=0)"
)
ATTEMPTS = {
    "read": "read a file outside",
    "write": "write a file outside",
    "link": "read outside through a link",
    "environment": "read Pandora's environment",
    "signal": "signal Pandora",
    "tcp": "connect to this machine",
    "udp": "send a datagram",
    "unix": "connect to a socket by path",
    "abstract": "connect to an abstract socket",
    "memory": "take more memory than allowed",
}


@dataclass(frozen=True)
class Fact:
    """One thing about this machine; `remedy` says what to do where it keeps tasks from running.

    `source` is where a setting's value comes from.
    """

    about: str
    name: str
    told: str
    remedy: str = ""
    source: str = ""


def model_facts(spec: str) -> Iterator[Fact]:
    """Whether the model that would be used is there; its file is known by its size, not read."""
    try:
        path = gguf_path(spec)
        if path is None:
            yield _elsewhere(spec)
            return
        from pandora.models.llama_library import check_gguf

        check_gguf(path)
        size = path.stat().st_size
    except PandoraError as error:
        yield Fact("model", spec, "not here", str(error))
        return
    wanted = next((source.size for source in CATALOGUE if source.name == spec), 0)
    if wanted and size != wanted:
        remedy = f"pandora models rm {spec} && pandora models pull {spec}"
        yield Fact("model", spec, f"{size} bytes and not the {wanted} it should be: {path}", remedy)
    else:
        yield Fact("model", spec, f"{size / 1e6:.0f} MB, {'its right size' if wanted else 'a GGUF'}: {path}")


def _elsewhere(spec: str) -> Fact:
    """A server or a script: opened, since that is quick."""
    try:
        model = open_model(spec)
    except PandoraError as error:
        return Fact("model", spec, "not usable", str(error))
    told = f"{model.name}, context {model.context}"
    model.close()
    return Fact("model", spec, told)


def policy_facts(policy: Policy) -> Iterator[Fact]:
    """What each effect needs, by effect and verdict, with where that is said; what is untrusted."""
    grouped: dict[tuple[str, str, str], list[str]] = {}
    for rule in policy.rules:
        grouped.setdefault((rule.effect, rule.verdict, rule.source), []).append(rule.target)
    for (effect, verdict, source), targets in grouped.items():
        told = verdict if targets == [ANY] else f"{verdict}: {', '.join(targets)}"
        yield Fact("policy", effect, told, source=source)
    if policy.untrusted:
        yield Fact("policy", "untrusted", ", ".join(policy.untrusted))


def probe_facts(workspace: Workspace | None) -> Iterator[Fact]:
    """What the disk and the sandbox really do."""
    if workspace is not None:
        yield exchange_fact(workspace)
    yield from sandbox_facts()


def exchange_fact(workspace: Workspace) -> Fact:
    """Two files in `state/` that exchange their names in one step, or do not."""
    folder = workspace.state
    if not folder.is_dir():
        return Fact("disk", "state/", "not there", "pandora init makes it")
    mark = f".doctor.{os.getpid()}.{os.urandom(4).hex()}"
    one, other = folder / f"{mark}.a", folder / f"{mark}.b"
    try:
        atomic.write_new(one, b"a")
        atomic.write_new(other, b"b")
        swapped = exchange.swap(one, other) and one.read_bytes() == b"b"
    except (OSError, DiskError) as error:
        return Fact("disk", "state/", f"cannot be written: {error}", str(error))
    finally:
        for path in (one, other):
            _remove(path)
    if swapped:
        return Fact("disk", "exchange", "works in state/: an edit made while the engine writes is kept")
    return Fact("disk", "exchange", "not in state/: an edit in the moment of a write could be lost")


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError:
        return


def sandbox_facts() -> Iterator[Fact]:
    """Each attempt to break out, and what became of it."""
    from pandora.operations.handler import Room
    from pandora.sandbox.probe import NAMES, probe

    try:
        found = probe()
    except (PandoraError, OSError) as error:
        yield Fact("sandbox", "commands", f"cannot be run: {error}", str(error))
        return
    missing = [name for name in Room(Path(".")).required if name not in found.confined]
    if not found.works:
        yield Fact("sandbox", "commands", "not even a harmless one can be run", REFUSED)
    elif missing:
        yield Fact("sandbox", "commands", f"cannot be confined: no {', '.join(missing)}", REFUSED)
    for name in NAMES if found.works else ():
        yield Fact("sandbox", ATTEMPTS.get(name, name), "OPEN" if name in found.open else "denied")
    yield Fact("sandbox", "in force", ", ".join(found.confined) or "nothing")
