"""One report of gpt-researcher: run by the interpreter of its environment, which has nothing of Pandora.

Reads a JSON object from standard input, and prints one as its last line. What would need a network is replaced
by what needs none: embeddings by all-MiniLM-L6-v2 as a package carries it, reckoned with numpy; the search
before its plan finds nothing; and no price is reckoned, for which it would fetch an encoding.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import math
import os
import sqlite3
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

TOKENS, HEADS, LAYERS, BATCH = 256, 12, 6, 16
"""Of all-MiniLM-L6-v2: the tokens that it reads of a text, and its shape; and the texts embedded at once."""


class MiniLm:
    """all-MiniLM-L6-v2 with numpy, as langchain asks for it; what was embedded once is kept in a file."""

    def __init__(self, vectors: Path) -> None:
        package = importlib.import_module("all_minilm_l6_v2")
        self._np = importlib.import_module("numpy")
        tokenizers = importlib.import_module("tokenizers")
        with zipfile.ZipFile(Path(str(package.__file__)).with_name("model.zip")) as archive:
            self._tokenizer = tokenizers.Tokenizer.from_str(archive.read("tokenizer.json").decode())
            self._weights = self._read(archive.read("model.safetensors"))
        self._tokenizer.enable_truncation(TOKENS)
        self._tokenizer.enable_padding()
        self._kept = sqlite3.connect(vectors, check_same_thread=False)
        self._kept.execute("CREATE TABLE IF NOT EXISTS vectors (text TEXT PRIMARY KEY, vector BLOB)")

    def embed_query(self, text: str) -> list[float]:
        """The embedding of one text."""
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """The embedding of each text; those of one length go together, so that little of a batch is padding."""
        keys = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if self._known(key) is None}
        waiting = sorted(missing.items(), key=lambda pair: len(pair[1]))
        for start in range(0, len(waiting), BATCH):
            batch = waiting[start : start + BATCH]
            vectors = self._embedded([text for _, text in batch])
            rows = ((key, vector.tobytes()) for (key, _), vector in zip(batch, vectors, strict=True))
            self._kept.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
            self._kept.commit()
        return [self._known(key).tolist() for key in keys]

    def _known(self, key: str) -> Any:
        row = self._kept.execute("SELECT vector FROM vectors WHERE text = ?", (key,)).fetchone()
        return None if row is None else self._np.frombuffer(row[0], self._np.float32)

    def _read(self, data: bytes) -> dict[str, Any]:
        """The tensors of a safetensors file: a length, a JSON header, and the numbers."""
        start = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(data[8:start])
        header.pop("__metadata__", None)
        found = {}
        for name, tensor in header.items():
            if tensor["dtype"] == "F32":
                first, last = tensor["data_offsets"]
                numbers = self._np.frombuffer(data[start + first : start + last], self._np.float32)
                found[name] = numbers.reshape(tensor["shape"])
        return found

    def _embedded(self, texts: Sequence[str]) -> Any:
        np, weights = self._np, self._weights
        encoded = self._tokenizer.encode_batch(list(texts))
        ids = np.array([one.ids for one in encoded])
        mask = np.array([one.attention_mask for one in encoded], np.float32)
        count, length = ids.shape

        def linear(values: Any, name: str) -> Any:
            return values @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

        def normed(values: Any, name: str) -> Any:
            centred = values - values.mean(-1, keepdims=True)
            scale = np.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-12)
            return centred / scale * weights[f"{name}.weight"] + weights[f"{name}.bias"]

        def heads(values: Any) -> Any:
            return values.reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3)

        words = weights["embeddings.word_embeddings.weight"][ids]
        places = weights["embeddings.position_embeddings.weight"][:length]
        kinds = weights["embeddings.token_type_embeddings.weight"][0]
        hidden = normed(words + places + kinds, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}"
            query, key, value = (
                heads(linear(hidden, f"{at}.attention.self.{name}")) for name in ("query", "key", "value")
            )
            scores = query @ key.swapaxes(-1, -2) / math.sqrt(query.shape[-1]) + (mask - 1)[:, None, None] * 1e9
            shares = np.exp(scores - scores.max(-1, keepdims=True))
            shares /= shares.sum(-1, keepdims=True)
            mixed = (shares @ value).transpose(0, 2, 1, 3).reshape(count, length, -1)
            hidden = normed(
                hidden + linear(mixed, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm"
            )
            inner = linear(hidden, f"{at}.intermediate.dense")
            inner = (
                0.5 * inner * (1 + np.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner * inner * inner)))
            )
            hidden = normed(hidden + linear(inner, f"{at}.output.dense"), f"{at}.output.LayerNorm")
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float32)


class NoSearch:
    """The search engine of a machine without a network."""

    def __init__(self, query: str, **_: object) -> None:
        self.query = query

    def search(self, **_: object) -> list[dict[str, str]]:
        """Nothing."""
        return []


def _count_calls(usage: dict[str, int]) -> None:
    """Let each completion that is asked for be counted in `usage`; the tokens are the server's to count."""
    completions = importlib.import_module("openai.resources.chat.completions").AsyncCompletions
    create = completions.create

    async def counted(self: Any, *args: Any, **settings: Any) -> Any:
        usage["calls"] += 1
        return await create(self, *args, **settings)

    completions.create = counted


async def report_on(asked: dict[str, str]) -> dict[str, Any]:
    """The report on a question, and what it used."""
    os.environ |= {
        "OPENAI_BASE_URL": f"{asked['url']}/v1",
        "OPENAI_API_KEY": "none",
        "FAST_LLM": "openai:local",
        "SMART_LLM": "openai:local",
        "STRATEGIC_LLM": "openai:local",
        "EMBEDDING": "custom:local",
        "DOC_PATH": asked["documents"],
        "RETRIEVER": "custom",
        "RETRIEVER_ENDPOINT": "http://127.0.0.1:1",
        "HF_HUB_OFFLINE": "1",
    }
    tiktoken: Any = importlib.import_module("tiktoken")
    tiktoken.get_encoding = tiktoken.encoding_for_model = lambda _: SimpleNamespace(encode=str.split)
    usage = {"calls": 0}
    _count_calls(usage)
    researcher = importlib.import_module("gpt_researcher").GPTResearcher(
        query=asked["question"], report_source="local", verbose=False
    )
    researcher.retrievers = [NoSearch]
    embeddings = importlib.import_module("langchain_core.embeddings").Embeddings
    researcher.memory._embeddings = type("LocalMiniLm", (MiniLm, embeddings), {})(Path(asked["vectors"]))
    context = await researcher.conduct_research()
    return {"report": await researcher.write_report(), "usage": usage, "passages": len(str(context))}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(report_on(json.load(sys.stdin)))))
