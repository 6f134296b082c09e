"""A model for rehearsals: its tokenizer and its fingerprint, and none of its weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pandora.check.token_costs import words
from pandora.disk.layout import Workspace
from pandora.engine.host import Host
from pandora.engine.run import host_of, model_of
from pandora.errors import ModelError, UsageError
from pandora.inspect.rehearsal import MakeHost, Silent
from pandora.models.open import gguf_path, is_pulled_by_name
from pandora.models.protocol import Model
from pandora.settings import Setting, Settings

WITHOUT = 1 << 20
"""The context of a model that is not here."""


@contextmanager
def silent_model(settings: Settings, options: Mapping[str, Any], recorded: str) -> Iterator[tuple[Silent, str]]:
    """The run's model, silent, and why it is not here ("" where it is): then words are counted."""
    spec = str(options.get("model") or settings["model"])
    if recorded and not options.get("model") and is_pulled_by_name(recorded):
        spec = recorded
    close: Callable[[], None] = lambda: None  # noqa: E731
    try:
        if gguf_path(spec) is None:
            model = model_of(settings, options, recorded)
            made, close = Silent(model.name, model.context, model.fingerprint, model.count), model.close
        else:
            made, close = _vocabulary(spec, settings, options, recorded)
    except (UsageError, ModelError) as error:
        if options.get("model"):
            raise
        told = str(error).split("\n")[0]
        if recorded and not is_pulled_by_name(recorded):
            told = _made_by(recorded)
        yield Silent(recorded, WITHOUT, "", words), told
        return
    try:
        yield made, ""
    finally:
        close()


def _vocabulary(
    spec: str, settings: Settings, options: Mapping[str, Any], recorded: str
) -> tuple[Silent, Callable[[], None]]:
    """A GGUF's tokenizer and fingerprint, as opening the whole of it would give them."""
    from pandora.models.chat_frame import chat_frame
    from pandora.models.llama_library import digest, library, load
    from pandora.models.tokenizer import Tokenizer

    path = gguf_path(spec)
    assert path is not None
    name = spec if is_pulled_by_name(spec) else path.stem
    if recorded not in ("", name) and not options.get("model"):
        raise UsageError(_made_by(recorded))
    handle = load(path, vocab_only=True)
    tokenizer = Tokenizer(handle, owns=True)
    template = (library().llama_model_chat_template(handle, None) or b"").decode("utf-8", "replace")
    thinking = {"on": True, "off": False}.get(settings["thinking"])
    frame = chat_frame(template, bos=tokenizer.spelled("bos"), eos=tokenizer.spelled("eos"), thinking=thinking)
    made = Silent(name, int(settings["model_context"]), digest(path, frame.text), tokenizer.count)
    return made, tokenizer.close


def _made_by(recorded: str) -> str:
    return f"the run was made by {recorded}: give --model PATH.gguf, server:URL or scripted:FILE"


def hosts(settings: Settings, options: Mapping[str, Any]) -> MakeHost:
    """How a rehearsal makes its host: with the workspace's own policy, and one step after the other.

    So what would be asked first is always the same.
    """
    alone = {"jobs": Setting(1, "rehearsal"), "commit": Setting("off", "rehearsal")}
    settings = replace(settings, by_name={**settings.by_name, **alone})

    def make(workspace: Workspace, model: Model) -> Host:
        return host_of(workspace, model, settings, options)

    return make
