"""Whether a new folder is to lie inside of that whose files go into it, or beside it: the model is asked."""

from __future__ import annotations

import os

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.request_text import has_word
from pandora.programs.rules.moved_files import moves_in

FEWEST = 2
"""The fewest files that tell where a program puts them."""
MOST_BESIDE, LEAST_INSIDE = 1.5, 3.5
"""Up to the first, and from the second on, the log odds of the questions together tell beside from inside.

Of seven requests in five languages for a folder beside another one, four have at most 1.4 and none more than
2.7; of eight for one inside, six have 3.9 and more, and one that says neither has 2.1.
"""
_INSIDE, _BESIDE, _SUBFOLDER = (
    "Is the new folder to be inside the folder {}?",
    "Is the new folder to be beside the folder {}?",
    "Is a subfolder of {} to be made?",
)


def misplaced_folders(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against files in a new folder inside of theirs or beside it, where that is not meant.

    [] where the request does not name their one folder, or gives the path of the new one, and where the model
    shows no probabilities or is not sure.
    """
    task, request = loop.work.task, loop.work.request
    changes = task.kind_of_task in ("change", "file") and attempt.result.ok and not loop.untrusted
    moves = moves_in(attempt.result.changes) if changes else {}
    folders = {os.path.dirname(path) for path in moves}
    folder = next(iter(folders)) if len(folders) == 1 else ""
    places = {os.path.dirname(target) for target in moves.values()} - {folder}
    if len(moves) < FEWEST or not folder or not places or not has_word(request, os.path.basename(folder)):
        return []
    above = os.path.dirname(folder)
    inside = all(os.path.dirname(place) == folder for place in places)
    beside = all(os.path.dirname(place) == above for place in places)
    known = any((loop.work.workspace / place).is_dir() or place in request for place in places if "/" in place)
    if not (inside or beside) or known:
        return []
    part, name = f"Task: {request}", os.path.basename(folder)
    odds = [log_odds_of(loop, question.format(name), part) for question in (_INSIDE, _BESIDE, _SUBFOLDER)]
    given = [one for one in odds if one is not None]
    if len(given) < len(odds):
        return []
    said = given[0] - given[1] + given[2]
    place = sorted(places)[0]
    meant = os.path.join(above if inside else folder, os.path.basename(place))
    if inside and said <= MOST_BESIDE:
        reason = f"{place} is inside of {folder}, and the task wants it beside: {meant}"
    elif not inside and said >= LEAST_INSIDE:
        reason = f"{place} is beside {folder}, and the task wants it inside: {meant}"
    else:
        return []
    return [Verdict("moved files", "violated", reason, (place, meant))]
