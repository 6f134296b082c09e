"""Questions, answers and graph settings as values, read from state documents and written back to them.

Each question has a document of its own; its answer is a part of that document.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from pandora.document.body import parse, render
from pandora.document.form import parse_form
from pandora.document.ids import parse_id
from pandora.document.links import facts, parent_in
from pandora.document.meta_values import attempt_of
from pandora.document.quote import sources_of
from pandora.document.records import UNWRITTEN, Record, by_person, section_records, with_records
from pandora.document.state_document import Document, digest
from pandora.document.task_text import task_of
from pandora.errors import DocumentError, Problem
from pandora.questions.graph_rules import INTENSITIES, MOVES, is_checkpoint, strict_json

CHILDREN = "Child loops:"
ANSWER = ".answer"
"""The suffix of an answer's id: the id of its question, then this."""
DOING = parse_form(
    "Evidence: {given}\nBears on it: {given}\nNot so: {given}\nAnswer: {text}\nChild loops: {given}"
)
NO_EVIDENCE = "none in the sources"
"""The evidence in §3 where no source holds the words that the model gave."""
SIDES = ("For", "Against")
"""The labels in §3 of what speaks for and against a possible answer."""
_EVIDENCE = re.compile(r"^(?P<label>Evidence|Found|For|Against):(?P<pieces>.*(?:\n(?:  |\d+[.)]).*)*)", re.M)
_NUMBERED = re.compile(r"^\d+[.)]\s*")


@dataclass(frozen=True)
class Answer:
    """An answer: its text, who gave it, its own state (answered or saturated) and metadata.

    `rests` maps each thing that the answer was made from to a digest of its text. The keys are `question`, the
    ids of other nodes, and `sources` for passages of files.
    """

    text: str
    owner: str = ""
    state: str = "answered"
    reason: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    rests: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """A question, as its document describes it.

    `parent` is the id of the question above it (None for the root). `via` is "answer" where the question hangs
    under the answer of its parent, else "question". `depth` is the number of questions above it. `seq` grows
    with each question of the graph, so older questions have smaller numbers. `claims` counts the claims, and
    `attempts`, which stands in no key of its own, the attempts that the document holds: a claim whose worker
    wrote nothing is none.

    `state` stands in no document: it follows from the loop's status, the answer and the claim.

    `output` is the text of §5. `synthesis` is the same text while the state is synthesized, else "". `made` is
    what the record of §5 says that it was made from, "" where a person wrote it.
    """

    id: str
    text: str
    parent: str | None = None
    via: str = "question"
    state: str = "open"
    depth: int = 0
    seq: int = 1
    owner: str = ""
    session: str = ""
    claims: int = 0
    attempts: int = 0
    reason: str = ""
    made: str = ""
    created: str = ""
    synthesis: str = ""
    output: str = ""
    tokens: int = 0
    metadata: Mapping[str, Any] = field(default_factory=dict)
    answer: Answer | None = None

    @property
    def parent_id(self) -> str | None:
        """The id of the node that this question hangs under: its parent question, or that question's answer."""
        return f"{self.parent}{ANSWER}" if self.parent and self.via == "answer" else self.parent


@dataclass(frozen=True)
class Settings:
    """The settings of a whole graph: the key `graph` in the front matter of its root document.

    `nodes`, `tokens` and `seconds` are ceilings; 0 means no ceiling. `lease` is how many seconds a claim lasts
    without a heartbeat.

    `cycle` and `seen` say where the last checkpoint was. In interactive mode `cycle` is the `seq` of the newest
    question that may be claimed. `seen` is the number of levels that may be worked on (depth:N), or the number
    of convergences that a person has been shown (convergence).

    `sources` are the paths of the files and folders that workers may read. The document holds `sources` and
    `metadata` as JSON texts.
    """

    intensity: str
    checkpoint: str
    status: str = "active"
    reason: str = ""
    agents: int = 0
    depth: int = 0
    nodes: int = 0
    tokens: int = 0
    seconds: int = 0
    used_seconds: float = 0.0
    lease: int = 900
    cycle: int = 1
    seen: int = 0
    metadata: Mapping[str, Any] = field(default_factory=dict)
    sources: tuple[str, ...] = ()


_NODE = ("via", "depth", "seq", "owner", "session", "claims", "reason")
_CLAIMS_BEFORE = "attempts"
"""The key of the claims in documents of before, which counted each as an attempt."""
_WEAK = {"budget_exhausted": "escalated", "error": "failed"}
REOPENED = "reopened"
"""The state in the front matter of an answer that is to be given anew."""


def is_answer(node_id: str) -> bool:
    """Return True if `node_id` is the id of an answer."""
    return node_id.endswith(ANSWER)


def question_of(node_id: str) -> str:
    """The id of the question (and so of the document) that a node belongs to."""
    return node_id.removesuffix(ANSWER)


def in_one_lineage(one: str, other: str) -> bool:
    """True where the questions of two nodes are the same, or one lies above the other."""
    first, second = (parse_id(question_of(node)).number.split(".") for node in (one, other))
    shorter = min(len(first), len(second))
    return "" in (first[0], second[0]) or first[:shorter] == second[:shorter]


def read_question(document: Document) -> Question:
    """Read a question from its document.

    Raises DocumentError where the document was damaged, for example by a person's edit.
    """
    meta, node = document.meta, document.meta.get("node")
    line = document.sections[1].line
    if not isinstance(node, Mapping):
        message = "the front matter has no 'node': this is no question"
        raise DocumentError(Problem(document.path, 1, message, "restore it, e.g. from git"))
    text = task_of(document).strip()
    if not text:
        raise DocumentError(Problem(document.path, line, "§1 has no question", "write `Task: the question`"))
    kept = {name: node[name] for name in _NODE if name in node}
    if _CLAIMS_BEFORE in node:
        kept.setdefault("claims", node[_CLAIMS_BEFORE])
    numbers = ("depth", "seq", "claims")
    try:
        values = {name: int(v) if name in numbers else str(v) for name, v in kept.items()}
        used = meta.get("used") or {}
        tokens = int(used.get("prompt", 0)) + int(used.get("written", 0))
    except (TypeError, ValueError, AttributeError):
        raise DocumentError(
            Problem(document.path, 1, "'node' or 'used' holds no numbers", "restore it")
        ) from None
    given = facts(document)
    question = Question(
        id=str(meta.get("id")),
        text=text,
        parent=parent_in(given),
        created=given.get("Created", ("", 0))[0],
        made="" if by_person(document, 5) else section_records(document).get(5, UNWRITTEN).origin,
        output=document.body(5),
        tokens=tokens,
        attempts=_attempts(document),
        metadata=_metadata(meta.get("metadata"), document),
        answer=_answer(document),
        **values,  # type: ignore[arg-type]
    )
    state = _state(question, document)
    return replace(question, state=state, synthesis=question.output if state == "synthesized" else "")


def _state(question: Question, document: Document) -> str:
    """The state of a question, from the status of its loop, its answer and its claim; an accepted loop is
    synthesized."""
    if question.reason:
        return "saturated"
    if document.meta.get("status") == "accepted":
        return "synthesized"
    answer = document.meta.get("answer")
    drafted = isinstance(answer, Mapping) and answer.get("state") in (None, REOPENED)
    failed = section_records(document).get(5, UNWRITTEN).by == "code"  # so code ends a loop without an answer
    if not drafted and (question.answer is not None or (question.output and not failed)):
        return "answered"
    return "claimed" if question.owner and question.claims else "open"


def _attempts(document: Document) -> int:
    """The attempts that a document holds: those in History, and the present one if anything of it stands."""
    begun = any(document.body(number).strip() for number in (2, 3, 4))
    return attempt_of(document.meta) - (0 if begun else 1)


def _answer(document: Document) -> Answer | None:
    kept = document.meta.get("answer")
    if not isinstance(kept, Mapping) or "state" not in kept:
        return None  # §3 may hold a draft, but the answer was not given yet
    text = answer_text(document)
    if not text:
        return None
    given = by_person(document, 3)  # a person's answer is taken as given: it was made from nothing
    rests = {} if given else kept.get("rests")
    return Answer(
        text,
        str(kept.get("owner", "")),
        "answered" if kept["state"] == REOPENED else str(kept["state"]),
        str(kept.get("reason", "")),
        _metadata(kept.get("metadata"), document),
        {str(key): str(value) for key, value in rests.items()} if isinstance(rests, Mapping) else {},
    )


def answer_text(document: Document) -> str:
    """The text of the answer in §3, or "" where §3 has no answer."""
    return str(parse(DOING, document.body(3)).values.get("answer", "")).strip()


def evidence_text(document: Document) -> str:
    """The evidence in §3, one piece a line, or "" where it names none; `for:` or `against:` begins a piece's
    line."""
    lines = []
    for block in _EVIDENCE.finditer(document.body(3)):
        side = f"{block['label'].lower()}: " if block["label"] in SIDES else ""
        pieces = (_NUMBERED.sub("", line.strip()) for line in block["pieces"].split("\n"))
        lines += [f"{side}{piece}" for piece in pieces if piece]
    return "\n".join(lines)


def bearing_text(document: Document) -> str:
    """The statements in §3 of a root that bear on its question, a quote a line; "" where it names none."""
    return str(parse(DOING, document.body(3)).values.get("bears on it", "")).strip()


def denied_text(document: Document) -> str:
    """The quotes in §3 of a root that say what is not so or not known, a line each; "" where there is none."""
    return str(parse(DOING, document.body(3)).values.get("not so", "")).strip()


def _metadata(written: Any, document: Document) -> Mapping[str, Any]:
    if written is None:
        return {}
    try:
        read = strict_json(str(written))
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise DocumentError(Problem(document.path, 1, "'metadata' is no JSON object", "mend it, or remove it"))
    return read


def read_settings(document: Document) -> Settings | None:
    """Read a graph's settings from its root document; None for the root of an ordinary run.

    Raises DocumentError where the settings cannot be read.
    """
    stored = document.meta.get("graph")
    if not isinstance(stored, Mapping) or "intensity" not in stored:
        return None
    kinds = {
        setting.name: {"int": int, "float": float}.get(str(setting.type), str) for setting in fields(Settings)
    }
    as_json = {"metadata": dict, "sources": list}
    try:
        values = {name: kinds[name](value) for name, value in stored.items() if name in kinds}
        settings = Settings(**{name: value for name, value in values.items() if name not in as_json})
    except (TypeError, ValueError, OverflowError):
        raise DocumentError(Problem(document.path, 1, "'graph' holds no numbers", "restore it")) from None
    words = {"status": settings.status in MOVES, "intensity": settings.intensity in INTENSITIES}
    words["checkpoint"] = is_checkpoint(settings.checkpoint)
    for name in (name for name, is_known in words.items() if not is_known):
        message = f"'{name}' of 'graph' is {getattr(settings, name)!r}, which is none"
        raise DocumentError(Problem(document.path, 1, message, "restore it"))
    read: dict[str, Any] = {}
    for name, kind in as_json.items():
        try:
            read[name] = strict_json(values[name]) if name in values else kind()
        except (ValueError, RecursionError):
            read[name] = None
        if not isinstance(read[name], kind):
            message = f"'{name}' of 'graph' is no JSON {'object' if kind is dict else 'list'}"
            raise DocumentError(Problem(document.path, 1, message, "mend it, or remove it"))
    return replace(settings, metadata=read["metadata"], sources=tuple(map(str, read["sources"])))


def settings_keys(settings: Settings) -> dict[str, Any]:
    """The front matter keys that store `settings` in a root document."""
    texts = {"metadata": json.dumps(dict(settings.metadata)), "sources": json.dumps(settings.sources)}
    return {"graph": {**asdict(settings), **texts}}


def node_keys(question: Question) -> dict[str, Any]:
    """The front matter keys that store `question` in its document; the sections are written separately."""
    node = {name: value for name in _NODE if (value := getattr(question, name)) not in ("", "question")}
    keys: dict[str, Any] = {"node": node, "status": engine_status(question)}
    if question.metadata:
        keys["metadata"] = json.dumps(question.metadata, ensure_ascii=False)
    if question.answer is not None:
        again = question.state in ("open", "claimed")
        keys["answer"] = _answer_keys(replace(question.answer, state=REOPENED) if again else question.answer)
    return keys


def _answer_keys(answer: Answer) -> dict[str, Any]:
    """The value of the front matter key `answer` that stores `answer`, without empty fields."""
    kept: dict[str, Any] = {"owner": answer.owner, "state": answer.state, "reason": answer.reason}
    if answer.metadata:
        kept["metadata"] = json.dumps(answer.metadata, ensure_ascii=False)
    kept["rests"] = dict(answer.rests)
    return {key: value for key, value in kept.items() if value}


def engine_status(question: Question) -> str:
    """The value of the front matter key `status`, which every document has, for a question's state."""
    if question.state == "saturated":
        return _WEAK.get(question.reason, "accepted")
    return "accepted" if question.state == "synthesized" else "running"


def answer_section(answer: str, children: Sequence[str] = ()) -> str:
    """The text of §3 of a question: the answer, then the lines in `children`, which name child documents."""
    named = "".join(f"{line}\n" for line in (CHILDREN, *children)) if children else ""
    return f"{render(DOING, {'answer': answer})}{named}"


def with_section(
    document: Document, number: int, body: str, by: str, origin: str = "", at: float | None = None
) -> Document:
    """The document with section `number` replaced by `body`, and with the record of that section.

    `by` says who wrote the section, `origin` is the digest of what it was made from, and `at` is when it was
    written, in seconds since the epoch.
    """
    changed = document.splice(number, body)
    trust = "untrusted" if sources_of(document.meta) else ""
    written = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)) if at is not None else ""
    record = Record(by, changed.digest(number), origin, trust=trust, at=written)
    return with_records(changed, {**section_records(document), number: record})


def text_digest(text: str) -> str:
    """The digest of the text of a question, an answer or a synthesis; white space is not compared."""
    return digest(" ".join(text.split()))
