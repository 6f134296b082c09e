"""The help of patterns that work on words: a prompt holds the text of the task's files."""

from __future__ import annotations

from pathlib import Path

from pandora.document.quote import quoted
from pandora.programs.help import Description, Work
from pandora.programs.plain_help import PlainHelp

MOST_FILES = 4
LARGEST = 1 << 20
"""Bytes of a file that a prompt may hold; the prompt's budget cuts what is too long."""


class TextHelp(PlainHelp):
    """The prompt of DO holds the files themselves."""

    def describe(self, work: Work, phase: str) -> Description:
        """For DO the text of the files; else what every help tells."""
        description = super().describe(work, phase)
        if phase != "do":
            return description
        text = file_texts(work.task.files, work.workspace, work.untrusted)
        return Description(text, description.columns, description.options, description.marks)


def file_texts(files: tuple[str, ...], workspace: Path, untrusted: bool = False) -> str:
    """The text of the files, one after the other, quoted where it is strangers'; "" where there is none."""
    texts = []
    for path in files[:MOST_FILES]:
        try:
            data = (workspace / path).read_bytes()[:LARGEST]
        except OSError:
            continue
        if b"\0" not in data:
            text = data.decode("utf-8", "replace")
            text = quoted(text) if untrusted else text
            body = "\n".join(f"  {line}" for line in text.splitlines())
            texts.append(f"{path}:\n{body}")
    return "## Files\n" + "\n".join(texts) if texts else ""
