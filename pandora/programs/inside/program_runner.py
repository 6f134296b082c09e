"""The script that runs a model's program in the sandbox, and explains its error so that a model can mend it."""

from __future__ import annotations

import importlib
import os
import sys
import types

_READERS = ("table", "load", "text", "lines", "words", "log", "files")
_FUNCTIONS = (*_READERS, "number", "save", "totals", "keep", "kept")


def main(program: str) -> int:
    """Run the file `program` with the ready-made functions as its globals; 1 where it fails."""
    hints, functions = _modules("error_hints", "program_functions")
    sys.modules["pandora_data"] = functions
    sys.path.insert(0, os.getcwd())
    sys.argv = [hints.PROGRAM]
    with open(program, encoding="utf-8") as file:
        source = file.read()
    module = types.ModuleType("__main__")
    module.__dict__.update({name: getattr(functions, name) for name in _FUNCTIONS})
    sys.modules["__main__"] = module
    try:
        exec(compile(source, hints.PROGRAM, "exec", dont_inherit=True), module.__dict__)
    except Exception as error:
        sys.stdout.flush()
        print(hints.explain(error, source), file=sys.stderr)
        return 1
    return 0


def _modules(*names: str) -> list[types.ModuleType]:
    """Modules of this folder, the only one of Pandora that can be read in the sandbox.

    The packages above it are empty ones, and are gone again when the program begins: a workspace may have a
    `pandora` of its own.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    before = _take_package_away()
    package = ""
    for part, path in (("pandora", []), ("programs", []), ("inside", [folder])):
        package = f"{package}.{part}".lstrip(".")
        sys.modules[package] = types.ModuleType(package)
        sys.modules[package].__path__ = path
    modules = [importlib.import_module(f"{package}.{name}") for name in names]
    _take_package_away()
    sys.modules.update(before)
    return modules


def _take_package_away() -> dict[str, types.ModuleType]:
    """Remove every module of a package `pandora` from the imported modules, and return them."""
    names = [name for name in sys.modules if name.partition(".")[0] == "pandora"]
    return {name: sys.modules.pop(name) for name in names}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
