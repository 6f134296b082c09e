"""A cache of documents shows every edit, and parses only what differs from what it knows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.disk import read_document
from pandora.disk.layout import Workspace
from pandora.disk.read_document import DocumentCache
from pandora.disk.store import Store
from pandora.document.state_document import Document, new_document, parse_document
from pandora.errors import DocumentError

RUN = "system-k3f9a2"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were parsed."""
    texts: list[str] = []

    def parse(text: str, path: str) -> Document:
        texts.append(text)
        return parse_document(text, path)

    monkeypatch.setattr(read_document, "parse_document", parse)
    return texts


@pytest.fixture
def store(tmp_path: Path) -> Store:
    (tmp_path / "state").mkdir()
    return Store(Workspace(tmp_path))


def document() -> Document:
    return new_document(f"state/{RUN}.md", {"Level": "system"}, {"pandora": 1, "id": RUN}, RUN)


def test_what_the_store_wrote_is_not_parsed_again(store: Store, parsed: list[str]) -> None:
    created = store.create(RUN, document())
    assert store.load(RUN) == created
    saved = store.save(created, lambda current: current.splice(1, "Task: one").with_meta(status="running"))
    read = store.load(RUN)
    assert parsed == []
    assert read == saved == parse_document(saved.text, saved.path)


def test_an_edit_within_the_same_tick_and_of_the_same_length_is_seen(store: Store, parsed: list[str]) -> None:
    written = store.create(RUN, document().splice(1, "Task: one"))
    path = store.workspace.document(RUN)
    before = os.stat(path)
    path.write_bytes(written.data.replace(b"one", b"two"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert store.load(RUN).body(1) == "Task: two"
    assert len(parsed) == 1
    path.write_text("no front matter", encoding="utf-8")
    with pytest.raises(DocumentError):
        store.load(RUN)


def test_a_document_under_another_path_is_read_under_that(tmp_path: Path, parsed: list[str]) -> None:
    cache, path = DocumentCache(), tmp_path / "a.md"
    path.write_bytes(document().data)
    cache.wrote(path, document())
    assert cache.read(path, "elsewhere.md").path == "elsewhere.md"
    assert len(parsed) == 1


def test_a_file_that_is_gone_is_not_in_the_cache(tmp_path: Path) -> None:
    cache = DocumentCache()
    cache.wrote(tmp_path / "a.md", document())
    with pytest.raises(FileNotFoundError):
        cache.read(tmp_path / "a.md", "a.md")


def test_the_texts_of_sections_that_were_read_before_an_edit_are_those_after_it() -> None:
    begun = document().splice(1, "one").splice(2, "two")
    assert [begun.body(number) for number in (1, 2)] == ["one", "two"]
    digests = [begun.digest(number) for number in (1, 2)]
    edited = begun.splice(2, "three").with_meta(status="running")
    assert [edited.body(number) for number in (1, 2)] == ["one", "three"]
    assert edited.digest(1) == digests[0]
    assert edited.digest(2) == parse_document(edited.text).digest(2) != digests[1]
    assert [begun.body(number) for number in (1, 2)] == ["one", "two"]
