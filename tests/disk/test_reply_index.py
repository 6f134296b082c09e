from __future__ import annotations

from pathlib import Path

import pytest

from pandora.disk import reply_index as caches
from pandora.disk.layout import Workspace
from pandora.disk.reply_index import ReplyAddress, ReplyIndex, replies_in
from pandora.disk.store import Store
from pandora.document.state_document import new_document

KEY, OTHER = "0123456789abcdef", "0123fffffffffff0"


@pytest.fixture
def cache(tmp_path: Path) -> ReplyIndex:
    (tmp_path / "state").mkdir()
    return ReplyIndex(Workspace(tmp_path))


def test_the_newest_comes_first_and_other_keys_do_not_come(cache: ReplyIndex) -> None:
    first, second = ReplyAddress("system-aaaaaa", "section", 2), ReplyAddress("op-python-bbbbbb-1", "try", 1)
    cache.add([(KEY, first), (OTHER, ReplyAddress("system-cccccc", "section", 1))])
    cache.add([(KEY, second)])
    assert list(cache.find(KEY)) == [second, first]
    assert list(cache.find("f" * 16)) == []


def test_few_of_many_are_looked_at(cache: ReplyIndex) -> None:
    cache.add((KEY, ReplyAddress("system-aaaaaa", "section", number)) for number in range(50))
    assert [place.number for place in cache.find(KEY)] == [49, 48, 47, 46]


def test_a_torn_or_foreign_line_is_passed_over(cache: ReplyIndex) -> None:
    cache.add([(KEY, ReplyAddress("system-aaaaaa", "section", 2))])
    with (cache.folder / KEY[:3]).open("ab") as file:
        file.write(
            f"{KEY} ../../etc/passwd section 1\n{KEY} system-b\n{KEY} \xff section 1\n{KEY} sys".encode()
        )
    assert [place.document for place in cache.find(KEY)] == ["system-aaaaaa"]


def test_a_disk_that_takes_nothing_loses_nothing(cache: ReplyIndex) -> None:
    cache.workspace.derived.write_text("in the way", encoding="utf-8")
    cache.add([(KEY, ReplyAddress("system-aaaaaa", "section", 2))])
    assert list(cache.find(KEY)) == []


def documents(workspace: Workspace) -> None:
    record = {"by": "model", "from": KEY, "text": "x"}
    keys = {
        "pandora": 1,
        "sections": {"1": {**record, "by": "human"}, "2": record, "3": record},
        "tries": {"1": {"by": "model", "key": OTHER, "text": "x"}},
    }
    Store(workspace).create("op-python-abc234-1", new_document("state/op-python-abc234-1.md", {}, keys, "x"))
    (workspace.state / "system-broken.md").write_text("no document", encoding="utf-8")


def test_a_missing_index_is_made_from_the_documents(cache: ReplyIndex) -> None:
    documents(cache.workspace)
    assert list(cache.find(KEY)) == [ReplyAddress("op-python-abc234-1", "section", 2)]
    assert list(cache.find(OTHER)) == [ReplyAddress("op-python-abc234-1", "try", 1)]


def test_of_very_many_documents_none_is_read(cache: ReplyIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    documents(cache.workspace)
    monkeypatch.setattr(caches, "MOST_DOCUMENTS", 1)
    assert list(cache.find(KEY)) == []
    assert cache.folder.is_dir()


def test_records_that_are_none_hold_no_reply() -> None:
    keys = {"sections": "none", "tries": {"1": "a try", "two": {"by": "model"}}}
    assert list(replies_in(new_document("state/x.md", {}, keys, "x"), "x")) == []
