"""A summary of a text out of its own sentences: the model is asked of each whether the request asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.document.form import Form
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.told_notes import odds_of_lines
from pandora.engine.yes_or_no import log_odds_of
from pandora.errors import RefusedError
from pandora.programs.help_kinds import AUTHOR_FIELD, TEXT_FIELDS
from pandora.programs.language.text_language import languages_for
from pandora.programs.texts.extracted_summary import (
    TextSentence,
    extracted,
    names_length,
    sentences_under_headings,
)
from pandora.programs.wording_rules import NOTES
from pandora.regular_file import read_regular

LEAST_SURE = 1.5
"""The least log odds from which a request asks for a summary.

Of 41 requests about texts, the seven for summaries have 1.8 to 5.3. None of the others with as much says how
long the text is to be, of a file of so many sentences.
"""
_QUESTION = "Does the request ask for a summary of a text?"
_CALLS_LEFT = 12
"""So many calls are left for what comes behind the questions about sentences."""
_LARGEST = 64 << 10


def summarized(loop: Loop, form: Form) -> Mapping[str, str] | None:
    """Return the arguments of a first try at a summary: the sentences that the request asks for most.

    None where it asks for none, names no length, is in another language than the text, or the model shows no
    probabilities. A small model copies the beginning of a text, or makes up what it does not copy.
    """
    field = next((name for name in TEXT_FIELDS if name in form), "")
    if not field or NOTES not in loop.work.rules or loop.record(3).human or not asks_for_summary(loop):
        return None
    sentences = _sentences(loop)
    ledger = loop.host.ledger
    if ledger.ceiling.calls - ledger.usage.calls < 2 * len(sentences) + _CALLS_LEFT:
        return None
    odds = odds_of_lines(loop, {one.text: f"A line of the text: {one.text}" for one in sentences})
    if not odds:
        return None
    text = extracted(sentences, odds, loop.work.request)
    made = {"path": loop.task.makes[0]} if "path" in form and loop.task.makes else {}
    language = languages_for(loop.work.request, [text])[0]
    return {**made, "language": language, AUTHOR_FIELD: "-", "written to": "-", field: text}


def with_summary_alone(loop: Loop, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
    """Return a menu of nothing but what writes a text, where the request asks for a summary of one."""
    writes = {name: pattern for name, pattern in menu.items() if NOTES in pattern.evidence}
    if not writes or len(writes) == len(menu) or loop.record(2).human or not asks_for_summary(loop):
        return dict(menu)
    return writes


def asks_for_summary(loop: Loop) -> bool:
    """True where a request names a length and asks for a summary of its one text, in the language of that."""
    request = loop.work.request
    if loop.untrusted or not names_length(request) or not _sentences(loop):
        return False
    chance = log_odds_of(loop, _QUESTION, request)
    return chance is not None and chance >= LEAST_SURE


def _sentences(loop: Loop) -> list[TextSentence]:
    files = loop.task.files
    if len(files) != 1 or not files[0].endswith((".txt", ".md", ".rst")):
        return []
    try:
        data, whole = read_regular(files[0], _LARGEST, inside=loop.work.workspace)
    except (OSError, RefusedError):
        return []
    text = data.decode("utf-8", "replace") if whole else ""
    alike = len(languages_for(loop.work.request, [text])) == 1
    return sentences_under_headings(text) if alike else []
