"""All models that other programs have on this machine, in one list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pandora.models.discovery.gguf_folders import gguf_models
from pandora.models.discovery.local_model import LocalModel
from pandora.models.discovery.local_servers import served_models, usual_addresses
from pandora.models.discovery.ollama_folder import ollama_models


def local_models(servers: bool = True) -> list[LocalModel]:
    """The models of local servers that answer now, then those in other programs' folders, each name once.

    Without `servers`, nobody is asked, and only the disk is read.
    """
    served = served_models(usual_addresses()) if servers else []
    return joined(served, [*ollama_models(), *gguf_models()])


def joined(served: Iterable[LocalModel], on_disk: Iterable[LocalModel]) -> list[LocalModel]:
    """One list of both; a model that is served and lies on disk under the same name is one, with its path."""
    files = {model.name: model for model in reversed(list(on_disk))}
    models = []
    for model in served:
        file = files.pop(model.name, None)
        models.append(
            replace(
                model,
                path=file.path,
                size=model.size or file.size,
                context=model.context,
                architecture=file.architecture,
            )
            if file
            else model
        )
    return [*models, *reversed(files.values())]
