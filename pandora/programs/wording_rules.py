"""Rules that go by the English words of a request; each is off unless a pattern asks for it."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pandora.programs.data_columns import category_words, columns, tables, text_values
from pandora.programs.english_words import (
    AVERAGE,
    CASE,
    LETTERS_ONLY,
    TOTAL,
    WHOLE_WORDS,
    just_columns,
    nothing_found,
    quoted_words,
)
from pandora.programs.help import LARGEST_CHECKED
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.parsed_program import Program, compared_texts
from pandora.programs.request_text import PATH, QUOTED, WORD, has_word, stands_apart, without_values
from pandora.task import Task
from pandora.workspace.change import Change

_ASKS_WHICH = re.compile(r"\b(?:which|who|whom|whose)\b", re.I)
_ASKS_PART_OF_VALUE = re.compile(
    r"\b(?:which|what)\s+(?:\w+\s+)?"
    r"(?:months?|years?|days?|dates?|week\w*|quarters?|hours?|minutes?|times?|lines?|rows?)\b",
    re.I,
)
"""Matches requests for a year, a line and the like, which need not be a whole value in the data."""
_ASKS_FILE = re.compile(r"\b(?:which|what)\s+(?:\w+\s+)?files?\b", re.I)
_ASKS_HOW_MUCH = re.compile(r"^\s*how\s+(?:much|many|long|far|old|often|tall|high|heavy|large|big)\b", re.I)
_ASKS_EXTREME = re.compile(r"\bfind the (?:\w+est|most|least)\b", re.I)
RULES: Mapping[str, str] = {
    "complete_answer": "an answer to which, who, how much or find has the name and the number",
    "conditions": "the program does what the request says of limits, case, order, words and repeated ones",
    "every_group": "the program counts for each year or month that is asked for, and prints all of several",
    "given_numbers": "a text that is written has the request's numbers, no made-up code, not its own limit",
    "language": "an answer is in the language of the request, and a text in the one that is asked for",
    "list_items": "a text that is to be a markdown list has list items",
    "named_values": "the program uses the numbers, quoted words and categories that the request names",
    "passages": "each sentence of an answer has its numbers and names from passages of the files",
    "proper_names": "a text that is written has every proper name of the request",
    "quoted_words": "a command uses what the request quotes",
    "same_width": "the program compares with no longer value than the request says, where others fit too",
    "totals": "the program adds up where a total is asked for, and divides where an average is",
    "wanted_columns": "a table has just the columns that the request lists",
}
"""The rules that go by the English words of a request: what each demands, by name.

They can refuse correct work, so each is off unless a pattern asks for it.
"""
TRUTHS = ("passages",)
"""Those of the rules that hold a result to what the files say, whatever the model: none of them is scaffold."""
_ASKS_LIST = re.compile(
    r"\b(?:markdown|bullet(?:ed)?|bullet[- ]point|numbered)\s+list\b|\bbullet\s+points\b", re.I
)
_LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\S")
_TEXTS = (".md", ".markdown", ".txt", ".rst")

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
NUMBERS |= {"eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
NUMBERS |= {"hundred": 100, "thousand": 1000}
"""Numbers in words. `one` is missing, because a program can test for at least one without a number."""
_WORD = "|".join(NUMBERS)
_LIMIT = re.compile(
    rf"\b(?:(?P<first>{_WORD})(?:\s+\w+)?\s+or\s+(?:more|fewer|less)\b"
    rf"|(?:at\s+least|at\s+most|more\s+than|fewer\s+than|less\s+than|exactly)\s+(?P<second>{_WORD})\b)",
    re.I,
)
_UNLIKE = re.compile(
    r"\bhow\s+many\s+(?:different|distinct|unique)\b"
    r"|\b(?:each|every)\s+(?:\w+\s+)?(?:only\s+|just\s+)?once\b"
    r"|\b(?:without|no)\s+duplicates\b|\bremov\w+\s+(?:the\s+)?duplicates\b",
    re.I,
)
_ONCE = "leave repeated ones out with dict.fromkeys(...), which keeps the order"
_TOKENS = re.compile(r"\\b|\\w|words\(|split|==|isalpha|isalnum")
_LETTERS = re.compile(r"isalpha|a-z|ascii_letters|\^\\w\\d|\^\\d\\w|\\p\{l", re.I)
_A_WORD = re.compile(
    r"\b(?:longest|shortest|most\s+(?:common|frequent|used)\w*|commonest|different|distinct|unique"
    r"|alphabetical\w*|times|often|(?:begin|start|end)\w*\s+(?:with|in))\b",
    re.I,
)
_WORDS = re.compile(r"\bwords?\b", re.I)
_BARES = re.compile(r"\bre\.|\bwords\(|strip\(\s*['\"a-z]|isalpha|translate|punctuation|isalnum|replace\(")
_ORDER = re.compile(
    r"\balphabetic|\bsort(?:ed)?\b|\bin\s+(?:that|this|the|alphabetical)\s+(?:same\s+)?order\b", re.I
)
_SIFTS = re.compile(r"\bset\b|fromkeys|counter|unique|\bnot in\b|groupby|totals\(")
_FOLDS = re.compile(r"lower|upper|casefold|ignorecase|\bre\.i\b|\(\?i|\bwords\(|\btitle\(|\bcapitalize\(")


def unmet_condition(request: str, program: Program) -> str:
    """Return an instruction for the first condition of `request` that the program leaves out, or ""."""
    tree, code = program.tree, program.plain
    if tree is None:
        return ""
    numbers = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and _is_int(node.value)}
    numbers |= {int(digits) for digits in re.findall(r"\d{1,9}", code)}
    for match in _LIMIT.finditer(request):
        value = NUMBERS[(match["first"] or match["second"]).lower()]
        if not numbers & {value - 1, value, value + 1}:
            return (
                f"the program does not use {match[0]!r}, which the task says; compare with {value} in the code"
            )
    if (case := CASE.search(request)) and not _FOLDS.search(code):
        return f"the program does not do {case[0]!r}, which the task says; make the text lower case first"
    if (whole := WHOLE_WORDS.search(request)) and not _TOKENS.search(code):
        return f"the program does not do {whole[0]!r}, which the task says; use re.findall with \\b around it"
    if (alphabet := LETTERS_ONLY.search(request)) and not _LETTERS.search(code):
        return f"the program does not do {alphabet[0]!r}, which the task says; test each word with .isalpha()"
    if _WORDS.search(request) and _A_WORD.search(request) and ".split()" in code and not _BARES.search(code):
        return "split() leaves commas, brackets and full stops at the words; take them from words(path)"
    sifted = _SIFTS.search(code) or any(
        isinstance(node, (ast.SetComp, ast.DictComp)) for node in ast.walk(tree)
    )
    if (unlike := _UNLIKE.search(request)) and not sifted:
        return f"the program does not do {unlike[0]!r}, which the task says; {_ONCE}"
    if _ORDER.search(request) and "set(" in code and code.rfind("sort") < code.rfind("set("):
        return f"set(...) loses the order that the task asks for; {_ONCE}"
    return ""


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_EACH = re.compile(
    r"\b(?:which|what)\s+(?P<part>year|month|week|weekday|day\s+of\s+the\s+week|quarter|hour|decade)\b", re.I
)
_MOST = re.compile(
    r"\b(?:most|fewest|least)\s+\w+|\b(?:in\s+total|total|sum|on\s+average|average|number\s+of|how\s+many)\b",
    re.I,
)
_SINGULAR = ("is", "was", "has", "does", "this", "its", "his")
_PLURAL = re.compile(
    r"\bwhich\s+(?:of\s+the\s+)?(?P<all>\w+[^\W\dsu]s)\b"
    r"|\bwhich\s+\w+\s+(?P<more>\w+[^\W\dsu]s)\b(?=.*\b(?:are|were|have|do)\b)",
    re.I,
)
_GROUPS = {"Counter", "totals", "groupby", "defaultdict", "setdefault", "count", "get"}


def missing_groups(request: str, program: Program) -> str:
    """Return an objection where the request asks for each group or all rows and the program has less, or ""."""
    tree = program.tree
    if tree is None:
        return ""
    if (match := _EACH.search(request)) and _MOST.search(request) and not _makes_groups(tree):
        part = " ".join(match["part"].lower().split())
        ways = f"totals(kept, {part!r}, column) adds up, Counter(row[{part!r}] for row in kept) counts"
        return f"the program does not count or add up for each {part}: {ways}"
    plural = _PLURAL.search(request)
    noun = (plural["all"] or plural["more"]) if plural else ""
    if noun and noun.lower() not in _SINGULAR and (name := _only_first(tree)):
        return f"the task asks for all {noun}, and the program prints {name}[0] only: print each one in {name}"
    return ""


def _makes_groups(tree: ast.AST) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in _GROUPS:
                return True
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
            return True
        if isinstance(node, (ast.DictComp, ast.SetComp)):
            return True
        if isinstance(node, (ast.For, ast.Lambda)):  # for each of some years: those of its rows
            loops = (ast.For, ast.ListComp, ast.GeneratorExp)
            if any(isinstance(inner, loops) for part in ast.iter_child_nodes(node) for inner in ast.walk(part)):
                return True
    return False


def _only_first(tree: ast.Module) -> str:
    """Return the name of a filtered list of which the program only uses the first element, or ""."""
    filtered = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.ListComp)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    nodes = list(ast.walk(tree))
    firsts = [
        node.value
        for node in nodes
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == 0
    ]
    tests = {
        id(inner) for node in nodes if isinstance(node, (ast.If, ast.IfExp)) for inner in ast.walk(node.test)
    }
    besides = tests | {id(first) for first in firsts}
    others = {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in besides
    }
    return min((filtered & {first.id for first in firsts}) - others, default="")


_ADDS = {"sum", "fsum", "totals", "Counter", "accumulate", "reduce", "mean", "fmean"}
_MEANS = {"mean", "fmean", "average", "median"}


def missing_sum(request: str, program: Program, names: Iterable[str]) -> str:
    """Return an objection where the request asks for a total or average and the program has none, or "".

    `names` are the words of column names: where a column is itself a total or an average, looking it up is
    enough. Source: a 1.5B model takes the largest row for the largest total, in two tries alike.
    """
    tree = program.tree
    if tree is None:
        return ""
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    kinds = {type(node.op) for node in ast.walk(tree) if isinstance(node, (ast.BinOp, ast.AugAssign))}
    column_words = " ".join(names)
    if TOTAL.search(request) and not TOTAL.search(column_words) and not called & _ADDS and ast.Add not in kinds:
        return "the task asks for a total, and the program adds nothing up; sum the values"
    if (
        AVERAGE.search(request)
        and not AVERAGE.search(column_words)
        and not called & _MEANS
        and ast.Div not in kinds
    ):
        return "the task asks for an average, and the program works none out; sum and divide"
    return ""


_NUMBER = re.compile(r"(?<![\w.,/-])-?\d[\d,]*(?:\.\d+)?(?![\w/]|[.,-]\d)")


def unused_givens(request: str, program: Program, files: Iterable[str], workspace: Path) -> list[str]:
    """Return the numbers, quoted words and categories of `request` that the program does not use."""
    tree = program.tree
    if tree is None:
        return []
    code = ast.unparse(_without_bare_texts(tree)).lower()
    numbers = _numbers_in(tree, code)
    text = PATH.sub(" ", request)
    missing = [numeral for numeral in _NUMBER.findall(text) if not _uses_number(numeral, numbers, code)]
    missing += [quotation for quotation in quoted_words(request) if quotation.lower() not in code]
    files = list(files)
    categories, texts = category_words(files, workspace), _worked_with_texts(tree)
    text = without_values(text, _values_set_apart(text, texts, files, workspace))
    for word in dict.fromkeys(WORD.findall(QUOTED.sub(" ", text))):
        if word.lower() in categories and word.lower() not in texts:
            missing.append(word)
    return list(dict.fromkeys(missing))


def _values_set_apart(request: str, texts: str, files: Iterable[str], workspace: Path) -> list[str]:
    """The values of the data that hold a value which the program uses, where the request names both.

    They are what it does not mean, as in "Harbour Gate, not Harbour Gate East": nothing need be done with them.
    """
    named = {
        value
        for _, rows in tables(files, workspace)
        for _, values, categories in columns(rows)
        if categories
        for value in values
        if has_word(request, value)
    }
    used = [value for value in named if value.lower() in texts and stands_apart(value, request, named)]
    return [value for value in named if any(value != short and has_word(value, short) for short in used)]


def longer_than_asked(request: str, program: Program, files: Iterable[str], workspace: Path) -> str:
    """Return an objection to a compared text with more words than `request`, where other values fit; or ""."""
    texts = set(compared_texts(program.tree)) if program.tree else set()
    request_words = {word.lower() for word in re.findall(r"\w+", PATH.sub(" ", request))}
    for path, rows in tables(files, workspace) if texts else ():
        for name, values, _ in columns(rows):
            for text in sorted(texts.intersection(values)):
                words = [word.lower() for word in re.findall(r"\w+", text)]
                common = [word for word in words if word in request_words]
                alike = {value for value in values if all(word in value.lower() for word in common)}
                if any(map(WORD.fullmatch, common)) and len(common) < len(words) and alike - texts:
                    return (
                        f"it compares with {text!r}, but the task says only {' '.join(common)!r}, and "
                        f"{len(alike)} values of column {name!r} in {path} have that"
                    )
    return ""


def _without_bare_texts(tree: ast.Module) -> ast.Module:
    """Return the program without statements that are only a constant, such as docstrings."""
    kept = [
        node for node in tree.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return ast.Module(kept or [ast.Pass()], [])


def _worked_with_texts(tree: ast.AST) -> str:
    """Return the program's string literals without paths and printed texts, which may hold a word by chance."""
    printed = {id(part) for node in ast.walk(tree) for part in _printed_words(node)}
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in printed
    ]
    return "\n".join(PATH.sub(" ", text) for text in texts).lower()


def _printed_words(node: ast.AST) -> list[ast.expr]:
    """The words of an f-string, and the plain texts that are printed."""
    if isinstance(node, ast.JoinedStr):
        return node.values
    return node.args if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print" else []


def row_condition(word: str, files: Iterable[str], workspace: Path) -> str:
    """Return the condition by which a program finds the rows whose category is `word`, or ""."""
    for _, rows in tables(files, workspace):
        for name, values, categories in columns(rows):
            for value in values if categories else ():
                if value.casefold() == word.casefold():
                    return f"row[{name!r}] == {value!r}"
    return ""


def _numbers_in(tree: ast.AST, code: str) -> set[float]:
    values = {
        float(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, (int, float))
        and not isinstance(node.value, bool)
        and abs(node.value) < 1e300  # of a longer whole number there is no float
    }
    return values | {float(digits) for digits in re.findall(r"\d+(?:\.\d+)?", code)}


def _uses_number(number: str, numbers: set[float], code: str) -> bool:
    """True where the program has the number itself or a form of it, such as n/100, 1 - n/100 or n + 1."""
    value = float(number.replace(",", ""))
    ways = (
        value,
        value / 100,
        1 - value / 100,
        1 + value / 100,
        value - 1,
        value + 1,
        100 - value,
        100 + value,
    )
    return number in code or any(abs(value_used - way) < 1e-9 for value_used in numbers for way in ways)


def missing_answer_part(request: str, text: str, task: Task, workspace: Path) -> str:
    """Return an objection where an answer to "which", "who" or "how much" lacks the name or number; else ""."""
    given, named = ({path.strip(".,;:?!'\"()") for path in PATH.findall(words)} for words in (request, text))
    if _ASKS_FILE.search(request) and len(given) == 1 and named and named <= given:
        return "it names the file that was given; print the file name that is written in it"
    if _ASKS_HOW_MUCH.search(request) and not re.search(r"\d", text) and not nothing_found(text):
        return "the answer lacks the number that is asked for: print it"
    find, values = _ASKS_EXTREME.search(request), text_values(task.files, workspace)
    rest = text.casefold()
    if not find and _ASKS_PART_OF_VALUE.search(request):
        return ""
    if not (find or _ASKS_WHICH.search(request)) or not values or re.search(r"\b(?:no|none|nothing)\b", rest):
        return ""
    paths = [Path(path) for path in task.files]
    names = {*values, *(path.name for path in paths), *(path.stem for path in paths)}
    named_things = sorted((name.casefold() for name in names if name.casefold() in rest), key=len, reverse=True)
    if not named_things:
        return "the answer lacks the name: print the name and the number that decides"
    for name in named_things:
        rest = rest.replace(name, " ")
    return (
        "the answer lacks the number that decides: print it beside the name"
        if find and not re.search(r"\d", rest)
        else ""
    )


def no_list_items(change: Change, request: str) -> str:
    """Return an objection where a file should be a markdown list and has no list item, or ""."""
    if not change.content or len(change.content) > LARGEST_CHECKED or not _ASKS_LIST.search(request):
        return ""
    if Path(change.path).suffix.lower() not in _TEXTS:
        return ""
    lines = change.content.decode("utf-8", "replace").splitlines()
    if any(_LIST_ITEM.match(line) for line in lines):
        return ""
    return f"{change.path} is no markdown list: write '- ' before each item"


def other_columns(change: Change, request: str, columns: Sequence[str]) -> str:
    """Return an objection where a table has other columns than the request lists, or ""."""
    ending = Path(change.path).suffix.lower()
    just = just_columns(request, columns)
    if ending not in DELIMITERS or not change.content:
        return ""
    head = change.content[:LARGEST_CHECKED].decode("utf-8", "replace").split("\n", 1)[0].rstrip("\r")
    header = next(csv.reader([head], delimiter=DELIMITERS[ending]), [])
    if not just or sorted(column.casefold() for column in header) == sorted(
        column.casefold() for column in just
    ):
        return ""
    return f"{change.path} has the columns {', '.join(header)}; the task wants just {', '.join(just)}"
