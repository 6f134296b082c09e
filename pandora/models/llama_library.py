"""Loading llama.cpp and GGUF files: lazily, quietly, and with errors that say what to do."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import importlib
import os
import sys
from collections import deque
from importlib import metadata
from pathlib import Path
from typing import Any

from pandora import interrupt
from pandora.errors import ModelError
from pandora.models.fit.llama_build import LlamaBuild, in_words, read_system_info
from pandora.models.fit.placement import IN_MEMORY, Placement
from pandora.models.fit.processor import native_arguments
from pandora.models.progress import Meter
from pandora.regular_file import open_regular, read_regular

HEAD_BYTES = 1 << 20
TAIL_BYTES = 64 << 10
_ERROR_LEVEL = 4
_WHOLE = 1000
"""A load is reported in thousandths."""
_complaints: deque[str] = deque(maxlen=5)
_last_loaded: Path | None = None
_kept_alive: list[Any] = []


@functools.cache
def library() -> Any:
    """Import the llama_cpp bindings once and return them; llama.cpp's log is not printed. Raises ModelError."""
    # Without this, llama.cpp's threads spin for one another: ten times slower on a machine that is busy.
    os.environ.setdefault("GOMP_SPINCOUNT", "10000")
    try:
        bindings = importlib.import_module("llama_cpp.llama_cpp")
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelError(
            f"llama-cpp-python does not load ({error}); reinstall it, or use --model server:URL"
        ) from error
    callback = bindings.llama_log_callback(_keep_complaint)
    _kept_alive.append(callback)
    bindings.llama_log_set(callback, None)
    aborting = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(_end_process)
    _kept_alive.append(aborting)
    with contextlib.suppress(AttributeError):  # on Windows it is in another library
        bindings._lib.ggml_set_abort_callback(aborting)
    if foreign := llama_build(bindings).foreign:
        raise ModelError(
            f"llama-cpp-python was built for another processor (it uses {in_words(foreign)}, "
            f"which this one has not); `{rebuild_command()}` builds it for this one"
        )
    bindings.llama_backend_init()
    return bindings


def rebuild_command() -> str:
    """The command that builds the installed version of the library for this machine's processor."""
    version = metadata.version("llama-cpp-python")
    options = "--force-reinstall --no-deps --no-cache-dir --no-binary llama-cpp-python"
    return (
        f'CMAKE_ARGS="{native_arguments()}" {sys.executable} -m pip install {options} '
        f"llama-cpp-python=={version}"
    )


def llama_build(bindings: Any) -> LlamaBuild:
    """What the library was built with, beside what this machine has."""
    return read_system_info(bindings.llama_print_system_info().decode("utf-8", "replace"))


def _end_process(message: bytes) -> None:
    """What llama.cpp calls before it aborts the process: say so in one line, and end with a model's exit code.

    It does that where a file's numbers contradict one another. Nothing can be unwound here, and documents are
    whole at any moment.
    """
    reason = message.decode("utf-8", "replace").strip().rpartition("/")[2]
    path = f"{_last_loaded}: " if _last_loaded else ""
    line = f"pandora: {path}llama.cpp gave up ({reason}); download the model again or use another one\n"
    os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, line.encode("utf-8", "replace"))
    os._exit(ModelError.exit_code)


def _keep_complaint(level: int, text: bytes, _user_data: object) -> None:
    if level == _ERROR_LEVEL and text.strip():
        _complaints.append(text.decode("utf-8", "replace").strip())


def last_complaint() -> str:
    """The last error line that llama.cpp logged, or an empty string."""
    return _complaints[-1] if _complaints else ""


def check_gguf(path: Path) -> None:
    """Raise ModelError unless `path` is a file that begins as GGUF files do."""
    try:
        magic, _ = read_regular(path, 4)
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file; give --model the path of a GGUF file") from None
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror}); give a readable GGUF file") from None
    if magic != b"GGUF":
        raise ModelError(f"{path}: not a GGUF file (it begins with {magic!r}); download the model again")


def load_gguf(path: Path, *, vocab_only: bool = False, placement: Placement = IN_MEMORY) -> Any:
    """Load the GGUF at `path` and return a llama_model handle; the caller frees it. Raises ModelError.

    `placement` says what goes to the graphics card. The load is reported as progress. A request to stop breaks
    it off.
    """
    global _last_loaded
    check_gguf(path)
    _last_loaded = path
    meter = Meter()
    meter.begin("load", _WHOLE, text=lambda: path.stem)
    bindings = library()
    _complaints.clear()
    params = bindings.llama_model_default_params()
    params.vocab_only = vocab_only
    kept = placement.set_in(bindings, params)

    def goes_on(share: float, _user_data: object) -> bool:
        meter.advance(int(share * _WHOLE), lambda: path.stem)
        return not interrupt.stop_requested()

    params.progress_callback = callback = bindings.llama_progress_callback(goes_on)
    handle = None
    try:
        with interrupt.uninterrupted():  # an exception cannot leave llama.cpp's callback
            handle = bindings.llama_model_load_from_file(str(path).encode(), params)
    except BaseException:
        if handle:
            bindings.llama_model_free(handle)
        raise
    finally:
        del callback, kept
    meter.end(text=lambda: path.stem)
    if not handle:
        reason = _complaints[0] if _complaints else "llama.cpp gave no reason"  # the later ones say less
        raise ModelError(f"{path}: llama.cpp cannot load it ({reason}); download it again or use another model")
    return handle


def parameter_count(handle: Any) -> int:
    """Return how many parameters a loaded model has, counted over its tensors; also of a vocabulary alone."""
    return int(library().llama_model_n_params(handle))


def is_recurrent(handle: Any) -> bool:
    """True where layers of a loaded model keep one state for a whole sequence, not a cell for each token."""
    bindings = library()
    return bool(bindings.llama_model_is_hybrid(handle) or bindings.llama_model_is_recurrent(handle))


def gguf_digest(path: Path, *more: str) -> str:
    """Return a digest of a GGUF's size, first MiB, last 64 KiB and `more`: cheap, and tells models apart."""
    size = path.stat().st_size
    taken = hashlib.sha256(str(size).encode())
    with open_regular(path) as file:
        taken.update(file.read(HEAD_BYTES))
        file.seek(max(0, size - TAIL_BYTES))
        taken.update(file.read(TAIL_BYTES))
    for text in more:
        taken.update(b"\0" + text.encode())
    return taken.hexdigest()
