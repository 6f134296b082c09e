"""What this machine's processor can do and how many cores it has, read with the standard library alone.

`python -m pandora.models.fit.processor arguments` prints the CMake arguments of a build of llama.cpp for this
processor, and `… native ARGUMENTS` the name by which the Makefile keeps its wheel: a wheel of another processor
has another name.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pandora.models.fit.kernel_text import kernel_text

CPUINFO = Path("/proc/cpuinfo")
CPUS = Path("/sys/devices/system/cpu")
FEATURES = {
    # x86: Linux's name, and macOS's name in lower case
    **{"pni": "SSE3", "sse3": "SSE3", "ssse3": "SSSE3", "supplementalsse3": "SSSE3", "avx": "AVX"},
    **{"avx1_0": "AVX", "avx2": "AVX2", "avx2_0": "AVX2", "f16c": "F16C", "fma": "FMA", "bmi2": "BMI2"},
    **{"avx512f": "AVX512", "avx512vbmi": "AVX512_VBMI", "avx512_vnni": "AVX512_VNNI"},
    **{"avx512vnni": "AVX512_VNNI", "avx512_bf16": "AVX512_BF16", "avx512bf16": "AVX512_BF16"},
    **{"avx_vnni": "AVX_VNNI", "amx_int8": "AMX_INT8"},
    # ARM: likewise
    **{"asimd": "NEON", "neon": "NEON", "advsimd": "NEON", "asimdhp": "FP16_VA", "feat_fp16": "FP16_VA"},
    **{"asimddp": "DOTPROD", "feat_dotprod": "DOTPROD", "i8mm": "MATMUL_INT8", "feat_i8mm": "MATMUL_INT8"},
    **{"sve": "SVE", "sme": "SME", "feat_sme": "SME"},
}
"""The features that llama.cpp has code for: the systems' names for each, and llama.cpp's."""
EXPLICIT = (
    *("AVX", "AVX2", "BMI2", "FMA", "F16C", "AVX_VNNI", "AVX512", "AVX512_VBMI"),
    *("AVX512_VNNI", "AVX512_BF16"),
)
"""The features that a build can be told one by one: as `-DGGML_NAME=ON`."""
AMX = "AMX_INT8"
_TILES = r"""
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cstdint>
struct config { uint8_t palette, start, none[14]; uint16_t columns[16]; uint8_t rows[16]; };
int main() {
    if (syscall(SYS_arch_prctl, 0x1023, 18)) return 1;
    config given = {}, kept = {};
    given.palette = 1;
    given.rows[0] = 16; given.columns[0] = 64;
    _tile_loadconfig(&given);
    _tile_storeconfig(&kept);
    return kept.rows[0] == 16 && kept.columns[0] == 64 ? 0 : 1;
}
"""
"""Loads a configuration of AMX's tiles as llama.cpp does. GCC 12 takes its fields for unused and leaves them
out, and a library that is built so dies of an illegal instruction at its first long prompt."""
_PATIENCE = 10.0


@functools.cache
def raw_features() -> frozenset[str]:
    """Every feature that the system lists of the processor, in lower case; empty where it lists none.

    All processors of the machine have them: a core that lacks one takes it from the list.
    """
    if sys.platform == "darwin":
        return _features_of_macos(_sysctl("-a"))
    return _features_of_linux(kernel_text(CPUINFO))


def features() -> frozenset[str]:
    """The features of the processor that llama.cpp has code for, by llama.cpp's names."""
    return frozenset(FEATURES[name] for name in raw_features() if name in FEATURES)


def has_metal() -> bool:
    """True on a machine whose graphics llama.cpp drives by Metal."""
    return sys.platform == "darwin" and platform.machine() == "arm64"


def physical_cores() -> int:
    """How many physical cores this process may use, at least one; hardware threads of one core count once.

    Of macOS's cores only the fast ones count, since llama.cpp waits for the slowest.
    """
    if sys.platform == "darwin":
        for name in ("hw.perflevel0.physicalcpu", "hw.physicalcpu"):
            with suppress(ValueError):
                return max(1, int(_sysctl("-n", name)))
        return os.cpu_count() or 1
    usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    siblings = {
        kernel_text(CPUS / f"cpu{cpu}" / "topology" / "thread_siblings_list") or str(cpu) for cpu in usable
    }
    return max(1, len(siblings))


@functools.cache
def compiles_amx() -> bool:
    """True where this machine's compiler makes working programs for its AMX, found out with a small one."""
    with (
        tempfile.TemporaryDirectory(prefix="pandora-amx-") as folder,
        suppress(OSError, subprocess.SubprocessError),
    ):
        source, program = Path(folder) / "tiles.cpp", Path(folder) / "tiles"
        source.write_text(_TILES, encoding="ascii")
        compiler = [os.environ.get("CXX") or "c++", "-O3", "-march=native", str(source), "-o", str(program)]
        for command in (compiler, [str(program)]):
            subprocess.run(command, capture_output=True, check=True, timeout=_PATIENCE, cwd=folder)
        return True
    return False


def native_arguments() -> str:
    """The CMake arguments of a build for this processor; without AMX where the compiler gets that wrong."""
    has = features()
    if AMX not in has or compiles_amx():
        return "-DGGML_NATIVE=ON"
    return " ".join(["-DGGML_NATIVE=OFF", *(f"-DGGML_{name}=ON" for name in EXPLICIT if name in has)])


def build_name(kind: str, arguments: str) -> str:
    """The name of a build of llama.cpp with these CMake arguments; `kind` is `portable` or `native`."""
    if kind == "portable":
        return kind
    marks = [sys.platform, platform.machine(), arguments, *sorted(raw_features())]
    return f"{kind}-{hashlib.sha256(chr(0).join(marks).encode()).hexdigest()[:16]}"


def _features_of_linux(text: str) -> frozenset[str]:
    """The features that every processor of a `/proc/cpuinfo` has."""
    lists = [
        frozenset(values.lower().split())
        for name, _, values in (line.partition(":") for line in text.splitlines())
        if name.strip() in ("flags", "Features")
    ]
    return frozenset.intersection(*lists) if lists else frozenset()


def _features_of_macos(text: str) -> frozenset[str]:
    """The features in what `sysctl -a` prints: those of Intel in one line, those of Apple in a line each."""
    names: set[str] = set()
    for line in text.splitlines():
        name, _, value = line.partition(": ")
        if name in ("machdep.cpu.features", "machdep.cpu.leaf7_features"):
            names.update(value.lower().replace(".", "_").split())
        elif name.startswith("hw.optional.") and value.strip() == "1":
            names.add(name.rpartition(".")[2].lower())
    return frozenset(names)


def _sysctl(*arguments: str) -> str:
    try:
        done = subprocess.run(
            ["sysctl", *arguments], capture_output=True, text=True, check=False, timeout=_PATIENCE
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def main(arguments: Sequence[str]) -> int:
    """Print what the first argument asks for: `arguments`, or the name of a build of that kind."""
    kind = arguments[0] if arguments else "native"
    print(native_arguments() if kind == "arguments" else build_name(kind, " ".join(arguments[1:])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
