"""The trial of a new module or script: which calls and command lines it is run with, and what they give."""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import PurePosixPath

from pandora.programs.code.boundary_calls import Boundary, boundary_calls, numbers_in
from pandora.programs.code.code_examples import Example, examples_in
from pandora.programs.code.unused_parameters import signatures
from pandora.programs.code.written_asserts import (
    asserts_in,
    calls_in,
    errors_in,
    given_by,
    names,
    raising_calls,
)
from pandora.programs.help import Work
from pandora.programs.texts.text_dates import LIKE
from pandora.workspace.paths import is_test_file

RULE = "calls"
"""What a pattern lists under `evidence` so that new modules are tried with calls."""
ENOUGH_EXAMPLES = 3
"""So many examples in a request say enough; no asserts are written, and one try is believed. Where the request
names an error and no example ends in one, they do not: what must not be taken is half of the task."""
RAISING = "raising"
"""The field of PLAN for calls that end in an error, which is asked where the request names an error."""
MOST_CALLS = 40
MOST_COMMANDS = 12
SECONDS = 10.0
"""The most seconds that all calls of one try may take together."""
ABSENT = "is not there"
RAISES = "raises "
PRINTING = "None, printing "
ERROR_EXIT = ", and an error exit"
_ARGUMENT = (
    r"(?:'[^'\n]*'|\"[^\"\n]*\"|--?[A-Za-z][\w-]*|\d{1,4}(?:[-/:]\d{1,4}){1,3}(?!\w)"
    r"|-?\d+(?:\.\d+)?(?![\w,]\w))"
)
_NAMED_FILE = r"(?!\S+\.pyw?\b)\w[\w/-]*(?:\.[\w/-]+)*\.[A-Za-z]\w{0,4}\b"
"""A word of a command line that names a file, but for a program."""
_STATUS = re.compile(
    r"\b(?:exit[\s-]*(?:status|code|value)|exits?\s+with|code\s+de\s+(?:sortie|retour)|c[óo]digo\s+de\s+sa[ií]da"
    r"|c[óo]digo\s+de\s+salida|codice\s+di\s+uscita|r[üu]ckgabewert)\b[\w\s:=-]{0,14}?\b([1-9]\d?)\b(?!\.\d)",
    re.I,
)
"""Matches an exit status by the field's whole term in each language: a table may have a `status 2`, too."""
_NO_SUCH = "nosuch"
_PLACE_OF_A_FILE = re.compile(r"[A-Z][A-Z_]+|<[^<>/]+>|[\w-]+\.(?:txt|md|log)")
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FRACTION = re.compile(r"(?<![\w.,])\d+\.\d+(?![\w%]|\.\d)")
_BLOCK = re.compile(
    r":[ \t]*\n(?:[ \t]*\n)?(?P<fence>```\w*\n)?(?P<block>(?:(?!```)[^\n]*\S[^\n]*(?:\n|$)){1,30})"
)
_ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])\s")
NEAR_BLOCK, LONGEST_OUTPUT = 300, 100
"""Within so many characters before a block of lines, a request names the script that prints them; and the most
characters of such a line."""
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»")
_PLAIN = re.compile(r"[^\s`'\"]+|'[^'\n]*'|\"[^\"\n]*\"")
_WORD = re.compile(_ARGUMENT)
_SENTENCE = re.compile(r"[.!?](?=\s|$)|\n\s*\n")
_WRITTEN_NUMBER = re.compile(r"Decimal\('(-?[\d.]+)'\)|Fraction\((-?\d{1,30}), ([1-9]\d{0,29})\)")


@dataclass(frozen=True)
class Trial:
    """What a new file is tried with.

    `asserts` are those that the model wrote before there was code, `boundaries` the calls that code derived.
    `commands` are the words after the name of one of the `paths` in command lines; those in `unnamed` are at a
    limit that the request does not name. Those in `wrong` have a word that nothing can be done with, and those
    in `absent` a file that is not there in place of one that is. `samples` are the texts of files that the
    command lines speak of and nobody has.
    """

    asserts: tuple[Example, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    commands: tuple[tuple[str, ...], ...] = ()
    paths: tuple[str, ...] = ()
    unnamed: frozenset[tuple[str, ...]] = frozenset()
    wrong: tuple[tuple[str, ...], ...] = ()
    absent: tuple[tuple[str, ...], ...] = ()
    samples: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.asserts or self.boundaries or self.commands)

    @property
    def soft(self) -> frozenset[str]:
        """The calls at limits that the request does not name: there, two right modules may differ."""
        calls = {boundary.call for boundary in self.boundaries if not boundary.named}
        return frozenset(calls | {shown_command(path, words) for path in self.paths for words in self.unnamed})

    def encoded(self, request: str) -> str:
        """Return the trial as the operation takes it: JSON with `calls` and `commands`.

        `errors` are those that the request names, and `signatures` the parameters that it gives each function.

        `undefined` tells that the request speaks of names that are not defined, `results` are the numbers that
        its command lines are to print, `prints` the lines that the first one is to print, and `status` is the
        exit status that a wrong word must end in, or 0. `days` are the command lines that have another real day
        than the first one.
        """
        tried: list[Example | Boundary] = [*self.asserts, *self.boundaries]
        calls = [
            {
                "function": call.function,
                "arguments": call.arguments,
                "any": not names(request, call.function),
                "named": f"{call.function}(" in request,
            }
            for call in tried
        ]
        undefined = names(request, NameError.__name__)
        trial = {"calls": calls[:MOST_CALLS], "commands": self.commands, "undefined": undefined}
        trial |= {"wrong": self.wrong, "status": error_status(request), "days": self._on_other_days()}
        results = [number for path in self.paths for number in stated_results(request, path)]
        prints = next((lines for path in self.paths if (lines := stated_output(request, path))), ())
        trial["errors"] = errors_in(request)
        trial |= {"samples": dict(self.samples), "signatures": signatures(request)}
        trial |= {"results": results, "prints": prints, "absent": self.absent}
        return json.dumps(trial) if self else ""

    def _on_other_days(self) -> list[tuple[str, ...]]:
        days = {day for words in self.commands[:1] for word in words for day in _other_real_days(word)}
        return [words for words in self.commands if days & {*words}]


def new_modules(work: Work) -> list[str]:
    """Return the Python files that the task makes and whose tries are compared; [] where they are not."""
    examples = examples_in(work.request)
    shown = {example.value for example in examples}
    enough = len(examples) >= ENOUGH_EXAMPLES and shown.issuperset(errors_in(work.request))
    if RULE not in work.rules or enough:
        return []
    return [path for path in work.task.makes if path.endswith(".py") and not is_test_file(path)]


def wants_asserts(work: Work) -> bool:
    """True where the model is to write asserts: a new module that the request does not call as a script."""
    return bool(new_modules(work)) and not trial_for(work).commands


def trial_for(work: Work) -> Trial:
    """Return the trial of the task's new module, from the request and the asserts in §2; empty without one."""
    request, paths = work.request, new_modules(work)
    if not paths:
        return Trial()
    commands = [words for path in paths for words in command_lines(request, path)]
    if commands:
        tried = _with_boundaries(commands, request)
        named = {f"{number}" for number in _around(_limits(commands, request))}
        named |= {day for word in commands[0] for day in _other_days(word)}
        unnamed = [words for words in tried if words not in commands and not named & {*words} - {*commands[0]}]
        wrong = tuple(words for words in _with_wrong_words(commands[0]) if words not in tried)
        wrong = wrong if error_status(request) else ()
        unnamed += wrong
        there = {PurePosixPath(path).name for path in work.task.files}
        absent = tuple(
            words
            for words in _with_wrong_words(commands[0])
            if any(PurePosixPath(word).name in there and word not in words for word in commands[0])
        )
        return Trial(
            commands=(*tried, *wrong),
            paths=tuple(paths),
            unnamed=frozenset(unnamed),
            wrong=wrong,
            absent=absent,
            samples=tuple(_samples(request, commands, there)),
        )
    given = examples_for(work)
    calls = {example.call for example in given}
    asserts = [example for example in _written(work) if example.call not in calls]
    known = calls | {example.call for example in asserts}
    bare = [call for call in calls_in(_lines_of_plan(work), request) if call.call not in known]
    own = [Boundary(call.function, call.arguments, named=True) for call in bare]
    boundaries = boundary_calls(request, [*given, *asserts, *bare])
    derived = {call.call: call for call in (*own, *boundaries)}
    left = max(0, MOST_CALLS - len(asserts))
    return Trial(tuple(asserts[:MOST_CALLS]), tuple(derived.values())[:left])


def examples_for(work: Work) -> list[Example]:
    """Return the examples that the request gives, and those asserts of the model's that the request carries."""
    request = work.request
    examples = examples_in(request)
    calls = {example.call for example in examples}
    return [
        *examples,
        *(example for example in _written(work) if example.call not in calls and given_by(request, example)),
    ]


def _written(work: Work) -> list[Example]:
    """The asserts that the model wrote in §2, those of calls that end in an error behind the others."""
    return asserts_in(_lines_of_plan(work), work.request)


def _lines_of_plan(work: Work) -> list[str]:
    lines = work.fields.get("asserts", "").splitlines()
    return [*lines, *raising_calls(work.fields.get(RAISING, "").splitlines(), work.request)]


def command_lines(request: str, path: str) -> list[tuple[str, ...]]:
    """Return the words that follow a script's name where the request runs it, as in `python bill.py 100 3`.

    In backticks these are all words up to the closing one; elsewhere numbers, options and quoted words, and
    behind `python` the names of files, too.
    """
    return list(dict.fromkeys(words for words, _ in _commands(request, path)))


def _commands(request: str, path: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the words of each command line that has some, and where it ends in the request."""
    name = re.escape(PurePosixPath(path).name)
    quoted, bare = rf"`[^`\n]*(?<![\w.-]){name}([^`\n]*)`", rf"(?<![\w.-]){name}((?:[ \t]+{_ARGUMENT})+)"
    argument = rf"(?:{_ARGUMENT}|{_NAMED_FILE})"
    run = rf"\bpython3?[ \t]+(?:[\w./-]*/)?{name}((?:[ \t]+{argument})+)"
    for pattern, word in ((quoted, _PLAIN), (run, re.compile(argument)), (bare, _WORD)):
        for match in re.finditer(pattern, request):
            if words := tuple(_unquoted(found) for found in word.findall(match[1])):
                yield words, match.end()


def _samples(
    request: str, commands: Sequence[tuple[str, ...]], there: Collection[str]
) -> Iterator[tuple[str, str]]:
    """A text for each word of a command line that may stand for a text file which nobody has, as FILE does.

    It is the request itself, and once more in capitals: words that come again, marks, numbers and blank lines.
    """
    text = f"{request}\n\n{request.upper()}\n{request}\n"
    for word in dict.fromkeys(word for words in commands for word in words):
        if _PLACE_OF_A_FILE.fullmatch(word) and PurePosixPath(word).name not in there:
            yield word, text


def error_status(request: str) -> int:
    """Return the exit status that the request gives for what goes wrong, such as 2; 0 where it gives none."""
    match = _STATUS.search(request)
    return int(match[1]) if match else 0


def _with_wrong_words(command: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The command line with each of its words, but options, replaced by one that stands for nothing."""
    return [
        (*command[:place], _NO_SUCH + PurePosixPath(word).suffix * word[-1:].isalpha(), *command[place + 1 :])
        for place, word in enumerate(command)
        if not word.startswith("-") or _number(word) is not None
    ]


def stated_results(request: str, path: str) -> list[str]:
    """Return the fractions behind the command lines of a script, in their sentences, such as 33.33.

    They are what it prints. Elsewhere they are prices and rates, and in quotes behind a word for `like` they
    show how a line looks.
    """
    commands = list(_commands(request, path))
    given = {word for words, _ in commands for word in words}
    shown = [match.span() for match in _QUOTED.finditer(request) if LIKE.search(request[: match.start()])]
    numbers: dict[str, None] = {}
    for _, end in commands:
        stop = _SENTENCE.search(request, end)
        for match in _FRACTION.finditer(request, end, stop.start() if stop else len(request)):
            if not any(low <= match.start() < high for low, high in shown):
                numbers[match[0]] = None
    return [number for number in numbers if number not in given]


def stated_output(request: str, path: str) -> tuple[str, ...]:
    """Return the lines that a request says a script prints: a block below a line about it that ends in a colon.

    A list with marks before its items is none, and one line alone only between fences.
    """
    name = PurePosixPath(path).name
    for match in _BLOCK.finditer(request):
        lines = [line.rstrip() for line in match["block"].splitlines()]
        about = name in request[max(0, match.start() - NEAR_BLOCK) : match.start()]
        listed = any(_ITEM.match(line) for line in lines)
        short = all(len(line) <= LONGEST_OUTPUT for line in lines)
        called = any(name in line for line in lines)  # how it is run, not what it prints
        if about and short and not called and (match["fence"] or (len(lines) > 1 and not listed)):
            return tuple(line for line in lines if line.strip())
    return ()


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] in "'\"" and word[-1] == word[0] else word


def _with_boundaries(commands: Sequence[tuple[str, ...]], request: str) -> list[tuple[str, ...]]:
    """The command lines, and the first with each of its numbers at the limits that the request names."""
    near = [*dict.fromkeys((0, *_around(_limits(commands, request))))]
    lines = list(commands)
    for place, word in enumerate(commands[0]):
        for other in _other_days(word):
            lines.append((*commands[0][:place], other, *commands[0][place + 1 :]))
    for value in near:
        for place, word in enumerate(commands[0]):
            if _number(word) is not None:
                lines.append((*commands[0][:place], f"{value}", *commands[0][place + 1 :]))
    return list(dict.fromkeys(lines))[:MOST_COMMANDS]


def _other_days(word: str) -> list[str]:
    """For a date such as 2025-03-04: other real days of it, and no real day."""
    days = _other_real_days(word)
    return [*days, f"{word[:4]}-02-30"] if days else []


def _other_real_days(word: str) -> list[str]:
    """For a date such as 2025-03-04: the next day, the next week, and the turns of two years."""
    try:
        day = date.fromisoformat(word)
    except ValueError:
        return []
    if not _ISO_DAY.fullmatch(word):
        return []
    days = (day + timedelta(1), day + timedelta(7), date(day.year, 12, 30), date(day.year - 1, 1, 1))
    return [other.isoformat() for other in days]


def _around(limits: Sequence[int | float]) -> list[int | float]:
    """Each limit, and the numbers below and above it."""
    return [round(limit + step, 6) for limit in limits for step in (0, -1, 1)]


def _limits(commands: Sequence[tuple[str, ...]], request: str) -> list[int | float]:
    """The numbers of the request that stand in no command line."""
    given = {number for words in commands for word in words if (number := _number(word)) is not None}
    return [number for number in numbers_in(request) if number not in given]


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def shown_command(path: str, words: Sequence[str]) -> str:
    """A command line as people write it."""
    return " ".join(("python", path, *words))


def same_outcome(one: str, other: str, request: str) -> bool:
    """True where two tries give the same: equal values, or errors that the request does not tell apart."""
    if one == other:
        return True
    if one.startswith(RAISES) and other.startswith(RAISES):
        kinds = [frozenset(text.removeprefix(RAISES).split(", a ")) for text in (one, other)]
        return not any(names(request, kind) for kind in kinds[0] ^ kinds[1])
    if RAISES in (one[: len(RAISES)], other[: len(RAISES)]) or ABSENT in (one, other):
        return False
    try:
        return _equal(ast.literal_eval(one), ast.literal_eval(other))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False


def _equal(one: object, other: object) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(one, list | tuple) and type(one) is type(other):
        assert isinstance(other, list | tuple)
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other


def fits(outcome: str, value: str) -> bool:
    """True where an outcome is the value that an example names; a number to the last digit that is given."""
    if value.endswith("Error") or outcome.startswith(RAISES) or outcome == ABSENT:
        return value in outcome.removeprefix(RAISES).split(", a ")
    if value == "None" and outcome.startswith(PRINTING):
        return True
    try:
        wanted = ast.literal_eval(value)
        return _fits(ast.literal_eval(with_plain_numbers(outcome)), wanted, value)
    except (SyntaxError, ValueError, TypeError, OverflowError, RecursionError, MemoryError):
        return False


def with_plain_numbers(outcome: str) -> str:
    """Return an outcome with the numbers that people write for each Decimal and Fraction."""
    return _WRITTEN_NUMBER.sub(_as_number, outcome)


def _as_number(match: re.Match[str]) -> str:
    return match[1] or repr(int(match[2]) / int(match[3]))


def _fits(given: object, wanted: object, value: str) -> bool:
    if isinstance(given, bool) or isinstance(wanted, bool):
        return given is wanted
    if isinstance(given, int | float) and isinstance(wanted, int | float):
        digits = len(value.partition(".")[2])
        return abs(given - wanted) <= (0.5 * 10**-digits if digits else 0) + 1e-9
    if isinstance(given, list | tuple) and isinstance(wanted, list | tuple):
        same = type(given) is type(wanted) and len(given) == len(wanted)
        return same and all(_fits(one, other, repr(other)) for one, other in zip(given, wanted, strict=True))
    if isinstance(given, dict) and isinstance(wanted, dict):
        return given.keys() == wanted.keys() and all(
            _fits(given[key], wanted[key], repr(wanted[key])) for key in given
        )
    return given == wanted


def outcome_of(line: Mapping[str, object]) -> str:
    """Return what the runner's line of one call says, as one text: a value, an error's name, or ABSENT."""
    if "absent" in line:
        return ABSENT
    if "raises" in line:
        kinds = line["raises"]
        bases = [kind for kind in kinds if kind != "Exception"] if isinstance(kinds, list) else []
        return f"{RAISES}{', a '.join(bases) or 'Exception'}"
    return str(line.get("gives", ""))
