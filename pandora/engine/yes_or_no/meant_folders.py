"""Files that a request sorts into folders by what they are: the model is asked where each text belongs."""

from __future__ import annotations

import re
from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.left_alone import without_left_alone
from pandora.engine.yes_or_no.log_odds import chance_of_yes, log_odds
from pandora.programs.request.named_folders import named_folders
from pandora.workspace.operation_context import Result

FOLDERS = "folders"
"""The name of the rule in a pattern's `evidence`."""
LEAST_AHEAD = 0.5
"""A text goes where its log odds are by so much above those of any other folder, and a yes is likelier.

Of ten short texts in two languages, two folders for five and three for five, each was ahead in its own, by 0.7
to 3. Asked with the task and the file's name before it, one of five was not.
"""


def in_asked_folders(loop: Loop, result: Result) -> Result:
    """Return a result in which each text is in the folder of the request that it surely belongs in.

    The default model writes a program that looks for the folder's name in the text, or takes one folder for all
    that has no such word.
    """
    if FOLDERS not in loop.work.rules or not result.ok or loop.untrusted:
        return result
    sorting = named_folders(loop.work, result) if loop.work.task.kind_of_task in ("change", "file") else None
    if sorting is None:
        return result
    known, places, reasons = loop.document.body(3), {}, []
    for path in without_left_alone(loop, [*sorting.texts]):
        text = sorting.texts[path]
        earlier = re.search(rf"{re.escape(path)} belongs in (\S+) \([^)]*\)", known)
        if earlier and earlier[1] in sorting.folders.values():
            places[path] = earlier[1]
            reasons.append(earlier[0])
            continue
        part = f"Text:\n{text}"
        chances = {
            name: chance_of_yes(loop, f"Does this belong in the folder {name}?", part)
            for name in sorting.folders
        }
        first, second, *_ = sorted(chances, key=lambda name: -chances[name])
        if chances[first] > 0.5 and log_odds(chances[first]) - log_odds(chances[second]) > LEAST_AHEAD:
            places[path] = sorting.folders[first]
            said = f"{chances[first]:.2f}, {second} {chances[second]:.2f}"
            reasons.append(f"{path} belongs in {places[path]} ({said})")
    if not places:
        return result
    moved = sorting.moved(result, places, loop.work.workspace)
    return replace(moved, held=(*result.held, *reasons))
