"""Load the settings and remember where each value came from.

A flag wins over a `PANDORA_*` variable, that over the workspace's `pandora.toml`, that over the user's own
`pandora.toml`, and that over the default.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pandora.errors import DocumentError, Problem, UsageError
from pandora.policy import ANY, EFFECTS, VERDICTS, Policy, Rule
from pandora.policy_table import FORMER, key_lines, read_policy
from pandora.regular_file import read_text
from pandora.user_folders import config_folder

DEFAULTS: dict[str, Any] = {
    "model": "qwen2.5-coder-1.5b",
    "context": 3000,
    "depth": 3,
    "calls": 60,
    "tokens": 120_000,
    "seconds": 1800,
    "model_context": 8192,
    "threads": 0,
    "jobs": 1,
    "thinking": "",
    "commit": "off",
    "searxng": "",
}
"""Every setting and its default, except the policy, which is the table `[policy]`.

With `thinking` "" the model decides for itself whether it thinks before it fills a form.
"""
LONGEST = 1 << 20
"""The largest size of a settings file, in bytes."""
CHOICES = {"thinking": ("", "on", "off"), "commit": ("off", "run", "phase")}


@dataclass(frozen=True)
class Setting:
    """The value of a setting and the flag, variable or file that it came from."""

    value: Any
    source: str


@dataclass(frozen=True)
class Settings:
    """Every setting by name, and the policy."""

    by_name: Mapping[str, Setting] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)

    def __getitem__(self, name: str) -> Any:
        return self.by_name[name].value


def user_config() -> Path:
    """Return the path of the user's own settings file."""
    return config_folder() / "pandora.toml"


def load_settings(
    workspace: Path | None, flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> Settings:
    """Load all settings from the files, the environment and `flags`.

    Raises DocumentError, which names `path:line`, for a file that cannot be read or that is wrong, and
    UsageError for a value that its setting does not take.
    """
    settings = {name: Setting(value, "default") for name, value in DEFAULTS.items()}
    policy = Policy()
    for path in [user_config()] + ([workspace / "pandora.toml"] if workspace else []):
        shown = str(path.relative_to(workspace)) if workspace and path.parent == workspace else str(path)
        values, rules, untrusted = _read(path, shown)
        for name, value in values.items():
            settings[name] = Setting(value, str(path))
        policy = policy.with_rules(rules)
        policy = replace(policy, untrusted=tuple(dict.fromkeys((*policy.untrusted, *untrusted))))
    for name in DEFAULTS:
        variable = f"PANDORA_{name.upper()}"
        if environment.get(variable):
            settings[name] = Setting(_typed(name, environment[variable], variable), variable)
        if flags.get(name) is not None:
            settings[name] = Setting(flags[name], f"--{name.replace('_', '-')}")
    policy = policy.with_rules(_from_environment(environment))
    yes, deny_all = bool(flags.get("yes")), bool(flags.get("deny_all"))
    if yes and deny_all:
        raise UsageError("--yes and --deny-all cannot both be given")
    return Settings(settings, replace(policy, yes=yes, deny_all=deny_all))


def _from_environment(environment: Mapping[str, str]) -> Iterator[Rule]:
    """Yield the rules that variables such as `PANDORA_POLICY_WRITE=ask` give; each covers every target."""
    for effect in EFFECTS:
        variable = f"PANDORA_POLICY_{effect.upper()}"
        if given := environment.get(variable):
            if given not in VERDICTS[effect]:
                raise UsageError(f"{variable} is {given!r}; one of {', '.join(VERDICTS[effect])} is wanted")
            yield Rule(effect, ANY, given, variable)


def _read(path: Path, shown: str) -> tuple[dict[str, Any], list[Rule], tuple[str, ...]]:
    """Read a file's settings, its policy rules and its untrusted paths; all are empty where it does not exist.

    `shown` is the path that the sources of its rules give.
    """
    try:
        text = read_text(path, LONGEST)
    except FileNotFoundError:
        return {}, [], ()
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(
            Problem(str(path), 1, f"cannot be read: {error}", "make it a readable file")
        ) from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise DocumentError(
            Problem(str(path), int(line[1]) if line else 1, f"not TOML: {error}", "mend the line")
        ) from None
    rules, untrusted = read_policy(data.pop("policy"), text, shown) if "policy" in data else ([], ())
    lines = key_lines(text)
    for name in data:
        if name not in DEFAULTS:
            remedy = f"settings are {', '.join(DEFAULTS)}, and the table [policy]"
            if effect := FORMER.get(name):
                remedy = f'it is now {effect} = "ask" (or another verdict) under [policy]'
            raise DocumentError(Problem(str(path), lines[(name,)], f"unknown setting {name!r}", remedy))
    values = {name: _typed(name, value, f"{path}:{lines[(name,)]}: {name}") for name, value in data.items()}
    return values, rules, untrusted


def _typed(name: str, value: Any, where: str) -> Any:
    if isinstance(DEFAULTS[name], int):
        try:
            number = int(value)
        except (TypeError, ValueError):
            number = -1
        if number < 0:
            raise UsageError(f"{where} is {value!r}; a whole number is wanted")
        return number
    choices = CHOICES.get(name, (value,))
    if value not in choices:
        raise UsageError(f"{where} is {value!r}; one of {', '.join(filter(None, choices))} is wanted")
    return str(value)
