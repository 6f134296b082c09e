from __future__ import annotations

import ast

import pytest

from pandora.programs.help import Try
from pandora.programs.parsed_program import (
    ends_with_raised_error,
    error_in,
    lines_of_tree,
    printed_labels,
    read_program,
    unread_loads,
)
from pandora.workspace.operation_context import Result


def test_a_program_is_parsed_once_however_many_look_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    parse = ast.parse

    def counted(source: str) -> ast.Module:
        calls.append(source)
        return parse(source)

    monkeypatch.setattr(ast, "parse", counted)
    attempt = Try({"code": "a_name_of_its_own = 1"}, Result(True, "1"), {"code": "program"})
    assert attempt.program is attempt.program
    assert calls == ["a_name_of_its_own = 1"]


@pytest.mark.parametrize("source", ["def (", "print(" + "(" * 500, "x = '\0'"])
def test_what_is_no_program_has_no_tree(source: str) -> None:
    program = read_program(source)
    assert (program.source, program.tree) == (source, None)


@pytest.mark.parametrize(
    ("output", "error", "raised"),
    [
        ("line 3: x = row['eur']\nKeyError: 'eur'", "KeyError: 'eur'", True),
        ("line 1: x = (\nSyntaxError: '(' was never closed", "SyntaxError: '(' was never closed", False),
        ("IndentationError: unexpected indent", "IndentationError: unexpected indent", False),
        ("it printed nothing", "", False),
        (
            "KeyError: 'eur'\nwhat helps: look at the columns",
            "KeyError: 'eur'\nwhat helps: look at the columns",
            False,
        ),
    ],
)
def test_the_error_that_ended_a_program_is_told_from_its_other_words(
    output: str, error: str, raised: bool
) -> None:
    assert error_in(output) == error
    assert ends_with_raised_error(output) is raised


def test_what_is_loaded_and_never_read_is_known() -> None:
    source = "a = text('a.md')\nb = table('b.csv')\nb = [row for row in b]\nc = load(path)\nprint(b, c)\n"
    assert unread_loads(read_program(source)) == {"a.md": "a"}
    assert unread_loads(read_program("a = (")) == {}


def test_a_file_that_is_opened_in_another_way_is_read() -> None:
    source = "content = text('a.md')\nall_words = words('a.md')\nprint(all_words.count('warranty'))"
    assert unread_loads(read_program(source)) == {}
    assert unread_loads(read_program("a = text('a.md')\nb = words('a.md')\nprint(2)")) == {"a.md": "b"}


def test_the_labels_that_a_program_prints_are_known() -> None:
    source = "print('Sum:', total)\nprint(f'of {count} rows')\nif late:\n    print('Yes')\n"
    assert printed_labels(read_program(source)) == ["Sum:", "of ", " rows"]
    assert printed_labels(read_program("print(")) == []


@pytest.mark.parametrize("within", ["\x0c", "\x1c", "\x85", "\u2028", "é"])
def test_lines_are_those_of_the_tree(within: str) -> None:
    source = f"a = '{within}'\r\nb = '{within}' + name\n"
    names = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name) and node.id == "name"]
    lines = lines_of_tree(source)
    (name,) = names
    assert lines[name.lineno - 1][name.col_offset : name.end_col_offset] == b"name"
    assert b"".join(lines).decode() == source
