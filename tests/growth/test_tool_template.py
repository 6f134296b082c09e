from __future__ import annotations

from pathlib import Path

import pytest

from pandora.check.lint_system import system_problems
from pandora.check.token_costs import WORDS
from pandora.disk.layout import Workspace
from pandora.growth.examples import Example
from pandora.growth.tool_template import function_opening_of, name_of, opening_of, template_of
from tests.engine.runs import Bench

KINDS = ("answer", "file", "change")
COUNTS = [Example({"path": name}, "2", {name: "a b"}) for name in ("a.txt", "b.txt", "c.md")]


def test_the_examples_fill_the_template() -> None:
    """Growth 10: kinds, needs, effects, the form and the result come from the examples, by code."""
    template = template_of(COUNTS, "operation", "count", "how many: words?", "Count words", KINDS)
    text = template.files("print(2)")["system/operations/count.md"]
    assert "when: how many  words\n" in text
    assert "kinds: [answer]\n" in text
    assert 'needs: ["*.txt", "*.md"]\n' in text
    assert "effects: none\n" in text
    assert "phases: {do: code}\n" in text, "a path alone needs no model"
    assert "### Form\nPath: {line 60}\n" in text


def test_what_examples_write_decides_effects_and_kind() -> None:
    """Growth 8 and 10: what it may change is what the examples change."""
    writes = [Example({"path": "a.csv", "to": to}, None, {"a.csv": "x"}, {to: "y"}) for to in ("b", "c", "d")]
    template = template_of(writes, "operation", "copy", "w", "Copy", KINDS)
    assert (template.effects, list(template.kinds)) == ("workspace", ["file"])
    units = [Example({"amount": str(n), "unit": unit}, "1") for n, unit in enumerate(("km", "mi", "km", "mi"))]
    template = template_of(units, "operation", "convert", "w", "Convert", KINDS)
    assert dict(template.choices) == {"unit": ["km", "mi"]}
    assert not template.by_code


@pytest.mark.parametrize("level", ["operation", "tool"])
def test_a_filled_template_is_a_clean_pattern(bench: Bench, level: str) -> None:
    """Growth 10 and 11: `check` finds nothing, whatever words the blanks were filled with."""
    words = 'Count: the "words" # of [all] {files} --- ```x```'
    template = template_of(COUNTS, level, name_of("Count Words!", ["count_words"]), words, words, KINDS)
    assert template.name == "count_words_2"
    for path, text in template.files("print('```')\n# ~~~\n").items():
        target = Path(bench.workspace.root, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace("kinds: [answer]\n", ""), encoding="utf-8")  # the small system has none
    found = [p for p in system_problems(Workspace(bench.workspace.root), WORDS) if "count_words" in p.path]
    assert found == []


def test_a_script_begins_with_its_inputs_read_and_its_files_loaded() -> None:
    assert opening_of(COUNTS).endswith('path = given["path"]\ntext_of_path = text(path)\n')
    tables = [Example({"path": "a.csv"}, "1", {"a.csv": "x"})]
    assert "rows = table(path)" in opening_of(tables)
    numbers = [Example({"km": km, "days": "2", "code": "007"}, "1") for km in ("5", "0.8")]
    lines = opening_of(numbers).splitlines()
    assert lines[4:] == ['km = float(given["km"])', 'days = int(given["days"])', 'code = given["code"]']
    assert opening_of([Example({"a name": "x"}, "1")]).endswith('a_name = given["a name"]\n')


def test_an_input_that_is_a_day_is_read_as_one() -> None:
    """Growth 10: a model that is given a day counts with it, and not with its letters."""
    days = [Example({"first": day}, "1") for day in ("2024-02-29", "2025-12-01")]
    opening = opening_of(days)
    assert "from datetime import date, timedelta\n" in opening
    assert opening.endswith('first = date.fromisoformat(given["first"])\n')
    assert "datetime" not in opening_of([*days, Example({"first": "2025-02-29"}, "1")])


def test_a_file_with_a_name_of_its_own_is_loaded_under_that_name() -> None:
    """Growth 10: `first` is what stands in the first file; a second name for it is one that models mix up."""
    files = {"a.json": "{}", "b.csv": "x,y\n1,2\n"}
    two = [Example({"first": "a.json", "second list": "b.csv"}, "1", files)]
    assert opening_of(two).splitlines()[4:] == [
        'first = load(given["first"])',
        'second_list = table(given["second list"])  # a list of dicts by column',
    ]
    assert "def join(first, second_list):" in function_opening_of(two, "join", "Join.")


def test_a_function_is_begun_with_what_was_loaded() -> None:
    """Growth 10: name, arguments and purpose of a function are no blanks."""
    assert function_opening_of(COUNTS, "count", 'Count "all" words.').endswith(
        'text_of_path = text(path)\n\n\ndef count(text_of_path):\n    """Count all words."""\n'
    )
    assert "def add(a_name, n):" in function_opening_of(
        [Example({"a name": "x", "n": "1"}, "1")], "add", "Add."
    )
