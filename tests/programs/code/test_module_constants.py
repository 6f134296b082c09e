from __future__ import annotations

from pathlib import Path

from pandora.programs.code.boundary_calls import Boundary
from pandora.programs.code.call_trials import trial_for
from pandora.programs.code.module_constants import calls_with_constants, module_constants, with_constants
from pandora.programs.help import Work
from pandora.task import Task

SOURCE = "import os\nMATCHES = [('A', 'B', 1, 0)]\nHOME = os.getcwd()\nLIMIT = 3\n"


def test_literals_at_the_top_of_modules_are_known_by_name(tmp_path: Path) -> None:
    (tmp_path / "matches.py").write_text(SOURCE)
    (tmp_path / "other.py").write_text("LIMIT = 4\ndef broken(:\n")
    (tmp_path / "third.py").write_text("LIMIT = 4\n")
    assert module_constants(["matches.py", "other.py", "gone.py"], tmp_path) == {
        "MATCHES": "[('A', 'B', 1, 0)]",
        "LIMIT": "3",
    }
    assert "LIMIT" not in module_constants(["matches.py", "third.py"], tmp_path)


def test_they_stand_in_calls_in_place_of_their_names() -> None:
    constants = {"MATCHES": "[1]", "LIMIT": "3"}
    lines = ["assert total(MATCHES, LIMIT) == 'LIMIT'", "assert total(m.LIMIT) == 3"]
    assert with_constants(lines, constants) == ["assert total([1], 3) == 'LIMIT'", lines[1]]
    assert with_constants(lines, {}) == lines
    request = "league.py with standings(matches) and table(rows)"
    assert calls_with_constants(request, constants) == [Boundary("standings", "[1]", named=True)]


def test_a_new_function_is_tried_with_the_data_that_its_request_speaks_of(tmp_path: Path) -> None:
    (tmp_path / "matches.py").write_text(SOURCE)
    request = "Write league.py with a function standings(matches), like in matches.py"
    task = Task(request, request=request, files=("matches.py",), makes=("league.py",), kind_of_task="code")
    work = Work(
        task, tmp_path, rules=frozenset({"calls"}), fields={"asserts": "assert standings(MATCHES) == [1]"}
    )
    trial = trial_for(work)
    assert [example.call for example in trial.asserts] == ["standings([('A', 'B', 1, 0)])"]
    assert not [call for call in trial.boundaries if call.arguments == "[('A', 'B', 1, 0)]"]
    plain = trial_for(Work(task, tmp_path, rules=frozenset({"calls"})))
    assert [call.call for call in plain.boundaries] == ["standings([('A', 'B', 1, 0)])"]
