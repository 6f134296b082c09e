"""`python -m benchmarks research`: makes the test set, measures retrieval, runs research and scores it."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from benchmarks.country_pages import write_countries
from benchmarks.gpt_researcher import gpt_researcher
from benchmarks.package_documents import write_mails, write_manuals
from benchmarks.planted_research import PHRASE, write_planted
from benchmarks.research_scores import Recalled, Scored, paired, recall, score, table
from benchmarks.research_set import DOCUMENTS, SEED, Item, fetch, make_part, read_items
from benchmarks.written_questions import in_own_words, kept_apart
from pandora.errors import UsageError
from pandora.models.fit.processor import physical_cores
from pandora.models.open import gguf_path
from pandora.research.knowledge_base import FOLDER
from pandora.research.source_index import BEST, SourceIndex
from pandora.settings import load_settings
from pandora.workspace.operation_context import OperationContext

PARTS = ("planted", "countries", "manuals", "mails")
RESEARCH, PLAIN, KILLED, GPT_RESEARCHER = MODES = ("research", "plain", "killed", "gpt-researcher")
"""How a question is asked: by all roles, in one call, by roles of which the process is killed and resumed, or
of gpt-researcher on a folder with the documents."""
_POLLED = 0.05
"""The seconds between two looks whether an extractor has ended."""


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
        documents, items = make_part(Path(directory) / part, _with_written(part, makers[part]))
        apart = sum(item.apart for item in items)
        further = f", {apart} kept apart" if apart else ""
        click.echo(f"{part}: {documents} documents, {len(items) - apart} questions{further}")
    return 0


def _with_written(part: str, maker: Callable[[Path], list[Item]]) -> Callable[[Path], list[Item]]:
    return lambda documents: [
        *maker(documents),
        *in_own_words(part, documents),
        *kept_apart(part, documents),
    ]


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
        for apart, kind in dict.fromkeys((one.item.apart, one.item.kind) for one in recalled):
            same = [one for one in recalled if (one.item.apart, one.item.kind) == (apart, kind)]
            _print_recall(f"kept apart, {kind}" if apart else kind, same, count, missed)
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
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default=RESEARCH,
    help="All roles, one call, roles that are killed and resumed, or another agent.",
)
@click.option("--python", metavar="FILE", help="The interpreter of the environment that has gpt-researcher.")
@click.option("--part", "only", multiple=True, type=click.Choice(PARTS), help="Only this part; repeatable.")
@click.option("--item", "names", multiple=True, metavar="ID", help="Only this question; repeatable.")
@click.option("--sample", type=click.IntRange(1), help="Only so many of each part, always the same ones.")
@click.option("--kept-apart", "apart", is_flag=True, help="The questions that are kept apart, not the others.")
@click.option("--seed", type=int, default=1, help="The number of this run among repeated ones.")
@click.option("--model", metavar="NAME", help="The model that is asked.")
@click.option("--limit", type=click.IntRange(1), default=1800, help="The most seconds for a question.")
def run_command(
    directory: str,
    out: str,
    mode: str,
    python: str | None,
    only: tuple[str, ...],
    names: tuple[str, ...],
    sample: int | None,
    apart: bool,
    seed: int,
    model: str | None,
    limit: int,
) -> int:
    """Ask every question below DIR. What FILE has already is not asked again, so a killed run goes on."""
    path = Path(out)
    done = {(line["part"], line["id"], line["mode"], line["seed"]) for line in _lines(path)}
    with _asking(mode, python, model, limit) as ask:
        for part in _parts(directory):
            if only and part.name not in only:
                continue
            items = [item for item in read_items(part) if item.apart == apart]
            for item in random.Random(SEED).sample(items, len(items))[:sample] if sample else items:
                if (names and item.id not in names) or (part.name, item.id, mode, seed) in done:
                    continue
                ended = ask(part, item)
                line = {
                    **ended,
                    "run": ended["id"],
                    "part": part.name,
                    "id": item.id,
                    "mode": mode,
                    "seed": seed,
                }
                with path.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(line, ensure_ascii=False)}\n")
                click.echo(f"{part.name} {item.id}: {ended['status']} in {ended['seconds']:.0f} s", err=True)
    return 0


@research.command("score")
@click.argument("directory", metavar="DIR")
@click.argument("results", metavar="FILE…", nargs=-1, required=True)
def score_command(directory: str, results: tuple[str, ...]) -> int:
    """Score what `run` wrote, for each mode and seed, and pair `research` with the other modes.

    Of `killed`, it is said how many reports are just those of `research`. Questions that are kept apart are
    scored by themselves.
    """
    scored: dict[tuple[bool, int, str], list[Scored]] = {}
    outputs: dict[tuple[str, int], dict[tuple[str, str], str]] = {}
    for line in (line for file in results for line in _lines(Path(file))):
        part = Path(directory) / line["part"]
        of_mode = outputs.setdefault((line["mode"], int(line["seed"])), {})
        of_mode[line["part"], line["id"]] = str(line["output"])
        items = {item.id: item for item in read_items(part)}
        if line["id"] in items:
            item = items[line["id"]]
            held = score(item, str(line["output"]), part)
            scored.setdefault((item.apart, int(line["seed"]), line["mode"]), []).append(held)
    for (apart, seed, mode), each in sorted(scored.items()):
        click.echo(f"{mode}, seed {seed}, {len(each)} questions{' kept apart' if apart else ''}")
        for name, (count, of) in table(each).items():
            click.echo(f"  {name}: {count} of {of}{f' ({count / of:.3f})' if of else ''}")
    for (apart, seed, mode), each in sorted(scored.items()):
        if mode != RESEARCH and (apart, seed, RESEARCH) in scored:
            pair = paired(scored[apart, seed, RESEARCH], each)
            click.echo(
                f"seed {seed}{', kept apart' if apart else ''}: right only by {RESEARCH} {pair.only_one},"
                f" only by {mode} {pair.only_other}, p {pair.chance:.3f} (sign test)"
            )
    for seed in sorted(seed for mode, seed in outputs if mode == KILLED):
        killed, whole = outputs[KILLED, seed], outputs.get((RESEARCH, seed), {})
        both = [item for item in killed if whole.get(item)]  # one that was not reported shows nothing
        same = sum(killed[item] == whole[item] for item in both)
        click.echo(f"seed {seed}: {same} of {len(both)} reports of killed runs are those of {RESEARCH}")
    return 0


@contextmanager
def _asking(
    mode: str, python: str | None, model: str | None, limit: int
) -> Iterator[Callable[[Path, Item], dict[str, Any]]]:
    """What asks a question in the way of `mode`, and tells what came out."""
    if mode == GPT_RESEARCHER:
        settings = load_settings(None, {"model": model})
        gguf = gguf_path(str(settings["model"]))
        if gguf is None:
            raise UsageError(f"{settings['model']} is no model in this process; give --model NAME or PATH.gguf")
        threads = settings["threads"] or physical_cores()
        with gpt_researcher(python, gguf, threads) as researcher:
            yield lambda part, item: researcher.ask(part / DOCUMENTS, item.question, limit)
    else:
        options = (*(("--plain",) if mode == PLAIN else ()), *(("--model", model) if model else ()))
        yield lambda part, item: _asked(part, item, options, limit, kill=mode == KILLED)


def _asked(part: Path, item: Item, options: Sequence[str], limit: int, kill: bool) -> dict[str, Any]:
    """Ask a question as a person does, with the phrase that starts the run; returns what came out.

    What earlier questions found is forgotten first, so that each costs what it costs, and runs can be compared.
    With `kill`, the run is killed once, and resumed.
    """
    shutil.rmtree(part / "state" / FOLDER, ignore_errors=True)
    started = time.monotonic()
    ended = _pandora(part, ("research", "--documents", str(part / DOCUMENTS), *options, item.question), limit)
    if ended["status"] == "waiting":
        model = options[options.index("--model") :] if "--model" in options else ()
        run, left = ended["id"], max(1, limit - int(time.monotonic() - started))
        answer = ("answer", *model, run, PHRASE)
        if kill:
            _killed(part, answer, run, left)
            answer = ("resume", *model, run)
            left = max(1, limit - int(time.monotonic() - started))
        ended = _pandora(part, answer, left)
    return {**ended, "seconds": time.monotonic() - started}


def _killed(part: Path, arguments: Sequence[str], root: str, limit: int) -> None:
    """Start a command on a run, and kill it as soon as one of the run's extractors has ended."""
    read = f"tool-research_extractor-{root.removeprefix('system-')}-*.md"
    ends = time.monotonic() + limit
    with subprocess.Popen(
        _command(part, arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        while process.poll() is None and time.monotonic() < ends:
            extractors = (path.read_text(encoding="utf-8") for path in (part / "state").glob(read))
            if any("\nstatus: accepted\n" in text for text in extractors):
                break
            time.sleep(_POLLED)
        process.kill()


def _command(part: Path, arguments: Sequence[str]) -> tuple[str, ...]:
    command, *rest = arguments
    return (sys.executable, "-m", "pandora", "-C", str(part), command, "--json", "--no-cache", *rest)


def _pandora(part: Path, arguments: Sequence[str], limit: int) -> dict[str, Any]:
    whole = _command(part, arguments)
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
