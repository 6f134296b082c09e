"""Opening the model that a person names: by name, by a GGUF's path, on a server, or as a script."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from pandora.errors import NoModelError, UsageError, did_you_mean
from pandora.models.api_keys import Keys
from pandora.models.catalogue import CATALOGUE, Source, find_source
from pandora.models.ceilings import NONE_GIVEN, GivenCeilings
from pandora.models.discovery.local_model import spelled
from pandora.models.discovery.ollama_folder import ollama_models
from pandora.models.fit.load_options import DEFAULT_OPTIONS, LoadOptions
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Model
from pandora.models.scripted import ScriptedModel
from pandora.models.server import ServerModel
from pandora.models.server_names import SERVER, is_server, url_of
from pandora.models.server_wire import NoServer
from pandora.user_folders import from_home


def open_model(
    spec: str,
    *,
    context: int | None = None,
    threads: int | None = None,
    thinking: bool | None = None,
    template: str = "",
    given: GivenCeilings = NONE_GIVEN,
    keys: Keys | None = None,
    options: LoadOptions = DEFAULT_OPTIONS,
    say: Callable[[str], None] = lambda message: None,
    loads: bool = False,
) -> Model:
    """Open the model that `spec` names: `NAME`, `PATH.gguf`, `hf:…`, `scripted:FILE` or a server's.

    A server's is `server:URL[#MODEL]`, `ollama:NAME` or `lmstudio:NAME`. `context`, in tokens, limits a model
    in this process and is assumed for a server that reports none; without it, a model in this process gets
    the context that fits the memory. `template` is what such a model uses in place of its own chat template,
    and `given` are the ceilings that a person has set. `keys` says which API key a server gets; without it,
    none does. `options` say how a model in this process is loaded, and `say` is told what is not as it was set.
    `loads` is for whoever is going to ask the model: a server is then made to load it.
    Raises UsageError for an unknown name, NoModelError for a model that is not on this machine, and ModelError
    for one that cannot be loaded.
    """
    kind, _, rest = spec.partition(":")
    if kind == "scripted":
        return ScriptedModel(from_home(rest), context)
    if is_server(spec):
        keys = keys_for(spec, keys or Keys())
        try:
            url = url_of(spec)
            return ServerModel.open(
                url,
                context=context,
                keys=keys,
                given=given,
                thinking=thinking,
                loads=loads,
                width=options.width,
                recommended=options.recommended,
            )
        except NoServer as error:
            raise NoServer(f"{error}{_file_of(spec)}") from error
    path = gguf_path(spec)
    if path is not None:
        named = spec if is_name(spec) else ""
        return LlamaModel.open(
            path,
            name=named,
            context=context,
            threads=threads,
            thinking=thinking,
            template=template,
            given=given,
            options=options,
            say=say,
        )
    names = ", ".join(source.name for source in CATALOGUE)
    hint = did_you_mean(spec, [source.name for source in CATALOGUE])
    kinds = "PATH.gguf, ollama:NAME, lmstudio:NAME, server:URL, scripted:FILE or hf:…"
    raise UsageError(f"no model is named {spec!r}{hint or ';'} give one of {names}, or {kinds}")


def keys_for(spec: str, keys: Keys) -> Keys:
    """The keys for the server that `spec` names.

    `ollama:NAME` and `lmstudio:NAME` say no URL: a variable or a file of another program does. So whoever
    answers there gets a key only if one is bound to it.
    """
    return keys if spec.startswith(SERVER) else keys.only_bound()


def gguf_path(spec: str) -> Path | None:
    """Return the path of the GGUF that `spec` names; None for a server, a script or an unknown name.

    A file without `.gguf` is named with a slash, so that a bare name is always one of the catalogue. Raises
    NoModelError where a named model is not on this machine yet.
    """
    if spec.startswith("scripted:") or is_server(spec):
        return None
    if is_name(spec):
        source = find_source(spec)
        if not source.pulled:
            raise not_pulled(source)
        return source.path
    path = from_home(spec)
    return path if spec.endswith(".gguf") or os.sep in spec else None


def _file_of(spec: str) -> str:
    """A clause that names the file of a model of Ollama, where it is on this disk; else ""."""
    path = next((model.path for model in ollama_models() if model.name in (spec, f"{spec}:latest")), None)
    return f"; its file works without Ollama: --model {spelled(path)}" if path else ""


def is_name(spec: str) -> bool:
    """True if `spec` is the name of a catalogue model or `hf:…`, rather than a path."""
    return spec.startswith("hf:") or any(source.name == spec for source in CATALOGUE)


def not_pulled(source: Source) -> NoModelError:
    """Return the error which says that a model is not on this machine, with four commands that help."""
    size = f"   # {source.size / 1e9:.1f} GB" if source.size else ""
    return NoModelError(
        f"the model {source.name} is not on this machine; one of these helps:\n"
        f"  pandora models pull {source.name}{size}\n"
        "  pandora run --model PATH.gguf …   # a GGUF that you have\n"
        "  pandora run --model server:URL …   # an OpenAI-compatible server\n"
        "  pandora models ls   # models that Ollama, LM Studio and others have here"
    )
