from __future__ import annotations

import math

import pytest

from pandora.models.server_process import CACHE_RAM, cache_ram_of, read_cache_ram


@pytest.mark.parametrize(
    ("command", "variables", "size"),
    [
        (["llama-server", "-m", "a.gguf"], {}, CACHE_RAM),
        (["/opt/llama-server", "--cache-ram", "0"], {}, 0),
        (["llama-server", "-cram", "512"], {"LLAMA_ARG_CACHE_RAM": "1"}, 512),
        (["llama-server", "--cache-ram=-1"], {}, math.inf),
        (["llama-server", "-cram", "512", "--cache-ram", "0"], {}, 0),
        (["llama-server"], {"LLAMA_ARG_CACHE_RAM": "0"}, 0),
        (["llama-server", "--cache-ram", "much"], {}, None),
        (["python", "serve.py"], {}, None),
        ([], {}, None),
    ],
)
def test_the_cache_in_memory_as_the_command_line_sets_it(
    command: list[str], variables: dict[str, str], size: float | None
) -> None:
    """Speed 19: the setting of the server that can mix conversations up."""
    assert read_cache_ram(command, variables) == size


def test_nothing_is_said_of_a_server_elsewhere_or_of_none() -> None:
    assert cache_ram_of("http://box.example.org:8080") is None
    assert cache_ram_of("http://127.0.0.1:1") is None
