"""The report as a file of the user's: written once it is whole, and never over what a person made of it."""

from __future__ import annotations

from pathlib import Path

from pandora.disk.atomic import ChangedError, delete_temporary, read_consistent, replace_file, write_new
from pandora.document.meta_values import mapping
from pandora.document.state_document import digest
from pandora.engine.loop import Loop
from pandora.errors import DiskError

FOLDER = "reports"
"""The folder of the reports in the workspace."""


def report_path(run: str) -> str:
    """The path of a run's report, relative to the workspace."""
    return f"{FOLDER}/research-{run}.md"


def keep_report(loop: Loop, text: str) -> str:
    """Write the report to its file; returns the path, and says where a person's changes were kept instead."""
    path = report_path(loop.task.run)
    file = loop.host.workspace.root / path
    recorded = str(mapping(loop.document.meta, "report").get("text", ""))
    try:
        if not _write(file, text, recorded):
            return f"{path} (you changed it, so that it stays; the new report is in §5)"
    except OSError as error:
        raise DiskError(f"{file}:1: {error.strerror}; mend it, then resume") from error
    if recorded != digest(text):
        loop.save(report={"path": path, "text": digest(text)})
    return path


def _write(file: Path, text: str, recorded: str) -> bool:
    """Write the file; False where it holds what neither this nor an earlier report says."""
    data = text.encode()
    try:
        current = read_consistent(file)
    except FileNotFoundError:
        file.parent.mkdir(exist_ok=True)
        write_new(file, data)
        return True
    if current == data:
        return True
    if digest(current.decode("utf-8", "replace")) != recorded:
        return False
    try:
        left = replace_file(file, data, current)
    except ChangedError:
        return False
    if left is not None:
        delete_temporary(left, current)
    return True
