"""Text to tokens and back by a GGUF's own vocabulary; document text never becomes a control token."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

from pandora.errors import ModelError
from pandora.models.llama_library import library


class Tokenizer:
    """The vocabulary of one loaded model."""

    def __init__(self, handle: Any, *, owns: bool = False) -> None:
        self._bindings = library()
        self._handle = handle
        self._owns = owns
        self._vocab = self._bindings.llama_model_get_vocab(handle)
        self.size = int(self._bindings.llama_vocab_n_tokens(self._vocab))
        self._holding: dict[str, list[int]] = {}
        self._known_piece = functools.lru_cache(maxsize=8192)(self.piece)
        # SentencePiece vocabularies put a space before the text; a lead that is cut off again prevents it.
        self._lead: list[int] = []
        if self.text(self._encode("a", special=False)) != "a":
            self._lead = self._encode("\n", special=False)

    def close(self) -> None:
        """Free the vocabulary's memory if this object loaded it."""
        if self._owns and self._handle is not None:
            self._bindings.llama_model_free(self._handle)
        self._handle = None

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, without any special token."""
        return len(self.encode(text))

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        """The tokens of `text`; only with `special` do spellings like `<|im_end|>` become control tokens."""
        if not text:
            return []
        if not self._lead:
            return self._encode(text, special=special)
        tokens = self._encode("\n" + text, special=special)
        if tokens[: len(self._lead)] == self._lead:
            return tokens[len(self._lead) :]
        return self._encode(text, special=special)

    def _encode(self, text: str, *, special: bool) -> list[int]:
        if self._handle is None:
            raise ModelError("the model is closed; open it again")
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        while True:
            buffer = (ctypes.c_int32 * room)()
            count = self._bindings.llama_tokenize(self._vocab, data, len(data), buffer, room, False, special)
            if count >= 0:
                return list(buffer[:count])
            room = -count

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """The bytes that `token` stands for; a control token has none unless `special`."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            count = self._bindings.llama_token_to_piece(self._vocab, token, buffer, room, 0, special)
            if count >= 0:
                return buffer.raw[:count]
            room = -count

    def text(self, tokens: list[int]) -> str:
        """The text of `tokens`; bytes that are no UTF-8 become replacement characters."""
        return b"".join(map(self._known_piece, tokens)).decode("utf-8", "replace")

    def ends(self, token: int) -> bool:
        """True where `token` ends a reply."""
        return bool(self._bindings.llama_vocab_is_eog(self._vocab, token))

    @functools.cached_property
    def endings(self) -> list[int]:
        """Every token that ends a reply."""
        return [token for token in range(self.size) if self.ends(token)]

    def holding(self, characters: str) -> list[int]:
        """Every token whose text has one of the characters (ASCII), found once for each set of them."""
        if characters and characters not in self._holding:
            marks = characters.encode("ascii")
            pieces = (self.piece(token) for token in range(self.size))
            self._holding[characters] = [
                token for token, piece in enumerate(pieces) if any(mark in piece for mark in marks)
            ]
        return self._holding.get(characters, [])

    @property
    def first(self) -> int | None:
        """The token with which every text of this model begins, or None where it needs none."""
        if not self._bindings.llama_vocab_get_add_bos(self._vocab):
            return None
        token = int(self._bindings.llama_vocab_bos(self._vocab))
        return token if token >= 0 else None

    def spelled(self, which: str) -> str:
        """How the `bos` or `eos` token is spelled in chat templates, or an empty string."""
        token = int(getattr(self._bindings, f"llama_vocab_{which}")(self._vocab))
        return self.piece(token, special=True).decode("utf-8", "replace") if token >= 0 else ""
