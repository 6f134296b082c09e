"""The rules for a text that is written: its length, what it has of the request, its reader and its language."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pandora.programs.help import Try, Work
from pandora.programs.inside.text_gaps import GAP
from pandora.programs.language.text_language import code_of, language_of, name_of
from pandora.programs.request.request_text import SENTENCE_ENDS
from pandora.programs.rules.answer_rules import BY_PROGRAM, objection_to_prose
from pandora.programs.rules.searched_texts import (
    PROSE,
    is_quoted,
    searched_texts,
    short_texts,
    without_file_names,
    written_words,
)
from pandora.programs.rules.unfounded_facts import MOST_LACKS, objection_to_facts
from pandora.programs.texts.asked_length import (
    asks_for_summary,
    repeated_length,
    sentences_over,
    words_over,
    words_under,
)
from pandora.programs.texts.asked_points import longest_point_over, points_over, words_of_point
from pandora.programs.texts.asked_topics import left_out_topic
from pandora.programs.texts.request_clauses import short_clauses
from pandora.programs.texts.sentences import words
from pandora.programs.texts.written_texts import (
    announcement,
    body,
    greets,
    missing_names,
    missing_numbers,
    unsigned,
    with_next_word,
)

LEAST_TRANSLATED = 0.6
"""The least part of a text's words that its translation has; a summary has fewer."""
_LACKING = re.compile(r"^it does not |must stand at its end")
"""What is said of a text that leaves something out."""
_LEAVES_OUT = re.compile(r"^it leaves out what the files say of ")
"""What is said of a text that lacks what the files say of a clause of the request."""
LACKS_NOTES = "it lacks some of this: "
"""What is said of a text that lacks notes of its files."""
_CODE = re.compile(
    r"^[ \t]*```(?:python|py|bash|sh|shell|sql|js|javascript)\n(.*?)^[ \t]*```", re.M | re.S | re.I
)
_ANY_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.S)
_GAP = re.compile(r"\[(?![ xX]\])[^\W\d_][^\[\]\n]{1,40}\](?![(\[:])")


def gaps(text: str, request: str) -> list[str]:
    """Return the gaps that a text leaves to be filled in, such as `[Name]`, `<date>`, and the request has not.

    A word in angle brackets is none where the text also has its end, as `<b>` has in `</b>`; nor are dots,
    which may lead to a price.
    """
    left = dict.fromkeys(gap.strip() for gap in (*_GAP.findall(text), *GAP.findall(text)))
    return [gap for gap in left if gap not in request and gap[0] not in ".…" and f"</{gap[1:]}" not in text]


def objection_to_words(work: Work, attempt: Try) -> str:
    """Return the objection to an answer in words or to a text; "" where there is none."""
    written = attempt.argument("answer") or attempt.argument("content") or ""
    prose = Path(attempt.argument("path") or "").suffix.lower() in PROSE
    if "passages" in work.rules and _gives_program(work, written):
        return f"it gives a program, and not what the files come to; {BY_PROGRAM}"
    if prose and (left := _gaps_left(work, attempt, written)):
        return f"it leaves gaps to be filled in: {', '.join(left[:4])}; write what is known and no more"
    given, _ = without_file_names(work.request, work.task.files)
    numbered = prose and written and "given_numbers" in work.rules
    if "passages" in work.rules and written and (over := _over_length(written, given)):
        return over
    if numbered and (problem := _objection_to_length(written, given)):
        return problem
    if prose and written and (lacks := _lacks(work, attempt, written, given)):
        return f"it does not {' and does not '.join(lacks)}, which the task gives"
    if numbered and (problem := objection_to_facts(work, written)):
        return problem
    if problem := _objection_to_letter(work, attempt) or _objection_to_signature(work, attempt):
        return problem
    return objection_to_prose(work, attempt) if prose else ""


def _gaps_left(work: Work, attempt: Try, written: str) -> list[str]:
    """The gaps of a text; of an answer only words in square brackets, outside code, that no file has so.

    Who is told how to do something puts in what `kill <PID>` leaves open; a formula has brackets of its own.
    """
    if attempt.argument("author") is not None or attempt.argument("content") is not None:
        return gaps(written, work.request)
    left = [gap for gap in gaps(_ANY_CODE.sub(" ", written), work.request) if gap.startswith("[")]
    known = searched_texts(work).values() if left else ()
    return [gap for gap in left if not any(gap in text for text in known)]


def _gives_program(work: Work, answer: str) -> bool:
    """True where an answer about some texts has code of its own: it says how one would find what is asked."""
    codes = [block[1].strip() for block in _CODE.finditer(answer)]
    whole = "\n".join(searched_texts(work).values()) if codes else ""
    return bool(whole) and any(code and code.splitlines()[0].strip() not in whole for code in codes)


def text_to_go_on_with(work: Work, attempt: Try) -> str:
    """Return a text for somebody, without its closing, that only leaves something out; "" for any other.

    Behind it stand the short clauses of the request that have a number or a name which it lacks, or what the
    files say of a clause of the request. Of notes that it lacks the next try is told.
    """
    written, author = written_words(attempt), attempt.argument("author")
    if written and author is not None and _LEAVES_OUT.search(attempt.result.text):
        return _with_left_out(work, attempt, written)
    if written and author is not None and attempt.result.text.startswith(LACKS_NOTES):
        return "" if gaps(written, work.request) else _up_to_last_sentence(written)
    lacks = _LACKING.search(attempt.result.text) is not None
    if not lacks or not written or author is None or gaps(written, work.request):
        return ""
    given, _ = without_file_names(work.request, work.task.files)
    problem = _objection_to_length(written, given) or objection_to_facts(work, written)
    if problem or _objection_to_letter(work, attempt) or objection_to_prose(work, attempt):
        return ""
    lacking = [*missing_names(written, given), *missing_numbers(written, given)]
    short = ", ".join(short_clauses(work.request, lacking))
    begun = body(written)
    return f"{begun} {short[:1].upper()}{short[1:]}." if begun and short else begun


def _up_to_last_sentence(text: str) -> str:
    """A text up to the last line that ends a sentence: without its closing, and an address below that."""
    lines = text.rstrip().splitlines()
    while lines and not lines[-1].rstrip().endswith((".", "!", "?")):
        lines.pop()
    return "\n".join(lines)


def _with_left_out(work: Work, attempt: Try, written: str) -> str:
    """Return a text without its closing, and behind it the sentence of the files that it leaves out.

    "" where anything else speaks against it.
    """
    sources = short_texts(searched_texts(work).values())
    _, sentence = left_out_topic(written, work.request, sources)
    begun = f"{body(written)} {sentence[:1].upper()}{sentence[1:].rstrip('.')}." if sentence else ""
    given, _ = without_file_names(work.request, work.task.files)
    if not begun or gaps(begun, work.request) or _objection_to_length(begun, given):
        return ""
    return "" if objection_to_facts(work, begun) or _objection_to_letter(work, attempt) else begun


def _objection_to_length(written: str, given: str) -> str:
    """Return what speaks against the length of a text, or against a text that tells its length; else ""."""
    if length := repeated_length(written, given):
        return f"it says {length!r}, which is how long it is to be; its reader need not know that"
    if over := _over_length(written, given):
        return over
    count, wanted = words_under(written, given)
    if count:
        return f"it has {count} words and is to have about {wanted}; say what the task asks for in full"
    return ""


def _over_length(written: str, given: str) -> str:
    """Return that a text has more words, sentences or points than the request allows; "" where it has not."""
    counts = [(words_over, "words"), (sentences_over, "sentences"), (points_over, "points")]
    for over, called in counts[bool(words_of_point(given)) :]:
        count, most = over(written, given)
        if count:
            return f"it has {count} {called} and may have {most}; say it in fewer, with every fact"
    count, most = longest_point_over(written, given)
    return f"a point has {count} words and may have {most}; say it in fewer" if count else ""


def _lacks(work: Work, attempt: Try, written: str, given: str) -> list[str]:
    """What a text that is written lacks of the request, all at once: a next try mends what it is told of."""
    lacks = []
    if "proper_names" in work.rules:
        own = _names_of_language(written, attempt.argument("language"))
        asking = _from_source_on(work) if asks_for_summary(work.request) else given
        if names := [name for name in missing_names(written, asking) if name.casefold() not in own]:
            lacks.append(f"name {', '.join(names[:MOST_LACKS])}")
    if "given_numbers" in work.rules and (left := missing_numbers(written, given)):
        lacks.append(f"say {', '.join(with_next_word(number, given) for number in left[:MOST_LACKS])}")
    if "given_numbers" in work.rules and (left := _untranslated(work, attempt, written)):
        lacks.append(f"say {', '.join(left[:MOST_LACKS])} as the file does")
    return lacks


def _from_source_on(work: Work) -> str:
    """The request from the sentence on that names a file; what stands before says who a summary is for.

    `Ina missed our meeting. Can you boil minutes.txt down …` is no fact of the minutes.
    """
    sentences = SENTENCE_ENDS.split(work.request)
    names = [os.path.basename(path) for path in work.task.files]
    first = next((at for at, said in enumerate(sentences) if any(name in said for name in names)), 0)
    return without_file_names(" ".join(sentences[first:]), work.task.files)[0]


def _untranslated(work: Work, attempt: Try, written: str) -> list[str]:
    """The numbers that a translation lacks of the one text that it is made of; [] for what is none.

    A text in another language than the file's is its translation where it is about as long.
    """
    texts = short_texts(searched_texts(work).values())
    if len(texts) != 1 or len(words(written)) < LEAST_TRANSLATED * len(words(texts[0])):
        return []
    given = attempt.argument("language")
    languages = {language_of(texts[0]), (code_of(given) if given else None) or language_of(written)}
    return missing_numbers(written, texts[0]) if len(languages - {None}) == 2 else []


def _names_of_language(text: str, given: str | None) -> set[str]:
    """The names of a text's language, in small letters: it is no word that the text must have."""
    written = language_of(text)
    return {name.strip().casefold() for name in (given, written and name_of(written)) if name}


def _objection_to_letter(work: Work, attempt: Try) -> str:
    """Return what speaks against a text for somebody: its first line, or its language."""
    text, author = written_words(attempt), attempt.argument("author")
    if text is None:
        return ""
    if author is not None and (line := announcement(text)):
        return f"its first line ({line}) is not for its reader; begin with the greeting"
    if author and greets(text, author, work.request):
        return f"it greets {author.strip()}, who writes it; greet its reader"
    if "language" in work.rules:
        given = attempt.argument("language")
        wanted = code_of(given) if given else language_of(work.request)
        written = language_of(text)
        if not wanted or not written or written == wanted:
            return ""
        # The request may name that language, or want the words of a file.
        named = not given and (name_of(written).casefold() in words(work.request) or is_quoted(text, work))
        if not named:
            return f"it is in {name_of(written)}; write it in {name_of(wanted)}"
    return ""


def _objection_to_signature(work: Work, attempt: Try) -> str:
    """Return which name of who writes a text for somebody does not stand at its end; else ""."""
    text, author = written_words(attempt), attempt.argument("author")
    if text and author and "proper_names" in work.rules and (names := unsigned(text, author, work.request)):
        return f"{', '.join(names[:4])} must stand at its end, since {author.strip()} writes it"
    return ""
