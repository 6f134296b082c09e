from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from pandora.document.form import Form, parse_form
from pandora.errors import ReplyError
from pandora.models.fit import kept_measures
from pandora.models.fit.row_gains import RowGains
from pandora.models.foreseen import foreseeing
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.server import ServerModel
from pandora.models.server_wire import Wire

FORM = parse_form("Animal: {line}\n")
CHOSEN = parse_form("Animal: {dog | cat | hen | cow}\nFood: {corn | milk | hay}\nOld: {yes | no}\n")
PROMPT = Prompt("You are careful.", ("Name an animal.",), "# DO\nName one.")
DRAWS = [Sampling(0.7, seed) for seed in (1, 2, 3)]
Bodies = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_measures, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Bodies:
    """The completions that were asked for, measurements left out."""
    bodies: Bodies = []
    post, streamed = Wire.post, Wire.post_streamed

    def noted(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: Wire, path: str, body: dict[str, Any], *more: Any) -> Any:
            if path.endswith("completions") and not body.get("ignore_eos"):
                bodies.append(body)
            return method(self, path, body, *more)

        return call

    monkeypatch.setattr(Wire, "post", noted(post))
    monkeypatch.setattr(Wire, "post_streamed", noted(streamed))
    return bodies


def ask(
    model: ServerModel,
    draw: Sampling,
    ahead: Sequence[Sampling] = (),
    document: str = "op-a",
    form: Form = FORM,
) -> Reply:
    with foreseeing(ahead):
        return model.fill(PROMPT, form, call=Call("do", "operation", "python", document), sampling=draw)


def vote(model: ServerModel, form: Form = FORM) -> list[Reply]:
    first = ask(model, GREEDY, form=form)
    return [first, *(ask(model, draw, DRAWS[at + 1 :], form=form) for at, draw in enumerate(DRAWS))]


def test_a_real_server_gives_at_once_a_reply_of_each_seed(llama_server_of_four: str, asked: Bodies) -> None:
    """The words may differ from those of one by one: rounding differs with the size of a batch."""
    model = ServerModel.open(llama_server_of_four, width=4)
    replies = vote(model, CHOSEN)
    assert [body.get("n", 1) for body in asked] == [1, 3]
    for reply in replies:
        assert reply.filled.values["animal"] in ("dog", "cat", "hen", "cow")
        assert reply.usage.written > 0
    assert [reply.usage.calls for reply in replies] == [1] * 4
    assert [reply.usage.evaluated for reply in replies[2:]] == [0, 0]
    model.close()


def test_how_many_a_real_server_is_asked_for_is_measured_and_kept(
    llama_server_of_four: str, cache: Path, asked: Bodies
) -> None:
    model = ServerModel.open(llama_server_of_four, width=None)
    vote(model, CHOSEN)
    assert set(model.draws.gains.gains) == {1, 2, 3, 4}
    model.close()
    again = ServerModel.open(llama_server_of_four, width=None)
    assert again.draws.gains.known
    again.close()
    assert (cache / "widths.json").is_file()


class Server:
    """vLLM, as far as it is needed: `refuses` says whether it refuses a request."""

    def __init__(self, refuses: Callable[[dict[str, Any]], bool] = lambda body: False, most: int = 9) -> None:
        self.refuses, self.most = refuses, most

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/v1/models"):
            model = {"id": "m", "owned_by": "vllm", "max_model_len": 4096}
            return httpx.Response(200, json={"data": [model]})
        if request.url.path.endswith("/version"):
            return httpx.Response(200, json={"version": "0.11.0"})
        if not request.url.path.endswith("completions"):
            return httpx.Response(404, json={})
        body = json.loads(request.content)
        if self.refuses(body):
            return httpx.Response(400, json={"error": {"message": "n is not supported"}})
        number = min(body.get("n", 1), self.most)
        choices = [
            {"message": {"content": f"Animal: cat {body['seed'] + at}"}, "finish_reason": "stop"}
            for at in range(number)
        ]
        usage = {"prompt_tokens": 20, "completion_tokens": 5 * number}
        return httpx.Response(200, json={"choices": choices, "usage": usage, "model": "m"})

    def open(self, width: int | None = 4) -> ServerModel:
        return ServerModel.open("http://127.0.0.1:1", transport=httpx.MockTransport(self), width=width)


def values(replies: Sequence[Reply]) -> list[object]:
    return [reply.filled.values["animal"] for reply in replies]


CATS = ["cat 0", "cat 1", "cat 2", "cat 3"]


def test_a_server_that_refuses_several_is_asked_one_after_another(asked: Bodies) -> None:
    model = Server(lambda body: "n" in body).open()
    assert values(vote(model)) == CATS
    assert [body.get("n", 1) for body in asked if not body.get("stream")] == [3]
    asked.clear()
    vote(model)
    assert {body.get("n", 1) for body in asked} == {1}


def test_a_server_that_gives_fewer_is_asked_for_the_others(asked: Bodies) -> None:
    model = Server(most=1).open()
    assert values(vote(model)) == CATS
    assert model.draws.gains == RowGains(fixed=1)


def test_seeds_that_do_not_follow_one_another_are_asked_for_one_by_one(asked: Bodies) -> None:
    model = Server().open()
    ask(model, Sampling(0.7, 1), [Sampling(0.7, 3), Sampling(0.7, 4)])
    ask(model, Sampling(0.7, 1), [Sampling(1.0, 2)])
    assert {body.get("n", 1) for body in asked} == {1}


def test_what_was_drawn_for_a_document_waits_for_it_alone(asked: Bodies) -> None:
    model = Server().open()
    ask(model, DRAWS[0], DRAWS[1:])
    ask(model, DRAWS[1], document="op-b")
    assert values([ask(model, DRAWS[1]), ask(model, DRAWS[2])]) == ["cat 2", "cat 3"]
    assert [body.get("n", 1) for body in asked] == [3, 1]
    ask(model, DRAWS[0], DRAWS[1:])
    dropped = ask(model, GREEDY).usage.evaluated
    assert dropped > ask(model, GREEDY).usage.evaluated


def test_other_servers_are_asked_for_one_at_a_time(asked: Bodies) -> None:
    class Plain(Server):
        def __call__(self, request: httpx.Request) -> httpx.Response:
            if request.url.path.endswith("/v1/models"):
                return httpx.Response(200, json={"data": [{"id": "m"}]})
            if request.url.path.endswith("/version"):
                return httpx.Response(404, json={})
            return super().__call__(request)

    model = Plain().open()
    assert values(vote(model)) == CATS
    assert {body.get("n", 1) for body in asked} == {1}


def test_a_reply_that_does_not_fit_is_asked_for_again_and_the_others_wait(asked: Bodies) -> None:
    class Wrong(Server):
        def __call__(self, request: httpx.Request) -> httpx.Response:
            response = super().__call__(request)
            words = response.text
            return httpx.Response(response.status_code, text=words.replace("Animal: cat 2", "Beast: cat"))

    model = Wrong().open()
    ask(model, DRAWS[0], DRAWS[1:])
    with pytest.raises(ReplyError):
        ask(model, DRAWS[1])
    assert values([ask(model, DRAWS[2])]) == ["cat 3"]
    assert [body.get("n", 1) for body in asked] == [3, 1]
