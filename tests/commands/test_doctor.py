from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora import cli
from pandora.commands import doctor_checks as facts
from pandora.commands.doctor_checks import (
    ceilings_fact,
    exchange_fact,
    model_facts,
    sampling_fact,
    sandbox_facts,
    speculation_fact,
    width_fact,
)
from pandora.disk import atomic, name_exchange
from pandora.disk.layout import Workspace
from pandora.errors import DiskError, ModelError, RefusedError
from pandora.models.catalogue import Source
from pandora.models.fit.batch_costs import Batch, keep_batches
from pandora.models.fit.llama_build import LlamaBuild
from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.row_gains import RowGains, keep_gains
from pandora.models.llama import measures_key
from pandora.sandbox import control_group, tiers
from pandora.sandbox import probe as probes
from pandora.sandbox.probe import ESCAPES, EXHAUSTIONS, Probe
from pandora.sandbox.tier import Tier
from pandora.settings import load_settings
from pandora.workspace import staged_copy as stages
from tests.commands.conftest import Run
from tests.models.fit.heads import CODER_30B, LFM2, file_with

HOLDS = Probe(True, (), ("own worker", "landlock", "network"))

LATER = replace(tiers.OWN, name="a later one")
MISSING = Tier("a missing one", "", lambda: "there is no such program")


@pytest.fixture(autouse=True)
def sandbox(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What the probe finds is the sandbox's own tests' business."""
    monkeypatch.setattr(probes, "probe", lambda tier, wear=False: HOLDS)
    monkeypatch.setattr(tiers, "TIERS", (tiers.OWN, LATER, MISSING))
    monkeypatch.setattr(facts, "_reaches_hooks", lambda tier: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield
    tiers.forget()


def found(told: Any) -> dict[tuple[str, str], dict[str, str]]:
    return {(fact["about"], fact["name"]): fact for fact in told["facts"]}


def test_ready_to_run(pandora: Run, workspace: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDORA_MODEL", script)
    (workspace / "pandora.toml").write_text("depth = 2\n", encoding="utf-8")
    result = pandora("doctor")
    assert result.code == 0, result
    assert result.out.partition("\n\nWorth doing:")[0].rstrip().endswith("Ready to run.")
    rows = found(pandora("doctor", "--json").json)
    depth = rows["setting", "depth"]
    assert (depth["told"], depth["source"]) == ("2", str(workspace / "pandora.toml"))
    assert rows["setting", "model"]["source"] == "PANDORA_MODEL"
    assert rows["setting", "calls"]["source"] == "default"
    assert rows["workspace", "folder"]["told"] == str(workspace)
    assert rows["workspace", "patterns"]["told"].split(": ")[1].startswith("system, ")
    assert rows["own worker", "read a file outside"]["told"] == "denied"
    assert (
        rows["sandbox", "own worker"]["told"] == "holds, and is used: own worker (network namespaces, Landlock)"
    )
    assert rows["sandbox", "a later one"]["told"].startswith("not tried")
    assert rows["sandbox", "a missing one"]["told"] == "not here: there is no such program"
    assert rows["sandbox", "commands"]["told"] == "run in the tier own worker"
    assert rows["sandbox", "ceilings"]["told"]
    rooms = {"machine", "workspace", "setting", "policy", "model", "disk", "sandbox", "own worker"}
    assert {about for about, _ in rows} == rooms
    every = found(pandora("doctor", "--all", "--json").json)
    assert {about for about, _ in every} == {*rooms, "a later one"}
    told_of = {name for about, name in every if about == "a later one"}
    assert told_of == {*ESCAPES.values(), *EXHAUSTIONS.values(), facts.HOOKS}


def test_what_holds_the_ceilings_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_group, "parent", lambda: Path("/groups/mine"))
    assert "below /groups/mine" in ceilings_fact().finding
    monkeypatch.setattr(control_group, "parent", lambda: None)
    for platform, words in (("linux", "watched 20 times a second"), ("darwin", "for each process alone")):
        monkeypatch.setattr(sys, "platform", platform)
        assert words in ceilings_fact().finding


def test_no_model_says_what_to_do(pandora: Run) -> None:
    result = pandora("doctor")
    assert result.code == 2
    assert "To do:" in result.out
    assert "pandora models pull qwen2.5-coder-1.5b" in result.out


def test_no_workspace_is_no_failure(
    tmp_path: Path, script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PANDORA_MODEL", script)
    (tmp_path / "bare").mkdir()
    assert cli.run(["-C", str(tmp_path / "bare"), "doctor"]) == 0
    assert "`pandora init` makes one" in capsys.readouterr().out


def test_broken_settings_and_patterns(
    pandora: Run, workspace: Path, script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANDORA_MODEL", script)
    tool = workspace / "system" / "tools" / "table" / "pattern.md"
    tool.write_text("broken", encoding="utf-8")
    result = pandora("doctor")
    assert result.code == 0
    assert "system/tools/table/pattern.md:1: no front matter" in result.out
    (workspace / "system" / "pattern.md").write_text("broken", encoding="utf-8")
    assert pandora("doctor").code == 2
    (workspace / "pandora.toml").write_text("depth = [\n", encoding="utf-8")
    result = pandora("doctor")
    assert result.code == 2
    assert "pandora.toml:1: not TOML" in result.out


def test_llama_that_is_not_there_matters_only_where_it_is_needed(
    pandora: Run, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    def broken() -> None:
        raise ModelError("llama-cpp-python does not load (no libgomp); reinstall it")

    gguf = tmp_path / "model.gguf"
    gguf.write_bytes(b"GGUF")
    for target, instead, told in (
        ("importlib.metadata.version", none, "not installed"),
        ("pandora.models.llama_library.library", broken, "does not load"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(target, instead)
            for spec, code in ((script, 0), (str(gguf), 2)):
                patch.setenv("PANDORA_MODEL", spec)
                seen = pandora("doctor")
                assert seen.code == code
                assert told in seen.out


def test_a_pulled_model_is_known_by_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source(name="small", size=8)
    monkeypatch.setenv("PANDORA_MODELS", str(tmp_path))
    monkeypatch.setattr(facts, "CATALOGUE", (source,))
    monkeypatch.setattr(facts, "gguf_path", lambda spec: source.path)
    source.path.write_bytes(b"GGUF1234")
    (fact,) = model_facts("small")
    assert "its right size" in fact.finding
    assert not fact.remedy
    source.path.write_bytes(b"GGUF123")
    (fact,) = model_facts("small")
    assert "7 bytes and not the 8" in fact.finding
    assert fact.remedy == "pandora models rm small && pandora models pull small"
    source.path.write_bytes(b"zip!")
    (fact,) = model_facts("small")
    assert "not a GGUF" in fact.remedy


@pytest.mark.parametrize(
    ("head", "given", "finding"),
    [
        (CODER_30B, "auto", "auto: not measured yet; the first reply that copies does it"),
        (CODER_30B, "off", "off"),
        (LFM2, "on", "off: the model has recurrent layers, which cannot go back"),
    ],
)
def test_doctor_says_whether_replies_are_drafted(
    tmp_path: Path, head: dict[str, Any], given: str, finding: str
) -> None:
    kind = "lfm2" if head is LFM2 else "qwen3moe"
    named = {f"{kind}.{name}": value for name, value in head.items()}
    path = file_with(tmp_path / "m.gguf", {"general.architecture": kind, **named}, {"output.weight": 512})
    flags = {"model": str(path), "speculation": given, "threads": 1}
    fact = speculation_fact(load_settings(None, flags))
    assert fact is not None
    assert fact.finding == finding


def test_doctor_says_what_batches_cost_here(tmp_path: Path) -> None:
    path = write_tiny_gguf(tmp_path / "tiny.gguf", "mixture")
    settings = load_settings(None, {"model": str(path), "threads": 1})
    key = measures_key(path, 1, LoadOptions.of(settings))
    for batch, words in (
        (Batch(2.0, True), "4 tokens at once cost 2.0; drafts pay where 61 of 100 are right"),
        (Batch(2.0, False), "batches of 4 and more round differently; no drafts pay"),
    ):
        keep_batches(key, {4: batch})
        fact = speculation_fact(settings)
        assert fact is not None
        assert words in fact.finding
    assert speculation_fact(load_settings(None, {"model": "scripted:none"})) is None
    assert speculation_fact(load_settings(None, {"model": str(tmp_path / "none.gguf")})) is None


def test_doctor_says_how_many_replies_are_written_together(tmp_path: Path) -> None:
    path = write_tiny_gguf(tmp_path / "tiny.gguf", "hybrid")
    flags: dict[str, Any] = {"model": str(path), "threads": 1}

    def finding(**more: Any) -> str:
        fact = width_fact(load_settings(None, {**flags, **more}))
        assert fact is not None
        return fact.finding

    assert finding() == "not measured yet; the first vote does it"
    keep_gains(measures_key(path, 1, LoadOptions.of(load_settings(None, flags))), RowGains({1: 1.0, 4: 1.53}))
    assert finding() == "4 (4 at once 1.53 times as fast as one by one)"
    assert finding(width=3) == "3, as it is set"
    assert width_fact(load_settings(None, {"model": "scripted:none"})) is None
    assert width_fact(load_settings(None, {"model": str(tmp_path / "none.gguf")})) is None


def test_a_script_that_is_not_there(tmp_path: Path) -> None:
    (fact,) = model_facts(f"scripted:{tmp_path / 'none'}")
    assert fact.finding == "not usable"
    assert "no such script" in fact.remedy


def test_the_exchange_is_tried_and_leaves_nothing(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted((workspace / "state").iterdir())
    assert exchange_fact(Workspace(workspace)).finding.startswith("works in state/")
    monkeypatch.setattr(name_exchange, "exchange_names", lambda one, other: False)
    fact = exchange_fact(Workspace(workspace))
    assert fact.finding.startswith("not in state/")
    assert not fact.remedy

    def full(path: Path, data: bytes) -> None:
        raise DiskError(f"{path}:1: the disk is full; free some room")

    monkeypatch.setattr(atomic, "write_new", full)
    assert "the disk is full" in exchange_fact(Workspace(workspace)).remedy
    assert sorted((workspace / "state").iterdir()) == before
    assert exchange_fact(Workspace(workspace / "none")).remedy == "pandora init makes it"


def test_a_sandbox_that_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        probes, "probe", lambda tier, wear=False: Probe(True, ("tcp", "forks"), (tier.name, "landlock"))
    )
    rows = {(fact.about, fact.name): fact for fact in sandbox_facts()}
    for tier in ("own worker", "a later one"):  # with none that holds, every one tells why
        assert rows["sandbox", tier].finding.startswith("does not hold")
        assert rows[tier, "connect to this machine"].finding == "OPEN"
        assert rows[tier, "start processes without end"].finding == "OPEN"
        assert rows[tier, "read a file outside"].finding == "denied"
    refused = rows["sandbox", "commands"]
    assert "install bubblewrap" in refused.remedy
    assert "--unsafe" in refused.remedy

    monkeypatch.setattr(probes, "probe", lambda tier, wear=False: Probe(True, ("forks",), (tier.name,)))
    assert "holds" in next(fact for fact in sandbox_facts() if fact.name == "own worker").finding
    monkeypatch.setattr(probes, "probe", lambda tier, wear=False: Probe(False, (), ()))
    assert "not even a harmless" in next(fact for fact in sandbox_facts() if fact.name == "own worker").finding

    def refused_by(tier: Tier, wear: bool = False) -> Probe:
        raise RefusedError("bubblewrap starts no command: No permissions to create new namespace")

    monkeypatch.setattr(probes, "probe", refused_by)
    assert "No permissions" in next(fact for fact in sandbox_facts() if fact.name == "own worker").finding


def test_hooks_that_can_be_reached_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert not facts._reaches_hooks(tiers.OWN)
    monkeypatch.setattr(stages, "_BULKY", frozenset())
    monkeypatch.setattr(stages.StagedCopy, "_is_protected", lambda stage, path: False)
    assert facts._reaches_hooks(tiers.OWN)


def test_it_says_for_whom_it_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    from pandora.commands import doctor as module

    for user, told in ((0, "root"), (1000, "not root (user id 1000)")):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        facts = {fact.name: fact.finding for fact in itertools.islice(module.machine_facts(Path()), 8)}
        assert facts["user"] == told


def test_a_build_that_lacks_what_the_processor_has_is_advice_and_no_failure(
    pandora: Run, script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANDORA_MODEL", script)
    poor = LlamaBuild(frozenset({"AVX2"}), (), {"AVX2", "AVX512"})
    monkeypatch.setattr("pandora.models.llama_library.llama_build", lambda bindings: poor)
    result = pandora("doctor")
    assert result.code == 0, result
    assert "Worth doing:\n- llama.cpp: it is built without AVX-512; `" in result.out
    row = found(pandora("doctor", "--json").json)["model", "llama.cpp"]
    assert row["told"].startswith("built for the processor with AVX2; graphics: none; without this machine's")
    assert "--no-cache-dir" in row["advice"]
    assert row["remedy"] is None


@pytest.mark.parametrize(
    ("name", "setting", "finding"),
    [
        (
            "Qwen3.6-35B-A3B.gguf",
            "recommended",
            "as its makers recommend: temperature 0.7, top_p 0.8, top_k 20, min_p 0; "
            "after a thought temperature 1, top_p 0.95, top_k 20, min_p 0",
        ),
        ("Qwen3.6-35B-A3B.gguf", "plain", "plain"),
        ("mine.gguf", "recommended", "plain"),
    ],
)
def test_doctor_says_how_tries_are_drawn(tmp_path: Path, name: str, setting: str, finding: str) -> None:
    path = file_with(tmp_path / name, {"general.architecture": "mine"}, {"output.weight": 512})
    fact = sampling_fact(load_settings(None, {"model": str(path), "sampling": setting}))
    assert fact is not None
    assert fact.finding == finding
    assert sampling_fact(load_settings(None, {"model": str(tmp_path / "none.gguf")})) is None
    assert sampling_fact(load_settings(None, {"model": "hf:no/such/model.gguf"})) is None
