"""`pandora research`: narrow a question, plan it, read the sources, and write a report with quotes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pandora.commands.command_hint import with_folder
from pandora.commands.effect_prompt import at_terminal
from pandora.commands.graph import age
from pandora.commands.open_workspace import document_of, store_of, trusted_workspace, workspace_of
from pandora.commands.printing import cut, print_json, print_table, terminal_width
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import open_watched, watching
from pandora.disk.layout import Workspace
from pandora.document.terminal_text import clean, one_line
from pandora.errors import UsageError
from pandora.regular_file import read_text
from pandora.user_folders import from_home

if TYPE_CHECKING:
    from pandora.engine.events import Watcher
    from pandora.engine.run import Ended
    from pandora.models.protocol import Model
    from pandora.policy import Policy
    from pandora.research.source_index import SourceIndex


class QuestionGroup(click.Group):
    """A group that takes a question, or the name of one of its commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments as those of the named command, else as the group's own."""
        if args and args[0] in self.commands:
            click.Command.parse_args(self, ctx, [])
            ctx._protected_args, ctx.args = args[:1], args[1:]
            return ctx.args
        ctx.allow_interspersed_args, ctx.allow_extra_args = True, False
        return click.Command.parse_args(self, ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write both ways of calling it."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] [QUESTION]")
        formatter.write_usage(ctx.command_path, "COMMAND [ARGS]...")


def _as_one(ctx: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> str | None:
    """The one argument that the question is; raises UsageError for several, of which one alone would count."""
    if len(words) > 1:
        raise click.UsageError(f"QUESTION is one argument; put it in quotes: {' '.join(words)[:60]!r}")
    return words[0] if words else None


@click.command(cls=QuestionGroup, invoke_without_command=True)
@click.argument("question", nargs=-1, callback=_as_one, metavar="[QUESTION]")
@click.option(
    "--documents",
    metavar="DIR",
    help="The folder of the sources: text, markdown, HTML, PDF, mail. The default is the workspace.",
)
@click.option(
    "--web",
    is_flag=True,
    help="Search the web first, where policy opens it, and save the pages in web/ among the documents.",
)
@click.option(
    "--suggest", metavar="FILE", help="A plan that the planner may take, refine or leave; code checks it first."
)
@click.option("--plain", is_flag=True, help="Answer in one call from the same passages: the baseline.")
@click.option("--explain", is_flag=True, help="Only show which passages retrieval finds; no model is asked.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Only show the plan, its tree and its budget; nothing is read or kept.",
)
@run_options
@click.pass_context
def research(
    ctx: click.Context,
    /,
    question: str | None,
    documents: str | None,
    web: bool,
    suggest: str | None,
    plain: bool,
    explain: bool,
    dry_run: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int | None:
    """Research QUESTION in a folder of documents, and write a report whose every claim has a quote.

    The manager first judges whether the question is feasible, and proposes a narrower one, or a split, where it
    is too wide. Nothing else starts before you answer `Authorized to execute`. Several questions in one are
    numbered: "1. … 2. …".

    The report is a file under reports/. Every step is a document under state/ that you can edit: `resume` does
    again only what rested on it.

    With --dry-run, the manager judges the question and the planner plans it, as before a run, but into a folder
    that is thrown away. It shows each plan, the sources that retrieval finds for its leaves, how many of each
    role there would be, and the model calls at most.

    Exit codes: 0 accepted, 3 waiting for you, 4 escalated (no sources, or a ceiling), 5 failed.
    """
    if ctx.invoked_subcommand is not None:
        return None
    if not question or not question.strip():
        raise click.UsageError("give a QUESTION, or one of the commands: " + ", ".join(research.commands))
    workspace = trusted_workspace(ctx, options)
    folder = _folder(workspace, documents)
    if web and (plain or explain or dry_run):
        raise click.UsageError("--web saves pages for a report; leave --plain, --explain or --dry-run away")
    if plain and suggest is not None:
        raise click.UsageError("--plain has no plan; leave --suggest away")
    if web and Path(folder).is_absolute():
        raise UsageError(f"{folder}: --web saves pages below it; take a folder of the workspace")
    if explain:
        return _explain(workspace, folder, question, as_json)
    suggested = _suggested(suggest)
    if dry_run:
        if plain:
            raise click.UsageError("--plain has no plan; leave --dry-run away")
        return _dry_run(workspace, folder, question, suggested, as_json, quiet, options)
    with ExitStack() as stack:
        with watching(quiet or as_json) as watcher:
            from pandora.commands.run_report import report, say_at_the_end
            from pandora.engine.run import host_of, model_of, settings_of, start
            from pandora.research.manager import Request, check_suggestion, manager
            from pandora.research.plain_answer import plain as plain_loop
            from pandora.research.research_budget import research_budget
            from pandora.research.web_pages import require_engine

            settings = settings_of(workspace, options)
            if suggested:
                check_suggestion(suggested)
            if web:
                require_engine(str(settings["searxng"]), settings.policy)
            else:
                with _sources(workspace, folder, settings.policy, watcher):
                    pass  # what cannot be researched in is said before a model is loaded
            model = stack.enter_context(closing(open_watched(watcher, lambda: model_of(settings, options))))
            host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
            budget = research_budget(settings, model)
            host.ledger.ceiling = budget
            loop = plain_loop(folder) if plain else manager(Request(folder, suggested, web))
            ended = start(question, host, budget, loop=loop)
        if not as_json:
            ended = converse(workspace, ended, model, quiet, options)
    return report(ended, workspace, as_json, quiet)


def _folder(workspace: Workspace, documents: str | None) -> str:
    """The folder of the sources, relative to the workspace where it lies inside; "." where none is named.

    A relative one is looked for in the current folder, and then in the workspace, which `-C` may name.
    """
    if documents is None:
        return "."
    folder, root = from_home(documents), workspace.root.resolve()
    places = ((above / folder).resolve() for above in (Path.cwd(), root))  # an absolute one is itself in both
    whole = next((place for place in places if place.is_dir()), None)
    if whole is None:
        raise UsageError(f"{documents}: there is no such folder; --documents takes the folder of the sources")
    return str(whole.relative_to(root)) if whole.is_relative_to(root) else str(whole)


def _suggested(path: str | None) -> str:
    from pandora.research.manager import LONGEST_PLAN

    if path is None:
        return ""
    try:
        return read_text(path, LONGEST_PLAN)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}; --suggest takes a text file with a plan") from error


def converse(workspace: Workspace, ended: Ended, model: Model, quiet: bool, options: dict[str, Any]) -> Ended:
    """Talk with the person at the terminal until the research waits no more, or no answer comes."""
    from pandora.commands.run_report import say_at_the_end
    from pandora.engine.answers import settle
    from pandora.engine.run import continued
    from pandora.outcome import Status
    from pandora.research.run_loops import loop_of

    while at_terminal() and ended.outcome.status is Status.WAITING and ended.outcome.question:
        question = ended.outcome.question
        click.echo(f"\n{clean(question.text)}", err=True)
        try:
            reply = click.prompt("you", err=True)
        except click.Abort:
            click.echo(err=True)
            break
        store = store_of(workspace)
        settle(store, store.load(question.document), question, reply, "person", "at the terminal")
        with watching(quiet) as watcher:
            loop = loop_of(store.load(ended.root))
            ended = continued(workspace, ended.run, model, options, watcher, say_at_the_end(), loop=loop)
    return ended


def _dry_run(
    workspace: Workspace,
    folder: str,
    question: str,
    suggested: str,
    as_json: bool,
    quiet: bool,
    options: dict[str, Any],
) -> int:
    """Show what research would do: its plans, in a copy of the workspace's patterns that is deleted again."""
    import tempfile

    from pandora.commands.init import copy_tree
    from pandora.engine.run import host_of, model_of, settings_of
    from pandora.outcome import EXIT_CODES
    from pandora.research.manager import check_suggestion
    from pandora.research.plan_preview import preview, preview_lines, preview_object
    from pandora.research.research_budget import research_budget

    if suggested:
        check_suggestion(suggested)
    settings = settings_of(workspace, options)
    with ExitStack() as stack:
        copy = Workspace(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        copy_tree(workspace.system, copy.system)
        copy.state.mkdir()
        watcher = stack.enter_context(watching(quiet or as_json))
        index = stack.enter_context(_sources(workspace, folder, settings.policy, watcher))
        model = stack.enter_context(closing(open_watched(watcher, lambda: model_of(settings, options))))
        budget = research_budget(settings, model)
        host = host_of(copy, model, settings, options, watcher)
        host.ledger.ceiling = budget
        shown = preview(question, host, budget, index, suggested)
    if as_json:
        print_json(preview_object(shown, budget))
    else:
        click.echo(clean("\n".join(preview_lines(shown, budget))))
    return EXIT_CODES[shown.status]


@contextmanager
def _sources(workspace: Workspace, folder: str, policy: Policy, watcher: Watcher) -> Iterator[SourceIndex]:
    """The index of a folder, brought up to date; `watcher` is told how far that is.

    Raises NoSourcesError where there is nothing to research in.
    """
    from pandora.engine.events import Event
    from pandora.models.progress import Progress
    from pandora.research.opened_sources import index_of

    name = f"the documents of {folder}"

    def tell(done: int, total: int) -> None:
        progress = Progress("load", done, total, text=name, over=done == total)
        watcher(Event("", None, "progress", "load", progress=progress))

    with index_of(workspace, folder, policy) as index:
        index.refresh(tell)
        index.sources()
        yield index


def _explain(workspace: Workspace, folder: str, question: str, as_json: bool) -> int:
    """Show which passages retrieval finds for a question."""
    from pandora.engine.events import nobody
    from pandora.research.authorization import queries_in
    from pandora.research.retrieval_report import explain, explained_lines, language_note
    from pandora.settings import load_settings

    policy = load_settings(workspace.root, {}).policy
    with _sources(workspace, folder, policy, nobody) as index:
        explained = explain(index, queries_in(question))
        if note := language_note(question, index):
            click.echo(note, err=True)
    if as_json:
        print_json([entry.as_object() for entry in explained])
    else:
        for entry in explained:
            click.echo(clean("\n".join(explained_lines(entry))))
    return 0


@research.command("ls")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> int:
    """List the pieces of research, newest first: id, status, age, report and question."""
    from pandora.research.research_runs import research_runs

    entries = list(research_runs(workspace_of(ctx)))
    if as_json:
        print_json([vars(entry) for entry in entries])
        return 0
    if not entries:
        click.echo(with_folder('no research yet; `pandora research "QUESTION"` begins some'), err=True)
        return 0
    rows = [("ID", "STATUS", "AGE", "REPORT", "QUESTION")]
    for entry in entries:
        kind = f"{entry.status}, plain" if entry.plain else entry.status
        report = one_line(entry.report) or "-"
        rows.append((entry.root, kind, age(entry.created, time.time()), report, one_line(entry.question)))
    print_table(rows, optional=(2, 3))
    return 0


@research.command()
@click.argument("name", required=False, metavar="[RUN]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def show(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show where a piece of research stands: its queries, plans, question to you, and report."""
    from pandora.engine.resume_reasons import questions
    from pandora.research.research_runs import plans_of, research_run

    run = research_run(workspace_of(ctx), name)
    meta, asked = run.root.meta, questions(run)
    plans = plans_of(run)
    report = meta.get("report")
    path = str(report.get("path")) if isinstance(report, dict) else ""
    if as_json:
        print_json(
            {
                "id": run.root_id,
                "status": meta.get("status"),
                "plans": [{"document": key, "plan": plan} for key, plan in plans],
                "question": asked[0].text if asked else None,
                "report": path or None,
            }
        )
        return 0
    click.echo(f"{run.root_id}  {meta.get('status')}")
    click.echo(clean(run.root.body(1)))
    for key, plan in plans:
        click.echo(clean(f"\n{key}\n{plan or 'no plan yet'}"))
    if asked:
        click.echo(clean(f"\nWaiting: {asked[0].text}"))
        click.echo(with_folder(f"Answer with `pandora answer {run.id} TEXT`."))
    if path:
        click.echo(with_folder(f"\n{path}; `pandora research report {run.id}` prints it"))
    return 0


@research.command()
@click.argument("name", required=False, metavar="[RUN]")
@click.pass_context
def tree(ctx: click.Context, name: str | None) -> int:
    """Show the roles of a piece of research as a tree: status, tokens, task and what each returned."""
    from pandora.commands.tree import read_tree, tree_lines
    from pandora.research.research_runs import research_run

    run = research_run(workspace_of(ctx), name)
    top = read_tree(workspace_of(ctx), run.root_id)
    click.echo("\n".join(tree_lines(top, terminal_width())))
    return 0


@research.command()
@click.argument("name", required=False, metavar="[RUN]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_context
def facts(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """List what the extractors found: how sure, the fact, its quote and place, and the document that has it."""
    from pandora.research.research_runs import facts_of, research_run

    rows = facts_of(research_run(workspace_of(ctx), name))
    if as_json:
        print_json(
            [
                {
                    "document": document,
                    "id": fact.id,
                    "fact": fact.text,
                    "question": fact.question,
                    "confidence": fact.confidence,
                    "citations": [
                        {"place": str(citation.place), "quote": citation.quote, "source": citation.digest}
                        for citation in fact.citations
                    ],
                }
                for document, fact in rows
            ]
        )
        return 0
    if not rows:
        click.echo("no facts were found", err=True)
    for document, fact in rows:
        click.echo(clean(cut(f"{fact.confidence:.2f}  {fact.text}  {document}", terminal_width())))
        for citation in fact.citations:
            click.echo(clean(cut(f"      “{citation.quote}”  {citation.place}", terminal_width())))
    return 0


@research.command("report")
@click.argument("name", required=False, metavar="[RUN]")
@click.option("--html", metavar="FILE", help="Write it to FILE as a page that opens without a network instead.")
@click.pass_context
def report_command(ctx: click.Context, name: str | None, html: str | None) -> int:
    """Print the report of a piece of research. Exit code 3 or 4 where there is none yet.

    The page has, at each claim, its quotes, and the tree of the plan with what each source gave. It shows a
    piece of research without a report, too.
    """
    if html:
        return _report_page(ctx, name, html)
    from pandora.outcome import EXIT_CODES, Status
    from pandora.research.research_runs import research_run

    run = research_run(workspace_of(ctx), name)
    status = Status(str(run.root.meta.get("status")))
    if status is not Status.ACCEPTED:
        click.echo(f"{run.root_id} is {status.value}: it has no report yet", err=True)
        return EXIT_CODES[status] if status is not Status.RUNNING else EXIT_CODES[Status.ESCALATED]
    click.echo(clean(run.root.body(5)))
    return 0


def _report_page(ctx: click.Context, name: str | None, html: str) -> int:
    """Write the page of a piece of research."""
    from pandora.commands.page_file import html_path, write_file
    from pandora.research.research_page import research_page
    from pandora.research.research_runs import research_run
    from pandora.settings import load_settings
    from pandora.workspace.secrets import workspace_redactor

    workspace = workspace_of(ctx)
    path = html_path(html)
    redact = workspace_redactor(workspace.root, load_settings(workspace.root, {}).policy.hides)
    write_file(path, research_page(research_run(workspace, name), redact))
    click.echo(html, err=True)
    return 0


@research.command()
@click.argument("name", required=False, metavar="[RUN]")
@run_options
@click.pass_context
def resume(ctx: click.Context, /, name: str | None, as_json: bool, quiet: bool, **options: Any) -> int:
    """Go on with a piece of research, whatever stopped it; what your edits made stale is done again.

    Exit codes: 0 accepted, 3 waiting for you, 4 escalated, 5 failed.
    """
    from pandora.commands.resume import continue_run
    from pandora.research.research_runs import research_run

    workspace = trusted_workspace(ctx, options)
    run = research_run(workspace, name)
    return continue_run(workspace, document_of(workspace, run.root_id), as_json, quiet, options)
