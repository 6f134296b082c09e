"""Load the settings and remember where each value came from.

A flag wins over a `PANDORA_*` variable, that over the chosen profile, that over the workspace's `pandora.toml`,
that over the user's own `pandora.toml`, and that over the default. What the workspace's file grants counts only
once it is trusted.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pandora.errors import DocumentError, Problem, UsageError, did_you_mean
from pandora.policy import ANY, EFFECTS, VERDICTS, Policy, Rule
from pandora.policy_table import FORMER, key_lines, read_policy
from pandora.regular_file import read_text
from pandora.trusted_workspaces import is_trusted
from pandora.user_folders import config_folder
from pandora.workspace_grants import Grant, digest_of, grants_in

DEFAULTS: dict[str, Any] = {
    "model": "qwen2.5-coder-1.5b",
    "context": 0,
    "depth": 3,
    "calls": 120,
    "tokens": 120_000,
    "seconds": 1800,
    "model_context": 8192,
    "threads": 0,
    "gpu_layers": "auto",
    "cpu_moe": "auto",
    "cache_type": "f16",
    "flash_attention": "auto",
    "mmap": "auto",
    "keep_prefixes": "on",
    "speculation": "auto",
    "width": "auto",
    "sampling": "recommended",
    "candidates": "sampled",
    "jobs": 1,
    "thinking": "",
    "chat_template": "",
    "code_tokens": 0,
    "text_tokens": 0,
    "thinking_tokens": 0,
    "scaffold": "auto",
    "commit": "off",
    "searxng": "",
}
"""Every setting and its default, except the policy, which is the table `[policy]`.

With `scaffold` "auto" the model's size decides whether it gets the scaffold of patterns. With `thinking` ""
the model decides for itself whether it thinks before it fills a form.
"""
_FROM_ONE = ("calls", "tokens", "seconds", "model_context", "jobs")
"""The numbers of which 0 is none, since nothing can be done with it; of the others 0 has a meaning."""
LONGEST = 256 << 10
"""The largest size of a settings file, in bytes."""
_SWITCH = ("auto", "on", "off")
CHOICES = {
    **{"thinking": ("", "on", "off"), "scaffold": _SWITCH, "commit": ("off", "run", "phase")},
    **{"flash_attention": _SWITCH, "mmap": _SWITCH, "keep_prefixes": ("on", "off")},
    "speculation": _SWITCH,
    "sampling": ("recommended", "plain"),
    "candidates": ("sampled", "forks"),
    "cache_type": ("f16", "bf16", "f32", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0"),
}
COUNTS = {"gpu_layers": "auto", "cpu_moe": "auto", "width": "auto"}
"""Settings that are a whole number or this word."""


KEYS = "keys"
"""The table of the user's own file that binds API keys to hosts."""
DEFAULT = "default"
"""The source of a setting that nobody gave."""
PROFILE = "profile"
"""The table of profiles in a settings file, and the flag and variable (PANDORA_PROFILE) that choose one."""


@dataclass(frozen=True)
class Setting:
    """The value of a setting, and its source: a flag, a variable or a file.

    `by_workspace` is true where the workspace's own file gave it, which a stranger may have written.
    """

    value: Any
    source: str
    by_workspace: bool = False


@dataclass(frozen=True)
class Settings:
    """Every setting by name, and the policy.

    `grants` is what the workspace's file grants, `digest` what a person would trust, and `withheld` those
    grants that nobody trusts and that no flag or variable replaces: they do not count. `keys` maps a host to
    the environment variable that has its API key.
    """

    by_name: Mapping[str, Setting] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)
    grants: tuple[Grant, ...] = ()
    digest: str = ""
    withheld: tuple[Grant, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.by_name[name].value

    def is_given(self, name: str) -> bool:
        """True where a flag, a variable or a file gives the setting, and not its default."""
        return self.by_name[name].source != DEFAULT


@dataclass(frozen=True)
class _File:
    """What one settings file says; empty where there is no file."""

    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    rules: Sequence[Rule] = ()
    untrusted: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    profiles: Mapping[str, _Profile] = field(default_factory=dict)


@dataclass(frozen=True)
class _Profile:
    """The settings of one profile, and the line of each."""

    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


def user_config() -> Path:
    """Return the path of the user's own settings file."""
    return config_folder() / "pandora.toml"


def profile_names(workspace: Path | None) -> list[str]:
    """The names of all profiles in the user's settings and in those of `workspace`; raises DocumentError."""
    files = [_read(user_config(), str(user_config()))]
    if workspace:
        files.append(_read(workspace / "pandora.toml", "pandora.toml", of_user=False))
    return sorted({name for file in files for name in file.profiles})


def load_settings(
    workspace: Path | None, flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> Settings:
    """Load all settings from the files, the environment and `flags`.

    Raises DocumentError, which names `path:line`, for a file that cannot be read or that is wrong, and
    UsageError for a value that its setting does not take.
    """
    settings = {name: Setting(value, DEFAULT) for name, value in DEFAULTS.items()}
    own = _read(user_config(), str(user_config()))
    settings.update({name: Setting(value, str(user_config())) for name, value in own.values.items()})
    given = list(_from_environment(environment))
    user_policy = Policy(folds=workspace is not None and _ignores_case(workspace)).with_rules(own.rules)
    path = workspace / "pandora.toml" if workspace else None
    theirs = _read(path, path.name, of_user=False) if path else _File()
    grants = grants_in(
        theirs.values, theirs.lines, theirs.rules, user_policy.with_rules(given), path.name if path else ""
    )
    chosen = _chosen_profile(flags, environment, own, theirs)
    for name, profile in theirs.profiles.items():  # the file is trusted as a whole, whatever profile is chosen
        granted = grants_in(profile.values, profile.lines, (), user_policy, path.name if path else "")
        grants += [replace(grant, text=f"[{PROFILE}.{name}] {grant.text}") for grant in granted]
    digest = digest_of(grants, theirs.rules, theirs.untrusted)
    withheld: tuple[Grant, ...] = ()
    if grants and workspace and not is_trusted(workspace, digest):
        withheld = tuple(grants)
    held_settings = {grant.setting for grant in withheld}
    held_rules = {grant.rule for grant in withheld}
    for name, value in theirs.values.items():
        if name not in held_settings:
            settings[name] = Setting(value, str(path), by_workspace=True)
    for file, source, by_workspace in ((own, user_config(), False), (theirs, path, True)):
        for name, value in file.profiles.get(chosen, _Profile()).values.items():
            if not (by_workspace and name in held_settings):
                settings[name] = Setting(value, f"{source} [{PROFILE}.{chosen}]", by_workspace)
    policy = user_policy.with_rules(rule for rule in theirs.rules if rule not in held_rules)
    policy = replace(policy, untrusted=tuple(dict.fromkeys((*own.untrusted, *theirs.untrusted))))
    replaced = set()
    for name in DEFAULTS:
        variable = f"PANDORA_{name.upper()}"
        if environment.get(variable):
            settings[name] = Setting(_from_text(name, environment[variable], variable), variable)
            replaced.add(name)
        if flags.get(name) is not None:
            settings[name] = Setting(flags[name], f"--{name.replace('_', '-')}")
            replaced.add(name)
    policy = policy.with_rules(given)
    yes, deny_all = bool(flags.get("yes")), bool(flags.get("deny_all"))
    if yes and deny_all:
        raise UsageError("--yes and --deny-all cannot both be given")
    ruled = {(rule.effect, rule.target) for rule in given}
    return Settings(
        settings,
        replace(policy, yes=yes, deny_all=deny_all),
        tuple(grants),
        digest,
        tuple(grant for grant in withheld if not _is_replaced(grant, replaced, ruled)),
        own.keys,
    )


def _chosen_profile(flags: Mapping[str, Any], environment: Mapping[str, str], own: _File, theirs: _File) -> str:
    """The profile that the flag, else the variable, names, or ""; raises UsageError for an unknown one."""
    variable = f"PANDORA_{PROFILE.upper()}"
    chosen = str(flags.get(PROFILE) or environment.get(variable) or "")
    known = sorted({*own.profiles, *theirs.profiles})
    if chosen and chosen not in known:
        source = f"--{PROFILE}" if flags.get(PROFILE) else variable
        there = f"there are {', '.join(known)}" if known else f"write [{PROFILE}.{chosen}] in {user_config()}"
        raise UsageError(f"{source} names no profile: {chosen!r}{did_you_mean(chosen, known)}; {there}")
    return chosen


def _is_replaced(grant: Grant, settings: Set[str], rules: Set[tuple[str, str]]) -> bool:
    """True for a grant whose setting, or whose rule, a flag or a variable of the user gives instead."""
    if grant.rule is None:
        return grant.setting in settings
    return (grant.rule.effect, grant.rule.target) in rules


def _ignores_case(folder: Path) -> bool:
    """Tell whether the disk takes two spellings of a name in `folder` for the same file."""
    for name in ("pandora.toml", "state", "system"):
        with suppress(OSError):
            return os.path.samefile(folder / name, folder / name.upper())
    return False


def _from_environment(environment: Mapping[str, str]) -> Iterator[Rule]:
    """Yield the rules that variables such as `PANDORA_POLICY_WRITE=ask` give; each covers every target."""
    for effect in EFFECTS:
        variable = f"PANDORA_POLICY_{effect.upper()}"
        if given := environment.get(variable):
            if given not in VERDICTS[effect]:
                raise UsageError(f"{variable} is {given!r}; one of {', '.join(VERDICTS[effect])} is wanted")
            yield Rule(effect, ANY, given, variable)


def _read(path: Path, shown: str, of_user: bool = True) -> _File:
    """Read a settings file; `shown` is the path that the sources of its rules give.

    Only the file `of_user` may have the table of keys.
    """
    try:
        text = read_text(path, LONGEST)
    except FileNotFoundError:
        return _File()
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(
            Problem(str(path), 1, f"cannot be read: {error}", "make it a readable file")
        ) from None
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also of a number of 5000 digits
        line = re.search(r"line (\d+)", str(error))
        raise DocumentError(
            Problem(str(path), int(line[1]) if line else 1, f"not TOML: {error}", "mend the line")
        ) from None
    rules, untrusted = read_policy(data.pop("policy"), text, shown) if "policy" in data else ([], ())
    lines = key_lines(text)
    if KEYS in data and not of_user:
        problem = Problem(
            str(path), lines[(KEYS,)], "a workspace binds no keys", f"write it in {user_config()}"
        )
        raise DocumentError(problem)
    keys = _read_keys(data.pop(KEYS), path, lines) if KEYS in data else {}
    profiles = _read_profiles(data.pop(PROFILE), path, lines) if PROFILE in data else {}
    _check_values(data, path, lines, ())
    places = {name: lines[(name,)] for name in data}
    return _File(data, places, rules, untrusted, keys, profiles)


def _read_profiles(table: Any, path: Path, lines: Mapping[tuple[str, ...], int]) -> dict[str, _Profile]:
    """Read the table of profiles: each a table of settings."""
    if not isinstance(table, dict) or not all(isinstance(values, dict) for values in table.values()):
        example = f'write [{PROFILE}.fast] and under it settings, such as model = "qwen2.5-coder-0.5b"'
        raise DocumentError(Problem(str(path), lines[(PROFILE,)], "a profile is a table of settings", example))
    profiles = {}
    for name, values in table.items():
        _check_values(values, path, lines, (PROFILE, name))
        profiles[name] = _Profile(values, {key: lines[(PROFILE, name, key)] for key in values})
    return profiles


def _check_values(
    data: Mapping[str, Any], path: Path, lines: Mapping[tuple[str, ...], int], table: tuple[str, ...]
) -> None:
    """Raise DocumentError for a key of `table` that is no setting or has a wrong value; () is the file."""
    for name in data:
        if name not in DEFAULTS:
            tables = "" if table else f", and the tables [policy] and [{PROFILE}.NAME]"
            remedy = f"settings are {', '.join(DEFAULTS)}{tables}"
            if effect := FORMER.get(name):
                remedy = f'it is now {effect} = "ask" (or another verdict) under [policy]'
            unknown = f"unknown setting {name!r}{did_you_mean(name, DEFAULTS)}"
            raise DocumentError(Problem(str(path), lines[(*table, name)], unknown, remedy))
    for name, value in data.items():
        if reason := _why_not(name, value):
            raise DocumentError(Problem(str(path), lines[(*table, name)], f"{name} {reason}"))


def _read_keys(table: Any, path: Path, lines: Mapping[tuple[str, ...], int]) -> dict[str, str]:
    """Read the table of keys: each host with the environment variable that has its key."""
    if not isinstance(table, dict):
        example = 'write [keys] and under it "api.example.org" = "env:EXAMPLE_KEY"'
        raise DocumentError(Problem(str(path), lines[(KEYS,)], "keys is a table", example))
    keys = {}
    for host, source in table.items():
        line = lines.get((KEYS, host), lines[(KEYS,)])
        variable = re.fullmatch(r"env:([A-Za-z_][A-Za-z0-9_]*)", source) if isinstance(source, str) else None
        if variable is None:
            message = f'the key of {host!r} is no "env:NAME"'
            raise DocumentError(Problem(str(path), line, message, "name the variable that has the key"))
        if "/" in host or "@" in host or not host.strip():
            message = f"{host!r} is no host"
            raise DocumentError(Problem(str(path), line, message, 'write "api.example.org" or "HOST:PORT"'))
        keys[host] = variable[1]
    return keys


def _why_not(name: str, value: Any) -> str:
    """Return why a setting does not take a value; "" where it does.

    A truth value is no number, although Python counts with it.
    """
    shown = str(value).lower() if isinstance(value, bool) else repr(value)[:200]
    if name in COUNTS:
        fits = value == COUNTS[name] or (type(value) is int and value >= 0)
        wanted = f"a whole number or {COUNTS[name]}"
    elif isinstance(DEFAULTS[name], int):
        least = 1 if name in _FROM_ONE else 0
        fits = type(value) is int and value >= least
        wanted = "a whole number from 1" if type(value) is int and least else "a whole number"
    elif isinstance(value, str):
        choices = CHOICES.get(name, (value,))
        fits, wanted = value in choices, f"one of {', '.join(filter(None, choices))}"
    else:
        fits, wanted = False, "a text in quotes"
    return "" if fits else f"is {shown}; {wanted} is wanted"


def _from_text(name: str, text: str, variable: str) -> Any:
    """Return the value that a variable gives a setting; raises UsageError where it does not take it."""
    value: Any = text
    if (name in COUNTS or isinstance(DEFAULTS[name], int)) and re.fullmatch(r"[0-9]{1,18}", text.strip()):
        value = int(text)
    if problem := _why_not(name, value):
        raise UsageError(f"{variable} {problem}")
    return value
