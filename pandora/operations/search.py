"""The operations `search` and `websearch`: find places in the workspace's documents, and web pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from pandora.operations.document_index import DocumentIndex
from pandora.operations.lookup_results import LookupResult
from pandora.web.page import Page
from pandora.web.request import RequestError
from pandora.web.search_engine import ask_engine
from pandora.workspace.full_text import terms
from pandora.workspace.operation_context import OperationContext, Result


def search(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the best matches for `query` in documents/, or else in the workspace: `path:line` and text."""
    query = arguments.get("query", "").strip()
    if not terms(query):
        return Result(False, "there is nothing to search for: name what is wanted", 2)
    index = DocumentIndex(context)
    try:
        count = index.refresh()
        hits = index.search(query)
    except sqlite3.Error as error:
        return Result(False, f"the index cannot be used: {error}; delete state/.cache/search.sqlite", 1)
    finally:
        index.close()
    if not hits:
        return Result(False, f"none of {count} documents holds any of: {', '.join(terms(query))}", 1)
    lines = [f"{number}. {hit.path}:{hit.line}\n   {hit.text}" for number, hit in enumerate(hits, 1)]
    doubtful = tuple(dict.fromkeys(hit.path for hit in hits if context.distrusts(hit.path)))
    lookup = LookupResult(documents=tuple(dict.fromkeys(hit.path for hit in hits)))
    note = f"{count} documents searched"
    return Result(True, "\n".join(lines), note=note, untrusted=doubtful, lookup=lookup)


def websearch(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the pages that the search engine at `engine` finds for `query`, with their addresses."""
    query, engine = arguments.get("query", "").strip(), arguments.get("engine", "").strip()
    if not query:
        return Result(False, "there is nothing to search for: name what is wanted", 2)
    try:
        results = ask_engine(engine, query, context)
    except RequestError as error:
        return Result(False, str(error), 1, untrusted=(engine,))
    if not results:
        return Result(False, "the search engine found nothing", 1, untrusted=(engine,))
    lines = [f"{number}. {hit.title} <{hit.url}>\n   {hit.text}" for number, hit in enumerate(results, 1)]
    page = Page("", "", links=tuple((hit.title, hit.url) for hit in results))
    return Result(True, "Links:\n" + "\n".join(lines), untrusted=(engine,), lookup=LookupResult(pages=(page,)))
