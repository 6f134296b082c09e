"""Apply policy to an effect before it happens: allow it, refuse it, or ask a person."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pandora.document.history import attempts
from pandora.document.ids import parse_id
from pandora.document.question_lines import (
    WITHDRAWN,
    fill_answer,
    numbered,
    open_question,
    pairs,
    what_of,
    with_answerer,
    words_of,
)
from pandora.document.records import stored
from pandora.document.state_document import Document
from pandora.engine.loop import Loop
from pandora.engine.questions import Ask, ask
from pandora.errors import DeniedError, PandoraError
from pandora.outcome import Question, Status
from pandora.policy import ANY, Rule

_YES = {"yes", "y", "ok", "allow", "approve", "approved"}
_NO = {"no", "n", "deny", "denied", "refuse", "refused"}
BY_EDIT = "a person (in the document)"
_ASKING = threading.Lock()
LISTED = 20
"""The most targets that a decision lists; further ones are only in its blob."""


@dataclass(frozen=True)
class Effect:
    """An effect that is about to happen: its kind and targets in policy's terms, and `what` exactly, as bytes.

    `question` is the text that asks a person to allow it; `own` are targets that it creates or created, and
    `unrequested` those that the person's request does not cover. `shows` makes the block that shows a person
    what they are asked about; it is called only where one is asked. What is `always` asked needs a person's
    answer even where a rule or --yes allows it.
    """

    kind: str
    targets: tuple[str, ...]
    question: str
    what: bytes
    own: frozenset[str] = frozenset()
    unrequested: frozenset[str] = frozenset()
    shows: Callable[[], str] = field(default=str, compare=False)
    always: bool = False


def approve(loop: Loop, effect: Effect) -> None:
    """Return if the effect is allowed; raises Ask to wait for a person, DeniedError if it is refused.

    A yes covers exactly the bytes of `effect.what`; other bytes are asked about again. Hosts are the
    exception: an answer about a host covers all its pages for the rest of the run.
    """
    untrusted = bool(loop.untrusted)
    rules = [
        loop.host.policy.decide(
            effect.kind, target, target in effect.own, untrusted, target not in effect.unrequested
        )
        for target in effect.targets
    ]
    if effect.always:
        rules = [replace(rule, verdict="ask") if rule.verdict == "allow" else rule for rule in rules]
    what = loop.host.store.write_blob(effect.what)
    for target, rule in zip(effect.targets, rules, strict=True):
        if rule.verdict == "deny":
            _record_decision(loop, effect, what, "deny", rule.source)
            problem = f"policy denies {effect.kind} {target} ({rule.source})"
            raise DeniedError(" ".join(f"{problem}: {effect.question}".split()))
    words = _question_words(loop, effect)
    own = [pair for pair in pairs(loop.document.body(3)) if _is_about(loop.document, pair[0], words, what)]
    for asked, answer in own:
        if answer not in ("", WITHDRAWN):
            verdict = "allow" if is_yes(answer) else "deny"
            _record_decision(loop, effect, what, verdict, BY_EDIT)
            if verdict == "allow":
                return
            raise _refused(loop.id, asked, answer)
    if all(rule.verdict == "allow" for rule in rules):
        _record_decision(loop, effect, what, "allow", _rule_sources(rules))
        return
    for asked, answer in own:
        if not answer:
            raise Ask(Question("effect", asked, loop.id, 3, what))
    with _ASKING:  # steps that run at once do not ask for one effect twice
        if effect.kind == "network" and _allowed_before(loop, effect, rules, what):
            return
        if _answered_in_run(loop, effect, words, what):
            return
        new = _with_decision(loop, effect, what, "ask", _rule_sources(rules))
        stop = ask(loop, 3, numbered(loop.document, words), "effect", what, new, effect.shows())
        loop.flush()
    raise stop


def _refused(document_id: str, asked: str, answer: str) -> DeniedError:
    """The error that ends a run because a person refused what it asked for, with their words."""
    question = Question("effect", asked, document_id)
    return DeniedError(f"a person refused it: {question.words} (the answer {answer!r} in {document_id}.md)")


def _is_about(document: Document, asked: str, words: str, what: str) -> bool:
    """True where a question of a document has these words and is about these very bytes."""
    return what_of(document, asked) == what and words_of(document, asked) == words


def _answered_in_run(loop: Loop, effect: Effect, words: str, what: str) -> bool:
    """Return True if a person allowed this very question in another document or an earlier attempt of the run.

    It is the same only where it is about the same bytes. Raises DeniedError if they refused it, and Ask if
    another document is asking it.
    """
    for document_id in loop.host.workspace.run_documents(parse_id(loop.id).run):
        try:
            document = loop.document if document_id == loop.id else loop.host.store.load(document_id)
        except PandoraError:
            continue
        for sections in attempts(document).values():
            for asked, answer in pairs(sections.get(3, "")):
                if answer == WITHDRAWN or not _is_about(document, asked, words, what):
                    continue
                if not answer:
                    if document_id != loop.id and document.meta.get("status") == Status.WAITING.value:
                        raise Ask(Question("effect", asked, document_id, 3, what))
                    continue
                allowed = is_yes(answer)
                by = f"{PERSON} (asked in {document_id})"
                _record_decision(loop, effect, what, "allow" if allowed else "deny", by, document_id)
                if allowed:
                    return True
                raise _refused(document_id, asked, answer)
    return False


def _allowed_before(loop: Loop, effect: Effect, rules: Sequence[Rule], what: str) -> bool:
    """Return True if a person allowed every host that policy would ask about, elsewhere in this run.

    Raises DeniedError if they refused one, and Ask if another document is already asking about one.
    """
    said_of_hosts = words_on_hosts(loop)
    targets_to_ask = [
        target for target, rule in zip(effect.targets, rules, strict=True) if rule.verdict == "ask"
    ]
    for target in targets_to_ask:
        if target in said_of_hosts and not said_of_hosts[target].allowed:
            _record_decision(
                loop, effect, what, "deny", said_of_hosts[target].by, said_of_hosts[target].document
            )
            raise DeniedError(f"a person refused {target} for this run, in {said_of_hosts[target].document}")
    if targets_to_ask and all(target in said_of_hosts for target in targets_to_ask):
        _record_decision(
            loop,
            effect,
            what,
            "allow",
            said_of_hosts[targets_to_ask[0]].by,
            said_of_hosts[targets_to_ask[0]].document,
        )
        return True
    if question := question_elsewhere(loop, targets_to_ask):
        raise Ask(question)
    return False


def take_answer_from_elsewhere(loop: Loop) -> None:
    """Answer this document's open question about hosts if a person answered it elsewhere in the run."""
    question = open_question(loop.document)
    if question is None or question.kind != "effect":
        return
    said_of_hosts, entries = words_on_hosts(loop), decisions(loop.document)
    for entry in entries.values():
        targets = entry.get("targets")
        asks = entry.get("verdict") == "ask" and entry.get("what") == question.what
        if not asks or entry.get("effect") != "network" or not isinstance(targets, list):
            continue
        words = [said_of_hosts[target] for target in map(str, targets) if target in said_of_hosts]
        word = next(
            (word_on_host for word_on_host in words if not word_on_host.allowed),
            words[0] if len(words) == len(targets) else None,
        )
        answered = fill_answer(loop.document, "yes" if word.allowed else "no") if word else None
        if word is None or answered is None:
            continue
        verdict = "allow" if word.allowed else "deny"
        entry.update(verdict=verdict, by=word.by, asked_in=word.document, at=loop.host.now())
        records = loop.records
        edit, text = loop.spliced(3, answered.body(3))
        if 3 in records:
            records[3] = replace(records[3], text=text)
        questions = with_answerer(loop.document, question, "person")
        loop.save(edit, sections=stored(records), decisions=entries, questions=questions)
        return


def is_yes(answer: str) -> bool:
    """Whether a person's answer allows what was asked."""
    return _word(answer) in _YES


def is_no(answer: str) -> bool:
    """Whether a person's answer refuses what was asked in a word that can mean nothing else."""
    return _word(answer) in _NO


def _word(answer: str) -> str:
    return answer.lower().strip(" .!")


def _question_words(loop: Loop, effect: Effect) -> str:
    """Return the question on one line, with its untrusted sources."""
    behind = f" It rests on the words of strangers: {', '.join(loop.untrusted)}." if loop.untrusted else ""
    return " ".join(f"{effect.question}{behind}".split())


def _rule_sources(rules: Sequence[Rule]) -> str:
    return ", ".join(dict.fromkeys(rule.source for rule in rules))


def decisions(document: Document) -> dict[str, dict[str, Any]]:
    """The decisions that the front matter holds, by number."""
    recorded = document.meta.get("decisions")
    entries = recorded.items() if isinstance(recorded, Mapping) else ()
    return {str(number): dict(entry) for number, entry in entries if isinstance(entry, Mapping)}


def with_verdict(document: Document, what: str, verdict: str, by: str, at: str) -> dict[str, dict[str, Any]]:
    """Return the document's decisions, with the open one about the blob `what` set to `verdict`."""
    entries = decisions(document)
    for entry in entries.values():
        if entry.get("what") == what and entry.get("verdict") == "ask":
            entry.update(verdict=verdict, by=by, at=at)
    return entries


def _record_decision(loop: Loop, effect: Effect, what: str, verdict: str, by: str, asked_in: str = "") -> None:
    old = decisions(loop.document)
    new = _with_decision(loop, effect, what, verdict, by, asked_in)
    if new != old:
        loop.save(decisions=new)


def _with_decision(
    loop: Loop, effect: Effect, what: str, verdict: str, by: str, asked_in: str = ""
) -> dict[str, dict[str, Any]]:
    """Return the decisions with this one: it replaces the open one about the same bytes, else is appended."""
    entries = decisions(loop.document)
    targets = list(effect.targets[:LISTED])
    same = next(
        (
            entry_there
            for entry_there in entries.values()
            if entry_there.get("what") == what and entry_there.get("effect") == effect.kind
        ),
        None,
    )
    if same is not None and same.get("verdict") == verdict:
        return entries
    entry: dict[str, Any] = {
        "effect": effect.kind,
        "targets": targets,
        "verdict": verdict,
        "by": by,
        "at": loop.host.now(),
        "what": what,
    }
    if asked_in:
        entry["asked_in"] = asked_in
    if len(effect.targets) > LISTED:
        entry["more"] = len(effect.targets) - LISTED
    if same is not None and same.get("verdict") == "ask":
        same.update(entry)
    else:
        entries[str(len(entries) + 1)] = entry
    return entries


def manifest(entries: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the entries as JSON bytes, which a decision about them refers to."""
    return json.dumps(list(entries), ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


PERSON = "a person"
"""The start of a decision's `by` if a person decided, not a rule or a flag."""


@dataclass(frozen=True)
class WordOnHost:
    """A person's answer about a host, and the id of the document in which it was asked."""

    allowed: bool
    document: str

    @property
    def by(self) -> str:
        """The text for the `by` of a decision."""
        return f"{PERSON} (asked in {self.document})"


def words_on_hosts(loop: Loop) -> Mapping[str, WordOnHost]:
    """Return the person's answer for each host asked about in this run's documents; a refusal outweighs a yes.

    An answer about every machine at once is left out: it covers only the script that asked.
    """
    said_of_hosts: dict[str, WordOnHost] = {}
    for document, entry in _decisions_on_hosts(loop):
        verdict, by = entry.get("verdict"), str(entry.get("by"))
        if verdict not in ("allow", "deny") or not by.startswith(PERSON):
            continue
        origin = _asked_in(document, entry)
        for target in _targets(entry):
            if target != ANY and (verdict == "deny" or target not in said_of_hosts):
                said_of_hosts[target] = WordOnHost(verdict == "allow", origin)
    return said_of_hosts


def _asked_in(document: Document, entry: Mapping[str, object]) -> str:
    """Return the id of the document in which a person was asked; else that of the document with the decision.

    Version 1 of the engine recorded it only in the text of `by`.
    """
    if "asked_in" in entry:
        return str(entry["asked_in"])
    _, words, origin = str(entry.get("by")).removesuffix(")").partition("(asked in ")
    return origin if words else str(document.meta.get("id"))


def question_elsewhere(loop: Loop, targets: Sequence[str]) -> Question | None:
    """Return an open question about one of these hosts in another document of the run, or None."""
    for document, entry in _decisions_on_hosts(loop):
        name = str(document.meta.get("id"))
        waits = entry.get("verdict") == "ask" and name != loop.id
        shared = ANY not in targets and set(targets) & set(_targets(entry))
        if waits and shared and (question := open_question(document)):
            return question
    return None


def _decisions_on_hosts(loop: Loop) -> Iterator[tuple[Document, Mapping[str, object]]]:
    """Yield each decision about hosts in the run's documents, with its document; skip unreadable ones."""
    for document_id in loop.host.workspace.run_documents(parse_id(loop.id).run):
        try:
            document = loop.host.store.load(document_id)
        except PandoraError:
            continue
        entries = document.meta.get("decisions")
        for entry in entries.values() if isinstance(entries, Mapping) else ():
            if isinstance(entry, Mapping) and entry.get("effect") == "network":
                yield document, entry


def _targets(entry: Mapping[str, object]) -> list[str]:
    targets = entry.get("targets")
    return [str(target) for target in targets] if isinstance(targets, list) else []
