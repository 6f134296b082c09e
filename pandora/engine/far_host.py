"""The host of a loop in another process: made from the settings that were sent, with a model opened once."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pandora.engine.host import Host
from pandora.models.open import gguf_path, is_name
from pandora.models.protocol import Model
from pandora.user_folders import from_home

if TYPE_CHECKING:
    from pandora.disk.layout import Workspace
    from pandora.settings import Settings

_HERE_ALONE = ("executor", "record", "events", "jobs")
"""Flags that concern the process in which they were given."""


@dataclass(frozen=True)
class SentSettings:
    """The settings and flags of a run, and the name of its model, as they go to another process."""

    settings: Settings
    options: Mapping[str, Any]
    model: str

    @classmethod
    def of(cls, settings: Settings, options: Mapping[str, Any], model: Model) -> SentSettings:
        """What is sent for a run with this open model."""
        named = str(options.get("model") or settings["model"])
        spec = model.name if is_name(model.name) else named
        sent = {name: value for name, value in options.items() if name not in _HERE_ALONE}
        return cls(settings, sent, _absolute(spec))

    def host(self, workspace: Workspace) -> Host:
        """A host for the workspace; its steps run one after another."""
        from pandora.engine.run import host_of

        host = host_of(workspace, self.open_model(), self.settings, self.options, say=lambda message: None)
        host.jobs = 1
        return host

    def open_model(self) -> Model:
        """The model, which this process keeps open for the next loop."""
        return _models.model(self)


@dataclass
class _OpenModels:
    """The models that this process has opened for loops of others."""

    by_name: dict[str, Model] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def model(self, sent: SentSettings) -> Model:
        """Return the model that was sent, opened at the first time."""
        from pandora.engine.run import keys_of, open_with_settings

        values = sorted((name, str(setting.value)) for name, setting in sent.settings.by_name.items())
        key = f"{sent.model} {values}"
        with self.lock:
            if key not in self.by_name:
                keys = keys_of(sent.settings, sent.options)
                self.by_name[key] = open_with_settings(sent.model, sent.settings, keys)
            return self.by_name[key]


_models = _OpenModels()


def _absolute(spec: str) -> str:
    """The name of a model that is a file, from the root, since workers have folders of their own."""
    kind, _, rest = spec.partition(":")
    if kind == "scripted":
        return f"scripted:{from_home(rest).resolve()}"
    path = None if is_name(spec) else gguf_path(spec)
    return spec if path is None else str(path.resolve())
