"""BRANCH or INLINE: what code can see of an answer and of a question that it leaves.

The signals are the structural proxies of seed 000.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

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
_LOOKUP = re.compile(
    r"^(?:when|who|where|what year|what date|which year|how (?:many|much|long|old|tall|far)|"
    r"what is the (?:name|date|number|price|size|length|weight|capital|definition))\b",
    re.I,
)
_VAGUE = re.compile(r"^(?:what (?:else|more)|anything else|is there more|why not|so what|what now)\b", re.I)
_WORD = re.compile(r"[^\W_]{2,}")
_STOP_WORDS = (
    "the and for are was were been being that this these those with from into onto about what which "
    "when where who whom whose why how does did has have had can could would should may might will "
    "shall not its their there then than them they you your our his her him she but also only such "
    "any all more most some other between under over very much many question answer is it in of on "
    "to be do an at by or as if no so up we he"
)
_STOP = frozenset(_STOP_WORDS.split())
SAME = 0.75
"""The likeness from which on two questions ask the same."""


@dataclass(frozen=True)
class Verdict:
    """What becomes of a candidate question: `branch` or `inline`, by which signal."""

    branch: bool
    signal: str


def words(text: str) -> frozenset[str]:
    """The words of `text` that carry meaning, in lower case, roughly without their endings."""
    found = (each.lower() for each in _WORD.findall(text))
    return frozenset(
        re.sub(r"(?:ies|es|s|ed|ing)$", "", each) if len(each) > 4 else each
        for each in found
        if each not in _STOP
    )


def likeness(one: str, other: str) -> float:
    """How much two texts share, from 0 to 1: words in common by all words."""
    first, second = words(one), words(other)
    return len(first & second) / len(first | second) if first | second else 1.0


def sentences(text: str) -> int:
    """How many sentences `text` has, about."""
    return max(1, len(re.findall(r"[.!?](?:\s|$)", text.strip())))


def qualified(answer: str) -> str:
    """The first signal in an answer that it is not sure of itself, or ""."""
    for name, pattern in (
        ("qualifiers", _QUALIFIER),
        ("alternatives", _ALTERNATIVES),
        ("assumptions", _ASSUMPTION),
    ):
        if pattern.search(answer):
            return name
    return ""


def verdict(answer: str, question: str, known: str, branches: int = 0) -> Verdict:
    """Whether a question that an answer leaves is explored or answered where it stands.

    `known` is what the graph says already, `branches` how many other branches the answer bears on. What
    raises a doubt goes before what settles it; with no signal at all the question is not worth a node.
    """
    if _VAGUE.search(question.strip()) or len(words(question)) < 2:
        return Verdict(False, "hollow_question")
    if signal := qualified(answer):
        return Verdict(True, signal)
    if branches > 1:
        return Verdict(True, "blast_radius")
    if _LOOKUP.search(question.strip()):
        return Verdict(False, "factual_lookup")
    fresh = words(question) - words(known)
    if len(fresh) * 2 > len(words(question)):
        return Verdict(True, "new_domain")
    if sentences(answer) <= 2:
        return Verdict(False, "short_answer")
    return Verdict(False, "no_signal")
