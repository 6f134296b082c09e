"""What the command line of a llama-server on this machine says of its cache of prompts in memory."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from pandora.host_names import is_loopback

CACHE_RAM = 8192
"""The MiB that llama-server keeps prompts in, where neither its command line nor a variable says otherwise."""
_FLAGS = ("--cache-ram", "-cram")
_VARIABLE = "LLAMA_ARG_CACHE_RAM"


def cache_ram_of(url: str) -> float | None:
    """The MiB of the cache of the llama-server at `url`, infinite without a limit; None where nobody can tell.

    That is so of a server on another machine, of another user, or in a container.
    """
    import psutil

    parts = urlsplit(url)
    if not is_loopback(parts.hostname or ""):
        return None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        pids = {
            connection.pid
            for connection in psutil.net_connections("tcp")
            if connection.status == psutil.CONN_LISTEN and connection.laddr and connection.laddr[1] == port
        }
        if len(pids) != 1 or None in pids:
            return None
        process = psutil.Process(pids.pop())
        command, variables = process.cmdline(), process.environ()
    except (psutil.Error, OSError):
        return None
    return read_cache_ram(command, variables)


def read_cache_ram(command: Sequence[str], variables: Mapping[str, str]) -> float | None:
    """The MiB that a llama-server with this command line and environment keeps prompts in.

    None where the program is no llama-server, or the number is none.
    """
    if not any("llama-server" in word for word in command[:2]):
        return None
    words = [part for word in command for part in word.split("=", 1)]
    given = [variables[_VARIABLE]] if _VARIABLE in variables else []
    given += [value for name, value in itertools.pairwise(words) if name in _FLAGS]
    try:
        size = int(given[-1]) if given else CACHE_RAM  # the last one counts, and flags before the variable
    except ValueError:
        return None
    return math.inf if size < 0 else size
