"""A condition that takes one value of a column where the request names what several of its values share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pandora.programs.inside.text_folding import folded
from pandora.programs.language.function_words import is_function_word
from pandora.programs.metamorphic.altered_copies import Records
from pandora.programs.metamorphic.altered_programs import texts_in
from pandora.programs.metamorphic.experiment_subject import (
    Copy,
    Place,
    Subject,
    Trial,
    Verdict,
    altered,
    inapplicable,
    violated,
)
from pandora.programs.metamorphic.record_columns import column_names, plain_name
from pandora.programs.printed_values import Run
from pandora.programs.repairs.widened_conditions import ONE_OF_SEVERAL, with_text_in_any_letters
from pandora.programs.sql.query_shape import is_query

_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"")
_BEGINNING = 4
"""A word that begins with as many letters of one of the request may be meant by it: `brakes` and `brake`."""
_CLIPPED = 60
"""The most characters of a value that a reason shows."""
_MOST_VALUES, _MOST_TRIED = 500, 3


@dataclass(frozen=True)
class _Narrowed:
    """A value of a column that a program looks for, and others that share what the request names of it.

    `written` is the text of the program where that is a part of the value, and `program` one that finds it in
    whatever capital letters, where others have it in other ones.
    """

    place: Place
    value: str
    others: tuple[str, ...]
    words: str
    written: str = ""
    program: str = ""

    @property
    def looked_for(self) -> str:
        """The text of the program: the value, or a part of it."""
        return self.written or self.value

    @property
    def reason(self) -> str:
        """What is told of a program that takes only this value."""
        return ONE_OF_SEVERAL.format(
            value=repr(self.looked_for), column=repr(self.place[2]), words=self.words, others=self._shown
        )

    @property
    def question(self) -> str:
        """The question that exempts it."""
        if self.program:
            return f"Does the task ask for {self.looked_for!r} in just these letters, capital and small?"
        return f"Does the task ask for {self.looked_for!r} alone, and not for {self._shown}?"

    @property
    def _shown(self) -> str:
        return " and ".join(repr(other[:_CLIPPED]) for other in self.others[:2])


def narrowed_values(subject: Subject) -> Trial:
    """M3 of parts of values: `nvidia` means `nvidia RTX 4050` and `nvidia RTX 4060`, whichever row has which.

    So the result stays where such values change places. What a program prints of them counts as the same. So it
    does where a word is looked for in other letters.
    """
    found = [*_narrowed(subject), *_narrowed_parts(subject), *_in_other_letters(subject)][:_MOST_TRIED]
    if not found:
        return inapplicable("narrowed values", "no value is looked for that shares what the request names")
    runs = yield [
        Copy(program=entry.program) if entry.program else altered(subject, _exchanged(entry)) for entry in found
    ]
    for entry, run in zip(found, runs, strict=True):
        if run is None or not run.ok:
            return inapplicable("narrowed values", "no run ended well in time")
        alike = (
            (run, subject.baseline)
            if entry.program
            else (_told_alike(run, entry), _told_alike(subject.baseline, entry))
        )
        if not alike[0].same_as(alike[1]):
            return violated("narrowed values", entry.reason, subject, run, entry.question)
    if not subject.tables:
        return inapplicable("narrowed values", "capital letters make no difference")
    decides = " and ".join(repr(entry.looked_for) for entry in found)
    return Verdict("narrowed values", "held", f"{decides} decides nothing")


def _narrowed(subject: Subject) -> Iterator[_Narrowed]:
    looked_for = {text.casefold() for text in texts_in(subject.shape)}
    headers = {folded(plain_name(column)) for _, _, rows in subject.tables for column in column_names(rows)}
    said = {*_WORD.findall(folded(subject.request))} - headers
    squeezed = re.sub(r"\W+", "", folded(subject.request))
    for path, name, column, values in subject.texts:
        if len(values) > _MOST_VALUES:
            continue
        telling = {value: [word for word in _WORD.findall(folded(value)) if _tells(word)] for value in values}
        named = {
            value: frozenset(word for word in telling[value] if _is_named(word, said, squeezed))
            for value in values
        }
        for value in values:
            if value.casefold() not in looked_for or not any(map(str.isalpha, value)):
                continue  # a day stands for itself: `before 1 July 2027` is not about all of 2027
            if not named[value] or named[value] == {*telling[value]}:
                continue
            alike = [other for other in values if other != value and named[other] == named[value]]
            others = tuple(other for other in alike if other.casefold() not in looked_for)
            if others and len(others) == len(alike):
                yield _Narrowed((path, name, column), value, others, _shared(value, others, named[value]))


def _narrowed_parts(subject: Subject) -> Iterator[_Narrowed]:
    """Words that a program looks for, of which the request names a part: `bälle` means each `Volleybälle`."""
    texts = {folded(text.strip("%")): text.strip("%") for text in texts_in(subject.shape)}
    written_so = (text.strip("%") for found in _QUOTED.findall(subject.source) for text in found if text)
    texts |= {folded(text): text for text in written_so if folded(text) in texts}
    request = folded(subject.request)
    squeezed = re.sub(r"\W+", "", request)
    words = {folded(word): word for word in _WORD.findall(subject.request) if len(word) >= _BEGINNING}
    for path, name, column, values in subject.texts:
        if len(values) > _MOST_VALUES:
            continue
        known = {value: folded(value) for value in values}
        for text, written in texts.items():
            said = not text or re.sub(r"\W+", "", text) in squeezed
            taken = [] if said else [value for value in values if text in known[value]]
            parts = [
                word
                for word in words
                if _tells(word) and any(_is_part(word, whole) for whole in _WORD.findall(text))
            ]
            for word in sorted(parts, key=len, reverse=True)[:1] if taken else ():
                others = [value for value in values if word in known[value] and value not in taken]
                if others and not any(other in known[value] for value in others for other in texts if other):
                    yield _Narrowed((path, name, column), taken[0], tuple(others), repr(words[word]), written)


def _in_other_letters(subject: Subject) -> Iterator[_Narrowed]:
    """Texts that the request names and some values have in other letters, with a program that finds these.

    A word within a value is looked for so: `'coriander' in line` finds no `Coriander to taste`.
    """
    if is_query(subject.source):
        return  # its texts are compared so
    request = subject.request.casefold()
    for text in dict.fromkeys(texts_in(subject.source)):
        if len(text) < _BEGINNING or text.casefold() not in request:
            continue
        program = with_text_in_any_letters(subject.source, text)
        if program == subject.source:
            continue
        for path, name, column, values in subject.texts:
            others = [one for one in values if text.casefold() in one.casefold() and text not in one]
            if others:
                yield _Narrowed((path, name, column), text, tuple(others), repr(text), program=program)
                break
        if not subject.tables:  # of texts that are read as they are, nothing but another run can tell
            yield _Narrowed(("", "", "text"), text, (_in_letters(text),), repr(text), program=program)


def _in_letters(text: str) -> str:
    """A text in other letters, as a sentence may begin with it."""
    return text.capitalize() if text.capitalize() != text else text.lower()


def _is_part(word: str, whole: str) -> bool:
    """True for a word that begins or ends a longer one."""
    return word != whole and (whole.startswith(word) or whole.endswith(word))


def _tells(word: str) -> bool:
    return not is_function_word(word)


def _is_named(word: str, said: set[str], squeezed: str) -> bool:
    """True where the request has a word, perhaps in another form, or its figures beside a unit: `100g`."""
    if word in said:
        return True
    if any(letter.isdigit() for letter in word):
        return len(word) > 1 and word in squeezed
    begin = word[:_BEGINNING]
    return len(begin) == _BEGINNING and any(other.startswith(begin) for other in said)


def _shared(value: str, others: tuple[str, ...], named: frozenset[str]) -> str:
    """The words that the request names, in quotes: as one text that all of the values have, or one by one."""
    words = [match for match in _WORD.finditer(value) if folded(match[0]) in named]
    whole = value[words[0].start() : words[-1].end()]
    if {*map(folded, _WORD.findall(whole))} <= named and all(
        folded(whole) in folded(other) for other in others
    ):
        return repr(whole)
    return " and ".join(repr(match[0]) for match in words)


def _exchanged(entry: _Narrowed) -> Callable[[str, str, Records], Records]:
    """Each of the values in the place of another one of them."""
    values = [entry.value, *entry.others]
    instead = dict(zip(values, [*values[1:], values[0]], strict=True))

    def alter(path: str, name: str, records: Records) -> Records:
        if (path, name) != entry.place[:2]:
            return records
        column = entry.place[2]
        cells = [str(record.cells.get(column)).strip() for record in records]
        return [
            record.altered(column, instead[cell]) if cell in instead else record
            for record, cell in zip(records, cells, strict=True)
        ]

    return alter


def _told_alike(run: Run, entry: _Narrowed) -> Run:
    """The run with all that it gave of these values in one word."""
    text = "\n".join((run.text, *(row for path in sorted(run.files) for row in run.rows_of(path))))
    for value in sorted((entry.value, *entry.others), key=len, reverse=True):
        text = re.sub(re.escape(value), "alike", text, flags=re.I)
    return Run(run.ok, text)
