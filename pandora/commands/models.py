"""`pandora models`: fetch, list and remove the models that run in Pandora's own process."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from pandora.commands.completion_values import complete_model
from pandora.commands.printing import print_table
from pandora.errors import UsageError
from pandora.models.catalogue import CATALOGUE, Source, find_source, models_folder, sources_on_disk
from pandora.models.pull import Progress, pull, remove


@click.group()
def models() -> None:
    """Fetch, list and remove models."""


@models.command("pull")
@click.argument("name", shell_complete=complete_model)
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def pull_command(name: str, quiet: bool) -> None:
    """Fetch the model NAME and print its path. If a pull was stopped, it goes on where it was.

    NAME is one of `pandora models ls`, or hf:OWNER/REPOSITORY/FILE.gguf.
    """
    with _progress(name, quiet) as progress:
        path = pull(name, progress)
    click.echo(str(path))


@models.command("ls")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_command(as_json: bool) -> None:
    """List the models that can be pulled and those that are on this machine."""
    others = [source for source in sources_on_disk() if source not in CATALOGUE]
    rows = [_row(source) for source in (*CATALOGUE, *others)]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    sizes = [f"{int(str(row['bytes'])) / 1e6:.0f} MB" for row in rows]
    cells = [(row["name"], size, row["state"], row["about"]) for row, size in zip(rows, sizes, strict=True)]
    print_table([tuple(map(str, cell)) for cell in cells], right=(1,), optional=(1,), wrapped=True)
    click.echo(f"kept in {models_folder()}", err=True)


@models.command("rm")
@click.argument("name", shell_complete=complete_model)
def remove_command(name: str) -> None:
    """Delete the model NAME and everything that was fetched of it."""
    source = find_source(name)
    if not source.pulled and not source.partial.exists():
        raise UsageError(f"{name} is not on this machine; `pandora models ls` shows what is")
    click.echo(f"removed {name}, {remove(name) / 1e6:.0f} MB")


def _row(source: Source) -> dict[str, object]:
    state = "pulled" if source.pulled else "partial" if source.partial.is_dir() else "not pulled"
    size = source.path.stat().st_size if source.pulled else source.size
    path = str(source.path) if source.pulled else None
    return {"name": source.name, "bytes": size, "state": state, "path": path, "about": source.about}


@contextmanager
def _progress(name: str, quiet: bool) -> Iterator[Progress]:
    """A function that shows progress on stderr: as a bar on a terminal, else as a line for each tenth."""
    if quiet:
        yield lambda fetched, size: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task(name, total=None)
            yield lambda fetched, size: bar.update(task, completed=fetched, total=size or None)
    else:
        yield _ProgressLines(name)


class _ProgressLines:
    """Shows progress as lines: one whenever another tenth was fetched."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tenths = -1

    def __call__(self, fetched: int, size: int) -> None:
        tenths = fetched * 10 // size if size else 0
        if tenths > self._tenths:
            self._tenths = tenths
            click.echo(f"{self._name}: {fetched / 1e6:.0f} of {size / 1e6:.0f} MB", err=True)
