"""Prompt lookup: the tokens that may follow, read off an earlier passage that the text has begun to copy."""

from __future__ import annotations

from collections.abc import Sequence

LEAST = 4
"""Tokens in a row that must stand earlier, too, before they count as the beginning of a copy."""
_PLACES = 8
"""How many of the latest places of the same LEAST tokens are compared: the one that agrees longest counts."""
_LONGEST = 64
_FADES = 0.7
"""What a copy's tokens count for after the copy has ended: what was written last says most of what comes."""


class Drafts:
    """Follows one text as it grows, and knows at each moment which earlier passage it copies, if any.

    `copied` is the number of its last tokens that agree with that passage. Whether a draft is decoded or not,
    each token that is written shows whether it was right, so `rate` costs nothing to keep.
    """

    def __init__(self) -> None:
        self.copied = 0
        self._source: int | None = None
        self._known = 0
        self._places: dict[tuple[int, ...], list[int]] = {}
        self._right = self._wrong = 0.0

    @property
    def rate(self) -> float:
        """The share of the next tokens that are likely to be those of the passage."""
        right = self._right + self.copied
        return right / (right + self._wrong + 1.0)

    def follow(self, tokens: Sequence[int]) -> None:
        """Take note of the text's tokens: those noted before, and one more that the model wrote.

        Any other change, such as a text that was given or cut, ends the copy and is nobody's mistake.
        """
        added = len(tokens) - self._known
        if added == 0:
            return
        if added == 1 and self._source is not None:
            if tokens[self._source] == tokens[-1]:
                self._source += 1
                self.copied += 1
            else:
                self._right = (self._right + self.copied) * _FADES
                self._wrong = (self._wrong + 1.0) * _FADES
                self._source = None
        else:
            self._source = None
        for end in range(max(LEAST, min(self._known, len(tokens))), len(tokens)):
            places = self._places.setdefault(tuple(tokens[end - LEAST : end]), [])
            places.append(end)
            del places[:-_PLACES]
        self._known = len(tokens)
        if self._source is None:
            self._look_up(tokens)

    def draft(self, tokens: Sequence[int], most: int) -> list[int]:
        """The next `most` tokens of the passage that `tokens` copy; none where they copy none.

        A text that repeats itself is its own passage, so the draft may go round.
        """
        if self._source is None:
            return []
        text = list(tokens[self._source : self._source + most])
        return [text[place % len(text)] for place in range(most)] if text else []

    def _look_up(self, tokens: Sequence[int]) -> None:
        """Find the earlier passage that agrees with the end of `tokens` longest, the latest of several."""
        self.copied = 0
        places = self._places.get(tuple(tokens[-LEAST:]), []) if len(tokens) >= LEAST else []
        for place in reversed(places):
            length = _agreement(tokens, place)
            if length > max(self.copied, LEAST - 1):
                self._source, self.copied = place, length


def _agreement(tokens: Sequence[int], place: int) -> int:
    """How many tokens before `place` are those at the end of `tokens`, up to _LONGEST."""
    if place >= len(tokens):  # the text was cut since
        return 0
    length = 0
    while length < min(_LONGEST, place) and tokens[place - 1 - length] == tokens[-1 - length]:
        length += 1
    return length
