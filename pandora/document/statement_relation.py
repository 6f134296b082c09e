"""How two statements relate where code can see it: the same said with other figures, or denied."""

from __future__ import annotations

import re

from pandora.document.text_similarity import likeness, words

SAME_STATEMENT = 0.8
"""The least likeness, without figures and negations, of two statements about the same thing."""
_NEGATION = re.compile(r"\b(?:not|no|nor|never|none|cannot|nothing|without)\b|n['’]t\b", re.I)
_FIGURE = re.compile(r"\d[\d.,]*")


def denies(text: str) -> bool:
    """True where a statement denies something."""
    return _NEGATION.search(text) is not None


def before_denial(text: str) -> str:
    """What stands in a text before the first word that denies: all of it, where nothing does."""
    denial = _NEGATION.search(text)
    return text[: denial.start()] if denial else text


def visible_relation(relation: str, one: str, other: str) -> str:
    """How code confirms a relation, by different figures or a negation in alike texts; "" where it cannot."""
    bare = [_NEGATION.sub(" ", _FIGURE.sub(" ", text)) for text in (one, other)]
    if likeness(*bare) < SAME_STATEMENT or not words(bare[0]):
        return ""
    figures = [sorted(figure.rstrip(".,") for figure in _FIGURE.findall(text)) for text in (one, other)]
    denied = [denies(text) for text in (one, other)]
    if relation == "agree":
        return "both say the same" if figures[0] == figures[1] and denied[0] == denied[1] else ""
    if figures[0] != figures[1] and all(figures):
        return f"the same is said with other figures, {', '.join(figures[0])} and {', '.join(figures[1])}"
    return "one denies what the other says" if denied[0] != denied[1] else ""
