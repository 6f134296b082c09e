from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pandora.document.body import parse, render, show
from pandora.document.fill import UNLIMITED, ReplyLimits, fill, most_tokens, one_line
from pandora.document.form import Slot, parse_form
from pandora.document.grammar import to_gbnf


class Pen:
    """Writes what it is told, and keeps the whole reply."""

    def __init__(self, *free: str, choices: Sequence[str] = ()) -> None:
        self.texts = list(free)
        self.choices = list(choices)
        self.reply = ""
        self.limits: list[tuple[str, int]] = []
        self.first_without: list[str] = []
        self.shares: list[float] = []

    def literal(self, text: str) -> None:
        assert not text.endswith(" "), "tokenizers join a space to the next word"
        self.reply += text

    def free(self, stop: str, limit: int, without: Sequence[str] = (), first_without: str = "") -> str:
        self.limits.append((stop, limit))
        self.first_without.append(first_without)
        text = self.texts.pop(0)
        self.reply += text
        return text

    def choose(self, options: Sequence[str]) -> tuple[int, float]:
        wanted = self.choices.pop(0)
        index = next(number for number, option in enumerate(options) if option.strip() == wanted.strip())
        self.reply += options[index]
        return index, 0.75


def test_lines_and_choices_in_the_forms_order() -> None:
    form = parse_form("Task: {given}\nApproach: {line}\nConfidence: {high | low}\nWhy: {line 20}")
    writer = Pen(" read  it", " so", choices=["low"])
    filled = fill(form, writer)
    assert filled.values == {"approach": "read it", "confidence": "low", "why": "so"}
    assert filled.probabilities == {"confidence": 0.75}
    assert writer.reply == "Approach: read  it\nConfidence: low\nWhy: so"
    assert writer.limits == [("\n", 96), ("\n", 20)]


def test_a_function_ends_with_its_fence_or_two_blank_lines() -> None:
    form = parse_form("Code: {code python of a function}")
    writer = Pen("    return 1\n```\nSo it is.")
    assert fill(form, writer, {"code": "def one():\n"}).values == {"code": "def one():\n    return 1"}
    assert writer.limits == [("\n\n\n", UNLIMITED)]


def test_a_writer_that_tells_what_fell_to_each_of_several_options_is_heard() -> None:
    form = parse_form("Kind: {good | bad | fair}\nSure: {yes | no}")
    writer = Pen(choices=["bad", "no"])
    writer.shares = [0.1, 0.75, 0.15]
    filled = fill(form, writer)
    each = {"kind=good": 0.1, "kind=bad": 0.75, "kind=fair": 0.15}
    assert filled.probabilities == {"kind": 0.75, **each, "sure": 0.75}


def test_the_shares_of_an_items_options_are_kept_by_its_number() -> None:
    form = parse_form("Steps: {1..2 of}\n  {quote | python | draft}: {line}")
    writer = Pen(" how many", choices=["quote", ""])
    writer.shares = [0.5, 0.4, 0.1]
    filled = fill(form, writer)
    assert filled.values == {"steps": [{"choice": "quote", "line": "how many"}]}
    shares = {
        f"steps.1.choice={name}": share for name, share in [("quote", 0.5), ("python", 0.4), ("draft", 0.1)]
    }
    assert filled.probabilities == {"steps.1.choice": 0.75, **shares}


def test_code_stands_in_a_fence_and_may_be_begun() -> None:
    form = parse_form("Code: {code python}\nWhy: {line}")
    writer = Pen("print(x)", " so")
    filled = fill(form, writer, {"code": "x = 1\n"})
    assert filled.values["code"] == "x = 1\nprint(x)"
    assert writer.reply == "Code:\n```python\nx = 1\nprint(x)\n```\nWhy: so"
    assert writer.limits[0] == ("\n```", 400)


def test_the_content_of_a_file_has_no_limit_but_the_models_context() -> None:
    plain = parse_form("Code: {code}")["code"].slot
    assert isinstance(plain, Slot)
    assert parse_form("Code: {code of a file}")["code"].slot == replace(plain, of_file=True)
    form = parse_form("Code: {code python of a file}\nText: {text of a file without []}\nMore: {code}")
    writer = Pen("x", "y", "z")
    fill(form, writer, limits=ReplyLimits(code=2048))
    assert writer.limits == [("\n```", UNLIMITED), ("\n\n\n", UNLIMITED), ("\n```", 2048)]
    assert most_tokens(form) < 2000
    assert show(form) == show(parse_form("Code: {code python}\nText: {text without []}\nMore: {code}"))


def test_limits_are_the_models() -> None:
    writer = Pen("a", "b", "c", "d")
    form = parse_form("Line: {line}\nShort: {line 20}\nCode: {code python}\nText: {text}")
    fill(form, writer, limits=ReplyLimits(240, 8192, 4096))
    assert [limit for _, limit in writer.limits] == [240, 20, 8192, 4096]


@pytest.mark.parametrize(("opening", "barred"), [("x = 1  # so\n", ""), ("x = 1\n  # print it\n\n", "#`")])
def test_behind_lines_that_end_with_a_comment_code_begins_with_none(opening: str, barred: str) -> None:
    writer = Pen("print(x)")
    fill(parse_form("Code: {code python}"), writer, {"code": opening})
    assert writer.first_without == [barred]


def test_text_may_have_many_lines() -> None:
    assert fill(parse_form("Text: {text}"), Pen(" a\nb \n")).values == {"text": "a\nb"}


STEPS = parse_form("Steps: {1..3 of}\n  {menu}: {line}\nWhy: {line}").bind(menu=("read", "table"))


def test_a_text_may_be_begun() -> None:
    writer = Pen("\n\nYours, Ada")
    filled = fill(parse_form("Text: {text}"), writer, {"text": "Dear Mr Low, it leaks.\n"})
    assert filled.values["text"] == "Dear Mr Low, it leaks.\n\nYours, Ada"
    assert writer.reply == "Text: Dear Mr Low, it leaks.\n\nYours, Ada"


def test_a_list_goes_on_until_the_next_label_is_likelier() -> None:
    writer = Pen(" a file", " it", " so", choices=["read", "2.", "table", "Why:"])
    filled = fill(STEPS, writer)
    assert filled.values["steps"] == [{"menu": "read", "line": "a file"}, {"menu": "table", "line": "it"}]
    assert writer.reply == "Steps:\n1. read: a file\n2. table: it\nWhy: so"
    assert set(filled.probabilities) == {"steps.1.menu", "steps.2.menu"}
    assert parse(STEPS, writer.reply).problems == []


def test_a_list_ends_at_its_most() -> None:
    writer = Pen(" a", " b", " c", " so", choices=["read", "2.", "read", "3.", "read"])
    assert len(fill(STEPS, writer).values["steps"]) == 3
    assert writer.reply.endswith("3. read: c\nWhy: so")


def test_a_list_at_the_end_ends_with_the_reply() -> None:
    form = parse_form("Steps: {0..2 of}\n  {line}")
    assert fill(form, Pen(choices=[""])).values == {"steps": []}
    assert fill(form, Pen(" a", choices=["1.", ""])).values == {"steps": [{"line": "a"}]}


def test_an_option_that_does_everything_brings_its_line_and_ends_the_list() -> None:
    writer = Pen(" so", choices=["table"])
    filled = fill(STEPS.with_whole("steps", {"table": "the whole task"}), writer)
    assert filled.values["steps"] == [{"menu": "table", "line": "the whole task"}]
    assert writer.reply == "Steps:\n1. table: the whole task\nWhy: so"


@pytest.mark.parametrize("confidence", ["high", "low"])
def test_what_is_filled_renders_and_parses_to_the_same(confidence: str) -> None:
    form = parse_form("Approach: {line}\nConfidence: {high | low}\nCode: {code python}\nText: {text}")
    filled = fill(form, Pen(" a", "x = 1", " b\n c", choices=[confidence]))
    again = parse(form, render(form, filled.values, filled.probabilities))
    assert again.problems == []
    assert again.values == filled.values
    assert again.probabilities == filled.probabilities


def test_one_line() -> None:
    assert one_line(" a\n\tb\u2028c ") == "a b c"


def test_a_text_may_be_without_some_characters() -> None:
    form = parse_form("Letter: {text without []}")
    assert form["letter"].slot.options == ("[", "]")  # type: ignore[union-attr]
    assert show(form) == "Letter: <text>\n"
    assert "\\x5B\\x5D" in to_gbnf(form)


def test_a_fence_right_behind_the_lines_that_are_given_ends_the_code() -> None:
    form = parse_form("Code: {code python}")
    filled = fill(form, Pen("```\nThat is all."), {"code": "x = 1\nprint(x)\n"})
    assert filled.values["code"] == "x = 1\nprint(x)"
