"""Policy: decide whether an effect on a target is allowed, asked or denied, and name the rule that decides."""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pathspec.patterns.gitignore import GitIgnorePatternError
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from pandora.host_names import canonical_host, split_port
from pandora.path_spelling import fold_case

EFFECTS = ("read", "write", "bash", "network", "loopback", "grow")
"""Reading and writing files, running commands, reaching other machines, reaching this one, new patterns."""
ANY = "*"
OWN = "own"
"""A verdict that only `write` has: files that the run makes are allowed, all others are asked."""
VERDICTS = {
    "read": ("allow", "deny"),
    "write": (OWN, "allow", "ask", "deny"),
    "bash": ("allow", "ask", "deny"),
    "network": ("allow", "ask", "deny"),
    "loopback": ("allow", "deny"),
    "grow": ("allow", "ask", "deny"),
}
PATHS = ("read", "write")
"""The effects whose targets are paths of the workspace."""
WORDS = ("bash", "grow")
"""The effects whose targets are compared word for word: commands, and names of patterns."""
_WILD = re.compile(r"[*?]")
_ESCAPED = re.compile(r"\\(.)", re.S)
SEVERITY = {"allow": 0, OWN: 1, "ask": 2, "deny": 3}
"""Verdicts from the loosest to the strictest."""
_STRICT = ("ask", "deny")
"""The verdicts of rules that cover a path however the case of its letters is."""
SECRET_FILES = (
    *(".env", ".env.*", "*.pem", "*.p12", "*.pfx", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*"),
    *(".ssh", ".gnupg", ".aws", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".htpasswd"),
    "mcp-token",
)
"""Names of files and folders that usually hold secrets; reading them is denied unless a rule allows it."""
PAGES = "/.pages"
"""The folder that holds fetched web pages as files; its content is untrusted whatever the policy says."""
TEMPLATES = (".env.example", ".env.sample", ".env.template")


@dataclass(frozen=True)
class Rule:
    """The verdict for `effect` on `target`, and its source: `pandora.toml:12`, `--yes`, `default`.

    A target is `*`, a command or the name of a new pattern, both word for word, a host (`*.example.org`), or a
    path pattern as in a .gitignore. A pattern without a slash matches at any depth, one with a slash starts at
    the workspace, `**` matches any folders, and a folder covers all that is in it. Brackets and backslashes
    also match themselves.
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
        return self.effect in WORDS or not _WILD.search(self.target)

    def names(self, target: str, folds: bool = False) -> bool:
        """Tell whether the rule names exactly this target, not a folder around it or a matching wildcard."""
        if self.effect in PATHS:
            own = _ESCAPED.sub(r"\1", self.target).removeprefix("./").removeprefix("/")
            return self.exact and fold_case(own) == fold_case(target) and self.fits(target, folds)
        if self.effect in WORDS:
            return self.exact and self.target.strip().lower() == target.strip().lower() and self.fits(target)
        return self.exact and _host_key(self.target) == _host_key(target)

    def fits(self, target: str, folds: bool = False) -> bool:
        """Tell whether the rule covers `target`; `folds` is true where the disk ignores the case of paths.

        A path that a rule denies or asks about is covered in any case of its letters, because a disk that
        ignores case can be mounted anywhere. What a rule allows is covered as the disk compares paths.
        """
        if self.target == ANY:
            return True
        if self.effect in WORDS:
            return self.target.strip() == target.strip()
        if self.effect in ("network", "loopback"):
            return _host_fits(self.target.strip().lower(), target.lower())
        return _path_fits(self.target, target, folds or self.verdict in _STRICT)

    @property
    def rank(self) -> tuple[bool, int, int]:
        """The order of rules that cover the same target: the more specific ranks higher, then the stricter."""
        return (self.exact, len(_WILD.sub("", self.target)), SEVERITY[self.verdict])


def _host_fits(rule: str, target: str) -> bool:
    """Tell whether a rule covers a host, both in small letters; a `*` inside a rule matches no IPv6 address."""
    (host, port), (wanted, wanted_port) = split_port(target), split_port(rule)
    if wanted_port and wanted_port != port:
        return False
    host, wanted = canonical_host(host), canonical_host(wanted)
    if wanted == ANY or host == wanted:
        return True
    return bool(re.fullmatch(re.escape(wanted).replace(r"\*", "[^/@:]+").replace(r"\?", "[^/@:]"), host))


def _host_key(target: str) -> tuple[str, str]:
    """Return a host and its port in the one spelling by which two of them are compared."""
    host, port = split_port(target.strip())
    return canonical_host(host), port


def _path_fits(target: str, path: str, folds: bool) -> bool:
    """Tell whether the path pattern `target` matches the workspace path `path` or a folder around it."""
    spelled = _normalized(path, folds)
    return any(pattern.match_file(spelled) is not None for pattern in _patterns(target, folds))


@functools.lru_cache(maxsize=512)
def _patterns(target: str, folds: bool) -> tuple[GitIgnoreSpecPattern, ...]:
    """Compile a target as a line of a .gitignore, and again with brackets and backslashes as plain characters.

    A leading `!` or `#` and a space at the end are part of the name. A slash at the end is ignored, so that
    a rule for a folder also covers a file of that name. A target that is no valid .gitignore line is
    compiled only with plain characters.
    """
    bare = target.removeprefix("./").strip("/")
    line = _normalized(("/" if target.startswith("/") else "") + bare, folds)
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


def _normalized(path: str, folds: bool) -> str:
    """Return a path or pattern in the form that is compared; line ends, which no pattern matches, are NUL."""
    path = path.replace("\n", "\0")
    return fold_case(path) if folds else path


def path_target(path: str) -> str:
    """Return the target of a rule that matches only `path`, which must not contain `*` or `?`."""
    anchored = path if "/" in path else f"/{path}"
    return re.sub(r"[\\\[\]]", r"\\\g<0>", anchored)


DEFAULT_RULES = (
    Rule("read", ANY, "allow"),
    Rule("write", ANY, OWN),
    Rule("bash", ANY, "ask"),
    Rule("network", ANY, "ask"),
    Rule("loopback", ANY, "deny"),
    Rule("grow", ANY, "ask"),
    *(Rule("read", name, "deny") for name in SECRET_FILES),
    *(Rule("read", name, "allow") for name in TEMPLATES),
)


@dataclass(frozen=True)
class Policy:
    """The rules of a run.

    `yes` allows whatever would be asked, but for what untrusted content may be behind and for files that the
    request does not cover; `deny_all` denies every effect. `untrusted` holds glob patterns of workspace paths
    whose content strangers wrote. `folds` is true where the workspace's disk ignores the case of paths.
    """

    rules: tuple[Rule, ...] = DEFAULT_RULES
    yes: bool = False
    deny_all: bool = False
    untrusted: tuple[str, ...] = field(default=())
    folds: bool = False

    def ruled(self, effect: str, target: str, own: bool = False) -> Rule:
        """Return the most specific rule that covers the target; without one, the effect is denied.

        `own` is true for a file that this run makes or made.
        """
        matching = [rule for rule in self.rules if rule.effect == effect and rule.fits(target, self.folds)]
        best = max(matching, key=lambda rule: rule.rank, default=Rule(effect, ANY, "deny"))
        return replace(best, verdict="allow" if own else "ask") if best.verdict == OWN else best

    def decide(
        self, effect: str, target: str, own: bool = False, untrusted: bool = False, requested: bool = True
    ) -> Rule:
        """Return the rule that decides: the one that `ruled` finds, as changed by --yes and --deny-all.

        `untrusted` is true where text that strangers wrote may have led to the effect. Then only a rule that
        a person wrote for exactly this target allows it; whatever else would be allowed is asked, even with
        --yes. `requested` is false for a file that the person's request does not cover: only a rule that a
        person wrote allows it, and neither --yes nor that the run makes the file.
        """
        if self.deny_all:
            return Rule(effect, ANY, "deny", "--deny-all")
        rule = self.ruled(effect, target, own and requested)
        if (
            untrusted
            and rule.verdict == "allow"
            and not (rule.names(target, self.folds) and rule.source != "default")
        ):
            return replace(rule, verdict="ask", source="untrusted")
        if self.yes and rule.verdict == "ask" and requested and not untrusted:
            return replace(rule, verdict="allow", source="--yes")
        return rule

    def hides(self, path: str) -> bool:
        """True for a workspace path that nobody may read."""
        spelled = _normalized(path, True)
        denied = any(pattern.match_file(spelled) is not None for pattern in self._denied)
        return denied and self.ruled("read", path).verdict == "deny"

    @functools.cached_property
    def _denied(self) -> tuple[GitIgnoreSpecPattern, ...]:
        """The patterns of all rules that deny reading; a path that matches none needs no further check."""
        denied = [rule.target for rule in self.rules if rule.effect == "read" and rule.verdict == "deny"]
        return tuple(pattern for target in denied for pattern in _patterns(target, True))

    def distrusts(self, path: str) -> bool:
        """True for a workspace path whose content strangers wrote."""
        return any(_path_fits(target, path, True) for target in (PAGES, *self.untrusted))

    def with_rules(self, rules: Iterable[Rule]) -> Policy:
        """Return this policy with `rules` added; each replaces an old one for the same effect and target."""
        by_key = {(rule.effect, rule.target): rule for rule in (*self.rules, *rules)}
        return replace(self, rules=tuple(by_key.values()))
