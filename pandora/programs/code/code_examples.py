"""The examples that a request gives of a function.

An example is a call with its value, as in `price(2) is 4.90`, or a text and what becomes of it, as in `'1h30m'`
is 5400. Between the two stand at most three words of any language.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import conjunctions
from pandora.programs.language.negations import negates

MOST_EXAMPLES = 20
"""The most examples that are read from a request."""
_CALL = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(")
_BETWEEN = r"[`'’]*(?:\s*(?:[-=:→⇒>]+|[^\W\d]+))?(?:\s+[^\W\d]+){0,2}?[\s`:=]*"
_VALUE = (
    r"(?P<value>-?\d+(?:\.\d+)?(?![\w:%]|[.,]\d)|'[^'\n]*'|\"[^\"\n]*\"|True|False|None|[A-Z]\w*Error\b"
    r"|(?=[\[({]))"
)
_AFTER = re.compile(_BETWEEN + _VALUE)
_QUOTED_FIRST = re.compile(
    r"(?<![\w,\[{=])(?<!\w\()(?P<argument>'[^'\n]+'|\"[^\"\n]+\")" + r"\s+(?:[^\W\d]+\s+){1,3}?" + _VALUE
)
_GOES_ON = re.compile(r"-\d|[ \u00a0\u202f]\d{3}(?!\w)|\s*[*+/]\s*\d|,\s*-?\d+(?:\.\d+)?\s*(?:,|\w+\s+-?\d)")
"""What shows that a number is only the beginning: a date, thousands, a sum, a list of three or more."""
_LIMIT = re.compile(
    r"\b(?:than|at (?:least|most)|up to|over|under|above|below"
    r"|(?:mehr|weniger|kleiner|größer) als|über|unter|mindestens|höchstens|maximal"
    r"|(?:plus|moins) (?:de|que)|au (?:moins|plus)|(?:más|menos) (?:de|que)|al menos|como máximo"
    r"|(?:più|meno) di|almeno|al massimo|mais (?:de|que)|pelo menos|no máximo"
    r"|(?:meer|minder) dan|minstens|hoogstens|co najmniej|co najwyżej|ponad|poniżej)\b",
    re.I,
)
"""What tells that a number is no value but a limit: `is less than 10`."""
_LAST_WORDS = re.compile(r"([^\W\d_]+) ([^\W\d_]+) ?$")
_LONGEST = 400
"""The most characters of a call or of a value."""


@dataclass(frozen=True)
class Example:
    """A call of `function` ("" for the module's one function) with these arguments as source, and its value.

    `value` is the source of a literal, or the name of the error that the call raises.
    """

    function: str
    arguments: str
    value: str

    @property
    def call(self) -> str:
        """The call as people write it."""
        return f"{self.function}({self.arguments})"


def examples_in(request: str) -> list[Example]:
    """Return the examples in a request, in its order and each once; [] where it has none."""
    examples = [*_called(request), *_quoted(request)]
    return list(dict.fromkeys(examples))[:MOST_EXAMPLES]


def literal_calls(request: str) -> list[tuple[str, str]]:
    """Return the calls in a request whose arguments are literals: the name and the arguments, each once."""
    calls = []
    for match in _CALL.finditer(request):
        arguments = bracketed(request, match.end() - 1)
        if arguments is not None and _is_literal_call(f"f{arguments}"):
            calls.append((match[1], arguments[1:-1].strip()))
    return list(dict.fromkeys(calls))


def _called(request: str) -> Iterator[Example]:
    """The calls with what stands behind them; of `f(1) and f(2) are True` both."""
    joined: list[tuple[str, str]] = []
    for match in _CALL.finditer(request):
        arguments = bracketed(request, match.end() - 1)
        if arguments is None or not _is_literal_call(f"f{arguments}"):
            joined = []
            continue
        end = match.end() - 1 + len(arguments)
        value = _value_after(request[end:])
        if value and not _is_count_of(value, arguments, request[end:]):
            own, behind = (match[1], arguments[1:-1].strip()), request[request.find(value, end) + len(value) :]
            several = joined and _another_follows(behind)
            for function, given in [] if several else [*joined, own]:
                yield Example(function, given, value)
        following = _CALL.search(request, end)
        between = request[end : following.start()] if following and not value else "."
        joined = [*joined, (match[1], arguments[1:-1].strip())] if _joins(between) else []


def _joins(between: str) -> bool:
    """True for what stands between two calls of which the same is said: a comma, `and`, or both."""
    return {part.casefold() for part in between.strip(" `").replace(",", " , ").split()} <= {
        ",",
        *conjunctions(),
    }


def _another_follows(behind: str) -> bool:
    """True where another value stands behind one: of `f(1) and f(2) are 3 and 5` each has its own."""
    joining = "|".join(map(re.escape, sorted(conjunctions())))
    return re.match(rf"[\s`]*(?:,|(?:{joining})\b)[\s`]*{_VALUE}", behind) is not None


def _quoted(request: str) -> Iterator[Example]:
    """The examples that name a text and what becomes of it, without a call."""
    for match in _QUOTED_FIRST.finditer(request):
        between = request[match.end("argument") : match.end() - len(match["value"] or "")]
        if between.strip().casefold() in conjunctions() or _LIMIT.search(between):
            continue
        if _is_called_so(request[: match.start()]):
            continue
        value = match["value"] or bracketed(request, match.end())
        letters = value and len(match["argument"]) == 3 and value[0] in "'\""
        if value and _is_value(value) and not letters:  # ' ' becomes '-' is a rule for letters
            yield Example("", match["argument"], value)


def _is_called_so(before: str) -> bool:
    """True where a text in quotes is the name of what stands before it, as in `the column 'price' in 2024`."""
    said = _LAST_WORDS.search(before)
    return said is not None and is_function_word(said[1]) and not is_function_word(said[2])


def _is_count_of(value: str, arguments: str, text: str) -> bool:
    """True for a number of the arguments before a word: `password(12) has 12 characters`."""
    counted = re.search(rf"(?<![\w.,-]){re.escape(value)}\s+[^\W\d]", text)
    return counted is not None and value.isdigit() and value in re.findall(r"(?<![\w.])\d+(?![\w.])", arguments)


def _value_after(text: str) -> str | None:
    """The value that stands behind a call; None for another call, and for a part of something longer.

    `parse("29.2.2024") returns date(2024, 2, 29)` has no literal, `split(10, 3) gives 4, 3 and 3` no number.
    """
    match = _AFTER.match(text)
    if not match or negates(text[: match.start("value")]) or _LIMIT.search(text[: match.start("value")]):
        return None
    value = match["value"] or bracketed(text, match.end())
    if not match["value"] and re.match(r"\w", text[match.end() - 1 : match.end()]):
        return None
    if match["value"] and _GOES_ON.match(text, match.end()):
        return None
    return value if value and _is_value(value) else None


def bracketed(text: str, start: int) -> str | None:
    """Return the text from the bracket at `start` to the one that closes it; None where none does."""
    depth, quote = 0, ""
    for place in range(start, min(len(text), start + _LONGEST)):
        letter = text[place]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth == 0:
                return text[start : place + 1]
    return None


def _is_literal_call(source: str) -> bool:
    try:
        call = ast.parse(source, mode="eval").body
        if not isinstance(call, ast.Call) or not (call.args or call.keywords):
            return False
        for part in (*call.args, *(keyword.value for keyword in call.keywords)):
            ast.literal_eval(part)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False
    return True


def _is_value(source: str) -> bool:
    if re.fullmatch(r"[A-Z]\w*Error", source):
        return True
    try:
        ast.literal_eval(source)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False
    return True
