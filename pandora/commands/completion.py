"""`pandora completion`: the script that makes a shell complete commands, options, runs and models.

For `--model=q`, zsh and fish are told the whole word, as both put it in the word's place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import click
from click.shell_completion import (
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_PANDORA_COMPLETE"
"""The variable by which the script asks Pandora for completions, as click derives it from its name."""
_OPTION = re.compile(r"(--[\w-]+=).*", re.S)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> int:
    """Print the script that makes a shell complete commands, options, run ids, models and templates.

    \b
    bash:  eval "$(pandora completion bash)"      in ~/.bashrc
    zsh:   eval "$(pandora completion zsh)"       in ~/.zshrc, after compinit
    fish:  pandora completion fish | source       in ~/.config/fish/config.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    # The template alone: `source` of click would run bash to ask for its version.
    script = kind(ctx.find_root().command, {}, "pandora", VARIABLE)
    click.echo(script.source_template % script.source_vars())
    return 0


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
