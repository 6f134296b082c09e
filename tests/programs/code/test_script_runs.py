from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.code.script_runs import ScriptRun, decoded_runs, encoded_runs, script_runs

ALONE = "from shop import total\n\nprint(total())\n"
OPTIONAL = 'import sys\nprint(sys.argv[1] if len(sys.argv) > 1 else "gauge.txt")\n'
DEFAULTS = 'import sys\ndef main(path="gauge.txt"):\n    print(path)\n'
DEFAULTS += 'if __name__ == "__main__":\n    main(*sys.argv[1:])\n'


@pytest.mark.parametrize(
    ("request_text", "source", "runs"),
    [
        ("run.py prints the wrong total.", ALONE, [ScriptRun("run.py")]),
        ("The total is wrong.", ALONE, []),
        ("run.py is wrong.", "def total():\n    return 1\n", []),
        ("run.py is wrong.", "import sys\nprint(sys.argv[1])\n", []),
        ("run.py is wrong.", "name = input()\nprint(name)\n", []),
        ("run.py is wrong.", "if __name__ == '__main__':\n    main()\n", [ScriptRun("run.py")]),
        ("run.py is wrong.", "def pace(time):\n    return time / 2\nprint(pace(4))\n", [ScriptRun("run.py")]),
        ("run.py is wrong.", "import time\nprint(time.time())\n", []),
        ("run.py is wrong.", OPTIONAL, [ScriptRun("run.py")]),
        ("run.py is wrong.", f"{OPTIONAL}print(sys.argv[2])\n", []),
        ("run.py is wrong.", DEFAULTS, [ScriptRun("run.py")]),
        ("run.py is wrong.", DEFAULTS.replace('path="gauge.txt"', "path"), []),
        ("run.py is wrong.", "print(", []),
        ("`run.py < in.txt` is wrong.", "import sys\nprint(sys.stdin.read())\n", []),
        (
            f'run.py is wrong{", as I said" * 20}. It must say "Ann: in 0 days" if you run run.py 2025-06-03.',
            "import sys\nprint(sys.argv[1])\n",
            [ScriptRun("run.py", ("2025-06-03",), ("Ann: in 0 days",))],
        ),
        (
            f'run.py stops without readings{", as I said" * 20}. It should say "Ann: no readings" there.',
            ALONE,
            [ScriptRun("run.py", (), ("Ann: no readings",))],
        ),
        ('run.py must not end with "TypeError: no int" on "due 2025.csv"', ALONE, [ScriptRun("run.py")]),
        ('run.py ignores "Unit price" of the table.', ALONE, [ScriptRun("run.py")]),
        ('run.py shows "total" and `run.py` is mine.', ALONE, [ScriptRun("run.py")]),
    ],
)
def test_scripts_are_run_as_the_request_says(
    request_text: str, source: str, runs: list[ScriptRun], tmp_path: Path
) -> None:
    (tmp_path / "run.py").write_text(source, encoding="utf-8")
    (tmp_path / "test_run.py").write_text("import run\n", encoding="utf-8")
    (tmp_path / "due 2025.csv").write_text('name,"unit price"\r\nBo,3\r\n', encoding="utf-8")
    found = script_runs(request_text, ("run.py", "test_run.py", "data.csv", "gone.py"), tmp_path)
    assert found == runs
    assert decoded_runs(encoded_runs(found)) == runs


def test_a_command_line_is_shown_as_people_write_it() -> None:
    assert ScriptRun("a/b.py", ("3", "--all")).shown == "python a/b.py 3 --all"
