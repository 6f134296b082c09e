"""A request in a grown operation's own words is its own; one that says more is the model's to choose for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.disk.layout import Workspace, shipped_system
from pandora.engine.grown_fit import asked_for
from pandora.engine.pattern import Library

COUNTER = """\
---
pattern: {name}
level: operation
when: how many words a text file has
needs: ["*.txt"]
handler: script
effects: none
repeat: true
phases: {{do: code}}
---
# {name}

Count the words of a text file.

## DO

Name the file.

### Form
Path: {{line 60}}

## Handler

```python
print(4)
```
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    operations = tmp_path / "system" / "operations"
    operations.mkdir(parents=True)
    (operations / "word_count.md").write_text(COUNTER.format(name="word_count"), encoding="utf-8")
    (operations / "quote.md").write_bytes((shipped_system() / "operations" / "quote.md").read_bytes())
    return Library(Workspace(tmp_path))


def chosen(library: Library, request: str, *files: str) -> str:
    menu = {pattern.name: pattern for pattern in library.all(("operation",))[0]}
    assert "quote" in menu
    return asked_for(menu, library, request, files)


@pytest.mark.parametrize(
    ("request_words", "files", "name"),
    [
        ("How many words has walk.txt?", ("walk.txt",), "word_count"),
        ("Count the words of notes/walk.txt", ("notes/walk.txt",), "word_count"),
        ("Count the words of walk.txt and menu.txt", ("walk.txt", "menu.txt"), ""),
        ("How many lines has walk.txt?", ("walk.txt",), ""),
        ("Do not count the words of walk.txt", ("walk.txt",), ""),
        ("Count the first 3 words of walk.txt", ("walk.txt",), ""),
        ("Sort the words of walk.txt", ("walk.txt",), ""),
        ("walk.txt", ("walk.txt",), ""),
    ],
)
def test_every_word_of_the_request_must_be_its_own(
    library: Library, request_words: str, files: tuple[str, ...], name: str
) -> None:
    """Growth 16: the same words choose the tool; another condition, number or thing does not."""
    assert chosen(library, request_words, *files) == name


def test_what_two_fit_is_chosen_by_the_model(library: Library) -> None:
    path = library.workspace.system / "operations" / "counter.md"
    path.write_text(COUNTER.format(name="counter"), encoding="utf-8")
    assert chosen(library, "Count the words of walk.txt", "walk.txt") == ""


def test_what_ships_is_the_models_to_choose(library: Library) -> None:
    """Only what grew for one capability is taken by its words; a general line is not."""
    menu = {"quote": library.load("operation", "quote")}
    assert asked_for(menu, library, menu["quote"].when, ()) == ""
