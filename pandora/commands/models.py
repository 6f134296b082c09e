"""`pandora models`: fetch, list, weigh, choose and remove models; the list has other programs', too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from pandora.commands.completion_values import complete_model
from pandora.commands.model_choice import model_named, use_model
from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import print_json, print_table
from pandora.document.terminal_text import clean
from pandora.errors import UsageError
from pandora.models.catalogue import CATALOGUE, Source, find_source, models_folder, sources_on_disk
from pandora.models.discovery.local_model import LocalModel
from pandora.models.discovery.local_models import local_models
from pandora.models.fit.row_gains import KEPT, newest_width
from pandora.models.open import is_name
from pandora.models.pull import Progress, pull, remove


@click.group()
def models() -> None:
    """Fetch, list, choose and remove models."""


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
@click.option("--no-servers", is_flag=True, help="Ask no server; look on the disk only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_command(no_servers: bool, as_json: bool) -> None:
    """List the models that can be pulled, and all that are on this machine.

    These are the pulled ones, those in the folders of Ollama, LM Studio, llama.cpp and Hugging Face, and those
    of servers that answer at their usual ports. The first column is what --model and `pandora models use` take.
    Of a model that has voted here, `width` is how many replies it writes together.
    """
    widths = _Widths()
    others = [source for source in sources_on_disk() if source not in CATALOGUE]
    rows = [_row(source, widths) for source in (*CATALOGUE, *others)]
    rows += [_local_row(model, widths) for model in local_models(servers=not no_servers)]
    if as_json:
        print_json(rows)
        return
    cells = [(row["name"], size_text(int(str(row["bytes"]))), row["state"], row["about"]) for row in rows]
    print_table([tuple(clean(str(text)) for text in cell) for cell in cells], (1,), (1,), wrapped=True)
    click.echo(f"kept in {models_folder()}", err=True)


@models.command("fit")
@click.argument("paths", nargs=-1, metavar="[PATH.gguf]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def fit_command(ctx: click.Context, paths: tuple[str, ...], as_json: bool) -> None:
    """Say which models run on this machine, with how much context, and how fast at most.

    These are the models that can be pulled and those on the disk, or the files that you name. A model runs
    where its file, a cache of 1024 tokens and 1 GB beside fit the memory that is free now. The cache has the
    type that the setting cache_type says, and gpu_layers and cpu_moe count as at the load. The speed is what
    the memory gives: each token reads the whole file, and of a mixture of experts the active share.
    """
    from pandora.commands.model_fit import print_fit
    from pandora.models.fit.load_options import LoadOptions
    from pandora.settings import load_settings

    try:
        root = workspace_of(ctx).root
    except UsageError:  # it says the same of a machine without any workspace
        root = None
    print_fit(paths, as_json, LoadOptions.of(load_settings(root, {})))


@models.command("use")
@click.argument("name", shell_complete=complete_model)
@click.pass_context
def use_command(ctx: click.Context, name: str) -> None:
    """Make NAME the model of this workspace: write it into pandora.toml.

    NAME is a name from `pandora models ls` (`qwen3:30b` is enough for `ollama:qwen3:30b`), the path of a GGUF,
    or server:URL. You trust the workspace with this model by naming it.
    """
    workspace = workspace_of(ctx)
    spec = model_named(name, [] if is_name(name) else local_models())
    settings = use_model(workspace, spec)
    click.echo(clean(f"{workspace.settings} names {spec}"))
    if is_name(spec) and not find_source(spec).pulled:
        click.echo(f"It is not on this machine yet: pandora models pull {spec}", err=True)
    if settings["model"] != spec:
        source = settings.by_name["model"].source
        why = f"{source} names {settings['model']}" if not settings.withheld else "`pandora trust` allows it"
        click.echo(clean(f"It does not count yet: {why}"), err=True)


@models.command("rm")
@click.argument("name", shell_complete=complete_model)
def remove_command(name: str) -> None:
    """Delete the model NAME and everything that was fetched of it."""
    source = find_source(name)
    if not source.pulled and not source.partial.exists():
        raise UsageError(f"{name} is not on this machine; `pandora models ls` shows what is")
    click.echo(f"removed {name}, {remove(name) / 1e6:.0f} MB")


def size_text(size: int) -> str:
    """A number of bytes for a person; "" for 0, which means that nobody knows."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB" if size else ""


class _Widths:
    """The widths that were measured with the llama.cpp that is here; no file is read where none was."""

    def __init__(self) -> None:
        try:
            self._version = version("llama-cpp-python") if KEPT.keys() else ""
        except PackageNotFoundError:
            self._version = ""

    def of(self, path: Path | None) -> int | None:
        """The width of the model in the file at `path`, or None where it was not measured."""
        if path is None or not self._version:
            return None
        from pandora.models.llama_library import gguf_digest

        try:
            return newest_width(f"{gguf_digest(path)} {self._version}")
        except OSError:
            return None


def _with_width(about: str, width: int | None) -> str:
    return about if width is None else f"{about}; width {width}" if about else f"width {width}"


def _local_row(model: LocalModel, widths: _Widths) -> dict[str, object]:
    width = widths.of(model.path)
    path = str(model.path) if model.path else None
    row: dict[str, object] = {"name": model.name, "bytes": model.size, "state": model.state, "path": path}
    return row | {
        "about": _with_width(model.about, width),
        "width": width,
        "owner": model.owner,
        "context": model.context,
        "url": model.url or None,
    }


def _row(source: Source, widths: _Widths) -> dict[str, object]:
    width = widths.of(source.path if source.pulled else None)
    state = "pulled" if source.pulled else "partial" if source.partial.is_dir() else "not pulled"
    size = source.path.stat().st_size if source.pulled else source.size
    path = str(source.path) if source.pulled else None
    about = _with_width(source.about, width)
    return {
        **{"name": source.name, "bytes": size, "state": state, "path": path},
        **{"about": about, "width": width},
    }


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
