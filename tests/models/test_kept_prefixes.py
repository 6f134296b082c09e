"""Speed 16: prefixes that outlast a process, by tiny models with random weights."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.tiny_gguf import ARCHITECTURES, write_tiny_gguf
from pandora.models.kept_prefixes import KeptPrefixes
from pandora.models.protocol import GREEDY, Call, Prompt
from tests.models.test_llama_context import ROUNDING, Asked, Tiny, Written, context_of

LONG = "1. a red fox and two hens go on as before. " * 6
SHORT = (("literal", ("Steps:",), 0), ("free", ("\n",), 12))


def asked(*parts: str, owner: str = "parent") -> Asked:
    return Asked(owner, Prompt("You are careful.", parts, "Go on."), SHORT)


@pytest.fixture(scope="module", params=ARCHITECTURES)
def tiny(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tiny]:
    made = Tiny(write_tiny_gguf(tmp_path_factory.mktemp("kept") / "tiny.gguf", request.param))
    yield made
    made.close()


def in_a_process(tiny: Tiny, folder: Path, *calls: Asked) -> tuple[int, float]:
    """Do calls in a context of their own, as a process does.

    Returns how many given tokens the last one evaluated, and how far its reply is from a fresh context's.
    """
    with context_of(tiny.model()) as (model, context):
        context.kept = KeptPrefixes(folder, "key")
        for asked in calls:
            writer, _ = model.form_writer(asked.prompt, Call("do", "system", "", asked.owner), GREEDY, 100)
            writer.literal("Steps:")
            writer.free("\n", 12)
        context.keep_prefixes()
    written = Written(tuple(writer.tokens), writer.text, ())
    return writer.evaluated, tiny.margin(tiny.afresh(calls[-1]), written)


def test_after_a_restart_only_what_is_new_is_evaluated(tiny: Tiny, tmp_path: Path) -> None:
    first, distance = in_a_process(tiny, tmp_path, asked(LONG))
    again, distance_again = in_a_process(tiny, tmp_path, asked(LONG, "More."))
    assert distance < ROUNDING
    assert distance_again < ROUNDING
    assert first > len(LONG)
    assert again < 100
    assert {path.stat().st_mode & 0o77 for path in tmp_path.iterdir()} == {0}


def test_a_candidate_after_a_restart_shares_it_too(tiny: Tiny, tmp_path: Path) -> None:
    """Speed 15 and 16: the second call of a prompt evaluates no more than the first after a restart."""
    in_a_process(tiny, tmp_path, asked(LONG))
    again, distance = in_a_process(tiny, tmp_path, asked(LONG, "One."), asked(LONG, "Two.", owner="child"))
    assert again < 100
    assert distance < ROUNDING


def test_other_prompts_get_nothing_of_it(tiny: Tiny, tmp_path: Path) -> None:
    in_a_process(tiny, tmp_path, asked(LONG))
    other, distance = in_a_process(tiny, tmp_path, asked(LONG.replace("red", "tame")))
    assert other > len(LONG)
    assert distance < ROUNDING


def test_a_file_that_is_not_what_was_written_is_dropped(tiny: Tiny, tmp_path: Path) -> None:
    in_a_process(tiny, tmp_path, asked(LONG))
    files = list(tmp_path.iterdir())
    for path in files:
        data = bytearray(path.read_bytes())
        data[-5] ^= 255
        path.write_bytes(data)
    evaluated, distance = in_a_process(tiny, tmp_path, asked(LONG))
    assert evaluated > len(LONG)
    assert distance < ROUNDING
    (tmp_path / "odd.kv").write_bytes(b"{}")
    in_a_process(tiny, tmp_path, asked(LONG))


def test_what_was_not_used_for_longest_goes_first_and_another_key_is_another_model(tmp_path: Path) -> None:
    kept = KeptPrefixes(tmp_path, "one", most=5000)
    for number in range(4):
        kept.keep([number, *range(200)], bytes([number]) * 1000)
        newest = max(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (1000 + number, 1000 + number))
    assert 1 <= len(list(tmp_path.iterdir())) < 4
    found = KeptPrefixes(tmp_path, "one").longest([3, *range(150)])
    assert found is not None
    prefix, length = found
    assert (length, kept.read(prefix)) == (151, b"\x03" * 1000)
    assert KeptPrefixes(tmp_path, "two").longest([3, *range(150)]) is None
    kept.keep(range(200), b"x" * 6000)
    assert KeptPrefixes(tmp_path, "one").longest(list(range(1, 9))) is None


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    kept = KeptPrefixes(tmp_path / "file", "one")
    kept.keep(range(200), b"x")
    assert kept.longest(list(range(200))) is None
