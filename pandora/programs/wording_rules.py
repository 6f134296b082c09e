"""Rules that go by the English words of a request; each is off unless a pattern asks for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from pandora.programs.english_words import (
    CASE,
    LETTERS_ONLY,
    WHOLE_WORDS,
)
from pandora.programs.parsed_program import Program

RULES: Mapping[str, str] = {
    "conditions": "the program does what the request says of limits, case, order, words and repeated ones",
    "given_numbers": "a text that is written has the request's numbers, no made-up code, not its own limit",
    "language": "an answer is in the language of the request, and a text in the one that is asked for",
    "passages": "each sentence of an answer has its numbers and names from passages of the files",
    "proper_names": "a text that is written has every proper name of the request",
}
"""The rules that go by the English words of a request: what each demands, by name.

They can refuse correct work, so each is off unless a pattern asks for it.
"""
TRUTHS = ("passages",)
"""Those of the rules that hold a result to what the files say, whatever the model: none of them is scaffold."""

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
