from __future__ import annotations

import ast

import pytest

from pandora.programs.help import Try
from pandora.programs.parsed_program import read_program
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
    assert (program.source, program.tree, program.plain) == (source, None, "")


def test_the_plain_program_has_no_comments() -> None:
    assert read_program("X = 1  # ONE").plain == "x = 1"
