"""Pass what steps looked up on to later steps, as addresses to visit or as files to work on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from pandora.document import step_lines
from pandora.document.ids import parse_id
from pandora.document.state_document import Document, digest
from pandora.document.step_lines import Step
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.errors import DiskError
from pandora.operations.document_index import FOLDER as DOCUMENTS
from pandora.operations.lookup_results import LookupResult, decode_lookup_result, merged
from pandora.outcome import Status
from pandora.programs.help import Work
from pandora.programs.help_kinds import help_named
from pandora.programs.page_files import files_of, named_pages, needs_rows, takes_rows, without_addresses
from pandora.task import Task
from pandora.web.address import parse_target, urls
from pandora.web.page import worth_visiting
from pandora.web.search_engine import DUCKDUCKGO
from pandora.workspace.operation_context import ResultValue

DOCUMENT_SEARCH, WEB_SEARCH = "search:documents", "search:web"


def addresses_of(task: Task, host: Host) -> tuple[str, ...]:
    """Return the page addresses that a task names; if it names no page and no file, the searches it can use."""
    named = tuple(urls(task.text))
    if named or task.named or task.outputs:
        return named
    searched = [DOCUMENT_SEARCH] if (host.workspace.root / DOCUMENTS).is_dir() else []
    engine = parse_target(host.searxng or DUCKDUCKGO)
    verdict = host.policy.ruled("network", engine.site).verdict
    if verdict == "allow" or (verdict == "ask" and host.searxng):
        searched.append(WEB_SEARCH)
    return tuple(searched)


def choose_alternative(loop: Loop, action: str, finds: LookupResult) -> str:
    """Return one alternative of an action like `table|answer`: the first if rows are needed, or the last."""
    names = [name.strip() for name in action.split("|")]
    if len(names) == 1:
        return names[0]
    request = loop.task.request or loop.task.text
    return names[0] if needs_rows(request, finds.pages, finds.documents) else names[-1]


def record_finds(loop: Loop, finds: ResultValue | None, text: str) -> None:
    """Record in the front matter what a handler found, as a blob, and the digest of the text that shows it."""
    record = {}
    if finds is not None:
        record = {"blob": loop.host.store.write_blob(finds.encoded()), "text": digest(text.strip("\n"))}
    if record != (loop.document.meta.get("finds") or {}):
        loop.save(finds=record)


def finds_of(loop: Loop, done: Sequence[Step]) -> LookupResult:
    """Return what the accepted steps in `done` found, merged in order."""
    ended = [step for step in done if step.status == "accepted" and loop.host.store.exists(step.child)]
    return merged(_finds_in(loop.host, step.child) for step in ended)


def _finds_in(host: Host, document_id: str) -> LookupResult:
    """Return what a child and the documents below it found."""
    name, document = parse_id(document_id), host.store.load(document_id)
    if document.meta.get("status") != Status.ACCEPTED.value:
        return LookupResult()
    if name.level == "tool":
        steps = step_lines.read_step_lines(document.body(3)).values()
        return merged(_finds_in(host, step.child) for step in steps if host.store.exists(step.child))
    read_text = host.operation(host.library.load(name.level, name.kind)).lookup_from_text
    if read_text is None:
        return LookupResult()
    return _recorded_finds(host, document) or read_text(document.body(5))


def _recorded_finds(host: Host, document: Document) -> LookupResult | None:
    """Return the finds that §5 was made from; None if there are none or a person has edited §5."""
    record = document.meta.get("finds")
    if not isinstance(record, dict) or record.get("text") != document.digest(5):
        return None
    try:
        return decode_lookup_result(host.store.read_blob(str(record.get("blob"))))
    except (DiskError, ValueError):
        return None  # the text still says it


def with_finds(loop: Loop, task: Task, pattern: Pattern, done: Sequence[Step]) -> Task:
    """Return a child's task with what the steps in `done` found added, as addresses or as files."""
    if not done:
        return task
    finds = finds_of(loop, done)
    visits = any("{address}" in step for step in pattern.steps)
    if not finds.pages and not finds.documents:
        return replace(task, addresses=()) if visits else task
    addresses = (page.address for page in finds.pages if page.address)
    task = replace(task, untrusted=tuple(dict.fromkeys((*task.untrusted, *addresses))))
    if visits:
        return replace(task, addresses=worth_visiting(finds.pages), context=())
    if pattern.keys.get("effects") == "network":
        return task
    root = loop.host.workspace.root
    rows = takes_rows(pattern.needs)
    documents = (path for path in finds.documents if os.path.isfile(root / path))
    files = tuple(dict.fromkeys((*files_of(finds.pages, root, tables=rows), *documents)))
    task = replace(
        task,
        text=without_addresses(task.text),
        request=without_addresses(task.request),
        files=files,
        addresses=(),
    )
    description = help_named(pattern.keys.get("help")).describe(Work(task, root), "understand")
    context = (description.text,) if rows and description.text else ()
    return replace(task, columns=description.columns, context=context)


def with_sources(loop: Loop, output: str, done: Sequence[Step]) -> str:
    """Return the output with a `Source:` line for each page that it names or was read from."""
    pages = finds_of(loop, done).pages
    if not output or not any(page.address for page in pages) or "\nSource: " in output:
        return output
    return "\n".join([output, *(f"Source: {address}" for address in named_pages(pages, output))])
