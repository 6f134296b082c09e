"""What a rehearsal of a run needs: a model that never replies, with its tokenizer, and a host."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pandora.check.token_costs import word_count
from pandora.disk.layout import Workspace
from pandora.engine.host import Host
from pandora.engine.recorded_model import RecordedModel
from pandora.engine.run import host_of, model_of, spec_of
from pandora.errors import ModelError, UsageError
from pandora.inspect.rehearsal import MakeHost, SilentModel
from pandora.models.open import gguf_path, is_name
from pandora.models.protocol import Model
from pandora.settings import Setting, Settings

CONTEXT_WITHOUT_MODEL = 1 << 20
"""The context, in tokens, that a model is given that is not on this machine."""


@contextmanager
def silent_model(
    settings: Settings, options: Mapping[str, Any], recorded: RecordedModel
) -> Iterator[tuple[SilentModel, str]]:
    """A model that never replies but counts as the run's model does, and "".

    `recorded` is the model that the run records. Where it is not on this machine, the model counts words, and
    the text says what to do; a model that a person named with --model raises instead.
    """
    close: Callable[[], None] = lambda: None  # noqa: E731
    try:
        spec = str(options.get("model") or spec_of(recorded, str(settings["model"])))
        if gguf_path(spec) is None:
            model = model_of(settings, options, recorded)
            silent = SilentModel(model.name, model.context, model.fingerprint, model.count, model.parameters)
            close = model.close
        else:
            silent, close = _vocabulary_only(spec, settings, options, recorded)
    except (UsageError, ModelError) as error:
        if options.get("model"):
            raise
        reason = str(error).split("\n")[0]
        if recorded.name and not is_name(recorded.name):
            reason = recorded.remedy
        yield SilentModel(recorded.name, CONTEXT_WITHOUT_MODEL, "", word_count), reason
        return
    try:
        yield silent, ""
    finally:
        close()


def _vocabulary_only(
    spec: str, settings: Settings, options: Mapping[str, Any], recorded: RecordedModel
) -> tuple[SilentModel, Callable[[], None]]:
    """A silent model with the tokenizer and fingerprint of a GGUF, without its weights; and how to close it."""
    from pandora.models.gguf_identity import gguf_identity

    path = gguf_path(spec)
    assert path is not None
    thinking = {"on": True, "off": False}.get(settings["thinking"])
    name = spec if is_name(spec) else ""
    model = gguf_identity(path, name, template=str(settings["chat_template"]), thinking=thinking)
    context, count = int(settings["model_context"]), model.tokenizer.count
    silent = SilentModel(model.name, context, model.fingerprint, count, model.parameters)
    if not options.get("model") and not recorded.accepts(silent):
        model.close()
        raise UsageError(recorded.remedy)
    return silent, model.close


def rehearsal_hosts(settings: Settings, options: Mapping[str, Any]) -> MakeHost:
    """A function that makes a rehearsal's host: with the workspace's policy, without commits, for one job.

    With one job, the call that would be the first is always the same.
    """
    overrides = {"jobs": Setting(1, "rehearsal"), "commit": Setting("off", "rehearsal")}
    settings = replace(settings, by_name={**settings.by_name, **overrides})

    def make(workspace: Workspace, model: Model) -> Host:
        return host_of(workspace, model, settings, {**options, "executor": None})

    return make
