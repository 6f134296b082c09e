"""Signs of doubt in an answer: qualifiers, alternatives and assumptions, the structural signals of seed 000."""

from __future__ import annotations

import re

_QUALIFIER = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|likely|unlikely|it depends|depends on|could be|might|may be|"
    r"not sure|unclear|uncertain|not known|unknown|seems?|appears?|roughly|in some cases|not certain)\b",
    re.I,
)
_ALTERNATIVES = re.compile(
    r"\boption [a-z1-9]\b.*\boption [a-z1-9]\b|\beither\b.*\bor\b|\bon the one hand\b|\balternatively\b",
    re.I | re.S,
)
_ASSUMPTION = re.compile(
    r"\b(?:assum(?:e|es|ing)|if .{3,60} (?:is|are|holds?) (?:true|right|correct)|provided that|"
    r"suppos(?:e|ing)|given that)\b",
    re.I,
)


def doubt_signal(answer: str) -> str:
    """The name of the first signal of doubt in an answer, or ""."""
    for name, pattern in (
        ("qualifiers", _QUALIFIER),
        ("alternatives", _ALTERNATIVES),
        ("assumptions", _ASSUMPTION),
    ):
        if pattern.search(answer):
            return name
    return ""
