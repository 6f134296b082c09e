"""Speed 18: a llama-server that was started without a model has several, and names one in each request."""

from __future__ import annotations

from typing import Any

import pytest

from pandora.errors import AwayError, ModelError, UsageError
from pandora.models.discovery.local_servers import served_models
from pandora.models.server import ServerModel
from tests.models import recorded_pages as recorded
from tests.models.local_server import Raw, serving
from tests.models.test_server import CALL, PLAN, PROMPT, VALUES
from tests.models.test_server_thinking import replied

pytestmark = pytest.mark.usefixtures("no_key")

ROUTER = {
    "role": "router",
    "max_instances": 4,
    "model_alias": "llama-server",
    "model_path": "none",
    "default_generation_settings": {"params": {}, "n_ctx": 0},
}
"""What llama-server says of itself where it has no model of its own, as its source does (b7500 and later)."""
CODER, OTHER = "ggml-org/Qwen3-Coder-30B-A3B-Instruct-GGUF:Q4_K_M", "gpt-oss-20b"
QUERY = "?model=ggml-org%2FQwen3-Coder-30B-A3B-Instruct-GGUF%3AQ4_K_M"


def listed(**states: str) -> dict[str, Any]:
    entries = [
        {"id": CODER, "aliases": ["coder"], "status": {"value": states.get("coder", "unloaded")}},
        {"id": OTHER, "aliases": [], "status": {"value": states.get("other", "unloaded")}},
    ]
    if states.get("coder") == "loaded":
        entries[0]["meta"] = {"n_params": 30_532_122_624, "n_ctx_train": 262144}
    return {"object": "list", "data": entries}


def pages(props: Any = None, **states: str) -> dict[str, Any]:
    return {
        "/props": ROUTER,
        "/v1/models": listed(**states),
        f"/props{QUERY}": props or {**recorded.LLAMA_SERVER["/props"], "total_slots": 4},
        f"/slots{QUERY}": [],
        "/tokenize": lambda body: {"tokens": [1, 2]} if body.get("model") == CODER else None,
        "/v1/chat/completions": replied(),
    }


@pytest.mark.parametrize("name", ["", CODER, "coder"])
def test_the_model_is_named_in_each_request(name: str) -> None:
    with serving(pages(coder="loaded")) as server:
        model = ServerModel.open(f"{server.url}#{name}" if name else server.url)
        reply = model.fill(PROMPT, PLAN, call=CALL)
        model.close()
        asked = [body for path, _, body in server.asked if path == "/v1/chat/completions"]
        paths = server.paths()
    assert reply.filled.values == VALUES
    assert (model.name, model.context, model.slots) == (CODER, 4096, 4)
    assert (model.parameters, model.counts_exactly) == (30_532_122_624, True)
    assert [body["model"] for body in asked] == [CODER]
    assert "grammar" in asked[0]
    assert paths.count("/props") == 1, "its own page says nothing of the model"


def test_one_of_several_is_named_and_the_loaded_one_is_meant() -> None:
    with serving(pages()) as server, pytest.raises(UsageError, match=f"{OTHER}; name one"):
        ServerModel.open(server.url)
    with serving(pages()) as server, pytest.raises(UsageError, match="has no model 'nope'"):
        ServerModel.open(f"{server.url}#nope")


def test_a_model_that_cannot_be_loaded_is_told_in_the_servers_words() -> None:
    failed = Raw((b'{"error": {"message": "model failed to load", "code": 500}}',), 500)
    with serving(pages(failed)) as server, pytest.raises(ModelError, match="model failed to load"):
        ServerModel.open(f"{server.url}#coder")
    with serving(pages(["odd"])) as server, pytest.raises(ModelError, match="does not describe"):
        ServerModel.open(f"{server.url}#coder")


def test_other_weights_under_the_name_end_the_run() -> None:
    described = dict(recorded.LLAMA_SERVER["/props"])
    with serving(pages(lambda body: described, coder="loaded")) as server:
        model = ServerModel.open(server.url)
        described["model_path"] = "/srv/models/another.gguf"
        with pytest.raises(AwayError, match="no longer has"):
            model.fill(PROMPT, PLAN, call=CALL)
        model.close()


def test_its_models_are_found_without_loading_one() -> None:
    with serving(pages(coder="loaded")) as server:
        found = served_models([server.url])
        assert not any(QUERY in path for path in server.paths())
    assert [(model.owner, model.name) for model in found] == [
        ("llama-server", f"server:{server.url}#{CODER}"),
        ("llama-server", f"server:{server.url}#{OTHER}"),
    ]
