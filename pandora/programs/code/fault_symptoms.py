"""What a request says of a fault: what a call or a script gives now, and what it should give.

A symptom is found by running the code as it is: what it gives stands in the request, and near it another value
of the same kind. So it is known in any language: `total(…) says 78.0, should be 74.1`. Of a call that the
request has itself, the words up to its next call speak.
"""

from __future__ import annotations

import ast
import calendar
import contextlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import product

from pandora.programs.code.call_trials import RAISES, fits, with_plain_numbers
from pandora.programs.code.code_examples import bracketed, examples_in, literal_calls
from pandora.programs.code.written_asserts import errors_in
from pandora.programs.inside.written_dates import dates_in, days_of_year
from pandora.programs.language.month_names import days_beside_months, months_named
from pandora.programs.request.request_text import has_word

NEAR = 90
"""The most characters between what is given and what should be."""
MOST_CALLS = 120
_NUMBER = re.compile(r"(?<![\w.,:-])-?\d+(?:\.\d+)?(?!\w|[.,:]\d)")
_WHOLE, _FEWEST_WORDS = re.compile(r"(?<![\w.,])\d+(?!\w|[.,]\d)"), 3
"""A whole number, and the fewest words of a printed line that a request may have with another one."""
_PRINTED = re.compile(r"(?<![\w.,:-])-?\d+(?:[.,:]\d+)+(?!\w|[.,:]\d)")
_DAY = re.compile(r"(?<![\w.,:/-])(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?(?!\w|[.,:/]\d)")
_TEXT = re.compile(r"(?<!\w)(?:'([^'\n]{1,60})'|\"([^\"\n]{1,60})\")(?!\w)")
_LITERAL = re.compile(rf"{_TEXT.pattern}|{_NUMBER.pattern}|\b(?:True|False|None|[A-Z]\w*Error)\b|[\[({{]")
_NAME = re.compile(r"[^\W\d_]{3,}")
_LONGEST_PRINTED = 120
"""The most characters that are told of what a script prints in place of what it is to print."""
_EMPTY = ("[]", "''", "0", "{}", "None")
"""What functions often fail with."""
_YEAR, _SEVERAL = 2025, 2
_SHORTEST_MESSAGE, _MOST_CRASHES = 6, 4
"""The fewest characters of an error's message by which it is known, and the most calls that are told."""
_SENTENCE, _SAID = re.compile(r"[.!?]\s"), re.compile(r": | = ")
_RESULT = re.compile(r"[^\W_]\w{0,30}")
"""A text of one word that a function returns."""


@dataclass(frozen=True)
class Probe:
    """A call that is tried on the code as it is; `said` tells that the request has it word for word."""

    path: str
    function: str
    arguments: str
    said: bool = False

    @property
    def shown(self) -> str:
        """The call as people write it."""
        return f"{self.function}({self.arguments})"

    @property
    def encoded(self) -> list[str]:
        """The call as the runner takes it."""
        return [self.path, self.function, self.arguments]


@dataclass(frozen=True)
class Symptom:
    """A call, or a line that a command line prints: what it is now, and what it may have to be.

    `command` is the number of the command line, -1 for a call. Of several values in `wanted`, one is right; a
    call that ends in an error of which the request complains has none: it must give something.
    """

    probe: Probe | None
    now: str
    wanted: tuple[str, ...]
    command: int = -1
    kept: bool = False
    """True where `wanted` is what a call gave before a change, of which the request says nothing."""

    def held(self, calls: Mapping[Probe, str], printed: Sequence[str]) -> bool:
        """True where what a trial gave is what should be."""
        if self.probe is not None and self.ends_in_error:
            given = calls.get(self.probe, RAISES)
            return not given.startswith(RAISES) and given != "None"
        if self.probe is not None:
            return any(_shows(wanted, calls.get(self.probe, "")) for wanted in self.wanted)
        lines = printed[self.command].splitlines() if self.command < len(printed) else []
        return any(wanted in lines for wanted in self.wanted) and self.now not in lines

    def after(self, calls: Mapping[Probe, str], printed: Sequence[str]) -> Symptom:
        """The symptom with what a trial gave in place of what was there before."""
        if self.probe is not None:
            return replace(self, now=calls.get(self.probe, self.now))
        said = printed[self.command].strip() if self.command < len(printed) else ""
        if not said or self.now in said.splitlines():
            return self
        return replace(self, now=" / ".join(said.splitlines())[:_LONGEST_PRINTED])

    @property
    def ends_in_error(self) -> bool:
        """True for a call that must not end in an error, whatever it gives."""
        return self.probe is not None and not self.wanted

    @property
    def is_telling(self) -> bool:
        """True for a value that few edits give: many give a truth value, nothing, or no error any more."""
        return self.probe is None or not {"bool", "NoneType", "error"}.intersection(
            map(_kind, (self.now, *self.wanted))
        )

    @property
    def said(self) -> str:
        """The symptom in one line."""
        if self.kept:
            return f"{self._with(self.now)}; it gave {' or '.join(self.wanted)}, which was right"
        says = "that it must not" if self.ends_in_error else " or ".join(self.wanted)
        return f"{self._with(self.now)}; the task says {says}"

    @property
    def shown(self) -> str:
        """What is there when the symptom is gone, in one line."""
        if self.probe is not None and self.ends_in_error:
            return f"{self.probe.shown} ends in no error"
        return self._with(" or ".join(self.wanted))

    def _with(self, outcome: str) -> str:
        if self.probe is None:
            return f"it prints {outcome}"
        ends = outcome.startswith(RAISES) or _kind(outcome) == "error"
        return f"{self.probe.shown} {RAISES if ends else 'gives '}{outcome.removeprefix(RAISES)}"


@dataclass(frozen=True)
class _Mention:
    """A literal of a request, with its place."""

    start: int
    end: int
    source: str

    @property
    def kind(self) -> str:
        return _kind(self.source)


def _kind(source: str) -> str:
    """The kind of value that a literal stands for; "" for what is none, such as a date."""
    if re.fullmatch(r"[A-Z]\w*Error", source.removeprefix(RAISES)):
        return "error"
    try:
        value = ast.literal_eval(source)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return ""
    if value is None or isinstance(value, bool):
        return type(value).__name__
    if isinstance(value, int | float):
        return "number"
    return "text" if isinstance(value, str) else "container"


def _mentions(text: str) -> list[_Mention]:
    """The literals of a text, a list as one."""
    found: list[_Mention] = []
    for match in _LITERAL.finditer(text):
        source = (bracketed(text, match.start()) or "") if match[0] in "[({" else match[0]
        inside = bool(found) and match.start() < found[-1].end
        if not inside and source and (match[0] not in "[({" or _kind(source) == "container"):
            found.append(_Mention(match.start(), match.start() + len(source), source))
    return found


def _shows(source: str, outcome: str) -> bool:
    """True where a literal of a request is what a call gives: a number to the last digit that is written."""
    return outcome == source or fits(outcome, source)


def _same(one: str, other: str) -> bool:
    if one == other:
        return True
    try:
        first, second = ast.literal_eval(one), ast.literal_eval(other)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False
    if isinstance(first, float | int) and isinstance(second, float | int):
        return abs(first - second) <= 1e-9 * max(1.0, abs(second))
    return bool(first == second)


def with_quoted_results(request: str, files: Mapping[str, str]) -> str:
    """A request with quotes around the texts that a function returns: `gets a B` has `'B'` where one does.

    A word that begins a sentence stays as it is, which may be an article.
    """
    results = set()
    for source in files.values():
        with contextlib.suppress(SyntaxError, ValueError, RecursionError):
            results |= {
                node.value.value
                for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.Return)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
                and _RESULT.fullmatch(node.value.value)
            }
    if not results:
        return request
    words = "|".join(sorted(map(re.escape, results), key=len, reverse=True))
    return re.sub(
        rf"(?<=[^\s.!?:] )(?<![\w'\"-])(?:{words})(?![\w'\"-])", lambda match: f"'{match[0]}'", request
    )


def probes(request: str, files: Mapping[str, str]) -> list[Probe]:
    """Return the calls to be tried: those that the request has, and each function with the request's values."""
    functions = dict(top_level_functions(files))
    said = [
        Probe(functions[name][0], name, arguments, True)
        for name, arguments in literal_calls(request)
        if name in functions
    ]
    if said:
        return list(dict.fromkeys(said))[:MOST_CALLS]
    values = [
        *_date_sources(request),
        *_text_sources(request),
        *dict.fromkeys(_NUMBER.findall(_without_dates(request))),
    ]
    made = [
        Probe(path, name, ", ".join(given))
        for name, (path, needed) in functions.items()
        if 1 <= needed <= 2
        for given in product(values, repeat=needed)
        if len(set(given)) == needed
    ]
    return made[:MOST_CALLS]


def crash_probes(request: str, files: Mapping[str, str]) -> list[Probe]:
    """Return calls that may end in the error of which a request complains: with its values, and empty ones.

    A month that it names is that of two days, the middle and the last one.
    """
    days = [
        f"date({_YEAR}, {month}, {day})"
        for month in months_named(request).values()
        for day in (15, _last(month))
    ]
    own = [*_date_sources(request), *_text_sources(request), *_NUMBER.findall(_without_dates(request))]
    values = list(dict.fromkeys([*days, *own, *_EMPTY]))
    made = [
        Probe(path, name, ", ".join(given))
        for name, (path, needed) in dict(top_level_functions(files)).items()
        if 1 <= needed <= 2
        for given in product(values, repeat=needed)
    ]
    return made[:MOST_CALLS]


def _last(month: int) -> int:
    return calendar.monthrange(_YEAR, month)[1]


def crash_symptoms(request: str, outcomes: Mapping[Probe, str], messages: Mapping[Probe, str]) -> list[Symptom]:
    """Return the calls that end in an error of which a request says the kind and the message.

    Where it names functions that do, these are meant, and not what they call.
    """
    errors, said = errors_in(request), _folded(request)
    found = [
        Symptom(probe, now, ())
        for probe, now in outcomes.items()
        if now.removeprefix(RAISES) in errors
        and len(message := _folded(messages.get(probe, ""))) >= _SHORTEST_MESSAGE
        and message in said
    ]
    named = [one for one in found if one.probe is not None and has_word(request, one.probe.function)]
    return (named or found)[:_MOST_CRASHES]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def further_probes(request: str, symptoms: Sequence[Symptom]) -> list[Probe]:
    """Return the calls of the symptoms with each number in turn replaced by another one of the request."""
    numbers = dict.fromkeys(_NUMBER.findall(_without_dates(_without_calls(request))))
    made: dict[Probe, None] = {}
    for symptom in symptoms:
        if (probe := symptom.probe) is None:
            continue
        for match in _NUMBER.finditer(probe.arguments):
            if _is_of_date(match, probe.arguments):
                continue
            for number in numbers:
                if ("." in number) == ("." in match[0]) and number != match[0]:
                    changed = probe.arguments[: match.start()] + number + probe.arguments[match.end() :]
                    made[Probe(probe.path, probe.function, changed)] = None
    return list(made)[:MOST_CALLS]


def call_symptoms(request: str, outcomes: Mapping[Probe, str]) -> list[Symptom]:
    """Return the calls whose value as the code is stands in the request, with what stands beside it."""
    found: list[Symptom] = []
    for probe, now in outcomes.items():
        look = _wanted_day if now.startswith("datetime.") else _wanted_of_call if probe.said else _wanted
        if wanted := look(request, probe, now):
            found.append(Symptom(probe, now, wanted))
    return found


_COUNT = re.compile(r"(?<![\w.,:/-])(?P<number>\d+) [^\W\d_]{2,}")
"""A whole number with the word behind it."""


def line_symptoms(request: str, printed: Sequence[str], known: Collection[str] = ()) -> list[Symptom]:
    """Return the printed lines with a figure of the request, beside which it has another one of that form.

    One that is `known`, as a rate in the code or a value of the data, is wanted only where there is no other.

    Each figure is wanted of one line. Several behind as many that are printed are wanted in their order, as in
    `5:60 and 4:60 should be 6:00 and 5:00`. Where the request has the whole line with the other one, as
    `31 of 34 seats are free`, that alone is wanted.
    """
    mentions = [(match.start(), match.end(), match[0]) for match in _PRINTED.finditer(request)]
    found = []
    for number, text in enumerate(printed):
        lines = text.splitlines()
        shown = {word for line in lines for word in _PRINTED.findall(line)}
        places = {
            mention: [line for line in lines if mention[2] in _PRINTED.findall(line)] for mention in mentions
        }
        now = [mention for mention in mentions if len(places[mention]) == 1]
        new = [mention for mention in mentions if mention in now or mention[2] not in known]
        pairs = _in_order(mentions, now) or _nearest(now, new, shown) or _nearest(now, mentions, shown)
        for mention, other in pairs:
            line = places[mention][0]
            found.append(Symptom(None, line, (line.replace(mention[2], other[2]),), number))
    said = [
        Symptom(None, line, (wanted,), number)
        for number, text in enumerate(printed)
        for line in text.splitlines()
        for wanted in _lines_with_another_number(line, request)
    ]
    return said or found or _count_symptoms(request, printed)


def _count_symptoms(request: str, printed: Sequence[str]) -> list[Symptom]:
    """The printed lines with a number that the request has beside the same word, as `4 days`, and one other.

    A day beside a month's name is none: `from 26 February to 3 March it was 6`.
    """
    days = {f"{day}" for day in days_beside_months(request)}
    numbers = [
        number for number in dict.fromkeys(_WHOLE.findall(_without_dates(request))) if number not in days
    ]
    found = []
    for number, text in enumerate(printed):
        for line in text.splitlines():
            places = [
                place
                for place in _COUNT.finditer(line)
                if has_word(request, place[0]) and place["number"] in numbers
            ]
            others = [other for other in numbers if places and other != places[0]["number"]]
            if len(places) == 1 and len(others) == 1:
                begin, end = places[0].span("number")
                found.append(Symptom(None, line, (f"{line[:begin]}{others[0]}{line[end:]}",), number))
    return found


def name_symptoms(request: str, printed: Sequence[str], known: Callable[[str], bool]) -> list[Symptom]:
    """Return the names that a script prints and the request has, each with one that it has and that is missing.

    `known` tells whether a word is a value of the data. Who names a printed line and one that is not printed
    wants it the other way round: "the cactus got water, and the monstera is missing". [] where not as many are
    printed as are missing.
    """
    words = dict.fromkeys(match[0] for match in _NAME.finditer(request))
    for number, text in enumerate(printed):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        there = [line for line in dict.fromkeys(lines) if _NAME.fullmatch(line) and has_word(request, line)]
        shown = {word.casefold() for line in lines for word in _NAME.findall(line)}
        missing = [word for word in words if word.casefold() not in shown and known(word)]
        if there and len(there) == len(missing):
            return [Symptom(None, one, (other,), number) for one, other in zip(there, missing, strict=True)]
    return []


def _lines_with_another_number(line: str, request: str) -> list[str]:
    """The line with another number in it, as the request has it as a whole."""
    if len(line.split()) < _FEWEST_WORDS or line.strip() in request:
        return []
    numbers = dict.fromkeys(_WHOLE.findall(request))
    changed = [
        line[: place.start()] + number + line[place.end() :]
        for place in _WHOLE.finditer(line)
        for number in numbers
        if number != place[0]
    ]
    return [one for one in changed if one.strip() in request]


def written_down(before: str, after: str, symptoms: Sequence[Symptom], request: str = "") -> str:
    """Return a value of a symptom that a change writes into the code as a special case; "" for none.

    What the request has outside its calls, too, as a limit, is more than an argument of the case.
    """
    values: set[object] = set()
    said = {value for one in _mentions(_without_calls(request)) for value in _constants(one.source)}
    for symptom in symptoms:
        if symptom.ends_in_error:  # there is no value to be written down
            continue
        if symptom.probe is not None:
            values |= _constants(f"({symptom.probe.arguments},)") - said
        for source in (symptom.now, *symptom.wanted):
            values |= _constants(source)
    new = [value for value in _constants(after) - _constants(before) if value in values]
    return ", ".join(sorted(map(repr, new)))


def compared_case(before: str, after: str, wanted: Sequence[str]) -> str:
    """Return a text of a line that is wanted, with which a change compares something; "" for none.

    Of `Hillock: no readings` a condition `name == "Hillock"` is true in the case of the task alone. What stands
    behind the name may be a value that the data have.
    """
    new = _compared(after) - _compared(before)
    named = [_SAID.split(line)[0] for line in wanted]
    return next((repr(text) for text in sorted(new) if any(has_word(line, text) for line in named)), "")


def _compared(source: str) -> set[str]:
    """The texts with which code compares something."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    sides = (side for node in ast.walk(tree) if isinstance(node, ast.Compare) for side in _sides(node))
    return {side.value for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)} - {
        ""
    }


def _sides(node: ast.Compare) -> Iterator[ast.expr]:
    for side in (node.left, *node.comparators):
        yield side
        yield from side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else ()


def _constants(source: str) -> set[object]:
    """The numbers and texts in code, but for the smallest numbers."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    values = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {value for value in values if isinstance(value, str | int | float) and value not in (0, 1, 2, "")}


_Place = tuple[int, int, str]
"""Where a figure begins and ends in a request, and the figure."""


def _in_order(mentions: Sequence[_Place], now: Sequence[_Place]) -> list[tuple[_Place, _Place]]:
    """Several printed figures with as many that come right behind or before them, of one form; else []."""
    half = len(mentions) // 2
    first, second = mentions[:half], mentions[half:]
    one_form = len({_form(one[2]) for one in mentions}) == 1
    if half < _SEVERAL or len(mentions) % 2 or not one_form:
        return []
    if list(second) == list(now):
        first, second = second, first
    elif list(first) != list(now)[:half]:
        return []
    pairs = list(zip(first, second, strict=True))
    return pairs if all(one[2] != other[2] for one, other in pairs) else []


def _nearest(now: Sequence[_Place], mentions: Sequence[_Place], shown: set[str]) -> list[tuple[_Place, _Place]]:
    """Printed figures, each with the nearest of the same form that is not printed, those behind first."""
    ways = []
    for mention in now:
        for other in mentions:
            behind, before = other[0] - mention[1], mention[0] - other[1]
            gap = behind if behind >= 0 else before
            if other[2] not in shown and _form(other[2]) == _form(mention[2]) and 0 <= gap <= NEAR:
                ways.append((behind < 0, gap, mention, other))
    pairs: list[tuple[_Place, _Place]] = []
    for _, _, mention, other in sorted(ways):
        if all(mention != one and other != two for one, two in pairs):
            pairs.append((mention, other))
    return sorted(pairs)


def _form(figure: str) -> str:
    return re.sub(r"\d+(?=[.,:])", "0", re.sub(r"\d", "0", figure))


def _wanted_of_call(request: str, probe: Probe, now: str) -> tuple[str, ...]:
    """What the words behind a call that the request has say that it should give; several where that is open.

    What is given now stands among them, or before the call; else they must state one value alone.
    """
    now = with_plain_numbers(now)
    kind, told = _kind(now), ""
    if not kind:
        return ()
    for example in examples_in(request):
        if (example.function, example.arguments) == (probe.function, probe.arguments):
            told = example.value
    stated: list[_Mention] = []
    for before, begin, end in _parts_about(request, probe):
        there = [
            _Mention(one.start + before, one.end + before, one.source)
            for one in _mentions(_without_calls(request)[before:end])
        ]
        behind = [one for one in there if one.start >= begin]
        stated += behind
        for given in [one for one in behind if _is_given(one, now)][:1]:
            others = [one for one in there if not _is_given(one, now)]
            later = [one for one in others if 0 <= one.start - given.end <= NEAR]
            earlier = [one for one in others if 0 <= given.start - one.end <= NEAR]
            if wanted := _candidates(request, given, later):
                return wanted
            return tuple(one.source for one in _of_kind(given, earlier)[-1:])
    alike = [one for one in stated if one.kind == (_kind(told) or "container")]
    values = list(dict.fromkeys(one.source for one in alike))
    if told and all(_same(told, value) for value in values):
        return () if _shows(told, now) else (told,)
    return tuple(values) if len(values) == 1 and kind == "container" else ()


def _parts_about(request: str, probe: Probe) -> Iterator[tuple[int, int, int]]:
    """Yield where the words about a call begin, where the call ends, and where the next one begins."""
    calls = list(_calls_with_places(request))
    for at, (start, end, call) in enumerate(calls):
        if call == (probe.function, probe.arguments):
            yield start if at else 0, end, calls[at + 1][0] if at + 1 < len(calls) else len(request)


def _is_given(mention: _Mention, now: str) -> bool:
    """True for a literal that is what a call gives now; a tuple is often told as a list."""
    if _shows(mention.source, now):
        return True
    if mention.kind == _kind(now) == "container":
        one, other = ast.literal_eval(mention.source), ast.literal_eval(now)
        return isinstance(one, list | tuple) and isinstance(other, list | tuple) and [*one] == [*other]
    return False


def _candidates(request: str, given: _Mention, later: Sequence[_Mention]) -> tuple[str, ...]:
    """What may be wanted of the literals behind what is given: those of its sentence first.

    A fraction or a text is seldom anything else, so the next one is taken.
    """
    alike = _of_kind(given, later)
    ends = _SENTENCE.search(request, given.end)
    own = [one for one in alike if ends is None or one.start < ends.start()] or alike
    next_one = given.kind == "text" or (given.kind == "number" and "." in given.source)
    return tuple(dict.fromkeys(one.source for one in own))[: 1 if next_one else None]


def _of_kind(given: _Mention, others: Sequence[_Mention]) -> list[_Mention]:
    """The literals that may stand for another value of a call that gives one."""
    fraction = "." in given.source
    same = [one for one in others if one.kind == given.kind]
    plain = ("number", "text")
    if given.kind in plain:
        return [
            one
            for one in others
            if one.kind not in plain
            or (one in same and (given.kind == "text" or ("." in one.source) == fraction))
        ]
    open_ones = [one for one in others if given.kind in ("NoneType", "error") or one.kind not in plain]
    return same or open_ones


def _wanted(request: str, probe: Probe, now: str) -> tuple[str, ...]:
    try:
        value = ast.literal_eval(now)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return ()
    text = _without_dates(_without_calls(request))
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ()
    pattern = _TEXT if isinstance(value, str) else _NUMBER
    mentions = [(match.start(), match.end(), _source(match)) for match in pattern.finditer(text)]
    own = set(_NUMBER.findall(probe.arguments))
    for mention in mentions:
        if not _same(mention[2], now) or (mention[2] in own and not isinstance(value, str)):
            continue
        others = [one for one in mentions if not _same(one[2], now) and one[2] not in own]
        others = [one for one in others if ("." in one[2]) == ("." in mention[2]) or isinstance(value, str)]
        behind = [one for one in others if 0 <= one[0] - mention[1] <= NEAR]
        before = [one for one in others if 0 <= mention[0] - one[1] <= NEAR]
        if behind or before:
            return (behind[0][2] if behind else before[-1][2],)
    return ()


def _wanted_day(request: str, probe: Probe, now: str) -> tuple[str, ...]:
    """The days of the request near the day that a call gives, which the request has, too."""
    day = _day_of(now)
    if day is None or day in {_day_of(part) for part in re.findall(r"date\([^()]*\)", probe.arguments)}:
        return ()
    named = [*dates_in(request), *days_of_year(request, day.year)]
    places = [entry for entry in named if entry.day == day]
    if not places:
        return ()
    other_days = {entry.day.day for entry in named if entry.day and entry.day != day}
    own = {given.day for part in re.findall(r"date\([^()]*\)", probe.arguments) if (given := _day_of(part))}
    near = request[places[0].end : places[0].end + 2 * NEAR]
    numbers = dict.fromkeys(int(match[1]) for match in _DAY.finditer(near))
    wanted = []
    for number in dict.fromkeys((*numbers, *other_days)):
        if number == day.day or number in own or not 1 <= number <= 31:
            continue
        try:
            wanted.append(repr(day.replace(day=number)))
        except ValueError:
            continue
    return tuple(wanted)


def _day_of(source: str) -> date | None:
    numbers = [int(number) for number in re.findall(r"\d+", source)]
    try:
        return date(*numbers[:3]) if len(numbers) >= 3 else None
    except ValueError:
        return None


def top_level_functions(files: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, int]]]:
    """The functions of the files' top level, with their file and how many arguments they need."""
    for path, source in files.items():
        try:
            body = ast.parse(source).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in body:
            if isinstance(node, ast.FunctionDef):
                yield node.name, (path, len(node.args.args) - len(node.args.defaults))


def checks(files: Mapping[str, str]) -> list[list[str]]:
    """Return the functions of one argument, which may say yes or no of what another one gives."""
    return [[path, name] for name, (path, needed) in top_level_functions(files) if needed == 1]


def near_probes(symptoms: Sequence[Symptom]) -> list[Probe]:
    """Return calls near those of the symptoms: with other numbers, and with each day of their years."""
    made: dict[Probe, None] = {}
    for symptom in symptoms:
        if (probe := symptom.probe) is None:
            continue
        for match in _NUMBER.finditer(probe.arguments):
            if _is_of_date(match, probe.arguments):
                continue
            number = ast.literal_eval(match[0])
            for other in (0, 1, 2, number - 1, number + 1, number // 2, 2 * number, 10 * number):
                changed = probe.arguments[: match.start()] + repr(other) + probe.arguments[match.end() :]
                made[Probe(probe.path, probe.function, changed)] = None
        for part in re.findall(r"date\([^()]*\)", probe.arguments)[:1]:
            if (day := _day_of(part)) is not None:
                for ordinal in range(date(day.year, 1, 1).toordinal(), date(day.year, 12, 31).toordinal() + 1):
                    other_day = date.fromordinal(ordinal)
                    source = f"date({other_day.year}, {other_day.month}, {other_day.day})"
                    made[Probe(probe.path, probe.function, probe.arguments.replace(part, source))] = None
    return list(made)


def _date_sources(request: str) -> list[str]:
    days = dict.fromkeys(entry.day for entry in dates_in(request) if entry.day)
    return [f"date({day.year}, {day.month}, {day.day})" for day in days]


def _text_sources(request: str) -> list[str]:
    return list(dict.fromkeys(_source(match) for match in _TEXT.finditer(request)))


def _source(match: re.Match[str]) -> str:
    return match[0]


def _is_of_date(number: re.Match[str], arguments: str) -> bool:
    """True for a number that is a part of a day among the arguments of a call."""
    return "date(" in arguments[: number.start()].rpartition(")")[2]


def _without_dates(request: str) -> str:
    """The request with spaces in place of the days that it has: their numbers are no others."""
    for entry in dates_in(request):
        request = f"{request[: entry.start]}{' ' * (entry.end - entry.start)}{request[entry.end :]}"
    return request


def _without_calls(request: str) -> str:
    """The request with spaces in place of the calls that it has."""
    for start, end, _ in _calls_with_places(request):
        request = f"{request[:start]}{' ' * (end - start)}{request[end:]}"
    return request


def _calls_with_places(request: str) -> list[tuple[int, int, tuple[str, str]]]:
    """The calls in a request whose arguments are literals, with where each begins and ends, in order."""
    places = []
    for name, arguments in literal_calls(request):
        call = re.compile(rf"(?<![\w.]){re.escape(name)}\(\s*{re.escape(arguments)}\s*\)")
        places += [(match.start(), match.end(), (name, arguments)) for match in call.finditer(request)]
    return sorted(places)
