"""Policy: what each effect on each target needs (allow, ask or deny), and which rule says so."""

from __future__ import annotations

import functools
import re
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pathspec.patterns.gitignore import GitIgnorePatternError
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

EFFECTS = ("read", "write", "bash", "network", "loopback")
"""Reading and writing files, running commands, reaching other machines, and reaching this one."""
ANY = "*"
OWN = "own"
"""The verdict of `write` alone: allowed for files that the run makes, asked for others."""
VERDICTS = {
    "read": ("allow", "deny"),
    "write": (OWN, "allow", "ask", "deny"),
    "bash": ("allow", "ask", "deny"),
    "network": ("allow", "ask", "deny"),
    "loopback": ("allow", "deny"),
}
PATHS = ("read", "write")
"""The effects whose targets are paths of the workspace."""
_WILD = re.compile(r"[*?]")
_ESCAPED = re.compile(r"\\(.)", re.S)
_SEVERITY = {"allow": 0, OWN: 1, "ask": 2, "deny": 3}
SECRET_FILES = (
    *(".env", ".env.*", "*.pem", "*.p12", "*.pfx", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*"),
    *(".ssh", ".gnupg", ".aws", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".htpasswd"),
)
"""Files that hold secrets by custom: nobody reads them unless policy says so."""
PAGES = "/.pages"
"""Where fetched pages lie as files: strangers' words, whatever policy says."""
TEMPLATES = (".env.example", ".env.sample", ".env.template")


@dataclass(frozen=True)
class Rule:
    """What `effect` needs on `target`, and where that is said: `pandora.toml:12`, `--yes`, `default`.

    A target is `*`, a command word for word, a host (`*.example.org`), or paths as in a .gitignore: without
    a slash at any depth, with one from the workspace, `**` for any folders; a folder means all in it. Paths
    whose names hold brackets or backslashes are also meant by their plain spelling.
    """

    effect: str
    target: str
    verdict: str
    source: str = "default"

    @property
    def exact(self) -> bool:
        """True where the rule names one target and no other."""
        if self.target == ANY:
            return False
        if self.effect in PATHS:
            return not re.search(r"[*?\[]", _ESCAPED.sub("", self.target))
        return self.effect == "bash" or not _WILD.search(self.target)

    def names(self, target: str) -> bool:
        """Whether the rule is about this very target: no folder, no wildcard, no other file of that name."""
        if self.effect in PATHS:
            own = _ESCAPED.sub(r"\1", self.target).removeprefix("./").removeprefix("/")
            return self.exact and own.lower() == target.lower() and self.fits(target)
        return self.exact and self.target.strip().lower() == target.strip().lower() and self.fits(target)

    def fits(self, target: str) -> bool:
        """Whether the rule speaks of `target`."""
        if self.target == ANY:
            return True
        if self.effect == "bash":
            return self.target.strip() == target.strip()
        if self.effect in ("network", "loopback"):
            return _host_fits(self.target.lower(), target.lower())
        return _path_fits(self.target, target)

    @property
    def rank(self) -> tuple[bool, int, int]:
        """More for a rule that says more; of equals the stricter counts."""
        return (self.exact, len(_WILD.sub("", self.target)), _SEVERITY[self.verdict])


def _host_fits(rule: str, target: str) -> bool:
    host, _, port = target.rpartition(":") if re.search(r":\d+$", target) else (target, "", "")
    wanted_host, _, wanted_port = rule.rpartition(":") if re.search(r"[^:]:\d+$", rule) else (rule, "", "")
    if wanted_port and wanted_port != port:
        return False
    return bool(re.fullmatch(re.escape(wanted_host).replace(r"\*", "[^/@:]+").replace(r"\?", "[^/@:]"), host))


def _path_fits(target: str, path: str) -> bool:
    """Whether a rule's target means the workspace path, or a folder around it."""
    spelled = _normalized(path)
    return any(pattern.match_file(spelled) is not None for pattern in _patterns(target))


@functools.lru_cache(maxsize=512)
def _patterns(target: str) -> tuple[GitIgnoreSpecPattern, ...]:
    """The target as a line of a .gitignore, and as one in which brackets and backslashes are plain characters.

    A negation or a comment has no sense in a rule, and a space at the end is part of a name; a slash at the
    end says nothing, since a protected folder is no less protected while it is a file. What gitignore cannot
    read has its plain meaning alone.
    """
    bare = target.removeprefix("./").strip("/")
    line = _normalized(("/" if target.startswith("/") else "") + bare)
    patterns = []
    for text in dict.fromkeys((line, re.sub(r"[\\\[\]]", r"\\\g<0>", line))):
        text = re.sub(r"^(?=[!#])", r"\\", text)
        text = re.sub(r"(?<!\\)\s\Z", lambda space: f"[{space[0]}]", text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of `[[`, which means one thing in a .gitignore
            try:
                pattern = GitIgnoreSpecPattern(text)
            except (GitIgnorePatternError, re.error):
                continue
        if pattern.include is not None:
            patterns.append(pattern)
    return tuple(patterns)


def _normalized(path: str) -> str:
    """A path or pattern as it is compared: on macOS without case; a line end has no meaning for patterns."""
    path = path.replace("\n", "\0")
    return path.casefold() if sys.platform == "darwin" else path


def path_target(path: str) -> str:
    """The target of a rule for this very path and no other; it must hold no `*` and no `?`."""
    anchored = path if "/" in path else f"/{path}"
    return re.sub(r"[\\\[\]]", r"\\\g<0>", anchored)


DEFAULT_RULES = (
    Rule("read", ANY, "allow"),
    Rule("write", ANY, OWN),
    Rule("bash", ANY, "ask"),
    Rule("network", ANY, "ask"),
    Rule("loopback", ANY, "deny"),
    *(Rule("read", name, "deny") for name in SECRET_FILES),
    *(Rule("read", name, "allow") for name in TEMPLATES),
)


@dataclass(frozen=True)
class Policy:
    """The rules of a run; `yes` answers every ask, `deny_all` refuses every effect.

    `untrusted` are the workspace's paths, as globs, whose words are strangers'.
    """

    rules: tuple[Rule, ...] = DEFAULT_RULES
    yes: bool = False
    deny_all: bool = False
    untrusted: tuple[str, ...] = field(default=())

    def ruled(self, effect: str, target: str, own: bool = False) -> Rule:
        """The rule that speaks of the target most closely; `own`: a file that this run makes or made."""
        matching = [rule for rule in self.rules if rule.effect == effect and rule.fits(target)]
        best = max(matching, key=lambda rule: rule.rank, default=Rule(effect, ANY, "deny"))
        return replace(best, verdict="allow" if own else "ask") if best.verdict == OWN else best

    def decide(self, effect: str, target: str, own: bool = False, untrusted: bool = False) -> Rule:
        """What the effect needs now: `ruled`, and what the flags make of it.

        `untrusted`: words of strangers may be behind it. Then only a rule of a person's that names this very
        target allows it; all else is asked, whatever --yes says.
        """
        if self.deny_all:
            return Rule(effect, ANY, "deny", "--deny-all")
        rule = self.ruled(effect, target, own)
        if untrusted and rule.verdict == "allow" and not (rule.names(target) and rule.source != "default"):
            return replace(rule, verdict="ask", source="untrusted")
        if self.yes and rule.verdict == "ask" and not untrusted:
            return replace(rule, verdict="allow", source="--yes")
        return rule

    def hides(self, path: str) -> bool:
        """True for a workspace path that nobody may read."""
        spelled = _normalized(path)
        denied = any(pattern.match_file(spelled) is not None for pattern in self._denied)
        return denied and self.ruled("read", path).verdict == "deny"

    @functools.cached_property
    def _denied(self) -> tuple[GitIgnoreSpecPattern, ...]:
        """What some rule denies to readers: most paths are none of it and need no more than this look."""
        denied = [rule.target for rule in self.rules if rule.effect == "read" and rule.verdict == "deny"]
        return tuple(pattern for target in denied for pattern in _patterns(target))

    def distrusts(self, path: str) -> bool:
        """True for a workspace path that holds words of strangers."""
        return any(_path_fits(target, path) for target in (PAGES, *self.untrusted))

    def with_rules(self, rules: Iterable[Rule]) -> Policy:
        """This policy with rules added; one for the same effect and target replaces the old."""
        by_key = {(rule.effect, rule.target): rule for rule in (*self.rules, *rules)}
        return replace(self, rules=tuple(by_key.values()))
