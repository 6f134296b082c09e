"""Settings by rank: flag, `PANDORA_*`, `pandora.toml`, the user's config, default; each with its source."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.errors import DocumentError, Problem, UsageError

DEFAULTS: dict[str, Any] = {
    "model": "qwen2.5-coder-1.5b",
    "context": 3000,
    "depth": 3,
    "calls": 60,
    "tokens": 120_000,
    "seconds": 1800,
    "model_context": 8192,
    "threads": 0,
    "thinking": "",
    "new_files": "allow",
    "changed_files": "ask",
    "system": "ask",
}
"""Every setting and its default. `new_files`, `changed_files` and `system` (commands) are policy.

`thinking` "" leaves it to the model whether it thinks before it fills a form.
"""
RULES = ("allow", "ask", "deny")
CHOICES = {"thinking": ("", "on", "off"), **dict.fromkeys(("new_files", "changed_files", "system"), RULES)}


@dataclass(frozen=True)
class Setting:
    """A value and where it came from."""

    value: Any
    source: str


@dataclass(frozen=True)
class Settings:
    """Every setting by name."""

    by_name: Mapping[str, Setting] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.by_name[name].value


def user_config() -> Path:
    """Where the user's own settings are."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "pandora" / "pandora.toml"


def load_settings(
    workspace: Path | None, flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> Settings:
    """All settings; raises DocumentError with `path:line` for a file that cannot be read."""
    found = {name: Setting(value, "default") for name, value in DEFAULTS.items()}
    files = [user_config()] + ([workspace / "pandora.toml"] if workspace else [])
    for path in files:
        for name, value in _read(path).items():
            found[name] = Setting(value, str(path))
    for name in DEFAULTS:
        variable = f"PANDORA_{name.upper()}"
        if environment.get(variable):
            found[name] = Setting(_typed(name, environment[variable], variable), variable)
        if flags.get(name) is not None:
            found[name] = Setting(flags[name], f"--{name.replace('_', '-')}")
    return Settings(found)


def _read(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
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
    for name in data:
        if name not in DEFAULTS:
            line_number = next((n for n, line in enumerate(text.split("\n"), 1) if line.startswith(name)), 1)
            told = f"unknown setting {name!r}"
            raise DocumentError(Problem(str(path), line_number, told, f"settings are {', '.join(DEFAULTS)}"))
    return {name: _typed(name, value, f"{path}:1: {name}") for name, value in data.items()}


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
