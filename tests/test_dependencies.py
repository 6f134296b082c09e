"""What is imported is declared, what is declared is imported, and each has its line in the docs."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {"pandora", "benchmarks", "tests"}
INSIDE_PROGRAMS = {"pandora_data"}
"""What only a program in the sandbox can import."""
GIVEN = {"pytest"}
"""Run as a program by the operations `test` and `repair`, and never imported."""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(source: str) -> Iterator[str]:
    """The top-level modules that a source imports, by `importlib.import_module("…")` too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value.split(".")[0]


def third_party(folder: str) -> dict[str, set[str]]:
    """The packages of others that the modules under a folder import, each with the modules that do."""
    packages: dict[str, set[str]] = {}
    by_module = packages_distributions()
    for path in (ROOT / folder).rglob("*.py"):
        for module in imported(path.read_text(encoding="utf-8")):
            if module not in sys.stdlib_module_names and module not in OURS | INSIDE_PROGRAMS:
                for name in by_module.get(module, [module]):
                    packages.setdefault(canonical(name), set()).add(path.relative_to(ROOT).as_posix())
    return packages


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {canonical(re.split(r"[^\w.-]", line)[0]) for line in project["dependencies"]}


def optional() -> set[str]:
    """What is declared as an extra of the package, beside the extras for its own development."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (line for line in extras["optional-dependencies"]["dask"])
    return {canonical(re.split(r"[^\w.-]", line)[0]) for line in lines}


def locked(name: str) -> set[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {canonical(line.split("==")[0]) for line in lines if line and not line.startswith("#")}


def test_every_package_that_is_imported_is_declared() -> None:
    known = declared() | optional()
    undeclared = {name: users for name, users in third_party("pandora").items() if name not in known}
    assert undeclared == {}
    # Installed by hand, for a comparison alone; each by its name where it is here, and by its module.
    by_hand = {"mini-swe-agent", "minisweagent", "rlms", "rlm"}
    by_hand |= {
        "gpt-researcher",
        "all-minilm-l6-v2",
        "openai",
        "tiktoken",
        "tokenizers",
    }  # in an environment of its own
    installed = locked(".requirements.lock") | locked(".bench.lock")  # the second by `make bench`
    allowed = installed | by_hand
    benchmarks = {name: users for name, users in third_party("benchmarks").items() if name not in allowed}
    assert benchmarks == {}


def test_every_package_that_is_declared_is_imported() -> None:
    assert (declared() | optional()) - set(third_party("pandora")) == GIVEN


def test_every_package_that_is_declared_is_locked() -> None:
    assert declared() | optional() <= locked(".requirements.lock")


def test_every_package_that_is_declared_has_its_row_in_the_docs() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = [re.split(r"\s*\|\s*", line.strip("| ")) for line in page.splitlines() if line.startswith("| ")]
    named = {canonical(name.strip("`")): row for row in rows for name in row[0].split(", ")}
    known = declared() | optional()
    assert known <= set(named)
    assert all(len(named[name]) == 3 and all(named[name]) for name in known)


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import a.b, c", {"a", "c"}),
        ("def f():\n    from d.e import g", {"d"}),
        ("import importlib\nimportlib.import_module('h.i')", {"importlib", "h"}),
        ("from . import j", set()),
    ],
)
def test_an_import_is_noticed_wherever_it_stands(source: str, modules: set[str]) -> None:
    assert set(imported(source)) == modules
