"""`pandora completion`: the script that makes a shell complete commands, options, runs and models."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_PANDORA_COMPLETE"
"""The variable by which the script asks Pandora for completions, as click derives it from its name."""


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
