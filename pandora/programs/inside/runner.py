"""The script that runs a model's program in the sandbox, and tells its error so that a model can mend it."""

from __future__ import annotations

import importlib.util
import os
import sys
import types

_READERS = ("table", "load", "text", "lines", "words", "log", "files")
_FUNCTIONS = (*_READERS, "number", "save", "totals", "keep", "kept")


def main(program: str) -> int:
    """Run the file `program` with the ready-made functions as its globals; 1 where it fails."""
    hints, prelude = _sibling("error_hints"), _sibling("prelude")
    prelude.__dict__["log"] = _sibling("log_lines").log
    sys.modules["pandora_data"] = prelude
    sys.path.insert(0, os.getcwd())
    sys.argv = [hints.PROGRAM]
    with open(program, encoding="utf-8") as file:
        source = file.read()
    module = types.ModuleType("__main__")
    module.__dict__.update({name: getattr(prelude, name) for name in _FUNCTIONS})
    sys.modules["__main__"] = module
    try:
        exec(compile(source, hints.PROGRAM, "exec", dont_inherit=True), module.__dict__)
    except Exception as error:
        sys.stdout.flush()
        print(hints.explain(error, source), file=sys.stderr)
        return 1
    return 0


def _sibling(name: str) -> types.ModuleType:
    """The module beside this file, by its place: what is above this folder cannot be read in the sandbox."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(os.path.dirname(__file__), f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
