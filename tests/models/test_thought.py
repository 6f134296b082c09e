from __future__ import annotations

import pytest

from pandora.document.form import parse_form
from pandora.models.server import read_reply
from pandora.models.thought import UNENDED, read_thoughtful

FORM = parse_form("Approach: {line}\nConfidence: {high | low}")
CODE = parse_form("Code: {code python}")
REPLY = "Approach: look\nConfidence: high"
VALUES = {"approach": "look", "confidence": "high"}
DRAFT = "Approach: a draft\nConfidence: low"


@pytest.mark.parametrize(
    ("text", "thought"),
    [
        (REPLY, ""),
        (f"<think>\nhm\n</think>\n\n{REPLY}", "hm"),
        (f"hm\n</think>\n\n{REPLY}", "hm"),
        (f"<think></think>{REPLY}", ""),
        (f"<thinking>hm</thinking>\n{REPLY}", "hm"),
        (f"<seed:think>hm</seed:think>{REPLY}", "hm"),
        (f"[THINK]hm[/THINK]{REPLY}", "hm"),
        (f"Let me see.\n<think>hm</think>\n{REPLY}", "Let me see.\nhm"),
        (f"<think>\n{DRAFT}\nno\n</think>\n{REPLY}", f"{DRAFT}\nno"),
        (f"{DRAFT}\nno\n</think>\n{REPLY}", f"{DRAFT}\nno"),
        (f"<think>it ends with </think>, I think\n</think>\n{REPLY}", "it ends with </think>, I think"),
        (f"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>{REPLY}", "hm"),
        (f"<|channel|>final<|message|>{REPLY}<|return|>", ""),
        ('<think>hm</think>```json\n{"approach": "look", "confidence": "high"}\n```', "hm"),
    ],
)
def test_a_thought_is_kept_apart_from_the_reply(text: str, thought: str) -> None:
    found, reply, parsed = read_thoughtful(FORM, text, read_reply)
    assert parsed.values == VALUES
    assert found == thought
    assert "hm" not in reply


@pytest.mark.parametrize("text", ["<think>\nhm, so", f"<think>{DRAFT}", "<|channel|>analysis<|message|>hm, so"])
def test_a_thought_without_an_end_is_no_reply(text: str) -> None:
    thought, reply, parsed = read_thoughtful(FORM, text, read_reply)
    assert parsed.problems == [(1, UNENDED)]
    assert (thought, reply) == (text, "")


@pytest.mark.parametrize(
    "line",
    [
        'print("<think>")',
        'print("<think>a</think>")',
        'print("</think>")',
        'print("<|channel|>analysis<|message|>x<|end|>")',
        'print("[THINK]x[/THINK]")',
    ],
)
def test_marks_within_a_value_are_data(line: str) -> None:
    for text in (f"Code:\n```python\n{line}\n```", f"<think>hm</think>\nCode:\n```python\n{line}\n```"):
        _, _, parsed = read_thoughtful(CODE, text, read_reply)
        assert parsed.values == {"code": line}
