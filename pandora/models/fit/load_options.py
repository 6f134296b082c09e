"""How a model in this process is loaded: what goes to the graphics card, and the type of its cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pandora.settings import Settings
from pandora.user_folders import cache_folder

AUTO = "auto"


@dataclass(frozen=True)
class LoadOptions:
    """How llama.cpp loads a model.

    `gpu_layers` go to the graphics card, and of these the first `cpu_moe` keep their experts in the memory of
    the machine; None means as many as fit, and as few as must be. `cache_type` is a name of `CACHE_TYPES`.
    `flash_attention` and `mmap` are true, false, or None where llama.cpp decides. `prefixes` is the folder in
    which what the last documents asked is kept for the next process, None where it is not kept. `speculation`
    is `on`, `off`, or AUTO where only what cannot change a reply is decoded ahead. `width` is how many replies
    to one prompt are written together, None where that is measured. With `recommended`, tries that are not
    greedy are drawn as the model's makers recommend.
    """

    gpu_layers: int | None = None
    cpu_moe: int | None = None
    cache_type: str = "f16"
    flash_attention: bool | None = None
    mmap: bool | None = None
    prefixes: Path | None = None
    speculation: str = "off"
    width: int | None = 1
    recommended: bool = True

    @classmethod
    def of(cls, settings: Settings) -> LoadOptions:
        """The options that the settings of these names give."""
        switch = {"on": True, "off": False}
        return cls(
            gpu_layers=None if settings["gpu_layers"] == AUTO else int(settings["gpu_layers"]),
            cpu_moe=None if settings["cpu_moe"] == AUTO else int(settings["cpu_moe"]),
            cache_type=str(settings["cache_type"]),
            flash_attention=switch.get(settings["flash_attention"]),
            mmap=switch.get(settings["mmap"]),
            prefixes=cache_folder() / "prefixes" if settings["keep_prefixes"] == "on" else None,
            speculation=str(settings["speculation"]),
            width=width_of(settings),
            recommended=settings["sampling"] == "recommended",
        )


def width_of(settings: Settings) -> int | None:
    """How many replies to one prompt are written together by the setting, None where that is measured."""
    return None if settings["width"] == AUTO else max(1, int(settings["width"]))


DEFAULT_OPTIONS = LoadOptions()
