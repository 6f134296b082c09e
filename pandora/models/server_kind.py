"""Finding out what serves a URL: llama-server, which describes itself, or another server."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from pandora.document.meta_values import whole_number
from pandora.errors import ModelError
from pandora.host_names import bracketed, is_loopback
from pandora.models.chat_frame import TemplateError, chat_frame
from pandora.models.llama_library import gguf_digest
from pandora.models.server_wire import NotJson, RefusedRequest, Wire

CONTEXT = 8192


@dataclass(frozen=True)
class ServerKind:
    """The model's name and context, whether this is llama-server, and a digest of which model it serves.

    `channels` is true where its template gives each reply a channel, one of them for thoughts.
    """

    name: str
    context: int
    is_llama: bool
    fingerprint: str
    channels: bool = False


def find_kind(wire: Wire, name: str, context: int | None) -> ServerKind:
    """Ask the server which model it serves; `name` overrides the name that it reports.

    `context` is the context in tokens to assume where the server does not report one. Raises ModelError.
    """
    props = _props(wire)
    if props is not None:
        size = whole_number(props["default_generation_settings"].get("n_ctx")) or context or CONTEXT
        model = str(props.get("model_alias") or props.get("model_path") or "llama-server")
        name = name or PurePath(model).name.removesuffix(".gguf")
        template, path = str(props.get("chat_template")), str(props.get("model_path"))
        weights = _weights_on_this_machine(wire, path, template)
        marks = [weights] if weights else [name, PurePath(path).name, template]
        return ServerKind(name, size, True, _digest(["llama-server", *marks]), _has_channels(template))
    name = name or _first_model(wire)
    weights = _weights_by_ollama(wire, name)
    marks = ["ollama", weights] if weights else [_address(wire), name]
    return ServerKind(name, context or CONTEXT, False, _digest(marks))


def _has_channels(template: str) -> bool:
    """Whether a chat template gives each reply a channel; False for one that cannot be rendered here."""
    try:
        return chat_frame(template).channels
    except TemplateError:
        return False


def _weights_on_this_machine(wire: Wire, path: str, template: str) -> str:
    """The digest of the GGUF that a server on this machine serves; "" where it cannot be read here."""
    if not is_loopback(wire.host) or not PurePath(path).is_absolute() or not path.endswith(".gguf"):
        return ""
    try:
        return gguf_digest(Path(path), template)
    except OSError:
        return ""


def _weights_by_ollama(wire: Wire, name: str) -> str:
    """The digest of a model's weights that Ollama lists; "" for any other server."""
    try:
        listed = wire.get("/api/tags")["models"]
        digests = {str(model["name"]): str(model["digest"]) for model in listed if model.get("digest")}
    except (ModelError, KeyError, TypeError, AttributeError):
        return ""
    return digests.get(name) or digests.get(f"{name}:latest", "")


def _address(wire: Wire) -> str:
    """The server's address, the same for every name that this machine has for itself."""
    here = is_loopback(wire.host)
    return wire.url.replace(bracketed(wire.host), "localhost", 1) if here else wire.url


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
    return "server:" + hashlib.sha256("\0".join(marks).encode()).hexdigest()
