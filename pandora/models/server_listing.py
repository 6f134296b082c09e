"""What a server says of itself: which program it is, which models it has, and what each can do."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, Literal, TypeGuard

from pandora.document.meta_values import whole_number
from pandora.errors import ModelError
from pandora.host_names import is_loopback
from pandora.models.parameters import parameters_in_name
from pandora.models.progress import Meter
from pandora.models.recommended_sampling import (
    NOTHING,
    Recommended,
    recommended_by_llama_server,
    recommended_by_ollama,
)
from pandora.models.server_wire import (
    LOAD_SECONDS,
    UNAVAILABLE_STATUSES,
    NotJson,
    Redirected,
    RefusedRequest,
    Wire,
)

Program = Literal["llama-server", "Ollama", "LM Studio", "vLLM", "server"]
OLLAMA_CONTEXT = 4096
"""The context that Ollama gives a model at least; it cuts a longer prompt without a word."""
_MODELS = "/v1/models"
_MOST = 200
_NO_PAGE = (404, 405, 501)
_SHOWN = 24
"""The most models of an Ollama that are asked one by one what they can do."""


@dataclass(frozen=True)
class ServedModel:
    """A model of a server, as far as the server describes it.

    `context` is the context in tokens that it has there, 0 where the server does not say; `chats` is None
    where nobody says whether it writes text. `digest` is that of its weights, "" where none is told, and
    `parameters` is how many it has, None where the server does not say. A llama-server with several models
    takes `aliases` as well. `recommended` is how its text is to be drawn, as far as the server tells.
    """

    name: str
    context: int = 0
    chats: bool | None = None
    loaded: bool = False
    digest: str = ""
    size: int = 0
    architecture: str = ""
    thinks: bool = False
    parameters: int | None = None
    aliases: tuple[str, ...] = ()
    recommended: Recommended = NOTHING


@dataclass(frozen=True)
class Listing:
    """A server's program and its models; `props` is the description that llama-server gives of itself.

    It gives none where it is a `router`, which starts a process of its own for each of its models.

    `complaint` is what a server said in place of a list of its models, "" where it just has no such list.
    """

    program: Program
    models: tuple[ServedModel, ...]
    props: Mapping[str, Any] | None = None
    complaint: str = ""
    router: bool = False

    def find(self, name: str) -> ServedModel | None:
        """The model of that name; Ollama leaves `:latest` out of names."""
        names = (name, f"{name}:latest") if self.program == "Ollama" else (name,)
        found = (model for model in self.models if model.name in names or name in model.aliases)
        return next(found, None)


def list_models(wire: Wire) -> Listing:
    """Ask a server what it is and which models it has.

    Raises ModelError where it does not answer, or refuses to answer without another key.
    """
    props = _page(wire, "/props", ends=(401, 403, 503))
    if isinstance(props, dict) and props.get("role") == "router":
        return Listing("llama-server", tuple(map(_of_router, _llama_models(wire))), router=True)
    if is_llama_page(props):
        served = replace(model_of_props(props), parameters=_parameters_of_llama(_llama_models(wire)))
        return Listing("llama-server", (served,), props)
    tags = _page(wire, "/api/tags")
    if isinstance(tags, dict) and isinstance(tags.get("models"), list):
        return Listing("Ollama", _of_ollama(wire, _objects(tags["models"])))
    if studio := _lm_studio(wire):
        return Listing("LM Studio", studio)
    page, complaint = _models_page(wire)
    listed = _objects(page.get("data")) if isinstance(page, dict) else []
    listed = [entry for entry in listed if not entry.get("parent")]  # vLLM's adapters name what they adapt
    program: Program = "vLLM" if any("max_model_len" in entry for entry in listed) else "server"
    models = (
        ServedModel(str(entry["id"]), whole_number(entry.get("max_model_len")))
        for entry in listed
        if "id" in entry
    )
    return Listing(program, tuple(models), complaint=complaint)


def load(wire: Wire, listing: Listing, model: ServedModel) -> ServedModel:
    """Have Ollama or LM Studio load a model, and return it with the context that it was given.

    They tell no context before; of what is not loaded, only the least that they give could be assumed. Where
    the server refuses, the first question tells why.
    """
    asks: dict[Program, tuple[str, dict[str, Any]]] = {
        "Ollama": ("/api/generate", {"model": model.name, "stream": False}),
        "LM Studio": (
            "/v1/chat/completions",
            {"model": model.name, "messages": [{"role": "user", "content": "."}], "max_tokens": 1},
        ),
    }
    if listing.program not in asks:
        return model
    meter = Meter()
    meter.begin("load", 1, text=lambda: model.name)
    try:
        wire.post(*asks[listing.program], LOAD_SECONDS)
    except RefusedRequest:
        return model
    finally:
        meter.end(text=lambda: model.name)
    return list_models(wire).find(model.name) or model


def details(wire: Wire, listing: Listing, model: ServedModel) -> ServedModel:
    """The model with what only a question about this one tells: Ollama's context for it, and its abilities."""
    if listing.program != "Ollama":
        return model
    shown = _show(wire, model.name)
    if shown is None:
        return replace(model, context=model.context or OLLAMA_CONTEXT)
    parameters = str(shown.get("parameters", ""))
    written = re.search(r"^num_ctx\s+([0-9]{1,9})$", parameters, re.M)
    context = model.context or (int(written[1]) if written else _usual_of_ollama(wire))
    abilities = shown.get("capabilities")
    thinks = isinstance(abilities, list) and "thinking" in abilities
    return replace(
        _with_abilities(model, shown),
        context=context or OLLAMA_CONTEXT,
        thinks=thinks,
        recommended=recommended_by_ollama(parameters),
    )


def _usual_of_ollama(wire: Wire) -> int:
    """The context that this machine's variable gives the models of an Ollama here; 0 where there is none."""
    given = os.environ.get("OLLAMA_CONTEXT_LENGTH", "").strip()
    return int(given) if is_loopback(wire.host) and re.fullmatch("[0-9]{1,9}", given) else 0


def is_llama_page(props: Any) -> TypeGuard[dict[str, Any]]:
    """Whether this is the description that llama-server gives of itself."""
    return isinstance(props, dict) and isinstance(props.get("default_generation_settings"), dict)


def model_of_props(props: dict[str, Any]) -> ServedModel:
    """The model of a llama-server, by its description of itself."""
    path = str(props.get("model_alias") or props.get("model_path") or "llama-server")
    settings = props["default_generation_settings"]
    return ServedModel(
        PurePath(path).name.removesuffix(".gguf"),
        whole_number(settings.get("n_ctx")),
        True,
        True,
        recommended=recommended_by_llama_server(settings),
    )


def _llama_models(wire: Wire) -> list[dict[str, Any]]:
    page = _page(wire, _MODELS)
    return _objects(page.get("data") if isinstance(page, dict) else None)


def _parameters_of_llama(entries: Iterable[dict[str, Any]]) -> int | None:
    """How many parameters a model has, by the entries of the list that llama-server has of it."""
    described = (entry["meta"] for entry in entries if isinstance(entry.get("meta"), dict))
    return next((whole_number(meta.get("n_params")) or None for meta in described), None)


def _of_router(entry: dict[str, Any]) -> ServedModel:
    """A model of a llama-server that has several; what it is like is known once it is loaded."""
    status, aliases = entry.get("status"), entry.get("aliases")
    state = status.get("value") if isinstance(status, dict) else ""
    return ServedModel(
        str(entry.get("id", "")),
        loaded=state in ("loaded", "sleeping"),
        parameters=_parameters_of_llama([entry]),
        aliases=tuple(map(str, aliases)) if isinstance(aliases, list) else (),
    )


def _of_ollama(wire: Wire, tags: list[dict[str, Any]]) -> tuple[ServedModel, ...]:
    """Ollama's models; those in memory have the context that they were loaded with."""
    running = _page(wire, "/api/ps")
    loaded = {
        str(entry.get("name")): whole_number(entry.get("context_length"))
        for entry in _objects(running.get("models") if isinstance(running, dict) else None)
    }
    models: list[ServedModel] = []
    for entry in tags:
        name = str(entry.get("name", ""))
        about = entry.get("details")
        about = about if isinstance(about, dict) else {}
        model = ServedModel(
            name,
            loaded.get(name, 0),
            loaded=name in loaded,
            digest=str(entry.get("digest") or ""),
            size=whole_number(entry.get("size")),
            architecture=str(about.get("family", "")),
            parameters=parameters_in_name(str(about.get("parameter_size", ""))),
        )
        is_described = "capabilities" in entry or len(models) >= _SHOWN
        models.append(_with_abilities(model, entry if is_described else _show(wire, name) or {}))
    return tuple(model for model in models if model.name)


def _with_abilities(model: ServedModel, described: Mapping[str, Any]) -> ServedModel:
    abilities = described.get("capabilities")
    if not isinstance(abilities, list):
        return model
    return replace(model, chats="completion" in abilities)


def _show(wire: Wire, name: str) -> dict[str, Any] | None:
    try:
        shown = wire.look_up("/api/show", {"model": name})
    except ModelError:
        return None
    return shown if isinstance(shown, dict) else None


def _lm_studio(wire: Wire) -> tuple[ServedModel, ...]:
    """LM Studio's models by either of its lists, of which the older may go and the newer tells sizes."""
    page = _page(wire, "/api/v0/models")
    older = [e for e in _objects(page.get("data") if isinstance(page, dict) else None) if "type" in e]
    if older and not any("compatibility_type" in entry for entry in older):
        return ()
    page = _page(wire, "/api/v1/models")
    newer = [e for e in _objects(page.get("models") if isinstance(page, dict) else None) if "key" in e]
    if not older:
        return tuple(_of_newer_lm_studio(entry) for entry in newer if "loaded_instances" in entry)
    sizes = {str(entry["key"]): str(entry.get("params_string") or "") for entry in newer}
    return tuple(_of_lm_studio(entry, sizes) for entry in older)


def _of_lm_studio(entry: dict[str, Any], sizes: Mapping[str, str]) -> ServedModel:
    name = str(entry.get("id", ""))
    return ServedModel(
        name,
        whole_number(entry.get("loaded_context_length")),
        entry.get("type") in ("llm", "vlm"),
        entry.get("state") == "loaded",
        architecture=str(entry.get("arch", "")),
        parameters=parameters_in_name(sizes.get(name, "")),
    )


def _of_newer_lm_studio(entry: dict[str, Any]) -> ServedModel:
    loaded = _objects(entry["loaded_instances"])
    config = loaded[0].get("config") if loaded else None
    return ServedModel(
        str(entry["key"]),
        whole_number(config.get("context_length")) if isinstance(config, dict) else 0,
        entry.get("type") == "llm",
        bool(loaded),
        size=whole_number(entry.get("size_bytes")),
        architecture=str(entry.get("architecture") or ""),
        parameters=parameters_in_name(str(entry.get("params_string") or "")),
    )


def _page(wire: Wire, path: str, ends: tuple[int, ...] = ()) -> Any:
    """A page as JSON; None where the server has none, unless it answers with one of the statuses `ends`."""
    try:
        return wire.get(path)
    except NotJson:
        return None
    except RefusedRequest as error:
        if error.status in ends:
            raise
        return None


def _models_page(wire: Wire) -> tuple[Any, str]:
    """The list of models as JSON, or None and what the server says is wrong, "" where it has no such page."""
    try:
        page = wire.get(_MODELS)
    except Redirected:
        raise
    except NotJson:
        return None, ""
    except RefusedRequest as error:
        if error.status in UNAVAILABLE_STATUSES:
            raise
        return None, "" if error.status in _NO_PAGE else str(error)
    if isinstance(page, dict) and page.get("error"):
        return None, f"{wire.url}{_MODELS} answers with an error: {wire.words(page)}; check the server's log"
    return page, ""


def _objects(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)][:_MOST] if isinstance(value, list) else []
