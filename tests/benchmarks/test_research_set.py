"""The test set of research is the same each time, and every answer stands in its documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import package_documents
from benchmarks.package_documents import write_mails
from benchmarks.planted_research import PHRASE, write_planted
from benchmarks.research_scores import recall
from benchmarks.research_set import DOCUMENTS, NPM, make_part, npm_folder, read_items
from pandora.document.quote_match import places_of
from pandora.errors import UsageError
from pandora.research.source_index import SourceIndex
from pandora.workspace.operation_context import OperationContext


def test_the_planted_set_is_a_workspace_with_its_traps(tmp_path: Path) -> None:
    part = tmp_path / "planted"
    documents, made = make_part(part, write_planted)
    items = read_items(part)
    assert len(items) > 30
    assert items == made
    texts = {
        path.relative_to(part / DOCUMENTS).as_posix(): path.read_text(encoding="utf-8")
        for path in (part / DOCUMENTS).rglob("*.md")
    }
    assert len(texts) == documents
    assert all(places_of(gold.quote, texts[gold.path]) for item in items for gold in item.gold)
    assert all(bool(item.values) == item.answerable for item in items)
    assert {"instructions", "phrase", "duplicate", "contradiction", "unanswerable"} <= {i.kind for i in items}
    assert any(PHRASE in text for text in texts.values())
    assert max(path.count("/") for path in texts) == 2
    assert (part / "system" / "pattern.md").is_file()
    make_part(tmp_path / "again", write_planted)
    assert read_items(tmp_path / "again") == items


def test_retrieval_finds_every_planted_passage(tmp_path: Path) -> None:
    """Research: retrieval recall before anything else, and at least 0.9 among eight passages."""
    part = tmp_path / "planted"
    make_part(part, write_planted)
    with SourceIndex.open(part / DOCUMENTS, OperationContext(part)) as index:
        index.refresh()
        recalled = recall(index, read_items(part), f"{DOCUMENTS}/")
        unanswerable = [item for item in read_items(part) if not item.answerable]
        assert [index.unknown_words(item.question) for item in unanswerable if "zeppelin" in item.question] == [
            ("zeppelin", "cost")
        ]
    assert len(recalled) == 32
    assert {one.direct for one in recalled} == {1.0}


def test_a_date_counts_as_the_mail_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that was mended: `email` writes 6 Sep as 06 Sep, which stood in no file."""
    folder = tmp_path / npm_folder(NPM[1]) / "package" / "data" / "easy-ham-1"
    folder.mkdir(parents=True)
    for number in range(2):
        mail = (
            f"From: Ann Other <ann@mail.example>\nDate: Fri, 6 Sep 2002 11:38:3{number} +0200 (CEST)\n"
            f"Subject: The boiler of house {number}\n\nIt leaks.\n"
        )
        (folder / f"{number}.txt").write_text(mail, encoding="utf-8")
    none = tmp_path / "none.jsonl"
    none.touch()
    monkeypatch.setattr(package_documents, "TEXTS_OF_MAILS", none)
    (tmp_path / "documents").mkdir()
    _, item = write_mails(tmp_path / "documents", tmp_path)
    assert item.gold[0].quote.startswith("Fri, 6 Sep 2002 11:38:3")
    assert item.values[2:] == ("6 Sep 2002", "06 Sep 2002")


def test_what_is_no_part_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.md").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="no part of a test set"):
        make_part(tmp_path / "mine", write_planted)
    with pytest.raises(UsageError, match="research make"):
        read_items(tmp_path / "mine")
    assert (tmp_path / "mine" / "notes.md").is_file()
