"""Probabilities of choices, computed from a server's token log-probabilities where those are sufficient."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from pandora.document.form import Form, Group, Slot, Value


def choice_probabilities(form: Form, values: dict[str, Value], raw: str, tokens: Any) -> dict[str, float]:
    """Return the probability of each choice in `values`, by its key; `raw` is the reply's text.

    A choice is left out where `tokens`, the API's `logprobs.content`, do not show its probability.
    """
    spans = _token_offsets(raw, tokens)
    probabilities: dict[str, float] = {}
    at = 0
    for field in form.asked:
        label = re.compile(
            rf'^"?{re.escape(field.label)}"?:|"{re.escape(field.key.replace(" ", "_"))}"\s*:', re.M
        )
        match = label.search(raw, at)
        if not match:
            continue
        at = match.end()
        value = values.get(field.key)
        if isinstance(field.slot, Group):
            for number, item in enumerate(value if isinstance(value, list) else [], 1):
                for slot in field.slot.slots:
                    at = _read_slot(
                        f"{field.key}.{number}.{slot.name}",
                        slot,
                        item.get(slot.name, ""),
                        raw,
                        at,
                        spans,
                        probabilities,
                    )
        elif isinstance(value, str):
            at = _read_slot(field.key, field.slot, value, raw, at, spans, probabilities)
    return probabilities


def _read_slot(
    key: str, slot: Slot, value: str, raw: str, at: int, spans: dict[int, Any], probabilities: dict[str, float]
) -> int:
    """Find `value` in `raw` from the offset `at` on and return the offset where it ends.

    Adds the value's probability to `probabilities` where the slot is a choice. Returns `at` if not found.
    """
    first = value.split("\n")[0]
    place = raw.find(first, at)
    if place < 0:
        return at
    if slot.kind in ("choice", "named") and len(slot.options) > 1:
        probability = _probability(slot.options, value, spans.get(place) or spans.get(place - 1))
        if probability is not None:
            probabilities[key] = probability
    return place + len(first)


def _token_offsets(raw: str, tokens: Any) -> dict[int, Any]:
    """Map each token's offset in `raw` to the token; empty where the tokens do not spell `raw`."""
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


def _probability(options: Sequence[str], chosen: str, token: Any) -> float | None:
    """Return the chosen option's share of the options' total probability, by the first token's alternatives.

    Returns None where the alternatives do not tell the options apart or do not show the chosen one.
    """
    if not isinstance(token, dict) or not isinstance(token.get("top_logprobs"), list):
        return None
    share = dict.fromkeys(options, 0.0)
    for alternative in token["top_logprobs"]:
        if not isinstance(alternative, dict):
            continue
        text, logprob = alternative.get("token"), alternative.get("logprob")
        if not isinstance(text, str) or not isinstance(logprob, int | float) or not text.strip():
            continue
        if math.isnan(logprob):
            return None
        begun = [option for option in options if option.startswith(text.strip())]
        if len(begun) > 1:
            return None
        if begun:
            share[begun[0]] += math.exp(min(logprob, 0.0))
    total = sum(share.values())
    return share[chosen] / total if total and share.get(chosen) else None
