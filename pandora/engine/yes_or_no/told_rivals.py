"""Whether a text says what an answer gives, or rather another value of its kind: the model is asked of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import chance_of_yes, log_odds
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.asked_parts import said_before_questions, stands_alone
from pandora.programs.rules.answer_rules import said_to_parts
from pandora.programs.rules.searched_texts import searched_passages
from pandora.programs.texts.rival_values import Claim, claims

RIVALS = "rivals"
"""The name of the rule in a pattern's `evidence`."""
MOST_BEHIND = 0.5
"""A value may be the wrong one where the log odds that the text says it are by more than this below another's.

Of 15 right values of answers to five questions about minutes, most of which name one that is replaced further
down, 12 were not that far behind another, and of 15 wrong ones 9 were. Of the three right ones that were, the
model writes none itself.
"""
FAR_BEHIND = 2.0
"""The same where code puts the other value into an answer whose value was refused once before."""
_RATHER = "and the text may say that of"
_REFUSED = re.compile(
    rf"it gives '(?P<value>.+?)' \((?P<own>[\d.]+)\), {_RATHER} '(?P<rival>.+?)' \((?P<other>[\d.]+)\)"
)
_ENDS = ": what holds in the end counts"


def surer_rivals(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against an answer from texts for which the text rather says another value of its kind.

    [] where the pattern does not ask for it, or the answer has no such value. What an earlier try of this loop
    said with the same words is not asked again.
    """
    answer = attempt.argument("answer") or ""
    if RIVALS not in loop.work.rules or not attempt.result.ok or not answer.strip() or loop.untrusted:
        return []
    known, surer = loop.document.body(3), []
    doubted = claims(
        _in_context(said_to_parts(answer, loop.work), loop.work.words), searched_passages(loop.work)
    )
    for claim in doubted:
        earlier = _earlier_reason(claim, known)
        if reason := _reason(loop, claim) if earlier is None else earlier:
            surer.append(reason)
    if surer:
        return [Verdict(RIVALS, "violated", f"{'; '.join(surer)}{_ENDS}")]
    return [Verdict(RIVALS, "held", _line(claim)) for claim in doubted]


def with_surer_values(
    arguments: Mapping[str, str], refusal: str, earlier: Sequence[str]
) -> tuple[Mapping[str, str], list[str]]:
    """Return an answer with the values that the text says far more surely than its own, and why.

    `earlier` are what earlier tries were refused for. A value is replaced where one of them was refused for it,
    too: a small model that is told so gives it again. The answer must have it once.
    """
    mended, reasons = dict(arguments), list[str]()
    for refused in _REFUSED.finditer(refusal if refusal.endswith(_ENDS) else ""):
        value, rival = refused["value"], refused["rival"]
        ahead = log_odds(float(refused["other"])) - log_odds(float(refused["own"]))
        again = any(f"it gives {value!r} (" in reason for reason in earlier)
        alone = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
        places = [
            name for name, text in mended.items() for _ in alone.findall(text) if not name.startswith("(")
        ]
        if ahead <= FAR_BEHIND or not again or len(places) != 1:
            return arguments, []
        mended[places[0]] = alone.sub(rival.replace("\\", r"\\"), mended[places[0]])
        chances = f"({refused['other']}, {refused['own']})"
        reasons.append(f"code put {rival!r} for {value!r}, of which the text says it less surely {chances}")
    return mended, reasons


def _in_context(parts: Sequence[tuple[str, str]], request: str) -> list[tuple[str, str]]:
    """Give each part that does not stand alone, such as `until when`, the words of the part that it goes on."""
    whole, first = [], ""
    for question, said in parts:
        first = question if not first or stands_alone(question, request) else first
        whole.append(
            (question if question == first else f"{first}, {question[:1].lower()}{question[1:]}", said)
        )
    return whole


def _reason(loop: Loop, claim: Claim) -> str:
    """Why a value is refused; "" where the text says none of its rivals much more surely."""
    chances = {value: _chance(loop, claim, value) for value in (*claim.rivals, claim.value)}
    own, likeliest = chances[claim.value], max(chances, key=lambda value: chances[value])
    if log_odds(chances[likeliest]) - log_odds(own) <= MOST_BEHIND:
        return ""
    return f"it gives {claim.value!r} ({own:.2f}), {_RATHER} {likeliest!r} ({chances[likeliest]:.2f})"


def _earlier_reason(claim: Claim, tries: str) -> str | None:
    """What came of the same words in an earlier try of §3: why they were refused, "" where they held.

    None where no earlier try with these words was asked about.
    """
    if _line(claim) in tries:
        return ""
    for block in tries.split("### Candidate "):
        said = [line.partition(": ")[2].strip() for line in block.partition("\nResult: ")[0].splitlines()]
        if _RATHER not in block or claim.said not in said:
            continue
        refused = re.search(
            rf"it gives {re.escape(repr(claim.value))} \([\d.]+\), {_RATHER} .+? \([\d.]+\)", block
        )
        return refused[0] if refused else ""
    return None


def _line(claim: Claim) -> str:
    """What §3 says of a value that held."""
    said = f"{claim.question.rstrip('?:. ')}: {claim.said}".replace(";", ",")
    return f"{claim.value!r} before {', '.join(claim.rivals)} in `{said}`"


def _chance(loop: Loop, claim: Claim, value: str) -> float:
    told = said_before_questions(loop.work.words)  # 50 euros for which bike?
    said = f"{told} {claim.statement(value)}".lstrip()
    return chance_of_yes(loop, f"Does the text say this: {said}", f"Text:\n{claim.text}")
