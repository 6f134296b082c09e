from __future__ import annotations

import functools
import json
import re
import subprocess
from pathlib import Path

import pytest

from pandora.models import chat_frame as module
from pandora.models.chat_frame import (
    CHATML,
    FRAME_LIMIT,
    TEMPLATE_LIMIT,
    ChatFrame,
    TemplateError,
    chat_frame,
)

TEMPLATES = Path(__file__).with_name("templates")
BASE = "You are a careful worker."
USER = '## Task\nIs 2 < 3 & "why"?\n\nReply in this form:\nAnswer: {line}'

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
def test_a_template_that_is_broken_or_hostile_is_said_to_be_so(template: str) -> None:
    with pytest.raises(TemplateError) as stop:
        chat_frame(template)
    assert "\n" not in str(stop.value)


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("\n{% frame %}", "line 2: Encountered unknown tag 'frame'."),
        (SIMPLE + "\n{{ raise_exception('tools only') }}", "line 3: tools only"),
        (SIMPLE + "\n{{ skill.name }}", "line 3: 'skill' is undefined"),
        ("no messages in it", "the user's message stands in its text 0 times"),
        ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "it does not end, "),
        ("{% set x = 'a' | center(9999999999) %}" + SIMPLE, "line 1: it takes more than 512 MiB of memory"),
        ("y" * FRAME_LIMIT + SIMPLE, "its text is longer than 16384 characters"),
    ],
)
def test_the_reason_names_the_templates_line(template: str, reason: str) -> None:
    with pytest.raises(TemplateError, match=re.escape(reason)):
        chat_frame(template)


def test_chatml_stands_in_for_a_template_that_is_missing() -> None:
    assert chat_frame("") == chat_frame(" \n") == CHATML


def test_a_renderer_that_cannot_be_started_or_tells_no_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    for told in (b"", b"[1]", b'["x"]', b"{}"):
        module._run_renderer.cache_clear()
        with monkeypatch.context() as patch:
            done = subprocess.CompletedProcess([], 0, told, b"")
            patch.setattr(subprocess, "run", lambda *_, done=done, **__: done)
            with pytest.raises(TemplateError, match="its renderer"):
                chat_frame(SIMPLE)

    def late(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("python", 1)

    module._run_renderer.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", late)
        with pytest.raises(TemplateError, match="longer than 20 seconds"):
            chat_frame(SIMPLE)
    module._run_renderer.cache_clear()
    assert chat_frame(SIMPLE).head == "<system>"


def test_every_day_is_the_same_to_a_template() -> None:
    assert chat_frame("{{ strftime_now('%d %B %Y') }}" + SIMPLE).head == "01 January 2026<system>"


def test_a_template_may_want_messages_in_parts_and_open_no_reply() -> None:
    frame = chat_frame("{% for m in messages %}<{{ m.role }}>{{ m.content[0].text }}</>{% endfor %}")
    assert (frame.head, frame.middle, frame.tail) == ("<system>", "</><user>", "</><assistant>")


def rendered(name: str, mode: str) -> str:
    """What `transformers` renders: see templates/README.md."""
    return str(json.loads((TEMPLATES / "renderings.json").read_text(encoding="utf-8"))[name][mode])


@functools.cache
def framed(name: str, thinking: bool | None) -> ChatFrame:
    text = (TEMPLATES / f"{name}.jinja").read_text(encoding="utf-8")
    return chat_frame(text, bos="<s>", eos="</s>", thinking=thinking)


def prompt_of(frame: ChatFrame) -> str:
    return f"{frame.head}{BASE}{frame.middle}{USER}{frame.tail}"


FAMILIES = sorted(path.stem for path in TEMPLATES.glob("*.jinja"))
CHANNEL = "<|channel|>final<|message|>"
EMPTY_THOUGHT = "\n</think>\n\n"
LEADS = {"gpt-oss": CHANNEL, "deepseek-r1-distill": EMPTY_THOUGHT}
"""What keeps a model that always thinks from it, where the template has no switch."""


@pytest.mark.parametrize("name", FAMILIES)
def test_a_familys_prompt_is_rendered_exactly(name: str) -> None:
    assert prompt_of(framed(name, False)) == rendered(name, "off") + LEADS.get(name, "")


WHOLE_THOUGHTS = (
    "glm-4.7-flash",
    "gpt-oss",
    "lfm2.5",
    "ministral-3-reasoning",
    "nemotron-3-nano",
    "qwen3",
    "qwen3.5",
)
OPENED = {"deepseek-r1-distill": "", "gemma-4": "<|channel>thought\n", "smollm3": "<think>\n"}


@pytest.mark.parametrize("name", WHOLE_THOUGHTS)
def test_a_familys_thought_is_rendered_exactly(name: str) -> None:
    frame = framed(name, True)
    written = f"{prompt_of(frame)}Three is more.{frame.closing}Answer: yes"
    assert rendered(name, "thought").startswith(written)


@pytest.mark.parametrize("name", OPENED)
def test_a_thought_that_no_reply_shows_is_read_off_an_empty_one(name: str) -> None:
    frame = framed(name, True)
    assert prompt_of(frame) == rendered(name, "on") + OPENED[name]
    assert frame.ends == ("<channel|>" if name == "gemma-4" else "</think>")


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - set(WHOLE_THOUGHTS) - set(OPENED)))
def test_a_family_that_does_not_think_is_not_made_to(name: str) -> None:
    assert not framed(name, True).thinks


def test_the_marks_at_which_thoughts_end() -> None:
    ends = {name: framed(name, True).ends for name in WHOLE_THOUGHTS}
    assert ends == {
        "glm-4.7-flash": "</think>",
        "gpt-oss": "<|end|>",
        "lfm2.5": "</think>",
        "ministral-3-reasoning": "[/THINK]",
        "nemotron-3-nano": "</think>",
        "qwen3": "</think>",
        "qwen3.5": "</think>",
    }


@pytest.mark.parametrize("name", FAMILIES)
def test_only_a_model_that_cannot_leave_it_thinks_by_default(name: str) -> None:
    assert framed(name, None).thinks == (name in LEADS)


def test_a_model_that_always_thinks_has_a_frame_without_a_thought() -> None:
    for name in LEADS:
        assert framed(name, None).unthought == framed(name, False)


def test_a_model_that_can_switch_it_off_does_not_think_by_default() -> None:
    assert chat_frame(HYBRID) == chat_frame(HYBRID, thinking=False)
    assert chat_frame(HYBRID).tail.endswith("<think>\n\n</think>\n\n")
    assert chat_frame(HYBRID, thinking=True).tail == "</user>\n<assistant><think>\n"


def test_a_model_that_always_thinks_gets_no_second_opening() -> None:
    assert chat_frame(ALWAYS).tail == "</user>\n<assistant><think>\n"


def test_a_model_that_always_thinks_can_be_cut_short() -> None:
    assert chat_frame(ALWAYS, thinking=False).tail == "</user>\n<assistant><think>\n\n</think>\n\n"


def test_the_text_tells_frames_apart() -> None:
    assert chat_frame(HYBRID, thinking=True).text != chat_frame(HYBRID, thinking=False).text
