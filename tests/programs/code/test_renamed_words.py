from __future__ import annotations

from pathlib import Path

import pytest

from pandora.budget import Budget
from pandora.programs.code.renamed_words import renamed_words
from pandora.programs.help import Try, Work
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

REQUEST = "renombra la función calcP a precioConIva, también en LEEME.md. calcPTotal se queda."
FILES = {
    "src/precio.js": "function calcP(neto) {\n  return neto * 1.21;\n}\n\nmodule.exports = { calcP };\n",
    "src/tienda.js": 'const { calcP } = require("./precio");\nconst calcPTotal = (netos) => netos.map(calcP);\n'
    'console.log("calcP", calcPTotal([1]));\n',
    "LEEME.md": "`calcP(neto)` da el precio, `calcPTotal` la suma.\n",
    "notas.txt": "calcP es lento\n",
}
WHOLE = {
    path: text.replace("calcP", "precioConIva").replace("precioConIvaTotal", "calcPTotal")
    for path, text in FILES.items()
}
RIGHT = {**WHOLE, "notas.txt": FILES["notas.txt"]}


def reasons(tmp_path: Path, made: dict[str, str], request: str = REQUEST) -> list[str]:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    changes = tuple(Change(path, "0" * 64, text.encode()) for path, text in made.items() if text != FILES[path])
    task = Task(request, "a", "system", Budget(), files=tuple(FILES), kind_of_task="change")
    verdicts = renamed_words(
        Work(task, tmp_path), Try({"code": "x"}, Result(True, "done", changes=changes), {"code": "program"})
    )
    return [verdict.reason for verdict in verdicts if verdict.state == "violated"]


def test_a_name_that_is_replaced_as_a_whole_word_holds(tmp_path: Path) -> None:
    assert reasons(tmp_path, RIGHT) == []
    texts_as_they_were = {**RIGHT, "src/tienda.js": RIGHT["src/tienda.js"].replace('"precioConIva"', '"calcP"')}
    assert reasons(tmp_path, texts_as_they_were) == []


@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("src/tienda.js", FILES["src/tienda.js"].replace("calcP", "precioConIva"), "calcPTotal became"),
        ("src/tienda.js", FILES["src/tienda.js"], "src/tienda.js line 1 still has calcP"),
        (
            "src/precio.js",
            RIGHT["src/precio.js"].replace("{ precioConIva }", "{ calcP }"),
            "src/precio.js line 5",
        ),
        ("LEEME.md", FILES["LEEME.md"], "LEEME.md line 1 still has calcP"),
    ],
)
def test_wrong_programs_that_rename_are_refused(tmp_path: Path, path: str, text: str, told: str) -> None:
    (reason,) = reasons(tmp_path, {**RIGHT, path: text})
    assert told in reason


def test_a_change_that_is_no_renaming_is_not_looked_at(tmp_path: Path) -> None:
    faster = {"src/precio.js": FILES["src/precio.js"].replace("1.21", "1.10")}
    assert reasons(tmp_path, faster, "set the factor 1.21 to 1.10") == []
    assert reasons(tmp_path, RIGHT, "tidy up") == []


def test_each_of_several_names_is_looked_at(tmp_path: Path) -> None:
    made = {path: text.replace("neto", "net") for path, text in RIGHT.items()}
    assert "netos became nets" in reasons(tmp_path, made, f"{REQUEST} neto is net")[0]
