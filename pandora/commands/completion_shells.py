"""Completions for zsh and fish: for `--model=q` the whole word, as both put it in the word's place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from click.shell_completion import CompletionItem, FishComplete, ZshComplete, add_completion_class

_OPTION = re.compile(r"(--[\w-]+=).*", re.S)


def add_shells() -> None:
    """Let zsh and fish be told whole words."""
    add_completion_class(ZshWholeWords)
    add_completion_class(FishWholeWords)


class ZshWholeWords(ZshComplete):
    """What zsh is told."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """The completions of a word, each with the option that the word begins with."""
        return whole_words(super().get_completions(args, incomplete), incomplete)


class FishWholeWords(FishComplete):
    """What fish is told."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """The completions of a word, each with the option that the word begins with."""
        return whole_words(super().get_completions(args, incomplete), incomplete)


def whole_words(items: Sequence[CompletionItem[str]], incomplete: str) -> list[CompletionItem[str]]:
    """The items, each after the `--option=` that `incomplete` begins with; files stay as they are."""
    option = _OPTION.fullmatch(incomplete)
    if option is None:
        return list(items)
    return [
        CompletionItem(option[1] + item.value, item.type, item.help) if item.type == "plain" else item
        for item in items
    ]
