"""The folders that any command needs to read: the system's libraries and this Python's own."""

from __future__ import annotations

import os
import site
import sys
from pathlib import Path

# Not /etc, /proc, /sys, /run, /var or /dev as such: they hold secrets and ways out.
_SYSTEM = (
    "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/nix/store",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime",
    "/dev/zero", "/dev/urandom", "/dev/random",
)  # fmt: skip
_INTERNET = ("resolv.conf", "hosts", "nsswitch.conf", "host.conf", "services", "ssl/certs", "ssl/cert.pem")


def system() -> tuple[Path, ...]:
    """The operating system's programs and libraries, as far as they exist here."""
    return tuple(path for path in map(Path, _SYSTEM) if path.exists())


def internet() -> tuple[Path, ...]:
    """The files that a command with network also needs, to look hosts up and check certificates."""
    return tuple(path for path in (Path("/etc") / name for name in _INTERNET) if path.exists())


def interpreter() -> tuple[Path, ...]:
    """The folders of the running Python: its prefixes and packages, with those of its virtual environment."""
    prefixes = {Path(sys.executable).resolve().parent.parent, Path(sys.exec_prefix)}
    prefixes |= {Path(sys.prefix), Path(sys.base_prefix), Path(sys.base_exec_prefix)}
    prefixes |= {prefix.resolve() for prefix in prefixes}  # a virtual environment may be a link to another
    home = Path.home()
    paths: list[Path] = []
    for prefix in sorted(prefixes):
        if home.is_relative_to(prefix):  # a prefix of / or of a home would open everything
            paths += [prefix / name for name in ("bin", "lib", "lib64")]
        else:
            paths.append(prefix)
    if site.ENABLE_USER_SITE:
        paths.append(Path(site.getusersitepackages()))
    return tuple(path for path in paths if os.path.exists(path))


def environment(scratch: Path) -> dict[str, str]:
    """Return all environment variables of a command whose temporary folder is `scratch`."""
    search = [os.path.dirname(sys.executable), "/usr/local/bin", "/usr/bin", "/bin"]
    variables = {
        "PATH": os.pathsep.join(search),
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",  # a thread a core would not fit into the memory ceiling
    }
    if site.ENABLE_USER_SITE:
        variables["PYTHONUSERBASE"] = site.getuserbase()
    return variables
