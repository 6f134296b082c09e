"""Text of models, pages and people as content of the view, in which nothing is interpreted."""

from __future__ import annotations

from rich.text import Text

from pandora.document.terminal_text import clean, one_line

LONGEST = 100_000
"""The most characters of one text that are shown; `pandora show` prints the whole."""
_STATUS_STYLES = {
    "accepted": "green",
    "running": "cyan",
    "waiting": "bold yellow",
    "escalated": "magenta",
    "failed": "red",
    "broken": "red",
}
_DIFF_STYLES = {"-": "red", "+": "green", "@": "cyan"}


def plain(text: str, style: str = "") -> Text:
    """`text` as it is, but for terminal escapes, which are taken out; a bracket is a bracket.

    What is over LONGEST characters is cut, and a last line says how much.
    """
    shown = clean(text[:LONGEST])
    content = Text(shown, style=style)
    if len(text) > LONGEST:
        content.append(f"\n… {len(text) - LONGEST} more characters", style="dim")
    return content


def plain_line(text: str, style: str = "", longest: int = 300) -> Text:
    """The first line of `text` that is not blank, as it is, cut at `longest` characters."""
    return Text(one_line(text, longest), style=style)


def status_text(status: str) -> Text:
    """A status in its colour."""
    return Text(one_line(status, 20), style=_STATUS_STYLES.get(status, ""))


def diff_text(text: str) -> Text:
    """The lines of a diff, each in the colour of its first character."""
    content = Text()
    for line in plain(text).plain.splitlines(keepends=True):
        content.append(line, style=_DIFF_STYLES.get(line[:1], ""))
    return content
