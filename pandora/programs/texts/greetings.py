"""The greeting with which a letter begins, where a small model wrote down the request in its place."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.programs.help import Try

ONLY_REPEATS = "it only repeats the task"
REPEATS_WORDS = "it repeats the task word for word"
"""How the refusals of a text begin that says the words of the request back."""
GREETINGS = {
    "English": "Hello,",
    "German": "Guten Tag,",
    "French": "Bonjour,",
    "Spanish": "Buenos días:",
    "Italian": "Buongiorno,",
    "Portuguese": "Bom dia,",
    "Dutch": "Goedendag,",
    "Polish": "Dzień dobry,",
}
"""A greeting that fits any reader, by the name of the language."""


def greeted(failed: Try) -> Mapping[str, str]:
    """Return the beginning of the next text, by its field, where the one before only said the request back.

    The model goes on as a letter goes on. One that began so and was refused for something else begins so again.
    {} for others, and where the text has no reader.
    """
    author, reader = failed.argument("author"), str(failed.arguments.get("written to", ""))
    greeting = GREETINGS.get(str(failed.arguments.get("language", "")).strip())
    if author is None or not greeting or not any(map(str.isalpha, reader)):
        return {}
    field = next((name for name, role in failed.roles.items() if role in ("content", "answer")), "")
    text = failed.arguments.get(field, "")
    refused = failed.result.text.startswith((ONLY_REPEATS, REPEATS_WORDS))
    return {field: f"{greeting}\n\n"} if text and (refused or text.startswith(greeting)) else {}
