"""The example of how files are renamed that a request gives: `bank.txt becomes 2023-03-04_bank.txt`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from pandora.workspace.change import Change

_NAME = re.compile(r"[\w./-]*\w\.\w{1,6}\b")


def renaming_examples(request: str, files: Iterable[str]) -> Mapping[str, str]:
    """The new names that a request gives to files, by path; a new name has the whole old one in it.

    The old name stands in the request too.
    """
    names = dict.fromkeys(os.path.basename(word) for word in _NAME.findall(request))
    return {
        path: new
        for path in files
        for new in names
        if (old := os.path.basename(path)) in names and old in new and old != new
    }


def objection_to_renaming(request: str, files: Iterable[str], changes: Iterable[Change]) -> str:
    """What speaks against changes of files that are to be renamed as an example says; "" where nothing does."""
    written = [change.path for change in changes if change.content is not None]
    for path, new in renaming_examples(request, files).items():
        if not any(os.path.basename(name) == new for name in written):
            made = ", ".join(written[:3]) or "no file"
            return f"{os.path.basename(path)} is to become {new}, and {made} was made"
    return ""
