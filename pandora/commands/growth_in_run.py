"""Growth reached from `pandora run`: a run that lacked a tool, or asked for one, leads to `pandora grow`."""

from __future__ import annotations

from collections.abc import Callable

from pandora.commands.growth_patterns import bring_growth_patterns
from pandora.disk.layout import Workspace
from pandora.document.counted import counted
from pandora.engine.host import Host
from pandora.engine.run import Ended, start
from pandora.growth.capability import begin
from pandora.growth.growth_in_run import wanted_growth
from pandora.growth.registration import EFFECT
from pandora.outcome import Status
from pandora.policy import ANY, Policy

Say = Callable[[str], None]


def no_word(_: str) -> None:
    """Say nothing, as with --quiet."""


def grown_for(
    workspace: Workspace,
    ended: Ended,
    task: str,
    policy: Policy,
    new_host: Callable[[], Host],
    grows: bool,
    say: Say,
) -> Ended:
    """Grow what an escalated run lacked or asked for, then do its task again; return the run that ended last.

    Growth is begun where `grows` says so, where policy allows it, and where the task itself asked for the
    capability; never where policy denies it, nor where the run rests on the words of strangers. Elsewhere it is
    said how often the same was lacking, and nothing is done. A person's yes is asked as for `pandora grow`.
    """
    if ended.outcome.status is not Status.ESCALATED:
        return ended
    wanted, rule = wanted_growth(workspace, ended.run, policy.hides), policy.ruled(EFFECT, ANY)
    if wanted is None or policy.deny_all or rule.verdict == "deny":
        return ended
    if wanted.untrusted or not (grows or wanted.asked or rule.verdict == "allow"):
        how = "nothing grows from it" if wanted.untrusted else "`pandora run --grow` grows a tool for it"
        say(f"The same was lacking {counted(wanted.times, 'time')} (`pandora grow --needs`); {how}.")
        return ended
    say(f"{ended.root}: {ended.outcome.reason}")
    say(f"A tool is grown for: {wanted.words}")
    bring_growth_patterns(workspace, policy)
    host = new_host()
    grown = begin(wanted.words, wanted.examples, "operation", host, host.ledger.ceiling)
    if grown.outcome.status is not Status.ACCEPTED or wanted.asked:
        return grown
    again = new_host()
    return start(task, again, again.ledger.ceiling)
