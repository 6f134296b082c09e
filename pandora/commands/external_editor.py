"""A person's own editor, opened at a line of a file; the command waits until it is closed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from pandora.errors import UsageError

_TAKE_PLUS_LINE = {"vi", "vim", "nvim", "view", "ex", "gvim", "mvim", "nano", "pico", "emacs", "emacsclient"}
_TAKE_PLUS_LINE |= {"mg", "joe", "micro", "kak", "ne", "jed", "gedit", "kate"}
"""Editors that take a line as `+LINE FILE`."""
_TAKE_GOTO = {"code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"}
"""Editors that take a line as `--goto FILE:LINE`."""
_TAKE_COLON_LINE = {"subl", "sublime_text", "zed", "hx", "helix", "mate"}
"""Editors that take a line as `FILE:LINE`."""
_TAKE_WAIT = {*_TAKE_GOTO, "subl", "zed", "mate"}
"""Editors that return at once unless they get `--wait`."""
_USUAL_EDITORS = ("sensible-editor", "editor", "nano", "vim", "vi")


def find_editor() -> list[str]:
    """The words that start the person's editor: of $VISUAL, of $EDITOR, or a usual one that is installed.

    Raises UsageError where there is none, or where the variable is not as a shell takes it.
    """
    for name in ("VISUAL", "EDITOR"):
        if given := os.environ.get(name, "").strip():
            try:
                return shlex.split(given)
            except ValueError as error:
                raise UsageError(f"${name} is {given!r}: {error}; write it as in a shell") from None
    for name in _USUAL_EDITORS:
        if program := shutil.which(name):
            return [program]
    raise UsageError("there is no editor; set EDITOR, e.g. export EDITOR=nano")


def editor_command(words: list[str], path: Path, line: int) -> list[str]:
    """The command that opens `path` at `line` in the editor that `words` start, and waits for it."""
    name = Path(words[0]).name.removesuffix(".exe").removesuffix(".cmd")
    wait = ["--wait"] if name in _TAKE_WAIT and not {"-w", "--wait"} & set(words) else []
    if name == "gvim" and not {"-f", "--nofork"} & set(words):
        wait = ["-f"]
    if name in _TAKE_GOTO:
        return [*words, *wait, "--goto", f"{path}:{line}"]
    if name in _TAKE_COLON_LINE:
        return [*words, *wait, f"{path}:{line}"]
    if name in _TAKE_PLUS_LINE:
        return [*words, *wait, f"+{line}", str(path)]
    return [*words, str(path)]


def open_editor(path: Path, line: int) -> None:
    """Open the person's editor and wait; raises UsageError where it does not start or exits with an error."""
    words = editor_command(find_editor(), path, line)
    try:
        code = subprocess.run(words, check=False).returncode
    except OSError as error:
        raise UsageError(f"the editor {words[0]!r} cannot be started: {error.strerror}; set EDITOR") from None
    if code:
        raise UsageError(f"the editor ended with {code}; nothing is resumed, and what it saved is kept")
