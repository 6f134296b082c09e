"""A worker: claims questions, works on them, and synthesises what is ready, until nothing is left for it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from pandora.document.fill import one_line
from pandora.engine.host import Host
from pandora.errors import AwayError, CeilingError, ModelError, PandoraError
from pandora.questions import node_changes, synthesis, work_claims
from pandora.questions.graph import Graph
from pandora.questions.graph_lifecycle import update_graph_status
from pandora.questions.graph_rules import GraphError
from pandora.questions.question_document import question_of
from pandora.questions.question_loop import work
from pandora.questions.synthesis import synthesise

WAITS = (2.0, 4.0, 8.0)
"""Seconds before a worker that got nothing asks again (seed 001, "Worker Termination Protocol")."""
ROUNDS = 3
"""A worker leaves after this many claims for each level of the graph's depth: its circuit breaker."""
Sleep = Callable[[float], None]


@dataclass
class Report:
    """What a worker did, and why it left.

    `answered` and `synthesised` count questions, `opened` counts the follow-up questions of its answers.
    `exit_reason` is `graph_done`, `circuit_breaker`, `no_work_after_retries`, `model_away`, `stopped`, or the
    status of a graph that is no longer active.
    """

    worker: str
    answered: int = 0
    synthesised: int = 0
    opened: int = 0
    exit_reason: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def did(self) -> int:
        """How many answers and syntheses the worker made."""
        return self.answered + self.synthesised


@dataclass
class Worker:
    """One worker on one graph.

    `sleep` waits for a number of seconds; `told` is called after every step that had work to do.
    """

    graph: Graph
    host: Host
    name: str
    sleep: Sleep
    told: Callable[[], None] = lambda: None

    _away: bool = False

    def __post_init__(self) -> None:
        self.host.store = self.graph.store  # so the engine writes under the graph's lock and updates its index

    def run(self) -> Report:
        """Work until the graph is done or no longer active, or until the worker has to leave; returns a report.

        It leaves when it is stopped, has made its most claims (see `ROUNDS`), or got nothing to do four times
        in a row, with the waits in `WAITS` between. A model that cannot be reached counts as nothing to do, and
        the question is released.
        """
        report, waited, rounds = Report(self.name), 0, 0
        most = max(1, self.graph.settings().depth) * ROUNDS
        while not report.exit_reason:
            if self.host.stopped():
                report.exit_reason = "stopped"
            elif rounds >= most:
                report.exit_reason = "circuit_breaker"
            else:
                before = report.did
                claimed = self._step(report)
                rounds += 1 if claimed else 0
                if claimed or report.did > before:
                    waited = 0
                    self.told()
                elif not report.exit_reason:
                    if waited == len(WAITS):
                        report.exit_reason = "model_away" if self._away else "no_work_after_retries"
                    else:
                        self.sleep(WAITS[waited])
                        waited += 1
        return report

    def _step(self, report: Report) -> bool:
        """Claim a question and work on it, then synthesise what is ready; True if a question was tried."""
        self._away = False
        try:
            claim = work_claims.claim_work(self.graph, self.name)
        except GraphError as error:
            status = self.graph.settings().status
            if status != "active":
                report.exit_reason = status
            else:
                report.errors.append(str(error))
            return False
        tried = False
        if (node := claim["node_id"]) is not None:
            tried = self._work(node, report)
        elif claim["graph_done"]:
            report.exit_reason = "graph_done"
        elif self.graph.settings().status != "active":
            report.exit_reason = self.graph.settings().status
        if not self._away:
            self._cascade(report)
        return tried

    def _work(self, node: str, report: Report) -> bool:
        """Work on a claimed question; returns False where the model could not be reached."""
        question = self.graph.question(node)
        self.host.tell(node, question.parent, "begin", f"[{self.name}] {question.text}")
        try:
            opened = work(self.graph, self.host, node, self.name)
        except CeilingError as error:
            work_claims.release(self.graph, node, self.name)
            self._spent(str(error), report)
            return True
        except AwayError as error:
            work_claims.release(self.graph, node, self.name)
            self._missed(node, error, report)
            return False
        except (ModelError, GraphError) as error:
            report.errors.append(f"{node}: {error}")
            self._failed(node, one_line(str(error)))
            return True
        except BaseException:
            work_claims.release(self.graph, node, self.name)
            raise
        report.answered += 1
        report.opened += len(opened)
        self.host.tell(node, question.parent, "end", "answered")
        return True

    def _missed(self, node: str, error: AwayError, report: Report) -> None:
        self._away = True
        report.errors.append(f"{node}: {error}")
        self.host.tell(node, None, "note", str(error))

    def _failed(self, node: str, reason: str) -> None:
        """Give up the branch of a question whose loop has failed, or whose answer the graph's rules refuse.

        One that another worker has claimed by now, and one of a graph that was paused, is left as it is.
        """
        if not work_claims.release(self.graph, node, self.name) or self.graph.settings().status != "active":
            return
        node_changes.mark_saturated(self.graph, node, "error", reason)
        self.host.tell(node, None, "end", "failed")

    def _spent(self, reason: str, report: Report) -> None:
        report.exit_reason = "budget_exhausted"
        with self.graph.lock():
            if self.graph.settings().status == "active":
                update_graph_status(self.graph, "budget_exhausted", reason)

    def _cascade(self, report: Report) -> None:
        """Synthesise the questions that are ready, deepest first, until none is left."""
        while not report.exit_reason or report.exit_reason == "graph_done":
            try:
                row = synthesis.claim_synthesis(self.graph, self.name)
                if row is None or self.host.stopped():
                    return
                synthesise(self.graph, self.host, row, self.name)
            except CeilingError as error:
                self._spent(str(error), report)
                return
            except AwayError as error:
                self._missed(row["id"] if row else self.graph.root, error, report)
                return
            except (ModelError, GraphError) as error:
                report.errors.append(str(error))
                return
            report.synthesised += 1
            report.exit_reason = ""
            self.host.tell(
                row["id"], question_of(row["parent"]) if row["parent"] else None, "end", "synthesized"
            )
            self.told()


class Pulse:
    """A context manager whose thread renews the claims of the workers in `names` until the block ends."""

    def __init__(self, graph: Graph, names: list[str]) -> None:
        self._graph, self._names, self._over = graph, names, threading.Event()
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._over.wait(max(0.2, self._graph.settings().lease / 4)):
            for name in list(self._names):
                with contextlib.suppress(PandoraError):  # the workers themselves report a lost disk
                    work_claims.heartbeat(self._graph, name)
