"""Whether a request means the keys that were set, or others of their kind: the model is asked of each."""

from __future__ import annotations

from collections.abc import Iterator

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import chance_of_yes, log_odds
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.structured.rival_keys import SetKey, set_keys
from pandora.regular_file import read_regular

MEANT_KEYS = "meant_keys"
"""The name of the rule in a pattern's `evidence`."""
MOST_BEHIND, MOST_BEHIND_ALIKE = 0.5, 1.0
"""A key is not the one that is meant where its log odds are by more than the first below those of one that
stays as it is, or by more than the second below those of one that got the same value.

Of 12 values that six requests give for configurations, the right key was the likeliest for each, among 2 to 5;
the next one was 0.1 to 4.4 behind.
"""
_LARGEST = 1 << 20


def unmeant_keys(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a change that sets a key of a structured file where another one is meant.

    [] where the pattern does not ask for it, or no such file is changed.
    """
    if MEANT_KEYS not in loop.work.rules or not attempt.result.ok or loop.untrusted:
        return []
    known, wrong, right = loop.document.body(3), [], []
    for key in _keys(loop, attempt):
        line = f"{key.key} is meant, before {', '.join((*key.others, *key.alike))}".replace(";", ",")
        right.append(line)
        if line in known:
            continue
        chances = {name: _log_odds(loop, name, key.value) for name in (key.key, *key.others, *key.alike)}
        own = chances.pop(key.key)
        for name, chance in sorted(chances.items(), key=lambda entry: -entry[1]):
            behind = chance - own
            if name in key.alike and behind > MOST_BEHIND_ALIKE:
                wrong.append(
                    f"it sets {key.key} to {key.value}, too, and the task means {name}; leave it as it is"
                )
                break
            if name in key.others and behind > MOST_BEHIND:
                wrong.append(f"it sets {key.key} to {key.value}, and the task may mean {name}")
                break
    if wrong:
        return [Verdict(MEANT_KEYS, "violated", "; ".join(wrong))]
    return [Verdict(MEANT_KEYS, "held", line) for line in right]


def _keys(loop: Loop, attempt: Try) -> Iterator[SetKey]:
    """The keys that the changes of a try set in files that are there."""
    for change in attempt.result.changes:
        try:
            before, whole = read_regular(change.path, _LARGEST, inside=loop.work.workspace)
        except OSError:
            continue
        if whole and change.content is not None:
            yield from set_keys(change.path, before, change.content, loop.work.request)


def _log_odds(loop: Loop, key: str, value: str) -> float:
    return log_odds(chance_of_yes(loop, f"Is {key} to become {value}?", f"Task: {loop.work.request}"))
