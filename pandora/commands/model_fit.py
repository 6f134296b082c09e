"""The table of `pandora models fit`: every model that can be pulled or is here, and how it fits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from pandora.commands.printing import print_json, print_table
from pandora.document.terminal_text import clean
from pandora.errors import ModelError
from pandora.models.catalogue import CATALOGUE, sources_on_disk
from pandora.models.discovery.local_models import local_models
from pandora.models.fit.catalogue_facts import known_facts
from pandora.models.fit.free_memory import FreeMemory, free_memory
from pandora.models.fit.graphics import Graphics, graphics_of
from pandora.models.fit.load_options import DEFAULT_OPTIONS, LoadOptions
from pandora.models.fit.memory_bandwidth import bytes_a_second
from pandora.models.fit.model_fit import ModelFacts, ModelFit, facts_of, fit
from pandora.models.llama import SMALLEST_CONTEXT
from pandora.models.llama_library import library
from pandora.user_folders import from_home

Row = tuple[str, Path | None, ModelFacts, ModelFit]


def print_fit(paths: tuple[str, ...], as_json: bool, options: LoadOptions) -> None:
    """Print how the models fit, loaded as `options` say: those of `paths`, or all that are known."""
    free, bandwidth, graphics = free_memory(), bytes_a_second(), _graphics()
    rows: list[Row] = []
    for name, path, size in _named(paths) if paths else _all():
        facts = facts_of(path) if path else known_facts(name, size)
        fitting = fit(facts, free, bandwidth, least=SMALLEST_CONTEXT, graphics=graphics, options=options)
        rows.append((name, path, facts, fitting))
    if as_json:
        models = [_object(*row) for row in rows]
        beside = {"bytes_a_second": round(bandwidth), "cache_type": options.cache_type}
        print_json({"free": free.bytes, **beside, "models": models})
        return
    cells = [(clean(name), *_cells(path, facts, fitting, free)) for name, path, facts, fitting in rows]
    print_table(cells, right=(1,), optional=(1,), wrapped=True)
    card = f"; {graphics.free / 1e9:.1f} GB are free on the graphics card" if graphics else ""
    cache = f"; the cache is {options.cache_type}" if options.cache_type != DEFAULT_OPTIONS.cache_type else ""
    click.echo(f"{free}{card}; memory gives {bandwidth / 1e9:.1f} GB a second to all cores{cache}", err=True)


def _graphics() -> Graphics | None:
    """The graphics cards that llama.cpp was built for; None without any, or where it cannot be loaded."""
    try:
        return graphics_of(library())
    except ModelError:
        return None


def _all() -> Iterator[tuple[str, Path | None, int]]:
    """Every model by its name, with its file where that is here, and its size."""
    others = [source for source in sources_on_disk() if source not in CATALOGUE]
    for source in (*CATALOGUE, *others):
        if source.pulled or source.size:
            yield source.name, source.path if source.pulled else None, source.size
    for model in local_models(servers=False):
        if model.path is not None:
            yield model.name, model.path, model.size


def _named(paths: tuple[str, ...]) -> Iterator[tuple[str, Path | None, int]]:
    for path in paths:
        yield path, from_home(path), 0


def _cells(path: Path | None, facts: ModelFacts, fitting: ModelFit, free: FreeMemory) -> tuple[str, str, str]:
    """The size, whether the model runs, and what more there is to say."""
    size = f"{facts.bytes / 1e9:.1f} GB"
    if facts.problem:
        return size, "no", clean(facts.problem)
    if not fitting.fits:
        beside = f" beside {fitting.on_card / 1e9:.1f} GB on the graphics card" if fitting.on_card else ""
        return size, "no", f"needs {fitting.needs / 1e9:.1f} GB{beside}, and {free}"
    words = []
    if fitting.context is not None and facts.shape is not None:
        all_of_it = fitting.context == facts.shape.context
        words.append(f"context {fitting.context}" + ("" if all_of_it else f" of {facts.shape.context}"))
    if fitting.speed:
        guessed = path is None and facts.shape is not None and bool(facts.shape.experts)
        words.append(f"at most{' about' if guessed else ''} {fitting.speed:.3g} tokens a second")
    elif fitting.on_card:
        words.append(f"{fitting.on_card / 1e9:.1f} GB of it on the graphics card")
    elif words:
        words.append("its speed is known once it is here" if path is None else "its file tells no speed")
    if facts.shape is not None and facts.shape.experts and facts.active and fitting.speed:
        words.append(f"reads {facts.active / 1e9:.1f} GB of it for each")
    unknown = "its context and speed are known once it is here" if path is None else "its file tells no context"
    return size, "yes", ", ".join(words) or unknown


def _object(name: str, path: Path | None, facts: ModelFacts, fitting: ModelFit) -> dict[str, object]:
    shape = facts.shape
    return {
        "name": name,
        "path": str(path) if path else None,
        "bytes": facts.bytes,
        "active_bytes": facts.active or None,
        "cache": shape.kind if shape else None,
        "fits": fitting.fits,
        "needs": fitting.needs,
        "on_card": fitting.on_card or None,
        "context": fitting.context,
        "trained_context": shape.context if shape else None,
        "tokens_a_second": round(fitting.speed, 2) or None,
        "problem": facts.problem or None,
    }
