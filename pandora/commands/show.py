"""`pandora show`: a document, or one of its sections, as it is on disk; or a whole run as a page."""

from __future__ import annotations

from pathlib import Path

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import document_or_newest, place_or_newest
from pandora.commands.open_workspace import store_of, trusted_workspace, workspace_of
from pandora.commands.page_file import ENDINGS, html_path, page_of, write_file
from pandora.commands.printing import print_json
from pandora.commands.run_list import ListedDocument
from pandora.disk.atomic import read_consistent
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST
from pandora.document.records import UNWRITTEN, section_records
from pandora.document.state_document import NUMBERS, TITLES
from pandora.document.terminal_text import clean
from pandora.document.thoughts import thoughts_of
from pandora.errors import DiskError, UsageError
from pandora.inspect.section_places import parse_section


@click.command()
@click.argument("document", required=False, metavar="[DOCUMENT[:SECTION]]", shell_complete=complete_run)
@click.option("--section", metavar="SECTION", help="The same as DOCUMENT:SECTION.")
@click.option("--thinking", is_flag=True, help="Print what the model thought before its replies.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: front matter and sections.")
@click.option(
    "--html",
    "page",
    is_flag=False,
    flag_value="-",
    metavar="[FILE.html]",
    help="Make one page of the whole run, in FILE.html or on stdout.",
)
@click.option(
    "--model", metavar="NAME", help="With --html: the model of the run, if its name does not say where it is."
)
@click.pass_context
def show(
    ctx: click.Context,
    document: str | None,
    section: str | None,
    thinking: bool,
    as_json: bool,
    page: str | None,
    model: str | None,
) -> int:
    """Print DOCUMENT as it is on disk, or only its SECTION, without the heading.

    DOCUMENT is an id, a file name or a run. Without it, the root of the newest run is printed. SECTION is a
    number from 0 to 5 or a name, as in `k3f9a2:plan`.

    --thinking prints the thoughts of a model that thinks before it replies: those of DOCUMENT, or those before
    SECTION. They are kept beside the document, and are part of no section.

    --html makes one HTML file that opens without a network: the run's tree, and each document with its prompts,
    its tokens, and what attempts and edits changed in it. Of a graph of questions, it is the page that
    `pandora graph draw` makes.
    """
    if page is not None:
        return _show_page(ctx, document, page, model, section is not None or as_json or thinking)
    workspace = workspace_of(ctx)
    document_id, number = place_or_newest(workspace, document)
    number = number if section is None else parse_section(section)
    path = workspace.find(document_id)
    if thinking:
        return _show_thoughts(workspace, document_id, number, as_json)
    if number is None and not as_json:
        try:
            data = read_consistent(path, LONGEST)
        except OSError as error:
            raise DiskError(f"{path}:1: {error.strerror}; mend it, then look again") from error
        # not parsed, so that a broken document is shown, too
        click.echo(clean(data.decode("utf-8", "surrogateescape")), nl=False)
        return 0
    read = store_of(workspace).load(document_id)
    if not as_json:
        assert number is not None
        if section_records(read).get(number, UNWRITTEN).trust:
            sources = ", ".join(ListedDocument(document_id, read).untrusted)
            note = f"§{number} was made from text of other people, which may mislead the model: {sources}"
            click.echo(clean(note), err=True)
        click.echo(clean(read.body(number)))
        return 0
    numbers = range(len(TITLES)) if number is None else (number,)
    print_json(
        {
            "id": document_id,
            "path": workspace.relative(path),
            "untrusted": ListedDocument(document_id, read).untrusted,
            "front_matter": dict(read.meta),
            "sections": {str(shown): read.body(shown) for shown in numbers},
        }
    )
    return 0


def _show_thoughts(workspace: Workspace, document_id: str, number: int | None, as_json: bool) -> int:
    """Print the thoughts before the replies of a document, or of its section `number`."""
    store = store_of(workspace)
    named = thoughts_of(store.load(document_id).meta)
    shown = [
        {
            "attempt": thought.attempt,
            "phase": thought.phase,
            "text": store.read_blob(thought.blob).decode("utf-8", "replace"),
        }
        for thought in named
        if number is None or NUMBERS.get(thought.phase) == number
    ]
    if as_json:
        print_json({"id": document_id, "thoughts": shown})
    elif not shown:
        click.echo(f"{document_id}: no thought is kept here: the model did not think before a reply", err=True)
    else:
        heads = (f"# {str(thought['phase']).upper()}, attempt {thought['attempt']}" for thought in shown)
        parts = (f"{head}\n{thought['text']}" for head, thought in zip(heads, shown, strict=True))
        click.echo(clean("\n\n".join(parts)))
    return 0


def _show_page(ctx: click.Context, document: str | None, page: str, model: str | None, others: bool) -> int:
    """Make the page of a run; `show --html RUN` means the run, since no page has such a name."""
    if others:
        raise UsageError("--html makes a page of the whole run; leave out --section, --thinking and --json")
    if document is None and page != "-" and Path(page).suffix.lower() not in ENDINGS:
        document, page = page, "-"
    path = None if page == "-" else html_path(page)
    workspace = trusted_workspace(ctx, {"model": model})
    document_id = document_or_newest(workspace, document)
    text = page_of(workspace, document_id, {"model": model})
    if path is None:
        click.echo(text, nl=False)
    else:
        write_file(path, text)
        click.echo(path, err=True)
    return 0
