"""`pandora session`: work that goes on over many turns, with state by name, heads, branches and a report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pandora import interrupt
from pandora.commands.command_hint import with_folder
from pandora.commands.completion_values import complete_session
from pandora.commands.event_log import event_log
from pandora.commands.open_workspace import store_of, trusted_workspace, workspace_of
from pandora.commands.printing import cut, json_text, print_json, print_table, terminal_width
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import open_watched, watching
from pandora.document.counted import counted
from pandora.document.terminal_text import clean, one_line

if TYPE_CHECKING:
    from pandora.budget import Budget
    from pandora.disk.layout import Workspace
    from pandora.engine.host import Host
    from pandora.sessions.session_document import Session
    from pandora.sessions.session_runs import TurnReport

F = TypeVar("F", bound=Callable[..., Any])


@click.group()
def session() -> None:
    """Work over many turns: each turn designs, runs small blocks of Python, and publishes a head.

    A head is the state and the value that a turn ended with. The next turn begins from the current head.
    SESSION is a session's id, a unique beginning of it, or a document of it; without it, the newest.
    """


def blocks_option(command: F) -> F:
    """The option of commands that run a turn."""
    return click.option(
        "--blocks", type=click.IntRange(1, 99), help="How many blocks of code a turn may have; 8 by default."
    )(command)


def named(command: F) -> F:
    """The argument SESSION and the option --json of commands that read."""
    command = click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")(command)
    return click.argument("name", required=False, metavar="[SESSION]", shell_complete=complete_session)(command)


def _session(ctx: click.Context, name: str | None) -> Session:
    """The session that a command reads."""
    from pandora.sessions.session_document import named_session

    workspace = workspace_of(ctx)
    return named_session(workspace, store_of(workspace), name)


@session.command()
@click.argument("question")
@click.option(
    "--over",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="FILE|DIR",
    help="A text, or a folder of texts, that the session is about. Can be given several times.",
)
@click.option("--session", "run", metavar="ID", help="The session's id: six small letters and digits.")
@blocks_option
@run_options
@click.pass_context
def start(
    ctx: click.Context,
    /,
    question: str,
    over: tuple[Path, ...],
    run: str | None,
    blocks: int | None,
    **options: Any,
) -> int:
    """Begin a session with QUESTION, and take its first turn.

    With --over, the texts are inputs of the session, however long they are: code reads them in parts.

    Exit codes: 0 FINAL, 3 waiting for a person, 4 without FINAL (open, out of steps or budget), 5 failed.
    """
    from pandora.sessions.session_document import BLOCKS
    from pandora.sessions.session_runs import refuse_id
    from pandora.sessions.session_runs import start as begin

    def work(host: Host, budget: Budget, fixed: Sequence[str]) -> TurnReport:
        return begin(question, host, budget, over, blocks or BLOCKS, run or "", fixed=fixed)

    return _run(ctx, options, work, refuse=lambda workspace: refuse_id(store_of(workspace), run or ""))


@session.command()
@click.argument("name", metavar="SESSION", shell_complete=complete_session)
@click.argument("text")
@run_options
@click.pass_context
def turn(ctx: click.Context, /, name: str, text: str, **options: Any) -> int:
    """Take the next turn of SESSION: TEXT is what it is asked. It begins from the current head.

    Exit codes: 0 FINAL, 4 without FINAL (open, out of steps or budget), 5 failed.
    """
    from pandora.sessions.session_runs import refuse_open
    from pandora.sessions.session_runs import turn as take

    def work(host: Host, budget: Budget, fixed: Sequence[str]) -> TurnReport:
        return take(_session(ctx, name), text, host, budget, fixed=fixed)

    return _run(ctx, options, work, name, lambda workspace: refuse_open(_session(ctx, name)))


@session.command()
@click.argument("name", required=False, metavar="[SESSION]", shell_complete=complete_session)
@blocks_option
@run_options
@click.pass_context
def resume(ctx: click.Context, /, name: str | None, blocks: int | None, **options: Any) -> int:
    """Go on with SESSION: with a turn that was stopped, or with what your edits made stale.

    After FINAL, and without edits, no model is asked and no code runs. A last turn that ended without FINAL
    goes on where more --blocks, --calls, --tokens or --seconds are given.

    Exit codes: 0 FINAL, 4 without FINAL (open, out of steps or budget), 5 failed.
    """
    from pandora.budget import Budget
    from pandora.document.meta_values import mapping, whole_number
    from pandora.sessions.session_runs import CEILINGS, TurnReport, first_to_do
    from pandora.sessions.session_runs import resume as go_on

    session = _session(ctx, name)
    raised = {key: options[key] for key in CEILINGS if options.get(key)}
    turns = session.turns()
    if turns and not first_to_do(session, bool(raised or blocks)):
        from pandora.budget import Usage

        report = TurnReport(session, turns[-1].number, None, Usage(), 0.0)
        return _print(report, options["as_json"], options["quiet"])

    def work(host: Host, budget: Budget, fixed: Sequence[str]) -> TurnReport:
        last = turns[-1].document if turns else session.document
        kept = mapping(last.meta, "budget")
        known = {key: whole_number(kept[key]) for key in Budget.__dataclass_fields__ if key in kept}
        return go_on(session, host, replace(Budget(**known), **raised) if raised else None, blocks)

    return _run(ctx, options, work, session.id)


@session.command()
@click.argument("source", metavar="SESSION|HEAD", shell_complete=complete_session)
@click.argument("text")
@click.option("--session", "run", metavar="ID", help="The new session's id: six small letters and digits.")
@run_options
@click.pass_context
def attach(ctx: click.Context, /, source: str, text: str, run: str | None, **options: Any) -> int:
    """Begin a session from a head of another one: TEXT is its first turn.

    SESSION means its latest sound head. The source does not change by a byte.

    Exit codes: 0 FINAL, 4 without FINAL (open, out of steps or budget), 5 failed.
    """
    from pandora.sessions.delegates import source_entry
    from pandora.sessions.session_runs import attach as derive
    from pandora.sessions.session_runs import refuse_id

    def work(host: Host, budget: Budget, fixed: Sequence[str]) -> TurnReport:
        return derive(source, text, host, budget, run or "", fixed=fixed)

    def refuse(workspace: Workspace) -> None:
        store = store_of(workspace)
        source_entry(store, source)
        refuse_id(store, run or "")

    return _run(ctx, options, work, refuse=refuse)


@session.command()
@click.argument("name", metavar="SESSION", shell_complete=complete_session)
@click.option("--narrow", metavar="TEXT", help="Narrow what the session is about, from now on.")
@click.option("--evidence", metavar="TEXT", help="Give a fact that the next turns may rest on.")
@click.option("--decompose", metavar="TEXT", help="Ask the next turn for another way to split the work.")
@click.option(
    "--reject", metavar="HEAD", help="Reject a head; it stays readable and is not resumed. Needs --why."
)
@click.option("--why", metavar="TEXT", help="Why the head is rejected.")
@click.option("--from", "origin", metavar="HEAD", help="Let the next turn begin from this head.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_context
def steer(
    ctx: click.Context,
    name: str,
    narrow: str | None,
    evidence: str | None,
    decompose: str | None,
    reject: str | None,
    why: str | None,
    origin: str | None,
    as_json: bool,
) -> int:
    """Steer SESSION: write lines into §2 of its document, which its next turn reads."""
    from pandora.sessions.session_runs import steer_all

    given = [("narrow", "", narrow), ("evidence", "", evidence), ("decompose", "", decompose)]
    lines = [(what, head, text) for what, head, text in given if text is not None]
    lines += [("reject", reject, why or "")] if reject else []
    lines += [("from", origin, "")] if origin else []
    if not lines:
        raise click.UsageError("give one of --narrow, --evidence, --decompose, --reject and --from")
    written = steer_all(_session(ctx, name), lines)
    if as_json:
        print_json([dict(vars(line)) for line in written])
    else:
        click.echo("\n".join(line.line for line in written))
    return 0


@session.command("ls")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> int:
    """List the sessions, newest first: id, status, turns, current head, and what it is about."""
    from pandora.document.task_text import task_of
    from pandora.sessions.session_document import sessions_of

    workspace = workspace_of(ctx)
    rows = []
    for session in sessions_of(workspace, store_of(workspace)):
        current, document = session.current(), session.document
        head = current.id if current else ""
        rows.append(
            (session.run, str(document.meta.get("status")), len(session.turns()), head, task_of(document))
        )
    if as_json:
        keys = ("session", "status", "turns", "head", "task")
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
    elif rows:
        table = [(run, status, str(turns), head, one_line(task)) for run, status, turns, head, task in rows]
        print_table([("ID", "STATUS", "TURNS", "HEAD", "TASK"), *table], right=(2,), optional=(3, 2))
    else:
        click.echo(with_folder('no sessions yet; `pandora session start "QUESTION"` makes one'), err=True)
    return 0


@session.command()
@named
@click.pass_context
def report(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Say how SESSION stands: line of work, branches, values, checks, heads for resume and attach."""
    from pandora.sessions.session_report import report as make
    from pandora.sessions.session_report import report_text

    reported = make(_session(ctx, name))
    if as_json:
        print_json(reported)
    else:
        click.echo(clean(report_text(reported)))
    return 0


@session.command()
@named
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write to FILE.")
@click.pass_context
def account(ctx: click.Context, name: str | None, output: str | None, as_json: bool) -> int:
    """Write a page about SESSION that may be shown to anybody, without secrets and this machine's folders.

    With --json it is one object: session, task, and the lines of each part of the page.
    """
    from pandora.commands.page_file import write_file
    from pandora.sessions.session_account import account as make
    from pandora.sessions.session_account import account_parts
    from pandora.settings import load_settings
    from pandora.workspace.secrets import workspace_redactor

    session = _session(ctx, name)
    policy = load_settings(session.workspace.root, {}).policy
    redact = workspace_redactor(session.workspace.root, policy.hides)
    page = f"{json_text(account_parts(session, redact))}\n" if as_json else make(session, redact)
    if output:
        write_file(output, page)
        click.echo(output, err=True)
    else:
        click.echo(page if as_json else clean(page), nl=False)
    return 0


@session.command()
@named
@click.pass_context
def events(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """List what happened in SESSION, in order, with who did it."""
    from pandora.inspect.run_log import run_events

    session = _session(ctx, name)
    entries = run_events(session.workspace, session.run)
    if as_json:
        keys = ("at", "document", "who", "what", "detail")
        print_json([{key: getattr(entry, key) or None for key in keys} for entry in entries])
        return 0
    rows = [(e.at, e.who, e.document, clean(e.what), one_line(e.detail)) for e in entries]
    print_table([("TIME", "WHO", "DOCUMENT", "WHAT", ""), *rows], optional=(0, 2))
    return 0


@session.command()
@named
@click.pass_context
def heads(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """List the heads of SESSION: current, older, partial, rejected or wreckage, and what each holds."""
    from pandora.sessions.session_views import head_entries

    columns = ("head", "turn", "standing", "basis", "value", "why")
    _table(head_entries(_session(ctx, name)), columns, as_json, optional=(3, 1))
    return 0


@session.command()
@click.argument("name", metavar="SESSION", shell_complete=complete_session)
@click.argument("given", required=False, metavar="[HEAD]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_context
def head(ctx: click.Context, name: str, given: str | None, as_json: bool) -> int:
    """Show a head in full: its value, its variables, its checks; the current one without HEAD."""
    from pandora.sessions.session_views import head_entry

    entry = head_entry(_session(ctx, name), given)
    if as_json:
        print_json(entry)
        return 0
    for key in ("head", "standing", "turn", "basis", "status", "expression", "value", "why", "problem"):
        if entry.get(key) is not None:
            click.echo(clean(f"{key}: {entry[key]}"))
    for check in entry.get("checks", ()):
        click.echo(clean(f"check: {'ok' if check['holds'] else 'FAIL'} {check['name']}"))
    for variable in entry.get("state", ()):
        status = f" ({variable['status']})" if variable["status"] else ""
        click.echo(clean(f"{variable['name']}: {one_line(str(variable['shown']))}{status}"))
    return 0


@session.command()
@named
@click.pass_context
def edges(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """List what came from what: turns from heads, children from turns, attached sessions from heads."""
    from pandora.sessions.session_views import edges as read

    _table(read(_session(ctx, name)), ("kind", "from", "to"), as_json)
    return 0


@session.command()
@named
@click.pass_context
def tree(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Draw SESSION as a tree: turns with their heads, leaves and children."""
    from pandora.sessions.session_views import tree as read

    top = read(_session(ctx, name))
    if as_json:
        print_json(top)
    else:
        click.echo(_fitting(_tree_lines(top, "")))
    return 0


@session.command()
@click.argument("name", required=False, metavar="[SESSION]", shell_complete=complete_session)
@click.option("--live", is_flag=True, help="Draw it anew twice a second, until nobody works on it.")
@click.option("--html", metavar="FILE", help="Write it to FILE as a page that opens without a network instead.")
@click.pass_context
def view(ctx: click.Context, name: str | None, live: bool, html: str | None) -> int:
    """Draw SESSION on the terminal: its tree, and the variables of its current head with how each stands."""
    session = _session(ctx, name)
    if html:
        from pandora.commands.page_file import html_path, page_of, write_file

        write_file(html_path(html), page_of(session.workspace, f"system-{session.run}", {}))
        click.echo(html, err=True)
        return 0
    if not live:
        click.echo(_fitting(_view_lines(session)))
        return 0
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    from pandora.sessions.session_stop import is_at_work

    with Live(console=Console(highlight=False), auto_refresh=False, redirect_stdout=False) as drawing:
        while True:
            works = is_at_work(session)
            drawing.update(Text(clean("\n".join(_view_lines(session)))), refresh=True)
            if not works or interrupt.stop_requested():
                return 0
            time.sleep(0.5)


def _view_lines(session: Session) -> list[str]:
    """The tree of a session, and the variables of its current head."""
    from pandora.sessions.session_views import head_entry
    from pandora.sessions.session_views import tree as read

    lines = _tree_lines(read(session), "")
    if session.current() is None:
        return [*lines, "no head yet"]
    entry = head_entry(session, None)
    lines.append(f"{entry['head']}:")
    for variable in entry["state"]:
        status = f" ({variable['status']})" if variable["status"] else ""
        lines.append(f"  {variable['name']}: {one_line(str(variable['shown']), 100)}{status}")
    return lines


@session.command()
@named
@click.pass_context
def turns(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """List the turns of SESSION: what each was asked, its basis and head, its blocks, leaves and calls."""
    from pandora.sessions.session_views import turn_entries

    columns = ("turn", "status", "basis", "head", "blocks", "leaves", "calls", "task")
    _table(turn_entries(_session(ctx, name)), columns, as_json, optional=(2, 4, 5, 6))
    return 0


@session.command()
@click.argument("name", metavar="SESSION", shell_complete=complete_session)
@click.argument("variable")
@click.option("--head", "given", metavar="HEAD", help="Of this head; the current one by default.")
@click.option("--json", is_flag=True, expose_value=False, help="Print one JSON value, as it does without.")
@click.pass_context
def payload(ctx: click.Context, name: str, variable: str, given: str | None) -> int:
    """Print the whole value of a VARIABLE of SESSION, such as rows or "results['x']", as JSON.

    A text that the session was given is printed whole, as a JSON string.
    """
    from pandora.sessions.session_views import payload as read

    print_json(read(_session(ctx, name), variable, given))
    return 0


@session.command()
@click.argument("name", metavar="SESSION", shell_complete=complete_session)
@click.pass_context
def stop(ctx: click.Context, name: str) -> int:
    """Stop whoever works on SESSION now; its documents stay whole, and resume goes on with it."""
    from pandora.sessions.session_stop import stop as end

    click.echo(end(_session(ctx, name)), err=True)
    return 0


def _run(
    ctx: click.Context,
    options: dict[str, Any],
    work: Callable[[Host, Budget, Sequence[str]], TurnReport],
    name: str | None = None,
    refuse: Callable[[Workspace], object] = lambda workspace: None,
) -> int:
    """Open the model and the host, do the work, and print how it ended; the model of `name` is kept.

    `refuse` raises what is wrong with the request before the model is loaded, which takes long. The work is
    told which ceilings a person set: the others grow with the texts.
    """
    as_json, quiet = options.pop("as_json"), options.pop("quiet")
    with event_log(options["events"], "session", as_json) as log, ExitStack() as stack:
        workspace = trusted_workspace(ctx, options)
        refuse(workspace)
        with watching(quiet or as_json, log) as watcher:
            from pandora.commands.run_report import say_at_the_end
            from pandora.engine.recorded_model import RecordedModel
            from pandora.engine.run import UNRECORDED, budget_of, host_of, model_of, settings_of
            from pandora.sessions.session_runs import CEILINGS

            settings = settings_of(workspace, options)
            recorded = RecordedModel.of(_session(ctx, name).document.meta) if name else UNRECORDED
            model = stack.enter_context(
                closing(open_watched(watcher, lambda: model_of(settings, options, recorded)))
            )
            host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
            fixed = list(filter(settings.is_given, CEILINGS))
            report = work(host, budget_of(settings, model), fixed)
    return _print(report, as_json, quiet)


def _print(report: TurnReport, as_json: bool, quiet: bool) -> int:
    """Print how a turn ended; returns the exit code."""
    from pandora.sessions.session_report import next_command

    entry = report.entry
    if as_json:
        print_json(entry)
        return report.exit_code
    if entry["value"]:
        click.echo(clean(str(entry["value"])))
    if quiet:
        return report.exit_code
    what = f"session {entry['session']}, turn {entry['turn']}: "
    if report.exit_code == 0:
        what += f"head {entry['head']}"
    else:
        head = f", {entry['kind']} head {entry['head']}" if entry["kind"] not in (None, "final") else ""
        what += f"no FINAL{head}: {entry['reason']}" if entry["reason"] else f"no FINAL{head}"
    used = entry["usage"]
    cost = f"; {counted(used['calls'], 'call')}, {used['prompt_tokens']} prompt tokens"
    cost += f", {used['written_tokens']} written"
    failed = (
        f"; {counted(entry['failed'], 'lane')} failed: see `pandora session report`" if entry["failed"] else ""
    )
    command = next_command(report.session) if report.exit_code else ""
    next_step = with_folder(f"\n`{command}` goes on") if command else ""
    click.echo(clean(what + cost + failed + next_step), err=True)
    return report.exit_code


def _table(
    entries: list[dict[str, Any]], columns: tuple[str, ...], as_json: bool, optional: Sequence[int] = ()
) -> None:
    """Print entries as JSON, or as a table of some of their columns; a narrow one lacks `optional` ones."""
    if as_json:
        print_json(entries)
        return
    rows = [
        tuple(one_line(str(entry.get(name) if entry.get(name) is not None else "")) for name in columns)
        for entry in entries
    ]
    print_table([tuple(name.upper() for name in columns), *rows], optional=optional)


def _fitting(lines: Sequence[str]) -> str:
    """Lines as they fit the terminal: one that wrapped would break the tree."""
    width = terminal_width()
    return "\n".join(cut(line, width) for line in clean("\n".join(lines)).split("\n"))


def _tree_lines(top: Mapping[str, Any], stem: str) -> list[str]:
    """The lines of a session's tree."""
    lines = [f"{stem}{top['session']}  {top['status']}  {one_line(top['task'])}"]
    for place, entry in enumerate(top["turns"], 1):
        last = place == len(top["turns"])
        bar, deeper = ("└─ ", "   ") if last else ("├─ ", "│  ")
        head = f"  {entry['head']} {entry['standing']}" if entry["head"] else ""
        cost = f"  {counted(entry['calls'], 'call')}"
        leaves = "1 leaf" if entry["leaves"] == 1 else f"{entry['leaves']} leaves"
        cost += f", {leaves}" if entry["leaves"] else ""
        cost += f" ({entry['leaves_failed']} failed)" if entry["leaves_failed"] else ""
        lines.append(
            f"{stem}{bar}turn {entry['turn']}  {entry['status']}{head}{cost}  {one_line(entry['task'])}"
        )
        if entry["value"]:
            lines.append(f"{stem}{deeper}→ {one_line(entry['value'], 200)}")
        for child in entry["children"]:
            lines += _tree_lines(child, f"{stem}{deeper}")
    return lines
