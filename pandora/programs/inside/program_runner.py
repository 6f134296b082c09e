"""The script that runs a model's program in the sandbox, and explains its error so that a model can mend it."""

from __future__ import annotations

import importlib
import json
import os
import sys
import types
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

_READERS = ("table", "load", "text", "lines", "words", "log", "files", "listing", "file_tables", "records")
_FUNCTIONS = (
    *_READERS,
    "copy",
    "date_in",
    "folded",
    "move",
    "number",
    "query",
    "save",
    "fill",
    "tick",
    "totals",
    "alike",
    "keep",
    "kept",
)
_OWN = {"sum": "sum_of_given", "max": "largest_given", "min": "smallest_given", "open": "open_file"}
"""The built-in functions that a program has in another form."""
MODULES = ("error_hints", "program_functions", "dictionary_order", "column_access", "printing")
"""The modules of this folder that a run needs."""
PAGES = ".pages"
"""The folder of the tables that were made of pages."""
READ = ".read.json"
"""The file in which the operation `python` has a run leave the paths of the files that it opened to read."""
_MOST_READ = 200


def main(program: str, reads_file: str = "") -> int:
    """Run the file `program`, note what it read in `reads_file` where one is given; 1 where it fails."""
    functions = modules(*MODULES)
    if not reads_file:
        return run(program, functions)
    folder, read = os.getcwd(), dict[str, None]()
    sys.addaudithook(lambda event, arguments: _note(event, arguments, folder, read))
    try:
        return run(program, functions)
    finally:
        paths = list(read)[:_MOST_READ]
        with open(os.path.join(folder, reads_file), "w", encoding="utf-8") as file:
            json.dump(paths, file)


def _note(event: str, arguments: tuple[Any, ...], folder: str, read: dict[str, None]) -> None:
    """Add the path of a file below `folder` that is opened to read, or as a database."""
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE == os.O_WRONLY:
        return
    if event not in ("open", "sqlite3.connect") or not isinstance(arguments[0], (str, bytes)):
        return
    path = os.fsdecode(arguments[0])
    if path.startswith("file:"):
        path = unquote(path[5:].partition("?")[0])
    path = os.path.relpath(os.path.abspath(path), folder)
    hidden = path.startswith(".") and not path.startswith(f"{PAGES}/")
    if not hidden and os.path.isfile(os.path.join(folder, path)):
        read[path.replace(os.sep, "/")] = None


def run(program: str, functions: Mapping[str, types.ModuleType]) -> int:
    """Run the file `program` with the ready-made functions as its globals; 1 where it fails."""
    hints, functions_module = functions["error_hints"], functions["program_functions"]
    sys.modules["pandora_data"] = functions_module
    sys.path.insert(0, os.getcwd())
    sys.argv = [hints.PROGRAM]
    with open(program, encoding="utf-8") as file:
        source = file.read()
    module = types.ModuleType("__main__")
    module.__dict__.update({name: getattr(functions_module, name) for name in _FUNCTIONS})
    module.__dict__.update({name: getattr(functions_module, own) for name, own in _OWN.items()})
    order = functions["dictionary_order"]
    module.__dict__.update({"sorted": order.sorted_as_dictionary, order.SORT: order.sort_in_place})
    columns = functions["column_access"]
    module.__dict__.update({columns.ITEM: columns.item_of, columns.ADD: columns.add_to})
    module.__dict__[columns.AMONG] = columns.is_among
    printing = functions["printing"]
    module.__dict__.update({"print": printing.print_for_person, printing.SHOWN: printing.shown_in_text})
    sys.modules["__main__"] = module
    try:
        tree = columns.with_columns(order.with_dictionary_order(source, hints.PROGRAM))
        tree = printing.with_shown_values(tree)
        exec(compile(tree, hints.PROGRAM, "exec", dont_inherit=True), module.__dict__)
    except Exception as error:
        sys.stdout.flush()
        print(hints.explain(error, source), file=sys.stderr)
        return 1
    return 0


def modules(*names: str) -> dict[str, types.ModuleType]:
    """Modules of this folder by name, the only one of Pandora that can be read in the sandbox.

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
    imported = {name: importlib.import_module(f"{package}.{name}") for name in names}
    _take_package_away()
    sys.modules.update(before)
    return imported


def _take_package_away() -> dict[str, types.ModuleType]:
    """Remove every module of a package `pandora` from the imported modules, and return them."""
    names = [name for name in sys.modules if name.partition(".")[0] == "pandora"]
    return {name: sys.modules.pop(name) for name in names}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
