"""A source that is longer than its reader's context is read in windows."""

from __future__ import annotations

from pandora.research.windows import key_windows, windows_line
from tests.research.conftest import Documents


def count(text: str) -> int:
    return len(text.split()) + text.count("\n")


def test_key_windows_are_those_around_the_passages_that_fit(documents: Documents) -> None:
    """Research, correction 13: the key spans, and the document says which were read."""
    filler = [f"Paragraph {number}. {'The rain falls. ' * 50}" for number in range(60)]
    filler[10] += " The boiler is serviced in May."
    filler[50] += " The boiler was bought in 1999."
    index = documents.with_files({"a.md": "\n\n".join(filler), "short.md": "The boiler."})
    source = index.nearest("Paragraph rain")[0].source
    read = key_windows(index, source.digest, "When was the boiler serviced and bought?", count, 400, 2)
    assert len(read) == 2
    assert "serviced in May" in read[0].text
    assert "bought in 1999" in read[1].text
    assert all(count(window.text) <= 400 for window in read)
    said = windows_line(read, index.text(source.digest))
    assert (
        said == f"documents/a.md: lines {read[0].first}-{read[0].last}, {read[1].first}-{read[1].last} of 119"
    )
    short = index.nearest("boiler", only={s.digest for s in index.sources() if "short" in s.path})[0].source
    whole = key_windows(index, short.digest, "anything", count, 400, 2)
    assert [(window.first, window.last, window.text) for window in whole] == [(1, 1, "The boiler.")]


def test_a_window_holds_its_passage_in_a_line_of_any_length(documents: Documents) -> None:
    """Research ✎13: a line longer than what is left of a window is begun where the passage stands."""
    rain = "The rain falls on the town and its roofs. "
    line = f"{rain * 30}The boiler of the school is serviced in May. {rain * 3}"
    index = documents.with_files({"a.md": "\n".join([rain * 4, rain * 4, line, *([rain * 4] * 8)])})
    source = index.sources()[0]
    (read,) = key_windows(index, source.digest, "When is the boiler of the school serviced?", count, 200, 1)
    assert "serviced in May" in read.text


def test_no_window_is_for_a_passage_that_another_shows(documents: Documents) -> None:
    """Passages next to each other are read together, and the third window is left for another place."""
    near = [f"The boiler room {number} has a boiler. {'It is warm there. ' * 12}" for number in range(8)]
    far = f"{'The rain falls. ' * 40}\n" * 12
    text = "\n".join([*near, far, f"A boiler room was sold in 1999. {'Nobody knew. ' * 30}"])
    index = documents.with_files({"a.md": text})
    read = key_windows(index, index.sources()[0].digest, "Which boiler room was sold?", count, 300, 3)
    lines = [number for window in read for number in range(window.first, window.last + 1)]
    assert any("sold in 1999" in window.text for window in read)
    assert len(lines) <= 1.5 * len(set(lines))
