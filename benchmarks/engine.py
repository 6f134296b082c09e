"""All measurements of `bench engine`; those on a real model only if this machine has one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import (
    candidates_together,
    decoding,
    prefix,
    prefix_tree,
    restart,
    served_model,
    speculation,
    votes,
)
from benchmarks.candidates_together import measure_candidates
from benchmarks.decoding import measure_decoding
from benchmarks.figures import Measure, Tell, not_measured
from benchmarks.gathering import measure_gathering
from benchmarks.phases import measure_phases
from benchmarks.prefix import measure_prefix
from benchmarks.prefix_tree import measure_tree
from benchmarks.restart import measure_restart
from benchmarks.served_model import measure_served
from benchmarks.session_resume import measure_session_resume
from benchmarks.speculation import measure_speculation
from benchmarks.tree_kinds import measure_kinds
from benchmarks.votes import measure_votes
from pandora.budget import Budget
from pandora.models.fit.processor import physical_cores
from pandora.models.llama import LlamaModel


@dataclass(frozen=True)
class Real:
    """The real model to measure: how to open it, its file, its threads (0: all cores), and its run's budget."""

    open: Callable[[], LlamaModel]
    gguf: Path
    threads: int
    budget: Budget


def measure_engine(system: Path, real: Real | str, tell: Tell, quick: bool = False) -> Iterator[Measure]:
    """Yield each measure once it is done; a text in `real` says why there is no real model to measure."""
    tell("engine time per durable phase, on the scripted model")
    yield measure_phases(system, quick)
    tell("reading a table of 100 MB")
    yield measure_gathering(quick)
    tell("a tree of calls on a tiny model of each kind of memory")
    yield measure_kinds()
    tell("a session of thirty turns, resumed")
    yield measure_session_resume()
    if isinstance(real, str):
        yield not_measured(decoding.KEY, decoding.TITLE, decoding.OF, decoding.GOAL, real)
        for kind in (prefix, prefix_tree, restart, speculation, votes, served_model, candidates_together):
            yield not_measured(kind.KEY, kind.TITLE, kind.OF, kind.GOAL, real)
        return
    tell(f"opening {real.gguf.name}")
    model = real.open()
    try:
        # First, while the cache is empty: what other prompts left there must not help this run.
        tell("a real run, for the tokens that its prompts cost")
        run = measure_prefix(model, system, real.budget, quick)
        yield measure_decoding(model, real.gguf, system, real.threads or physical_cores(), tell, quick)
        yield run
        tell("a tree of calls, for the tokens that candidates and retries cost")
        yield measure_tree(model)
    finally:
        model.close()
    tell("the first token after a restart")
    yield measure_restart(real.gguf, real.threads or physical_cores())
    tell("replies with tokens decoded ahead, and without")
    yield measure_speculation(real.gguf, real.threads or physical_cores())
    tell("votes in this process, together and one by one")
    yield measure_votes(real.gguf, real.threads or physical_cores())
    tell("a tree of calls through llama-server")
    yield measure_served(real.gguf, real.threads or physical_cores())
    tell("candidates of a vote together and one by one")
    yield measure_candidates(real.gguf, real.threads or physical_cores())
