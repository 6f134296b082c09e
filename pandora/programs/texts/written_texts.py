"""What a text written for a request has of it: names, numbers, who writes it, its length, words of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pandora.document.figures import normal_number, numbers
from pandora.programs.inside.numerals import CURRENCY
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.language.locale_words import calendar_words
from pandora.programs.language.month_names import day_numbers, days_beside_months
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.text_language import language_of
from pandora.programs.texts.asked_length import (
    MOST_OVER,
    QUOTED,
    SHORTEST_LIMIT,
    asked_words,
    without_allowance,
)
from pandora.programs.texts.sentences import SENTENCE, TOKEN, capitals_within, row, words
from pandora.programs.texts.text_notation import in_notation_of

_LINE = re.compile(r"\n")
_LETTER = re.compile(r"[^\W\d_]")
_GERMAN = frozenset(
    "der die das den dem des und ein eine einen ist mit für von zu ich nicht auf im".split()  # noqa: SIM905
)
"""Words by which German is told: it writes common nouns with a capital, so that a capital shows no name."""
MOST_GERMAN = 0.1
"""The share of such words above which a text too short for the library to tell counts as German."""
RUN, MOST_REPEATED = 4, 0.7
"""The share of an answer's runs of so many words that may stand in the request."""
ROW, MOST_OF_REQUEST, MOST_OF_SHORT, SHORT = 6, 0.6, 0.75, 30
"""The share of a request's words that a text may have in runs of so many: with more, nothing was written. One
of at most so many words has little but the facts."""
MOST_WORDS_REPEATED = 14
"""The most words in a row that a text may have from one sentence of its request."""
_GIVEN = re.compile(rf"{QUOTED}|:\s.*", re.S)
"""Words that a request gives in quotes, and all that follows a colon."""
_NAME = re.compile(r"[^\W\d_a-zà-ÿ][^\W\d_]+(?: [^\W\d_a-zà-ÿ][^\W\d_]+)*")
_MOST_OTHERS = 3
LONGEST_TITLE = 3
"""The most letters of a title such as `Mrs`."""
_ISO_DATE = re.compile(r"(?<!\d)\d{4}-\d\d-(?P<day>\d\d)(?!\d)")
_DOTTED_DATE = re.compile(r"(?<![\d.,])(?P<day>\d{1,2})\.(?:0?[1-9]|1[0-2])\.(?:\d{4}|\d\d)?(?!\d)")
_SLASHED_DATE = re.compile(
    r"(?<![\d/])(?:(?:0?[1-9]|1[0-2])/)?(?P<day>\d{1,2})/(?:(?:0?[1-9]|1[0-2])/)?\d{4}(?![\d/])"
)
_AFTERNOON = re.compile(r"(?<![\d:])(1[3-9]|2[0-3])(?=:[0-5]\d(?!\d))")
_CODE = re.compile(
    r"(?:https?://|www\.)\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w.,:/-])\+?\(?\d[\d()/-]*(?: [\d()/-]+)+\d(?!\w)"
    r"|(?<![\w.,:/-])(?=[\w./-]*\d)[\w+]+(?:[./-]\w+)*"
)
"""An address of the web or of mail, a number in several parts, or a word with a digit in it."""
_AMOUNT_OR_TIME = re.compile(
    r"\d+(?:[.,:]\d+)*\.?(?:[^\W\d_]{0,4})|\d{1,2}[-/]\d{1,2}|\d{1,2}[.:h]\d\d(?:-\d{1,2}[.:h]\d\d)?"
)
_DIGIT_GROUPS = re.compile(r"(?<![\w.,:/-])\(?\d{2,}\)?(?:[ \u00a0/.-]\(?\d{2,}\)?)+(?![\w:]|[.,]\d)")
"""Groups of digits that are one number, as that of a telephone."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORT_AMOUNT = re.compile(rf"(?<={CURRENCY})(\d)(?![\d.,:]*\d)|(?<![\d.,:])(\d)(?=\s?{CURRENCY})")
"""An amount of money of one digit."""
_FEWEST_DIGITS = 4
_LAST_WORDS = 12
"""Within so many words from its end, a text names who writes it."""
_FIRST_WORDS = re.compile(r"(?P<said>[^,!:.;\n]*)(?P<mark>[,!:.;\n])")
_FIRST_LINES, _MOST_GREETED = 3, 7
"""Among how many first lines a greeting stands, and the most words of one."""
_FEWEST_LABELS = 3
_LABELLED = re.compile(r"\W*(?:\d+[.)] )?[^\W\d_][\w '’-]{0,24} ?: ?\S")
_GREETED = re.compile(r"([^\n,!:.]{2,40})[,!]\s")
_FEWEST_BEHIND = 3
"""The fewest words behind a greeting in its own line: a place or a name has fewer, as in `Hill Farm, Ashby`."""
_MOST_GREETING, _MOST_ADDRESS = 6, 4
"""The most words of a greeting before a comma, and of one before another mark: a title has more."""
_GREETING = 8
"""The words with which a text begins, where it names who reads it."""
FEWEST_OF_SENTENCE = 8
"""The fewest words of a line that is no closing of a letter, such as `I look forward to hearing from you`."""
_NUMBERED_OR_LISTED = re.compile(r"\d|^\s*[-*•]\s")
FEWEST_ASKED = 3
"""The fewest such words by which a question says a task back; `Which fruit?` may be one for a person."""
MOST_ASKED = 0.65
"""The part of the letters of such words that are the request's, where a question is the task said back."""
_LONGER = 4
"""The fewest letters of a word that tells what a question is about."""
_FEWEST_ANNOUNCING = 3
"""The fewest words that announce a text; one or two, such as `To:`, head an address."""


def says_back(answer: str, request: str) -> bool:
    """True where an answer only repeats words of the request, in its order."""
    said = words(answer)
    runs = [row(" ".join(said[place : place + RUN])) for place in range(len(said) - RUN + 1)]
    asked = row(request)
    return len(runs) > 1 and sum(run in asked for run in runs) >= MOST_REPEATED * len(runs)


def asks_the_task(question: str, request: str) -> bool:
    """True where a question has hardly a longer word, and no number, but the request's: it is the task again.

    `Are there any files that are completely empty?` is, of `Which of the files here are completely empty?`.
    """
    said = {word for word in words(question) if len(word) >= _LONGER or word[0].isdigit()}
    same = said & {*words(request)}
    if len(same) < FEWEST_ASKED or any(word[0].isdigit() for word in said - same):
        return False
    return sum(map(len, same)) >= MOST_ASKED * sum(map(len, said))


def share_repeated(text: str, request: str) -> float:
    """Return the share of a request's words that a text has in runs of a few, as the request has them."""
    asked, said = words(request), set(_runs(words(text), ROW))
    there = {
        word for place, run in enumerate(_runs(asked, ROW)) if run in said for word in range(place, place + ROW)
    }
    return len(there) / len(asked) if asked else 0.0


def repeats_most(text: str, request: str) -> bool:
    """True where a text has so many of a request's words as they stand that nothing was written."""
    most = MOST_OF_SHORT if len(words(request)) <= SHORT else MOST_OF_REQUEST
    return share_repeated(text, request) > most


def without_given(request: str) -> str:
    """A request without what it gives to be taken over, in quotes or behind a colon."""
    return _GIVEN.sub("\n", request)


def longest_repeated(text: str, request: str) -> str:
    """Return the words that a text has in one row from what a request asks for, if they are too many.

    These are more than MOST_WORDS_REPEATED of one of its `sentences`; else "". What the request puts in quotes
    or behind a colon is given to be taken over.
    """
    longest: list[str] = []
    size = MOST_WORDS_REPEATED + 1
    said = set(_runs(words(text), size))
    for sentence in SENTENCE.split(without_given(request)):
        asked, begin = words(sentence), 0
        for place, run in enumerate(_runs(asked, size)):
            if run not in said:
                begin = place + 1
            elif place + size - begin > len(longest):
                longest = asked[begin : place + size]
    return " ".join(longest)


def _runs(row: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """Each run of so many words."""
    return (tuple(row[place : place + size]) for place in range(len(row) - size + 1))


def names_within(text: str) -> list[str]:
    """Return the proper names of a text: its capital words within sentences, each once.

    [] for a text that writes common nouns with a capital, too.
    """
    letters = [word for word in TOKEN.findall(text) if _LETTER.match(word)]
    german = sum(word in _GERMAN for word in letters) > MOST_GERMAN * len(letters) or language_of(text) == "de"
    return [] if german else list(dict.fromkeys(capitals_within(text)))


def names_behind(author: str, request: str) -> list[str]:
    """Return the names that stand in a request behind who writes the text; its last ones where it has him not.

    Words with a capital that follow one another are one name. German, which writes nouns with a capital, has
    names of two such words at the least.
    """
    capitals, given = {*names_within(request)}, {*words(author), *calendar_words()}
    place = request.rfind(author)
    names = [
        match[0]
        for match in _NAME.finditer(request, place + len(author) if place >= 0 else 0)
        if not capitals.isdisjoint(match[0].split())
        or (not capitals and " " in match[0])
        or request[: match.start()].rstrip().endswith(":")
    ]
    return list(dict.fromkeys(name for name in names if given.isdisjoint(words(name))))[-_MOST_OTHERS:]


_SIDE_BY_SIDE = re.compile(r"(?<![\w.])[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?: [^\W\d_a-zß-öø-ÿ][^\W\d_]+)+")
"""Words with a capital that follow one another."""


def missing_names(text: str, request: str) -> list[str]:
    """Return the proper names of the request that a text written for it does not have.

    A day of the week or a month may be in the plural in one of them: `Tuesdays`, and `every Tuesday`. A title
    before a name that the text has may be another one: `Mrs Hill`, and `Ms Hill`. Of names side by side, such
    as `Anna Berg`, one is enough.
    """
    said, names = {_single(word) for word in words(text)}, names_within(request)
    runs = [[word for word in run[0].split() if word in names] for run in _SIDE_BY_SIDE.finditer(request)]
    named = {name for run in runs if _is_named_by_one(run, text, said) for name in run}
    return [
        name
        for name in names
        if _single(name.casefold()) not in said and name not in named and not _is_title(name, request, said)
    ]


def _is_named_by_one(run: Sequence[str], text: str, said: set[str]) -> bool:
    """True where a text has one of the names that stand side by side, and beside it no other one."""
    theirs = [names[0].split() for names in _SIDE_BY_SIDE.finditer(text)]
    behind = [pair for names in theirs for pair in pairwise(names)]
    others = any(one in run and other not in run for one, other in behind)
    return any(name.casefold() in said for name in run) and not others


def _is_title(name: str, request: str, said: set[str]) -> bool:
    """True for a short word that stands right before a word with a capital which a text has."""
    named = re.search(rf"(?<!\w){re.escape(name)}\.? ([^\W\d_]+)", request)
    if named is None or len(name) > LONGEST_TITLE:
        return False
    return named[1][0].isupper() and named[1].casefold() in said


def _single(word: str) -> str:
    """A day or a month in the singular, where an `s` more makes its plural; any other word as it is."""
    return word[:-1] if word.endswith("s") and word[:-1] in calendar_words() else word


def with_next_word(number: str, request: str) -> str:
    """Return a number with the word that the request has right behind it, as `12 laptops`; else the number."""
    match = re.search(rf"(?<![\w.,:]){re.escape(number)}\s+[^\W\d_]+", request)
    return " ".join(match[0].split()) if match else number


def missing_numbers(text: str, request: str) -> list[str]:
    """Return the numbers of the request, of two digits and more, that a text written for it does not have.

    Of those with one digit these are the days of dates and the amounts of money: a small number may be said
    in many ways.
    A number is known by its digits, however they are parted, and in another unit: 240 cm for 2.40 m. The year
    of a day may be left out where the text has none at all. One that may be a limit of the text itself is no
    fact of it: behind it stands a word that the text lacks, the text has no more words than that or hardly
    more, or has so many sentences or lines or
    somewhat fewer; a number beside a month is none. The month of a date may be a word, and an hour after noon
    may be counted from noon.
    """
    counts = [
        len(words(text)),
        *(len(list(filter(str.strip, parts.split(text)))) for parts in (SENTENCE, _LINE)),
    ]
    longest = max(len(words(line)) for line in text.splitlines() or [""])
    said = {
        known
        for way in (text, with_digits(text), in_notation_of(request, text))
        for known in (*re.findall(r"\d+", way), *(normal_number(number) for number in numbers(way)))
    }
    missing, dated = [], day_numbers(request)
    years = {number for number in dated if _YEAR.fullmatch(number)}
    request = _without_said_codes(without_allowance(request), text)
    said_runs = {run.lstrip("0") for run in said}
    for number in numbers(_spelled_otherwise(request, said)):
        runs = [run.lstrip("0") for run in re.findall(r"\d+", number) if len(run.lstrip("0")) > 1]
        if not runs or normal_number(number) in said or set(runs) <= said_runs:
            continue
        if number in years and not any(map(_YEAR.fullmatch, said)):
            continue  # who says on which day it is need not say in which year
        limit = _limit(number, request, text) if number not in dated else 0
        most = limit * MOST_OVER if limit >= SHORTEST_LIMIT else limit
        if counts[0] <= most or any(count <= limit <= 2 * count for count in counts[1:]):
            continue
        if number == f"{asked_words(request)}" and longest <= int(number):
            continue  # each of its lines may have so many words
        missing.append(number)
    short = {*map(str, days_beside_months(request)), *(match[0] for match in _SHORT_AMOUNT.finditer(request))}
    return [*missing, *sorted(number for number in short if len(number) == 1 and number not in said_runs)]


def _without_said_codes(request: str, text: str) -> str:
    """The request without the telephone numbers and the like that a text has, however they are parted."""
    known = re.sub(r"(?<=\d)[ \u00a0()/.-]+(?=\d)", "", text)
    return _DIGIT_GROUPS.sub(
        lambda match: " " if re.sub(r"\D", "", match[0]) in re.findall(r"\d+", known) else match[0], request
    )


def invented_codes(text: str, sources: str) -> list[str]:
    """Return the addresses, telephone numbers and codes of a text that are nowhere in its sources.

    A writer who does not know them makes them up, and nobody can work them out. A code has four digits and
    more, and letters or marks that join them, such as `KP-20417`; dates, times and amounts are none, and
    neither is a range of short numbers or of two numbers of the sources.
    """
    known, parts = _bare(sources), set(re.findall(r"\d+", sources))
    dates = [text[entry.start : entry.end] for entry in dates_in(text, sources)]
    codes = []
    for match in _CODE.finditer(text):
        code = match[0].rstrip(".,;:!?)-/")
        digits = re.findall(r"\d+", code)
        is_number = "@" not in code and "//" not in code and not code.startswith("www.")
        if is_number and (sum(map(len, digits)) < _FEWEST_DIGITS or _AMOUNT_OR_TIME.fullmatch(code)):
            continue
        if any(code in date or date in code for date in dates):
            continue
        if _bare(code) in known or (is_number and set(digits) <= parts):
            continue
        codes.append(code)
    return list(dict.fromkeys(codes))


def _bare(text: str) -> str:
    """A text without all that parts or joins its letters and digits, in small letters."""
    return re.sub(r"[\W_]", "", text).casefold()


def _limit(number: str, request: str, text: str) -> int:
    """The number if it may be a limit of the text itself, as in `at most 90 words`, else 0.

    A word stands behind it that the text does not have. The lower end of a range, as in `between 50 and 150
    words`, allows what its upper end does.
    """
    if not number.isdigit() or len(number) > 5 or number.startswith("0"):
        return 0
    range_ = r"(?:(?:\s?[-–]\s?| [^\W\d_]{1,3} )(?P<upper>\d{1,5}))?"
    match = re.search(rf"(?<![\d.,:]){number}{range_}[\s-]+(?P<noun>[^\W\d_]{{3,}})", request)
    if not match or match["noun"].casefold() in words(text):
        return 0
    return max(int(number), int(match["upper"] or 0))


def _spelled_otherwise(request: str, said: Iterable[str]) -> str:
    """The request with the days alone of dates in figures, and without hours that `said` counts from noon."""
    for date in (_ISO_DATE, _SLASHED_DATE, _DOTTED_DATE):
        request = date.sub(lambda match: match["day"], request)
    return _AFTERNOON.sub(lambda match: "" if str(int(match[1]) - 12) in said else match[1], request)


def unsigned(text: str, author: str, request: str) -> list[str]:
    """Return the names of the author, as the request gives them, that the text lacks behind its greeting.

    Behind the greeting a name may stand anywhere: not every text is signed. A text whose first words up to a
    comma are many, as `The practice of Dr Hill is closed from 4 to 15 August`, has no greeting.
    A single letter, and a word that the text or the request also writes small, is no name: `I` and `We`.
    """
    small = {word for word in TOKEN.findall(f"{text}\n{request}") if word[0].islower()}
    given = {word.casefold() for word in TOKEN.findall(request) if word[0].isupper()}
    greeted = len(words(re.split(r"[,!\n]", text.strip(), maxsplit=1)[0])) <= _MOST_GREETING
    behind = {*words(text)[_GREETING if greeted else 0 :], *words(text)[-_LAST_WORDS:]}
    names = [word for word in TOKEN.findall(author) if word[0].isupper() and len(word) > 1]
    return [name for name in names if name.casefold() in given - small - behind]


def begins_with_greeting(text: str, reader: str, request: str = "") -> bool:
    """True where a text begins with a few words to its reader: set off by a comma or with his name.

    Words that the request has in that order are none, unless they are the reader's name: `a mail to Ann, `.
    """
    begun = _FIRST_WORDS.match(text.strip())
    said = words(begun["said"]) if begun else []
    if begun is None or len(said) > _MOST_GREETING:
        return False
    if row(" ".join(said)) in row(request) and not {*said} <= {*words(reader)}:
        return False
    return begun["mark"] in ",!" or (len(said) <= _MOST_ADDRESS and not {*said}.isdisjoint(words(reader)))


def greets(text: str, author: str, request: str) -> bool:
    """True where a text begins with a greeting that has a name of who writes it, as the request has it."""
    begun = _FIRST_WORDS.match(text.strip(" \n\"'“¡"))
    said = words(begun["said"]) if begun and begun["mark"] in ",!" else []
    names = {word for word in words(author) if word.capitalize() in TOKEN.findall(request)}
    return 1 < len(said) <= _MOST_ADDRESS and not names.isdisjoint(said)


def has_greeting(text: str) -> bool:
    """True where one of a text's first lines may greet its reader: a few words before a comma or a colon.

    So do all right letters of tests/tasks, in five languages; notices and lists of facts do not.
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    for line in lines[:_FIRST_LINES]:
        short = 1 <= len(words(line)) <= _MOST_GREETED and not any(map(str.isdigit, line))
        alone = short and line.rstrip("*_")[-1:] in ",!:;"
        begun = _GREETED.match(line)
        if alone or (begun and _may_address(begun[1], line)):
            return True
    return False


def _may_address(said: str, line: str) -> bool:
    """True for the few first words of a line that goes on behind them, but for a day (`Friday, 12 June`)."""
    few = len(said.split()) <= _MOST_ADDRESS and said.strip().casefold() not in calendar_words()
    return few and len(words(line)) - len(words(said)) >= _FEWEST_BEHIND


def is_form(text: str) -> bool:
    """True for a text of which two lines in five, three at least, are labels with values: `Date: 12 May`."""
    lines = [line for line in text.splitlines() if line.strip()]
    labelled = sum(map(bool, map(_LABELLED.match, lines)))
    return labelled >= _FEWEST_LABELS and 5 * labelled >= 2 * len(lines)


def as_greeting(said: str, request: str) -> str:
    """Return what a model gives as a greeting as the line of a letter; "" where it is none.

    A greeting is short, and has no number and no name but those of its request. Words that the request has in
    that order, without a name, are none: `Short mail`.
    """
    greeting = said.strip(" \"'“”*_")
    if not 1 <= len(words(greeting)) <= _MOST_GREETING or re.search(r"\d|\[", greeting):
        return ""
    if not {name.casefold() for name in capitals_within(greeting)} <= {*words(request)}:
        return ""
    if row(greeting) in row(request):
        return ""
    return greeting if greeting[-1] in ",!:" else f"{greeting.rstrip('.;')},"


def body(text: str) -> str:
    """Return a text without its closing and its signature: the short lines at its end without a number.

    A line of a list is a part of what the text says.
    """
    lines = text.rstrip().splitlines()
    while lines and len(words(lines[-1])) < FEWEST_OF_SENTENCE and not _NUMBERED_OR_LISTED.search(lines[-1]):
        lines.pop()
    return "\n".join(lines)


def announcement(text: str) -> str:
    """Return the line by which a text announces itself before its greeting, as a chat's reply does, or "".

    Such a line ends with a colon, and the short line after it, the greeting, with a comma or a colon.
    """
    first, second = [*filter(str.strip, text.splitlines()), "", ""][:2]
    first, second = first.strip(" *_"), second.strip(" *_")
    announces = first.endswith(":") and len(words(first)) >= _FEWEST_ANNOUNCING
    return first if announces and second.endswith((",", ":")) and len(words(second)) <= _GREETING else ""
