"""Telling that a model writes the same passage for ever, so that what it writes can be ended there."""

from __future__ import annotations

_FEWEST_ROUNDS, _LEAST_REPEATED = 3, 300
"""A reply ends where one passage came so often in a row, and these are so many bytes together at least."""
_ENDING, FARTHEST = 48, 6000
"""A passage that comes again is looked for by so many bytes at the end, and so far back."""


def goes_round(written: bytes | bytearray) -> bool:
    """True where the same passage ends the text again and again: nothing else would follow.

    A passage of any length counts, with line breaks or without: three times in a row where it is long, more
    often where it is short, since tables and rulers repeat what is short.
    """
    tail = bytes(written[-FARTHEST:])
    ending = tail[-_ENDING:]
    at = tail.rfind(ending, 0, len(tail) - 1) if len(tail) > _ENDING else -1
    if at < 0 or not tail.strip():
        return False
    period = len(tail) - _ENDING - at
    length = max(_FEWEST_ROUNDS * period, _LEAST_REPEATED)
    return len(tail) >= length and tail[-length:-period] == tail[period - length :]
