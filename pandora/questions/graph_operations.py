"""The 17 operations by their public names, as the Model Context Protocol and Python callers use them.

    fractal = Fractal(Workspace(Path(".")))
    graph = fractal.fractal_create_graph("Why is the sky blue?", "pulse", "autonomous")
    work = fractal.fractal_claim_work(graph["graph_id"], "worker-1")

Every operation returns a dictionary of plain values. Where the rules refuse an operation, it changes nothing
and returns `{"error": "…"}`. A broken document or a lost disk gives such an error too; only a bug raises an
exception. `metadata` is always a JSON string. The values of secrets are removed from every text before it is
written. Nothing here prints. Seeds 000 and 001 define the names, arguments and results.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any, TypeVar

from pandora.disk.layout import Workspace
from pandora.errors import PandoraError
from pandora.questions import graph_lifecycle, graph_queries, node_changes, synthesis, work_claims
from pandora.questions.graph import Graph, find_graph
from pandora.questions.graph_rules import parsed_metadata
from pandora.settings import load_settings
from pandora.workspace.secrets import Redactor, workspace_redactor

LONGEST_ERROR = 2000
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., dict[str, Any]])


def _errors_as_objects(method: F) -> F:
    """Wrap `method` so that it returns `{"error": message}` where it would raise a PandoraError."""

    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> dict[str, Any]:
        try:
            return method(*args, **kwargs)
        except PandoraError as error:
            return {"error": _short(str(error))}

    return call  # type: ignore[return-value]


def _short(message: str) -> str:
    """Shorten a message longer than `LONGEST_ERROR` in its middle: its end says what to do."""
    return (
        message
        if len(message) <= LONGEST_ERROR
        else f"{message[: LONGEST_ERROR // 2]} … {message[-LONGEST_ERROR // 2 :]}"
    )


class Fractal:
    """The 17 operations on the graphs of one workspace; several threads and processes may use them at once."""

    def __init__(self, workspace: Workspace, clock: Callable[[], float] = time.time) -> None:
        self.workspace = workspace
        self.clock = clock
        self._graphs: dict[str, Graph] = {}
        self._redact: Redactor | None = None

    def graph(self, graph_id: object) -> Graph:
        """The graph with this id; its documents are read at the first call, and again on resuming it."""
        graph = self._graphs.get(graph_id) if isinstance(graph_id, str) else None
        if graph is None or not self.workspace.document(graph.root).is_file():
            graph = find_graph(self.workspace, graph_id, self.clock).open()
            self._graphs[str(graph_id)] = graph
        with graph.lock():
            return graph

    def _plain(self, given: T) -> T:
        """`given` without the values of secrets; anything but a string is left for the rules to refuse."""
        if not isinstance(given, str):
            return given
        if self._redact is None:
            policy = load_settings(self.workspace.root, {}).policy
            self._redact = workspace_redactor(self.workspace.root, policy.hides)
        return self._redact(given)  # type: ignore[return-value]

    @_errors_as_objects
    def fractal_create_graph(
        self, seed: str, intensity: str, checkpoint_mode: str, metadata: str | None = None
    ) -> dict[str, Any]:
        """Make a graph: `{graph_id, root_node_id, intensity, checkpoint_mode, budget, status}`.

        `metadata` may set `max_nodes`, `max_tokens`, `max_seconds` and `lease_seconds` of the graph.
        """
        self._redact = None  # a server lives long, and secrets change
        text, given = self._plain(seed), parsed_metadata(self._plain(metadata))
        return graph_lifecycle.create_graph(
            self.workspace, text, intensity, checkpoint_mode, given, clock=self.clock
        )

    @_errors_as_objects
    def fractal_resume_graph(self, graph_id: str) -> dict[str, Any]:
        """Go on with a paused graph, or read an active one anew: its snapshot with `checkpoint_mode`."""
        return graph_lifecycle.resume_graph(self.graph(graph_id))

    @_errors_as_objects
    def fractal_delete_graph(self, graph_id: str) -> dict[str, Any]:
        """Delete a graph with its nodes and edges: `{deleted: true, graph_id}`."""
        return graph_lifecycle.delete_graph(self.graph(graph_id))

    @_errors_as_objects
    def fractal_update_graph_status(
        self, graph_id: str, status: str, reason: str | None = None
    ) -> dict[str, Any]:
        """Move a graph to another state: `{graph_id, status, previous_status}`."""
        return graph_lifecycle.update_graph_status(self.graph(graph_id), status, self._plain(reason))

    @_errors_as_objects
    def fractal_add_node(
        self,
        graph_id: str,
        parent_id: str,
        node_type: str,
        text: str,
        owner: str | None = None,
        metadata: str | None = None,
    ) -> dict[str, Any]:
        """Add a question or an answer: `{node_id, graph_id, parent_id, depth, node_type, status}`."""
        words, given = self._plain(text), parsed_metadata(self._plain(metadata))
        return node_changes.add_node(self.graph(graph_id), parent_id, node_type, words, owner, given)

    @_errors_as_objects
    def fractal_update_node(self, graph_id: str, node_id: str, metadata: str) -> dict[str, Any]:
        """Merge metadata and make its edges: `{node_id, metadata, edges_created}`."""
        return node_changes.update_node(self.graph(graph_id), node_id, parsed_metadata(self._plain(metadata)))

    @_errors_as_objects
    def fractal_mark_saturated(self, graph_id: str, node_id: str, reason: str) -> dict[str, Any]:
        """Mark a branch as needing no further exploration: `{node_id, status, reason}`."""
        return node_changes.mark_saturated(self.graph(graph_id), node_id, reason)

    @_errors_as_objects
    def fractal_claim_work(
        self, graph_id: str, worker_id: str, session_id: str | None = None
    ) -> dict[str, Any]:
        """Claim the next question: `{node_id, text, depth, parent_id, metadata, graph_done}`.

        Without one, `node_id` is null, and `graph_done` tells whether there will be more.
        """
        return work_claims.claim_work(self.graph(graph_id), worker_id, session_id)

    @_errors_as_objects
    def fractal_synthesize_node(self, graph_id: str, node_id: str, synthesis_text: str) -> dict[str, Any]:
        """Write a question's synthesis: `{node_id, status}`."""
        return synthesis.synthesize_node(self.graph(graph_id), node_id, self._plain(synthesis_text))

    @_errors_as_objects
    def fractal_get_snapshot(self, graph_id: str) -> dict[str, Any]:
        """The whole graph: nodes, edges, status and budget."""
        return graph_queries.snapshot(self.graph(graph_id))

    @_errors_as_objects
    def fractal_get_branch(self, graph_id: str, node_id: str) -> dict[str, Any]:
        """The nodes from one downward, and the edges inside."""
        return graph_queries.branch(self.graph(graph_id), node_id)

    @_errors_as_objects
    def fractal_get_open_questions(self, graph_id: str) -> dict[str, Any]:
        """The questions that nobody has claimed: `{open_questions, count}`."""
        return graph_queries.open_questions(self.graph(graph_id))

    @_errors_as_objects
    def fractal_query_convergence(self, graph_id: str) -> dict[str, Any]:
        """Clusters of nodes that converge: `{convergence_points: [{nodes, insight}], count}`."""
        return graph_queries.convergence(self.graph(graph_id))

    @_errors_as_objects
    def fractal_query_contradictions(self, graph_id: str) -> dict[str, Any]:
        """Pairs of nodes that contradict each other: `{contradictions: [{nodes, tension}], count}`."""
        return graph_queries.contradictions(self.graph(graph_id))

    @_errors_as_objects
    def fractal_get_saturation_status(self, graph_id: str) -> dict[str, Any]:
        """The branches below the root: `{branches, all_saturated, all_complete}`."""
        return graph_queries.saturation_status(self.graph(graph_id))

    @_errors_as_objects
    def fractal_get_claimable_work(self, graph_id: str, worker_id: str | None = None) -> dict[str, Any]:
        """Open questions in the order of this worker's claims: `{claimable, count}`."""
        return work_claims.claimable(self.graph(graph_id), worker_id)

    @_errors_as_objects
    def fractal_get_ready_to_synthesize(self, graph_id: str) -> dict[str, Any]:
        """Questions whose children are all done, deepest first: `{ready_nodes, count}`."""
        return graph_queries.ready_to_synthesize(self.graph(graph_id))


TOOLS = tuple(name for name in vars(Fractal) if name.startswith("fractal_"))
"""The names of the 17 operations."""
