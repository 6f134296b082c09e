"""Finding out what serves a URL, and which of its models is meant; and whether it still is that model."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any, Literal
from urllib.parse import quote

from pandora.document.meta_values import whole_number
from pandora.errors import ModelError, UsageError, did_you_mean
from pandora.host_names import is_loopback
from pandora.models.chat_frame import TemplateError, chat_frame
from pandora.models.llama_library import gguf_digest
from pandora.models.parameters import parameters_in_name
from pandora.models.recommended_sampling import NO_RECOMMENDATIONS, Recommendations, recommendations_for
from pandora.models.server_address import known_address
from pandora.models.server_listing import (
    Listing,
    Program,
    ServedModel,
    details,
    is_llama_page,
    list_models,
    load,
    model_of_props,
)
from pandora.models.server_thinking import speaks_in_channels
from pandora.models.server_wire import LOAD_SECONDS, Wire

CONTEXT = 8192
UNLOADED_CONTEXT = 4096
"""The context that LM Studio gives at least to a model that it loads when it is asked for."""
_MOST_SLOTS = 256
_SHOWN = 6
"""The most models that an error names."""


@dataclass(frozen=True)
class ServerKind:
    """The model's name and context, whether this is llama-server, and a digest of which model it serves.

    `tokenizes` names the way in which the server counts tokens, "" where it does not. `thinks` is true where
    the server says that the model may think before it replies, and `always_thinks` where it cannot leave that,
    by its template or its architecture. `parameters` is how many the model has, as the server or else its
    name tells. `slots` is how many sequences a llama-server has. `query` names the model in the addresses of a
    llama-server that has several, and is empty elsewhere. `recommends` is how the model's makers want its text
    drawn. `context_told` is false where the context is only what is assumed.
    """

    name: str
    context: int
    is_llama: bool
    fingerprint: str
    program: Program = "server"
    tokenizes: Literal["", "llama-server", "vLLM"] = ""
    thinks: bool = False
    always_thinks: bool = False
    architecture: str = ""
    parameters: int | None = None
    slots: int = 0
    query: str = ""
    recommends: Recommendations = NO_RECOMMENDATIONS
    context_told: bool = True


def find_kind(wire: Wire, name: str, context: int | None, *, loads: bool = False) -> ServerKind:
    """Ask the server which model it serves; `name` chooses one, or overrides llama-server's own name for its.

    `context` is the context in tokens to assume where the server does not report one. With `loads`, a model
    that is not in memory is loaded, where its server tells its context only then. Raises ModelError, and
    UsageError where the name is not one of the server's, or is missing and several could be meant.
    """
    listing = list_models(wire)
    if listing.props is not None:
        return _llama_kind(wire, name, listing.models[0], dict(listing.props), context)
    if listing.router:
        served = _named(wire, listing, name) if name else _only_model(wire, listing)
        query = f"?model={quote(served.name, safe='')}"
        props = wire.get(f"/props{query}", LOAD_SECONDS)
        if not is_llama_page(props):
            raise ModelError(f"{wire.url} does not describe {served.name}; check the server's log")
        described = model_of_props(props)
        served = replace(served, context=described.context, recommended=described.recommended)
        return _llama_kind(wire, served.name, served, props, context, query)
    model = _named(wire, listing, name) if name else _only_model(wire, listing)
    if loads and not model.loaded:
        model = load(wire, listing, model)
    model = details(wire, listing, model)
    size = model.context
    if listing.program == "LM Studio" and not size:
        size = UNLOADED_CONTEXT
    counts = listing.program == "vLLM" and _vllm_counts(wire, model.name)
    return ServerKind(
        model.name,
        size or context or CONTEXT,
        False,
        _of_another(wire, model),
        listing.program,
        "vLLM" if counts else "",
        model.thinks,
        speaks_in_channels(model.architecture),
        model.architecture,
        model.parameters or parameters_in_name(model.name),
        recommends=recommendations_for([model.name], model.architecture, model.recommended),
        context_told=bool(model.context) and (model.loaded or listing.program not in ("Ollama", "LM Studio")),
    )


def _llama_kind(
    wire: Wire, name: str, served: ServedModel, props: dict[str, Any], context: int | None, query: str = ""
) -> ServerKind:
    """The kind of a llama-server that describes itself or one of its models by `props`."""
    name = name or served.name
    return ServerKind(
        name,
        served.context or context or CONTEXT,
        True,
        _of_llama(wire, name, props),
        "llama-server",
        "llama-server",
        always_thinks=_always_thinks(_template(props)),
        parameters=served.parameters or parameters_in_name(name),
        slots=min(whole_number(props.get("total_slots")), _MOST_SLOTS),
        query=query,
        recommends=recommendations_for([name, served.name], own=served.recommended),
        context_told=bool(served.context),
    )


def fingerprint_now(wire: Wire, kind: ServerKind) -> str:
    """The fingerprint of what the server has under the model's name at this moment.

    Of a server that tells nothing about its weights, it is always the same. Raises ModelError.
    """
    if kind.is_llama:
        props = wire.get(f"/props{kind.query}", LOAD_SECONDS if kind.query else None)
        return _of_llama(wire, kind.name, props) if is_llama_page(props) else ""
    if kind.program == "Ollama":
        listed = wire.get("/api/tags")
        models = listed.get("models") if isinstance(listed, dict) else None
        for entry in models if isinstance(models, list) else []:
            if isinstance(entry, dict) and entry.get("name") == kind.name:
                return _of_another(wire, ServedModel(kind.name, digest=str(entry.get("digest") or "")))
        return ""
    return kind.fingerprint


def _named(wire: Wire, listing: Listing, name: str) -> ServedModel:
    """The server's model of that name; a name that it does not list is an error if it lists all that it has."""
    model = listing.find(name)
    if model is None:
        if listing.program not in ("Ollama", "LM Studio") and not listing.router:
            return ServedModel(name)
        names = [served.name for served in listing.models if served.chats is not False]
        hint = did_you_mean(name, names)
        raise UsageError(f"{listing.program} at {wire.url} has no model {name!r}{hint or ';'} {_listed(names)}")
    if model.chats is False:
        raise UsageError(f"{model.name} of {wire.url} makes embeddings and writes no text; name another model")
    return model


def _only_model(wire: Wire, listing: Listing) -> ServedModel:
    """The one model that writes text, or of several the one that is loaded."""
    models = [model for model in listing.models if model.chats is not False]
    loaded = [model for model in models if model.loaded]
    for candidates in (loaded, models):
        if len(candidates) == 1:
            return candidates[0]
    if models:
        names = [model.name for model in models]
        raise UsageError(f"{_listed(names)}; name one, such as server:{wire.url}#{names[0]}")
    if listing.models:
        raise UsageError(
            f"{wire.url} has only models of embeddings, which write no text; load another one there"
        )
    nothing = f"{wire.url} does not list its models; name one with server:{wire.url}#MODEL"
    raise ModelError(listing.complaint or nothing)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"it has {', '.join(names[:_SHOWN])}{more}" if names else "it has none that writes text"


def _of_llama(wire: Wire, name: str, props: Mapping[str, Any]) -> str:
    template, path = _template(props), str(props.get("model_path"))
    weights = _weights_on_this_machine(wire, path, template)
    marks = [weights] if weights else [name, PurePath(path).name, template]
    return _digest(["llama-server", *marks])


def _of_another(wire: Wire, model: ServedModel) -> str:
    return _digest(
        ["ollama", model.digest] if model.digest else [known_address(wire.url, wire.host), model.name]
    )


def _template(props: Mapping[str, Any]) -> str:
    return str(props.get("chat_template"))


def _always_thinks(template: str) -> bool:
    """Whether a chat template opens a thought before each reply; False for one that cannot be rendered here."""
    try:
        return chat_frame(template).thinks
    except TemplateError:
        return False


def _weights_on_this_machine(wire: Wire, path: str, template: str) -> str:
    """The digest of the GGUF that a server on this machine serves; "" where it cannot be read here."""
    if not is_loopback(wire.host) or not PurePath(path).is_absolute() or not path.endswith(".gguf"):
        return ""
    try:
        state = Path(path).stat()
        return _gguf_digest(path, template, state.st_size, state.st_mtime_ns)
    except OSError:
        return ""


@functools.lru_cache(maxsize=8)
def _gguf_digest(path: str, template: str, size: int, changed: int) -> str:
    """The digest of a file that has this size and was changed at this time; asked for before each call."""
    return gguf_digest(Path(path), template)


def _vllm_counts(wire: Wire, name: str) -> bool:
    """True where the server answers a question for the number of tokens."""
    try:
        answer = wire.look_up("/tokenize", {"model": name, "prompt": "a", "add_special_tokens": False})
    except ModelError:
        return False
    return isinstance(answer, dict) and type(answer.get("count")) is int


def _digest(marks: list[str]) -> str:
    return "server:" + hashlib.sha256("\0".join(marks).encode()).hexdigest()
