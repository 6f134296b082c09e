"""GGUF files of under 1 MB with random weights: each kind of memory that llama.cpp has, without a download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gguf
import numpy

LAYERS, WIDTH, FEED_FORWARD = 4, 64, 96
HEADS, KEY_HEADS, HEAD = 4, 2, 16
EXPERTS, EXPERTS_USED, EXPERT_WIDTH = 4, 4, 32
"""All experts are used: where two were as good but for rounding, it would choose, and two replies that
are both right would differ by far."""
CONVOLUTION, INNER, STATE, TIME_STEPS = 4, 128, 16, 4
CONTEXT, WINDOW = 8192, 16
MARKS = ("<|im_start|>", "<|im_end|>", "<|pad|>", "<|end|>")
FREQUENT = b"\n`"
"""Bytes that the models write often: the stops of blanks consist of them."""
RARE = 0.3
"""How much weaker the bytes of characters beyond ASCII are: what is no UTF-8 is cut off again."""

ARCHITECTURES = {
    "mixture": "qwen3moe",
    "windowed": "gemma3",
    "hybrid": "lfm2",
    "windowed hybrid": "lfm2",
    "recurrent": "mamba",
}
"""The architecture of each kind of memory: attention to all or to a window, states, or both."""


class _Tensors:
    """The tensors of one file: norms are ones, others are random with a variance that keeps the scale."""

    def __init__(self, writer: gguf.GGUFWriter) -> None:
        self._writer = writer
        self._random = numpy.random.default_rng(0)

    def add(self, name: str, *shape: int) -> None:
        values = self._random.normal(0, shape[-1] ** -0.5, shape)
        self.put(name, numpy.ones(shape) if name.endswith("norm.weight") else values)

    def put(self, name: str, values: Any) -> None:
        self._writer.add_tensor(name, values.astype(numpy.float32))

    def embed(self, vocabulary: int) -> None:
        self.put("token_embd.weight", self._random.normal(0, 1, (vocabulary, WIDTH)))
        rows = self._random.normal(0, 1, (vocabulary, WIDTH))
        rows[list(FREQUENT)] *= 3
        rows[128:256] *= RARE
        self.put("output.weight", rows)

    def attention(self, block: str) -> None:
        self.add(f"{block}.attn_q.weight", HEADS * HEAD, WIDTH)
        self.add(f"{block}.attn_k.weight", KEY_HEADS * HEAD, WIDTH)
        self.add(f"{block}.attn_v.weight", KEY_HEADS * HEAD, WIDTH)
        self.add(f"{block}.attn_output.weight", WIDTH, HEADS * HEAD)
        self.add(f"{block}.attn_q_norm.weight", HEAD)
        self.add(f"{block}.attn_k_norm.weight", HEAD)

    def feed_forward(self, block: str) -> None:
        self.add(f"{block}.ffn_norm.weight", WIDTH)
        self.add(f"{block}.ffn_gate.weight", FEED_FORWARD, WIDTH)
        self.add(f"{block}.ffn_up.weight", FEED_FORWARD, WIDTH)
        self.add(f"{block}.ffn_down.weight", WIDTH, FEED_FORWARD)

    def experts(self, block: str) -> None:
        self.add(f"{block}.ffn_norm.weight", WIDTH)
        self.add(f"{block}.ffn_gate_inp.weight", EXPERTS, WIDTH)
        self.add(f"{block}.ffn_gate_exps.weight", EXPERTS, EXPERT_WIDTH, WIDTH)
        self.add(f"{block}.ffn_up_exps.weight", EXPERTS, EXPERT_WIDTH, WIDTH)
        self.add(f"{block}.ffn_down_exps.weight", EXPERTS, WIDTH, EXPERT_WIDTH)

    def convolution(self, block: str) -> None:
        self.add(f"{block}.shortconv.conv.weight", WIDTH, CONVOLUTION)
        self.add(f"{block}.shortconv.in_proj.weight", 3 * WIDTH, WIDTH)
        self.add(f"{block}.shortconv.out_proj.weight", WIDTH, WIDTH)

    def state_space(self, block: str) -> None:
        self.add(f"{block}.ssm_in.weight", 2 * INNER, WIDTH)
        self.add(f"{block}.ssm_conv1d.weight", INNER, CONVOLUTION)
        self.add(f"{block}.ssm_conv1d.bias", INNER)
        self.add(f"{block}.ssm_x.weight", TIME_STEPS + 2 * STATE, INNER)
        self.add(f"{block}.ssm_dt.weight", INNER, TIME_STEPS)
        self.add(f"{block}.ssm_dt.bias", INNER)
        self.put(f"{block}.ssm_a", -numpy.exp(self._random.normal(0, 1, (INNER, STATE))))
        self.put(f"{block}.ssm_d", self._random.normal(0, 1, INNER))
        self.add(f"{block}.ssm_out.weight", WIDTH, INNER)


def write_tiny_gguf(
    path: Path,
    kind: str,
    template: str = "",
    marks: Sequence[str] = (),
    sampling: Mapping[str, float] | None = None,
) -> Path:
    """Write a model of one of the kinds in ARCHITECTURES, whose tokens are the bytes, to `path`.

    `template` is its chat template; without one, the file has none. `marks` are more control tokens. `sampling`
    is what it recommends of its sampling, by the last words of its keys.
    """
    writer = gguf.GGUFWriter(str(path), ARCHITECTURES[kind])
    tensors = _Tensors(writer)
    for name, value in (sampling or {}).items():
        key = f"general.sampling.{name}"
        if isinstance(value, int):
            writer.add_int32(key, value)
        else:
            writer.add_float32(key, value)
    controls = [*MARKS, *(mark for mark in marks if mark not in MARKS)]
    tokens = [*_byte_tokens(), *controls]
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([gguf.TokenType.NORMAL] * 256 + [gguf.TokenType.CONTROL] * len(controls))
    writer.add_token_merges(["a b"])  # the key must be there; no token is spelled "ab"
    writer.add_eos_token_id(tokens.index("<|im_end|>"))
    writer.add_add_bos_token(False)
    if template:
        writer.add_chat_template(template)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_layer_norm_rms_eps(1e-5)
    tensors.embed(len(tokens))
    tensors.add("token_embd_norm.weight" if "hybrid" in kind else "output_norm.weight", WIDTH)
    if kind == "recurrent":
        _add_states(writer, tensors)
    else:
        _add_attention(writer, tensors, kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _add_states(writer: gguf.GGUFWriter, tensors: _Tensors) -> None:
    """Layers that have nothing but a state."""
    writer.add_block_count(LAYERS)
    writer.add_head_count(0)
    writer.add_feed_forward_length(0)
    writer.add_ssm_conv_kernel(CONVOLUTION)
    writer.add_ssm_inner_size(INNER)
    writer.add_ssm_state_size(STATE)
    writer.add_ssm_time_step_rank(TIME_STEPS)
    for layer in range(LAYERS):
        tensors.add(f"blk.{layer}.attn_norm.weight", WIDTH)
        tensors.state_space(f"blk.{layer}")


def _add_attention(writer: gguf.GGUFWriter, tensors: _Tensors, kind: str) -> None:
    """Layers with attention; in a hybrid, every other one is a convolution with a state."""
    gemma, mixture, hybrid = kind == "windowed", kind == "mixture", "hybrid" in kind
    layers = 6 if gemma else LAYERS  # of Gemma 3's layers, every sixth attends to all
    writer.add_block_count(layers)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv([KEY_HEADS * (layer % 2) for layer in range(layers)] if hybrid else KEY_HEADS)
    writer.add_key_length(HEAD)
    writer.add_value_length(HEAD)
    writer.add_rope_freq_base(10_000.0)
    if "windowed" in kind:
        writer.add_sliding_window(WINDOW)
    if hybrid:
        writer.add_shortconv_l_cache(CONVOLUTION)
    if mixture:
        writer.add_expert_count(EXPERTS)
        writer.add_expert_used_count(EXPERTS_USED)
        writer.add_expert_feed_forward_length(EXPERT_WIDTH)
    for layer in range(layers):
        block = f"blk.{layer}"
        tensors.add(f"{block}.attn_norm.weight", WIDTH)
        (tensors.convolution if hybrid and not layer % 2 else tensors.attention)(block)
        (tensors.experts if mixture else tensors.feed_forward)(block)
        if gemma:
            tensors.add(f"{block}.post_attention_norm.weight", WIDTH)
            tensors.add(f"{block}.post_ffw_norm.weight", WIDTH)


def _byte_tokens() -> list[str]:
    """How byte-pair vocabularies spell the 256 bytes: those without a visible sign get one beyond Latin 1."""
    visible = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = iter(range(256, 512))
    return [chr(byte) if byte in visible else chr(next(others)) for byte in range(256)]
