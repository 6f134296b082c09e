"""One spelling of a path, for comparison with protected names and with paths that policy denies."""

from __future__ import annotations

import unicodedata


def fold_case(name: str) -> str:
    """Return a name or path in one normalized spelling.

    Some disks treat `State/` and `state/`, or two Unicode normal forms, as the same name. Every disk is
    treated that way, because exFAT, NTFS and macOS volumes can be mounted anywhere, also below a folder of
    another file system. On other disks this also refuses some harmless names.
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
