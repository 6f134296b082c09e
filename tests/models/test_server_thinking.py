"""Speed 18: a server's model thinks where it is to, bounded, and each program is asked in its own way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pandora.document.form import parse_form
from pandora.models.protocol import Prompt
from pandora.models.server import ServerModel
from pandora.models.server_thinking import ServerThinking, speaks_in_channels
from tests.models import recorded_pages as recorded
from tests.models.conftest import serve
from tests.models.local_server import LocalServer, Raw, serving
from tests.models.test_server import CALL, PLAN, PROMPT, TEXT, VALUES, Fake, completion
from tests.models.tiny_families import family_gguf

pytestmark = pytest.mark.usefixtures("no_key")

CHOICES = parse_form("Sure: {yes | no}")
ANIMAL = parse_form("Animal: {dog | cat}\nSize: {tall | small}\n")


def replied(thought: str = "", text: str = TEXT) -> Raw:
    message = {"role": "assistant", "content": text, "reasoning": thought}
    return Raw((json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode(),))


def bodies(server: LocalServer) -> list[dict[str, Any]]:
    return [body for path, _, body in server.asked if path == "/v1/chat/completions"]


def ollama(*abilities: str, family: str = "qwen35moe") -> dict[str, Any]:
    tags = {"models": [{"name": "m:latest", "digest": "d", "details": {"family": family}}]}
    return {"/api/tags": tags, "/api/show": lambda body: {"capabilities": ["completion", *abilities]}}


def asked_of(
    pages: dict[str, Any], answer: Raw, thinking: bool | None = None, name: str = ""
) -> list[dict[str, Any]]:
    """What a server is asked for two replies, the second one to choices alone."""
    answers = [answer, replied(text='{"sure": "yes"}')]
    with serving({**pages, "/v1/chat/completions": lambda body: answers.pop(0)}) as server:
        model = ServerModel.open(f"{server.url}#{name}" if name else server.url, thinking=thinking)
        model.fill(PROMPT, PLAN, call=CALL)
        model.fill(PROMPT, CHOICES, call=CALL)
        model.close()
        return bodies(server)


@pytest.mark.parametrize(
    ("pages", "thinking", "efforts"),
    [
        (ollama("thinking"), None, ["none", "none"]),
        (ollama("thinking"), True, ["low", "none"]),
        (ollama("thinking"), False, ["none", "none"]),
        (ollama("thinking", family="gptoss"), None, ["low", "low"]),
        (ollama("thinking", family="gptoss"), False, ["low", "low"]),
        (ollama("tools"), None, [None, None]),
    ],
)
def test_ollama_is_asked_for_an_effort_since_it_reads_no_switch_of_templates(
    pages: dict[str, Any], thinking: bool | None, efforts: list[str | None]
) -> None:
    asked = asked_of(pages, replied(), thinking)
    assert [body.get("reasoning_effort") for body in asked] == efforts
    assert not any("chat_template_kwargs" in body for body in asked)


def test_a_model_that_thinks_although_it_was_asked_not_to_is_asked_for_little() -> None:
    asked = asked_of(ollama("thinking"), replied("We look."))
    assert [body["reasoning_effort"] for body in asked] == ["none", "low"]


def test_what_is_nonsense_of_channels_is_not_asked_for() -> None:
    asked = asked_of(recorded.LM_STUDIO, replied(), name="openai/gpt-oss-20b")
    assert [body["reasoning_effort"] for body in asked] == ["low", "low"]
    assert not any("response_format" in body for body in asked)
    usual = asked_of(recorded.LM_STUDIO, replied(), name="qwen/qwen3-coder-30b")
    assert all("response_format" in body for body in usual)
    assert not any("reasoning_effort" in body for body in usual), "it is not known to think"


def test_a_server_of_any_kind_is_asked_by_its_template_and_for_little() -> None:
    fake = Fake(completion(TEXT, message={"content": TEXT, "reasoning": "We look."}), completion(TEXT))
    model = fake.open()
    for _ in range(2):
        model.fill(PROMPT, PLAN, call=CALL)
    assert "reasoning_effort" not in fake.bodies[0]
    assert fake.bodies[1]["chat_template_kwargs"] == {"enable_thinking": False}
    assert fake.bodies[1]["reasoning_effort"] == "low"


def test_vllm_is_asked_from_the_first_call_on_since_it_tells_nothing() -> None:
    asked = asked_of(recorded.VLLM, replied())
    assert [body["chat_template_kwargs"] for body in asked] == [{"enable_thinking": False}] * 2
    asked = asked_of(recorded.VLLM, replied(), thinking=True)
    assert [body["chat_template_kwargs"]["enable_thinking"] for body in asked] == [True, False]


def test_an_architecture_with_channels_is_known_under_each_spelling() -> None:
    assert all(map(speaks_in_channels, ("gptoss", "gpt-oss", "gpt_oss", "GPTOSS")))
    assert not speaks_in_channels("qwen3moe")
    assert not speaks_in_channels("")


def test_a_thought_before_choices_alone_is_never_wanted() -> None:
    thinking = ServerThinking("llama-server", always=True)
    assert (thinking.wanted(PLAN), thinking.wanted(CHOICES)) == (True, False)
    assert thinking.fields(PLAN, 300)["reasoning_budget_tokens"] == 300
    assert thinking.fields(CHOICES, 300)["reasoning_budget_tokens"] == 1
    assert not ServerThinking("llama-server", always=True, setting=False).wanted(PLAN)


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
def test_a_reply_that_a_server_took_for_a_thought_is_the_reply(field: str) -> None:
    whole = completion(None, message={"content": None, field: f"\n{TEXT}"})
    reply = Fake(whole).open().fill(PROMPT, PLAN, call=CALL)
    assert (reply.filled.values, reply.thought, reply.raw) == (VALUES, "", TEXT)


def test_a_thought_that_is_no_form_is_no_reply() -> None:
    thought = completion(None, message={"content": None, "reasoning": "Approach: I could look"})
    reply = Fake(thought, completion(TEXT)).open().fill(PROMPT, PLAN, call=CALL)
    assert reply.filled.values == VALUES
    assert reply.thought == "Approach: I could look"


def test_how_many_parameters_a_model_has_is_told_by_its_server() -> None:
    listed = {"data": [{"id": "m", "meta": {"n_params": 30_532_122_624}}]}
    llama = {**recorded.LLAMA_SERVER, "/v1/models": listed}
    llama["/props"] = {**llama["/props"], "model_alias": "coder"}
    tags = {"models": [{"name": "coder:latest", "details": {"parameter_size": "30.5B"}}]}
    old = {"data": [{"id": "coder", "type": "llm", "compatibility_type": "gguf", "state": "loaded"}]}
    new = {"models": [{"key": "coder", "params_string": "30B"}]}
    studio = {"/api/v0/models": old, "/api/v1/models": new}
    for pages, parameters in (
        (llama, 30_532_122_624),
        ({"/api/tags": tags, "/api/show": {}}, 30_500_000_000),
        (studio, 30_000_000_000),
        ({**studio, "/api/v1/models": ["odd"]}, None),
        ({**llama, "/v1/models": {"data": [{"meta": {"n_params": "many"}}]}}, None),
        ({**llama, "/v1/models": {"data": "odd"}}, None),
    ):
        with serving(pages) as server:
            model = ServerModel.open(server.url, context=32768)
            model.close()
        assert model.parameters == parameters
        assert (model.ceilings.reply.code > 400) == (parameters is not None)


@pytest.fixture(scope="module", params=["deepseek-r1-distill", "qwen3", "gemma-4", "ministral-3-reasoning"])
def thinking_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """A real llama-server of a tiny model with the template of a family, and the name of that family."""
    path = tmp_path_factory.mktemp("thinking") / "tiny.gguf"
    for url in serve(family_gguf(path, request.param), 1):
        yield url, request.param


@pytest.mark.llama
@pytest.mark.parametrize("thinking", [None, True, False])
def test_a_real_llama_server_fills_forms_whether_the_model_thinks_or_not(
    thinking_server: tuple[str, str], thinking: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A model with random weights ends no line by itself, so the form has choices, before which nobody thinks.
    monkeypatch.setattr("pandora.models.server_thinking.has_only_choices", lambda form: False)
    url, family = thinking_server
    model = ServerModel.open(url, thinking=thinking)
    model.ceilings = type(model.ceilings)(thought=24)
    reply = model.fill(Prompt("Go on.", (), "Go on."), ANIMAL, call=CALL)
    model.close()
    assert reply.filled.values["animal"] in ("dog", "cat")
    assert len(reply.thought.encode()) <= reply.usage.calls * (24 + 2), "a token is a byte"
    if family == "deepseek-r1-distill":
        assert bool(reply.thought) == (thinking is not False), "its template opens a thought"
