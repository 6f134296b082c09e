"""How a program begins: the task's files already loaded, so that a model writes only what is asked."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from pandora.engine.loop import Loop
from pandora.operations.describe import describe

MANY = 4


def opening_for(loop: Loop) -> dict[str, str]:
    """The first lines of the field `code`, for the files of the task; {} where there is nothing to load."""
    lines = opening_lines(loop.task.files, loop)
    return {"code": "".join(f"{line}\n" for line in lines)} if lines else {}


def opening_lines(files: tuple[str, ...], loop: Loop) -> list[str]:
    """One line a file, or one for all of a kind in a folder."""
    data = [path for path in files if path.endswith((".csv", ".tsv", ".json", ".jsonl", ".txt", ".md", ".log"))]
    groups: dict[tuple[str, str], list[str]] = {}
    for path in data:
        folder, extension = os.path.dirname(path), os.path.splitext(path)[1]
        groups.setdefault((folder, extension), []).append(path)
    lines: list[str] = []
    for (folder, extension), paths in groups.items():
        if len(paths) >= MANY:
            pattern = f"{folder}/*{extension}" if folder else f"*{extension}"
            what = _shape(paths[0], loop.host.workspace.root)
            lines.append(f"documents = [load(path) for path in files({pattern!r})]  # {len(paths)} of {what}")
        else:
            lines += [_one(path, loop) for path in paths]
    return lines


def file_texts(loop: Loop) -> str:
    """The text of the task's files, one after the other; the prompt's budget cuts it."""
    texts = []
    for path in loop.task.files[:MANY]:
        data = (loop.host.workspace.root / path).read_bytes()[: 1 << 20]
        if b"\0" not in data:
            body = "\n".join(f"  {line}" for line in data.decode("utf-8", "replace").splitlines())
            texts.append(f"{path}:\n{body}")
    return "## Files\n" + "\n".join(texts) if texts else ""


def _one(path: str, loop: Loop) -> str:
    name = re.sub(r"\W+", "_", os.path.splitext(os.path.basename(path))[0].lower()).strip("_") or "data"
    if name[0].isdigit():
        name = f"data_{name}"
    call = (
        "table" if path.endswith((".csv", ".tsv", ".jsonl")) else "load" if path.endswith(".json") else "text"
    )
    return f"{name} = {call}({json.dumps(path)})  # {_shape(path, loop.host.workspace.root)}"


def _shape(path: str, workspace: Path) -> str:
    """A file's columns or keys in a comment's length."""
    told = describe(path, workspace).split(": ", 1)[-1].split("\n")
    if told[0].startswith("a table"):
        names = [line[2:].split(":")[0] for line in told[1:] if line.startswith("- ")]
        return f"list of dicts with {', '.join(names)}"[:160]
    return told[0][:160]
