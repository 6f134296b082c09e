from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.engine.requested_files import Request, moved_files
from pandora.workspace.change import Change
from tests.engine.runs import CHEAPEST, Bench, checked, clarified, coded, planned, saving, understood

FILES = ("stats.py", "data/laptops.csv", "data/2024/jan.csv", "notes/todo.md", "Makefile")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "path", "covered"),
    [
        ("The test in test_stats.py fails. Fix stats.py so that it passes.", "stats.py", True),
        ("The test in test_stats.py fails.", "stats.py", False),
        ("Sort './stats.py'", "stats.py", True),
        ("In laptops.csv, set the price to 699", "data/laptops.csv", True),
        ("In data/laptops.csv, set the price to 699", "data/2024/jan.csv", False),
        ("Round the prices in data/", "data/2024/jan.csv", True),
        ("Round the prices in the 'data' folder", "data/2024/jan.csv", True),
        ("Runde die Preise im Ordner „data“", "data/2024/jan.csv", True),
        ("Arrondis les prix du dossier « data »", "data/2024/jan.csv", True),
        ("Redondea los precios de la carpeta data/", "data/2024/jan.csv", True),
        ("Round the data so that it fits", "data/2024/jan.csv", False),
        ("Round the prices in the folder data/2024", "data/2024/jan.csv", True),
        ("Round the prices in the folder data/2024", "data/laptops.csv", False),
        ("Round the prices in data/*.csv", "data/laptops.csv", True),
        ("Round the prices in *.csv", "data/2024/jan.csv", True),
        ("Round the prices in *.csv", "notes/todo.md", False),
        ("What is 2 * 3?", "stats.py", False),
        ("Add a target to the Makefile", "Makefile", True),
        ("Write a report", "stats.py", False),
        ("Restats.py and stats.pyc are odd", "stats.py", False),
        ("Lösche alle .md-Dateien", "notes/todo.md", True),
        ("Lösche alle .md-Dateien", "stats.py", False),
        ("Lösche alle md-Dateien", "notes/todo.md", True),
        ("Round the prices in all csv files", "data/2024/jan.csv", True),
        ("Round the prices in all csv files", "stats.py", False),
        ("Make laptops.csv another csv", "data/2024/jan.csv", False),
        ("Write the sums into sums.csv, a csv file", "data/2024/jan.csv", False),
        ("Efface les fichiers qui commencent par « sta_ » ou « lap_ »", "stats.py", False),
        ("Efface les fichiers qui commencent par « todo_ »", "notes/todo_2.md", True),
    ],
)
def test_which_files_that_are_there_a_request_covers(root: Path, words: str, path: str, covered: bool) -> None:
    assert Request(words, root).covers(path, new=False) is covered


@pytest.mark.parametrize(
    ("words", "path", "covered"),
    [
        ("main.py crashes, mend the code.", "main.py", True),
        ("main.py crashes, mend the code.", "lib/prices.py", True),
        ("main.py crashes, mend the code.", "other.py", False),
        ("main.py crashes, mend the code.", "notes.md", False),
        ("The tests in test_main.py fail.", "main.py", True),
        ("The tests in test_main.py fail.", "test_main.py", True),
        ("Call calc_tot order_total everywhere.", "lib/prices.py", True),
        ("Call calc_tot order_total everywhere.", "main.py", True),
        ("Call calc_tot order_total everywhere.", "test_main.py", False),
        ("Call calc_tot order_total everywhere.", "notes.md", False),
        ("Call calc order_total everywhere.", "lib/prices.py", False),
    ],
)
def test_code_is_covered_by_what_imports_it_and_by_its_identifiers(
    tmp_path: Path, words: str, path: str, covered: bool
) -> None:
    sources = {
        "main.py": "from lib.prices import calc_tot\n",
        "lib/prices.py": "def calc_tot():\n    return 1\n",
        "other.py": "x = 1\n",
        "test_main.py": "from main import calc_tot\n",
        "notes.md": "calc_tot\n",
    }
    for name, source in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    assert Request(words, tmp_path).covers(path, new=False) is covered


@pytest.mark.parametrize(
    ("words", "path", "covered"),
    [
        ("Convert data/laptops.csv to out/laptops.json", "out/laptops.json", True),
        ("Convert data/laptops.csv to out/laptops.json", "out/owned.txt", False),
        ("Run echo hi > out.txt", "out.txt", True),
        ("Run echo hi > out.txt", "other.txt", False),
        ("Write a report about data/laptops.csv", "report.md", True),
        ("Split data/laptops.csv into one file per gpu", "nvidia.csv", True),
        ("Put the overdue rows into the folder overdue", "overdue/a.csv", True),
        ("Put the overdue rows in overdue/", "overdue/a.csv", True),
        ("Make parts/*.csv of data/laptops.csv", "parts/nvidia.csv", True),
        ("Write a summary to summary.md", "out/summary.md", True),
        ("Which laptop in data/laptops.csv is the cheapest?", "notes.txt", False),
        ("Which file did I write last?", "notes.txt", False),
        ("Schreibe einen Bericht über data/laptops.csv", "bericht.md", True),
        ("Écris un rapport sur data/laptops.csv", "rapport.md", True),
        ("Escribe un informe sobre data/laptops.csv", "informe.md", True),
        ("Lege die Zeilen im Ordner overdue ab", "overdue/a.csv", True),
        ("Welcher Laptop in data/laptops.csv ist der billigste?", "notizen.txt", False),
        ("Quel est le moins cher de data/laptops.csv ?", "notes.txt", False),
        ("¿Cuál es el más barato de data/laptops.csv?", "notas.txt", False),
        ("Schreibe die Liste nach liste.txt", "andere.txt", False),
        ("Repariere stats.py", "neu.txt", False),
        ("Sum the prices of data/laptops.csv?", "data/sum.csv", False),
    ],
)
def test_which_new_files_a_request_covers(root: Path, words: str, path: str, covered: bool) -> None:
    assert Request(words, root).covers(path, new=True) is covered


def test_a_file_that_is_only_moved_is_known_by_its_bytes() -> None:
    digest = hashlib.sha256(b"x").hexdigest()
    gone, come = Change("a.txt", digest, None), Change("2024/a.txt", "", b"x")
    assert moved_files((gone, come)) == {"a.txt", "2024/a.txt"}
    assert moved_files((gone,)) == frozenset()
    assert moved_files((come,)) == frozenset()
    assert moved_files((gone, Change("2024/a.txt", "", b"y"))) == frozenset()
    assert moved_files((gone, come, Change("b.txt", "", b"x"))) == {"a.txt", "2024/a.txt"}


TASKS = Path(__file__).parents[1] / "tasks"
WRITES = {
    "add-show-duration": "durations.py",
    "books-to-csv": "out/books.csv",
    "edit-missing-file": "config/printer.ini",
    "fix-initials": "names.py",
    "fix-page-count": "pages.py",
    "fix-wrong-exception": "shelf.py",
    "packing-list": "out/packing.md",
    "plants-to-json": "out/plants.json",
    "sunny-years": "out/sunny.json",
    "unpaid-invoices": "out/overdue.csv",
}


@pytest.mark.parametrize("task", WRITES)
def test_an_everyday_task_covers_what_it_has_written_and_nothing_else(task: str) -> None:
    words = (TASKS / task / "task.md").read_text(encoding="utf-8").split("---", 2)[2]
    request = Request(words, TASKS / task / "files")
    assert request.covers(WRITES[task], new=not (request.root / WRITES[task]).exists())
    assert not request.covers("owned.txt", new=True)
    assert not request.covers("owned.txt", new=False)


ODD = coded(saving("fig.txt", "fig"))


def test_what_a_person_answers_and_plans_belongs_to_the_request(bench: Bench) -> None:
    lines = (understood(), planned("python: store it", confidence="low"), clarified("Where to?"))
    bench.start(*lines, text="Which fruit is meant?")
    bench.edit(lambda text: text.replace("\nAnswer:\n", "\nAnswer: fig.txt\n"))
    ended = bench.resume(understood(), planned("python: store it"), ODD, ODD, checked())
    assert (ended.outcome.status.value, (bench.root / "fig.txt").is_file()) == ("accepted", True)


def test_a_file_in_a_plan_that_a_person_wrote_is_requested(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    bench.edit(lambda text: text.replace("1. python: print it", "1. python: put it into fig.txt"))
    ended = bench.resume(ODD, ODD, checked())
    assert (ended.outcome.status.value, (bench.root / "fig.txt").is_file()) == ("accepted", True)


def test_a_file_in_a_plan_that_a_model_wrote_is_not(bench: Bench) -> None:
    lines = (understood(), planned("python: put it into fig.txt"), ODD, ODD, checked())
    ended = bench.start(*lines, text="Which fruit is meant?")
    assert "The task does not ask for fig.txt." in str(ended.outcome.question)
    assert not (bench.root / "fig.txt").exists()


def test_a_glob_fits_names_in_any_case(root: Path) -> None:
    request = Request("delete all *.jpg and IMG_*.png in Photos/*.gif", root)
    assert [request.covers(path, new=False) for path in ("a/DSC1.JPG", "img_3.PNG", "photos/a.gif")] == [
        True
    ] * 3
    assert not request.covers("a.txt", new=False)


def test_a_long_word_takes_no_time(root: Path) -> None:
    assert not Request("a" * 20_000, root).covers("b.txt", new=False)
