"""In which words a question with several labels is put: code tries some on a few parts, and keeps the best.

A small model leans to a label by its place among the others, and sees less of a text that stands among other
fields. Nobody knows the right labels of the parts. But a wording in which it says the same of all of them tells
nothing. So the one counts whose labels tell most of which part was read: the mutual information of the two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

TRIED = 12
"""On how many parts each wording is tried."""
LEAST = 4 * TRIED
"""The least different parts for which orders of the labels are tried: with fewer, that would cost the most."""
FEWEST = 6
"""The least different parts on which it is tried whether the longest field alone tells more than the whole."""
LABELS = 3
"""The least labels of a question of which wordings are tried."""
MOST = 4
"""The most orders of the labels that are tried."""

Wording = tuple[str, list[str]]
"""A question, and its choices in the order in which the question lists them."""


def wordings_of(question: str, labels: Sequence[str]) -> list[Wording]:
    """The question as it is, then with the labels turned round, so that each was the last one once.

    A question that does not have each label once stays, and its choices alone are turned.
    """
    return [_turned(question, labels, by) for by in range(min(MOST, len(labels)))]


def _turned(question: str, labels: Sequence[str], by: int) -> Wording:
    turned = [*labels[by:], *labels[:by]]
    places = {label.casefold(): place for place, label in enumerate(labels)}
    longest_first = sorted(labels, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.I)
    if sorted(option.casefold() for option in pattern.findall(question)) != sorted(places):
        return question, turned

    def put(match: re.Match[str]) -> str:
        label = turned[places[match[0].casefold()]]
        begins = match.start() == 0 and match[0][0].isupper()
        return f"{label[0].upper()}{label[1:]}" if begins else label

    return pattern.sub(put, question), turned


def trial_lines(question: str, labels: Sequence[str], core: str, count: int) -> list[str]:
    """The lines of a block that choose `wording` and what of each part is `shown`, for the parts `different`.

    `core` is an expression for what of a `part` is shown in place of the whole one, where that tells more; it
    is `part` where there is none. Of fewer than LEAST parts (`count` are chosen) the question stays as it is,
    and only what is shown is tried. What was judged in the wording that is kept is put into `judged`. There are
    no lines where there is nothing to try.
    """
    wordings = wordings_of(question, labels)[: None if count >= LEAST else 1]
    ways = ["{part: part for part in different}"]
    ways += [] if core == "part" else [f"{{part: {core} for part in different}}"]
    if count < FEWEST or len(wordings) * len(ways) < 2:
        return []
    return [
        "from math import log",
        f"wordings = {wordings!r}",
        f"wording, ways = wordings[0], [{', '.join(ways)}]",
        "shown, most = ways[0], -1.0",
        "def entropy(row): return -sum(share * log(share) for share in row if share > 0)",
        f"if len(different) >= {LEAST if len(wordings) > 1 else FEWEST}:",
        f"    size = min({TRIED}, len(different))",
        "    tried = [different[place * len(different) // size] for place in range(size)]",
        "    for other in wordings:",
        "        for way in ways:",
        "            given = map_lm(other[0], [way[part] for part in tried], choices=other[1], shares=True)",
        f"            rows = [[one[1][label] for label in {sorted(labels)!r}] for one in given if one]",
        "            means = [sum(column) / len(rows) for column in zip(*rows)]",
        "            tells = entropy(means) - sum(map(entropy, rows)) / max(1, len(rows))",
        "            if tells > most: wording, shown, most, kept = other, way, tells, given",
        "    judged.update((shown[part], one[0]) for part, one in zip(tried, kept) if one)",
        "    print('asked as:', wording[0], 'of texts such as:', shown[tried[0]])",
        "bare = shown != ways[0]",
        "different = list(dict.fromkeys(shown.values()))",
    ]
