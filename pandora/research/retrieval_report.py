"""What retrieval finds for a question, for people: before a model is asked, it shows whether it could know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pandora.document.plain_text import line
from pandora.programs.language.text_language import LANGUAGES, language_of, likely_language_of
from pandora.research.source_files import NoSourcesError
from pandora.research.source_index import BEST, FoundPassage, SourceIndex
from pandora.research.source_sentences import likeliest, plain_sentences

_SAMPLED = 12
"""The sources whose language is looked at."""
_SHOWN = 160
"""The most characters of a passage that are shown."""


@dataclass(frozen=True)
class Explained:
    """What retrieval finds for a question: the passages, best first, and the words that no source has."""

    question: str
    passages: tuple[FoundPassage, ...]
    unknown: tuple[str, ...]

    def as_object(self) -> dict[str, object]:
        """The same for JSON."""
        passages = [
            {
                "place": str(passage.place),
                "line": passage.place.line,
                "page": passage.place.page or None,
                "source": passage.source.digest,
                "score": round(passage.score, 3),
                "words": list(passage.words),
                "text": passage.text,
            }
            for passage in self.passages
        ]
        return {"question": self.question, "passages": passages, "unknown": list(self.unknown)}


def explain(index: SourceIndex, questions: Sequence[str]) -> tuple[Explained, ...]:
    """Look each question up, without a model."""
    return tuple(
        Explained(question, tuple(index.nearest(question, BEST)), index.unknown_words(question))
        for question in questions
    )


def explained_lines(explained: Explained) -> list[str]:
    """The lines that `research --explain` prints for a question."""
    lines = [f"Question: {explained.question}"]
    if explained.unknown:
        lines.append(f"  no source has: {', '.join(explained.unknown)}")
    if not explained.passages:
        lines.append("  no sources: nothing has a word of this question")
    for rank, passage in enumerate(explained.passages, 1):
        words = [word for word in passage.words if word not in explained.unknown]  # alike, but another word
        lines.append(f"  {rank}. {passage.place}  {passage.score:.1f}  {', '.join(words)}")
        best = likeliest((plain_sentences(passage.text),), explained.question, 1)
        lines.append(f"     {line(best[0].text if best else passage.text, _SHOWN)}")
    return lines


def language_note(question: str, index: SourceIndex) -> str:
    """One line where the question is in another language than the sources; "" where not, or nobody can tell.

    Words are compared by their letters, so a question finds hardly anything in another language.
    """
    asked = likely_language_of(question)  # it is short, and a slip costs one line
    if asked is None:
        return ""
    try:
        digests = [source.digest for source in index.sources()]
    except NoSourcesError:  # there are none before pages of the web are saved
        return ""
    step = max(1, len(digests) // _SAMPLED)
    known = {language_of(index.text(digest).text[:4000]) for digest in digests[::step][:_SAMPLED]} - {None}
    if not known or asked in known:
        return ""
    names = {code: name for name, code in LANGUAGES.items()}
    sources = " and ".join(sorted(names[code] for code in known if code))
    return f"the question is in {names[asked]} and the sources are in {sources}; ask in {sources}"
