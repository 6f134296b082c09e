"""More hostile input, and larger: the engine's ceiling of memory holds with it, and it comes to an end."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pandora.disk.layout import shipped_system
from tests.commands.test_memory import ROOT, THOUGHT, asked, document, made, sparse
from tests.peak_memory import CEILING, measure, script_of

pytestmark = pytest.mark.torture
FILES = 6
SIX = tuple(range(FILES))


@pytest.fixture(scope="module")
def little(tmp_path_factory: pytest.TempPathFactory) -> int:
    return asked(made(tmp_path_factory.mktemp("little") / "work"), "fruit.csv").peak


TEXTS: dict[str, Callable[[int], str]] = {
    "rows.csv": lambda number: "name,price,a,b\n" + f"plum{number},1,abc,2020-01-01\n" * 4_000_000,
    "different.csv": lambda number: (
        "name,price,a\n" + "".join(f"plum{row}x{number},{row},c{row}\n" for row in range(300_000))
    ),
    "cells.csv": lambda number: (
        ",".join(f"c{column}" for column in range(50))
        + "\n"
        + (",".join(f"a{column}b{number}" for column in range(50)) + "\n") * 22_000
    ),
    "wide.csv": lambda number: ",".join(f"c{column}" for column in range(100_000)) + "\n" + "1,2\n" * 100_000,
    "objects.json": lambda number: (
        "[" + ",".join(f'{{"a":{row},"b":"x{row}"}}' for row in range(300_000)) + "]"
    ),
    "empty.json": lambda number: "[" + ",".join(["[[],[],{}]"] * 700_000) + "]",
    "keys.json": lambda number: "[" + ",".join(f'{{"k{row}":{number}}}' for row in range(20_000)) + "]",
    "deep.json": lambda number: "[" * 4_000_000,
    "one.json": lambda number: "{" + ",".join(f'"k{row}":[[],{{}}]' for row in range(300_000)) + "}",
    "rows.jsonl": lambda number: "[[],[],{}]\n" * 700_000,
    "lines.log": lambda number: "2024-01-01 10:00:00 INFO a b\n" * 300_000,
    "short.txt": lambda number: "ab\n" * 2_700_000,
    "signs.txt": lambda number: "😀\n" * 2_000_000,
    "imports.py": lambda number: "import a\n" * 900_000,
    "many.xml": lambda number: "<a>" + "<b/>" * 2_000_000 + "</a>",
    "many.yaml": lambda number: "- a\n" * 2_000_000,
    "many.toml": lambda number: "".join(f"k{row} = 1\n" for row in range(500_000)),
    ".env.local": lambda number: "".join(f"={number}x{row}" for row in range(9_000)),
}


@pytest.mark.parametrize("name", TEXTS)
def test_six_files_that_a_task_names(tmp_path: Path, little: int, name: str) -> None:
    folder = made(tmp_path / "work")
    names = [f".env.{number}" if name.startswith(".") else f"{number}{name}" for number in SIX]
    for number, file_name in enumerate(names):
        (folder / file_name).write_text(TEXTS[name](number), encoding="utf-8")
    measured = asked(folder, *names)
    assert measured.code in (3, 5), measured.output
    assert measured.peak - little < CEILING


@pytest.mark.parametrize("ending", ["txt", "xml", "yaml", "toml", "sqlite", "jsonl", "tsv", "html", "pdf"])
def test_a_huge_file_of_each_kind(tmp_path: Path, little: int, ending: str) -> None:
    folder = made(tmp_path / "work")
    sparse(folder / f"big.{ending}", "name,price\nplum,1\n")
    measured = asked(folder, f"big.{ending}")
    assert measured.code in (3, 5), measured.output
    assert measured.peak - little < CEILING


@pytest.mark.parametrize(
    "command",
    ["ls", "tree abc234", "show abc234", "check", "fsck", "why abc234", "log abc234", "diff abc234"],
)
@pytest.mark.parametrize("kind", ["children", "steps", "long", "signs", "huge"])
def test_a_hostile_document(tmp_path: Path, little: int, command: str, kind: str) -> None:
    folder = made(tmp_path / "work")
    path = folder / "state" / f"{ROOT}.md"
    lines = {
        "children": [f"- op-python-abc234-{number}.md → DONE" for number in range(100_000)],
        "steps": [f"- Step {number}: x → y [op-python-abc234-{number}.md]" for number in range(75_000)],
        "long": ["ab"] * 1_380_000,
        "signs": ["😀"] * 800_000,
        "huge": [],
    }[kind]
    path.write_text(document(*lines), encoding="utf-8")
    if kind == "huge":
        sparse(path, document())
    measured = measure(folder, *command.split())
    assert measured.code in (0, 1, 2, 6), measured.output[-2000:]
    assert "Traceback" not in measured.output
    assert measured.peak - little < CEILING


class Endless(BaseHTTPRequestHandler):
    """Answers everything with a body that does not end."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        block = b'{"data": [' + b"[[]]," * 20_000
        try:
            while True:
                self.wfile.write(block)
        except OSError:
            return

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        """Print nothing."""


@contextmanager
def endless_server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endless)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_server_whose_answer_does_not_end(tmp_path: Path, little: int) -> None:
    folder = made(tmp_path / "work")
    with endless_server() as address:
        measured = measure(
            folder, "run", "Which fruit is it?", "--model", f"server:{address}", "--seconds", "60"
        )
    assert measured.code != 0
    assert "Traceback" not in measured.output
    assert measured.peak - little < CEILING


def test_a_large_folder_of_sources(tmp_path: Path, little: int) -> None:
    folder = made(tmp_path / "work")
    shutil.rmtree(folder / "system")
    (folder / "system").symlink_to(shipped_system())
    (folder / "notes").mkdir()
    text = ("Fruit number one is a plum, and more of it is said here.\n" * 30 + "\n") * 1_100
    for number in range(300):
        (folder / "notes" / f"{number}.md").write_text(text, encoding="utf-8")
    for number in range(9):
        (folder / "notes" / f"wide{number}.csv").write_text(TEXTS["wide.csv"](0), encoding="utf-8")
    model = script_of(folder.parent / "script.jsonl", *THOUGHT)
    measured = measure(folder, "think", "Which fruit is it?", "--context", "notes", "--model", model, "-q")
    assert "nothing was answered" in measured.output
    assert measured.peak - little < CEILING
