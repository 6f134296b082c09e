from __future__ import annotations

import pytest

from pandora.programs.english_words import ignores_case
from pandora.programs.parsed_program import read_program
from pandora.programs.wording_rules import unmet_condition


@pytest.mark.parametrize(
    ("request_", "code", "told"),
    [
        ("words of five letters or more", "[w for w in x if len(w) >= 5]", ""),
        ("words of five letters or more", "[w for w in x if len(w) > 4]", ""),
        ("words of five letters or more", "Counter(x)", "compare with 5"),
        ("seats for more than twelve people", "x > 12", ""),
        ("at least three of them", "x", "compare with 3"),
        ("What do three apples cost?", "x", ""),
        ("rooms with one or more windows", "[r for r in rows if r['windows']]", ""),
        ("at least one of them", "any(x)", ""),
        ("ignoring case, how often?", "text.count('a')", "make the text lower case"),
        ("ignoring case, how often?", "text.lower().count('a')", ""),
        ("Ignoring case and punctuation", "re.findall(p, t, re.I)", ""),
        ("the word (any case)", "words('a.txt')", ""),
        ("How many different cards?", "len({row['card'] for row in rows})", ""),
        ("How many different cards?", "len(rows)", "leave repeated ones out"),
        ("every item once, in order", "sorted(items)", "leave repeated ones out"),
        ("every item once, in order", "sorted(set(items))", ""),
        ("every item once, sorted", "x.sort()\ny = list(set(x))", "set(...) loses the order"),
        ("every item once, sorted", "x.sort()\ny = list(dict.fromkeys(x))", ""),
        ("the longest word (letters only)", "max(text.split(), key=len)", "isalpha"),
        ("the longest word (letters only)", "max((w for w in x if w.isalpha()), key=len)", ""),
        ("the longest word of the text", "max(text.split(), key=len)", "words(path)"),
        ("the longest word of the text", "max(words('a.txt'), key=len)", ""),
        ("the longest word of the text", "max((w.strip('.,') for w in text.split()), key=len)", ""),
        ("the word 'oak' (whole word)", "sum('oak' in line for line in x)", "use re.findall with \\b"),
        ("the word 'oak' (whole word)", r"len(re.findall(r'\boak\b', text))", ""),
        ("the word 'oak' (whole word)", "words('a.txt').count('oak')", ""),
        ("How many words has the text?", "len(text.split())", ""),
        ("five or more", "no python (", ""),
    ],
)
def test_what_the_request_says_in_words_is_in_the_program(request_: str, code: str, told: str) -> None:
    found = unmet_condition(request_, read_program(code))
    assert told in found
    assert bool(found) == bool(told)


def test_case_that_is_ignored() -> None:
    assert ignores_case("Ignoring punctuation and case, count")
    assert not ignores_case("In that case, count")
