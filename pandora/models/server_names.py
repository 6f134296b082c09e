"""Where the server is that a model's name means: `server:URL`, `ollama:NAME` and `lmstudio:NAME`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from pandora.errors import UsageError
from pandora.host_names import address_of, bracketed, split_port
from pandora.models.discovery.gguf_folders import lm_studio_setting

SERVER, OLLAMA, LM_STUDIO = "server:", "ollama:", "lmstudio:"
PREFIXES = (SERVER, OLLAMA, LM_STUDIO)
"""What the name of a model on a server begins with."""
_OLLAMA_PORT, _LM_STUDIO_PORT = 11434, 1234
_ANYWHERE = ("0.0.0.0", "::")


def is_server(spec: str) -> bool:
    """True if `spec` names a model on a server."""
    return spec.startswith(PREFIXES)


def url_of(spec: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return `URL` or `URL#MODEL` for a name of a model on a server; raises UsageError for a bad address."""
    prefix, _, rest = spec.partition(":")
    if prefix == "server":
        return rest
    base = ollama_url(environment) if prefix == "ollama" else lm_studio_url(environment)
    return f"{base}#{rest}" if rest else base


def ollama_url(environment: Mapping[str, str] = os.environ) -> str:
    """The address of Ollama: OLLAMA_HOST as Ollama itself reads it, else port 11434 of this machine."""
    return _address("OLLAMA_HOST", environment.get("OLLAMA_HOST", ""), _OLLAMA_PORT)


def lm_studio_url(environment: Mapping[str, str] = os.environ) -> str:
    """The address of LM Studio: LMSTUDIO_API_HOST, else this machine at the port of its settings, or 1234."""
    port = lm_studio_setting(".internal/http-server-config.json", "port")
    usual = port if type(port) is int and 0 < port < 65536 else _LM_STUDIO_PORT
    return _address("LMSTUDIO_API_HOST", environment.get("LMSTUDIO_API_HOST", ""), usual)


def _address(variable: str, given: str, port: int) -> str:
    """A URL for `HOST`, `HOST:PORT`, `:PORT` or a URL; an address to listen at everywhere is this machine."""
    scheme, separator, rest = given.strip().strip("\"'").rpartition("://")
    rest, _, path = rest.partition("/")
    host, chosen = split_port(rest)
    number = int(chosen or {"http": 80, "https": 443}.get(scheme if separator else "", port))
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    wrong = re.search(r"[\s#?@\[\]]", host + path) or (":" in host and not address_of(host))
    if scheme not in ("", "http", "https") or wrong or not 0 < number < 65536:
        raise UsageError(f"{variable} is {given!r}; write HOST:PORT or a URL, such as 127.0.0.1:{port}")
    if not host or host in _ANYWHERE:
        host = "127.0.0.1"
    where = f"{scheme or 'http'}://{bracketed(host)}:{number}"
    return f"{where}/{path.strip('/')}" if path.strip("/") else where
