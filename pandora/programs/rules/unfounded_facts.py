"""What a written text says although the files do not: days, numbers, codes, and values that stand apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pandora.document.figures import normal_number, numbers
from pandora.programs.help import Work
from pandora.programs.language.month_names import strange_days
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.spoken_times import numbers_of_times
from pandora.programs.language.text_language import language_of
from pandora.programs.rules.searched_texts import (
    LONGEST_PROSE,
    as_the_files_write,
    passages_of,
    searched_texts,
    short_texts,
)
from pandora.programs.texts.asked_topics import left_out_topic
from pandora.programs.texts.exchanged_names import exchanged_name
from pandora.programs.texts.passages import FEWEST_PASSAGES, uncarried_facts
from pandora.programs.texts.shown_sums import shown_sums
from pandora.programs.texts.strange_times import strange_times
from pandora.programs.texts.swapped_values import swapped_values
from pandora.programs.texts.worked_out_dates import worked_out_dates
from pandora.programs.texts.worked_out_numbers import LinkedNumbers, worked_out, worked_out_of_sentences
from pandora.programs.texts.written_texts import invented_codes

MOST_LACKS = 4
"""The most names, and the most numbers, that a text is told to lack."""
_DIGITS = re.compile(r"\d+")


def objection_to_facts(work: Work, written: str) -> str:
    """Return which codes, days, numbers and names of a text are not so in what it is written from; else ""."""
    task, texts = work.task, searched_texts(work)
    known = "\n".join((work.request, *task.context, *task.given.values(), *texts.values()))
    if codes := invented_codes(written, known):
        return (
            f"{', '.join(codes[:MOST_LACKS])} stands nowhere in what is given; write what is known and no more"
        )
    if days := days_from_nowhere(work, written, texts):
        return f"{', '.join(days[:MOST_LACKS])} stands nowhere in what is given; copy dates exactly"
    if len(known) <= LONGEST_PROSE and (times := strange_times(written, known)):
        return f"{', '.join(times[:MOST_LACKS])} stands nowhere in what is given; copy times exactly"
    clause, sentence = left_out_topic(written, work.request, short_texts(texts.values()))
    if sentence:
        return f"it leaves out what the files say of {clause!r}: {sentence}"
    if apart := _apart(work, written, texts):
        values = ", ".join(apart[:MOST_LACKS])
        return f"no passage has {values} together with the rest of its sentence; say what the files say"
    if swapped := swapped_values(as_the_files_write(written, work.request, texts), short_texts(texts.values())):
        return f"it has {' and '.join(swapped)} the wrong way round; say of each what the files say of it"
    return exchanged(written, texts)


def exchanged(written: str, texts: Mapping[str, str]) -> str:
    """Return for which name the files have another one in what a text says; else ""."""
    prose = {path: text for path, text in texts.items() if len(text) <= LONGEST_PROSE}
    if exchanged := exchanged_name(written, passages_of(prose)):
        name, other, sentence = exchanged
        return f"the files say this of {other}, not of {name}: {sentence}"
    return ""


def _apart(work: Work, written: str, texts: Mapping[str, str]) -> list[str]:
    """The numbers and names of a text made of files that stand apart from the rest of their sentences there.

    German writes all nouns with a capital and ends days with a dot; of a few paragraphs everything is near. The
    sentences of a translation have other words than those of the files.
    """
    prose = {path: text for path, text in texts.items() if len(text) <= LONGEST_PROSE}
    sources, language = passages_of(prose), language_of(written)
    if len(sources) < FEWEST_PASSAGES or language == "de":
        return []
    if language and language != language_of("\n".join(prose.values())):
        return []
    context = "\n".join((*work.task.context, *work.task.given.values()))
    written = as_the_files_write(written, work.request, texts)
    written = shown_sums(written, [work.request, context, *prose.values()]).without(written)
    return uncarried_facts(written, work.request, sources, context)


def days_from_nowhere(work: Work, written: str, texts: Mapping[str, str], near: bool = False) -> list[str]:
    """The days of a month that a text has from nowhere: not from what is given, nor worked out from it."""
    prose = short_texts(texts.values())
    spans = worked_out_dates(work.request, prose, near)
    given = "\n".join((work.request, *work.task.context, *work.task.given.values(), *prose))
    worked_out = "\n".join(f"{entry.day.day}.{entry.day.month}." for entry in spans)
    return strange_days(written, f"{given}\n{worked_out}")


def invented_numbers(text: str, given: str, texts: Iterable[str]) -> list[str]:
    """The numbers of two digits or more in an answer that stand neither in `given` nor in the texts of files.

    `16` of `16:00` stands in a text that says `4 p.m.`. One that is worked out from numbers that do is none of
    them, where the answer shows those or sentences of a file link them.
    """
    texts = [given, *texts]
    prose = short_texts(texts)
    known = {normal_number(number) for way in texts for number in numbers(way)}
    written = [number for number in numbers(text) if normal_number(number) in known]
    there = {numeral for number in written for numeral in _numerals(number)}  # 1,5 where a text has 1.5
    for way in (*texts, *map(with_digits, prose)):
        there.update(_numerals(way))
    there.update(number for text in prose for number in numbers_of_times(text))
    said = _numerals(text)
    shown = [numeral for numeral in said if numeral in there]
    strange = [
        numeral
        for numeral in said
        if len(numeral) > 1 and numeral not in there and not worked_out(numeral, shown)
    ]
    linked = LinkedNumbers(prose if strange else ())
    return [numeral for numeral in strange if not worked_out_of_sentences(numeral, [linked], linked)]


def _numerals(text: str) -> list[str]:
    """The different runs of digits in a text, without commas and zeros before them: 8 of `08:30`."""
    return list(dict.fromkeys(run.lstrip("0") for run in _DIGITS.findall(text.replace(",", ""))))
