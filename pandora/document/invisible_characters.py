"""Characters that no eye can see: the one set that documents, prompts, terminals, pages and JSON go by."""

from __future__ import annotations

import re

_SET = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff"
)
INVISIBLE = re.compile(f"[{_SET}]")
"""Control characters but tab and newline, direction overrides, and what else is not seen."""
_JOINED = re.compile(f"((?<=[^\x00-\x7f{_SET}])(?:[\ufe0e\ufe0f]\u200d?|[\u200c\u200d]))|[{_SET}]")


def without_invisible(text: str) -> str:
    """`text` without invisible characters, where they do not shape the letter that they stand behind.

    One joiner or variation selector behind a letter outside ASCII stays: Persian and many emoji are spelled
    with them. Applied twice, this gives the same as applied once.
    """
    return _JOINED.sub(lambda match: match[1] or "", text)
