"""Speed 18: each kind of server, by its documented traffic over a real socket."""

from __future__ import annotations

import pytest

from pandora.errors import ModelError
from pandora.models.discovery.local_servers import served_models
from pandora.models.protocol import Prompt
from pandora.models.server import ServerModel
from tests.models.local_server import LocalServer, Raw, serving
from tests.models.server_traffic import PROGRAMS, traffic_of
from tests.models.test_server import CALL, PLAN, PROMPT, VALUES

pytestmark = pytest.mark.usefixtures("no_key")
programs = pytest.mark.parametrize("program", PROGRAMS)
CONTEXTS = {"Ollama": 16384, "LM Studio": 16384, "llama-server": 8192, "vLLM": 40960}
CACHED = {"Ollama": 0, "LM Studio": 0, "llama-server": 12, "vLLM": 48}


def bodies(server: LocalServer) -> list[dict[str, object]]:
    return [body for path, _, body in server.asked if path == "/v1/chat/completions"]


@programs
def test_a_kind_is_found_with_the_one_model_that_writes_text(program: str) -> None:
    with serving(traffic_of(program).pages) as server:
        found = served_models([server.url])
    assert [(model.owner, model.context) for model in found] == [(program, CONTEXTS[program])]


@programs
def test_a_stream_with_a_thought_is_one_reply_and_its_thought(program: str) -> None:
    with serving(traffic_of(program).with_completion("thought")) as server:
        model = ServerModel.open(server.url)
        reply = model.fill(PROMPT, PLAN, call=CALL)
        model.close()
    assert (model.program, model.context) == (program, CONTEXTS[program])
    assert reply.filled.values == VALUES
    assert reply.thought == "We look at the file."
    assert "look at" not in reply.raw
    usage = reply.usage
    prompt = 161 if program == "llama-server" else 61
    assert (usage.calls, usage.prompt, usage.written) == (1, prompt, 29)
    assert usage.evaluated == prompt - CACHED[program]


@programs
@pytest.mark.parametrize("name", ["error", "half"])
def test_a_reply_that_fails_says_why_and_is_booked(program: str, name: str) -> None:
    with serving(traffic_of(program).with_completion(name)) as server:
        model = ServerModel.open(server.url)
        with pytest.raises(ModelError) as raised:
            model.fill(PROMPT, PLAN, call=CALL)
        model.close()
        assert len(bodies(server)) == 1
    words = {
        "Ollama": "an error was encountered while running the model",
        "LM Studio": "The model has crashed",
        "llama-server": "Context size has been exceeded.",
        "vLLM": "EngineCore encountered an issue",
    }
    assert (words[program] if name == "error" else "broke off") in str(raised.value)
    assert "\n" not in str(raised.value)
    usage = raised.value.usage
    assert usage is not None
    assert (usage.calls, usage.written) == (1, 1)
    assert usage.prompt > 5


@programs
def test_a_refusal_is_told_in_the_servers_own_words_also_with_status_200(program: str) -> None:
    words = {
        "Ollama": "cannot unmarshal number",
        "LM Studio": "insufficient system resources",
        "llama-server": "Loading model; wait until it is ready and resume",
        "vLLM": "maximum context length is 40960",
    }
    with serving(traffic_of(program).with_completion("refused")) as server:
        model = ServerModel.open(server.url)
        with pytest.raises(ModelError, match=words[program]) as raised:
            model.fill(PROMPT, PLAN, call=CALL)
        model.close()
    assert raised.value.usage is not None
    assert raised.value.usage.calls == 1


def test_only_a_llama_server_that_loses_prefixes_is_told_a_slot_and_one_that_works_for_nobody_else() -> None:
    """By its traffic, the server reuses 12 of 161 tokens, although the same was asked before."""
    asked = {}
    for program in PROGRAMS:
        with serving(traffic_of(program).with_completion("thought")) as server:
            model = ServerModel.open(server.url)
            for _ in range(4):
                model.fill(Prompt("", ("x" * 4000,), "Plan it."), PLAN, call=CALL)
            model.close()
            asked[program] = [(body.get("id_slot"), body.get("cache_prompt")) for body in bodies(server)]
    assert asked == {
        "Ollama": [(None, None)] * 4,
        "LM Studio": [(None, None)] * 4,
        "llama-server": [(None, True), (None, True), (1, True), (None, True)],
        "vLLM": [(None, None)] * 4,
    }


@pytest.mark.parametrize("status", [200, 500])
def test_an_error_in_place_of_the_list_of_models_is_told_in_the_servers_own_words(status: int) -> None:
    broken = Raw((b'{"error": {"message": "CUDA error: out of memory"}}',), status)
    with serving({"/v1/models": broken}) as server:
        with pytest.raises(ModelError, match=r"/v1/models answers .*CUDA error: out of memory; check the serv"):
            ServerModel.open(server.url)
        ServerModel.open(f"{server.url}#named").close()
