"""Finding out what serves a URL: llama-server, which describes itself, or another server."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from pandora.document.meta_values import whole_number
from pandora.errors import ModelError
from pandora.models.server_wire import NotJson, RefusedRequest, Wire

CONTEXT = 8192


@dataclass(frozen=True)
class ServerKind:
    """The model's name and context, whether this is llama-server, and a digest of which model it serves."""

    name: str
    context: int
    is_llama: bool
    fingerprint: str


def find_kind(wire: Wire, name: str, context: int | None) -> ServerKind:
    """Ask the server which model it serves; `name` overrides the name that it reports.

    `context` is the context in tokens to assume where the server does not report one. Raises ModelError.
    """
    props = _props(wire)
    if props is not None:
        size = whole_number(props["default_generation_settings"].get("n_ctx")) or context or CONTEXT
        model = str(props.get("model_alias") or props.get("model_path") or "llama-server")
        name = name or PurePath(model).name.removesuffix(".gguf")
        marks = [wire.url, name, str(props.get("model_path")), str(props.get("chat_template"))]
        return ServerKind(name, size, True, _digest(marks))
    name = name or _first_model(wire)
    return ServerKind(name, context or CONTEXT, False, _digest([wire.url, name]))


def _props(wire: Wire) -> dict[str, Any] | None:
    try:
        props = wire.get("/props")
    except NotJson:
        return None
    except RefusedRequest as error:
        if error.status in (401, 403, 503):
            raise
        return None
    is_llama = isinstance(props, dict) and isinstance(props.get("default_generation_settings"), dict)
    return props if is_llama else None


def _first_model(wire: Wire) -> str:
    try:
        return str(wire.get("/v1/models")["data"][0]["id"])
    except RefusedRequest as error:
        if error.status in (401, 403, 503):
            raise
    except (KeyError, IndexError, TypeError):
        pass
    raise ModelError(f"{wire.url} does not list its models; name one with server:{wire.url}#MODEL")


def _digest(marks: list[str]) -> str:
    return hashlib.sha256("\0".join(marks).encode()).hexdigest()
