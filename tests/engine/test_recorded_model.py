from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from pandora.budget import Budget
from pandora.engine.recorded_model import RecordedModel, keys_of_model
from pandora.engine.run import model_of, resume, spec_of
from pandora.errors import UsageError
from pandora.settings import Settings, load_settings
from tests.engine.runs import THROUGH_TABLE, Bench


@dataclass
class Named:
    """A model as far as records go."""

    name: str
    fingerprint: str


HERE, ELSEWHERE = Named("one", "a" * 64), Named("one", "server:" + "b" * 64)


def recorded(model: Named) -> RecordedModel:
    return RecordedModel.of({"model": model.name, "model_digest": model.fingerprint[:24]})


@pytest.mark.parametrize(
    ("before", "now", "accepted"),
    [
        (HERE, HERE, True),
        (HERE, Named("renamed", HERE.fingerprint), True),
        (HERE, Named("other", "c" * 64), False),
        (HERE, Named("one", "c" * 64), True),  # as before: what it made is stale
        (HERE, ELSEWHERE, False),
        (ELSEWHERE, ELSEWHERE, True),
        (ELSEWHERE, Named("an alias", ELSEWHERE.fingerprint), True),
        (ELSEWHERE, HERE, False),
        (ELSEWHERE, Named("one", "server:" + "c" * 64), False),
    ],
)
def test_who_may_go_on(before: Named, now: Named, accepted: bool) -> None:
    assert recorded(before).accepts(now) is accepted


def test_a_document_of_an_earlier_version_has_the_name_alone() -> None:
    assert RecordedModel("one").accepts(ELSEWHERE)
    assert not RecordedModel("two").accepts(HERE)
    assert RecordedModel().accepts(HERE)


def test_a_run_of_a_server_is_not_opened_with_a_model_of_this_machine() -> None:
    made = RecordedModel("qwen2.5-coder-1.5b", "server:" + "b" * 17)
    with pytest.raises(UsageError, match="on a server: give --model"):
        spec_of(made, "qwen2.5-coder-1.5b")
    assert spec_of(made, "server:http://localhost:8080") == "server:http://localhost:8080"
    assert spec_of(RecordedModel("qwen2.5-coder-1.5b", "a" * 24), "x.gguf") == "qwen2.5-coder-1.5b"


def test_the_documents_say_which_model_goes_on(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    assert bench.document().meta["model_digest"] == "one model"
    bench.script(THROUGH_TABLE)
    bench.model.fingerprint = "another model"
    resume(bench.run, bench.host(), Budget())
    for name in ("", "op-python-1.1"):
        assert bench.document(name).meta["model_digest"] == keys_of_model(bench.model)["model_digest"]
    before = bench.states()
    resume(bench.run, bench.host(), Budget())
    assert bench.states() == before


class Vocabulary:
    """A GGUF's identity, as it is before its weights are loaded."""

    def __init__(self, name: str, fingerprint: str) -> None:
        self.name, self.fingerprint = name, fingerprint

    def close(self) -> None:
        """Nothing is held."""


@pytest.mark.parametrize("same", [True, False])
def test_another_gguf_is_refused_before_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    fingerprint = HERE.fingerprint if same else "c" * 64
    monkeypatch.setattr(
        "pandora.models.gguf_identity.gguf_identity",
        lambda path, name, **more: Vocabulary(path.stem, fingerprint),
    )
    loaded: list[str] = []

    def load(spec: str, settings: Settings, keys: object) -> Named:
        loaded.append(spec)
        return HERE

    monkeypatch.setattr("pandora.engine.run.open_with_settings", load)
    other = str(tmp_path / "other.gguf")
    settings = load_settings(tmp_path, {"model": other})
    if same:
        assert model_of(settings, {}, recorded(HERE)).name == "one"
    else:
        with pytest.raises(UsageError, match="the run was made by one: give --model"):
            model_of(settings, {}, recorded(HERE))
    assert loaded == ([other] if same else [])


def test_an_executor_of_another_kind_is_refused_before_a_model_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.run.open_with_settings", lambda *given: pytest.fail("it was loaded"))
    settings = load_settings(tmp_path, {"model": "x.gguf"})
    with pytest.raises(UsageError, match="--executor is 'foo:1'; write dask:ADDRESS"):
        model_of(settings, {"model": "x.gguf", "executor": "foo:1"})
