"""What the llama.cpp library was built with, and what this machine's processor could do beyond that."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from pandora.models.fit.processor import features, has_metal

WORDS = {
    **{"AVX": "AVX", "AVX2": "AVX2", "AVX512": "AVX-512", "AVX512_VBMI": "AVX-512 VBMI"},
    **{"AVX512_VNNI": "AVX-512 VNNI", "AVX512_BF16": "AVX-512 BF16", "AVX_VNNI": "AVX-VNNI"},
    **{"AMX_INT8": "AMX", "FMA": "FMA", "F16C": "F16C", "NEON": "NEON", "FP16_VA": "half precision"},
    **{"DOTPROD": "dot products", "MATMUL_INT8": "8-bit matrices", "SVE": "SVE", "SME": "SME"},
    **{"ACCELERATE": "Accelerate", "METAL": "Metal"},
}
"""Instruction sets, and libraries, by llama.cpp's names, and as a person knows them; others are not shown."""
WORTH = ("AVX2", "AVX512", "AVX512_VNNI", "AVX_VNNI", "AMX_INT8", "DOTPROD", "MATMUL_INT8", "METAL")
"""What makes a model much faster, so that a build without it is worth another one."""
_X86 = (
    *("AVX", "AVX2", "FMA", "F16C", "AVX512", "AVX512_VBMI", "AVX512_VNNI", "AVX512_BF16"),
    *("AVX_VNNI", "AMX_INT8"),
)
_PROCESSOR = "CPU"
_METAL = ("MTL", "Metal")


@dataclass(frozen=True)
class LlamaBuild:
    """The instruction sets of the build, and its back ends beside the processor, such as `CUDA` or `METAL`."""

    instructions: frozenset[str] = frozenset()
    back_ends: tuple[str, ...] = ()
    here: Set[str] = field(default_factory=frozenset)

    @property
    def missing(self) -> tuple[str, ...]:
        """What this machine has, what is worth having, and what the build does without."""
        return tuple(name for name in WORTH if name in self.here and name not in self._all)

    @property
    def foreign(self) -> tuple[str, ...]:
        """The instruction sets of the build that this processor has not; none where it is not known.

        Only those of x86 are compared, which every system lists by the same names.
        """
        if not self.here & set(_X86):
            return ()
        return tuple(name for name in _X86 if name in self.instructions and name not in self.here)

    @property
    def _all(self) -> Set[str]:
        return self.instructions | set(self.back_ends)

    def __str__(self) -> str:
        words = [WORDS[name] for name in WORDS if name in self.instructions]
        graphics = ", ".join(WORDS.get(name, name) for name in self.back_ends) or "none"
        return f"the processor with {', '.join(words) or 'no instruction set of its own'}; graphics: {graphics}"


def read_system_info(text: str, here: Set[str] | None = None) -> LlamaBuild:
    """The build that `llama_print_system_info()` describes in `text`.

    The text is a list of `NAME = VALUE`; a back end begins with its name: `MTL : X = 1 | CPU : AVX = 1 |`.
    `here` is what this machine has; None finds it out.
    """
    groups: dict[str, dict[str, str]] = {}
    values: dict[str, str] = {}
    for item in text.split("|"):
        if " : " in item:
            back_end, _, item = item.partition(" : ")
            values = groups.setdefault(back_end.strip(), {})
        name, _, value = item.partition("=")
        if name.strip():
            values[name.strip()] = value.strip()
    others = ["METAL" if name in _METAL else name for name in groups if name != _PROCESSOR]
    return LlamaBuild(_instructions(groups.get(_PROCESSOR, {})), tuple(others), machine_has(here))


def machine_has(here: Set[str] | None = None) -> frozenset[str]:
    """What this machine has that llama.cpp can use, by llama.cpp's names; `here` replaces it."""
    return frozenset(here) if here is not None else features() | ({"METAL"} if has_metal() else frozenset())


def in_words(names: tuple[str, ...]) -> str:
    """The names as a person knows them."""
    return ", ".join(WORDS.get(name, name) for name in names)


def _instructions(values: Mapping[str, str]) -> frozenset[str]:
    return frozenset(name for name, value in values.items() if value not in ("", "0") and name in WORDS)
