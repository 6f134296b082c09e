"""Sessions of small pages, and of the one page of this repository that needs no real model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs_check import __main__ as command_line
from tests.docs_check.comparison import differences, missing_facts, visible
from tests.docs_check.page_blocks import parse_page, read_page
from tests.docs_check.session import Checked, check_page

RUN = """\
system-2zfa3d: begins: How many?
system-2zfa3d: UNDERSTAND: 281 prompt tokens (281 evaluated), 15 written, 5.7 s
system-2zfa3d: accepted
5 (0.93)

state/system-2zfa3d.md (and 2 more documents of this run)
accepted: 7 calls, 2207 prompt tokens (1201 evaluated), 311 written, 47.6 s"""
AGAIN = """\
loads some-model · 0 %
system-k3f9a2: begins: How many?
system-k3f9a2: UNDERSTAND: 290 prompt tokens (3 evaluated), 16 written, 12.1 s
system-k3f9a2: PLAN: reads 512 of 900 tokens · 61 tok/s · about 6 s left
system-k3f9a2: accepted
5 (0.71)

state/system-k3f9a2.md (and 2 more documents of this run)
accepted: 7 calls, 2311 prompt tokens (1401 evaluated), 299 written, 61.0 s
"""


def session(text: str) -> Checked:
    return check_page(parse_page("docs/some.md", text))


def test_a_page_is_one_session_from_top_to_bottom() -> None:
    checked = session(
        "<!-- check: file notes/list.txt -->\n```\nmilk\nbread\n```\n"
        "<!-- check: `wc` prints `2` -->\n```sh\ncp notes/list.txt copy.txt   # again\nwc -l copy.txt\n```\n"
        "<!-- check: exits with 1 -->\n```console\n$ grep jam copy.txt\n```\n"
        "<!-- check: first `echo jam >> copy.txt` -->\n```console\n$ grep jam copy.txt\njam\n$ ls state data\n"
        "data:\nlaptops.csv\n\nstate:\n```\n"
    )
    assert (checked.differing, checked.left_out) == ([], [])


def test_a_difference_is_told_with_the_lines_of_the_page() -> None:
    text = "# Some\n\n```console\n$ printf 'one\\ntwo\\n'\none\nthree\n```\n"
    checked = session(text)
    assert checked.differing == [
        "docs/some.md:4: `printf 'one\\ntwo\\n'` prints otherwise\n  line 6 shows:  three\n  printed:  two"
    ]
    assert checked.text == text.replace("three", "two")
    assert session(checked.text).differing == []


def test_the_words_of_an_opinion_that_decides_nothing_may_vary() -> None:
    said, other = (f"Issues: {words} (the model's opinion; a person wrote the plan)" for words in ("a", "b c"))
    assert differences([said], [other], 1) == []
    assert differences([said], ["Issues: b c"], 1) != []


def test_a_wrong_answer_is_told_and_never_put_into_the_page() -> None:
    text = (
        "<!-- check: prints `5` -->\n```console\n$ echo There are 25.\nThere are 5.\n```\n"
        "```console\n$ echo more\nless\n```\n"
    )
    checked = session(text)
    assert "the answer does not have `5`" in checked.differing[0]
    assert len(checked.differing) == 2
    assert checked.text == text


def test_an_exit_code_that_the_page_does_not_name_is_told() -> None:
    checked = session("```sh\necho so; false\n```\n")
    assert checked.differing == [
        "docs/some.md:2: `echo so; false` prints otherwise\n  exit code 1 instead of 0\n  printed:  so"
    ]


def test_a_program_that_is_not_there_is_listed() -> None:
    checked = session("<!-- check: needs no-such-program -->\n```sh\nno-such-program\n```\n")
    assert checked.left_out == [
        "docs/some.md:3: `no-such-program` is not run: there is no no-such-program on this machine"
    ]


def test_only_what_must_vary_may_differ() -> None:
    shown, printed = RUN.split("\n"), AGAIN.split("\n")
    assert differences(shown, visible(shown, printed), 1) == []
    other = AGAIN.replace("7 calls", "8 calls").replace("5 (", "6 (").split("\n")
    assert differences(shown, visible(shown, other), 10) == [
        "  line 13 shows:  5 (0.93)",
        "  printed:  6 (0.71)",
        "  line 16 shows:  accepted: 7 calls, 2207 prompt tokens (1201 evaluated), 311 written, 47.6 s",
        "  printed:  accepted: 8 calls, 2311 prompt tokens (1401 evaluated), 299 written, 61.0 s",
    ]


def test_a_page_may_leave_out_progress_and_cost_or_what_it_says_is_left_out() -> None:
    assert visible(["5"], AGAIN.split("\n")) == ["5 (0.71)"]
    assert visible(["a", "…", "d"], ["a", "b", "c", "d"]) == ["a", "…", "d"]
    assert differences(["a", "…", "d"], visible(["a", "…", "d"], ["a", "b", "e"]), 1) != []


def test_a_fact_stands_in_the_answer_as_words_of_its_own() -> None:
    assert missing_facts(["5"], AGAIN.split("\n")) == []
    assert missing_facts(["7", "How many", "0.7"], AGAIN.split("\n")) == ["7", "How many", "0.7"]
    assert missing_facts(["5.4", "5"], ["Total: 5.4000"]) == ["5"]


def test_a_page_with_replies_of_its_own_prints_what_it_shows() -> None:
    checked = check_page(read_page("docs/patterns.md"))
    assert (checked.differing, checked.left_out) == ([], [])


def test_update_writes_what_was_printed_into_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "some.md"
    page.write_text(
        "<!-- check: prints `plum` -->\n```console\n$ echo It is a plum.\na plum, surely\n```\nAnd\n\n"
        "- <!-- check: no comment of its own line -->\n\n"
        "  <!-- check: output of `cat data/laptops.csv` -->\n  ```markdown\n  nothing\n  ```\n",
        encoding="utf-8",
    )
    for module in ("page_blocks", "__main__"):
        monkeypatch.setattr(f"tests.docs_check.{module}.ROOT", tmp_path)
    monkeypatch.setattr("tests.docs_check.passes.FILE", tmp_path / "passes.jsonl")
    assert command_line.main(["some.md"]) == 1
    assert "some.md:3: `echo It is a plum.` prints otherwise\n  line 4 shows:" in capsys.readouterr().out
    assert command_line.main(["some.md", "--update"]) == 0
    updated = page.read_text(encoding="utf-8")
    assert "\nIt is a plum.\n```\nAnd" in updated
    assert "  ```markdown\n  name,price,gpu\n  MSI" in updated
    assert command_line.main(["some.md"]) == 0
    assert page.read_text(encoding="utf-8") == updated
