"""What steps got from the web and from documents, as files and addresses that later steps work on."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from pandora.document.ids import parse_id
from pandora.engine import step_lines
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.step_lines import Step
from pandora.errors import DiskError, RefusedError
from pandora.operations.full_text import FOLDER as DOCUMENTS
from pandora.programs.describe import describe_many
from pandora.programs.measure import columns_of_files
from pandora.task import Task
from pandora.web.address import target, urls
from pandora.web.page_text import Shown, as_csv, read_shown, rows_of
from pandora.web.search_engine import DUCKDUCKGO

FOLDER = ".pages"
"""Where pages lie as files for programs, by their content: derived, and may be deleted at any time."""
VISITED = 8
DOCUMENT, WEB = "search:documents", "search:web"
_ROWS = re.compile(
    r"\b(?:\w+est|most|least|how many|count|number of|average|mean|median|total|sum|which|list|all|every|each|"
    r"compare|between|under|over|below|above|less|more|fewer|than|top|rank\w*|sort\w*)\b",
    re.I,
)
_URL = re.compile(r"\s*\b(?:(?:at|on|from|in|of|see|under|by|via)\s+)?<?https?://[^\s<>\"'`)\]}]+>?", re.I)
_HIT = re.compile(r"^\d+\. (.+):\d+$", re.M)


def addresses_of(task: Task, host: Host) -> tuple[str, ...]:
    """The pages that a task names; where it names no page and no file, what can be searched for it."""
    named = tuple(urls(task.text))
    if named or task.named or task.outputs:
        return named
    found = [DOCUMENT] if (host.workspace.root / DOCUMENTS).is_dir() else []
    engine = target(host.searxng or DUCKDUCKGO)
    verdict = host.policy.ruled("network", engine.site).verdict
    if verdict == "allow" or (verdict == "ask" and host.searxng):
        found.append(WEB)
    return tuple(found)


def bare(text: str) -> str:
    """A text without the addresses in it, and the small words before them."""
    return re.sub(r"\s+([.,;?!])", r"\1", _URL.sub("", text)).strip() or text


def chosen(loop: Loop, action: str, pages: Sequence[Shown], files: Sequence[str]) -> str:
    """Of alternatives such as `table|answer` the one for what there is: rows, where the task is about many."""
    names = [name.strip() for name in action.split("|")]
    if len(names) == 1:
        return names[0]
    many = bool(_ROWS.search(bare(loop.task.request or loop.task.text)))
    rows = any(path.endswith((".csv", ".tsv", ".json")) for path in files) or bool(rows_of(pages))
    return names[0] if rows and many else names[-1]


def got(loop: Loop, done: Sequence[Step]) -> tuple[list[Shown], list[str]]:
    """The pages that accepted steps fetched or found, in order, and the documents that they found."""
    pages: list[Shown] = []
    files: list[str] = []
    for step in done:
        if step.status == "accepted" and loop.host.store.exists(step.child):
            _collect(loop.host, step.child, pages, files)
    return list({page.address or page.links: page for page in pages}.values()), list(dict.fromkeys(files))


def _collect(host: Host, document_id: str, pages: list[Shown], files: list[str]) -> None:
    name = parse_id(document_id)
    document = host.store.load(document_id)
    if document.meta.get("status") != "accepted":
        return
    if name.level == "tool":
        for step in step_lines.written(document.body(3)).values():
            if host.store.exists(step.child):
                _collect(host, step.child, pages, files)
        return
    operation = host.operation(host.library.load(name.level, name.kind))
    if operation.gives == "page":
        pages.append(read_shown(document.body(5)))
    elif operation.gives == "documents":
        files += _HIT.findall(document.body(5))


def followed(loop: Loop, task: Task, pattern: Pattern, done: Sequence[Step]) -> Task:
    """The child's task with what the steps before it got: links to visit, or files to work on."""
    if not done:
        return task
    pages, found = got(loop, done)
    visits = any("{address}" in step for step in pattern.steps)
    if not pages and not found:
        return replace(task, addresses=()) if visits else task
    sources = tuple(dict.fromkeys((*task.untrusted, *(page.address for page in pages if page.address))))
    task = replace(task, untrusted=sources)
    if visits:
        return replace(task, addresses=links(pages), context=())
    if pattern.keys.get("effects") == "network":
        return task
    root = loop.host.workspace.root
    wants = [glob.rsplit(".", 1)[-1] for glob in pattern.needs]
    made = [_kept(root, as_csv(rows), ".csv")] if "csv" in wants and (rows := rows_of(pages)) else []
    texts = [_text(page) for page in pages if page.address]
    made = made or ([_kept(root, "\n\n".join(texts), ".txt")] if texts else [])
    files = tuple(dict.fromkeys((*made, *(path for path in found if os.path.isfile(root / path)))))
    told = describe_many(files, root) if files and "csv" in wants else ""
    return replace(
        task,
        text=bare(task.text),
        request=bare(task.request),
        files=files,
        columns=columns_of_files(files, root),
        context=(told,) if told else (),
        addresses=(),
    )


def links(pages: Sequence[Shown]) -> tuple[str, ...]:
    """The addresses worth a visit: what an engine found, and of a page that is an index its largest family.

    A family are links of one site in one folder: the products of a shop, and not its imprint.
    """
    seen = {page.address for page in pages}
    found: list[str] = []
    for page in pages:
        if not page.address:
            found += [url for _, url in page.links]
        elif page.index:
            families: dict[str, list[str]] = {}
            for _, url in page.links:
                if urlsplit(url).netloc == urlsplit(page.address).netloc and url not in seen:
                    families.setdefault(url.rsplit("/", 1)[0], []).append(url)
            best = max(families.values(), key=len, default=[])
            found += best if len(best) >= 2 else []
    return tuple(each for each in dict.fromkeys(found) if each not in seen)[:VISITED]


def _text(page: Shown) -> str:
    facts = "".join(f"{name}: {value}\n" for name, value in page.facts.items())
    tables = "".join(" | ".join(row) + "\n" for table in page.tables for row in table)
    return f"{page.title}\n{facts}{tables}{page.text}"


def _kept(root: Path, text: str, ending: str) -> str:
    """The path of a file with this content, which is written where it is not there."""
    data = text.encode("utf-8", "replace")
    path = root / FOLDER / f"{sha256(data).hexdigest()[:16]}{ending}"
    try:
        if path.parent.is_symlink() or path.is_symlink():
            raise RefusedError(f"{FOLDER}: a link stands in its place; remove it")
        path.parent.mkdir(parents=True, exist_ok=True)
        ignore = root / FOLDER / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror}; mend it, then resume") from error
    return path.relative_to(root).as_posix()


def cited(loop: Loop, output: str, done: Sequence[Step]) -> str:
    """The output with the addresses of the pages that it names, or of those that it was read from."""
    pages, _ = got(loop, done)
    if not output or not any(page.address for page in pages) or "\nSource: " in output:
        return output
    rows = list(csv.DictReader(io.StringIO(as_csv(rows_of(pages))))) if rows_of(pages) else []
    held = output.casefold()
    named = [row["page"] for row in rows if len(row.get("name") or "") > 2 and row["name"].casefold() in held]
    named = named or [page.address for page in pages if page.address][:1]
    return "\n".join([output, *(f"Source: {each}" for each in list(dict.fromkeys(named))[:3])])
