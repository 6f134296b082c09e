"""The parts of a question that a query is asked for one by one: an amount, and then who or what it is of."""

from __future__ import annotations

import re

from pandora.programs.language.text_language import possible_languages
from pandora.programs.request.asked_parts import asked_parts

_AMOUNT = {
    "en": "how many|how much|how heavy|how long|how high|how far|how old",
    "de": "wie ?viele?|wie hoch|wie schwer|wie lange?|wie weit|wie alt",
    "fr": "combien",
    "es": "cu[áa]nt[oa]s?",
    "it": "quant[oaie]",
    "pt": "quant[oa]s?",
    "nl": "hoeveel|hoe hoog|hoe zwaar|hoe lang|hoe ver|hoe oud",
    "pl": "ile",
}
"""How a question for an amount begins, by language (ISO 639-1)."""


def parts_of_queries(request: str) -> list[str]:
    """Return the parts of a request that asks for an amount first and then for something else; [] for others.

    Asked as a whole, `how many kilos did we pick, and which bed gave the most?` gives one query with the kilos
    of that bed. `Which bed gave the most, and how many kilos?` is one query and needs no parts.
    """
    parts = asked_parts(request)
    words = "|".join(_AMOUNT[code] for code in possible_languages(request) if code in _AMOUNT)
    if len(parts) < 2 or not words:
        return []
    amounts = [re.search(rf"(?<!\w)(?:{words})(?!\w)", part, re.I) is not None for part in parts]
    return parts if amounts[0] and not any(amounts[1:]) else []


def asking_for_parts(parts: list[str]) -> str:
    """What a prompt says of the parts: a query for each, in their order."""
    comments = "\n".join(f"-- {part}" for part in parts)
    return f"Write a query for each part, in this order:\n{comments}"
