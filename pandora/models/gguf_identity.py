"""Which model a GGUF is, told from its vocabulary and template, without loading its weights."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pandora.models.tokenizer import Tokenizer


@dataclass(frozen=True)
class GgufIdentity:
    """A model's name, fingerprint, number of parameters (None where unknown) and tokenizer.

    Whoever asks for the identity closes it.
    """

    name: str
    fingerprint: str
    parameters: int | None
    tokenizer: Tokenizer

    def close(self) -> None:
        """Free the vocabulary."""
        self.tokenizer.close()


def gguf_identity(path: Path, name: str, *, template: str, thinking: bool | None) -> GgufIdentity:
    """Return the identity that the GGUF at `path` would have as a model; raises as loading it does.

    `name` is its name, "" for that of the file; `template` is the setting `chat_template`.
    """
    from pandora.models.gguf_frame import gguf_frame
    from pandora.models.llama_library import gguf_digest, load_gguf, parameter_count

    handle = load_gguf(path, vocab_only=True)
    tokenizer = Tokenizer(handle, owns=True)
    try:
        frame = gguf_frame(path, handle, tokenizer, template=template, thinking=thinking)
        return GgufIdentity(
            name or path.stem, gguf_digest(path, frame.text), parameter_count(handle), tokenizer
        )
    except BaseException:
        tokenizer.close()
        raise
