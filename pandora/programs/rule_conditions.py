"""Conditions in words that a program has to use: "five letters or more", "ignoring case"."""

from __future__ import annotations

import ast
import re

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


def unmet(request: str, code: str) -> str:
    """The first condition of `request` that `code` does nothing about, as the next try is told it, or ""."""
    try:
        tree = ast.parse(code)
        held = ast.unparse(tree).lower()
    except (SyntaxError, ValueError, RecursionError):
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
