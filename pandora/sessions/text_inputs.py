"""The texts that a session is given to read: files of the workspace, or all those of a folder, as UTF-8."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import RefusedError, UsageError, did_you_mean
from pandora.regular_file import read_regular, size_in_words
from pandora.workspace.operation_context import protected_in
from pandora.workspace.paths import is_hidden, is_protected, resolve

MOST_BYTES = 64 << 20
"""The most bytes of all texts of a session together."""
MOST_FILES = 20_000
"""The most files of a folder that are looked at."""
_BEGINNING = 8192
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class TextInputs:
    """Texts by their paths in the workspace, and what was left out of a folder, each with the reason."""

    texts: Mapping[str, bytes]
    left_out: Mapping[str, str]


def read(
    paths: Sequence[str], workspace: Path, hides: Callable[[str], bool], most: int = MOST_BYTES
) -> TextInputs:
    """Read files and folders of the workspace as texts, at most `most` bytes in all.

    Of a folder, what is hidden, binary or too much is left out and said. A file that is named itself must be
    a text that may be read: else UsageError or RefusedError is raised.
    """
    root = Path(os.path.realpath(workspace))
    texts: dict[str, bytes] = {}
    left_out: dict[str, str] = {}
    for path in paths:
        try:
            place = resolve(path, workspace, (), write=False)
        except RefusedError as error:
            raise RefusedError(f"{error}; give a text file or a folder of the workspace") from None
        name = place.relative_to(root).as_posix()
        if place.is_dir():
            for inner in _files(place, root):
                reason = _read(inner, root, hides, most - sum(map(len, texts.values())), texts)
                left_out.update({inner: reason} if reason else {})
        elif not place.is_file():
            folder = place.parent
            names = [entry.name for entry in os.scandir(folder)] if folder.is_dir() else []
            raise UsageError(f"{path}:1: there is no such file or folder{did_you_mean(place.name, names)}")
        elif reason := _read(name, root, hides, most - sum(map(len, texts.values())), texts):
            raise UsageError(f"{path}:1: {reason}; give another file")
    if not texts:
        raise UsageError(
            f"{', '.join(paths)}:1: no text is there to read; give a text file, or a folder of them"
        )
    return TextInputs(texts, left_out)


def _files(folder: Path, root: Path) -> Iterator[str]:
    """The files below a folder in the order of their names, links and hidden ones left out."""
    count = 0
    protected = protected_in(root)
    for above, folders, names in os.walk(folder):
        folder_path = Path(above)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and not is_protected(folder_path / name, root, protected)
        )
        for name in sorted(names):
            path = folder_path / name
            if name.startswith(".") or path.is_symlink() or is_protected(path, root, protected):
                continue
            count += 1
            if count > MOST_FILES:
                return
            yield path.relative_to(root).as_posix()


def _read(name: str, root: Path, hides: Callable[[str], bool], room: int, texts: dict[str, bytes]) -> str:
    """Read one file into `texts`; return why it is left out, or ""."""
    if is_hidden(name, root, hides):
        return "policy lets nobody read it"
    if name in texts:
        return ""
    try:
        raw, whole = read_regular(root / name, max(room, 0), root)
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    if not whole:
        return f"the texts would be longer than {size_in_words(MOST_BYTES)} in all"
    text = _as_text(raw)
    if text is None:
        return "it is no text"
    texts[name] = text
    return ""


def _as_text(raw: bytes) -> bytes | None:
    """The bytes as UTF-8 without a byte order mark; None where they are no text."""
    if raw[:2] in _UTF16:
        return raw.decode("utf-16", "replace").encode()
    if b"\0" in raw[:_BEGINNING]:
        return None
    return raw.removeprefix(b"\xef\xbb\xbf")
