"""One reader under a coverage-guided fuzzer: python -m tests.torture.guided READER [libFuzzer's arguments]."""

from __future__ import annotations

import sys


def main() -> None:
    """Fuzz the reader until libFuzzer has enough, which ends this process."""
    import atheris

    with atheris.instrument_imports(include=["pandora"]):
        from tests.torture.readers import READERS

        reader = READERS[sys.argv.pop(1)]
        reader(b"<p>x</p>")  # what it imports when it is called, too
    atheris.Setup(sys.argv, reader)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
