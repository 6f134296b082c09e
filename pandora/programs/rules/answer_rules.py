"""The rules for written words: they say more than the request says, and the files carry them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pandora.document.figures import numbers
from pandora.programs.help import Try, Work
from pandora.programs.inside.text_gaps import GAP
from pandora.programs.language.negations import denies
from pandora.programs.language.text_language import likely_language_of
from pandora.programs.request.asked_parts import asked_parts, parts_with_rows_of
from pandora.programs.request.request_text import PATH
from pandora.programs.rules.searched_texts import (
    LONGEST_PROSE,
    as_the_files_write,
    is_quoted,
    passages_of,
    searched_passages,
    searched_texts,
    short_texts,
    without_file_names,
    written_words,
)
from pandora.programs.rules.unfounded_facts import MOST_LACKS, days_from_nowhere, exchanged, invented_numbers
from pandora.programs.texts.entry_days import OTHER_DAY, of_another_day
from pandora.programs.texts.listed_entries import from_another_entry, of_another_item, of_another_label
from pandora.programs.texts.made_up_names import made_up_names
from pandora.programs.texts.passages import (
    FEWEST_PASSAGES,
    MOST_COPIED,
    Passage,
    asked_passages,
    carriers,
    confirmed_by,
    copied_share,
    days_apart,
    is_of_earlier_mail,
    leads_to,
    main_passage,
    names_of,
    resting_places,
    tells_as_much,
)
from pandora.programs.texts.request_clauses import sentences_to_writer
from pandora.programs.texts.sentences import TOKEN, row, words
from pandora.programs.texts.shown_sums import shown_sums, wrong_sum
from pandora.programs.texts.spans_of_time import strange_spans
from pandora.programs.texts.swapped_values import swapped_values
from pandora.programs.texts.words_to_writer import repeated_wish, repeats_asking
from pandora.programs.texts.worked_out_dates import (
    days_between,
    span_without_date,
    with_spans,
    worked_out_dates,
)
from pandora.programs.texts.written_texts import longest_repeated, repeats_most, says_back, without_given

LEAST_OWN = 0.03
"""A text with no larger share of words of its own is a copy; who corrects a text changes some more."""
SHORTEST_COPIED = 40
"""The fewest words of a few paragraphs that nobody wants to have once more as they are."""
MOST_SHOWN = 4
"""The most files whose texts a prompt holds, however long they are."""
_FEWEST_COPIED = 15
"""The fewest words of a text that is a part of its request: a shorter notice may be just that."""
COPIES = "it copies the files;"
"""How the report of an answer begins that has too much of the files."""
LEFT_OUT = "says most about the task, and the answer leaves it out"
"""What is said of a passage on which an answer does not rest; a small model may say it back."""
BY_PROGRAM = "find them with a program"
"""What is said of an answer that a reader of some of the files cannot give."""


def objection_to_prose(work: Work, attempt: Try) -> str:
    """Return what speaks against written words: they say the request back, or the files do not carry them."""
    task, answer = work.task, written_words(attempt)
    if answer is None:
        return ""
    if problem := _objection_to_repeated(work, attempt, answer):
        return problem
    texts = searched_texts(work)
    if "passages" in work.rules and (place := _cited_elsewhere(answer, work.request, texts)):
        return f"it names {place}, and its words are not from there; answer with what is there"
    answer, listed = without_file_names(answer, task.files)
    if "passages" in work.rules and (problem := _objection_to_parts(work, attempt, texts)):
        return problem
    answer = as_the_files_write(answer, work.request, texts)
    worked_out = worked_out_dates(work.request, short_texts(texts.values()))
    if attempt.argument("author") is None and (span := span_without_date(answer, worked_out)):
        return f"it says {span!r} and no date; say which date that is, as counted from the date of the task"
    if "passages" in work.rules and task.files and (days := days_from_nowhere(work, answer, texts, near=True)):
        named = ", ".join(days[:MOST_LACKS])
        return f"{named} stands nowhere in what is given, and no span of it gives that day"
    return _objection_to_claims(work, with_spans(answer, worked_out), texts, listed) if task.files else ""


def _objection_to_repeated(work: Work, attempt: Try, answer: str) -> str:
    """Return which words of the request or of the files an answer only says once more; else ""."""
    task, request = work.task, work.request
    for_somebody = attempt.argument("author") is not None
    if {"passages", "proper_names"} & work.rules and _says_back(answer, work):
        if not for_somebody or repeats_most(answer, without_given(request)):
            return "it only repeats the task; do what the task asks"
        # The facts of a request may stand in a text as they are.
        if repeated := repeats_asking(answer, request):
            return f"it says {repeated!r}, as the task asks for it; begin with what its reader is to know"
        if wish := repeated_wish(answer, request):
            return f"it says {wish!r}, which the task says to who writes it; leave that out"
    if for_somebody and len(words(answer)) >= _FEWEST_COPIED and row(answer.strip()) in row(request):
        return "it is the task's own words and nothing else; write it to its reader, from greeting to name"
    if for_somebody and (repeated := _repeated_to_writer(answer, request)):
        return f"it repeats the task word for word ({repeated}); say it as its author says it to its reader"
    if for_somebody and attempt.argument("answer") and _is_copy(work, answer):
        return "it copies the files, which the person has; write the text that the task asks for"
    if for_somebody and _is_one_of_many(work, answer):
        return "it is one paragraph of the files word for word; write of all that the task asks for"
    if LEFT_OUT in answer:
        return "it repeats what was said of the answer before; answer the task"
    if answer.strip().casefold() in [path.casefold() for path in task.files]:
        return "it only names the file; say what the task asks for"
    return ""


def _objection_to_claims(work: Work, answer: str, texts: Mapping[str, str], listed: int) -> str:
    """Return what an answer claims that files do not; else "". It names `listed` of them."""
    prose = short_texts(texts.values())
    apart = [f"{count} days" for count in days_between(work.request, prose)]
    context = "\n".join((work.request, *work.task.context, *apart))
    if wrong := wrong_sum(answer):
        return f"it says {wrong}; work it out anew"
    shown = shown_sums(answer, [context, *prose], likely_language_of(f"{work.request} {answer}"))
    rest = shown.without(answer)
    if figures := invented_numbers(rest, context, texts.values()):
        return (
            f"{', '.join(figures)} is not in the text; answer with what is there, "
            "or say from which numbers of it this is worked out"
        )
    if "passages" not in work.rules:
        return ""
    if listed > 1 and len(work.task.files) > MOST_SHOWN:
        return f"it lists files out of {len(work.task.files)}, which a reader may miss; {BY_PROGRAM}"
    sources = passages_of(texts)
    if not sources:
        return ""
    if len(sources) >= FEWEST_PASSAGES and copied_share(rest, sources) > MOST_COPIED:
        return f"{COPIES} say only what the task asks for"
    rests, apart = carriers(rest, work.request, sources, context)
    if rest != answer:
        made_of = [source for source in sources if source.numbers & shown.numbers()]
        rests = [*resting_places(answer, work.request, sources), *made_of]
    rests = rests or confirmed_by(answer, work.request, sources)
    if made_up := made_up_names(answer, context, prose):
        return f"{', '.join(made_up[:MOST_LACKS])} stands in no file and not in the task; names are there"
    spans = [span.day for span in worked_out_dates(work.request, prose)]
    for said in (rest, *_leaning_parts(rest, work)):
        for words_of_day, day in days_apart(said, work.request, sources, spans):
            return OTHER_DAY.format(day=day, said=words_of_day)
    if apart := [*apart, *strange_spans(rest, [context, *prose])]:
        values = ", ".join(apart[:MOST_LACKS])
        return f"no passage has {values} together with the rest of its sentence; answer with what is there"
    if swapped := swapped_values(answer, prose):
        return f"it has {' and '.join(swapped)} the wrong way round; say of each what the files say of it"
    if problem := exchanged(rest, texts):
        return problem
    unfounded = not rests and not listed and not shown.terms and set(words(rest)) - set(words(context))
    not_told = _says_that_it_is_not_told(rest, work.request, texts)
    if unfounded and not not_told:
        return "nothing in the files says this; answer from their words"
    not_told &= not denies(work.request, likely_language_of(work.request))  # else it may say the request again
    asked = PATH.sub(" ", work.request)  # the name of a file says where to look
    return "" if listed > 1 else _objection_to_left_out(answer, asked, sources, rests, not_told)


def _cited_elsewhere(answer: str, request: str, texts: Mapping[str, str]) -> str:
    """The first line of a file that an answer names, as `a.txt:8`, and does not rest on; "" for none."""
    sources = passages_of(texts) if ":" in answer else []
    for path in dict.fromkeys(source.path for source in sources):
        place = re.compile(rf"(?<!\w){re.escape(path)}:(\d+)(?!\d)")
        rests = resting_places(place.sub(" ", answer), request, sources) if place.search(answer) else []
        for cited in place.finditer(answer):
            above = [one for one in sources if one.path == path and one.line <= int(cited[1])]
            if above and above[-1] not in rests:
                return cited[0]
    return ""


def _objection_to_left_out(
    answer: str, request: str, sources: list[Passage], rests: Sequence[Passage], not_told: bool
) -> str:
    """Return the passage that says most about a request where an answer does not rest on it; else "".

    Where it says that the files do not tell it, words that are in no passage count against each, too.
    """
    main = main_passage(request, sources, not_told)
    for passage in ([main] if main else []) + asked_passages(request, sources, not_told):
        if passage in rests or (passage != main and tells_as_much(answer, request, passage, rests, sources)):
            continue
        if leads_to(passage, rests, sources) or is_of_earlier_mail(passage, answer, sources):
            continue
        return f"{passage.path}:{passage.line} {LEFT_OUT}: {passage.text}"
    return ""


def _says_that_it_is_not_told(answer: str, request: str, texts: Mapping[str, str]) -> bool:
    """True for an answer that denies, and gives no number, and no name of the files that the request has not.

    So the files say nothing of it, in whatever words: there is no passage for what is not there.
    """
    language = likely_language_of(f"{request} {answer}")
    told = set(TOKEN.findall(answer)) & names_of([*texts.values()])
    return denies(answer, language) and not numbers(answer) and not told - set(TOKEN.findall(request))


def _repeated_to_writer(text: str, request: str) -> str:
    """The words that a text has in one row of what the request says to who writes it, if they are too many.

    The facts of a request may stand in a text as they are.
    """
    asking = "\n".join(sentences_to_writer(request))
    return longest_repeated(text, asking)


def _objection_to_parts(work: Work, attempt: Try, texts: Mapping[str, str]) -> str:
    """Return what speaks against what an answer says to one part of a request; else ""."""
    short = {path: text for path, text in texts.items() if len(text) <= LONGEST_PROSE}
    for question, said in said_to_parts(written_words(attempt) or "", work):
        said, _ = without_file_names(said, work.task.files)
        said = as_the_files_write(said, work.request, texts)
        reason = from_another_entry(said, work.request, short) or of_another_item(said, work.request, short)
        reason = reason or of_another_day(said, work.request, short)
        if reason := reason or of_another_label(said, question, short):
            return reason
    return ""


def said_to_parts(answer: str, work: Work) -> list[tuple[str, str]]:
    """The parts of a request that asks for several things with what an answer says to each, or all to all."""
    labels = "|".join(map(re.escape, asked_parts(work.words)))
    pieces = re.split(rf"^({labels}):", answer, flags=re.M)[1:] if labels else []
    return list(zip(pieces[::2], pieces[1::2], strict=True)) or [(work.request, answer)]


def _leaning_parts(answer: str, work: Work) -> list[str]:
    """What an answer says to each part together with those that lean on it, as `on which day`, on one line."""
    said = said_to_parts(answer, work)
    groups = [parts_with_rows_of(number, work.words) for number in range(1, len(said) + 1)] if said[1:] else []
    return [
        ", ".join(" ".join(said[number - 1][1].split()).rstrip(".") for number in group)
        for group in groups
        if len(group) > 1 and group[-1] <= len(said)
    ]


def _says_back(answer: str, work: Work) -> bool:
    """True where an answer, or what it says to some part of a request, only repeats the request's words."""
    return any(says_back(said, work.request) for _, said in said_to_parts(answer, work))


def _is_copy(work: Work, text: str) -> bool:
    """True where a text is nothing but most paragraphs of the files; not of a note, nor of a text with gaps."""
    texts = searched_texts(work)
    sources = passages_of(texts)
    size = sum(len(words(content)) for content in texts.values())
    short = len(sources) < FEWEST_PASSAGES and size < SHORTEST_COPIED
    if short or any(map(GAP.search, texts.values())):
        return False
    said = f" {' '.join(words(text))} "
    own = said
    for source in sources:
        own = own.replace(f" {' '.join(words(source.text))} ", " ")
    return copied_share(text, sources) > MOST_COPIED and len(own.split()) <= LEAST_OWN * len(said.split())


def _is_one_of_many(work: Work, text: str) -> bool:
    """True for a text that stands word for word in one of several paragraphs, and is to be written of all."""
    return len(searched_passages(work)) >= FEWEST_PASSAGES and is_quoted(text, work)
