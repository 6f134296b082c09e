"""Relations between a result and those on altered texts, which have no rows: a word that is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandora.programs.inside.text_folding import folded
from pandora.programs.metamorphic.altered_programs import texts_in
from pandora.programs.metamorphic.experiment_subject import Copy, Subject, Trial, Verdict, inapplicable
from pandora.programs.metamorphic.program_relations import is_empty
from pandora.programs.request.request_text import has_word
from pandora.programs.sql.query_shape import texts_of_queries

_SHORTEST = 3
"""The fewest letters of a word that is replaced: `of` stands in most lines for other reasons."""
_MOST_WORDS = 3


def searched_words(subject: Subject) -> Trial:
    """M3 of texts: with another word in place of one of the request that is looked for, the result changes.

    It is never violated: another condition may be met by fewer lines.
    """
    if is_empty(subject):
        return inapplicable("searched words", "nothing was found")
    words = [*_searched(subject)][:_MOST_WORDS]
    if not words:
        return inapplicable("searched words", "the program looks for no word of the request")
    runs = yield [_without(subject, word) for word in words]
    held = [
        word
        for word, run in zip(words, runs, strict=True)
        if run is not None and run.ok and not run.same_as(subject.baseline)
    ]
    if not held:
        return inapplicable("searched words", "no word that is looked for decides anything alone")
    return Verdict("searched words", "held", " and ".join(f"`{word}` matters" for word in held))


def _searched(subject: Subject) -> Iterator[str]:
    """The texts of a program that the request has as words, and that some text which it read has, too."""
    request = folded(subject.request)
    contents = [folded(content.decode("utf-8", "replace")) for content in subject.texts_read.values()]
    looked_for = [*texts_of_queries(subject.source), *texts_in(subject.source)]
    for word in dict.fromkeys(folded(text).strip() for text in looked_for):
        if len(word) >= _SHORTEST and has_word(request, word) and any(word in text for text in contents):
            yield word


def _without(subject: Subject, word: str) -> Copy:
    """The texts that have a word, with as many letters that are no word in its place."""
    other = ("xqz" * len(word))[: len(word)]
    spelled = re.compile(re.escape(word), re.I)
    altered = {}
    for path, content in subject.texts_read.items():
        text = content.decode("utf-8", "surrogateescape")
        if (without := spelled.sub(other, text)) != text:
            altered[path] = without.encode("utf-8", "surrogateescape")
    return Copy(altered)
