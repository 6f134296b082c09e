"""Claims: one worker takes one question, for as long as its heart beats; checkpoints and budgets hold here."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import Any

from pandora.disk import processes as liveness
from pandora.questions import queries
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_rules import DONE, GraphError, checkpoint_depth, named
from pandora.questions.lifecycle import change
from pandora.questions.node import Settings
from pandora.questions.node_changes import active
from pandora.questions.staleness import edit_question

BRANCHES = 32
"""How many of the branches that a worker touched last are preferred."""
_ANY = 1 << 60
_OWN = re.compile(r"worker-[a-z0-9]+-(?P<pid>\d+)-\d+")


@dataclass(frozen=True)
class Gate:
    """What a checkpoint lets be claimed: questions no deeper and no newer; `told` is why no more."""

    depth: int = _ANY
    seq: int = _ANY
    told: str = ""

    @property
    def holds(self) -> str:
        """The questions that it lets pass, in SQL."""
        return f"depth <= {self.depth} AND seq <= {self.seq}"


def claim_work(graph: Graph, worker_id: object, session_id: object = None) -> dict[str, Any]:
    """Claim the next open question: the worker's own branches first, then the shallower, then the older.

    `{node_id, text, depth, parent_id, metadata, graph_done: false}`, or `{node_id: null, graph_done}`; a
    checkpoint or a budget that holds claims back is told as `reason`.
    """
    worker = named(worker_id, "worker_id")
    session = "" if session_id in (None, "") else named(session_id, "session_id")
    with graph.lock():
        active(graph, "claim work")
        reopen_expired(graph)
        heartbeat(graph, worker)
        settings = graph.settings()
        if told := spent(graph, settings):
            change(graph, replace(settings, status="budget_exhausted", reason=told))
            return {"node_id": None, "graph_done": False, "reason": told}
        gate = _gate(graph, settings)
        row = _candidate(graph, worker, gate)
        if row is None:
            return _nothing(graph, settings, gate)
        _agents(graph, worker, settings)
        claimed = edit_question(
            graph,
            row["id"],
            lambda found: replace(
                found, state="claimed", owner=worker, session=session, attempts=found.attempts + 1, reason=""
            ),
        )
        graph.index.run(
            "INSERT OR REPLACE INTO leases VALUES (?, ?, 'work', ?)",
            row["id"],
            worker,
            graph.clock() + settings.lease,
        )
        return {
            "node_id": claimed.id,
            "text": claimed.text,
            "depth": claimed.depth,
            "parent_id": claimed.parent_id,
            "metadata": dict(claimed.metadata),
            "graph_done": False,
        }


def heartbeat(graph: Graph, worker: str) -> int:
    """Renew what `worker` holds for another lease; returns how many claims that are."""
    until = graph.clock() + graph.settings().lease
    return graph.index.run(
        "UPDATE leases SET expires = ? WHERE owner = ? AND expires > ?", until, worker, graph.clock()
    ).rowcount


def reopen_expired(graph: Graph) -> list[str]:
    """Open again the questions whose workers did not beat in time; their attempts stay counted."""
    with graph.lock():
        rows = graph.index.rows("SELECT node FROM leases WHERE work = 'work' AND expires <= ?", graph.clock())
        for row in rows:
            edit_question(
                graph,
                row["node"],
                lambda found: replace(found, state="open", owner="") if found.state == "claimed" else found,
            )
            graph.index.run("DELETE FROM leases WHERE node = ? AND work = 'work'", row["node"])
        return [row["node"] for row in rows]


def release(graph: Graph, node_id: str, worker: str, counted: bool = True) -> bool:
    """Give a claim back, as a worker that is stopped does; False where it is not this worker's any more.

    The attempt stays `counted` where something may be wrong with the question.
    """
    with graph.lock():
        row = graph.index.node(node_id)
        if row is None or row["state"] != "claimed" or row["owner"] != worker:
            return False
        back = 0 if counted else 1
        edit_question(
            graph,
            node_id,
            lambda found: replace(found, state="open", owner="", attempts=max(0, found.attempts - back)),
        )
        return True


def let_go(graph: Graph, worker: str) -> None:
    """Give back whatever a worker holds, as it leaves."""
    with graph.lock():
        for row in graph.index.rows("SELECT node FROM leases WHERE owner = ? AND work = 'work'", worker):
            release(graph, row["node"], worker)
        graph.index.run("DELETE FROM leases WHERE owner = ?", worker)


def worker_name(mark: str, number: int) -> str:
    """The name of a worker of this process, which tells whether it can still be alive."""
    return f"worker-{mark}-{os.getpid()}-{number}"


def bury(graph: Graph) -> list[str]:
    """Give back what workers of this machine hold whose process is gone; others' leases have to expire."""
    with graph.lock():
        owners = [row["owner"] for row in graph.index.rows("SELECT DISTINCT owner FROM leases")]
        dead = [
            owner
            for owner in owners
            if (found := _OWN.fullmatch(owner)) and not liveness.alive(int(found["pid"]))
        ]
        for owner in dead:
            let_go(graph, owner)
        return dead


def spent(graph: Graph, settings: Settings) -> str:
    """Which budget of the whole graph is used up, or ""."""
    tokens = int(graph.index.fact("tokens", 0))
    if settings.tokens and tokens >= settings.tokens:
        return f"the graph's budget of {settings.tokens} tokens is used up"
    if settings.seconds and settings.used_seconds >= settings.seconds:
        return f"the graph's budget of {settings.seconds} seconds is used up"
    return ""


def _agents(graph: Graph, worker: str, settings: Settings) -> None:
    others = graph.index.rows("SELECT DISTINCT owner FROM leases WHERE work = 'work' AND owner != ?", worker)
    if len(others) >= settings.agents:
        told = ", ".join(sorted(row["owner"] for row in others)[:5])
        raise GraphError(f"the graph's budget of {settings.agents} agents at once is used up (at work: {told})")


def _gate(graph: Graph, settings: Settings) -> Gate:
    """What the checkpoint mode lets be claimed now."""
    if settings.checkpoint == "interactive":
        return Gate(seq=settings.cycle, told="checkpoint: every question of this cycle is worked on")
    if every := checkpoint_depth(settings.checkpoint):
        return Gate(depth=settings.seen - 1, told=f"checkpoint: {every} level(s) of questions are worked on")
    if settings.checkpoint == "convergence":
        found = graph.index.row(
            "SELECT COUNT(DISTINCT one || ' ' || other) AS n FROM edges WHERE type = 'convergence'"
        )
        new = int(found["n"]) - settings.seen if found else 0
        if new > 0:
            return Gate(depth=-1, told=f"checkpoint: {new} convergence(s) found")
    return Gate()


def _candidate(graph: Graph, worker: str, gate: Gate) -> Row | None:
    touched = graph.index.rows(
        "SELECT branch FROM touches WHERE worker = ? ORDER BY rowid DESC LIMIT ?", worker, BRANCHES
    )
    wanted = f"kind = 'question' AND state = 'open' AND {gate.holds} ORDER BY depth, seq LIMIT 1"
    own = [
        row
        for each in touched
        if (row := graph.index.row(f"SELECT * FROM nodes WHERE branch = ? AND {wanted}", each["branch"]))
    ]
    if own:
        return min(own, key=lambda row: (row["depth"], row["seq"]))
    return graph.index.row(f"SELECT * FROM nodes WHERE {wanted}")


def _nothing(graph: Graph, settings: Settings, gate: Gate) -> dict[str, Any]:
    """What a worker is told that gets no question; at a checkpoint the last one out pauses the graph."""
    if not counted(graph, "open"):
        return {"node_id": None, "graph_done": graph_done(graph)}
    at_work = counted(graph, "claimed")
    if not at_work:
        change(graph, replace(settings, status="paused", reason=gate.told))
    told = gate.told if not at_work else f"{gate.told}; waiting for {at_work} claimed question(s)"
    return {"node_id": None, "graph_done": False, "reason": told}


def counted(graph: Graph, state: str) -> int:
    """How many questions are in a state."""
    found = graph.index.row("SELECT COUNT(*) AS n FROM nodes WHERE kind = 'question' AND state = ?", state)
    return int(found["n"]) if found else 0


def progress(graph: Graph) -> tuple[int, ...]:
    """What changes whenever a graph gets further: its questions, and how many are in each state."""
    states = ("open", "claimed", "answered", *DONE)
    return (int(graph.index.fact("seq", 0)), *(counted(graph, each) for each in states))


def graph_done(graph: Graph) -> bool:
    """True where nothing is open, claimed or to be synthesised, and the root is done."""
    left = graph.index.row(
        "SELECT 1 FROM nodes WHERE kind = 'question' AND state IN ('open', 'claimed', 'answered') LIMIT 1"
    )
    root = graph.index.node(graph.root)
    return left is None and root is not None and root["state"] in DONE


def claimable(graph: Graph, worker_id: object = None) -> dict[str, Any]:
    """The open questions in the order in which this worker would claim them."""
    worker = "" if worker_id in (None, "") else named(worker_id, "worker_id")
    own = {row["branch"] for row in graph.index.rows("SELECT branch FROM touches WHERE worker = ?", worker)}
    rows = graph.index.rows(
        "SELECT * FROM nodes WHERE kind = 'question' AND state = 'open' ORDER BY depth, seq"
    )
    rows.sort(key=lambda row: row["branch"] not in own)
    found = [
        {
            "node_id": row["id"],
            "text": row["text"],
            "depth": row["depth"],
            "parent_id": queries.parent_id(row),
            "metadata": queries.shown(row)["metadata"],
        }
        for row in rows
    ]
    return {"graph_id": graph.run, "claimable": found, "count": len(found)}
