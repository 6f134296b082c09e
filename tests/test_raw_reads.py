"""Nobody opens a file that others can put there in any other way than `pandora/regular_file.py`'s."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

import pandora

PACKAGE = Path(pandora.__file__).parent
ALLOWED = {
    "regular_file.py": "it is the guarded way",
    "sandbox/": "it reads /proc, and what it made itself in folders of its own",
    "sessions/inside/": "it runs in the sandbox, and opens the null device there",
    "programs/inside/": "it runs in the sandbox, with the program that reads",
    "workspace/pdf_script.py": "it runs in the sandbox",
    "operations/rename_script.py": "it runs in the sandbox, on a copy",
    "workspace/apply.py": "it holds the folder by a descriptor, and checks what it opened there",
    "workspace/staged_copy.py": "it makes the files of the copy",
    "disk/atomic.py": "it makes temporary files, and syncs folders",
    "disk/lease.py": "it makes a file of its own to read the disk's clock",
    "disk/git.py": "it syncs what git wrote, and reads nothing",
    "disk/shared_folder.py": "it reads what it made itself in a folder of its own",
    "models/kept_prefixes.py": "it makes a new file of the user's own",
    "disk/processes.py": "it reads /proc, and asks who has a file open without reading it",
    "ui/program_calls.py": "it opens the end of a pipe that it made",
    "disk/watch.py": "it reads /proc/self/mountinfo",
    "models/pull.py": "it writes a download in a folder of the user's own",
    "models/hub.py": "it writes a download in a folder of the user's own",
    "models/recording.py": "it appends to the file that the user named for it",
    "models/call_log.py": "it appends to the file that the user named for it",
    "document/offline_page.py": "it reads what ships with the package",
    "check/disk_promises.py": "it reads what it made itself in a folder of its own",
    "check/throwaway_workspace.py": "it reads what it made itself in a folder of its own",
    "models/keyed_replies.py": "it appends to the file that the user named for it",
    "commands/event_log.py": "it opens the file or the pipe that the user named, to write to it",
    "commands/rules_bench.py": "it reads the regular files of the suite and the patterns of who calls it",
    "commands/init.py": "it copies what ships with the package, or the files of the user's own suite of tasks",
    "commands/doctor_checks.py": "it reads what it made itself in a folder of its own",
    "commands/sandbox.py": "it opens the user's terminal",
    "mcp/access_token.py": "it makes a new file of the user's own",
    "trusted_workspaces.py": "it makes a new file of the user's own",
    "mcp/transport.py": "it duplicates its standard output",
    "cli.py": "it opens the null device",
}
"""Why a module, or a room, may open files itself; all others read through `pandora/regular_file.py`."""
READS = ("read_text", "read_bytes", "copyfile", "copy2", "copytree", "fdopen")
MODULES = ("os", "io", "codecs", "gzip", "bz2", "lzma", "tarfile", "zipfile")


def raw_opens(source: str) -> Iterator[int]:
    """The lines on which a file is opened, read or copied by a way of Python's own."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open":
            yield node.lineno
        if not isinstance(called, ast.Attribute):
            continue
        given = node.args[0] if node.args else None
        given = given.body if isinstance(given, ast.IfExp) else given
        mode = isinstance(given, ast.Constant) and isinstance(given.value, str)
        module = isinstance(called.value, ast.Name) and called.value.id in MODULES
        if called.attr in READS or (called.attr == "open" and (module or mode)):
            yield node.lineno


def is_allowed(path: str) -> bool:
    return any(path == name or (name.endswith("/") and path.startswith(name)) for name in ALLOWED)


@functools.cache
def opening() -> dict[str, list[int]]:
    """The modules that open files themselves, by their path in the package, with the lines."""
    lines = {
        path.relative_to(PACKAGE).as_posix(): list(raw_opens(path.read_text("utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    return {path: numbers for path, numbers in lines.items() if numbers}


def test_files_are_opened_in_one_guarded_way() -> None:
    wrong = [f"{path}:{line}" for path, lines in opening().items() if not is_allowed(path) for line in lines]
    assert wrong == [], "read it with pandora/regular_file.py, or say in ALLOWED why not"


def test_every_exception_is_needed() -> None:
    paths = opening()
    unused = [name for name in ALLOWED if not any(path == name or path.startswith(name) for path in paths)]
    assert unused == []


@pytest.mark.parametrize(
    "source",
    [
        "open(path)",
        "open(descriptor, 'rb')",
        "Path(path).read_text()",
        "path.read_bytes()",
        "path.open('rb')",
        "path.open('r+b' if there else 'wb')",
        "os.open(path, os.O_RDONLY)",
        "io.open(path)",
        "gzip.open(path)",
        "shutil.copyfile(a, b)",
    ],
)
def test_a_raw_open_is_seen(source: str) -> None:
    assert list(raw_opens(source)) == [1]


@pytest.mark.parametrize(
    "source", ["Run.open(store, name)", "graph.open()", "read_text(path, 9)", "open_regular(p)"]
)
def test_what_only_sounds_like_it_is_not(source: str) -> None:
    assert list(raw_opens(source)) == []
