"""The operation `write`: return a file's new content, given whole or as a patch, for the engine to apply."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path

from pandora.errors import RefusedError
from pandora.operations.patch import PatchError, apply_patch
from pandora.operations.staged_command import execute
from pandora.programs.code_examples import examples_in, trying_program
from pandora.workspace import file_head
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import printable_path, resolve

_LARGEST, _PATCHED = 64 << 20, 4 << 20
"""The most bytes of a file that is replaced, and of one that a patch is applied to."""


def write(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the change that gives the file `path` the new `content`, or that applies `patch` to it.

    Nothing is written to disk. A Python module is tried on a copy of the workspace with the examples that the
    text `examples` gives; if one fails, the result is a failure that says which. A patch is a unified
    diff or search/replace blocks; if it does not fit, the result is a failure that says where. Raises
    RefusedError for a path that may not be written.
    """
    given = arguments.get("path", "").strip()
    content = arguments.get("content", "").encode("utf-8", "replace")
    patch = arguments.get("patch", "")
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    before = ""
    if real.exists():
        old = file_head.head(real, _PATCHED if patch.strip() else _LARGEST, context.workspace)
        if not old.whole:
            purpose = "patched" if patch.strip() else "replaced"
            raise RefusedError(
                f"{printable_path(given)}: too large to be {purpose} ({file_head.human_size(old.size)})"
            )
        before = hashlib.sha256(old.raw).hexdigest()
        if patch.strip():
            try:
                content = _patched(old, patch)
            except ValueError as error:
                return Result(False, f"{path}: {error}", 1)
        if old.raw == content:
            return Result(True, f"{path} already holds this")
    elif patch.strip():
        return Result(False, f"there is no {printable_path(given)} to be patched", 1)
    failed, confined = _failed_examples(path, content, arguments.get("examples", ""), context)
    if failed:
        return Result(False, failed, 1, confined=confined)
    count = len(content.splitlines())
    text = f"{path}: {count} line{'' if count == 1 else 's'}, {file_head.human_size(len(content))}"
    return Result(True, text, changes=(Change(path, before, content),), confined=confined)


def _failed_examples(
    path: str, content: bytes, text: str, context: OperationContext
) -> tuple[str, tuple[str, ...]]:
    """Try the module with the examples in `text`; returns what failed, and what confined it.

    Where nothing may be run here, nothing has failed.
    """
    examples = examples_in(text) if path.endswith(".py") else []
    if not examples:
        return "", ()

    def place(root: Path) -> None:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_bytes(content)

    command = (sys.executable, "-I", "-B", "-X", "utf8", "-c", trying_program(path, examples))
    try:
        staged = execute(command, context, prepare=place)
    except RefusedError:
        return "", ()
    completed = staged.completed
    if completed.code == 0:
        return "", completed.confined
    said = staged.note if completed.timed_out else staged.stdout or staged.stderr
    return f"{path} was tried with the examples of the task:\n{said}", completed.confined


def _patched(old: file_head.Head, patch: str) -> bytes:
    """Return the file's bytes with the patch applied, in the file's encoding; ValueError if it does not fit."""
    mark = b"\xef\xbb\xbf"
    encoding = "utf-8" if old.encoding == "utf-8-sig" else old.encoding
    if old.binary or encoding == "utf-16":
        raise PatchError("only text in UTF-8 or Windows-1252 is patched")
    bare = old.raw.removeprefix(mark) if encoding == "utf-8" else old.raw
    new = apply_patch(bare.decode(encoding, "surrogateescape" if encoding == "utf-8" else "strict"), patch)
    begun = mark if bare is not old.raw and len(bare) < len(old.raw) else b""
    return begun + new.encode(encoding, "surrogateescape" if encoding == "utf-8" else "strict")
