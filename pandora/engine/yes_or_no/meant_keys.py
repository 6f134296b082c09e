"""Whether a request means the keys that were set, or others of their kind: the model is asked of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pandora.document.figures import normal_number
from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import chance_of_yes, log_odds, log_odds_of
from pandora.errors import RefusedError
from pandora.operations.set_values import settings_in, written_settings
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.structured.asked_values import OR, unset_values
from pandora.programs.structured.numbers_aside import numbers_aside
from pandora.programs.structured.rival_keys import MOST_KEYS, SetKey, keys_for, set_keys
from pandora.programs.structured.structured_edit import Setting
from pandora.programs.structured.unlisted_keys import new_keys
from pandora.regular_file import read_regular

_HOUR = re.compile(r"\A0(?=\d:\d\d)")
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


def with_meant_keys(
    loop: Loop, arguments: Mapping[str, str], earlier: Sequence[Mapping[str, str]] = (), refused: str = ""
) -> tuple[Mapping[str, str], list[str]]:
    """Return what a try sets with each value that the request gives at the key that is meant, and why.

    Of the keys whose value is of that kind, it is the one of which the model is surest. A small model that is
    told that a key is wrong takes it again. A value that an `earlier` try set at a key to which nothing was
    objected stays there. Of several keys with one value those go that §3 or `refused`, what is said of this
    try, objects to. Where the model shows no probabilities, what a try sets stays.
    """
    path = arguments.get("path", "").strip()
    if MEANT_KEYS not in loop.work.rules or loop.untrusted or "values" not in arguments:
        return arguments, []
    try:
        data, whole = read_regular(path, _LARGEST, inside=loop.work.workspace)
        before = data.decode("utf-8-sig")
    except (OSError, UnicodeError, RefusedError):
        return arguments, []
    settings, reasons = settings_in(arguments["values"]), list[str]()
    said = f"{loop.document.body(3)}\n{refused}"
    new = new_keys(path, data, loop.work.request) if whole else ()
    aside = numbers_aside(loop.work.request, before, "\n".join(setting.value for setting in settings))
    for value in unset_values(loop.work.request, before, before)[:MOST_KEYS] if whole else ():
        if value in aside or OR in value or _stands(value, earlier, said):
            continue
        odds: dict[str, float] = {}
        for key in (*keys_for(path, data, value), *new):
            asked = f"Is {key} to become {value}?"
            if (chance := log_odds_of(loop, asked, f"Task: {loop.work.request}")) is None:
                return arguments, []
            odds[key] = chance
        best = max(odds, key=lambda key: odds[key], default="")
        taken = [setting.key for setting in settings if _is_so(setting, value)]
        wrong = [key for key in taken if key != best and _is_objected_to(key, said)]
        if not best or (best in taken and not wrong):
            continue
        dropped = (best, *wrong) if best in taken else (best, *taken[:1])
        settings = [setting for setting in settings if setting.key not in dropped]
        settings.append(Setting(best, value, new=best in new))
        others = ", ".join(f"{key} ({odds[key]:.1f})" for key in dropped[1:] if key in odds) or "nothing"
        reasons.append(f"{value} for {best} ({odds[best]:.1f}), not for {others}")
    return ({**arguments, "values": written_settings(settings)} if reasons else arguments), reasons


def _stands(value: str, earlier: Sequence[Mapping[str, str]], said: str) -> bool:
    """True where an earlier try set a value at a key, and nothing was said against that key."""
    keys = [
        one.key for attempt in earlier for one in settings_in(attempt.get("values", "")) if _is_so(one, value)
    ]
    return not all(_is_objected_to(key, said) for key in keys)


def _is_so(setting: Setting, value: str) -> bool:
    """True where a setting has a value of a request, a number or a time in whatever notation: 25.5 for 25,5."""
    given = setting.value.strip("\"'")
    hour = [_HOUR.sub("", one) for one in (given, value)]
    return given == value or hour[0] == hour[1] or normal_number(given) == normal_number(value)


def _is_objected_to(key: str, said: str) -> bool:
    return f"it sets {key} to " in said


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
