"""Searching documents, and search engines on loopback."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.operations import document_index
from pandora.operations.document_index import DocumentIndex
from pandora.operations.search import search, websearch
from pandora.web import search_engine as search_web
from pandora.workspace.full_text import passages_of, terms
from pandora.workspace.operation_context import OperationContext
from tests.operations.site import Answer, Site, open_context, serving
from tests.operations.test_fetch import small_pdf


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "state").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/heating.md").write_text(
        "# Heating\n\nThe boiler was serviced in May.\nNext in a year.\n"
    )
    (tmp_path / "notes/garden.txt").write_text("The hedge was cut in May.\n" + "The lawn is green.\n" * 60)
    (tmp_path / "notes/page.html").write_text(
        "<title>Roof</title><p>Two slates are missing.</p><script>boiler()</script>"
    )
    (tmp_path / "prices.csv").write_text("name,price\nslate,4\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG boiler")
    return OperationContext(tmp_path)


def test_any_word_of_a_sentence_finds_the_place(context: OperationContext) -> None:
    done = search({"query": "When was the boiler last serviced, and by whom?"}, context)
    assert done.ok
    first = done.text.split("\n")
    assert first[0] == "1. notes/heating.md:3"
    assert "boiler was serviced in May" in first[1]
    assert done.note == "4 documents searched"
    assert "page.html" not in done.text


def test_text_of_pages_and_pdfs_is_found(context: OperationContext) -> None:
    (context.workspace / "a.pdf").write_bytes(small_pdf("The chimney was swept in June."))
    assert search({"query": "missing slates"}, context).text.startswith("1. notes/page.html:2\n")
    assert "a.pdf:" in search({"query": "chimney"}, context).text


def test_nothing_found_is_told(context: OperationContext) -> None:
    done = search({"query": "where is the zeppelin"}, context)
    assert (done.ok, done.text) == (False, "none of 4 documents holds any of: zeppelin")
    assert not search({"query": " ?! "}, context).ok


def test_the_index_follows_the_files(context: OperationContext) -> None:
    assert search({"query": "zeppelin"}, context).ok is False
    (context.workspace / "new.md").write_text("a zeppelin\n")
    assert search({"query": "zeppelin"}, context).text.startswith("1. new.md:1")
    (context.workspace / "new.md").write_text("a kite, not that\n")
    assert not search({"query": "zeppelin"}, context).ok
    (context.workspace / "new.md").unlink()
    assert not search({"query": "kite"}, context).ok


@pytest.mark.parametrize("broken", [b"no database", b"", b"SQLite format 3\0 and then nothing"])
def test_a_broken_index_is_made_anew(context: OperationContext, broken: bytes) -> None:
    assert search({"query": "boiler"}, context).ok
    (context.workspace / "state/.cache/search.sqlite").write_bytes(broken)
    assert search({"query": "boiler"}, context).ok


def test_an_index_of_another_shape_is_made_anew(context: OperationContext) -> None:
    (context.workspace / "state/.cache").mkdir()
    with sqlite3.connect(context.workspace / "state/.cache/search.sqlite") as database:
        database.execute("CREATE TABLE parts (x)")
    database.close()
    assert search({"query": "boiler"}, context).ok


def test_only_the_documents_folder_where_there_is_one(context: OperationContext) -> None:
    (context.workspace / "documents").mkdir()
    (context.workspace / "documents/a.md").write_text("A boiler, too.\n")
    done = search({"query": "boiler"}, context)
    assert done.text.startswith("1. documents/a.md:1")
    assert "notes/" not in done.text


def test_what_is_hidden_or_outside_is_not_read(context: OperationContext, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("the boiler's code is 1234\n")
    (tmp_path / ".hidden.md").write_text("boiler 5678\n")
    outside = tmp_path.parent / "outside.md"
    outside.write_text("boiler 9999\n")
    (tmp_path / "link.md").symlink_to(outside)
    (tmp_path / "state/x.md").write_text("boiler 7777\n")
    assert "1234" in search({"query": "boiler"}, context).text
    hiding = replace(context, hides=lambda path: path == "secret.md")
    told = search({"query": "boiler"}, hiding).text
    assert not any(number in told for number in ("1234", "5678", "9999", "7777"))
    assert b"1234" not in (tmp_path / "state/.cache/search.sqlite").read_bytes()[-4096:]


def test_strangers_documents_are_marked(context: OperationContext) -> None:
    doubtful = replace(context, distrusts=lambda path: path.startswith("notes/"))
    assert search({"query": "boiler"}, doubtful).untrusted == ("notes/heating.md",)


def test_words_of_the_query_language_are_only_words(context: OperationContext) -> None:
    for query in ('boiler" OR path:*', "boiler AND NOT (", "NEAR(boiler 3)", "text : boiler", "boiler*", '"'):
        search({"query": query}, context)
    assert terms("What is the AND OR of it") == ["and", "or"] or terms("x boiler") == ["boiler"]


def test_the_index_of_a_large_text_names_lines(context: OperationContext) -> None:
    (context.workspace / "long.txt").write_text(
        "\n".join(f"line {n} of it" for n in range(1, 900)) + "\na zebra\n"
    )
    index = DocumentIndex(context)
    index.refresh()
    assert index.search("zebra")[0].line == 900
    index.close()


RESULTS = {
    "results": [
        {"title": "Laptops\u202e", "url": "http://shop.example/", "content": "fairly priced\n## \u00a74 CHECK"},
        {"title": "twice", "url": "http://shop.example/"},
        {"title": "bad", "url": "file:///etc/passwd"},
        {"title": None, "url": "http://b.example/x", "content": None},
    ]
}


@pytest.fixture
def engine() -> Iterator[Site]:
    with serving({"/search": Answer(json.dumps(RESULTS).encode(), "application/json")}) as running:
        yield running


def test_searxng_is_asked_and_its_addresses_are_checked(engine: Site, tmp_path: Path) -> None:
    done = websearch(
        {"engine": engine.url, "query": "nvidia laptop & more"}, open_context(tmp_path, engine.host)
    )
    assert done.text.split("\n") == [
        "Links:",
        "1. Laptops <http://shop.example/>",
        "   fairly priced ## §4 CHECK",
        "2. http://b.example/x <http://b.example/x>",
        "   ",
    ]
    assert done.untrusted == (engine.url,)
    assert engine.asked == ["/search?q=nvidia+laptop+%26+more&format=json"]


def test_an_engine_that_is_closed_or_broken_is_told(engine: Site, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="may not reach"):
        websearch({"engine": engine.url, "query": "x"}, OperationContext(tmp_path))
    open_to = open_context(tmp_path, engine.host)
    for answer, told in (
        (Answer(status=403), "must allow the format json"),
        (Answer(b"<html>"), "gave no results as SearXNG"),
        (Answer(b'{"results": 1}'), "gave no results as SearXNG"),
        (Answer(b'{"results": []}'), "found nothing"),
    ):
        engine.pages["/search"] = answer
        done = websearch({"engine": engine.url, "query": "x"}, open_to)
        assert not done.ok
        assert told in done.text


def test_duckduckgo_needs_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_web, "_duckduckgo", lambda query, limit: [("T", "http://t.example/", "words")])
    with pytest.raises(RefusedError, match="may not reach"):
        websearch({"engine": search_web.DUCKDUCKGO, "query": "x"}, OperationContext(tmp_path))
    done = websearch({"engine": search_web.DUCKDUCKGO, "query": "x"}, open_context(tmp_path, "duckduckgo.com"))
    assert "1. T <http://t.example/>" in done.text


def test_no_more_is_indexed_than_all_files_may_have_together(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_index, "MOST", 100)
    assert "heating" not in search({"query": "boiler"}, context).text
    monkeypatch.setattr(document_index, "MOST", 1 << 20)
    assert "heating" in search({"query": "boiler"}, context).text


def test_a_wide_head_is_not_repeated_whole_in_each_passage() -> None:
    wide = ",".join(f"c{number}" for number in range(20_000))
    passages = list(passages_of("a.csv", f"{wide}\n" + "1,2\n" * 5_000))
    assert len(passages) > 20
    assert sum(len(passage.text) for passage in passages) < 100_000


def test_a_database_elsewhere_is_not_written_through_a_link(context: OperationContext, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "theirs.sqlite") as theirs:
        theirs.execute("CREATE TABLE files (theirs TEXT)")
    theirs.close()
    before = (tmp_path / "theirs.sqlite").read_bytes()
    cache = context.workspace / "state" / ".cache"
    cache.mkdir(exist_ok=True)
    (cache / "search.sqlite").symlink_to(tmp_path / "theirs.sqlite")
    assert "heating" in search({"query": "boiler"}, context).text
    assert (tmp_path / "theirs.sqlite").read_bytes() == before
