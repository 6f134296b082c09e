"""`python -m benchmarks research`: makes the test set, measures retrieval, runs research and scores it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.country_pages import write_countries
from benchmarks.package_documents import write_mails, write_manuals
from benchmarks.planted_research import PHRASE, write_planted
from benchmarks.research_scores import Recalled, Scored, paired, recall, score, table
from benchmarks.research_set import DOCUMENTS, Item, fetch, make_part, read_items
from pandora.errors import UsageError
from pandora.research.knowledge_base import FOLDER
from pandora.research.source_index import BEST, SourceIndex
from pandora.workspace.operation_context import OperationContext

PARTS = ("planted", "countries", "manuals", "mails")
MODES = {"research": (), "plain": ("--plain",)}
"""How a question is asked: by all roles, or in one call."""


@click.group()
def research() -> None:
    """Make the offline test set of research, and score what answers it."""


@research.command()
@click.argument("directory", metavar="DIR")
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), help="Only this part; repeatable.")
@click.option("--packages", metavar="DIR", help="Where the packages are; all but `planted` need them.")
@click.option("--fetch", "gets", is_flag=True, help="First get the packages, with npm and apt-get.")
def make(directory: str, parts: tuple[str, ...], packages: str | None, gets: bool) -> int:
    """Make the test set in DIR: a workspace for each part, with documents and questions.jsonl."""
    chosen = parts or (PARTS if packages else ("planted",))
    if packages is None and (gets or set(chosen) != {"planted"}):
        raise UsageError("--packages DIR says where the packages are; all parts but planted need them")
    folder = Path(packages or directory)
    if gets:
        fetch(folder, _progress)
    makers: dict[str, Callable[[Path], list[Item]]] = {
        "planted": write_planted,
        "countries": lambda documents: write_countries(documents, folder),
        "manuals": lambda documents: write_manuals(documents, folder),
        "mails": lambda documents: write_mails(documents, folder),
    }
    for part in chosen:
        documents, questions = make_part(Path(directory) / part, makers[part])
        click.echo(f"{part}: {documents} documents, {questions} questions")
    return 0


@research.command("recall")
@click.argument("directory", metavar="DIR")
@click.option("--count", type=click.IntRange(1), default=BEST, help=f"Passages of a question, or {BEST}.")
@click.option("--missed", is_flag=True, help="Name the questions whose gold passages are not all found.")
def recall_command(directory: str, count: int, missed: bool) -> int:
    """Measure how many gold passages retrieval finds in each part below DIR. No model is asked."""
    for part in _parts(directory):
        items = read_items(part)
        started = time.monotonic()
        with SourceIndex.open(part / DOCUMENTS, OperationContext(part)) as index:
            sources = index.refresh().sources
            seconds = time.monotonic() - started
            recalled = recall(index, items, f"{DOCUMENTS}/", count)
        click.echo(f"{part.name}: {sources} sources, indexed in {seconds:.1f} s")
        for kind in dict.fromkeys(one.item.kind for one in recalled):
            _print_recall(kind, [one for one in recalled if one.item.kind == kind], count, missed)
    return 0


def _print_recall(kind: str, recalled: Sequence[Recalled], count: int, missed: bool) -> None:
    direct = sum(one.direct for one in recalled) / len(recalled)
    hops = sum(one.by_hops for one in recalled) / len(recalled)
    further = f", {hops:.3f} by the questions of its hops" if hops != direct else ""
    click.echo(f"  {kind}: recall@{count} {direct:.3f} of {len(recalled)}{further}")
    seen = [one.looked_at for one in recalled if one.looked_at is not None]
    if seen:
        click.echo(f"    an answering sentence is looked at: {sum(seen)} of {len(seen)}")
    for one in recalled if missed else ():
        if one.by_hops < 1:
            click.echo(f"    {one.item.id}: {one.item.question}")


@research.command("run")
@click.argument("directory", metavar="DIR")
@click.option("--out", required=True, metavar="FILE", help="Append a JSON line for each question to FILE.")
@click.option("--mode", type=click.Choice(list(MODES)), default="research", help="All roles, or one call.")
@click.option("--part", "only", multiple=True, type=click.Choice(PARTS), help="Only this part; repeatable.")
@click.option("--item", "names", multiple=True, metavar="ID", help="Only this question; repeatable.")
@click.option("--seed", type=int, default=1, help="The number of this run among repeated ones.")
@click.option("--model", metavar="NAME", help="The model that is asked.")
@click.option("--limit", type=click.IntRange(1), default=1800, help="The most seconds for a question.")
def run_command(
    directory: str,
    out: str,
    mode: str,
    only: tuple[str, ...],
    names: tuple[str, ...],
    seed: int,
    model: str | None,
    limit: int,
) -> int:
    """Ask every question below DIR. What FILE has already is not asked again, so a killed run goes on."""
    path = Path(out)
    done = {(line["part"], line["id"], line["mode"], line["seed"]) for line in _lines(path)}
    for part in _parts(directory):
        if only and part.name not in only:
            continue
        for item in read_items(part):
            if (names and item.id not in names) or (part.name, item.id, mode, seed) in done:
                continue
            ended = _asked(part, item, (*MODES[mode], *(("--model", model) if model else ())), limit)
            line = {**ended, "run": ended["id"], "part": part.name, "id": item.id, "mode": mode, "seed": seed}
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(line, ensure_ascii=False)}\n")
            click.echo(f"{part.name} {item.id}: {ended['status']} in {ended['seconds']:.0f} s", err=True)
    return 0


@research.command("score")
@click.argument("directory", metavar="DIR")
@click.argument("results", metavar="FILE…", nargs=-1, required=True)
def score_command(directory: str, results: tuple[str, ...]) -> int:
    """Score what `run` wrote, for each mode and seed, and pair `research` with `plain` question by question."""
    scored: dict[tuple[str, int], list[Scored]] = {}
    for line in (line for file in results for line in _lines(Path(file))):
        part = Path(directory) / line["part"]
        items = {item.id: item for item in read_items(part)}
        if line["id"] in items:
            held = score(items[line["id"]], str(line["output"]), part)
            scored.setdefault((line["mode"], int(line["seed"])), []).append(held)
    for (mode, seed), each in sorted(scored.items()):
        click.echo(f"{mode}, seed {seed}, {len(each)} questions")
        for name, figure in table(each).items():
            click.echo(f"  {name}: {figure if isinstance(figure, int) else f'{figure:.3f}'}")
    for seed in sorted({seed for _, seed in scored}):
        if ("research", seed) in scored and ("plain", seed) in scored:
            pair = paired(scored["research", seed], scored["plain", seed])
            click.echo(
                f"seed {seed}: right only by research {pair.only_one}, only by plain {pair.only_other},"
                f" p {pair.chance:.3f} (sign test)"
            )
    return 0


def _asked(part: Path, item: Item, options: Sequence[str], limit: int) -> dict[str, Any]:
    """Ask a question as a person does, with the phrase that starts the run; returns what came out.

    What earlier questions found is forgotten first, so that each costs what it costs, and runs can be compared.
    """
    shutil.rmtree(part / "state" / FOLDER, ignore_errors=True)
    started = time.monotonic()
    ended = _pandora(part, ("research", "--documents", str(part / DOCUMENTS), *options, item.question), limit)
    if ended["status"] == "waiting":
        model = options[options.index("--model") :] if "--model" in options else ()
        left = max(1, limit - int(time.monotonic() - started))
        ended = _pandora(part, ("answer", *model, ended["id"], PHRASE), left)
    return {**ended, "seconds": time.monotonic() - started}


def _pandora(part: Path, arguments: Sequence[str], limit: int) -> dict[str, Any]:
    command, *rest = arguments
    whole = (sys.executable, "-m", "pandora", "-C", str(part), command, "--json", "--no-cache", *rest)
    try:
        done = subprocess.run(whole, capture_output=True, text=True, timeout=limit, check=False)
        read = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {"id": "", "status": "timeout", "output": "", "usage": {}}
    except ValueError:
        return {"id": "", "status": "error", "output": "", "usage": {}}
    kept = {name: read.get(name) for name in ("id", "status", "output", "usage")}
    return {**kept, "output": kept["output"] or "", "status": kept["status"] or "error"}


def _parts(directory: str) -> list[Path]:
    parts = [Path(directory) / name for name in PARTS if (Path(directory) / name / DOCUMENTS).is_dir()]
    if not parts:
        raise UsageError(f"{directory}: no part of the test set in there; `research make` makes it")
    return parts


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def _progress(step: str) -> None:
    click.echo(f"{step} …", err=True)
