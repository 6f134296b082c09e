"""Write the answer of a person or a client program into the document that waits for it."""

from __future__ import annotations

import time

from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.ids import Name, parse_id
from pandora.document.question_lines import fill_answer, open_question, pairs, with_answerer
from pandora.document.state_document import Document
from pandora.engine.approval import PERSON, decisions, is_no, is_yes, with_verdict
from pandora.errors import RefusedError, UsageError
from pandora.outcome import Question, Status
from pandora.settings import load_settings
from pandora.task import Author
from pandora.workspace.secrets import workspace_redactor


def waiting_document(store: Store, given: str) -> tuple[Document, Question]:
    """Return the first waiting document at or below `given`, and its question.

    This is the question that the run shows when it waits. If no document waits, an escalated root and its
    question are returned. Documents that no other names any more are skipped, except `given` itself. Raises
    UsageError if nothing waits.
    """
    workspace = store.workspace
    document_id = workspace.resolve(given)
    name = parse_id(document_id)
    workspace.require_unarchived(name.run)
    run = Run.open(store, name.run)
    named = {document_id, *run.reachable}
    documents = {key: run.load(key) for key in workspace.run_documents(name.run) if key in named}
    below = [document for key, document in documents.items() if _within(parse_id(key), name)]
    waiting = [document for document in below if document.meta.get("status") == Status.WAITING.value]
    first = list(documents.values())[:1]
    ended = [document for document in first if document.meta.get("status") == Status.ESCALATED.value]
    for document in [*waiting, *ended]:
        if question := open_question(document):
            return document, question
    raise UsageError(f"{document_id} waits for no answer; `pandora show {document_id}` shows what it says")


def _within(name: Name, above: Name) -> bool:
    return above.level == "system" or f"{name.number}.".startswith(f"{above.number}.")


def settle(store: Store, document: Document, question: Question, text: str, by: Author, through: str) -> None:
    """Write an answer and who gave it into the document; for an effect also the decision and its time.

    `through` names the way it came, such as `pandora answer`. Raises RefusedError if only a person may
    answer, UsageError if the document asks something else by now, or if the answer to an effect is neither
    a yes nor a no: it would end the run as if a person had refused.
    """
    if by != "person" and question.needs_person:
        raise RefusedError(f"only a person answers this: {question.words} {person_command(question)}")
    if question.kind == "effect" and not (is_yes(text) or is_no(text)):
        raise UsageError(f"{text!r} is neither yes nor no; {person_command(question)}")
    root = store.workspace.root
    text = workspace_redactor(root, load_settings(root, {}).policy.hides)(text)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    def edit(old: Document) -> Document:
        new = fill_answer(old, text) if open_question(old) == question else None
        if new is None:
            return old  # a person saved it meanwhile
        new = new.with_meta(questions=with_answerer(old, question, by))
        if question.kind != "effect" or not decisions(old):
            return new
        verdict = "allow" if is_yes(text) else "deny"
        return new.with_meta(decisions=with_verdict(old, question.what, verdict, f"{PERSON} ({through})", at))

    saved = store.save(document, edit)
    if (question.text, " ".join(text.split())) not in pairs(saved.body(question.section)):
        message = f"{document.path}:{document.sections[question.section].line}: it was changed meanwhile"
        raise UsageError(f"{message}; read what it asks now, then answer again")


def person_command(question: Question) -> str:
    """Return the command with which a person settles a question that no program may answer."""
    if question.kind == "effect":
        return f"`pandora approve {question.document}` allows it, `--deny` refuses it"
    return f"`pandora answer {question.document} TEXT` settles it"
