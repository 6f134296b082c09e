"""The notes that a text is made of: the model is asked of each whether the request asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.help import Try
from pandora.programs.help_kinds import LARGEST_TEXT, shown_files
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.rules.wording_rules import NOTES
from pandora.programs.texts.asked_length import most_words_of_text
from pandora.programs.texts.note_lines import (
    carried_notes,
    not_asked_for,
    notes_in,
    said_in,
    untold_notes,
    without_notes,
)
from pandora.programs.texts.sentences import words
from pandora.programs.texts.written_texts import missing_numbers
from pandora.regular_file import read_regular

MOST_ASKED = 24
"""The most notes of all files that are asked about; those of a file that brings more are all shown."""
MANY_UNTOLD = 2
"""From so many notes on that a text leaves out, it lacks them, however often it is written so."""
_QUESTIONS = (
    "Does the request ask for what this line says?",
    "What the line says belongs in the text: yes or no?",
)


def with_asked_notes(loop: Loop, shown: str) -> str:
    """Return the files of a prompt without the notes that the request does not ask for.

    A small model that reads a note writes it down, also where it is told to leave it out.
    """
    for notes in _unasked(loop).values():
        shown = without_notes(shown, notes)
    return shown


def unasked_notes(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict on a text made of notes: no note that is not asked for, and all numbers of others.

    Where no note stands out as one that is not asked for, all are. [] where the pattern does not ask for it. It
    is told once: where the next try is alike, it may be right, but not where MANY_UNTOLD notes are left out.
    """
    text = attempt.argument("answer") or attempt.argument("content") or ""
    if attempt.argument("author") is None or not attempt.result.ok or not text.strip():
        return []
    verdicts = []
    for path, notes in _unasked(loop).items():
        others = [note for note in _notes_of(loop, path) if note not in notes]
        carried = [said_in(note) for note in carried_notes(text, loop.work.request, notes, others)]
        unsaid = [] if notes else untold_notes(text, loop.work.request, others)
        untold = [said_in(note) for note in others if missing_numbers(text, said_in(note)) or note in unsaid]
        if carried:
            reason = f"the task does not ask for this: {'; '.join(carried)}"
            verdicts.append(Verdict(NOTES, "violated", reason, once=True))
        elif untold:
            reason = f"it lacks some of this: {'; '.join(untold)}"
            verdicts.append(Verdict(NOTES, "violated", reason, once=len(untold) < MANY_UNTOLD))
        elif notes:
            left_out = ", ".join(map(said_in, notes)).replace(";", ",")
            reason = f"leaves out of {path} what the task does not ask for: {left_out}"
            verdicts.append(Verdict(NOTES, "held", reason))
    return verdicts


def odds_of_lines(loop: Loop, lines: Mapping[str, str]) -> dict[str, float]:
    """Return how likely each line belongs in the text that is asked for, by how a question calls it.

    These are the log odds of both questions together; {} where the model shows no probabilities.
    """
    odds: dict[str, float] = {}
    for line, called in lines.items():
        odds[line] = 0.0
        for question in _QUESTIONS:
            if (chance := log_odds_of(loop, f"{called}\n\n{question}", loop.work.request)) is None:
                return {}
            odds[line] += chance
    return odds


def _unasked(loop: Loop) -> dict[str, list[str]]:
    """The notes of each file that the request does not ask for; {} where the pattern does not ask for them."""
    if NOTES not in loop.work.rules or loop.untrusted:
        return {}
    unasked = {}
    left = MOST_ASKED
    for path in shown_files(loop.work):
        notes = {note: f"A line of {path}: {said_in(note)}" for note in _notes_of(loop, path)}
        if notes and len(notes) <= left and not _is_to_be_shortened(loop, notes):
            left -= len(notes)
            if odds := odds_of_lines(loop, notes):
                unasked[path] = not_asked_for(odds)
    return unasked


def _is_to_be_shortened(loop: Loop, notes: Iterable[str]) -> bool:
    """True where a text may have fewer words than the notes: it is to say what matters of them."""
    most = most_words_of_text(loop.work.request)
    return 0 < most < sum(len(words(said_in(note))) for note in notes)


def _notes_of(loop: Loop, path: str) -> list[str]:
    try:
        data, _ = read_regular(path, LARGEST_TEXT, inside=loop.work.workspace)
    except OSError:
        return []
    return notes_in(data.decode("utf-8", "replace"))
