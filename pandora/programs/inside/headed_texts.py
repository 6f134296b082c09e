"""Texts that begin with lines such as `Status: open`, as mails, tickets and notes do: a row for each text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from pandora.programs.inside.typed_columns import column

_FIELD = re.compile(r"(?P<name>[^\W\d_][^:\n]{0,29}?)[ \t]*:(?:[ \t]+(?P<value>.*))?$")
_FENCE = "---"
_MOST_WORDS = 3
FEWEST_FIELDS, FEWEST_TEXTS = 2, 0.9
"""How many fields texts have in common, and what share of the texts has a field that counts as one of all."""
PATH, TEXT = "path", "text"
"""The columns of a text's path, and of what stands below its head."""


def head_of(text: str) -> tuple[dict[str, str], str]:
    """The fields at the head of a text, and the text below it; ({}, the text) where it has fewer than two."""
    lines = text.splitlines()
    start = 1 if lines and lines[0].strip() == _FENCE else 0
    fields: dict[str, str] = {}
    end = start
    for line in lines[start:]:
        field = _FIELD.fullmatch(line.rstrip())
        if field is None or len(field["name"].split()) > _MOST_WORDS or field["name"] in fields:
            break
        fields[field["name"]] = (field["value"] or "").strip()
        end += 1
    if len(fields) < FEWEST_FIELDS:
        return {}, text
    below = lines[end:]
    return fields, "\n".join(below[1:] if start and below and below[0].strip() == _FENCE else below).strip()


def rows_of_texts(texts: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """The rows of texts by their paths: the path, the fields that nearly all of them have, and the text below.

    [] where they have fewer than two such fields. The values of a field are typed as those of a table's column.
    """
    heads = [head_of(text) for _, text in texts]
    counts = Counter(name for fields, _ in heads for name in fields)
    names = [name for name in counts if counts[name] >= FEWEST_TEXTS * len(texts) and name not in (PATH, TEXT)]
    if len(names) < FEWEST_FIELDS:
        return []
    columns = {name: column([fields.get(name, "") for fields, _ in heads]) for name in names}
    return [
        {PATH: path, **{name: columns[name][at] for name in names}, TEXT: heads[at][1]}
        for at, (path, _) in enumerate(texts)
    ]
