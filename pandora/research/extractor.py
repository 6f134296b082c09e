"""The extractor: reads one source in windows, and finds the sentence of it that answers.

Code cuts the windows into sentences and takes those that share most with the question. Of each, by itself, the
model says whether it states the answer: a choice, whose probability counts. So the quote is a sentence of the
source, word for word. Only of the best one, where it does, the model states the fact: one short blank, which is
held to the quote's figures and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from pandora.document.body import Parsed
from pandora.document.fill import one_line
from pandora.document.quote import quoted
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.pattern import Phase
from pandora.engine.phase import by_code
from pandora.engine.yes_or_no.log_odds import log_odds
from pandora.outcome import Outcome
from pandora.research.claim_support import covered, says_more, shared_words, support
from pandora.research.direct_answer import LEAST_ASKED, NOTHING_SAID, Claimed, statement
from pandora.research.fact_comparison import clashes
from pandora.research.insights import UNSURE, Triggers, insights_of
from pandora.research.knowledge_base import Fact, NewFact
from pandora.research.listed_amounts import ends, extremes
from pandora.research.materials import Materials, phase_of
from pandora.research.quote_gate import check_quote, nearest_quote
from pandora.research.reply_blocks import block_by_code, by_model_in_block, keep_blocks
from pandora.research.research_plan import MODES, SENTENCES, Leaf
from pandora.research.source_files import Source
from pandora.research.source_sentences import likeliest, named_cells, plain_sentences, sentences_in
from pandora.research.windows import Window
from pandora.task import Task
from pandora.workspace.full_text import TABLES

LEAST_YES = 0.5
"""The least probability of `yes` at which a sentence is taken to state the answer."""
LEAST_OF_FEW = (0.75, 0.55)
"""The same where it says a direct answer and has few of the question's words: that it says so, and answers.

Of four such sentences that answer, three had 0.88 to 0.98 and 0.56 to 0.97, one 0.68 and 0.54; of what was said
of something near, none was taken to answer with over 0.54.
"""
ENDS, END = ("largest", "smallest"), "Does the text ask for the one with the {} amount?"
"""What is asked of a question, by itself, where a list of amounts answers it."""
NEITHER, APART = -0.25, 0.45
"""By how much the log odds of the two differ where neither is asked for, and how far from that where one is.

Of 13 questions for an end, all were that far on the side of it; of five others, one was (more than 400 km).
"""
LEAST_COVERED = 0.75
"""The least share of a question's words in a sentence that is read although the model took none to answer."""
LEAST_COMPARED = 0.5
"""The same where the sentence lists amounts that code compared: `longest` stands in no list."""
LEAST_OF_FACT = 0.8
"""The least share of a fact's words in a sentence from which it was read so."""
OF_A_SENTENCE = ("acceptance_criteria",)
OF_A_FACT = (*OF_A_SENTENCE, "expected_format")
"""What of a specification is asked of a sentence that may answer, and of the fact that is stated from it."""
INSIGHTS = ("gap", "follow-up", "link")
"""The kinds of facts that lead on, and answer nothing."""
QUOTE_ALONE = 0.8
"""By how much confidence falls where the quote itself stands as the fact."""


@dataclass(frozen=True)
class Reading:
    """What an extractor is given: a source, the windows of it that it reads, its questions and its leaf.

    `lines` says which lines it reads, `rubric` stands where the leaf has no specification, and `known` are
    facts that were found before. `above` has for a sentence the headings or the first row that it stands under.
    Where something was `said` directly to its one question, the source is read for that alone.
    """

    source: Source
    windows: tuple[Window, ...]
    questions: tuple[str, ...]
    leaf: Leaf
    lines: str = ""
    rubric: str = ""
    known: tuple[Fact, ...] = ()
    above: Mapping[str, str] = field(default_factory=dict)
    said: Claimed = NOTHING_SAID

    @property
    def specification(self) -> str:
        """What §1 says: the planner's specification word for word, or the executor's rubric."""
        return self.leaf.specification or self.rubric or "none"

    @property
    def sure(self) -> float:
        """From which confidence on an answer is a sure one: the target of the rubric, if it is higher."""
        try:
            return max(UNSURE, *map(float, self.leaf.values("target_confidence")))
        except (TypeError, ValueError):
            return UNSURE


@dataclass(frozen=True)
class Extraction:
    """How an extractor ended, and the facts that it found.

    `insights` are gaps, further questions and links, which say nothing of what is asked.
    """

    outcome: Outcome
    facts: tuple[Fact, ...] = ()
    insights: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class _Reply:
    question: str
    fact: str
    quote: str
    chance: float
    by_person: bool
    kind: str = "answer"


@dataclass
class _Verified:
    facts: dict[str, list[NewFact]]
    kept: list[str]
    rejected: list[str]


def extract(task: Task, host: Host, materials: Materials, asked: Reading) -> Extraction:
    """Read a source for its questions; what is known of it from earlier research costs no call."""
    loop = open_loop(task, host)
    asks_base = loop.stored is None and not host.fresh
    facts: list[Fact] = []

    def phases(loop: Loop) -> str:
        facts.clear()
        phase = phase_of(loop, "understand")
        given = by_code(loop, phase, phase.form, _section_inputs(loop, asked))
        reading = _specified(given, asked)
        questions = reading.questions if reading.said.claim else reading.leaf.questions or reading.questions
        known = _known_facts(loop, materials, reading, questions) if asks_base or _was_known(loop) else None
        if known is not None:
            facts.extend(_from_knowledge(loop, known))
        else:
            verified = _read(loop, materials, reading, questions)
            for question in questions:
                new = verified.facts.get(question, [])
                key = _key(reading, question)
                about, asked_as = (question, key) if reading.said.claim else (key, "")
                facts.extend(
                    materials.knowledge.put(loop.id, reading.source.digest, about, new, _model(loop), asked_as)
                )
        return "\n".join(map(_fact_line, facts)) or "The source does not answer."

    outcome = run_phases(loop, phases)
    stated = tuple(fact for fact in facts if fact.kind not in INSIGHTS)
    insights = tuple(fact for fact in facts if fact.kind in INSIGHTS)
    return Extraction(outcome, stated, insights)


def _key(reading: Reading, question: str) -> str:
    """What the knowledge base records as asked: another mode of reading is another thing."""
    leaf = reading.leaf
    if reading.said.claim:
        return f"{question} (said: {reading.said.claim})"
    more = [mode for mode in leaf.modes if mode != MODES[0]] + (["intense"] if leaf.intense else [])
    return f"{question} ({', '.join(more)})" if more else question


@dataclass(frozen=True)
class Scan:
    """How a fast extractor ended, and how probably the place that it looked at states what is asked."""

    outcome: Outcome
    chance: float = 0.0


def scan(task: Task, host: Host, materials: Materials, reading: Reading, text: str) -> Scan:
    """Look at one place of a source, for a scout: one call, and no fact."""
    loop = open_loop(task, host)
    chances: list[float] = []

    def phases(loop: Loop) -> str:
        phase = phase_of(loop, "understand")
        by_code(loop, phase, phase.form, _section_inputs(loop, reading))
        look = phase_of(loop, "plan", materials.field, ("text", "states it"))
        (question,) = reading.questions
        shown = " ".join(one.text for one in likeliest((plain_sentences(text),), question, SENTENCES))
        parts = _prompt_parts(reading, question, shown)
        seen = by_model_in_block(
            loop, 1, f"Look 1: {one_line(question)}", look, look.form, parts, {"text": shown}
        )
        keep_blocks(loop, "do", 0)  # those of a leaf that this extractor read for before an edit of the plan
        keep_blocks(loop, "plan", 1)
        chances[:] = [_chance(seen)]
        return f"Relevance: {chances[0]:.2f}"

    outcome = run_phases(loop, phases)
    return Scan(outcome, chances[0] if chances else 0.0)


def _section_inputs(loop: Loop, reading: Reading) -> dict[str, str]:
    source = reading.source
    return {
        "task": loop.task.text,
        "source": f"{source.path} (sha256 {source.digest[:12]})",
        "specification": reading.specification,
        "read": reading.lines,
        "context": "\n".join(loop.task.context) or "none",
    }


def _specified(given: Parsed, reading: Reading) -> Reading:
    """The reading by the specification of §1, which a person may have changed."""
    specification = str(given.values.get("specification", ""))
    kept = "" if specification == "none" else specification
    return replace(reading, leaf=replace(reading.leaf, specification=kept))


def _read(loop: Loop, materials: Materials, reading: Reading, questions: Sequence[str]) -> _Verified:
    """Look, read and verify; each reply is on disk before the next is asked for."""
    look = phase_of(loop, "plan", materials.field, ("text", "states it"))
    read = phase_of(loop, "do", materials.field, ("quote", "fact"))
    verified = _Verified({}, [], [])
    rows = sentences_in(materials.index.text(reading.source.digest), reading.windows)
    reading = replace(reading, above={one.text: one.above for row in rows for one in row})
    if reading.said.claim:
        return _verify_all(loop, materials, reading, _saying_so(loop, look, reading), verified)
    per_question = reading.leaf.looks(len(questions))
    looks = per_question * len(questions)
    replies: list[_Reply] = []
    modes = reading.leaf.modes
    asking = int("questions" in modes)
    stated_by_question: dict[str, Sequence[tuple[str, float]]] = {}
    for place, question in enumerate(questions):
        first = per_question * place + 1
        shown = [one.text for one in likeliest(rows, question, per_question)]
        stated = _stating(loop, look, reading, question, first, shown)
        stated_by_question[question] = stated
        number = looks + place + 1
        if not stated:
            if "questions" in modes:
                replies += _read_together(loop, read, reading, question, shown, number)
            continue
        quote, chance = max(stated, key=lambda one: one[1])
        if "facts" in modes:
            replies += [_Reply(question, sentence, sentence, sure, False, "fact") for sentence, sure in stated]
        if "summary" in modes:
            replies += _summary(
                loop, read, reading, question, stated, looks + asking * len(questions) + place + 1
            )
        if "questions" not in modes:
            continue
        heading = f"Reading {number}: {one_line(question)}"
        parts = _prompt_parts(reading, question, quote, wanted=OF_A_FACT)
        fact = by_model_in_block(loop, number, heading, read, read.form, parts, {"quote": quote})
        by_person = loop.steps[number].human
        reply = _Reply(question, str(fact.values["fact"]), str(fact.values["quote"]), chance, by_person)
        replies += [reply, *(() if by_person else _against(reply, stated))]
    asking += "summary" in modes
    keep_blocks(loop, "do", looks + asking * len(questions) if asking else 0)
    keep_blocks(loop, "plan", looks)
    text = materials.index.text(reading.source.digest)
    insights: dict[str, list[NewFact]] = {}
    for question in stated_by_question:
        triggers = Triggers(reading.sure, reading.leaf.intense, reading.known)
        new = insights_of(text, reading.windows, question, stated_by_question[question], triggers)
        insights[question] = list(new)
    return _verify_all(loop, materials, reading, replies, verified, insights)


def _verify_all(
    loop: Loop,
    materials: Materials,
    reading: Reading,
    replies: Sequence[_Reply],
    verified: _Verified,
    insights: Mapping[str, Sequence[NewFact]] = MappingProxyType({}),
) -> _Verified:
    """Hold the replies to the source, and write §4; what leads on comes behind the facts."""
    for reply in replies:
        _verify(materials, reading, reply, verified)
    for question, new in insights.items():
        verified.facts.setdefault(question, []).extend(new)
    phase = phase_of(loop, "check")
    lines = {"verified": "\n".join(verified.kept) or "none", "rejected": "\n".join(verified.rejected) or "none"}
    by_code(loop, phase, phase.form, lines)
    return verified


def _saying_so(loop: Loop, look: Phase, reading: Reading) -> list[_Reply]:
    """The sentence that says what was answered directly, if one does: the surest of them.

    Of each by itself the model is asked whether the text says that, and nothing else: no heading, no form. Of
    the surest it is asked, too, whether it answers the question: it may say what was asked of something near.
    Where the surest lists amounts that code compared, the model tells which end of a list is asked for, if one
    is: it answers with the first of a list, and knows whether the longest or the shortest is meant.
    """
    (question,) = reading.questions
    source, number = reading.source, 0

    def chance(heading: str, text: str, asked: str, given: str) -> tuple[float, str]:
        """The probability of yes, and the sentence, as a person may have changed it."""
        nonlocal number
        number += 1
        alone = f"{asked}\n\nAnswer: yes or no"
        block, parts = f"Look {number}: {one_line(heading)}", [f"Text:\n{quoted(text)}"]
        looked = by_model_in_block(loop, number, block, look, look.form, parts, {"text": given}, alone=alone)
        return _chance(looked), str(looked.values["text"])

    def shown(sentence: str) -> str:
        above, compared = reading.above.get(sentence, ""), extremes(sentence, question)
        return "\n".join(filter(None, (f"{source.title} ({source.path})", above, sentence, compared)))

    def says(sentence: str, claim: str) -> tuple[float, str]:
        if sentence == claim:
            return 1.0, sentence
        asked = statement(claim, question)
        return chance(asked, shown(sentence), f"Does the text say this: {asked}", sentence)

    claim = reading.said.claim
    seen = [(*says(sentence, claim), sentence) for sentence in reading.said.sentences]
    best, quote, surest = max(seen, key=lambda one: one[0], default=(0.0, "", ""))
    if reading.said.rivals and best >= LEAST_YES and (both := ends(surest, question)):
        for_each = [chance(f"{end} in {question}", question, END.format(end), question)[0] for end in ENDS]
        apart = log_odds(for_each[0]) - log_odds(for_each[1]) - NEITHER
        if abs(apart) >= APART:
            claim = both[0] if apart > 0 else both[1]
            best, quote = says(surest, claim)
    answers, few = 0.0, shared_words(question, shown(surest)) < LEAST_ASKED and not reading.said.foreign
    least_best, least = LEAST_OF_FEW if few else (LEAST_YES, LEAST_YES)
    if best >= least_best:
        asked = f"Does the text answer this question: {question}"
        answers, quote = chance(question, shown(quote), asked, quote)
    keep_blocks(loop, "do", 0)
    keep_blocks(loop, "plan", number)
    sure = answers if quote == claim else best  # what says itself is as sure as it answers
    return [_Reply(question, claim, quote, sure, False)] if answers >= least else []


def _against(reply: _Reply, stated: Sequence[tuple[str, float]]) -> list[_Reply]:
    """The sentences of the same source that state something else than a reply, each as an answer of its own."""
    texts = [reply.quote, *(sentence for sentence, _ in stated if sentence != reply.quote)]
    facts = [Fact("", text, reply.question, "answer", ()) for text in texts]
    other = {texts[clash.other] for clash in clashes(facts) if clash.one == 0}
    return [_Reply(reply.question, "", text, chance, False) for text, chance in stated if text in other]


def _read_together(
    loop: Loop, read: Phase, reading: Reading, question: str, shown: Sequence[str], number: int
) -> list[_Reply]:
    """The sentence that answers, of those that the model, asked of each alone, did not take to do so.

    A small model does not see that a sentence by itself settles a yes or a no, or that a list does which of it
    is the longest. It is asked once, from all of them together, where one has nearly all words of the question,
    or half of them and a list that code compared. Where what it says then rests on such a
    sentence, that is the answer, word for word: how sure it is, is measured by the words that they share.
    """
    source = reading.source
    title = f"{source.title}\n{source.path}"
    shares = {sentence: covered(question, f"{sentence}\n{title}") for sentence in shown}
    compared = {sentence: extremes(sentence, question) for sentence in shown}
    least = {sentence: LEAST_COMPARED if compared[sentence] else LEAST_COVERED for sentence in shown}
    near = [sentence for sentence, share in shares.items() if share >= least[sentence]]
    if not near:
        return []
    heading, whole = f"Reading {number}: {one_line(question)}", " ".join(shown)
    parts = _prompt_parts(reading, question, *shown, wanted=OF_A_FACT)
    filled = by_model_in_block(loop, number, heading, read, read.form, parts, {"quote": whole})
    fact = str(filled.values["fact"])
    if loop.steps[number].human:
        return [_Reply(question, fact, str(filled.values["quote"]), 1.0, True)]
    rested = [
        # Beside the words of the question, a fact from a list may have those of its ends alone.
        (
            support(fact, compared[one] or one, f"{title}\n{question}" if compared[one] else title, first=True),
            one,
        )
        for one in near
    ]
    best, quote = max(rested, key=lambda one: (one[0].enough, one[0].share))
    if not best.enough or best.share < LEAST_OF_FACT:
        return []
    # The quote stands as the fact, unless code compared what it lists: then the fact says which it is.
    return [_Reply(question, fact if compared[quote] else "", quote, min(best.share, shares[quote]), False)]


def _summary(
    loop: Loop,
    read: Phase,
    reading: Reading,
    question: str,
    stated: Sequence[tuple[str, float]],
    number: int,
) -> list[_Reply]:
    """A sentence that sums up what a source states, with each sentence that it was made from as a quote.

    One with a figure or a name that none of them has is left out.
    """
    whole = " ".join(sentence for sentence, _ in stated)
    parts = _prompt_parts(reading, f"Sum up in one sentence: {question}", whole, wanted=OF_A_FACT)
    heading = f"Reading {number}: summary of {one_line(question)}"
    filled = by_model_in_block(loop, number, heading, read, read.form, parts, {"quote": whole})
    fact, by_person = str(filled.values["fact"]), loop.steps[number].human
    if not by_person and not support(fact, whole, f"{question}\n{reading.source.title}", first=True).enough:
        return []
    return [_Reply(question, fact, sentence, sure, True, "summary") for sentence, sure in stated]


def _stating(
    loop: Loop, look: Phase, reading: Reading, question: str, first: int, shown: Sequence[str]
) -> list[tuple[str, float]]:
    """The sentences that probably state the answer, and how probably."""
    stating: list[tuple[str, float]] = []
    for number, sentence in enumerate(shown, first):
        parts = _prompt_parts(reading, question, sentence)
        heading = f"Look {number}: {one_line(question)}"
        seen = by_model_in_block(loop, number, heading, look, look.form, parts, {"text": sentence})
        chance = _chance(seen)
        if chance >= LEAST_YES:
            stating.append((str(seen.values["text"]), chance))
    return stating


def _prompt_parts(
    reading: Reading, question: str, *shown: str, wanted: Sequence[str] = OF_A_SENTENCE
) -> list[str]:
    """What a reply is made from: a sentence, or several, under its source's title, and then the question.

    The other way round, the default model tells a sentence that answers much less from one that does not. What
    code can tell of the amounts that the sentence lists stands between them. Last comes what the specification
    says under the keys `wanted`, word for word.
    """
    source = reading.source
    lines: list[str] = [source.title]
    for sentence in shown:
        if (above := reading.above.get(sentence, "")) and above not in lines:
            lines.append(above)
        lines.append(sentence)
    text = quoted("\n".join(filter(None, lines)))
    compared = "\n".join(filter(None, (extremes(sentence, question) for sentence in shown)))
    wishes = "\n".join(value for key in wanted for value in reading.leaf.values(key) if value)
    parts = (
        f"# TEXT {source.path}\n{text}",
        compared and f"# COMPARED\n{quoted(compared)}",
        f"# ASKED\n{question}",
        wishes and f"# WANTED\n{wishes}",
    )
    return [part for part in parts if part]


def _chance(parsed: Parsed) -> float:
    """The probability that the sentence states the answer; that of a choice which a person wrote is 1."""
    chance = parsed.probabilities.get("states it", 1.0)
    return chance if parsed.values.get("states it") == "yes" else 1.0 - chance


def _verify(materials: Materials, reading: Reading, reply: _Reply, verified: _Verified) -> None:
    """Take a fact with a quote that stands in the source; say why, where there is none.

    A fact with a figure or a name that its quote has not is replaced by the quote itself. What a person wrote
    is taken as it is, as long as its quote stands in the source; one that is nearly there is mended.
    """
    source, fact = reading.source, one_line(reply.fact)
    check = check_quote(reply.quote, source.digest, materials.index, reading.windows)
    if not check.found:
        check = nearest_quote(reply.quote, source.digest, materials.index) or check
    if not check.found or check.place is None:
        verified.rejected.append(f"- {fact} ({check.reason})")
        return
    confidence = reply.chance
    known = f"{reply.question}\n{source.title}\n{source.path}"
    stated = support(fact, check.text, known, first=True).enough and says_more(fact, reply.question)
    if not (reply.by_person or stated):
        fact = _statement(reading, reply.quote, check.text)
        confidence *= 1.0 if reading.said.claim else QUOTE_ALONE  # that it says the claim is what was asked
    if (word := reading.said.word) and not reply.by_person:
        fact = f"{word}, {fact}" if stated else f"{word}: {fact}"
    new = NewFact(fact, check.text, check.place, round(confidence, 2), reply.kind, worded=reply.by_person)
    verified.facts.setdefault(reply.question, []).append(new)
    verified.kept.append(f"- [{confidence:.2f}] {fact} “{one_line(check.text)}” ({check.place})")


def _statement(reading: Reading, sentence: str, quote: str) -> str:
    """A quote as a statement: a row of a table with the names of its columns, any other as it is."""
    first = reading.above.get(sentence, "")
    if first and reading.source.path.lower().endswith(TABLES) and (named := named_cells(first, sentence)):
        return named
    return one_line(quote)


def _fact_line(fact: Fact) -> str:
    kind = f"{fact.kind}: " if fact.kind in INSIGHTS else ""
    return f"- [{fact.confidence:.2f}] {kind}{fact.text} [{fact.id}]"


_KNOWN = "Known"


def _was_known(loop: Loop) -> bool:
    return f"### {_KNOWN} 1: " in loop.document.body(3)


def _model(loop: Loop) -> str:
    """What the knowledge base records of who read a source: another model reads it anew."""
    return loop.host.model.fingerprint


def _known_facts(
    loop: Loop, materials: Materials, reading: Reading, questions: Sequence[str]
) -> tuple[Fact, ...] | None:
    """What the knowledge base holds of the source for all questions; None where one was never asked."""
    facts: list[Fact] = []
    for question in questions:
        answered = materials.knowledge.answered(reading.source.digest, _key(reading, question), _model(loop))
        if answered is None:
            return None
        facts.extend(answered)
    return tuple(facts)


def _from_knowledge(loop: Loop, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Name the facts that the knowledge base gives in §3."""
    lines = "\n".join(map(_fact_line, facts)) or "The source does not answer."
    block_by_code(loop, "do", 1, f"{_KNOWN} 1: taken from the knowledge base, without a call", lines)
    return facts
