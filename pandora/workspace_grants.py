"""What a workspace's settings file grants and a person must trust: where data goes, and what is allowed."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.errors import UntrustedError
from pandora.policy import SEVERITY, Policy, Rule

HARMLESS: Mapping[str, str] = {
    # The name of a model that can be pulled; all else is a place: a server, a script, a file.
    "model": r"(?!.*\.gguf\Z)[A-Za-z0-9][A-Za-z0-9._-]*",
    "chat_template": "(chatml)?",
    "searxng": "",
    "commit": "off",
}
"""The settings that may grant something, each with the pattern of the values that grant nothing."""
LISTED = 4
"""The most grants that one line of an error names."""
LONGEST = 160
"""The most characters of a grant in such a line."""


@dataclass(frozen=True)
class Grant:
    """A setting, or a rule of the policy, that sends data somewhere or permits an effect."""

    place: str
    text: str
    setting: str = ""
    rule: Rule | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def grants_in(
    values: Mapping[str, Any], lines: Mapping[str, int], rules: Iterable[Rule], own: Policy, shown: str
) -> list[Grant]:
    """List what a workspace's settings and rules grant beyond `own`, the policy of the user alone.

    A rule that allows always grants something, since a rule for one target counts even for strangers' words.
    Any other grants nothing where it is at least as strict as each of the user's rules for the same effect.
    `lines` has the line of each setting, and `shown` is the path of the file.
    """
    strictest = {rule.effect: 0 for rule in own.rules}
    for rule in own.rules:
        strictest[rule.effect] = max(strictest[rule.effect], SEVERITY[rule.verdict])
    same = {(rule.effect, rule.target, rule.verdict) for rule in own.rules}
    grants = [
        Grant(f"{shown}:{lines[name]}", f"{name} = {json.dumps(values[name])}", setting=name)
        for name, harmless in HARMLESS.items()
        if name in values and not re.fullmatch(harmless, str(values[name]))
    ]
    for rule in rules:
        if (rule.effect, rule.target, rule.verdict) in same:
            continue
        if rule.verdict == "allow" or SEVERITY[rule.verdict] < strictest[rule.effect]:
            text = f'{rule.effect}.{json.dumps(rule.target)} = "{rule.verdict}"'
            grants.append(Grant(rule.source, text, rule=rule))
    return grants


def digest_of(grants: Iterable[Grant], rules: Iterable[Rule], untrusted: Iterable[str]) -> str:
    """Return the digest of all that a person trusts together.

    It covers the rules that grant nothing, too: what is allowed grows when one of those is taken away.
    """
    whole = {
        "settings": sorted(grant.text for grant in grants if grant.setting),
        "rules": sorted([rule.effect, rule.target, rule.verdict] for rule in rules),
        "untrusted": sorted(untrusted),
    }
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def shortened(grant: Grant) -> str:
    """Return a grant's text for a line that names several; what is cut off is marked."""
    return grant.text if len(grant.text) <= LONGEST else f"{grant.text[:LONGEST]}…"


def untrusted_error(root: Path, withheld: Sequence[Grant]) -> UntrustedError:
    """Return the error that names what nobody has trusted yet, on one line, and the command that does."""
    listed = ", ".join(shortened(grant) for grant in withheld[:LISTED])
    more = f" and {len(withheld) - LISTED} more" if len(withheld) > LISTED else ""
    what = f"you have not trusted this workspace with {listed}{more}"
    command = f"pandora trust {shlex.quote(str(root))}"
    return UntrustedError(f"{withheld[0].place}: {what}; read it, then `{command}` allows it")
