"""Which model made a run, as its documents record it, and whether another one may go on with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pandora.models.protocol import Model

SERVER = "server:"
"""What the fingerprint of a model on a server begins with."""
_LENGTH = 24
"""The characters of a fingerprint that a document records."""


class Identified(Protocol):
    """What is known of a model before it is loaded."""

    @property
    def name(self) -> str:
        """The model's name."""

    @property
    def fingerprint(self) -> str:
        """What the model's fingerprint is when it is loaded."""


@dataclass(frozen=True)
class RecordedModel:
    """The name and the digest of the model that made a document; "" where it records none."""

    name: str = ""
    digest: str = ""

    @classmethod
    def of(cls, meta: Mapping[str, Any]) -> RecordedModel:
        """The model that a document's front matter records; earlier versions recorded no digest."""
        return cls(str(meta.get("model", "")), str(meta.get("model_digest", "")))

    @property
    def on_server(self) -> bool:
        """True where the model is on a server; for a document of an earlier version this is not known."""
        return self.digest.startswith(SERVER)

    def accepts(self, model: Model | Identified) -> bool:
        """True where `model` goes on with the run without being named by a person.

        The same weights do under any name. Another digest under the same name does only where neither is on a
        server, since a server's name says little of what it serves.
        """
        if not self.name:
            return True
        current = keys_of_model(model)
        if self.digest and self.digest == current["model_digest"]:
            return True
        servers = bool(self.digest) and (self.on_server or current["model_digest"].startswith(SERVER))
        return self.name == model.name and not servers

    @property
    def described(self) -> str:
        """The name, with where the model is."""
        return f"{self.name} on a server" if self.on_server else self.name

    @property
    def remedy(self) -> str:
        """What a person can do where no model at hand may go on with the run."""
        if self.on_server:
            ways = "give --model server:URL, or another model to have it make its own replies"
            return f"the run was made by {self.described}: {ways}"
        return f"the run was made by {self.name}: give --model PATH.gguf, server:URL or scripted:FILE"


def keys_of_model(model: Model | Identified) -> dict[str, str]:
    """The front matter keys that record a model."""
    return {"model": model.name, "model_digest": model.fingerprint[:_LENGTH]}


def changed_keys(meta: Mapping[str, Any], model: Model) -> dict[str, str]:
    """The keys to write where another model goes on with a document than it records; {} where none does."""
    recorded, keys = RecordedModel.of(meta), keys_of_model(model)
    return keys if recorded.digest and recorded.digest != keys["model_digest"] else {}
