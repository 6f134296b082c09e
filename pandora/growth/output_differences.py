"""What is wrong with a script's outputs, in words: the difference that all its wrong outputs have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.growth.examples import same_output

CLOSE = 0.02
"""The share by which the bounds of a factor may differ, where it is named."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def difference(outputs: Sequence[tuple[str, str]]) -> str:
    """What all wrong outputs have in common, given as (right, printed); "" where it is nothing that has a name.

    The phrase goes on after what was printed: `it has other marks`.
    """
    wrong = [(right.strip(), printed.strip()) for right, printed in outputs if not same_output(right, printed)]
    if not wrong:
        return ""
    if all(not printed for _, printed in wrong):
        return "nothing is printed"
    for phrase, bare in _WITHOUT:
        if all(bare(right) == bare(printed) for right, printed in wrong):
            return phrase
    return _of_numbers(wrong) or _of_lines(wrong)


def _without_marks(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


_WITHOUT = (
    ("only blanks or line breaks differ", lambda text: "".join(text.split())),
    ("only capital and small letters differ", str.casefold),
    ("only the marks between letters and digits differ", _without_marks),
    ("only the order of the lines differs", lambda text: sorted(text.splitlines())),
)


def _of_numbers(wrong: Sequence[tuple[str, str]]) -> str:
    """What differs where every output is one number."""
    if not all(_NUMBER.fullmatch(right) and _NUMBER.fullmatch(printed) for right, printed in wrong):
        return ""
    digits = {len(right.partition(".")[2]) for right, _ in wrong}
    values = [(float(right), float(printed)) for right, printed in wrong]
    if len(digits) == 1:
        (places,) = digits
        unit = 10.0**-places
        if all(abs(right - printed) <= 0.5000001 * unit for right, printed in values):
            return f"the number is right but for its digits behind the point, which must be {places}"
    if len(values) < 2:
        return ""
    steps = [printed - right for right, printed in values]
    if max(steps) - min(steps) <= 1e-9 * max(1.0, *map(abs, steps)):
        return f"each time it is {abs(steps[0]):.6g} too {'much' if steps[0] > 0 else 'little'}"
    half = 0.5 * 10.0 ** -max(digits)
    usable = [(right, printed) for right, printed in values if right > 2 * half and printed > 0]
    low = max((printed / (right + half) for right, printed in usable), default=0.0)
    high = min((printed / (right - half) for right, printed in usable), default=0.0)
    # The right one was rounded, so that a factor lies between two; where they are far apart, none is known.
    if len(usable) > 1 and low <= high <= low * (1 + CLOSE):
        return f"each time it is about {(low + high) / 2:.4g} times what is right"
    if min(steps) > 0 or max(steps) < 0:
        return f"each time it is too {'much' if steps[0] > 0 else 'little'}"
    return ""


def _of_lines(wrong: Sequence[tuple[str, str]]) -> str:
    """What differs where outputs have several lines."""
    pairs = [(right.splitlines(), printed.splitlines()) for right, printed in wrong]
    if not any(len(right) > 1 or len(printed) > 1 for right, printed in pairs):
        return ""
    for phrase, more, less in (
        ("lines are missing", 0, 1),
        ("there are lines that do not belong there", 1, 0),
    ):
        if all(set(pair[less]) < set(pair[more]) for pair in pairs):
            example = next(line for line in pairs[0][more] if line not in pairs[0][less])
            return f"{phrase}, such as {example[:60]!r}"
    if all(right[1:] == printed[1:] for right, printed in pairs):
        return "only the first line differs"
    return ""
