"""What a request wants a text to tell of its files, and the sentences there whose numbers a text leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pandora.document.figures import normal_number, numbers
from pandora.programs.language.number_words import with_digits
from pandora.programs.request.request_text import SENTENCE_ENDS
from pandora.programs.texts.request_clauses import told_clauses, wishes, word_beginnings
from pandora.programs.texts.sentences import words

_PARAGRAPHS, _LISTED = re.compile(r"\n\s*\n"), re.compile(r"^\s*(?:[-*•]|\d+[.)])\s")
_FEWEST_WORDS = 3
"""A sentence with fewer words tells nothing of a topic by itself."""


def left_out_topic(text: str, request: str, sources: Iterable[str]) -> tuple[str, str]:
    """Return a clause of the request and the one sentence of the sources that has its words; ("", "") for none.

    All of its longer words stand in that sentence and in no other, it has numbers, and the text has none of
    them: `when the bridge is closed`, of `the bridge is closed from 6 May`. What is wished of a text itself, as
    `polite`, stands in no such sentence. A single word, as of `what it costs`, may stand there by chance, and
    counts where the sentence begins with it.
    """
    sentences = [sentence for source in sources for sentence in _sentences(source)]
    beginnings = [word_beginnings(sentence) for sentence in sentences]
    said = {normal_number(number) for way in (text, with_digits(text)) for number in _numbers(way)}
    for clause in dict.fromkeys((*told_clauses(request), *wishes(request))):
        topic = word_beginnings(clause)
        carrying = [place for place, known in enumerate(beginnings) if topic and _has_all(known, topic)]
        if len(carrying) != 1 or any(map(str.isdigit, topic)):
            continue
        if len(topic) == 1 and not words(sentences[carrying[0]])[0].startswith(min(topic)):
            continue
        given = {normal_number(number) for number in _numbers(sentences[carrying[0]])}
        if given and given.isdisjoint(said):
            return clause, sentences[carrying[0]]
    return "", ""


def _has_all(known: set[str], topic: set[str]) -> bool:
    """True where each word of a topic is one of a sentence, or the beginning of one: `meet` of `meeting`."""
    return all(any(word.startswith(part) for word in known) for part in topic)


def _numbers(text: str) -> list[str]:
    return [*numbers(text), *re.findall(r"\d+", text)]


def _sentences(text: str) -> list[str]:
    """The sentences of a text, and the lines of its lists."""
    sentences = []
    for paragraph in _PARAGRAPHS.split(text):
        lines = paragraph.splitlines()
        listed = sum(_LISTED.match(line) is not None for line in lines) > 1
        parts = lines if listed else _labelled(SENTENCE_ENDS.split(" ".join(" ".join(lines).split())))
        sentences += [part.strip(" -*•") for part in parts if len(words(part)) >= _FEWEST_WORDS]
    return sentences


def _labelled(sentences: Iterable[str]) -> list[str]:
    """Sentences, of which one that ends in a colon goes on in the next: `Next meeting: 18 June`."""
    joined: list[str] = []
    for sentence in sentences:
        if joined and joined[-1].endswith(":"):
            joined[-1] += f" {sentence}"
        else:
            joined.append(sentence)
    return joined
