"""What speaks against a renaming: the example that a request gives of it, and names with an empty part."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence

from pandora.workspace.change import Change

_MARKS = " _-"
"""What stands between the parts of a name."""
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


def objection_to_renaming(request: str, files: Iterable[str], changes: Sequence[Change]) -> str:
    """What speaks against changes of files that are to be renamed as an example says; "" where nothing does."""
    written = [change.path for change in changes if change.content is not None]
    removed = [os.path.basename(change.path) for change in changes if change.content is None]
    for name in map(os.path.basename, written):
        for old in removed:
            stem, ending = os.path.splitext(name)
            if old != name and f"{stem.strip(_MARKS)}{ending}" == old:
                return f"{old} became {name}: a part of the new name is empty; leave such a file as it is"
    for path, new in renaming_examples(request, files).items():
        if not any(os.path.basename(name) == new for name in written):
            written_names = ", ".join(written[:3]) or "no file"
            return f"{os.path.basename(path)} is to become {new}, and {written_names} was made"
    return ""
