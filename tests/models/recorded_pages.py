"""What model servers answer on the pages by which they describe themselves, as recorded; shortened."""

from __future__ import annotations

from typing import Any

OLLAMA_TAGS: dict[str, Any] = {
    "models": [
        {
            "name": "nomic-embed-text:latest",
            "model": "nomic-embed-text:latest",
            "modified_at": "2026-10-01T10:00:00Z",
            "size": 274302450,
            "digest": "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f",
            "details": {"format": "gguf", "family": "nomic-bert", "families": ["nomic-bert"]},
        },
        {
            "name": "qwen3-coder:30b",
            "model": "qwen3-coder:30b",
            "modified_at": "2026-10-01T10:00:00Z",
            "size": 18556701140,
            "digest": "06c1097efce0431c2045fe7b2e5108366e43bee1b4603a7aded8f21689e90bca",
            "details": {
                "format": "gguf",
                "family": "qwen3moe",
                "families": ["qwen3moe"],
                "parameter_size": "30.5B",
                "quantization_level": "Q4_K_M",
            },
        },
    ]
}
OLLAMA_PS: dict[str, Any] = {
    "models": [
        {
            "name": "qwen3-coder:30b",
            "model": "qwen3-coder:30b",
            "size": 21000000000,
            "digest": "06c1097efce0431c2045fe7b2e5108366e43bee1b4603a7aded8f21689e90bca",
            "expires_at": "2026-10-01T10:05:00Z",
            "size_vram": 0,
            "context_length": 16384,
        }
    ]
}


def ollama_show(body: Any) -> Any:
    """Ollama's description of the model that `body` names; None for one that it has not."""
    abilities = {
        "nomic-embed-text:latest": ["embedding"],
        "qwen3-coder:30b": ["completion", "tools"],
        "gpt-oss:20b": ["completion", "tools", "thinking"],
    }.get(body["model"])
    return abilities and {
        "parameters": 'num_ctx                        12288\nstop                           "<|im_end|>"',
        "details": {"family": "qwen3moe"},
        "model_info": {"general.architecture": "qwen3moe", "qwen3moe.context_length": 262144},
        "capabilities": abilities,
    }


OLLAMA: dict[str, Any] = {
    "/api/tags": OLLAMA_TAGS,
    "/api/ps": OLLAMA_PS,
    "/api/show": ollama_show,
    "/v1/models": {
        "object": "list",
        "data": [
            {"id": entry["name"], "object": "model", "owned_by": "library"} for entry in OLLAMA_TAGS["models"]
        ],
    },
}
_LM_STUDIO_MODELS = [
    {
        "id": "text-embedding-nomic-embed-text-v1.5",
        "object": "model",
        "type": "embeddings",
        "publisher": "nomic-ai",
        "arch": "nomic-bert",
        "compatibility_type": "gguf",
        "quantization": "Q4_0",
        "state": "not-loaded",
        "max_context_length": 2048,
    },
    {
        "id": "qwen/qwen3-coder-30b",
        "object": "model",
        "type": "llm",
        "publisher": "qwen",
        "arch": "qwen3moe",
        "compatibility_type": "gguf",
        "quantization": "Q4_K_M",
        "state": "loaded",
        "max_context_length": 262144,
        "loaded_context_length": 8192,
    },
    {
        "id": "openai/gpt-oss-20b",
        "object": "model",
        "type": "llm",
        "publisher": "openai",
        "arch": "gpt-oss",
        "compatibility_type": "gguf",
        "quantization": "MXFP4",
        "state": "not-loaded",
        "max_context_length": 131072,
    },
]
EMBEDDING_OF_LM_STUDIO = "text-embedding-nomic-embed-text-v1.5"
LM_STUDIO = {
    "/api/v0/models": {"object": "list", "data": _LM_STUDIO_MODELS},
    "/v1/models": {
        "object": "list",
        "data": [
            {"id": entry["id"], "object": "model", "owned_by": "organization_owner"}
            for entry in _LM_STUDIO_MODELS
        ],
    },
}
LM_STUDIO_ELSEWHERE = {"error": "Unexpected endpoint or method. (GET /props)"}
"""What LM Studio says, with status 200, of every page that it does not have."""
VLLM = {
    "/v1/models": {
        "object": "list",
        "data": [
            {
                "id": "Qwen/Qwen3-Coder-30B-A3B-Instruct",
                "object": "model",
                "owned_by": "vllm",
                "root": "Qwen/Qwen3-Coder-30B-A3B-Instruct",
                "parent": None,
                "max_model_len": 40960,
            },
            {
                "id": "my-adapter",
                "object": "model",
                "owned_by": "vllm",
                "parent": "Qwen/Qwen3-Coder-30B-A3B-Instruct",
            },
        ],
    }
}
LLAMA_SERVER: dict[str, Any] = {
    "/props": {
        "default_generation_settings": {"id": 0, "n_ctx": 4096, "params": {"temperature": 0.8}},
        "total_slots": 1,
        "model_path": "/srv/models/Qwen3-Coder-30B-A3B-Instruct-Q4_K_M.gguf",
        "chat_template": "{{ messages }}",
        "build_info": "b6700-0123abcd",
    },
    "/v1/models": {"object": "list", "data": [{"id": "/srv/models/Qwen3.gguf", "owned_by": "llamacpp"}]},
}
