from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.models.fit import processor
from pandora.models.fit.processor import (
    build_name,
    compiles_amx,
    features,
    native_arguments,
    physical_cores,
    raw_features,
)

CPUINFO = """processor : 0
model name : Some processor
flags : fpu sse pni avx avx2 avx512f avx512_vnni amx_int8

processor : 1
flags : fpu sse pni avx avx2
"""
ARM = "processor : 0\nFeatures : fp asimd asimddp i8mm\n"
MACOS = """hw.optional.arm.FEAT_DotProd: 1
hw.optional.arm.FEAT_SME: 0
hw.optional.neon: 1
machdep.cpu.brand_string: Apple M4
"""
MACOS_INTEL = "machdep.cpu.features: FPU SSE3 AVX1.0\nmachdep.cpu.leaf7_features: AVX2 AVX512F\n"


@pytest.fixture(autouse=True)
def _anew() -> None:
    raw_features.cache_clear()


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which `cpuinfo` and `cpus` stand for the system's own."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(processor, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr(processor, "CPUS", tmp_path / "cpus")
    return tmp_path


def test_a_feature_counts_where_every_core_has_it(linux: Path) -> None:
    (linux / "cpuinfo").write_text(CPUINFO, encoding="utf-8")
    assert features() == {"SSE3", "AVX", "AVX2"}
    raw_features.cache_clear()
    (linux / "cpuinfo").write_text(ARM, encoding="utf-8")
    assert features() == {"NEON", "DOTPROD", "MATMUL_INT8"}


def test_a_system_that_lists_nothing(linux: Path) -> None:
    assert features() == frozenset()
    assert physical_cores() >= 1


def test_macos_is_asked_by_sysctl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    said = {"-a": MACOS, "hw.perflevel0.physicalcpu": "4\n", "hw.physicalcpu": "10\n"}
    monkeypatch.setattr(processor, "_sysctl", lambda *arguments: said.get(arguments[-1], ""))
    assert features() == {"NEON", "DOTPROD"}
    assert physical_cores() == 4
    raw_features.cache_clear()
    said.update({"-a": MACOS_INTEL, "hw.perflevel0.physicalcpu": ""})
    assert features() == {"SSE3", "AVX", "AVX2", "AVX512"}
    assert physical_cores() == 10


def test_threads_of_one_core_count_once(linux: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1, 2, 3}, raising=False)
    for cpu, siblings in enumerate(("0,2", "1,3", "0,2", "1,3")):
        folder = linux / "cpus" / f"cpu{cpu}" / "topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{siblings}\n", encoding="ascii")
    assert physical_cores() == 2
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 2}, raising=False)
    assert physical_cores() == 1


def test_a_build_of_another_processor_has_another_name(linux: Path) -> None:
    (linux / "cpuinfo").write_text(CPUINFO, encoding="utf-8")
    here = build_name("native", "-DA=1")
    assert here.startswith("native-")
    assert here != build_name("native", "-DGGML_CUDA=on")
    raw_features.cache_clear()
    (linux / "cpuinfo").write_text(CPUINFO.replace(" avx2", ""), encoding="utf-8")
    assert here != build_name("native", "-DA=1")
    assert build_name("portable", "-DA=1") == "portable"


def test_amx_is_built_only_where_the_compiler_gets_it_right(
    linux: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (linux / "cpuinfo").write_text(CPUINFO.replace("amx_int8", ""), encoding="utf-8")
    assert native_arguments() == "-DGGML_NATIVE=ON"
    raw_features.cache_clear()
    (linux / "cpuinfo").write_text("flags : pni avx2 avx512f amx_int8\n", encoding="utf-8")
    monkeypatch.setattr(processor, "compiles_amx", lambda: True)
    assert native_arguments() == "-DGGML_NATIVE=ON"
    monkeypatch.setattr(processor, "compiles_amx", lambda: False)
    assert native_arguments() == "-DGGML_NATIVE=OFF -DGGML_AVX2=ON -DGGML_AVX512=ON"


def test_a_compiler_that_is_not_there_makes_no_amx(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    compiles_amx.cache_clear()
    assert not compiles_amx()
    compiles_amx.cache_clear()


def test_the_name_is_printed_where_nothing_is_installed() -> None:
    command = [sys.executable, "-S", "-m", "pandora.models.fit.processor", "portable"]
    root = Path(processor.__file__).parents[3]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("portable\n", "")
