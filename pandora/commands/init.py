"""`pandora init`: make a folder a workspace, with the patterns that ship."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from pandora.commands.printing import print_json
from pandora.disk.layout import Workspace, shipped_system
from pandora.document.terminal_text import clean
from pandora.errors import DiskError, UsageError
from pandora.settings import DEFAULTS

ABOUT = {
    "model": "a pulled model, PATH.gguf, server:URL or scripted:FILE",
    "context": "work context of the system level, in tokens",
    "depth": "levels below the system level",
    "calls": "ceiling of model calls for a whole run",
    "tokens": "ceiling of prompt and written tokens for a whole run",
    "seconds": "ceiling of seconds for a whole run",
    "model_context": "tokens that a model in this process is given",
    "threads": "of a model in this process; 0: one a core",
    "jobs": "steps that may run at once",
    "searxng": "the address of a SearXNG, which `websearch` then asks; empty: DuckDuckGo",
    "thinking": "on or off, where a model can think first; empty: as the model does",
    "commit": "documents to git: off, run (at a run's end) or phase (after each)",
}

POLICY = (
    "# [policy]  # what each effect needs; a rule for a target outranks the effect's own, which is *",
    '# write."*" = "own"  # own: allowed for files that the run makes, asked for others; or allow, ask, deny',
    '# write."out/**" = "allow"',
    '# bash."*" = "ask"  # shell commands: allow, ask or deny',
    '# bash."git status" = "allow"  # this command, word for word',
    '# network."*" = "ask"  # other machines: allow, ask or deny',
    '# network."*.example.org" = "allow"',
    '# loopback = "deny"  # this machine: allow or deny',
    '# read."private/**" = "deny"  # nobody reads these; .env, *.pem, .ssh and their like are denied already',
    '# untrusted = ["downloads/**"]  # files that hold words of strangers',
)


@dataclass
class Made:
    """What was written, and what was there and was left, by path from the workspace."""

    root: Path
    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


@click.command()
@click.argument("directory", default=".", metavar="[DIR]")
@click.option("--force", is_flag=True, help="Overwrite the files in system/ that Pandora ships; your own stay.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def init(ctx: click.Context, directory: str, force: bool, as_json: bool) -> int:
    """Make DIR (or this folder) a workspace: patterns in system/, an empty state/, and a pandora.toml."""
    root = Path(ctx.find_root().obj or ".") / Path(directory).expanduser()
    made = make_workspace(root, force=force)
    if as_json:
        print_json({"workspace": str(made.root), "written": made.written, "kept": made.kept})
        return 0
    click.echo(clean(f"{made.root} is a workspace; {len(made.written)} files were written."))
    there = made.root == Path.cwd().resolve()
    pandora = "pandora" if there else f"pandora -C {directory if root == Path(directory) else root}"
    click.echo("Next:")
    click.echo(f"  pandora models pull {DEFAULTS['model']}   # once on this machine")
    click.echo(clean(f"  {pandora} doctor"))
    click.echo(clean(f'  {pandora} run "What do 4 pears at 1.50 cost together, with 10% off?"'))
    click.echo("A task about files names them, as they are called from the workspace: data/prices.csv.")
    return 0


def make_workspace(root: Path, source: Path | None = None, force: bool = False) -> Made:
    """Give `root` a copy of the patterns in `source` (or those that ship), a state/ and settings.

    A `system/` that is there is not touched unless `force`: then what ships replaces what has its name.
    """
    source, system = source or shipped_system(), root / "system"
    there = system.is_dir() and any(system.iterdir()) if not system.is_symlink() else True
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root} is a file; name a folder")
    if there and system.resolve() == source.resolve():
        raise UsageError(f"{root.resolve()} is where the shipped patterns are; name another folder")
    if there and not force and (root / "state").is_dir():
        raise UsageError(f"{system} exists; --force overwrites the shipped files in it and leaves yours")
    made = Made(root.resolve())
    try:
        root.mkdir(parents=True, exist_ok=True)
        if force or not there:
            _patterns(source, system, made)
        _state(source, root, made)
        _settings(root, made)
    except OSError as error:
        told = error.strerror or str(error)
        raise DiskError(f"{error.filename or root}:1: {told}; mend it, then run init again") from error
    return made


def _patterns(source: Path, system: Path, made: Made) -> None:
    made.written += [f"system/{path}" for path in copy_tree(source, system)]
    ours = {path.relative_to(source).as_posix() for path in files_of(source)}
    theirs = (path.relative_to(system).as_posix() for path in files_of(system))
    made.kept += [f"system/{path}" for path in theirs if path not in ours]


def _state(source: Path, root: Path, made: Made) -> None:
    """An empty `state/`, with the README that stands beside the shipped patterns, where there is one."""
    (root / "state").mkdir(exist_ok=True)
    target = root / "state" / "README.md"
    shipped = shipped_system()
    for name in (f"{shipped.name.replace('system', 'state')}", "state"):
        readme = shipped.parent / name / "README.md"
        if readme.is_file() and not target.exists():
            shutil.copyfile(readme, target)
            made.written.append("state/README.md")


def _settings(root: Path, made: Made) -> None:
    target = Workspace(root).settings
    if target.exists():
        made.kept.append(target.name)
        return
    target.write_text(settings_text(), encoding="utf-8")
    made.written.append(target.name)


def settings_text() -> str:
    """A pandora.toml with every setting's default, commented out."""
    out = [
        "# Settings of this workspace; a flag or PANDORA_NAME outranks them. `pandora doctor` shows all.",
        "",
    ]
    for name, value in DEFAULTS.items():
        written = f'"{value}"' if isinstance(value, str) else str(value)
        out.append(f"# {name} = {written}  # {ABOUT.get(name, '')}".removesuffix("  # "))
    return "\n".join([*out, "", *POLICY]) + "\n"


def files_of(folder: Path) -> Iterator[Path]:
    """Every file under `folder` in a fixed order, Python's caches left out."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def copy_tree(source: Path, target: Path) -> list[str]:
    """Copy every file; the copies can be written by their owner, wherever they come from."""
    copied = []
    for path in files_of(source):
        relative = path.relative_to(source)
        copy = target / relative
        copy.parent.mkdir(parents=True, exist_ok=True)
        if copy.is_symlink() or copy.exists():
            copy.unlink()
        shutil.copyfile(path, copy)
        copy.chmod((path.stat().st_mode & 0o777) | 0o600)
        copied.append(relative.as_posix())
    return copied
