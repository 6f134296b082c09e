"""`pandora init`: make a folder a workspace, with a copy of the patterns that Pandora ships."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from pandora import growth
from pandora.commands.model_offer import offer_model
from pandora.commands.printing import print_json
from pandora.disk.layout import Workspace, shipped_system
from pandora.document.terminal_text import clean
from pandora.errors import DiskError, UsageError
from pandora.settings import DEFAULTS
from pandora.user_folders import from_home

DAY_ZERO = Path(growth.__file__).parent / "day_zero"
"""The system of day 0: the pattern, and how to read files, write files and run commands."""

SETTING_HELP = {
    "model": "a pulled model, PATH.gguf, ollama:NAME, server:URL or scripted:FILE",
    "context": "work context of the system level, in tokens; 0: as much as suits the model",
    "depth": "levels below the system level",
    "calls": "ceiling of model calls for a whole run",
    "tokens": "ceiling of prompt and written tokens for a whole run",
    "seconds": "ceiling of seconds for a whole run",
    "model_context": "tokens that a model in this process is given",
    "threads": "of a model in this process; 0: one a physical core",
    "gpu_layers": "layers on the graphics card; auto: as many as fit",
    "cpu_moe": "layers on the card whose experts stay in the memory; auto: as few as must",
    "cache_type": "of the model's cache: f16, bf16, f32, q8_0, q5_1, q5_0, q4_1 or q4_0; checked at the load",
    "flash_attention": "on, off or auto",
    "mmap": "map the model's file instead of reading it: on, off or auto",
    "keep_prefixes": "the last prompts' caches stay on disk, so that resume reads less: on or off",
    "speculation": "decode what a reply copies ahead: on, off, or auto, where it pays and changes no reply",
    "sampling": "how tries are drawn that are not greedy: recommended, as the model's makers say, or plain",
    "candidates": "further tries of a prompt: sampled, or forks, each of them another text",
    "width": "replies to one prompt that are written together: a number, or auto, where it pays; 1: none",
    "jobs": "steps that may run at once",
    "searxng": "the address of a SearXNG, which `websearch` then asks; empty: DuckDuckGo",
    "thinking": "on or off, where a model can think first; empty: as the model does",
    "chat_template": "chatml, or a file that takes the place of a GGUF's own chat template",
    "code_tokens": "most tokens of a program in a reply; 0: as many as suit the model",
    "text_tokens": "most tokens of a text in a reply; 0: as many as suit the model",
    "thinking_tokens": "most tokens of a thought before a reply; 0: as many as suit the model",
    "scaffold": "rules and openings that only a weak model needs: on, off, or auto, by the model's size",
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
    '# grow = "ask"  # new tools and operations in system/: allow, ask or deny; grow."NAME" is a rule for one',
    '# untrusted = ["downloads/**"]  # files that hold words of strangers',
)


@dataclass
class InitReport:
    """The files that init wrote, and those that it left as they were, by their paths from the workspace."""

    root: Path
    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


@click.command()
@click.argument("directory", default=".", metavar="[DIR]")
@click.option("--force", is_flag=True, help="Overwrite the files in system/ that Pandora ships; your own stay.")
@click.option(
    "--kernel",
    is_flag=True,
    help="Only the pattern, read, write and bash; it builds the rest itself.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def init(ctx: click.Context, directory: str, force: bool, kernel: bool, as_json: bool) -> int:
    """Make DIR (or this folder) a workspace: patterns in system/, an empty state/, and a pandora.toml.

    At a terminal you are offered the models that are on this machine.

    With --kernel, DIR gets four files in system/, an empty state/ and nothing else. The phases are then read
    from the sections of system/pattern.md, until the system has built a file for each.
    """
    root = Path(ctx.find_root().obj or ".") / from_home(directory)
    if kernel and force:
        raise click.UsageError("--kernel makes a new system/ only; leave out --force")
    report = make_kernel(root) if kernel else make_workspace(root, force=force)
    chosen = "" if as_json or "pandora.toml" not in report.written else offer_model(Workspace(report.root))
    if as_json:
        print_json({"workspace": str(report.root), "written": report.written, "kept": report.kept})
        return 0
    click.echo(clean(f"{report.root} is a workspace; {len(report.written)} files were written."))
    is_here = report.root == Path.cwd().resolve()
    folder = directory if root == Path(directory) else str(root)
    pandora = "pandora" if is_here else f"pandora -C {shlex.quote(folder)}"
    click.echo("Next:")
    if not chosen:
        click.echo(f"  pandora models pull {DEFAULTS['model']}   # once on this machine")
        click.echo(f"  {pandora} models use NAME   # or one that you have: pandora models ls")
    if kernel:
        click.echo(clean(f"  {pandora} check"))
        click.echo(clean(f'  {pandora} run "Build yourself following the pattern."'))
        return 0
    click.echo(clean(f"  {pandora} doctor"))
    click.echo(clean(f'  {pandora} run "What do 4 pears at 1.50 cost together, with 10% off?"'))
    click.echo("In a task, name files by their paths in the workspace, such as data/prices.csv.")
    return 0


def make_workspace(root: Path, source: Path | None = None, force: bool = False) -> InitReport:
    """Give `root` a copy of the patterns in `source` (None: those that ship), a state/ and a pandora.toml.

    A `system/` that exists is left as it is; with `force`, shipped files in it are overwritten. Raises
    UsageError where `root` cannot become a workspace, and DiskError where a file cannot be written.
    """
    source, system = source or shipped_system(), root / "system"
    exists = system.is_dir() and any(system.iterdir()) if not system.is_symlink() else True
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root} is a file; name a folder")
    if exists and system.resolve() == source.resolve():
        raise UsageError(f"{root.resolve()} is where the shipped patterns are; name another folder")
    if exists and not force and (root / "state").is_dir():
        message = f"{root.resolve()} is a workspace already; --force brings the shipped files in system/ anew"
        raise UsageError(f"{message}, and leaves yours")
    report = InitReport(root.resolve())
    try:
        root.mkdir(parents=True, exist_ok=True)
        if force or not exists:
            _write_patterns(source, system, report)
        _write_state(source, root, report)
        _write_settings(root, report)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DiskError(f"{error.filename or root}:1: {reason}; mend it, then run init again") from error
    return report


def make_kernel(root: Path) -> InitReport:
    """Give `root` the system of day 0, which is what `DAY_ZERO` holds, and an empty `state/`; nothing else.

    Raises UsageError where there is a `system/` or a `state/` already, and DiskError where a file cannot be
    written.
    """
    for name in ("system", "state"):
        if (root / name).is_symlink() or (root / name).exists():
            raise UsageError(f"{root / name} is there already; name another folder")
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root} is a file; name a folder")
    report = InitReport(root.resolve())
    try:
        (root / "state").mkdir(parents=True)
        _write_patterns(DAY_ZERO, root / "system", report)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DiskError(f"{error.filename or root}:1: {reason}; mend it, then run init again") from error
    return report


def _write_patterns(source: Path, system: Path, report: InitReport) -> None:
    """Copy the patterns, and report which files in `system` are a person's own."""
    report.written += [f"system/{path}" for path in copy_tree(source, system)]
    ours = {path.relative_to(source).as_posix() for path in files_of(source)}
    theirs = (path.relative_to(system).as_posix() for path in files_of(system))
    report.kept += [f"system/{path}" for path in theirs if path not in ours]


def _write_state(source: Path, root: Path, report: InitReport) -> None:
    """Make an empty `state/` with the README that ships, unless one is there."""
    (root / "state").mkdir(exist_ok=True)
    target = root / "state" / "README.md"
    shipped = shipped_system()
    for name in (f"{shipped.name.replace('system', 'state')}", "state"):
        readme = shipped.parent / name / "README.md"
        if readme.is_file() and not target.exists():
            shutil.copyfile(readme, target)
            report.written.append("state/README.md")


def _write_settings(root: Path, report: InitReport) -> None:
    """Write a pandora.toml, unless one is there."""
    target = Workspace(root).settings
    if target.exists():
        report.kept.append(target.name)
        return
    target.write_text(settings_text(), encoding="utf-8")
    report.written.append(target.name)


def settings_text() -> str:
    """A pandora.toml with every setting's default, commented out."""
    lines = [
        "# Settings of this workspace; a flag or PANDORA_NAME outranks them. `pandora doctor` shows all.",
        "# What sends data somewhere or allows more counts once you trust it: `pandora trust`.",
        "",
    ]
    for name, value in DEFAULTS.items():
        literal = f'"{value}"' if isinstance(value, str) else str(value)
        lines.append(f"# {name} = {literal}  # {SETTING_HELP.get(name, '')}".removesuffix("  # "))
    return "\n".join([*lines, "", *POLICY]) + "\n"


def files_of(folder: Path) -> Iterator[Path]:
    """Every file under `folder` in a fixed order, Python's caches left out."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def copy_tree(source: Path, target: Path) -> list[str]:
    """Copy every file below `source`; returns their paths from it. The copies can be written by their owner."""
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
