"""The sources of a piece of research: the folder that a person names, opened as an index."""

from __future__ import annotations

from pandora.disk.layout import Workspace
from pandora.engine.host import Host
from pandora.errors import UsageError
from pandora.policy import Policy
from pandora.research.source_index import SourceIndex
from pandora.workspace.operation_context import OperationContext


def opened_index(host: Host, documents: str) -> SourceIndex:
    """The index of a documents folder of a host's workspace; see `index_of`."""
    return _opened(host.workspace, documents, host.operation_context)


def index_of(workspace: Workspace, documents: str, policy: Policy) -> SourceIndex:
    """The index of a documents folder, relative to the workspace or absolute; UsageError where there is none.

    Files that `policy` hides are not read.
    """
    context = OperationContext(workspace.root, hides=policy.hides, distrusts=policy.distrusts)
    return _opened(workspace, documents, context)


def _opened(workspace: Workspace, documents: str, context: OperationContext) -> SourceIndex:
    folder = workspace.root / documents
    if not folder.is_dir():
        message = f"{documents}: there is no such folder"
        raise UsageError(f"{message}; --documents DIR names the folder of the sources")
    return SourceIndex.open(folder, context)
