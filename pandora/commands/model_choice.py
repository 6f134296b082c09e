"""Choosing the model of a workspace: which one a name means, and its line in pandora.toml."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pandora.disk import atomic
from pandora.disk.layout import Workspace
from pandora.errors import UsageError, did_you_mean
from pandora.models.catalogue import CATALOGUE
from pandora.models.discovery.local_model import LocalModel, spelled
from pandora.models.open import is_name
from pandora.models.server_names import LM_STUDIO, OLLAMA, is_server
from pandora.policy_table import key_lines
from pandora.settings import Settings, load_settings
from pandora.trusted_workspaces import trust
from pandora.user_folders import from_home

_LINE = re.compile(r"""^(\s*["']?model["']?\s*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')(.*)$""")
_COMMENTED = re.compile(r'^# (model = )"[^"]*"(.*)$')


def model_named(given: str, local: Sequence[LocalModel]) -> str:
    """Return what `--model` takes for a model that a person names.

    That is such a name itself, the path of a file, or what `pandora models ls` calls one of the `local`
    models, also by its short name alone. Raises UsageError for a name that means none of them or several.
    """
    if given.startswith((OLLAMA, LM_STUDIO)):
        return _of_program(given, local)
    if is_server(given) or given.startswith("scripted:") or is_name(given):
        return given
    path = from_home(given)
    if given.endswith(".gguf") or (os.sep in given and path.exists()):
        if not path.is_file():
            raise UsageError(f"{given}: no such file; `pandora models ls` shows the models on this machine")
        return spelled(Path(os.path.abspath(path)))
    meant = [model.name for model in local if given.lower() in (model.name.lower(), model.short.lower())]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UsageError(f"{given!r} may be any of {', '.join(meant)}; name one of these")
    names = [*(source.name for source in CATALOGUE), *(model.short for model in local)]
    hint = did_you_mean(given, names)
    raise UsageError(f"no model is named {given!r}{hint or ';'} `pandora models ls` shows what there is")


def _of_program(given: str, local: Sequence[LocalModel]) -> str:
    """A model of Ollama or LM Studio; one that these do not have is an error, where they can be asked."""
    program = given.partition(":")[0] + ":"
    names = [model.name for model in local if model.name.startswith(program)]
    if given in names or not any(model.name in names and model.state == "served" for model in local):
        return given
    if f"{given}:latest" in names:
        return f"{given}:latest"
    hint = did_you_mean(given, names)
    raise UsageError(f"there is no {given}{hint or ';'} it has {', '.join(names)}")


def use_model(workspace: Workspace, spec: str) -> Settings:
    """Write the model into the workspace's pandora.toml, whose other lines stay; returns its settings then.

    Where nothing else in that file waits for trust, the person who names the model trusts it with that name.
    Raises UsageError where the line cannot be written, and DocumentError for a file that is no settings.
    """
    before = load_settings(workspace.root, {}, {})
    path = Path(os.path.realpath(workspace.settings))
    old = atomic.read_consistent(path) if path.exists() else None
    text = with_model(old.decode("utf-8") if old is not None else "", spec)
    if old is None:
        atomic.write_new(path, text.encode("utf-8"))
    elif text.encode("utf-8") != old:
        kept = atomic.replace_file(path, text.encode("utf-8"), old)
        if kept is not None:
            atomic.delete_temporary(kept, old)
    after = load_settings(workspace.root, {}, {})
    others = [grant for grant in before.withheld if grant.text.startswith("[") or grant.setting != "model"]
    if after.withheld and not others:
        trust(workspace.root, after.digest, [grant.text for grant in after.grants])
    return load_settings(workspace.root, {})


def with_model(text: str, spec: str) -> str:
    """Return the text of a settings file with its model set; every other line stays as it is.

    The line that sets it is changed, else the commented one that `init` writes, else one is put at the top.
    """
    data = tomllib.loads(text)
    lines = text.split("\n")
    value = json.dumps(spec, ensure_ascii=False)
    place = key_lines(text)[("model",)] - 1 if "model" in data else _commented(lines)
    match = (_LINE if "model" in data else _COMMENTED).match(lines[place].rstrip("\r")) if place >= 0 else None
    if match is not None:
        ending = "\r" * lines[place].endswith("\r")
        lines[place] = f"{match[1]}{value}{match[2]}{ending}"
    else:
        lines.insert(0, f"model = {value}")
    changed = "\n".join(lines)
    try:
        whole = tomllib.loads(changed) == {**data, "model": spec}
    except tomllib.TOMLDecodeError:
        whole = False
    if not whole:
        raise UsageError(
            f"pandora.toml:{place + 1}: this line is not one to change; write model = {value} there"
        )
    return changed


def _commented(lines: Sequence[str]) -> int:
    """The number of the line in which `init` left the model commented out, from 0; -1 where there is none."""
    for number, line in enumerate(lines):
        if line.startswith("["):
            break
        if _COMMENTED.match(line.rstrip("\r")):
            return number
    return -1
