"""The rules that judge a try's result and may object to it although it ran without an error."""

from __future__ import annotations

import ast
import contextlib
import csv
import io
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from pandora.document.figures import numbers
from pandora.programs.data_columns import columns, tables
from pandora.programs.file_difference import changed_beside, differences, lost_keys, lost_lines
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import kind_of
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.inside.text_gaps import GAP
from pandora.programs.language.english_words import nothing_found
from pandora.programs.language.locale_words import calendar_words
from pandora.programs.language.month_names import strange_days
from pandora.programs.language.negations import denies, negates
from pandora.programs.language.number_words import afternoon_hours, with_digits
from pandora.programs.language.text_language import code_of, language_of, likely_language_of, name_of
from pandora.programs.parsed_program import Program, compared_texts, hard_coded, printed_weekday, unread_loads
from pandora.programs.repairs.program_continuation import NOTHING_PRINTED
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.request.names_by_example import names_by_example
from pandora.programs.request.renaming_examples import objection_to_renaming
from pandora.programs.rules.figures_by_hand import figure_by_hand
from pandora.programs.texts.asked_topics import left_out_topic
from pandora.programs.texts.asked_unit import share_for_amount
from pandora.programs.texts.exchanged_names import exchanged_name
from pandora.programs.texts.listed_entries import from_another_entry
from pandora.programs.texts.made_up_names import made_up_names
from pandora.programs.texts.passages import (
    FEWEST_PASSAGES,
    MOST_COPIED,
    Passage,
    asked_passages,
    carriers,
    confirmed_by,
    copied_share,
    main_passage,
    names_of,
    passages,
    resting_places,
    uncarried_facts,
)
from pandora.programs.texts.request_clauses import sentences_to_writer, short_clauses
from pandora.programs.texts.said_counts import with_counts
from pandora.programs.texts.sentences import TOKEN, words
from pandora.programs.texts.shown_sums import Shown, shown_sums, wrong_sum
from pandora.programs.texts.spans_of_time import strange_spans
from pandora.programs.texts.swapped_values import swapped_values
from pandora.programs.texts.text_dates import as_written_in
from pandora.programs.texts.text_notation import in_notation_of
from pandora.programs.texts.words_to_writer import repeated_wish, repeats_asking
from pandora.programs.texts.worked_out_dates import span_without_date, with_spans, worked_out_dates
from pandora.programs.texts.worked_out_numbers import LinkedNumbers, worked_out, worked_out_of_sentences
from pandora.programs.texts.written_texts import (
    announcement,
    body,
    greets,
    invented_codes,
    longest_repeated,
    missing_names,
    missing_numbers,
    names_within,
    repeated_length,
    repeats_most,
    says_back,
    unsigned,
    with_next_word,
    words_over,
    words_under,
)
from pandora.regular_file import read_regular
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

PARSED = ("JSON", "JSON lines", "TOML", "YAML", "XML", "INI")
"""The kinds of files that a parser must take."""
PROSE = ("", ".txt", ".md", ".eml", ".rst")
"""The endings of files with words to be read."""
MOST_LOST = 0.4
"""The share of a file's lines that a model may lose where it writes the file anew."""
LEAST_OWN = 0.03
"""A text with no larger share of words of its own is a copy; who corrects a text changes some more."""
MOST_LACKS = 4
"""The most names, and the most numbers, that a text is told to lack."""
LEAST_TRANSLATED = 0.6
"""The least part of a text's words that its translation has; a summary has fewer."""
_DIGITS = re.compile(r"\d+")
MOST_SHOWN = 4
"""The most files whose texts a prompt holds, however long they are."""
_SHORTEST_NAME = 4
"""The fewest letters of a file's name that is told from other words."""
_LONGEST_PROSE = 64 << 10
"""The most characters of a file whose number words and sentences are looked at."""
_LONGEST_DATED = 1 << 20
"""The most characters of a file whose dates are read."""
_SEARCHED = 4 << 20
"""The most bytes of a file that a rule searches."""

_QUOTED = re.compile(r"['\"“‘„«]([^'\"“”‘’„«»]{2,40})['\"”’“»](?!\w)")
_WRITES = re.compile(r"\bsave\(|write|dump|copy|move|rename|replace|to_\w+\(|['\"][wax]b?\+?['\"]")
"""Matches the source of a program that writes a file."""
_SENTENCE_END = re.compile(r"[.!?;]\s+|\n")
_EMPTY_LIST = "nothing matched"
"""The words in a program's error text that show that a list stayed empty."""

_LACKING = re.compile(r"^it does not |must stand at its end")
"""What is said of a text that leaves something out."""
_LEAVES_OUT = re.compile(r"^it leaves out what the files say of ")
"""What is said of a text that lacks what the files say of a clause of the request."""
BY_WORKING_OUT = "work it out with a program"
"""What is said of a figure that a try made up."""
BY_PROGRAM = "find them with a program"
"""What is said of an answer that a reader of some of the files cannot give."""


def judge_result(work: Work, attempt: Try) -> Result:
    """Return the result; where a rule objects to it, a failure whose text helps the next try."""
    task, result, program = work.task, attempt.result, attempt.program
    if not result.ok:
        nothing = program if _EMPTY_LIST in result.text else None
        spelling = misspelling(nothing, task.files, work.workspace) if nothing else ""
        return replace(result, text=f"{result.text}\n{spelling}") if spelling else result
    expected = [path for path in task.makes if path in work.request]
    there = [path for path in expected if written_again(path, attempt, work.workspace)]
    if expected:
        contents = {change.path: change.content for change in result.changes}
        undone = [path for path in expected if not contents.get(path) and path not in there]
        if undone:
            return _failure(result, _missing_files(undone, contents))
    elif task.kind_of_task == "answer" and result.changes and not _changes_what_is_named(work, result):
        note = "it changed files, though only an answer was asked for: not kept"
        result = replace(result, changes=(), note=note)
        if not result.text.strip():
            return _failure(result, NOTHING_PRINTED)
    if program and not result.changes and _is_left_undone(work, attempt):
        return _failure(result, "no file was changed; the program must change the files itself")
    if program and not result.changes and not there and hard_coded(program):
        return _failure(result, "the program only prints its own words; work the values out with code")
    attempt = replace(attempt, result=result)
    for objection in (_objection_to_words, _objection_to_program, _objection_to_figures, _objection_to_files):
        if problem := objection(work, attempt):
            return _failure(result, problem)
    return _with_differences(_with_passages(work, attempt), work.workspace)


def _is_left_undone(work: Work, attempt: Try) -> bool:
    """True where this step alone is to change files, and wrote none, not with the same bytes either."""
    change = work.task.kind_of_task == "change" and not work.task.part
    return change and not any(written_again(path, attempt, work.workspace) for path in work.task.files)


def _changes_what_is_named(work: Work, result: Result) -> bool:
    """True where an answer may not be all that is asked for, and the request names each changed file.

    Then what programs do decides: two of them must do the same.
    """
    there = [change for change in result.changes if change.before and Path(change.path).name in work.request]
    return work.task.may_change and len(there) == len(result.changes)


def _with_passages(work: Work, attempt: Try) -> Result:
    """Return the result with a note of the passages of the files that an answer in words rests on."""
    result, answer = attempt.result, attempt.argument("answer")
    if answer is None or "passages" not in work.rules:
        return result
    texts = searched_texts(work)
    rests = resting_places(_as_the_files_write(answer, work.request, texts), work.request, _passages_of(texts))
    places = dict.fromkeys(f"{passage.path}:{passage.line}" for passage in rests)
    return replace(result, note=f"rests on {', '.join(places)}") if places else result


def _with_differences(result: Result, workspace: Path) -> Result:
    """Return the result with a note, which stands in §3, of what differs in the files that it changes."""
    notes = [result.note] if result.note else []
    for change in [change for change in result.changes if change.before and change.content is not None][:4]:
        try:
            before, whole = read_regular(change.path, LARGEST_CHECKED, inside=workspace)
        except OSError:
            continue
        assert change.content is not None
        if whole and len(change.content) <= LARGEST_CHECKED:
            notes.append(f"{change.path}: {differences(change.path, before, change.content)}")
    return replace(result, note="; ".join(notes)) if notes else result


_GAP = re.compile(r"\[(?![ xX]\])[^\W\d_][^\[\]\n]{1,40}\](?![(\[:])")


def gaps(text: str, request: str) -> list[str]:
    """Return the gaps that a text leaves to be filled in, such as `[Name]`, `<date>`, and the request has not.

    A word in angle brackets is none where the text also has its end, as `<b>` has in `</b>`; nor are dots,
    which may lead to a price.
    """
    left = dict.fromkeys(gap.strip() for gap in (*_GAP.findall(text), *GAP.findall(text)))
    return [gap for gap in left if gap not in request and gap[0] not in ".…" and f"</{gap[1:]}" not in text]


def _objection_to_words(work: Work, attempt: Try) -> str:
    """Return the objection to an answer in words or to a text; "" where there is none."""
    written = attempt.argument("answer") or attempt.argument("content") or ""
    prose = Path(attempt.argument("path") or "").suffix.lower() in PROSE
    if prose and (left := gaps(written, work.request)):
        return f"it leaves gaps to be filled in: {', '.join(left[:4])}; write what is known and no more"
    given, _ = _without_names(work.request, work.task.files)
    numbered = prose and written and "given_numbers" in work.rules
    if "passages" in work.rules and written and (over := _over_length(written, given)):
        return over
    if numbered and (problem := _objection_to_length(written, given)):
        return problem
    if prose and written and (lacks := _lacks(work, attempt, written, given)):
        return f"it does not {' and does not '.join(lacks)}, which the task gives"
    if numbered and (problem := _objection_to_facts(work, written)):
        return problem
    if problem := _objection_to_letter(work, attempt) or _objection_to_signature(work, attempt):
        return problem
    return _objection_to_prose(work, attempt) if prose else ""


def text_to_go_on_with(work: Work, attempt: Try) -> str:
    """Return a text for somebody, without its closing, that only leaves something out; "" for any other.

    Behind it stand the short clauses of the request that have a number or a name which it lacks, or what the
    files say of a clause of the request.
    """
    written, author = _prose_of(attempt), attempt.argument("author")
    if written and author is not None and _LEAVES_OUT.search(attempt.result.text):
        return _with_left_out(work, attempt, written)
    lacks = _LACKING.search(attempt.result.text) is not None
    if not lacks or not written or author is None or gaps(written, work.request):
        return ""
    given, _ = _without_names(work.request, work.task.files)
    problem = _objection_to_length(written, given) or _objection_to_facts(work, written)
    if problem or _objection_to_letter(work, attempt) or _objection_to_prose(work, attempt):
        return ""
    lacking = [*missing_names(written, given), *missing_numbers(written, given)]
    short = ", ".join(short_clauses(work.request, lacking))
    begun = body(written)
    return f"{begun} {short[:1].upper()}{short[1:]}." if begun and short else begun


def with_asked_counts(work: Work, written: str) -> str:
    """Return a text with the numbers that it lacks of its request, where it names what they count."""
    if "given_numbers" not in work.rules:
        return written
    given, _ = _without_names(work.request, work.task.files)
    if words_over(written, given)[0]:
        return written  # the length itself is a number of words
    return with_counts(written, given, missing_numbers(written, given))


def _with_left_out(work: Work, attempt: Try, written: str) -> str:
    """Return a text without its closing, and behind it the sentence of the files that it leaves out.

    "" where anything else speaks against it.
    """
    sources = _prose(searched_texts(work).values())
    _, sentence = left_out_topic(written, work.request, sources)
    begun = f"{body(written)} {sentence[:1].upper()}{sentence[1:].rstrip('.')}." if sentence else ""
    given, _ = _without_names(work.request, work.task.files)
    if not begun or gaps(begun, work.request) or _objection_to_length(begun, given):
        return ""
    return "" if _objection_to_facts(work, begun) or _objection_to_letter(work, attempt) else begun


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
    """Return that a text has more words than the request allows; "" where it has not."""
    count, most = words_over(written, given)
    return f"it has {count} words and may have {most}; say it in fewer, with every fact" if count else ""


def _objection_to_facts(work: Work, written: str) -> str:
    """Return which codes, days, numbers and names of a text are not so in what it is written from; else ""."""
    task, texts = work.task, searched_texts(work)
    known = "\n".join((work.request, *task.context, *task.given.values(), *texts.values()))
    if codes := invented_codes(written, known):
        return (
            f"{', '.join(codes[:MOST_LACKS])} stands nowhere in what is given; write what is known and no more"
        )
    if days := _strange_days(work, written, texts):
        return f"{', '.join(days[:MOST_LACKS])} stands nowhere in what is given; copy dates exactly"
    clause, sentence = left_out_topic(written, work.request, _prose(texts.values()))
    if sentence:
        return f"it leaves out what the files say of {clause!r}: {sentence}"
    if apart := _apart(work, written, texts):
        values = ", ".join(apart[:MOST_LACKS])
        return f"no passage has {values} together with the rest of its sentence; say what the files say"
    if swapped := swapped_values(_as_the_files_write(written, work.request, texts), _prose(texts.values())):
        return f"it has {' and '.join(swapped)} the wrong way round; say of each what the files say of it"
    return _exchanged(written, texts)


def _says_that_it_is_not_told(answer: str, request: str, texts: Mapping[str, str]) -> bool:
    """True for an answer that denies, and gives no number, and no name of the files that the request has not.

    So the files say nothing of it, in whatever words: there is no passage for what is not there.
    """
    language = likely_language_of(f"{request} {answer}")
    told = set(TOKEN.findall(answer)) & names_of([*texts.values()])
    return denies(answer, language) and not numbers(answer) and not told - set(TOKEN.findall(request))


def _exchanged(written: str, texts: Mapping[str, str]) -> str:
    """Return for which name the files have another one in what a text says; else ""."""
    prose = {path: text for path, text in texts.items() if len(text) <= _LONGEST_PROSE}
    if exchanged := exchanged_name(written, _passages_of(prose)):
        name, other, sentence = exchanged
        return f"the files say this of {other}, not of {name}: {sentence}"
    return ""


def _apart(work: Work, written: str, texts: Mapping[str, str]) -> list[str]:
    """The numbers and names of a text made of files that stand apart from the rest of their sentences there.

    German writes all nouns with a capital and ends days with a dot; of a few paragraphs everything is near. The
    sentences of a translation have other words than those of the files.
    """
    prose = {path: text for path, text in texts.items() if len(text) <= _LONGEST_PROSE}
    sources, language = _passages_of(prose), language_of(written)
    if len(sources) < FEWEST_PASSAGES or language == "de":
        return []
    if language and language != language_of("\n".join(prose.values())):
        return []
    context = "\n".join((*work.task.context, *work.task.given.values()))
    written = _as_the_files_write(written, work.request, texts)
    written = shown_sums(written, [work.request, context, *prose.values()]).without(written)
    return uncarried_facts(written, work.request, sources, context)


def _strange_days(work: Work, written: str, texts: Mapping[str, str], near: bool = False) -> list[str]:
    """The days of a month that a text has from nowhere: not from what is given, nor worked out from it."""
    prose = _prose(texts.values())
    spans = worked_out_dates(work.request, prose, near)
    given = "\n".join((work.request, *work.task.context, *work.task.given.values(), *prose))
    worked_out = "\n".join(f"{entry.day.day}.{entry.day.month}." for entry in spans)
    return strange_days(written, f"{given}\n{worked_out}")


def _lacks(work: Work, attempt: Try, written: str, given: str) -> list[str]:
    """What a text that is written lacks of the request, all at once: a next try mends what it is told of."""
    lacks = []
    if "proper_names" in work.rules:
        own = _names_of_language(written, attempt.argument("language"))
        if names := [name for name in missing_names(written, given) if name.casefold() not in own]:
            lacks.append(f"name {', '.join(names[:MOST_LACKS])}")
    if "given_numbers" in work.rules and (left := missing_numbers(written, given)):
        lacks.append(f"say {', '.join(with_next_word(number, given) for number in left[:MOST_LACKS])}")
    if "given_numbers" in work.rules and (left := _untranslated(work, attempt, written)):
        lacks.append(f"say {', '.join(left[:MOST_LACKS])} as the file does")
    return lacks


def _untranslated(work: Work, attempt: Try, written: str) -> list[str]:
    """The numbers that a translation lacks of the one text that it is made of; [] for what is none.

    A text in another language than the file's is its translation where it is about as long.
    """
    texts = _prose(searched_texts(work).values())
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
    text, author = _prose_of(attempt), attempt.argument("author")
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
        named = not given and (name_of(written).casefold() in words(work.request) or _is_quoted(text, work))
        if not named:
            return f"it is in {name_of(written)}; write it in {name_of(wanted)}"
    return ""


def _objection_to_signature(work: Work, attempt: Try) -> str:
    """Return which name of who writes a text for somebody does not stand at its end; else ""."""
    text, author = _prose_of(attempt), attempt.argument("author")
    if text and author and "proper_names" in work.rules and (names := unsigned(text, author, work.request)):
        return f"{', '.join(names[:4])} must stand at its end, since {author.strip()} writes it"
    return ""


def searched_texts(work: Work) -> dict[str, str]:
    """The text of each of the task's files that can be read, by its path."""
    texts = {}
    for path in work.task.files:
        with contextlib.suppress(OSError):
            texts[path] = _searched_text(path, work.workspace, "replace")
    return texts


def _prose(texts: Iterable[str]) -> list[str]:
    """The texts that are short enough to be looked through word by word."""
    return [text for text in texts if len(text) <= _LONGEST_PROSE]


def _without_names(answer: str, files: Iterable[str]) -> tuple[str, int]:
    """Return a text without the names of the files, and how many of them it has."""
    count = 0
    names = {name for path in files for name in (path, Path(path).name, Path(path).stem)}
    for name in sorted(names, key=len, reverse=True):  # a name inside of another one comes after it
        if len(name) < _SHORTEST_NAME or name not in answer:
            continue
        answer, times = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", " ", answer)
        count += bool(times)
    return answer, count


def _prose_of(attempt: Try) -> str | None:
    """The words that a try says or, where it says who writes them, puts into a file; None for others."""
    letter = attempt.argument("author") is not None
    return attempt.argument("answer") or (attempt.argument("content") if letter else None)


def _is_quoted(text: str, work: Work) -> bool:
    """True where a text stands word for word in one paragraph of the task's files."""
    said = f" {' '.join(words(text))} "
    return any(said in f" {' '.join(words(passage.text))} " for passage in searched_passages(work))


def _objection_to_prose(work: Work, attempt: Try) -> str:
    """Return what speaks against written words: they say the request back, or the files do not carry them."""
    task, request = work.task, work.request
    answer = _prose_of(attempt)
    if answer is None:
        return ""
    if {"passages", "proper_names"} & work.rules and _says_back(answer, work):
        if attempt.argument("author") is None or repeats_most(answer, request):
            return "it only repeats the task; do what the task asks"
        if repeated := repeats_asking(
            answer, request
        ):  # the facts of a request may stand in a text as they are
            return f"it says {repeated!r}, as the task asks for it; begin with what its reader is to know"
        if wish := repeated_wish(answer, request):
            return f"it says {wish!r}, which the task says to who writes it; leave that out"
    if attempt.argument("author") is not None and (repeated := _repeated_to_writer(answer, request)):
        return f"it repeats the task word for word ({repeated}); say it as its author says it to its reader"
    if attempt.argument("author") is not None and attempt.argument("answer") and _is_copy(work, answer):
        return "it copies the files, which the person has; write the text that the task asks for"
    if attempt.argument("author") is not None and _is_one_of_many(work, answer):
        return "it is one paragraph of the files word for word; write of all that the task asks for"
    if answer.strip().casefold() in [path.casefold() for path in task.files]:
        return "it only names the file; say what the task asks for"
    context = "\n".join((request, *task.context))
    answer, listed = _without_names(answer, task.files)
    texts = searched_texts(work)
    prose = _prose(texts.values())
    if "passages" in work.rules and (problem := _objection_to_parts(work, attempt, texts)):
        return problem
    answer = _as_the_files_write(answer, request, texts)
    worked_out = worked_out_dates(request, prose)
    if attempt.argument("author") is None and (span := span_without_date(answer, worked_out)):
        return f"it says {span!r} and no date; say which date that is, as counted from the date of the task"
    if "passages" in work.rules and task.files and (days := _strange_days(work, answer, texts, near=True)):
        return (
            f"{', '.join(days[:MOST_LACKS])} stands nowhere in what is given, and no span of it gives that day"
        )
    answer = with_spans(answer, worked_out)
    if task.files and (wrong := wrong_sum(answer)):
        return f"it says {wrong}; work it out anew"
    language = likely_language_of(f"{request} {answer}")
    shown = shown_sums(answer, [context, *prose], language) if task.files else Shown()
    answer, whole = shown.without(answer), answer
    if task.files and (figures := invented_numbers(answer, context, texts.values())):
        return (
            f"{', '.join(figures)} is not in the text; answer with what is there, "
            "or say from which numbers of it this is worked out"
        )
    if "passages" in work.rules and listed > 1 and len(task.files) > MOST_SHOWN:
        return f"it lists files, and only {MOST_SHOWN} of {len(task.files)} are shown; {BY_PROGRAM}"
    if "passages" in work.rules and (sources := _passages_of(texts)):
        if len(sources) >= FEWEST_PASSAGES and copied_share(answer, sources) > MOST_COPIED:
            return "it copies the files; say only what the task asks for"
        rests, apart = carriers(answer, request, sources, context)
        if whole != answer:
            made_of = [source for source in sources if source.numbers & shown.numbers()]
            rests = [*resting_places(whole, request, sources), *made_of]
        rests = rests or confirmed_by(whole, request, sources)
        if made_up := made_up_names(whole, context, prose):
            return f"{', '.join(made_up[:MOST_LACKS])} stands in no file and not in the task; names are there"
        apart += strange_spans(answer, [request, context, *_prose(texts.values())])
        if apart:
            values = ", ".join(apart[:4])
            return f"no passage has {values} together with the rest of its sentence; answer with what is there"
        if swapped := swapped_values(whole, prose):
            return f"it has {' and '.join(swapped)} the wrong way round; say of each what the files say of it"
        if problem := _exchanged(answer, texts):
            return problem
        unfounded = not rests and not listed and not shown.terms and set(words(answer)) - set(words(context))
        if unfounded and not _says_that_it_is_not_told(answer, request, texts):
            return "nothing in the files says this; answer from their words"
        main = main_passage(request, sources)
        main_ones = ([main] if main else []) + asked_passages(request, sources)
        for passage in main_ones if listed < 2 else ():  # a list of files says nothing of their words
            if passage not in rests:
                where = f"{passage.path}:{passage.line}"
                return f"{where} says most about the task, and the answer leaves it out: {passage.text}"
    return ""


def _as_the_files_write(answer: str, request: str, texts: Mapping[str, str]) -> str:
    """An answer with its dates, times, quantities and numbers as the files, or else the request, write them."""
    dated = "\n".join(text for text in texts.values() if len(text) <= _LONGEST_DATED)
    answer = as_written_in(dated, answer)
    source = "\n".join((*_prose(texts.values()), request))
    digits = with_digits(answer, likely_language_of(f"{request} {answer}"))
    as_digits = in_notation_of(source, digits)
    return as_digits if as_digits != digits else in_notation_of(source, answer)


def _repeated_to_writer(text: str, request: str) -> str:
    """The words that a text has in one row of what the request says to who writes it, if they are too many.

    The facts of a request may stand in a text as they are.
    """
    asking = "\n".join(sentences_to_writer(request))
    return longest_repeated(text, asking)


def _objection_to_parts(work: Work, attempt: Try, texts: Mapping[str, str]) -> str:
    """Return what speaks against what an answer says to one part of a request; else ""."""
    short = {path: text for path, text in texts.items() if len(text) <= _LONGEST_PROSE}
    for question, said in said_to_parts(_prose_of(attempt) or "", work):
        said, _ = _without_names(said, work.task.files)
        if share := share_for_amount(said, question):
            return f"it says {share}, and the task asks for an amount of money; say which amount that is"
        said = _as_the_files_write(said, work.request, texts)
        if reason := from_another_entry(said, work.request, short):
            return reason
    return ""


def said_to_parts(answer: str, work: Work) -> list[tuple[str, str]]:
    """The parts of a request that asks for several things with what an answer says to each, or all to all."""
    labels = "|".join(map(re.escape, asked_parts(work.words)))
    pieces = re.split(rf"^({labels}):", answer, flags=re.M)[1:] if labels else []
    return list(zip(pieces[::2], pieces[1::2], strict=True)) or [(work.request, answer)]


def _says_back(answer: str, work: Work) -> bool:
    """True where an answer, or what it says to some part of a request, only repeats the request's words."""
    return any(says_back(said, work.request) for _, said in said_to_parts(answer, work))


def _is_copy(work: Work, text: str) -> bool:
    """True where a text is nothing but most paragraphs of the files; not of a template, whose gaps it fills."""
    texts = searched_texts(work)
    sources = _passages_of(texts)
    if len(sources) < FEWEST_PASSAGES or any(map(GAP.search, texts.values())):
        return False
    said = f" {' '.join(words(text))} "
    own = said
    for source in sources:
        own = own.replace(f" {' '.join(words(source.text))} ", " ")
    return copied_share(text, sources) > MOST_COPIED and len(own.split()) <= LEAST_OWN * len(said.split())


def searched_passages(work: Work) -> list[Passage]:
    """Return the paragraphs of the task's files that can be read."""
    return _passages_of(searched_texts(work))


def _is_one_of_many(work: Work, text: str) -> bool:
    """True for a text that stands word for word in one of several paragraphs, and is to be written of all."""
    return len(searched_passages(work)) >= FEWEST_PASSAGES and _is_quoted(text, work)


def _passages_of(texts: Mapping[str, str]) -> list[Passage]:
    """Return the paragraphs of files, whose texts are given by path."""
    return [passage for path, text in texts.items() for passage in passages(path, text)]


def _objection_to_program(work: Work, attempt: Try) -> str:
    """Return which file that the request names a program does not use, or how the data spell what it lacks."""
    task, result, program = work.task, attempt.result, attempt.program
    if program is None or task.kind_of_task == "code":
        return ""
    if unused := _unused_files(work, program):
        path, name = next(iter(unused.items()))
        remedy = f"use what it says, or change {name} and save({name}, {path!r})"
        return f"it does nothing with {path}, which the task names; {remedy}"
    if weekday := printed_weekday(program):
        return f"{weekday} is a number; print the weekday's name, day.strftime('%A')"
    if not nothing_found(result.text) or result.changes:
        return ""
    spelling = misspelling(program, task.files, work.workspace)
    return f"nothing matched: {spelling}" if spelling else ""


def _objection_to_figures(work: Work, attempt: Try) -> str:
    """Return which figure nobody worked out; "" where each has a source."""
    figure = figure_by_hand(work, attempt)
    return f"{figure} stands in no file and not in the task; {BY_WORKING_OUT}" if figure else ""


def _unused_files(work: Work, program: Program) -> dict[str, str]:
    """The files that the request names, not as what is not meant, and a program only loads, by variable."""
    if work.task.part:
        return {}  # a step of several need not use all
    sentences = _SENTENCE_END.split(work.request)
    unread = unread_loads(program)
    about = {path: [one for one in sentences if Path(path).name in one] for path in unread}
    return {path: unread[path] for path, said in about.items() if said and not any(map(negates, said))}


def _objection_to_files(work: Work, attempt: Try) -> str:
    """Return the objection to the files that were made or changed; "" where there is none."""
    task, request = work.task, work.request
    for change in attempt.result.changes:
        if problem := file_fault(change):
            return problem
        if change.before and (problem := _too_much(change, attempt, work)):
            return problem
    moves = any(change.content is None for change in attempt.result.changes) or not task.part
    renames = task.kind_of_task == "change" and moves
    if renames and (problem := _objection_by_example(work, attempt)):
        return problem
    if renames and (
        problem := objection_to_renaming(request, task.files, attempt.result.changes, work.workspace)
    ):
        return problem
    named = {*task.outputs, *(task.files if task.named else ())}
    there = [change.path for change in attempt.result.changes if change.before and change.path not in named]
    uncalled = [path for path in there if Path(path).name not in request]
    if uncalled and task.kind_of_task != "code" and not attempt.spreads:
        return f"it changed {', '.join(uncalled)}, which the task does not name"
    return ""


def _objection_by_example(work: Work, attempt: Try) -> str:
    """Return which file got another name than one that is made as the request's example is; else ""."""
    changes = attempt.result.changes
    made = {change.path for change in changes if change.content is not None}
    gone = {change.path for change in changes if change.content is None}
    for path, new in names_by_example(work.request, work.task.files, work.workspace).items():
        if new not in made or path not in gone:
            return f"{path} is to become {new}, as the example of the task is made; rename it so"
    return ""


def written_again(path: str, attempt: Try, workspace: Path) -> bool:
    """True where a file exists and the try names it as a file to write; equal bytes are no change."""
    if not os.path.isfile(workspace / path):
        return False
    if attempt.argument("path") == path:
        return True
    code, command = attempt.argument("program") or "", attempt.argument("command") or ""
    text = (code if _WRITES.search(code) else "") + command
    return any(f"{mark}{path}{mark}" in text for mark in "'\"")


def _missing_files(paths: list[str], contents: Mapping[str, bytes | None]) -> str:
    empty = [path for path in paths if contents.get(path) == b""]
    if empty:
        advice = "no row was kept: compare with the values that are in the file"
        return f"{', '.join(empty)} is empty; {advice}"
    return f"{', '.join(paths)} was not made; the program must write it"


def _failure(result: Result, problem: str) -> Result:
    return replace(result, ok=False, text=problem, changes=(), code=result.code or 1)


def absent_names(work: Work) -> list[str]:
    """Return the names and quoted words of the request that occur in none of the task's files."""
    task, workspace, request = work.task, work.workspace, work.request
    written = dict.fromkeys([*names_within(request), *_QUOTED.findall(request)])
    known = {*calendar_words(), *(kind.casefold() for kind in PARSED), *(ending[1:] for ending in DELIMITERS)}
    names_sought = [name for name in written if name.casefold() not in known]
    if not names_sought or not task.files:
        return []
    haystack = " ".join(task.files).lower()
    for path in task.files:
        try:
            haystack += _searched_text(path, workspace, "ignore").lower()
        except OSError:
            continue
    return [name for name in names_sought if name.lower() not in haystack]


def file_fault(change: Change) -> str:
    """Return what is wrong with a made file and how to mend it, or ""; a very large file is not checked."""
    ending = Path(change.path).suffix.lower()
    if not change.content or len(change.content) > LARGEST_CHECKED:
        return ""
    text = change.content.decode("utf-8", "replace")
    if ending in DELIMITERS:
        return _uneven_rows(change.path, text, _delimiter_of(text, DELIMITERS[ending]))
    if ending == ".py":
        return _syntax_error(change.path, text)
    kind = kind_of(change.path)
    if kind in PARSED:
        try:
            parse_content(change.path, change.content)
        except ValueError as error:
            saved = f"; write it with save(value, {change.path!r})" if kind.startswith("JSON") else ""
            return f"{change.path} is not {kind} (line {error}){saved}"
    return ""


def _syntax_error(path: str, source: str) -> str:
    """Return what Python finds wrong with a module before it runs; else ""."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"{path}:{getattr(error, 'lineno', None) or 1}: not Python: {getattr(error, 'msg', error)}"
    return ""


def _too_much(change: Change, attempt: Try, work: Work) -> str:
    """Return an objection to a changed file of which more was changed or lost than was asked for; else ""."""
    try:
        before, whole = read_regular(change.path, LARGEST_CHECKED, inside=work.workspace)
    except OSError:
        return ""
    if not whole or change.content is None:
        return ""
    lost, written = lost_lines(before, change.content), attempt.argument("content") is not None
    if written and lost > MOST_LOST * len(before.splitlines()):
        return f"{lost} lines of {change.path} are gone; write the whole file, with every line that stays"
    kind, prose = work.task.kind_of_task, Path(change.path).suffix.lower() in PROSE
    indented = kind == "change" and prose and _stripped(before) == _stripped(change.content)
    if written and ((kind == "file" and before.split() == change.content.split()) or indented):
        return f"{change.path} has these very words already; do what the task asks"
    if gone := lost_keys(change.path, before, change.content):
        kept = ", ".join(gone[:MOST_LACKS])
        return f"{change.path} has no {kept} any more; save the whole object, not a list out of it"
    if beside := changed_beside(change.path, before, change.content, work.request):
        return f"{', '.join(beside)} of {change.path} is changed too, and the task is about another; leave it"
    return ""


def _stripped(content: bytes) -> list[bytes]:
    """The lines of a text without the blanks around them."""
    return [line.strip() for line in content.splitlines()]


def _delimiter_of(text: str, usual: str) -> str:
    """The mark between the cells of a table: the usual one, unless only another one stands in the header.

    Where the comma is the mark of decimals, tables have semicolons.
    """
    header = text.lstrip("\ufeff").partition("\n")[0]
    others = (mark for mark in DELIMITERS.values() if mark in header)
    return usual if usual in header else ";" if ";" in header else next(others, usual)


def _uneven_rows(path: str, text: str, delimiter: str) -> str:
    """Return the error in a table whose rows differ in length, as from an unquoted delimiter; else ""."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    except csv.Error as error:
        return f"{path} is not a table ({error}); write it with save(rows, {path!r})"
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            problem = f"row {number} of {path} has {len(row)} values and row 1 has {len(rows[0])}"
            return (
                f"{problem}: a value with {delimiter!r} in it needs quotes; write it with save(rows, {path!r})"
            )
    return ""


def misspelling(program: Program, files: Iterable[str], workspace: Path) -> str:
    """Return a message about a compared text that the data has only in another spelling, or ""."""
    tree = program.tree
    if tree is None:
        return ""
    if problem := _partial_value(tree, files, workspace):
        return problem
    fold = str.casefold if re.search(r"lower\(|upper\(|casefold\(", program.source) else str
    values = [
        value
        for _, rows in tables(files, workspace)
        for _, column_values, _ in columns(rows)
        for value in column_values
    ]
    for text in dict.fromkeys(compared_texts(tree)):
        if any(fold(text) in fold(value) for value in values):
            continue
        if near := next(
            (value for value in values if _bare_letters(text) and _bare_letters(text) in _bare_letters(value)),
            None,
        ):
            return f"it compares with {text!r}, but the data has {near!r}"
    return ""


def _partial_value(tree: ast.AST, files: Iterable[str], workspace: Path) -> str:
    """Return a message about a text that equals no value of the column but is a part of one, or ""."""
    values_of = {name: values for _, rows in tables(files, workspace) for name, values, _ in columns(rows)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)):
            continue
        for text, side in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            column = _column_looked_up(side)
            if not (isinstance(text, ast.Constant) and isinstance(text.value, str) and column in values_of):
                continue
            folded, values = (
                text.value.casefold(),
                [folded_value.casefold() for folded_value in values_of[column]],
            )
            parts = [folded_value for folded_value in values if folded in folded_value]
            if parts and folded not in values:
                problem = f"no value of column {column!r} is {text.value!r} alone, but {parts[0]!r} has it"
                return f"{problem}: write {text.value!r} in {ast.unparse(side)}"
    return ""


def _column_looked_up(node: ast.expr) -> str:
    """The column that `row["a"]` or `row["a"].lower()` looks up, or ""."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    key = node.slice if isinstance(node, ast.Subscript) else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""


def _bare_letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def invented_numbers(text: str, given: str, texts: Iterable[str]) -> list[str]:
    """The numbers of two digits or more in an answer that stand neither in `given` nor in the texts of files.

    `16` of `16:00` stands in a text that says `4 p.m.`. One that is worked out from numbers that do is none of
    them, where the answer shows those or sentences of a file link them.
    """
    texts = [given, *texts]
    prose = _prose(texts)
    there: set[str] = set()
    for way in (*texts, *map(with_digits, prose)):
        there.update(_DIGITS.findall(way.replace(",", "")))
    there.update(hour for text in prose for hour in afternoon_hours(text))
    said = list(dict.fromkeys(_DIGITS.findall(text.replace(",", ""))))
    shown = [numeral for numeral in said if numeral in there]
    strange = [
        numeral
        for numeral in said
        if len(numeral) > 1 and numeral.strip("0") and numeral not in there and not worked_out(numeral, shown)
    ]
    linked = LinkedNumbers(prose if strange else ())
    return [numeral for numeral in strange if not worked_out_of_sentences(numeral, [linked], linked)]


def _searched_text(path: str, workspace: Path, errors: str) -> str:
    """The text that a rule looks through in a file of the workspace; OSError where it cannot be read.

    `errors` says what becomes of bytes that are no UTF-8, as for `bytes.decode`.
    """
    content, _ = read_regular(path, _SEARCHED, inside=workspace)
    return content.decode("utf-8", errors)
