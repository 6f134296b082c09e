"""List the tiers of the sandbox, best first, and find the first that works on this machine."""

from __future__ import annotations

import json
import os
import platform
import sys
from contextlib import suppress
from pathlib import Path

from pandora.errors import PandoraError
from pandora.sandbox import bubblewrap, seatbelt
from pandora.sandbox.tier import Tier
from pandora.user_folders import cache_folder

OWN = Tier(
    name="own worker",
    about="namespaces, Landlock, rlimits and seccomp, set by the process on itself",
    absent=lambda: "" if sys.platform == "linux" else "it is Linux's",
    namespaces=True,
)
LENIENT = Tier(
    name="none",
    about="whatever the machine allows, and perhaps nothing: --unsafe",
    namespaces=True,
)
TIERS = (bubblewrap.TIER, OWN, seatbelt.TIER)


def best() -> Tier | None:
    """Return the first tier that passes its probe, or None; the tier is remembered until the next boot."""
    name = _best()
    return next((tier for tier in TIERS if tier.name == name), None)


def forget() -> None:
    """Make the next call of `best` probe again, for example after a tier that passed has failed."""
    _best_names.clear()
    with suppress(OSError):
        cache_file().unlink()


def cache_file() -> Path:
    """Return the path of the file that remembers the best tier; it may be deleted at any time."""
    return cache_folder() / "sandbox.json"


_best_names: list[str] = []
"""The name of the tier that this process found; empty while none passed, so that the next call tries again."""


def _best() -> str:
    if not _best_names:
        _best_names.extend(filter(None, [_find_best()]))
    return _best_names[0] if _best_names else ""


def _find_best() -> str:
    key = _key()
    with suppress(OSError, ValueError, AttributeError):
        kept = json.loads(cache_file().read_text(encoding="utf-8"))
        if kept.get("key") == key and kept.get("tier") in {tier.name for tier in TIERS}:
            return str(kept["tier"])
    present = [tier for tier in TIERS if not tier.absent()]
    # A busy machine may break one probe off, so each tier has a second chance.
    name = next((tier.name for tier in (*present, *present) if _works(tier)), "")
    if name:  # a failure is not remembered: a person may be fixing the machine
        _cache(key, name)
    return name


def _works(tier: Tier) -> bool:
    from pandora.sandbox.probe import probe

    try:
        return probe(tier).holds
    except (PandoraError, OSError):
        return False


def _cache(key: str, name: str) -> None:
    path = cache_file()
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps({"key": key, "tier": name}) + "\n", encoding="utf-8")
        temporary.replace(path)


def _key() -> str:
    """Return a text that changes whenever the best tier may.

    It names the boot, the user, the confinement of this process, and the programs and files of the sandbox.
    """
    parts = [platform.platform(), str(os.getuid()), sys.executable, bubblewrap.program()]
    for path in ("/proc/sys/kernel/random/boot_id", "/proc/self/attr/current"):
        with suppress(OSError, ValueError):
            parts.append(Path(path).read_text(encoding="utf-8").strip())
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        parts += [line for line in status if line.startswith(("CapEff", "CapBnd", "NoNewPrivs", "Seccomp"))]
    for name in ("user", "mnt", "net"):
        with suppress(OSError):
            parts.append(os.readlink(f"/proc/self/ns/{name}"))
    for file in (*sorted(Path(__file__).parent.glob("*.py")), Path(bubblewrap.program() or os.devnull)):
        with suppress(OSError):
            entry = file.stat()
            parts.append(f"{file.name} {entry.st_size} {entry.st_mtime_ns}")
    return " | ".join(parts)
