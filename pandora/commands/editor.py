"""A person's editor, opened at a line of a file and waited for."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from pandora.errors import UsageError

_PLUS = {"vi", "vim", "nvim", "view", "ex", "gvim", "mvim", "nano", "pico", "emacs", "emacsclient", "mg", "joe"}
_PLUS |= {"micro", "kak", "ne", "jed", "gedit", "kate"}
_GOTO = {"code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"}
_COLON = {"subl", "sublime_text", "zed", "hx", "helix", "mate"}
_WAITS = {*_GOTO, "subl", "zed", "mate"}
"""Editors that return at once unless they are told to wait."""
_USUAL = ("sensible-editor", "editor", "nano", "vim", "vi")


def editor() -> list[str]:
    """The person's editor: $VISUAL, $EDITOR, or a usual one; UsageError where there is none."""
    for name in ("VISUAL", "EDITOR"):
        if given := os.environ.get(name, "").strip():
            try:
                return shlex.split(given)
            except ValueError as error:
                raise UsageError(f"${name} is {given!r}: {error}; write it as in a shell") from None
    for name in _USUAL:
        if found := shutil.which(name):
            return [found]
    raise UsageError("there is no editor; set EDITOR, e.g. export EDITOR=nano")


def command(words: list[str], path: Path, line: int) -> list[str]:
    """The command that opens `path` at `line` with an editor, and waits for it."""
    name = Path(words[0]).name.removesuffix(".exe").removesuffix(".cmd")
    wait = ["--wait"] if name in _WAITS and not {"-w", "--wait"} & set(words) else []
    if name == "gvim" and not {"-f", "--nofork"} & set(words):
        wait = ["-f"]
    if name in _GOTO:
        return [*words, *wait, "--goto", f"{path}:{line}"]
    if name in _COLON:
        return [*words, *wait, f"{path}:{line}"]
    if name in _PLUS:
        return [*words, *wait, f"+{line}", str(path)]
    return [*words, str(path)]


def open_editor(path: Path, line: int) -> None:
    """Open the person's editor and wait; UsageError where it cannot be started or says that it failed."""
    words = command(editor(), path, line)
    try:
        code = subprocess.run(words, check=False).returncode
    except OSError as error:
        raise UsageError(f"the editor {words[0]!r} cannot be started: {error.strerror}; set EDITOR") from None
    if code:
        raise UsageError(f"the editor ended with {code}; nothing is resumed, and what it saved is kept")
