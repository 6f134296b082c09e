"""Claims: a worker claims one question and keeps it by heartbeats; checkpoints and budgets limit claims."""

from __future__ import annotations

import hashlib
import os
import re
import time
from dataclasses import dataclass, replace
from typing import Any

from pandora import interrupt
from pandora.disk import processes
from pandora.questions import graph_queries
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_lifecycle import write_settings
from pandora.questions.graph_rules import DONE, GraphError, checked_name, checkpoint_depth
from pandora.questions.node_changes import require_active
from pandora.questions.question_document import Settings
from pandora.questions.staleness import edit_question

BRANCHES = 32
"""How many of the branches that a worker claimed in last are preferred."""
_NO_LIMIT = 1 << 60
_WORKER_NAME = re.compile(r"worker-[a-z0-9]+-(?P<machine>[0-9a-f]{6})-(?P<pid>\d+)-\d+")


@dataclass(frozen=True)
class Gate:
    """The questions that a checkpoint lets workers claim.

    They are those up to `depth` and `seq`; `reason` says why no others may be claimed.
    """

    depth: int = _NO_LIMIT
    seq: int = _NO_LIMIT
    reason: str = ""

    @property
    def condition(self) -> str:
        """The SQL condition for the questions that may be claimed."""
        return f"depth <= {self.depth} AND seq <= {self.seq}"


def claim_work(graph: Graph, worker_id: object, session_id: object = None) -> dict[str, Any]:
    """Claim the next open question: the worker's own branches first, then the shallower, then the older.

    Returns `{node_id, text, depth, parent_id, metadata, graph_done: false}`, or `{node_id: null, graph_done}`,
    with a `reason` where a checkpoint or a budget allows no claim.
    """
    worker = checked_name(worker_id, "worker_id")
    session = "" if session_id in (None, "") else checked_name(session_id, "session_id")
    with graph.lock():
        require_active(graph, "claim work")
        reopen_expired(graph)
        heartbeat(graph, worker)
        settings = graph.settings()
        if reason := exhausted_budget(graph, settings):
            write_settings(graph, replace(settings, status="budget_exhausted", reason=reason))
            return {"node_id": None, "graph_done": False, "reason": reason}
        gate = _gate(graph, settings)
        row = _candidate(graph, worker, gate)
        if row is None:
            return _no_claim(graph, settings, gate)
        _require_free_agent(graph, worker, settings)
        claimed = edit_question(
            graph,
            row["id"],
            lambda question: replace(
                question,
                state="claimed",
                owner=worker,
                session=session,
                claims=question.claims + 1,
                reason="",
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
    """Renew all claims of `worker` for another lease; returns how many they are."""
    until = graph.clock() + graph.settings().lease
    return graph.index.run(
        "UPDATE leases SET expires = ? WHERE owner = ? AND expires > ?", until, worker, graph.clock()
    ).rowcount


def reopen_expired(graph: Graph) -> list[str]:
    """Open again the questions whose leases have expired and return their ids."""
    with graph.lock():
        rows = graph.index.rows("SELECT node FROM leases WHERE work = 'work' AND expires <= ?", graph.clock())
        for row in rows:
            edit_question(
                graph,
                row["node"],
                lambda question: (
                    replace(question, state="open", owner="") if question.state == "claimed" else question
                ),
            )
            graph.index.run("DELETE FROM leases WHERE node = ? AND work = 'work'", row["node"])
        return [row["node"] for row in rows]


def release(graph: Graph, node_id: str, worker: str) -> bool:
    """Give a claim back, as a worker that is stopped does; False where the claim is no longer this worker's."""
    with graph.lock():
        row = graph.index.node(node_id)
        if row is None or row["state"] != "claimed" or row["owner"] != worker:
            return False
        edit_question(graph, node_id, lambda question: replace(question, state="open", owner=""))
        return True


def release_all(graph: Graph, worker: str) -> None:
    """Give back all claims and leases of a worker that leaves."""
    with graph.lock():
        for row in graph.index.rows("SELECT node FROM leases WHERE owner = ? AND work = 'work'", worker):
            release(graph, row["node"], worker)
        graph.index.run("DELETE FROM leases WHERE owner = ?", worker)


def worker_name(mark: str, number: int) -> str:
    """A name for a worker of this process; its process id tells others on this machine whether it is alive."""
    return f"worker-{mark}-{_machine()}-{os.getpid()}-{number}"


def _machine() -> str:
    """A short mark of this machine, by its name."""
    return hashlib.sha256(processes.host().encode("utf-8", "surrogateescape")).hexdigest()[:6]


def release_dead_workers(graph: Graph) -> list[str]:
    """Give back the claims of this machine's workers whose process is gone, and return their names.

    Leases of workers on other machines have to expire.
    """
    with graph.lock():
        owners = [row["owner"] for row in graph.index.rows("SELECT DISTINCT owner FROM leases")]
        dead = [
            owner
            for owner in owners
            if (match := _WORKER_NAME.fullmatch(owner))
            and match["machine"] == _machine()
            and not processes.alive(int(match["pid"]))
        ]
        for owner in dead:
            release_all(graph, owner)
        return dead


def wait_for_claims(graph: Graph) -> bool:
    """Wait until the graph changes, or no worker holds a claim or a lease any more; False where none did."""
    release_dead_workers(graph)
    before, waited = progress(graph), False
    while graph.index.row("SELECT 1 FROM leases WHERE expires > ? LIMIT 1", graph.clock()):
        waited = True
        if progress(graph) != before or graph.settings().status != "active":
            break
        interrupt.check()
        time.sleep(interrupt.LOOK)
    return waited


def exhausted_budget(graph: Graph, settings: Settings) -> str:
    """Which budget of the whole graph is used up, as a sentence, or ""."""
    tokens = int(graph.index.fact("tokens", 0))
    if settings.tokens and tokens >= settings.tokens:
        return f"the graph's budget of {settings.tokens} tokens is used up"
    if settings.seconds and settings.used_seconds >= settings.seconds:
        return f"the graph's budget of {settings.seconds} seconds is used up"
    return ""


def _require_free_agent(graph: Graph, worker: str, settings: Settings) -> None:
    others = graph.index.rows("SELECT DISTINCT owner FROM leases WHERE work = 'work' AND owner != ?", worker)
    if len(others) >= settings.agents:
        names = ", ".join(sorted(row["owner"] for row in others)[:5])
        raise GraphError(
            f"the graph's budget of {settings.agents} agents at once is used up (at work: {names})"
        )


def _gate(graph: Graph, settings: Settings) -> Gate:
    """The questions that the checkpoint mode lets workers claim now."""
    if settings.checkpoint == "interactive":
        return Gate(seq=settings.cycle, reason="checkpoint: every question of this cycle is worked on")
    if every := checkpoint_depth(settings.checkpoint):
        return Gate(depth=settings.seen - 1, reason=f"checkpoint: {every} level(s) of questions are worked on")
    if settings.checkpoint == "convergence":
        row = graph.index.row(
            "SELECT COUNT(DISTINCT one || ' ' || other) AS n FROM edges WHERE type = 'convergence'"
        )
        new = int(row["n"]) - settings.seen if row else 0
        if new > 0:
            return Gate(depth=-1, reason=f"checkpoint: {new} convergence(s) found")
    return Gate()


def _candidate(graph: Graph, worker: str, gate: Gate) -> Row | None:
    touched = graph.index.rows(
        "SELECT branch FROM touches WHERE worker = ? ORDER BY rowid DESC LIMIT ?", worker, BRANCHES
    )
    condition = f"kind = 'question' AND state = 'open' AND {gate.condition} ORDER BY depth, seq LIMIT 1"
    own = [
        row
        for touch in touched
        if (row := graph.index.row(f"SELECT * FROM nodes WHERE branch = ? AND {condition}", touch["branch"]))
    ]
    if own:
        return min(own, key=lambda row: (row["depth"], row["seq"]))
    return graph.index.row(f"SELECT * FROM nodes WHERE {condition}")


def _no_claim(graph: Graph, settings: Settings, gate: Gate) -> dict[str, Any]:
    """The reply to a worker that gets no question; at a checkpoint the last active worker pauses the graph."""
    if not count_in_state(graph, "open"):
        return {"node_id": None, "graph_done": graph_done(graph)}
    at_work = count_in_state(graph, "claimed")
    if not at_work:
        write_settings(graph, replace(settings, status="paused", reason=gate.reason))
    reason = gate.reason if not at_work else f"{gate.reason}; waiting for {at_work} claimed question(s)"
    return {"node_id": None, "graph_done": False, "reason": reason}


def count_in_state(graph: Graph, state: str) -> int:
    """How many questions of the graph are in a state."""
    row = graph.index.row("SELECT COUNT(*) AS n FROM nodes WHERE kind = 'question' AND state = ?", state)
    return int(row["n"]) if row else 0


def progress(graph: Graph) -> tuple[int, ...]:
    """Numbers that change whenever a graph advances: the newest question's, and the questions in each state."""
    states = ("open", "claimed", "answered", *DONE)
    return (int(graph.index.fact("seq", 0)), *(count_in_state(graph, state) for state in states))


def graph_done(graph: Graph) -> bool:
    """True where nothing is open, claimed or to be synthesised, and the root is done."""
    left = graph.index.row(
        "SELECT 1 FROM nodes WHERE kind = 'question' AND state IN ('open', 'claimed', 'answered') LIMIT 1"
    )
    root = graph.index.node(graph.root)
    return left is None and root is not None and root["state"] in DONE


def claimable(graph: Graph, worker_id: object = None) -> dict[str, Any]:
    """The open questions in the order in which this worker would claim them."""
    worker = "" if worker_id in (None, "") else checked_name(worker_id, "worker_id")
    own = {row["branch"] for row in graph.index.rows("SELECT branch FROM touches WHERE worker = ?", worker)}
    rows = graph.index.rows(
        "SELECT * FROM nodes WHERE kind = 'question' AND state = 'open' ORDER BY depth, seq"
    )
    rows.sort(key=lambda row: row["branch"] not in own)
    questions = [
        {
            "node_id": row["id"],
            "text": row["text"],
            "depth": row["depth"],
            "parent_id": graph_queries.parent_id(row),
            "metadata": graph_queries.node_view(row)["metadata"],
        }
        for row in rows
    ]
    return {"graph_id": graph.run, "claimable": questions, "count": len(questions)}
