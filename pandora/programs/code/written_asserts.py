"""The asserts that a model wrote from a description before there was code, read as calls with their values.

One whose literals the request has itself, close to one another, is an example of the request.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Sequence
from itertools import islice, pairwise

from pandora.programs.code.code_examples import Example, examples_in
from pandora.programs.language.locale_words import conjunctions
from pandora.programs.language.negations import negates

NEAR = 80
"""The most characters between the last argument of an example and what goes before it."""
_LITERAL = re.compile(
    r"'[^'\n]*'|\"[^\"\n]*\"|(?<![\w.,:-])-?\d+(?:\.\d+)?(?![\w:%]|[.,]\d)"
    r"|\b(?:True|False|None|[A-Z]\w*Error)\b"
)
"""A text in quotes, a number, a truth value, None or an error's name, as a request gives them."""
_ERROR = re.compile(r"\b[A-Z]\w*")
_APART = re.compile(r"[.!?;]\s|\n\s*\n")
_BEGUN_CALL = re.compile(r"(?<![\w.])[A-Za-z_]\w*\(")
_MOST_BEGUN = 20
"""The most calls of a line that are read, and the most brackets at which one of them may end."""
_CALLED = re.compile(r"\w\($")
_CLAUSE_END, _NO_LIMIT = re.compile(r"[.!?;](?:\s|$)|\n|\)"), 2
"""Where a clause ends, and how many numbers are no limit."""


def asserts_in(lines: Sequence[str], request: str) -> list[Example]:
    """Return the asserts that can be tried, each call once: those of the form `assert f(literals) == literal`.

    A call must name a function that the request names. Where it names none, all calls must be of one name.
    """
    written = [example for line in lines if (example := _read(line)) is not None]
    named = [example for example in written if names(request, example.function)]
    if not named and len({example.function for example in written}) == 1:
        named = written
    first: dict[str, Example] = {}
    for example in named:
        first.setdefault(example.call, example)
    return list(first.values())


def calls_in(lines: Sequence[str], request: str) -> list[Example]:
    """Return the calls with literals of lines that are no assert, as one without its value, each once.

    They say nothing of what is right, but two right modules give the same. The value of each is "".
    """
    found: dict[str, Example] = {}
    for line in lines:
        for match in islice(_BEGUN_CALL.finditer(line if _read(line) is None else ""), _MOST_BEGUN):
            call = _call_from(line[match.start() :])
            example = _example(call, ast.Constant("")) if call is not None else None
            if example is not None and example.arguments and names(request, example.function):
                found.setdefault(example.call, Example(example.function, example.arguments, ""))
    return list(found.values())


def _call_from(source: str) -> ast.expr | None:
    """The call that a text begins with; None where its brackets do not close."""
    for match in islice(re.finditer(r"\)", source), _MOST_BEGUN):
        try:
            return ast.parse(source[: match.end()], mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None


def errors_in(request: str) -> list[str]:
    """Return the errors of Python that a request names, each once, in order."""
    return [name for name in dict.fromkeys(_ERROR.findall(request)) if _is_error(name)]


def _is_error(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, Exception)


def raising_calls(lines: Sequence[str], request: str) -> list[str]:
    """Return each call, where need be, with the one error that the request names: `f(0) raises ValueError`."""
    errors = errors_in(request)
    only = errors[0] if len(errors) == 1 else ""
    calls = [re.sub(r"^assert\s+|\s*==.*$", "", line.strip().strip("`<>")) for line in lines]
    return [call if errors_in(call) or not only else f"{call} raises {only}" for call in calls if call]


def names(request: str, function: str) -> bool:
    """True where the request has the function's name as a word."""
    return re.search(rf"(?<!\w){re.escape(function)}(?!\w)", request) is not None


def given_by(request: str, example: Example) -> bool:
    """True where the request itself has the call's literals and the value, as literals and close together.

    Between the two stand words, no other literal and no end of a sentence: what belongs together is no guess.
    Numbers alone must stand in a call: among words, one may be a limit, as in `over 5 kg it costs 7.50`. Two or
    more of them in one clause whose last number is the value are no limit: `42 cm at gauge 20 makes 84, so 88`.
    Of an error, the request may list texts that end in it: `anything else ("", "abc") raises ValueError`.
    """
    try:
        call = ast.parse(f"f({example.arguments})", mode="eval").body
        if _is_error(example.value):
            return example.arguments in map(repr, texts_beside(example.value, request))
        value = ast.literal_eval(example.value)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False
    assert isinstance(call, ast.Call)
    parts = [*call.args, *(keyword.value for keyword in call.keywords)]
    literals = [ast.literal_eval(part) for part in parts]
    shown = [(match.span(), _literal(match[0])) for match in _LITERAL.finditer(request)]
    wanted = [*literals, value]
    in_quotes = any(isinstance(literal, str) for literal in literals)
    for place in range(len(shown) - len(wanted) + 1):
        row = shown[place : place + len(wanted)]
        (_, given), (begin, end) = row[-2][0], row[-1][0]
        near = begin - given <= NEAR and _joined(request[given:begin])
        is_argument = _CALLED.search(request[:begin]) is not None and request[end : end + 1] in ",)"
        limits = not in_quotes and not _CALLED.search(request[: row[0][0][0]])
        if (
            near
            and not (is_argument or limits)
            and [text for _, text in row] == [repr(literal) for literal in wanted]
        ):
            return bool(literals)
    return not in_quotes and _ends_a_clause(
        request, shown, [repr(literal) for literal in literals], repr(value)
    )


def _ends_a_clause(
    request: str, shown: Sequence[tuple[tuple[int, int], str]], given: Sequence[str], value: str
) -> bool:
    """True where a clause has these numbers, two at least, in their order, and ends in the value."""
    if len(given) < _NO_LIMIT or value in given:
        return False
    for place in range(len(shown) - len(given)):
        row = shown[place : place + len(given)]
        begin, end = row[0][0][0], row[-1][0][1]
        if [text for _, text in row] != list(given) or _CALLED.search(request[:begin]):
            continue
        stop = _CLAUSE_END.search(request, end)
        clause = stop.start() if stop else len(request)
        behind = [entry for entry in shown[place + len(given) :] if entry[0][1] <= clause]
        close = all(other[0] - one[1] <= NEAR for (one, _), (other, _) in pairwise([*row, *behind]))
        if behind and close and behind[-1][1] == value and not _CLAUSE_END.search(request[begin:end]):
            return True
    return False


def texts_beside(error: str, request: str) -> set[str]:
    """The texts in quotes that a request lists right before or behind the name of an error.

    None where a word before them says what is not meant: `anything but "yes" raises ValueError`.
    """
    shown = [(match.span(), match[0]) for match in _LITERAL.finditer(request)]
    texts: set[str] = set()
    for at, (place, name) in enumerate(shown):
        for row in (shown[at::-1], shown[at:]) if name == error else ():
            listed: list[str] = []
            begins = place[0]
            for (one, _), (other, literal) in pairwise(row):
                between = request[min(one[1], other[1]) : max(one[0], other[0])]
                joined = _is_listed(between) if listed else _belongs(between)
                if len(between) > NEAR or literal[0] not in "'\"" or not joined:
                    break
                listed.append(ast.literal_eval(literal))
                begins = min(begins, other[0])
            if not negates(_APART.split(request[max(0, begins - NEAR) : begins])[-1]):
                texts.update(listed)
    return texts


def _belongs(between: str) -> bool:
    """True for words of one clause."""
    return not re.search(r"[,;:.!?]", between)


def _is_listed(between: str) -> bool:
    """True for what stands between two entries of a list."""
    return between.strip(" ,/").casefold() in {"", *conjunctions()}


def _joined(between: str) -> bool:
    """True where the words between two literals make neither a list of them nor two sentences."""
    return between.strip(" ,").casefold() not in {"", *conjunctions()} and not _APART.search(between)


def _literal(source: str) -> str:
    try:
        return repr(ast.literal_eval(source))
    except (SyntaxError, ValueError):
        return source


def _read(line: str) -> Example | None:
    text = line.strip().strip("`<>").removeprefix("assert").strip()
    try:
        statement = ast.parse(f"assert {text}").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        examples = examples_in(text)  # such as `f(0) raises ValueError`
        return examples[0] if len(examples) == 1 and examples[0].function else None
    if len(statement) != 1 or not isinstance(statement[0], ast.Assert):
        return None
    test = statement[0].test
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq | ast.Is):
        left, right = test.left, test.comparators[0]
        if isinstance(right, ast.Call):
            left, right = right, left
        return _example(left, right)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _example(test.operand, ast.Constant(False))
    return _example(test, ast.Constant(True))


def _example(call: ast.expr, value: ast.expr) -> Example | None:
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    raises = isinstance(value, ast.Name) and _is_error(value.id)
    try:
        for part in (*call.args, *(keyword.value for keyword in call.keywords), *(() if raises else (value,))):
            ast.literal_eval(part)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return None
    source = ast.unparse(ast.Call(ast.Name(""), call.args, call.keywords))
    return Example(call.func.id, source.removeprefix("(").removesuffix(")"), ast.unparse(value))
