"""Choices' probabilities from a server's token log-probabilities; none is claimed where they do not show it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from pandora.document.form import Form, Group, Slot, Value


def chances_of(form: Form, values: dict[str, Value], raw: str, tokens: Any) -> dict[str, float]:
    """The chance of each choice in `values` by key, where `tokens` (the API's `logprobs.content`) show it."""
    spans = _spans(raw, tokens)
    found: dict[str, float] = {}
    at = 0
    for each in form.asked:
        label = re.compile(
            rf'^"?{re.escape(each.label)}"?:|"{re.escape(each.key.replace(" ", "_"))}"\s*:', re.M
        )
        match = label.search(raw, at)
        if not match:
            continue
        at = match.end()
        value = values.get(each.key)
        if isinstance(each.slot, Group):
            for number, item in enumerate(value if isinstance(value, list) else [], 1):
                for slot in each.slot.slots:
                    at = _one(
                        f"{each.key}.{number}.{slot.name}", slot, item.get(slot.name, ""), raw, at, spans, found
                    )
        elif isinstance(value, str):
            at = _one(each.key, each.slot, value, raw, at, spans, found)
    return found


def _one(
    key: str, slot: Slot, value: str, raw: str, at: int, spans: dict[int, Any], found: dict[str, float]
) -> int:
    """Look for `value` behind `at`; notes its chance where it is a choice; returns where it ends."""
    first = value.split("\n")[0]
    place = raw.find(first, at)
    if place < 0:
        return at
    if slot.kind in ("choice", "named") and len(slot.options) > 1:
        chance = _chance(slot.options, value, spans.get(place) or spans.get(place - 1))
        if chance is not None:
            found[key] = chance
    return place + len(first)


def _spans(raw: str, tokens: Any) -> dict[int, Any]:
    """Each token by the place in `raw` where it begins; empty where they do not spell `raw`."""
    if not isinstance(tokens, list):
        return {}
    if not all(isinstance(token, dict) and isinstance(token.get("token"), str) for token in tokens):
        return {}
    at = -"".join(token["token"] for token in tokens).find(raw)
    if at > 0:
        return {}
    spans: dict[int, Any] = {}
    for token in tokens:
        spans[at] = token
        at += len(token["token"])
    return spans


def _chance(options: Sequence[str], chosen: str, token: Any) -> float | None:
    """The chosen option's share among the options, by the first token's alternatives."""
    if not isinstance(token, dict) or not isinstance(token.get("top_logprobs"), list):
        return None
    share = dict.fromkeys(options, 0.0)
    for each in token["top_logprobs"]:
        text, logprob = each.get("token"), each.get("logprob")
        if not isinstance(text, str) or not isinstance(logprob, int | float) or not text.strip():
            continue
        begun = [option for option in options if option.startswith(text.strip())]
        if len(begun) > 1:
            return None
        if begun:
            share[begun[0]] += math.exp(min(logprob, 0.0))
    total = sum(share.values())
    return share[chosen] / total if total and share.get(chosen) else None
