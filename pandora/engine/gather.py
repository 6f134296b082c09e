"""What code can know of a task before a model reads it: its files, the missing ones, and their shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pandora.document.quote import quoted
from pandora.programs.help import MOST_DESCRIBED, Description
from pandora.web.address import urls
from pandora.workspace.named_files import likely_files, named_paths, with_imports
from pandora.workspace.paths import is_hidden
from pandora.workspace.room import no

Test = Callable[[str], bool]
Describe = Callable[[tuple[str, ...]], Description]
LISTED = 40


@dataclass(frozen=True)
class Gathered:
    """A task's files by workspace path, the paths it names that are not there, and the context's text.

    `columns` are those of the files that are tables; `named` tells that the task names the files.
    """

    files: tuple[str, ...]
    absent: tuple[str, ...]
    context: str
    named: bool = False
    columns: tuple[str, ...] = ()


def undescribed(files: tuple[str, ...]) -> Description:
    """What is told of files where nobody looks into them: their names."""
    return Description("\n".join(files))


def gather(
    text: str, workspace: Path, hides: Test = no, distrusts: Test = no, describe: Describe = undescribed
) -> Gathered:
    """Find what the task names; where it names nothing that is there, the workspace's likeliest files.

    What policy `hides` is not looked at. What holds words of strangers (`distrusts`) is read only where the
    task names it, and quoted. `describe` tells what the files found hold.
    """
    named, absent = named_paths(text, workspace, hides)
    denied = [path for path in named if is_hidden(path, workspace, hides)]
    named = [path for path in named if path not in denied]
    files = with_imports(named, workspace) if named else []
    pages = urls(text)
    if not files and not absent and not pages and not denied:
        files = likely_files(text, workspace, lambda path: hides(path) or distrusts(path))
    files = [path for path in files if not is_hidden(path, workspace, hides)]
    closed = [path for path in files if not _readable(workspace / path)]
    files = [path for path in files if path not in closed]
    description = describe(tuple(files))
    lines = [quoted(description.text) if any(map(distrusts, files)) else description.text] if files else []
    if len(files) > MOST_DESCRIBED:
        lines.append("also: " + ", ".join(files[MOST_DESCRIBED : MOST_DESCRIBED + LISTED]))
    lines += [f"{path}: there is no such file" for path in absent]
    lines += [f"{path}: cannot be read" for path in closed]
    lines += [f"{page}: a page of the web" for page in pages]
    lines += [f"{path}: policy denies reading it" for path in denied]
    context = "\n".join(lines) or "no files"
    return Gathered(tuple(files), tuple(absent), context, bool(named), description.columns)


def _readable(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False
