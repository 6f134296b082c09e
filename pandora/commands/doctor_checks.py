"""What `pandora doctor` tries: the model's file, commits, exchanging two files' names, and the sandbox."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from pathlib import Path

from pandora.disk import atomic, name_exchange
from pandora.disk.layout import Workspace
from pandora.errors import DiskError, PandoraError, RefusedError
from pandora.models.api_keys import Keys
from pandora.models.catalogue import CATALOGUE
from pandora.models.open import gguf_path, open_model
from pandora.models.server import ServerModel
from pandora.models.server_process import cache_ram_of
from pandora.policy import ANY, Policy
from pandora.settings import Settings
from pandora.workspace_grants import shortened, untrusted_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pandora.models.fit.llama_build import LlamaBuild
    from pandora.models.recommended_sampling import Recommendations
    from pandora.sandbox.tier import Tier

REFUSED = (
    "no command is run without a sandbox: install bubblewrap (the package `bubblewrap`), or use Linux 5.13 "
    "or newer with Landlock and namespaces (Ubuntu 24.04: sysctl "
    "kernel.apparmor_restrict_unprivileged_userns=0); docs/safety.md explains the tiers; "
    "--unsafe runs commands without one, and §3 says so"
)
HOOKS = "change .git of the workspace"
"""The attempt to write git hooks, which git would run later outside of the sandbox."""


@dataclass(frozen=True)
class Fact:
    """Something that was found out about this machine: `about` is the group, `name` the thing.

    `remedy` says what to do where the finding keeps tasks from running, else it is "". `source` is where a
    setting's value comes from. `advice` says what would make tasks faster; without it they run, too.
    """

    about: str
    name: str
    finding: str
    remedy: str = ""
    source: str = ""
    advice: str = ""


def trust_fact(workspace: Workspace, settings: Settings) -> Fact:
    """Whether this user trusts what the workspace's own settings grant; without that, it does not count."""
    if not settings.grants:
        return Fact(
            "workspace", "trust", "not needed: pandora.toml sends nothing anywhere and allows nothing more"
        )
    listed = ", ".join(shortened(grant) for grant in settings.grants)
    if not settings.withheld:
        return Fact("workspace", "trust", f"trusted, or replaced by variables of yours: {listed}")
    return Fact(
        "workspace", "trust", f"not trusted: {listed}", str(untrusted_error(workspace.root, settings.withheld))
    )


def model_facts(
    spec: str, keys: Keys | None = None, reuse: bool = False, *, recommended: bool = True
) -> Iterator[Fact]:
    """Whether the model that would be used is here; a file is checked by its size and head, not read.

    `keys` says which API key a server gets. With `reuse`, a llama-server is tried by two prompts by turns. A
    server's tries are drawn as `recommended`, or plainly.
    """
    try:
        path = gguf_path(spec)
        if path is None:
            yield from _opened_model_facts(spec, keys, reuse, recommended=recommended)
            return
        from pandora.models.llama_library import check_gguf

        check_gguf(path)
        size = path.stat().st_size
    except PandoraError as error:
        yield Fact("model", spec, "not here", str(error))
        return
    expected = next((source.size for source in CATALOGUE if source.name == spec), 0)
    if expected and size != expected:
        remedy = f"pandora models rm {spec} && pandora models pull {spec}"
        yield Fact("model", spec, f"{size} bytes and not the {expected} it should be: {path}", remedy)
    else:
        yield Fact("model", spec, f"{size / 1e6:.0f} MB, {'its right size' if expected else 'a GGUF'}: {path}")


def speculation_fact(settings: Settings) -> Fact | None:
    """Whether the model drafts what its replies copy, and what was measured; None for one without a file."""
    from pandora.models.fit.batch_costs import BatchCosts, known_batches
    from pandora.models.fit.load_options import AUTO, LoadOptions
    from pandora.models.fit.model_fit import facts_of
    from pandora.models.llama import measures_key, thread_count

    options = LoadOptions.of(settings)
    try:
        path = _model_file(settings)
        if path is None:
            return None
        shape = facts_of(path).shape
        if options.speculation == "off":
            finding = "off"
        elif shape is not None and shape.recurrent:
            finding = "off: the model has recurrent layers, which cannot go back"
        else:
            known = known_batches(measures_key(path, thread_count(settings["threads"]), options))
            costs = BatchCosts(known, same_only=options.speculation == AUTO)
            finding = f"{options.speculation}: {costs}"
    except (PandoraError, OSError, PackageNotFoundError):
        return None
    return Fact("model", "speculation", finding)


def width_fact(settings: Settings) -> Fact | None:
    """How many replies to one prompt the model writes together, and what was measured; None without a file."""
    from pandora.models.fit.load_options import LoadOptions, width_of
    from pandora.models.fit.row_gains import known_gains
    from pandora.models.llama import measures_key, thread_count

    options = LoadOptions.of(settings)
    try:
        path = _model_file(settings)
        if path is None:
            return None
        key = measures_key(path, thread_count(settings["threads"]), options)
        return Fact("model", "width", str(known_gains(key, width_of(settings) or 0)))
    except (PandoraError, OSError, PackageNotFoundError):
        return None


def sampling_fact(settings: Settings) -> Fact | None:
    """How a model's file has its tries drawn that are not greedy; None for one without a file."""
    from pandora.models.recommended_sampling import NO_RECOMMENDATIONS, recommendations_of_file

    try:
        path = _model_file(settings)
    except PandoraError:
        return None
    if path is None:
        return None
    asked = settings["sampling"] == "recommended"
    recommends = recommendations_of_file(path, str(settings["model"])) if asked else NO_RECOMMENDATIONS
    return Fact("model", "sampling", _in_words(recommends))


def _model_file(settings: Settings) -> Path | None:
    """The file of the model that would be used; None for a server's, and where the file is not there."""
    path = gguf_path(str(settings["model"]))
    return path if path is not None and path.is_file() else None


def _in_words(recommends: Recommendations) -> str:
    if not recommends.usual.told:
        return "plain"
    after = f"; after a thought {recommends.after_thought}" if recommends.after_thought else ""
    return f"as its makers recommend: {recommends.usual}{after}"


def build_fact(build: LlamaBuild) -> Fact:
    """What llama.cpp was built for; where this machine can do more, the advice to build it anew."""
    from pandora.models.fit.llama_build import in_words
    from pandora.models.fit.processor import AMX, compiles_amx
    from pandora.models.llama_library import rebuild_command

    finding = f"built for {build}"
    missing = tuple(name for name in build.missing if name != AMX or compiles_amx())
    if missing != build.missing:
        finding += "; AMX is left out, since this machine's compiler makes it crash"
    if not missing:
        return Fact("model", "llama.cpp", finding)
    lacks = in_words(missing)
    advice = f"it is built without {lacks}; `{rebuild_command()}` builds it for this machine"
    return Fact("model", "llama.cpp", f"{finding}; without this machine's {lacks}", advice=advice)


def _opened_model_facts(spec: str, keys: Keys | None, reuse: bool, *, recommended: bool) -> Iterator[Fact]:
    """The facts about a server or a script, which is quick to open."""
    from pandora.models.fit.load_options import LoadOptions

    try:
        model = open_model(spec, keys=keys, options=LoadOptions(recommended=recommended))
    except PandoraError as error:
        yield Fact("model", spec, "not usable", str(error))
        return
    program = f", on {model.program}" if isinstance(model, ServerModel) else ""
    try:
        notes = model.notes if isinstance(model, ServerModel) else ()
        advice = "; ".join(notes)
        yield Fact("model", spec, f"{model.name}, context {model.context}{program}", advice=advice)
        if isinstance(model, ServerModel):
            yield Fact("model", "sampling", _in_words(model.recommends))
        if isinstance(model, ServerModel) and model.slots:
            yield slots_fact(model, cache_ram_of(model.url))
            if reuse:
                yield reuse_fact(model)
    finally:
        model.close()


def slots_fact(model: ServerModel, cache_ram: float | None) -> Fact:
    """How many slots a llama-server has, and the MiB of its cache in memory, None where nobody can tell."""
    amount = "no limit" if cache_ram == math.inf else f"{cache_ram} MiB"
    size = "" if cache_ram is None else f"; its cache in memory (--cache-ram) has {amount}"
    finding = f"{model.slots} of {model.context} tokens{size}"
    if cache_ram == 0:
        return Fact("model", "slots", f"{finding}, so it is off")
    advice = (
        "start llama-server with --cache-ram 0: that cache has put another conversation's state under a new "
        "request. Pandora then names a slot for each document, which keeps prefixes as well. "
        "`pandora doctor --reuse` tries what there is"
    )
    return Fact("model", "slots", finding, advice=advice)


def reuse_fact(model: ServerModel) -> Fact:
    """What two prompts by turns show of a llama-server's reuse."""
    try:
        trial = model.try_reuse()
    except PandoraError as error:
        return Fact("model", "reuse", "could not be tried", str(error))
    finding = (
        f"two prompts by turns, {trial.turns} replies: {trial.same} are the same as without reuse, "
        f"{trial.mixed_up} answer the other prompt; {trial.reused} of {trial.prompt} tokens were reused"
    )
    remedy = "start llama-server with --cache-ram 0, or another version of it" if trial.mixed_up else ""
    return Fact("model", "reuse", finding, remedy)


def policy_facts(policy: Policy) -> Iterator[Fact]:
    """What policy says of each effect, with the rules' source; then what counts as untrusted."""
    grouped: dict[tuple[str, str, str], list[str]] = {}
    for rule in policy.rules:
        grouped.setdefault((rule.effect, rule.verdict, rule.source), []).append(rule.target)
    for (effect, verdict, source), targets in grouped.items():
        description = verdict if targets == [ANY] else f"{verdict}: {', '.join(targets)}"
        yield Fact("policy", effect, description, source=source)
    if policy.untrusted:
        yield Fact("policy", "untrusted", ", ".join(policy.untrusted))


def probe_facts(workspace: Workspace | None, every: bool = False) -> Iterator[Fact]:
    """What the disk and the sandbox do when tried; with `every`, each tier of the sandbox."""
    if workspace is not None:
        yield exchange_fact(workspace)
    yield from sandbox_facts(every)


def commit_fact(workspace: Workspace, when: str) -> Fact:
    """Where the engine commits its documents to git, or why it does not; `when` is the setting `commit`."""
    if when == "off":
        return Fact("workspace", "git", "documents are not committed (commit = off)")
    from pandora.disk.git import GitError, repository_of

    try:
        repository = repository_of(workspace.state)
        left_out = repository.ignored([repository.path_of(workspace.state.resolve() / "system-aaaaaa.md")])
    except GitError as error:
        return Fact("workspace", "git", f"documents cannot be committed: {error}")
    if left_out:
        return Fact("workspace", "git", "documents cannot be committed: .gitignore leaves them out")
    return Fact("workspace", "git", f"documents are committed to {repository.top}")


def exchange_fact(workspace: Workspace) -> Fact:
    """Whether two files in `state/` can exchange their names in one step, tried with files of its own."""
    folder = workspace.state
    if not folder.is_dir():
        return Fact("disk", "state/", "not there", "pandora init makes it")
    mark = f".doctor.{os.getpid()}.{os.urandom(4).hex()}"
    one, other = folder / f"{mark}.a", folder / f"{mark}.b"
    try:
        atomic.write_new(one, b"a")
        atomic.write_new(other, b"b")
        swapped = name_exchange.exchange_names(one, other) and one.read_bytes() == b"b"
    except (OSError, DiskError) as error:
        return Fact("disk", "state/", f"cannot be written: {error}", str(error))
    finally:
        for path in (one, other):
            _remove(path)
    if swapped:
        return Fact("disk", "exchange", "works in state/: an edit made while the engine writes is kept")
    return Fact("disk", "exchange", "not in state/: an edit in the moment of a write could be lost")


def shared_facts(folder: Path) -> Iterator[Fact]:
    """What a folder does that several processes or machines work in, tried by two processes."""
    from pandora.disk.shared_folder import try_folder

    try:
        trials = try_folder(folder)
    except DiskError as error:
        yield Fact("shared", str(folder), "cannot be tried", str(error))
        return
    for trial in trials:
        yield Fact("shared", trial.name, trial.finding, "" if trial.held else trial.remedy)


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError:
        return


def sandbox_facts(every: bool = False) -> Iterator[Fact]:
    """The sandbox's tiers, with each attempt to break out or to exhaust the machine: denied, or OPEN.

    Attempts are made in the best tier that holds; with `every`, or where none holds, in each tier.
    """
    from pandora.sandbox import tiers

    tiers.forget()  # an earlier probe of this process may be out of date
    best = tiers.best()
    for tier in tiers.TIERS:
        if tier.absent():
            yield Fact("sandbox", tier.name, f"not here: {tier.absent()}")
        elif every or tier is best or best is None:
            yield from _tier_facts(tier, tier is best)
        else:
            yield Fact("sandbox", tier.name, "not tried; `pandora doctor --all` tries every tier")
    yield ceilings_fact()
    if best is None:
        yield Fact("sandbox", "commands", "cannot be confined by any tier, and none is run", REFUSED)
    else:
        yield Fact("sandbox", "commands", f"run in the tier {best.name}")


def ceilings_fact() -> Fact:
    """What holds the ceilings of memory and threads that all processes of a command share."""
    from pandora.sandbox import control_group

    above = control_group.parent()
    if above is not None:
        finding = f"held by the kernel for all processes together: control groups below {above}; watched, too"
    elif sys.platform == "linux":
        finding = "watched 20 times a second, since no control group can be made here"
    else:
        finding = "held for each process alone: this system counts nothing for all of them together"
    return Fact("sandbox", "ceilings", finding)


def _tier_facts(tier: Tier, used: bool) -> Iterator[Fact]:
    from pandora.sandbox.probe import ESCAPES, EXHAUSTIONS, probe
    from pandora.sandbox.tier import describe_confinement

    try:
        result = probe(tier, wear=True)
    except (PandoraError, OSError) as error:
        yield Fact("sandbox", tier.name, f"does not work: {error}")
        return
    if not result.works:
        yield Fact("sandbox", tier.name, "does not work: not even a harmless command can be run")
        return
    holds = "holds" if result.holds else "does not hold"
    yield Fact(
        "sandbox",
        tier.name,
        f"{holds}{', and is used' if used else ''}: {describe_confinement(result.confined)}",
    )
    for name, text in {**ESCAPES, **EXHAUSTIONS}.items():
        yield Fact(tier.name, text, "OPEN" if name in result.open else "denied")
    yield Fact(tier.name, HOOKS, "OPEN" if _reaches_hooks(tier) else "denied")


def _reaches_hooks(tier: Tier) -> bool:
    """True where a command, run as operations run it, can write a git hook, in an old .git or a new one."""
    from pandora.sandbox import scratch
    from pandora.sandbox.process import run
    from pandora.workspace.operation_context import OperationContext
    from pandora.workspace.staged_copy import StagedCopy

    folder = scratch.make("hooks")
    hook = folder / "one" / ".git" / "hooks" / "pre-commit"
    try:
        hook.parent.mkdir(parents=True)
        hook.write_text("mine", encoding="ascii")
        with StagedCopy.of(folder, OperationContext(folder).protected) as stage:
            script = "for f in one two .; do mkdir -p $f/.git/hooks; echo evil > $f/.git/hooks/pre-commit; done"
            reach = f"echo evil > {hook}"
            run(("sh", "-c", f"{script}; {reach}"), cwd=stage.root, writable=(stage.root,), tier=tier)
            changed = False
            with suppress(RefusedError):  # as it should be
                changed = any(".git" in change.path for change in stage.changes())
        return changed or hook.read_text(encoding="ascii") != "mine" or (folder / "two").exists()
    except (PandoraError, OSError):
        return False
    finally:
        scratch.discard(folder)
