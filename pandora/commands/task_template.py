"""Tasks from templates: `@NAME key=value` is the text of `system/tasks/NAME.md` with the values filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.errors import DocumentError, Problem, UsageError, did_you_mean
from pandora.regular_file import read_text
from pandora.user_folders import config_folder

LONGEST = 64 << 10
"""The largest size of a template, in bytes."""
_NAME = re.compile(r"@([\w-]*)")
_KEY = re.compile(r"[A-Za-z_]\w*")


def is_template(task: str) -> bool:
    """Whether a task on the command line is the name of a template, such as `@totals`."""
    return _NAME.fullmatch(task) is not None


def templates(workspace: Workspace) -> dict[str, Path]:
    """The templates by name: those of the workspace, and the user's own ones of other names."""
    folders = (config_folder() / "tasks", workspace.system / "tasks")
    paths = [path for folder in folders if folder.is_dir() for path in sorted(folder.glob("*.md"))]
    return {path.stem: path for path in paths}


def task_from_template(workspace: Workspace, task: str, pairs: Sequence[str]) -> str:
    """The text of the template `@NAME` with the values of `pairs`, each `key=value`.

    Raises UsageError for an unknown template, and for a value that is missing or that it does not take;
    DocumentError for a template that is not written as one.
    """
    name, known = task.removeprefix("@"), templates(workspace)
    if name not in known:
        remedy = f"there are {', '.join(f'@{one}' for one in sorted(known))}" if known else "write one"
        where = workspace.relative(workspace.system / "tasks")
        raise UsageError(f"{where} has no template {name!r}{did_you_mean(name, known)}; {remedy}")
    return _rendered(workspace, known[name], _values(pairs))


def parameters(path: Path) -> set[str]:
    """The parameters that a template takes; also those that have a default."""
    from jinja2 import meta
    from jinja2.sandbox import SandboxedEnvironment

    return set(meta.find_undeclared_variables(SandboxedEnvironment().parse(read_text(path, LONGEST))))


def _values(pairs: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not _KEY.fullmatch(key):
            raise UsageError(f"{pair!r} is no KEY=VALUE; write it like column=price")
        if key in values:
            raise UsageError(f"{key} is given twice; give it once")
        values[key] = value
    return values


def _rendered(workspace: Workspace, path: Path, values: Mapping[str, str]) -> str:
    from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError
    from jinja2.sandbox import SandboxedEnvironment

    shown = workspace.relative(path)
    try:
        source = read_text(path, LONGEST)
        takes = parameters(path)
        for key in values:
            if key not in takes:
                remedy = f"it takes {', '.join(sorted(takes))}" if takes else "it takes nothing"
                raise UsageError(f"{shown}:1: has no parameter {key!r}{did_you_mean(key, takes)}; {remedy}")
        environment = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
        return environment.from_string(source).render(values)
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(Problem(shown, 1, f"cannot be read: {error}", "make it a readable file")) from None
    except TemplateSyntaxError as error:
        raise DocumentError(Problem(shown, error.lineno, str(error.message), "mend the template")) from None
    except UndefinedError as error:
        missing = re.search(r"'(\w+)' is undefined", str(error))
        name = missing[1] if missing else "a value"
        line = next((n for n, text in enumerate(source.split("\n"), 1) if name in text), 1)
        raise UsageError(f"{shown}:{line}: needs {name}; give {name}=VALUE") from None
    except (TemplateError, ArithmeticError, TypeError, ValueError) as error:
        raise DocumentError(Problem(shown, 1, " ".join(str(error).split()), "mend the template")) from None
