"""Where llama.cpp puts the parts of a model: layers on a graphics card, experts in the machine's memory."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any


class _Override(ctypes.Structure):
    """llama.cpp's `llama_model_tensor_buft_override`: which tensors go where, by a regular expression."""

    _fields_ = (("pattern", ctypes.c_char_p), ("buffer_type", ctypes.c_void_p))


@dataclass(frozen=True)
class Placement:
    """How many layers go to the graphics card, and of how many of them the experts stay in the memory.

    `mmap` is whether the file is mapped instead of read; None leaves it to llama.cpp.
    """

    gpu_layers: int = 0
    cpu_moe: int = 0
    mmap: bool | None = None

    def set_in(self, bindings: Any, params: Any) -> object:
        """Set this in the parameters of a model; return what must be kept until the model is loaded."""
        if self.mmap is not None:
            params.load_mode = bindings.LLAMA_LOAD_MODE_MMAP if self.mmap else bindings.LLAMA_LOAD_MODE_NONE
        params.n_gpu_layers = self.gpu_layers
        if not self.cpu_moe:
            return None
        buffer_type = bindings._lib.ggml_backend_cpu_buffer_type
        buffer_type.restype = ctypes.c_void_p
        layers = "|".join(map(str, range(self.cpu_moe)))
        pattern = rf"blk\.({layers})\.ffn_(up|down|gate|gate_up)_(ch)?exps".encode()
        overrides = (_Override * 2)(_Override(pattern, buffer_type()), _Override(None, None))
        params.tensor_buft_overrides = ctypes.cast(overrides, ctypes.c_void_p)
        return overrides, pattern


IN_MEMORY = Placement()
