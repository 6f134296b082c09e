"""Whether a request asks for a renaming: the model is asked of each pair of names that it may mean."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.code.asked_names import possible_renamings

LEAST_SURE = 1.4
"""The least log odds from which a pair of names is a renaming.

Of 15 requests about code the six that ask for one have 1.8 to 3.2, and the others at most 1.1. Of 14 more,
whose new name is a plain word, five of the six that ask for one have 1.5 to 2.9, and the others at most 0.7.
"""


def with_renaming_alone(
    loop: Loop, menu: Mapping[str, Pattern], changing: Mapping[str, Pattern]
) -> dict[str, Pattern]:
    """Return a menu of nothing but what renames, where the request asks for a renaming; else the menu.

    What renames is looked for in the menu for a change (`changing`): a module's new name is a file to be made.
    A small model takes the tool that mends code before the one that is made for just this.
    """
    task, host = loop.task, loop.host
    renaming = {
        name: pattern
        for name, pattern in {**changing, **menu}.items()
        if pattern.level == "operation" and host.operation(pattern).spreads
    }
    if not renaming or menu.keys() == renaming.keys() or loop.untrusted or loop.record(2).human:
        return dict(menu)
    if task.kind_of_task == "file" and menu.keys() - renaming.keys():
        menu = {name: pattern for name, pattern in menu.items() if name not in renaming}
    for old, new in possible_renamings(task.files, loop.work.workspace, loop.work.request):
        asked = f"Does the task ask to rename {old} to {new}?"
        chance = log_odds_of(loop, asked, loop.work.request)
        if chance is None:
            break
        if chance >= LEAST_SURE:
            return renaming
    return dict(menu)
