from __future__ import annotations

from pathlib import Path

import pytest

from pandora.workspace.likely_files import likely_files
from pandora.workspace.named_files import files_of_kind, named_paths, without_words_of_files

FILES = ("Rent May (2).csv", "Büro Daten/käse liste.csv", "notes.md", "old/Rent May.csv")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("a\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "present", "absent"),
    [
        ("How many rows has Rent May (2).csv?", ["Rent May (2).csv"], []),
        ("Sum the prices of Büro Daten/käse liste.csv.", ["Büro Daten/käse liste.csv"], []),
        ('Sum the prices of "käse liste.csv"', ["Büro Daten/käse liste.csv"], []),
        ("Compare ./Rent May (2).csv with notes.md", ["Rent May (2).csv", "notes.md"], []),
        ("Compare notes.md with Rent May.csv", ["notes.md", "old/Rent May.csv"], []),
        ('Write it to "my list.csv"', [], ["my list.csv"]),
        ("Schreib es in „Meine Liste.csv“", [], ["Meine Liste.csv"]),
        ('Say "sum up notes.md" in Spanish', ["notes.md"], []),
        ("What is in notes.md, and in more.md?", ["notes.md"], ["more.md"]),
        ("The Rent May.csvs are gone", [], ["May.csvs"]),
        ("date first, as 2024-03-05 rent.txt", [], ["2024-03-05 rent.txt"]),
        ("The .csv files", [FILES[1], FILES[0], FILES[3]], []),
    ],
)
def test_names_with_blanks_and_brackets_are_found(
    workspace: Path, text: str, present: list[str], absent: list[str]
) -> None:
    assert named_paths(text, workspace) == (present, absent)


def test_words_that_points_join_are_no_files_without_an_ending_of_files(tmp_path: Path) -> None:
    text = "Dates are day.month.year, or shop.orders.total, my.old.tar.gz, a.b.toml, the.plan.txt and notes.xyz"
    assert named_paths(text, tmp_path) == ([], ["my.old.tar.gz", "a.b.toml", "the.plan.txt", "notes.xyz"])


def test_hosts_and_abbreviations_with_a_slash_are_no_files(tmp_path: Path) -> None:
    text = "need swimtime.py w/ two functions; the mail host is smtp.example.org"
    assert named_paths(text, tmp_path) == ([], ["swimtime.py"])


def test_an_address_of_mail_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "logo@2x.png").touch()
    asked = "Tell party@limestreet.example by 10 June, and jo.hill@post.lime.example, with logo@2x.png"
    assert named_paths(asked, tmp_path) == (["logo@2x.png"], [])


@pytest.mark.parametrize("pattern", ["second/system/pattern.md", "second/workspace/system/pattern.md"])
def test_another_workspace_below_is_looked_at_only_where_it_is_named(workspace: Path, pattern: str) -> None:
    """A run that is exported into the workspace has a copy of its files, which no later task means."""
    copy = (workspace / pattern).parents[1] / "more" / "notes.md"
    for path in (workspace / pattern, copy):
        path.parent.mkdir(parents=True)
        path.write_text("a\n", encoding="utf-8")
    (workspace / "notes.md").rename(workspace / "old" / "notes.md")
    assert named_paths("Count the lines of notes.md", workspace) == (["old/notes.md"], [])
    assert not any(path.startswith("second/") for path in likely_files("lines", workspace))
    name = copy.relative_to(workspace).as_posix()
    assert named_paths(f"Count the lines of {name}", workspace) == ([name], [])
    assert name in named_paths("Count the lines in second/", workspace)[0]
    assert named_paths(f"Count the lines in {copy.parent.relative_to(workspace)}/", workspace)[0] == [name]


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("put the csv files into data", ["a.csv", "b.CSV"]),
        ("Pack alle CSVs in daten", ["a.csv", "b.CSV"]),
        ("move the css-files", ["site.css"]),
        ("range les fichiers txt et css", ["c.txt", "site.css"]),
        ("write it to names.csv", []),
        ("look at https://example.org/css", []),
        ("a text of txtual kind", []),
    ],
)
def test_files_are_called_by_their_kind(tmp_path: Path, text: str, files: list[str]) -> None:
    for name in ("a.csv", "b.CSV", "c.txt", "site.css"):
        (tmp_path / name).write_text("a\n", encoding="utf-8")
    assert sorted(files_of_kind(text, tmp_path, lambda path: False)) == files


def test_an_ending_is_the_same_in_capitals(tmp_path: Path) -> None:
    for name in ("clip.stl", "LAMP.STL", "hook.gcode", "todo.md"):
        (tmp_path / name).write_text("a\n", encoding="utf-8")
    assert sorted(named_paths("put all the .stl files into models", tmp_path)[0]) == ["LAMP.STL", "clip.stl"]


def test_a_name_that_begins_with_a_point_is_a_file_where_there_is_one(tmp_path: Path) -> None:
    for name in (".env", ".gitlab-ci.yml", "notes.md"):
        (tmp_path / name).write_text("A=1\n", encoding="utf-8")
    assert named_paths("In the .env file, set A to 2", tmp_path) == ([".env"], [])
    assert named_paths("Put ./.env and .gitlab-ci.yml right.", tmp_path) == ([".env", ".gitlab-ci.yml"], [])
    assert named_paths("Give all .txt files the ending .rst", tmp_path) == ([], [])
    assert named_paths("What is in .env.local?", tmp_path) == ([], [])


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("message1.txt to message4.txt are from our machine", (1, 2, 3, 4)),
        ("message1.txt bis message3.txt", (1, 2, 3)),
        ("message2.txt – message4.txt", (2, 3, 4)),
        ("message1.txt jusqu’à message3.txt", (1, 2, 3)),
        ("compare message1.txt and message4.txt", (1, 4)),
        ("compare message1.txt with message4.txt", (1, 4)),
        ("rename message1.txt to message7.txt", (1,)),
        ("message1.txt to other4.txt", (1, 4)),
        ("message1.txt, message4.txt", (1, 4)),
    ],
)
def test_a_range_of_files_has_those_between(tmp_path: Path, text: str, numbers: tuple[int, ...]) -> None:
    for name in ("message1", "message2", "message3", "message4", "message10", "other4"):
        (tmp_path / f"{name}.txt").touch()
    existing, _ = named_paths(text, tmp_path)
    assert sorted(existing) == sorted(
        f"{'other' if 'other' in text and n == 4 else 'message'}{n}.txt" for n in numbers
    )


@pytest.mark.parametrize(
    "text",
    [
        "Which orders came from amazon.com or web.de?",
        "Sort the list.Then show it",
        "Alles von Dr.Meier aus St.Gallen, inkl.MwSt",
        "Use math.ceil(x) for the last one",
        "ok...thanks",
    ],
)
def test_words_with_a_point_between_them_are_no_files(tmp_path: Path, text: str) -> None:
    assert named_paths(text, tmp_path) == ([], [])


def test_a_file_that_is_there_counts_however_it_is_called(tmp_path: Path) -> None:
    for name in ("amazon.com", "list.Then", "total.sum"):
        (tmp_path / name).touch()
    assert named_paths("amazon.com, list.Then and total.sum(x)", tmp_path)[0] == [
        "amazon.com",
        "list.Then",
        "total.sum",
    ]


def test_a_key_of_a_named_file_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "app.yml").write_text("server:\n  host: a\n  port: 80\n", encoding="utf-8")
    names = ["server.port", "server.toml", "server.xyz", "port.csv"]
    assert without_words_of_files(names, ["app.yml"], tmp_path) == names[1:]
    assert without_words_of_files(names, [], tmp_path) == names


def test_a_path_in_a_log_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "access.log").write_text('1.2.3.4 "POST /login.php HTTP/1.1"\n1.2.3.4 "GET /img/a.png"\n')
    names = ["/login.php", "/log.php", "a.png", "b.png"]
    assert without_words_of_files(names, ["access.log"], tmp_path) == names[1:]
    assert without_words_of_files(names, ["access.log"], tmp_path, asks=True) == ["/log.php", "b.png"]
