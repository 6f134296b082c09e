"""Rules about the English wording of a request: what it gives or asks for must stand in the program."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pandora.programs.mentions import PATH, QUOTED, WORD, category_words, columns, tables
from pandora.programs.program import Program

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
NUMBERS |= {"eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
NUMBERS |= {"hundred": 100, "thousand": 1000}
"""Without `one`: whether there is any at all is asked of a program in ways that hold no number."""
_WORD = "|".join(NUMBERS)
_LIMIT = re.compile(
    rf"\b(?:(?P<first>{_WORD})(?:\s+\w+)?\s+or\s+(?:more|fewer|less)\b"
    rf"|(?:at\s+least|at\s+most|more\s+than|fewer\s+than|less\s+than|exactly)\s+(?P<second>{_WORD})\b)",
    re.I,
)
_CASE = re.compile(
    r"\bignor\w+\s+(?:\w+\s+and\s+)?(?:the\s+|its\s+|upper\s+and\s+lower\s+)?case\b"
    r"|\bany\s+case\b|\bcase[- ]insensitiv|\bregardless\s+of\s+case\b|\bwhatever\s+(?:the|its)\s+case\b",
    re.I,
)
_UNLIKE = re.compile(
    r"\bhow\s+many\s+(?:different|distinct|unique)\b"
    r"|\b(?:each|every)\s+(?:\w+\s+)?(?:only\s+|just\s+)?once\b"
    r"|\b(?:without|no)\s+duplicates\b|\bremov\w+\s+(?:the\s+)?duplicates\b",
    re.I,
)
_ONCE = "leave repeated ones out with dict.fromkeys(...), which keeps the order"
_WHOLE = re.compile(r"\b(?:whole|entire|full|exact)\s+words?\b|\bas\s+a\s+(?:whole\s+)?word\b", re.I)
_TOKENS = re.compile(r"\\b|\\w|words\(|split|==|isalpha|isalnum")
_ALPHABET = re.compile(r"\bletters\s+only\b|\bonly\s+(?:of\s+)?letters\b|\bonly\s+count\w*\s+letters\b", re.I)
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


def unmet(request: str, program: Program) -> str:
    """The first condition of `request` that the program does nothing about, as the next try is told, or ""."""
    tree, held = program.tree, program.plain
    if tree is None:
        return ""
    numbers = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and _is_int(node.value)}
    numbers |= {int(each) for each in re.findall(r"\d{1,9}", held)}
    for found in _LIMIT.finditer(request):
        value = NUMBERS[(found["first"] or found["second"]).lower()]
        if not numbers & {value - 1, value, value + 1}:
            return (
                f"the program does not use {found[0]!r}, which the task says; compare with {value} in the code"
            )
    if (case := _CASE.search(request)) and not _FOLDS.search(held):
        return f"the program does not do {case[0]!r}, which the task says; make the text lower case first"
    if (whole := _WHOLE.search(request)) and not _TOKENS.search(held):
        return f"the program does not do {whole[0]!r}, which the task says; use re.findall with \\b around it"
    if (alphabet := _ALPHABET.search(request)) and not _LETTERS.search(held):
        return f"the program does not do {alphabet[0]!r}, which the task says; test each word with .isalpha()"
    if _WORDS.search(request) and _A_WORD.search(request) and ".split()" in held and not _BARES.search(held):
        return "split() leaves commas, brackets and full stops at the words; take them from words(path)"
    sifted = _SIFTS.search(held) or any(
        isinstance(node, (ast.SetComp, ast.DictComp)) for node in ast.walk(tree)
    )
    if (unlike := _UNLIKE.search(request)) and not sifted:
        return f"the program does not do {unlike[0]!r}, which the task says; {_ONCE}"
    if _ORDER.search(request) and "set(" in held and held.rfind("sort") < held.rfind("set("):
        return f"set(...) loses the order that the task asks for; {_ONCE}"
    return ""


def ignores_case(request: str) -> bool:
    """True where the request says that capitals and small letters are the same."""
    return _CASE.search(request) is not None


def letters_only(request: str) -> bool:
    """True where the request wants words without digits and signs."""
    return _ALPHABET.search(request) is not None


def whole_words(request: str) -> bool:
    """True where a word is not to be found within a longer one."""
    return _WHOLE.search(request) is not None


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


def ungrouped(request: str, program: Program) -> str:
    """What the program does not do for each group or every row that the request asks for, or ""."""
    tree = program.tree
    if tree is None:
        return ""
    if (each := _EACH.search(request)) and _MOST.search(request) and not _groups(tree):
        part = " ".join(each["part"].lower().split())
        ways = f"totals(kept, {part!r}, column) adds up, Counter(row[{part!r}] for row in kept) counts"
        return f"the program does not count or add up for each {part}: {ways}"
    plural = _PLURAL.search(request)
    noun = (plural["all"] or plural["more"]) if plural else ""
    if noun and noun.lower() not in _SINGULAR and (name := _only_first(tree)):
        return f"the task asks for all {noun}, and the program prints {name}[0] only: print each one in {name}"
    return ""


def _groups(tree: ast.AST) -> bool:
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
            if any(isinstance(each, loops) for part in ast.iter_child_nodes(node) for each in ast.walk(part)):
                return True
    return False


def _only_first(tree: ast.Module) -> str:
    """The list that a program filters and of which it only ever uses the first, or ""."""
    made = {
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
        id(each) for node in nodes if isinstance(node, (ast.If, ast.IfExp)) for each in ast.walk(node.test)
    }
    besides = tests | {id(each) for each in firsts}
    others = {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in besides
    }
    return min((made & {each.id for each in firsts}) - others, default="")


_TOTAL = re.compile(r"\b(?:in total|total|altogether|sum|combined|together|added up)\b", re.I)
_AVERAGE = re.compile(r"\b(?:average|mean|on average)\b", re.I)
_ADDS = {"sum", "fsum", "totals", "Counter", "accumulate", "reduce", "mean", "fmean"}
_MEANS = {"mean", "fmean", "average", "median"}
MOST = 2


def totals_lines(request: str, loaded: Mapping[str, Any]) -> list[str]:
    """A line that adds up, where the request asks for totals and rows have kinds to add by."""
    if not _TOTAL.search(request):
        return []
    lines = []
    for name, rows in loaded.items():
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            continue
        kinds = [column for column, _, categories in columns(rows) if categories and _named(column, request)]
        amounts = [key for key, value in rows[0].items() if _amount(key, value)]
        amounts = amounts if len(amounts) == 1 else [each for each in amounts if _named(each, request)]
        if kinds and len(amounts) == 1:
            told = f"list of ({kinds[0]}, sum of {amounts[0]}), the largest first"
            lines.append(f"{amounts[0]}_totals = totals({name}, {kinds[0]!r}, {amounts[0]!r})  # {told}")
    return lines[:MOST]


def _named(column: str, request: str) -> bool:
    return re.search(rf"\b{re.escape(column)}", request, re.I) is not None


def _amount(key: str, value: Any) -> bool:
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return plain and key.isidentifier() and not re.search(r"(?:^|_)(?:id|no|nr|number|code|year)$", key, re.I)


def not_worked_out(request: str, program: Program, names: Iterable[str]) -> str:
    """What the request asks to be worked out and the program does not do, or "".

    Where a column is itself called so, looking it up is enough. Source: a 1.5B model takes the largest row for
    the largest total, twice alike.
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
    held = " ".join(names)
    if _TOTAL.search(request) and not _TOTAL.search(held) and not called & _ADDS and ast.Add not in kinds:
        return "the task asks for a total, and the program adds nothing up; sum the values"
    if _AVERAGE.search(request) and not _AVERAGE.search(held) and not called & _MEANS and ast.Div not in kinds:
        return "the task asks for an average, and the program works none out; sum and divide"
    return ""


_NUMBER = re.compile(r"(?<![\w.,/-])-?\d[\d,]*(?:\.\d+)?(?![\w/]|[.,-]\d)")

_DIGITS = re.compile(r"\d+")
READ = 4 << 20
"""Bytes of a file that are looked through."""
_LOOKS_FOR = ("startswith", "endswith", "count", "index", "find")
_EXAMPLE = re.compile(r"\b(?:like|such as|e\.g\.|for example)[:,]?\s+['\"“‘][^'\"”’\n]*['\"”’]", re.I)


def lacking(request: str, program: Program, files: Iterable[str], workspace: Path) -> list[str]:
    """The givens of `request` that the program does not use, as they are written there."""
    tree = program.tree
    if tree is None:
        return []
    held = ast.unparse(_without_prose(tree)).lower()
    numbers = _numbers_of(tree, held)
    text = PATH.sub(" ", request)
    missing = [each for each in _NUMBER.findall(text) if not _used(each, numbers, held)]
    missing += [each for each in quoted_words(request) if each.lower() not in held]
    categories, texts = category_words(files, workspace), _texts_of(tree)
    for word in dict.fromkeys(WORD.findall(QUOTED.sub(" ", text))):
        if word.lower() in categories and word.lower() not in texts:
            missing.append(word)
    return list(dict.fromkeys(missing))


def misspelt(program: Program, files: Iterable[str], workspace: Path) -> str:
    """A text that the program compares with and that the data only has in another spelling, in words, or ""."""
    tree = program.tree
    if tree is None:
        return ""
    if told := _part_only(tree, files, workspace):
        return told
    fold = str.casefold if re.search(r"lower\(|upper\(|casefold\(", program.source) else str
    values = [each for _, rows in tables(files, workspace) for _, found, _ in columns(rows) for each in found]
    for text in dict.fromkeys(_compared(tree)):
        if any(fold(text) in fold(value) for value in values):
            continue
        if near := next((value for value in values if _bare(text) and _bare(text) in _bare(value)), None):
            return f"it compares with {text!r}, but the data has {near!r}"
    return ""


def _part_only(tree: ast.AST, files: Iterable[str], workspace: Path) -> str:
    """A text that is compared with a column's values and that is only a part of them, in words, or ""."""
    held = {name: values for _, rows in tables(files, workspace) for name, values, _ in columns(rows)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)):
            continue
        for text, side in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            column = _column(side)
            if not (isinstance(text, ast.Constant) and isinstance(text.value, str) and column in held):
                continue
            wanted, values = text.value.casefold(), [each.casefold() for each in held[column]]
            parts = [each for each in values if wanted in each]
            if parts and wanted not in values:
                told = f"no value of column {column!r} is {text.value!r} alone, but {parts[0]!r} has it"
                return f"{told}: write {text.value!r} in {ast.unparse(side)}"
    return ""


def _column(node: ast.expr) -> str:
    """The column that `row["a"]` or `row["a"].lower()` looks up, or ""."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    key = node.slice if isinstance(node, ast.Subscript) else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""


def narrower(request: str, program: Program, files: Iterable[str], workspace: Path) -> str:
    """A text that the program compares with and that says more than `request`, where others fit too; or ""."""
    texts = set(_compared(program.tree)) if program.tree else set()
    said = {word.lower() for word in re.findall(r"\w+", PATH.sub(" ", request))}
    for path, rows in tables(files, workspace) if texts else ():
        for name, values, _ in columns(rows):
            for text in sorted(texts.intersection(values)):
                words = [each.lower() for each in re.findall(r"\w+", text)]
                common = [each for each in words if each in said]
                alike = {each for each in values if all(word in each.lower() for word in common)}
                if any(map(WORD.fullmatch, common)) and len(common) < len(words) and alike - texts:
                    return (
                        f"it compares with {text!r}, but the task says only {' '.join(common)!r}, and "
                        f"{len(alike)} values of column {name!r} in {path} have that"
                    )
    return ""


def _compared(tree: ast.AST) -> list[str]:
    """The texts that a program compares with, or looks for the beginning, the end or the number of."""
    inside: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            inside += [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _LOOKS_FOR:
            inside += node.args
    return [text for node in inside for text in _own_texts(node)]


def _own_texts(node: ast.AST) -> list[str]:
    """The texts of an expression but for the keys in it."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Subscript):
        return _own_texts(node.value)
    if isinstance(node, ast.Call):
        return _own_texts(node.func)
    return [text for each in ast.iter_child_nodes(node) for text in _own_texts(each)]


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def invented(text: str, known: str, files: Iterable[str], workspace: Path) -> list[str]:
    """The numbers of two digits or more in an answer that stand neither in `known` nor in the files."""
    texts = [known]
    for path in files:
        with contextlib.suppress(OSError):
            texts.append((workspace / path).read_bytes()[:READ].decode("utf-8", "replace"))
    there = set(_DIGITS.findall("\n".join(texts).replace(",", "")))
    said = _DIGITS.findall(text.replace(",", ""))
    return [each for each in dict.fromkeys(said) if len(each) > 1 and each not in there]


def quoted_words(request: str) -> list[str]:
    """What the request quotes, but for paths and for what it calls an example."""
    return [each for each in QUOTED.findall(_EXAMPLE.sub(" ", request)) if not PATH.fullmatch(each)]


def _without_prose(tree: ast.Module) -> ast.Module:
    """The program without its strings that stand alone; comments are gone from the tree anyway."""
    kept = [
        node for node in tree.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return ast.Module(kept or [ast.Pass()], [])


def _texts_of(tree: ast.AST) -> str:
    """The texts that a program works with: a variable, a path or what it prints has such a word by chance."""
    said = {id(each) for node in ast.walk(tree) for each in _said(node)}
    found = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    ]
    return "\n".join(PATH.sub(" ", each) for each in found).lower()


def _said(node: ast.AST) -> list[ast.expr]:
    """The words of an f-string, and the plain texts that are printed."""
    if isinstance(node, ast.JoinedStr):
        return node.values
    return node.args if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print" else []


def where(word: str, files: Iterable[str], workspace: Path) -> str:
    """How a program finds the rows whose category is `word`, or ""."""
    for _, rows in tables(files, workspace):
        for name, values, categories in columns(rows):
            for value in values if categories else ():
                if value.casefold() == word.casefold():
                    return f"row[{name!r}] == {value!r}"
    return ""


def _numbers_of(tree: ast.AST, code: str) -> set[float]:
    found = {
        float(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, (int, float))
        and not isinstance(node.value, bool)
        and abs(node.value) < 1e300  # of a longer whole number there is no float
    }
    return found | {float(each) for each in re.findall(r"\d+(?:\.\d+)?", code)}


def _used(number: str, numbers: set[float], held: str) -> bool:
    """True where the number stands in the program as itself, a hundredth, or what is left of a whole."""
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
    return number in held or any(abs(each - way) < 1e-9 for each in numbers for way in ways)
