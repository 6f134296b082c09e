from __future__ import annotations

import subprocess

import pytest

from pandora.models import chat_frame as module
from pandora.models.chat_frame import CHATML, FRAME_LIMIT, TEMPLATE_LIMIT, chat_frame

SIMPLE = (
    "{% for message in messages %}<{{ message.role }}>{{ message.content }}</{{ message.role }}>\n{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}" + SIMPLE
HYBRID = (
    SIMPLE + "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
)
ALWAYS = SIMPLE + "{{ '<think>\n' }}"


def test_a_template_is_split_around_what_it_frames() -> None:
    frame = chat_frame(SIMPLE)
    assert (frame.head, frame.middle, frame.tail) == ("<system>", "</system>\n<user>", "</user>\n<assistant>")
    assert not frame.thinks


def test_bos_is_the_models_own() -> None:
    assert chat_frame("{{ bos_token }}" + SIMPLE, bos="<s>").head == "<s><system>"


def test_without_a_system_role_the_base_opens_the_users_message() -> None:
    frame = chat_frame(NO_SYSTEM)
    assert (frame.head, frame.middle, frame.tail) == ("<user>", "\n\n", "</user>\n<assistant>")


def test_a_template_that_drops_the_system_message_is_used_without_it() -> None:
    frame = chat_frame("{% for m in messages if m.role == 'user' %}[{{ m.content }}]{% endfor %}")
    assert (frame.head, frame.middle, frame.tail) == ("[", "\n\n", "]")


@pytest.mark.parametrize(
    "template",
    [
        "",
        "{% broken",
        "{{ nothing.at.all }}",
        "no messages in it",
        "{{ messages[1].content }}{{ messages[1].content }}",
        "x" * (TEMPLATE_LIMIT + 1),
        "{% for n in range(99999) %}xxxxxxxx{% endfor %}" + SIMPLE,
        "{{ 'x' * 999999999 }}" + SIMPLE,
        "{{ 9 ** 99999999 }}" + SIMPLE,
        "{{ ''.__class__.__mro__[1].__subclasses__() }}" + SIMPLE,
        "{{ messages.append(1) }}" + SIMPLE,
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}" + SIMPLE,
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}" + SIMPLE,
        "{% set n = namespace(x='aaaaaaaaaa') %}{% for i in range(40) %}{% set n.x = n.x ~ n.x %}{% endfor %}"
        + SIMPLE,
        "{% set x = 'a' | center(9999999999) %}" + SIMPLE,
        "{% set x = '{:>9999999999}'.format(1) %}" + SIMPLE,
        "{% macro f(n) %}{{ f(n) }}{{ f(n) }}{% endmacro %}{{ f(1) }}" + SIMPLE,
    ],
)
def test_chatml_stands_in_for_a_template_that_is_missing_broken_or_hostile(template: str) -> None:
    assert chat_frame(template) == CHATML


def test_a_renderer_that_cannot_be_started_or_tells_no_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    for told in (b"", b"[1]", b'["x"]', b"{}"):
        module._run_renderer.cache_clear()
        with monkeypatch.context() as patch:
            done = subprocess.CompletedProcess([], 0, told, b"")
            patch.setattr(subprocess, "run", lambda *_, done=done, **__: done)
            assert chat_frame(SIMPLE) == CHATML

    def late(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("python", 1)

    module._run_renderer.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", late)
        assert chat_frame(SIMPLE) == CHATML
    module._run_renderer.cache_clear()
    assert chat_frame(SIMPLE) != CHATML


def test_a_frame_is_bounded() -> None:
    assert chat_frame("y" * FRAME_LIMIT + SIMPLE) == CHATML


def test_a_date_is_not_asked_for() -> None:
    frame = chat_frame("{% if strftime_now is defined %}{{ strftime_now('%d') }}{% endif %}" + SIMPLE)
    assert frame.head == "<system>"


def test_a_model_that_may_think_does_by_default() -> None:
    assert chat_frame(HYBRID).thinks
    assert chat_frame(HYBRID).tail == "</user>\n<assistant><think>\n"


def test_a_model_that_may_think_can_be_kept_from_it() -> None:
    frame = chat_frame(HYBRID, thinking=False)
    assert not frame.thinks
    assert frame.tail.endswith("<think>\n\n</think>\n\n")


def test_a_model_that_always_thinks_gets_no_second_opening() -> None:
    assert chat_frame(ALWAYS).tail == "</user>\n<assistant><think>\n"


def test_a_model_that_always_thinks_can_be_cut_short() -> None:
    assert chat_frame(ALWAYS, thinking=False).tail == "</user>\n<assistant><think>\n\n</think>\n\n"


def test_the_text_tells_frames_apart() -> None:
    assert chat_frame(HYBRID).text != chat_frame(HYBRID, thinking=False).text
