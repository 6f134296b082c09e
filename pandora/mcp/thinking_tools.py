"""The tools of `pandora mcp` for thinking: think a question through, harvest a graph, renew the claims of a
worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pandora.disk.layout import Workspace
from pandora.engine.events import Watcher
from pandora.engine.recorded_model import RecordedModel, keys_of_model
from pandora.engine.run import budget_of, host_of, model_of, settings_of
from pandora.errors import UsageError
from pandora.models.server_names import SERVER
from pandora.questions import work_claims
from pandora.questions.dispatcher import FinishedGraph, Limits, begin, go_on, work_on
from pandora.questions.graph import Graph, find_graph
from pandora.questions.graph_rules import GraphError, checked_name, checked_text
from pandora.questions.harvest import harvest, save_summary
from pandora.questions.worker_sources import checked
from pandora.workspace.secrets import workspace_redactor

Result = dict[str, Any]
THREADS_OF_A_SERVER = 64
"""The most workers of a graph whose model is on a server, which answers many at once."""


class Thinking:
    """Thinks for clients with this workspace's model; `options` are those of the command line."""

    def __init__(
        self, workspace: Workspace, options: Mapping[str, Any], watcher: Callable[[Any], Watcher]
    ) -> None:
        self._workspace, self._options, self._watcher = workspace, dict(options), watcher

    def pandora_think(
        self,
        caller: Any,
        question: str | None = None,
        intensity: str | None = None,
        checkpoint_mode: str | None = None,
        context: str | None = None,
        graph_id: str | None = None,
    ) -> Result:
        """Think a question through with the local model, or go on with a graph: the harvest of the graph.

        Give a question, with the files or folders of the workspace that it may read as `context`; or give the
        graph_id of a graph that was paused, cancelled or edited. It may take minutes and tells its progress.
        Cancelled, it gives its claims back, and the same graph_id goes on.
        """
        if (question is None) == (graph_id is None):
            raise UsageError("give a question, or the graph_id of a graph to go on with")
        settings = settings_of(self._workspace, self._options)
        recorded = RecordedModel()
        if graph_id is not None:
            graph = find_graph(self._workspace, graph_id).open()
            recorded = RecordedModel.of(graph.document(graph.root).meta)
        model = model_of(settings, self._options, recorded)
        try:
            if graph_id is None:
                ceilings = {name: settings[name] for name in ("tokens", "seconds")}
                budget = replace(budget_of(settings, model), **ceilings)
                text = workspace_redactor(self._workspace.root, settings.policy.hides)(
                    checked_text(question, "question")
                )
                sources = self._sources(context, settings.policy.hides)
                kinds = (intensity or "pulse", checkpoint_mode or "autonomous", sources, Limits())
                graph = begin(self._workspace, text, *kinds, budget, keys_of_model(model))
            else:
                try:
                    go_on(graph, Limits(), settings.policy)
                except FinishedGraph:
                    return _harvested(graph)
            host = host_of(self._workspace, model, settings, self._options, self._watcher(caller))
            threads = THREADS_OF_A_SERVER if str(settings["model"]).startswith(SERVER) else 1
            try:
                work_on(graph, host, threads)
            except KeyboardInterrupt:
                problem = f"graph {graph.run} was interrupted; pandora_think with this graph_id goes on"
                return {"error": problem, "graph_id": graph.run}
        finally:
            model.close()
        return _harvested(graph)

    def pandora_harvest(self, graph_id: str) -> Result:
        """What a graph has come to so far: answer, findings, tensions, gaps, and a summary to read.

        It is kept as a document of the graph, unless a worker has the graph's root at this moment.
        """
        return _harvested(find_graph(self._workspace, graph_id).open())

    def pandora_heartbeat(self, graph_id: str, worker_id: str) -> Result:
        """Renew the claims of a worker that works long, before they expire: `{graph_id, worker_id,
        renewed}`."""
        graph = find_graph(self._workspace, graph_id).open()
        worker = checked_name(worker_id, "worker_id")
        with graph.lock():
            return {"graph_id": graph.run, "worker_id": worker, "renewed": work_claims.heartbeat(graph, worker)}

    def _sources(self, context: str | None, hides: Callable[[str], bool]) -> list[str]:
        """The paths of `context`, one a line; a client may name only what lies in the workspace."""
        root = self._workspace.root
        paths = [root / line.strip() for line in (context or "").splitlines() if line.strip()]
        for path in paths:
            if not Path(path).resolve().is_relative_to(root.resolve()):
                raise GraphError(f"{path}: lies outside the workspace; a client may only name what is in it")
        return checked(map(str, paths), root, hides)


def _harvested(graph: Graph) -> Result:
    result = harvest(graph)
    document = save_summary(graph, result)
    return {**result, "document": f"state/{document}.md" if document else None}
