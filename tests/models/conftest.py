from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora.models.catalogue import models_folder
from pandora.models.llama import LlamaModel
from pandora.models.pull import pull

MODELS = models_folder()


@pytest.fixture(scope="session")
def smollm2() -> Path:
    """The small real model, fetched once on a machine that has not got it."""
    before = os.environ.get("PANDORA_MODELS")
    os.environ["PANDORA_MODELS"] = str(MODELS)
    try:
        return pull("smollm2-135m", lambda have, size: None)
    finally:
        if before is None:
            del os.environ["PANDORA_MODELS"]
        else:
            os.environ["PANDORA_MODELS"] = before


@pytest.fixture(scope="session")
def opened(smollm2: Path) -> Iterator[LlamaModel]:
    """The small model, loaded once; what earlier calls left in its cache must not matter."""
    made = LlamaModel.open(smollm2, context=2048, threads=1)
    yield made
    made.close()


@pytest.fixture
def model(opened: LlamaModel) -> LlamaModel:
    """The small model with an empty trace."""
    opened.trace = []
    return opened


@pytest.fixture
def fresh(smollm2: Path) -> Iterator[LlamaModel]:
    """The small model with an empty cache."""
    made = LlamaModel.open(smollm2, context=2048, threads=1)
    made.trace = []
    yield made
    made.close()


SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_parallel = sys.argv[1], int(sys.argv[2])
params.n_ctx, params.cpuparams.n_threads, params.kv_unified = 2048, 1, True
params.cache_ram_mib = 8192 if params.n_parallel == 1 else 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="session")
def llama_server(smollm2: Path) -> Iterator[str]:
    """The URL of a real llama.cpp server with the small model, on loopback and a port of its own."""
    yield from serve(smollm2, 1)


@pytest.fixture(scope="session")
def llama_server_of_four(smollm2: Path) -> Iterator[str]:
    """The same with four slots, and without a cache in memory."""
    yield from serve(smollm2, 4)


def serve(model: Path, slots: int) -> Iterator[str]:
    command = [sys.executable, "-c", SERVE, str(model), str(slots)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), "the test server did not start; is xllamacpp installed?"
        yield url
        server.kill()


@pytest.fixture
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PANDORA_API_KEY", raising=False)
