"""The chat frame of a GGUF: by the template in the file, or by one that a person names in its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pandora.errors import UsageError
from pandora.models.chat_frame import CHATML, TEMPLATE_LIMIT, ChatFrame, TemplateError, chat_frame
from pandora.models.llama_library import library
from pandora.models.tokenizer import Tokenizer
from pandora.regular_file import read_text
from pandora.user_folders import from_home

NAMED = "chatml"
"""The value of `chat_template` that means ChatML; any other is the path of a file."""


def gguf_template(handle: Any) -> str:
    """The chat template in a loaded GGUF, "" where it has none."""
    return (library().llama_model_chat_template(handle, None) or b"").decode("utf-8", "replace")


def gguf_frame(
    path: Path, handle: Any, tokenizer: Tokenizer, *, template: str = "", thinking: bool | None = None
) -> ChatFrame:
    """Return the frame of the GGUF at `path`; `template`, if any, is `chatml` or the path of another template.

    Raises TemplateError, which names the file and says why its template cannot be rendered, and UsageError for
    a `template` that cannot be read.
    """
    if template == NAMED:
        return CHATML
    place = from_home(template) if template else path
    try:
        text = read_text(place, TEMPLATE_LIMIT) if template else gguf_template(handle)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise UsageError(f'{place}: cannot be read ({reason}); chat_template is a file or "{NAMED}"') from None
    try:
        return chat_frame(text, bos=tokenizer.spelled("bos"), eos=tokenizer.spelled("eos"), thinking=thinking)
    except TemplateError as error:
        remedy = f'set chat_template to a file with one that can, or to "{NAMED}"'
        raise TemplateError(f"{place}: the chat template cannot be rendered: {error}; {remedy}") from None
