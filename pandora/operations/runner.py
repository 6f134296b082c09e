"""The script that runs a model's program in the sandbox, and tells its error so that a model can mend it."""

from __future__ import annotations

import os
import sys
import types

_FUNCTIONS = ("table", "load", "text", "lines", "words", "files", "number")


def main(program: str) -> int:
    """Run the file `program` with the ready-made functions as its globals; 1 where it fails."""
    # The siblings come by their package; after that the program's own folder is searched instead.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    from pandora.operations import hints, prelude

    sys.path[0] = os.getcwd()
    sys.argv = ["program.py"]
    sys.modules["pandora_data"] = prelude
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
