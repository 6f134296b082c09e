"""Mermaid and dot hold words as words."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from pandora.questions.drawing_mermaid_dot import dot, mermaid
from tests.questions.pictures import many, nasty


def test_mermaid_has_each_question_each_line_and_no_stray_mark() -> None:
    picture = nasty()
    lines = mermaid(picture).splitlines()
    assert lines[0] == "flowchart LR"
    boxes = [line for line in lines if re.fullmatch(r'    n\d+\["(?:[\w .,:-]|#\d+;)+"\]:::\w+', line)]
    assert len(boxes) == len(picture.items)
    assert sum(" --> " in line for line in lines) == len(picture.items) - 1
    joined = [line for line in lines if re.fullmatch(r'    n\d+ -\. "(?:[\w .,:-]|#\d+;)+" \.- n\d+', line)]
    assert len(joined) == len(picture.links)
    assert "settled" in joined[-1]
    assert len(lines) == 1 + 2 * len(picture.items) - 1 + len(picture.links) + 5


def test_every_line_of_dot_is_a_statement() -> None:
    picture = nasty()
    lines = dot(picture).splitlines()
    quoted = r'"(?:[^"\\&]|\\.|&amp;)*"'
    statement = rf"  (?:rankdir=LR|(?:n\d+(?: -> n\d+)?|node|edge)(?: \[(?:\w+=(?:{quoted}|\w+)(?:, )?)+\])?);"
    assert [line for line in lines[1:-1] if not re.fullmatch(statement, line)] == []
    assert sum(bool(re.match(r"  n\d+ \[label=", line)) for line in lines) == len(picture.items)
    assert sum("style=dotted" in line for line in lines) == 2


def test_graphviz_takes_it() -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("no Graphviz on this machine")
    done = subprocess.run([program, "-Tplain"], input=dot(nasty()).encode(), capture_output=True, check=True)
    assert done.stdout.startswith(b"graph ")
    assert done.stderr == b""


def test_one_question_is_drawn() -> None:
    assert mermaid(many(1)).count("[") == 1
    assert "->" not in dot(many(1))
