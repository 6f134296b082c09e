from __future__ import annotations

import pytest

from pandora.errors import ModelError
from pandora.models import llama_library
from pandora.models.fit.llama_build import LlamaBuild, in_words, read_system_info

PORTABLE = "CPU : SSE3 = 1 | AVX = 1 | AVX2 = 1 | FMA = 1 | LLAMAFILE = 1 | OPENMP = 1 | REPACK = 1 | "
APPLE = "MTL : EMBED_LIBRARY = 1 | CPU : NEON = 1 | ARM_FMA = 1 | DOTPROD = 1 | ACCELERATE = 1 | "
CUDA = "CUDA : ARCHS = 900 | USE_GRAPHS = 1 | CPU : AVX = 1 | AVX2 = 1 | AVX512 = 0 | "
XEON = {"SSE3", "AVX", "AVX2", "FMA", "AVX512", "AVX512_VNNI", "AMX_INT8"}


def test_a_portable_build_lacks_what_the_processor_has() -> None:
    build = read_system_info(PORTABLE, XEON)
    assert str(build) == "the processor with AVX, AVX2, FMA; graphics: none"
    assert in_words(build.missing) == "AVX-512, AVX-512 VNNI, AMX"
    assert build.foreign == ()
    assert read_system_info(PORTABLE, {"SSE3", "AVX", "AVX2", "FMA"}).missing == ()


def test_graphics_are_back_ends() -> None:
    assert str(read_system_info(APPLE, {"NEON", "DOTPROD", "METAL"})).endswith("Accelerate; graphics: Metal")
    assert read_system_info(APPLE, {"NEON", "DOTPROD", "METAL"}).missing == ()
    assert read_system_info(APPLE.partition("| ")[2], {"NEON", "DOTPROD", "METAL"}).missing == ("METAL",)
    build = read_system_info(CUDA, XEON)
    assert build.back_ends == ("CUDA",)
    assert "AVX512" in build.missing


def test_a_build_for_another_processor_is_foreign_to_this_one() -> None:
    assert read_system_info(PORTABLE, {"SSE3", "AVX"}).foreign == ("AVX2", "FMA")
    assert read_system_info(PORTABLE, set()).foreign == ()
    assert read_system_info(APPLE, {"NEON"}).foreign == ()


@pytest.mark.parametrize("text", ["", " | ", "CPU", "= 1 | : = | x", "CPU : "])
def test_any_text_is_read(text: str) -> None:
    assert read_system_info(text, {"AVX2"}).missing == ("AVX2",)


def test_a_foreign_library_is_refused_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = LlamaBuild(frozenset({"AVX2", "AVX512"}), (), {"AVX2"})
    monkeypatch.setattr(llama_library, "llama_build", lambda bindings: foreign)
    monkeypatch.setattr(llama_library, "native_arguments", lambda: "-DGGML_NATIVE=ON")
    llama_library.library.cache_clear()
    try:
        with pytest.raises(ModelError, match=r"another processor \(it uses AVX-512, which this one has not\)"):
            llama_library.library()
    finally:
        llama_library.library.cache_clear()
