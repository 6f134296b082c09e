"""The cache: a model's reply to the same prompt, read from the document of an accepted run."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.disk.reply_index import ReplyAddress
from pandora.document.body import Parsed, parse, render
from pandora.document.form import Form
from pandora.document.ids import parse_id
from pandora.document.quote import sources_of
from pandora.document.records import UNWRITTEN, section_records, try_records
from pandora.document.state_document import Document, digest
from pandora.engine.candidates import tries_of
from pandora.engine.loop import Loop
from pandora.engine.trust import distrust
from pandora.errors import PandoraError
from pandora.models.protocol import Prompt, Sampling
from pandora.outcome import Status


def call_key(prompt: Prompt, model: str, sampling: Sampling, opening: Mapping[str, str] | None) -> str:
    """The digest of everything that a reply to a try is made from; `model` is the model's fingerprint."""
    fork = (f"fork {sampling.fork}",) if sampling.fork else ()
    drawn = (str(sampling.temperature), str(sampling.seed), *fork)
    begun = (part for item in sorted((opening or {}).items()) for part in item)
    return digest("try", prompt.text, model, *drawn, *begun)


def recalled_section(loop: Loop, form: Form, key: str) -> tuple[Parsed, str] | None:
    """Return the cached reply to the prompt with digest `key`, and the id of its document; or None."""
    for place, document in _accepted_replies(loop, key, "section"):
        record = section_records(document).get(place.number, UNWRITTEN)
        if record.by != "model" or record.prompt != key or record.text != document.digest(place.number):
            continue
        parsed = parse(form, document.body(place.number))
        asked = {asked_field.key for asked_field in form.asked}
        if not parsed.problems and asked <= set(parsed.values):
            values = {name: value for name, value in parsed.values.items() if name in asked}
            _mark_as_the_source(loop, document, place.number)
            return Parsed(values, parsed.probabilities), place.document
    return None


def recalled_try(loop: Loop, form: Form, key: str) -> tuple[Mapping[str, str], str] | None:
    """Return the cached arguments for the call with digest `key`, and the id of their document; or None."""
    for place, document in _accepted_replies(loop, key, "try"):
        record = try_records(document).get(place.number, UNWRITTEN)
        candidates = tries_of(document, form, loop.host.store).candidates
        if record.by == "model" and record.key == key and place.number <= len(candidates):
            arguments = candidates[place.number - 1].arguments
            if record.text == arguments_digest(form, arguments):
                _mark_as_the_source(loop, document, 3)
                return arguments, place.document
    return None


def arguments_digest(form: Form, arguments: Mapping[str, str]) -> str:
    """The digest of a try's arguments as §3 shows them; another one means that a person edited them."""
    return digest(render(form, dict(arguments)))


def _accepted_replies(loop: Loop, key: str, part: str) -> list[tuple[ReplyAddress, Document]]:
    """The documents of accepted runs, other than this one, that may hold the reply."""
    host = loop.host
    if host.cache is None or host.fresh:
        return []
    replies = []
    for place in host.cache.find(key):
        try:
            run = parse_id(place.document).run
            if run == loop.task.run or place.part != part or not host.accepted(run):
                continue
            document = host.store.load(place.document)
        except PandoraError:
            continue  # gone, broken or moved: the index is only an index
        if document.meta.get("status") == Status.ACCEPTED.value:
            replies.append((place, document))
    return replies


def _mark_as_the_source(loop: Loop, document: Document, number: int) -> None:
    """Mark the loop as untrusted if the section with the reply was made from untrusted text."""
    record = section_records(document).get(number, UNWRITTEN)
    if record.by == "model" and record.trust:
        distrust(loop, sources_of(document.meta) or ("unknown",))
