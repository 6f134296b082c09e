from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.errors import ModelError
from pandora.models.llama_library import load_gguf


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_tiny_gguf(tmp_path_factory.mktemp("tiny") / "tiny.gguf", "hybrid").read_bytes()


def with_number(whole: bytes, key: bytes, number: int) -> bytes:
    """The file with another number under a key, which its type of four bytes follows."""
    changed = bytearray(whole)
    struct.pack_into("<I", changed, whole.index(key) + len(key) + 4, number)
    return bytes(changed)


@pytest.mark.parametrize("length", [0, 3, 4, 20, 200, 5_000, 300_000])
def test_a_file_that_was_cut_off_is_refused_in_one_line(tmp_path: Path, whole: bytes, length: int) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(whole[:length])
    with pytest.raises(ModelError, match=r"cut\.gguf: (not a GGUF file|llama\.cpp cannot load it).*; ") as told:
        load_gguf(path)
    assert "\n" not in str(told.value)


def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "odd.gguf"
    path.write_bytes(whole[:-1])
    with pytest.raises(ModelError, match=r"not within the file bounds.*; download it again"):
        load_gguf(path)
    path.write_bytes(with_number(whole, b"lfm2.feed_forward_length", 1))
    with pytest.raises(ModelError, match=r"wrong shape"):
        load_gguf(path)


def test_a_file_that_llama_cpp_aborts_over_ends_in_one_line(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "hostile.gguf"
    path.write_bytes(with_number(whole, b"lfm2.block_count", 2**31 - 1))
    load = "import sys; from pathlib import Path; from pandora.models import llama_library as it; "
    command = [sys.executable, "-c", load + "it.load_gguf(Path(sys.argv[1]))", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stdout) == (ModelError.exit_code, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"pandora: {path}: llama.cpp gave up (llama-model.cpp:")
