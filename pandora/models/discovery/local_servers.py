"""Model servers that answer on this machine: their usual ports are asked, all at once and for a moment only."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping

from pandora import interrupt
from pandora.errors import PandoraError
from pandora.host_names import is_loopback
from pandora.models.discovery.local_model import LocalModel
from pandora.models.server_listing import Listing, ServedModel, list_models
from pandora.models.server_names import lm_studio_url, ollama_url
from pandora.models.server_wire import Wire

PATIENCE = 2.0
"""The longest time in seconds that all servers together are waited for."""
_USUAL_PORTS = (8080, 8000)
"""The ports of llama-server and of vLLM."""


def usual_addresses(environment: Mapping[str, str] = os.environ) -> list[str]:
    """The URLs at which a model server of this machine usually answers; another machine's is left out."""
    urls = []
    for url_of in (ollama_url, lm_studio_url):
        try:
            urls.append(url_of(environment))
        except PandoraError:
            continue  # a variable that is wrong: `--model` says so
    port = environment.get("LLAMA_ARG_PORT", "")
    ports = (int(port), *_USUAL_PORTS) if port.isdigit() and int(port) < 65536 else _USUAL_PORTS
    urls += [f"http://127.0.0.1:{number}" for number in ports]
    return [url for url in dict.fromkeys(urls) if _is_here(url)]


def served_models(urls: list[str], patience: float = PATIENCE) -> list[LocalModel]:
    """The models that write text on the servers at `urls`, in that order; no key is sent to anyone.

    A server that has not answered after `patience` seconds is left out.
    """
    listings: dict[str, Listing] = {}
    threads = [threading.Thread(target=_ask, args=(url, patience, listings), daemon=True) for url in urls]
    for thread in threads:
        thread.start()
    end = time.monotonic() + patience
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    answered = dict(listings)
    return [model for url in urls if url in answered for model in _models(url, answered[url])]


def _ask(url: str, patience: float, listings: dict[str, Listing]) -> None:
    try:
        with interrupt.within(patience):
            wire = Wire(url)
            try:
                listings[url] = list_models(wire)
            finally:
                wire.close()
    except (PandoraError, interrupt.Expired, KeyboardInterrupt):
        return


def _models(url: str, listing: Listing) -> Iterator[LocalModel]:
    for model in listing.models:
        if model.chats is not False:
            yield LocalModel(
                _name(url, listing, model),
                model.name,
                listing.program,
                "served",
                model.size,
                context=model.context,
                architecture=model.architecture,
                url=url,
            )


def _name(url: str, listing: Listing, model: ServedModel) -> str:
    """What `--model` takes: short where the program's own address is the one that answered."""
    if listing.program == "Ollama" and url == ollama_url():
        return f"ollama:{model.name}"
    if listing.program == "LM Studio" and url == lm_studio_url():
        return f"lmstudio:{model.name}"
    return f"server:{url}" if len(listing.models) == 1 else f"server:{url}#{model.name}"


def _is_here(url: str) -> bool:
    import httpx

    return is_loopback(httpx.URL(url).host)
