"""A turn as a loop: its design in §1 and §2, blocks of code in §3, checks in §4, its value in §5.

Each block is on disk before it runs, and its result and the state after it before the next one is asked for. So
a turn that was killed goes on at its first block without a result, and a finished one runs nothing. A block
whose code a person edited runs again from the state before it; what follows is made again where that makes a
difference.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Protocol

from pandora.disk.store import Store
from pandora.document.body import render
from pandora.document.fill import one_line
from pandora.document.form import Form, Value
from pandora.document.ids import parse_id
from pandora.document.meta_values import mapping, mappings, whole_number
from pandora.document.records import (
    Record,
    step_record,
    step_records,
    stored,
    text_standing,
    try_records,
)
from pandora.document.records import Standing as TextStanding
from pandora.document.state_document import digest
from pandora.document.terminal_text import shortened
from pandora.engine import prompt as prompts
from pandora.engine.host import Host
from pandora.engine.loop import EditedMeanwhile, Loop, open_loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import by_code, by_model, call_model, make_prompt
from pandora.engine.questions import ceiling_keys
from pandora.engine.trust import mark_by_task
from pandora.errors import AwayError, Ceiling, CeilingError, ModelError, RefusedError
from pandora.models.protocol import GREEDY, Sampling
from pandora.outcome import Status
from pandora.sessions.block_section import (
    SHOWN,
    Block,
    Blocks,
    read_blocks,
    result_lines,
    with_next,
    write_blocks,
)
from pandora.sessions.delegation import Delegate
from pandora.sessions.earlier_turns import earlier_text
from pandora.sessions.failed_blocks import failure_part, repeat_part, repeats_itself, same_as_failed
from pandora.sessions.heads import Check, Head, Kind, read_head, write_head
from pandora.sessions.reading_plan import (
    FIND,
    SURE,
    Plan,
    Reading,
    asked_keys,
    blocks_of,
    checks_of,
    design_of,
    kind_of,
    numbered_lines,
    plan_of,
    plan_of_part,
    reading_in_pieces,
    reading_of,
    whole_question,
    without_selected,
)
from pandora.sessions.session_document import Session, is_edited
from pandora.sessions.session_kernel import MENU, Kernel, KernelSettings
from pandora.sessions.state_view import SHOWN as STUB
from pandora.sessions.state_view import (
    STUBS,
    area_of,
    encoded_dict,
    keep,
    manifest_of,
    state_text,
    texts_in,
    values_of,
)
from pandora.task import Task

PATTERN, NEXT, OVER, WANTED = "session_turn", "session_next", "session_over", "session_wanted"
REACHED = 0.5
"""The probability from which the choice that the goal is reached is taken."""
MOST_VALUES = 8
"""The most variables among which the model chooses the value."""
COMPUTE = "compute with the variables"
"""What the model chooses of `session_over` where a later turn needs no text again."""
NO_CODE = "Your last reply had no code. Write Python now."
DRAWN = (0.5, 0.9)
"""The temperatures at which a block is drawn again that would be one that failed."""
Delegates = Callable[[Loop, "TurnStart"], "CountedDelegate"]


class CountedDelegate(Delegate, Protocol):
    """A delegate that says what the block at hand delegated."""

    def begin_block(self, number: int) -> None:
        """Count anew, for the block `number`."""

    def delegated(self) -> list[str]:
        """What the block at hand delegated, one line for each kind."""


@dataclass(frozen=True)
class TurnStart:
    """What a turn begins with.

    `contract` are the lines that a child was given (boundary, return shape, rule for what is missing), and
    `choices` the values of which it returns one. `texts` are the inputs that its session is over, that came
    with its steering or that a parent gave it to read, `values` the encoded values that a parent gave it by
    name. `missing` are texts that could not be had, each with the reason.
    """

    session: Session
    number: int
    task: Task
    contract: str = ""
    texts: Mapping[str, bytes] = field(default_factory=dict)
    values: Mapping[str, bytes] = field(default_factory=dict)
    blocks: int = 8
    missing: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class TurnEnd:
    """How a turn ended: its status, its head (None while it is open), value and reason.

    `value` is the encoded value where the head has one. `away` is true where the model could not be asked.
    """

    status: Status
    head: Head | None = None
    value: bytes | None = None
    text: str = ""
    reason: str = ""
    ceiling: Ceiling | None = None
    away: bool = False


class _RepeatError(Exception):
    """The model writes a block that failed, however it is asked: more blocks would be the same."""


class _OpenError(Exception):
    """The turn cannot go on by itself, and has not ended: it stays open."""


def run_turn(start: TurnStart, host: Host, delegates: Delegates) -> TurnEnd:
    """Run a turn to its end, or go on with one; where all is fresh, nothing is asked and nothing runs."""
    loop = open_loop(start.task, host, PATTERN)
    with ExitStack() as stack:
        turn = _TurnRun(start, loop, delegates(loop, start), stack)
        try:
            with loop.saves_collected():
                return turn.run()
        except _OpenError as stop:
            return turn.stay_open(str(stop))
        except _RepeatError as stop:
            return turn.stop(str(stop))
        except CeilingError as error:
            return turn.stop(str(error), error.ceiling)
        except (ModelError, RefusedError) as error:
            return replace(turn.fail(one_line(str(error))), away=isinstance(error, AwayError))


class _TurnRun:
    """One turn at work: its loop, its blocks, and the kernel, which starts only when a block has to run."""

    def __init__(self, start: TurnStart, loop: Loop, delegate: CountedDelegate, stack: ExitStack) -> None:
        self._start, self._loop, self._delegate, self._stack = start, loop, delegate, stack
        self._host, self._store = loop.host, loop.host.store
        self._blocks = Blocks()
        self._checks: tuple[str, ...] = ()
        self._question = ""
        self._reading: Reading | None = None
        self._composed: tuple[str, ...] = ()
        self._kernel: Kernel | None = None
        self._at: str | None = None
        self._basis: Head | None = None

    def run(self) -> TurnEnd:
        """Go through the phases; where a person changed the document meanwhile, they are gone over again."""
        mark_by_task(self._loop)
        self._take_basis()
        self._loop.flush()  # what the turn was asked is on disk before anything is done
        while True:
            try:
                self._understand()
                self._loop.take_edits(before=2)
                self._plan()
                self._loop.take_edits(before=3)
                final = self._work()
                self._loop.take_edits(before=4)
            except EditedMeanwhile:
                continue
            if final is None:
                return self.stop(f"out of steps: {len(self._blocks)} blocks, and none reached FINAL")
            return self._publish(final)

    def _take_basis(self) -> None:
        """Record what the turn begins from, and read that head."""
        session, loop = self._start.session, self._loop
        basis = dict(mapping(loop.document.meta, "basis"))
        if not basis or loop.stored is None:
            basis = session.basis(self._start.number)
        elif number := whole_number(basis.get("turn")):
            # The turn may have published another head since, because a person edited it.
            earlier = next((turn for turn in session.turns() if turn.number == number and turn.head), None)
            basis["head"] = str(earlier.head["id"]) if earlier else basis["head"]
        if basis and basis != loop.document.meta.get("basis"):
            loop.save(basis=basis)
        if basis:
            self._basis = head_of(self._store, session, basis)

    def _understand(self) -> None:
        """§1: what is given (task, contract, state, steering), and the turn's goal, facts and unknowns."""
        loop, start = self._loop, self._start
        self._question = loop.task.text
        self._reading, self._composed = self._reading_of_texts(), ()
        phase = self._host.library.phase(loop.pattern, "understand")
        given = {
            "task": loop.task.text,
            "contract": start.contract,
            "state": self._state_given(),
            "steering": steering_text(start.session, start.number),
        }
        given = {key: text for key, text in given.items() if text}
        if self._reading is None:
            by_model(loop, phase, phase.form, [prompts.part(1, render(phase.form, given))], given)
            return
        goes_on = self._knows_more_than_texts()
        if start.choices:
            given |= {"goal": one_line(loop.task.text), "facts": self._reading.facts}
            given |= {"assumptions": numbered_lines(["what the pieces are, the whole part is"])}
            given |= {"unknowns": numbered_lines(["what each piece says of the task"])}
            by_code(loop, phase, phase.form.with_given(*given), given)
            return
        given |= {"earlier": self._earlier()} if goes_on and self._earlier() else {}
        given |= {
            "goal": one_line(loop.task.text),
            "facts": self._reading.facts,
            "assumptions": numbered_lines([f"each {self._reading.splitting.part} can be judged by itself"]),
            "unknowns": numbered_lines([f"what each chosen {self._reading.splitting.part} says of the task"]),
        }
        form = phase.form.with_given(*given)
        library, pattern = self._host.library, self._host.library.load("tool", WANTED)
        kind, examples = library.phase(pattern, "understand"), library.phase(pattern, "plan").text
        asked, text = (
            list(kind.form.bind(kinds=self._reading.kinds).fields),
            f"Task: {one_line(loop.task.text)}",
        )
        parts = [f"{kind.text}\n\n{examples}"]  # they come first, and the task right before the blank
        if goes_on:
            work = library.phase(library.load("tool", OVER), "understand")
            asked, text = [*work.form.fields, *asked], f"{work.text}\n\n{text}"
            form = form.without(*(entry.key for entry in work.form.fields))
        section = prompts.part(1, render(form, given))
        made_of = [*parts, section]
        parts += [section] if goes_on else []
        form, phase = Form((*form.fields, *asked)), replace(kind, name=phase.name, text=text)
        mend = self._with_whole_goal if goes_on else dict
        parsed = by_model(loop, phase, form, parts, given, mend=mend, made_of=made_of)
        if goes_on:
            self._question = self._goal(str(parsed.values.get("goal", "")))
            self._reading = self._reading_of_texts()
        # Code composes a reading, and reads right what a small model's own code often does not.
        sure = parsed.probabilities.get("work", 1.0) >= SURE
        if parsed.values.get("work") == COMPUTE and sure:
            self._reading = None

    def _with_whole_goal(self, values: Mapping[str, Value]) -> Mapping[str, Value]:
        """The values with a goal that says no other thing than the task."""
        goal = whole_question(self._loop.task.text, str(values.get("goal", "")), self._earlier())
        return {**values, "goal": goal}

    def _earlier(self) -> str:
        return earlier_text(self._start.session, mapping(self._loop.document.meta, "basis"))

    def _goal(self, goal: str) -> str:
        """The question of a later turn: its goal, or the task where a person changed that and not the goal."""
        loop = self._loop
        now = {"task": digest(loop.task.text), "goal": digest(goal)}
        before = mapping(loop.document.meta, "goal_of")
        if not loop.record(1).human:
            if before != now:
                loop.save(goal_of=now)
            return goal
        changed = before.get("task") != now["task"] and before.get("goal") == now["goal"]
        return loop.task.text if changed or not goal else goal

    def _state_given(self) -> str:
        """What §1 says is there: the variables of the basis or the texts, and what a parent gave."""
        variables = state_text(self._store, self._state(0)) or inputs_text(self._start.texts)
        return "\n".join(filter(None, (variables, given_values_text(self._start.values))))

    def _reading_of_texts(self, files: bool = True) -> Reading | None:
        """The texts as a question sees them; None where there are none, or the model plans freely.

        With `files` false, they are split further even where each could be judged as a whole.
        """
        if not self._host.scaffold:
            return None
        texts = dict(self._start.texts) or texts_in(self._store, self._state(0))
        decoded = {name: data.decode("utf-8", "replace") for name, data in texts.items()}
        if not any(map(str.strip, decoded.values())):
            return None
        if self._start.choices:
            return reading_in_pieces(decoded)
        may = self._start.session.capabilities
        return reading_of(decoded, self._question, files, files and may.depth > 0 and "map_rlm" in may.verbs)

    def _knows_more_than_texts(self) -> bool:
        """True where the basis has variables beside its inputs."""
        values = values_of(self._store, self._state(0))
        return any(value.blob and not value.name.startswith("inputs[") for value in values)

    def _plan(self) -> None:
        """§2: what later turns need, the units of work, and the checks that FINAL has to pass."""
        loop = self._loop
        phase = self._host.library.phase(loop.pattern, "plan")
        understood = loop.document.body(1)
        if self._reading is not None:
            self._plan_reading(self._reading, phase, understood)
            return
        parsed = by_model(loop, phase, phase.form, [prompts.part(1, understood)], {})
        items = parsed.values.get("checks", [])
        lines = [item.get("line", "") for item in items] if isinstance(items, list) else []
        conditions = list(filter(is_condition, map(condition_in, lines)))
        if not loop.record(2).human:  # a model's own numbers check nothing
            known = "\n".join(str(text) for text in self._given_texts())
            conditions = [condition for condition in conditions if has_known_numbers(condition, known)]
        self._checks = tuple(conditions)

    def _given_texts(self) -> Iterator[object]:
        """What §1 was given, without what the model wrote there."""
        values = self._loop.parsed["understand"].values
        yield from (values.get(key, "") for key in ("task", "contract", "state", "steering"))

    def _plan_reading(self, reading: Reading, phase: Phase, understood_text: str) -> None:
        """§2 of a turn over texts: the model fills what code does not know; code composes the blocks."""
        loop = self._loop
        library, pattern = self._host.library, self._host.library.load("tool", OVER)
        over, examples = library.phase(pattern, "plan"), library.phase(pattern, "do").text
        understood, task = loop.parsed["understand"], self._question
        if self._start.choices:
            self._plan_part(reading, plan_of_part(reading, task, self._start.choices), phase)
            return
        wanted = str(understood.values.get("wanted"))
        kind, doubt = kind_of(reading, wanted, understood.probabilities.get("wanted", 1.0))
        if kind == FIND:
            reading = self._reading_of_texts(files=False) or reading
        keys = asked_keys(kind, reading)
        asked = [entry for entry in over.form.bind(parts=reading.options).fields if entry.key in keys]
        design = phase.form.with_all_given().fields

        def unselected(text: str) -> str:
            return without_selected(text, reading.decided)

        def plan(values: Mapping[str, Value]) -> Plan:
            return plan_of(reading, values, task, kind, doubt, examples)

        if asked:
            parsed = by_model(
                loop,
                replace(over, name=phase.name, text=f"Task: {unselected(one_line(task))}"),
                Form((*asked, *design)),
                # The examples come first, and the task right before the blank.
                [f"{over.text}\n\n{examples}", prompts.part(1, unselected(understood_text))],
                {},
                mend=lambda values: {**values, **design_of(reading, plan(values))},
            )
        else:
            parsed = by_code(loop, phase, Form(design), design_of(reading, plan({})))
        self._checks = tuple(checks_of(plan(parsed.values)))
        self._composed = tuple(blocks_of(reading, plan(parsed.values), task))

    def _plan_part(self, reading: Reading, plan: Plan, phase: Phase) -> None:
        """§2 of a child that reads one large part: code knows all of it."""
        form = phase.form.with_all_given()
        by_code(self._loop, phase, form, design_of(reading, plan))
        self._checks = tuple(checks_of(plan))
        self._composed = tuple(blocks_of(reading, plan, self._question))

    def _work(self) -> Mapping[str, Any] | None:
        """§3: run blocks until one reaches FINAL; returns its entry, or None where no block is left."""
        self._blocks = read_blocks(self._loop.document.body(3))
        number = 0
        while number < self._start.blocks:
            number += 1
            self._delegate.begin_block(number)
            self._settle_code(number)
            if final := self._settle_result(number):
                if len(self._blocks) > number:
                    self._blocks.cut(number)
                    self._write()
                return final
        return None

    def _settle_code(self, number: int) -> None:
        """Make sure that block `number` has code: a person's, one that is fresh, or one from the model."""
        block, record = self._blocks.get(number), try_records(self._loop.document).get(number)
        composed = self._composed_block(number)
        if block is not None:
            known = text_standing(record, block.code, digest(composed) if composed else self._code_key(number))
            if known is TextStanding.STALE and record is not None and record.key == self._next_key(number):
                known = TextStanding.FRESH
            if not known.made_again:
                if known is TextStanding.EDITED:
                    key = record.key if record else ""
                    self._write(tries={number: Record("human", block.code_digest, key=key, names=_TRY)})
                return
        if composed:
            code, key = composed, digest(composed)
        elif chosen := self._choose_final(number):
            code, key = f"FINAL({chosen})", self._next_key(number)
        else:
            code, key = self._ask_code(number)
        code = with_checks(code, self._checks)
        if block is None or block.code != code:
            self._blocks.cut(number - 1)
            self._blocks.put(number, Block(code))
        record = Record("code" if composed else "model", digest(code), key=key, names=_TRY)
        self._write(tries={number: record})

    def _composed_block(self, number: int) -> str:
        """The block that code composed from the plan; "" for none, and after a block that did not run well."""
        earlier = self._blocks.blocks[: number - 1]
        fits = number <= len(self._composed) and all(block.ok for block in earlier)
        return self._composed[number - 1] if fits else ""

    def _ask_code(self, number: int) -> tuple[str, str]:
        """Ask the model for a block; one that failed already is refused, and drawn anew."""
        earlier = self._blocks.blocks[: number - 1]
        code = self._code_of_reply(number, [], GREEDY)
        for seed, temperature in enumerate(DRAWN, 1):
            failed = same_as_failed(with_checks(code, self._checks), earlier)
            if failed is None:
                return code, self._code_key(number)
            repeats = whole_number(self._loop.document.meta.get("repeats"))
            self._loop.save(repeats=repeats + 1)
            code = self._code_of_reply(number, [repeat_part(failed)], Sampling(temperature, seed))
        if failed := same_as_failed(with_checks(code, self._checks), earlier):
            raise _RepeatError(f"block {number - 1} failed, and the model writes it again: {failed.outcome}")
        return code, self._code_key(number)

    def _code_of_reply(self, number: int, more: list[str], sampling: Sampling) -> str:
        """The code of a reply; where the model writes none, it is told so once."""
        loop, nudges = self._loop, whole_number(self._loop.document.meta.get("nudges"))
        for nudged in (False, True):
            phase, parts = self._do_phase(), [*self._parts(number), *more]
            prompt = make_prompt(loop, phase, phase.form, [*parts, NO_CODE] if nudged else parts)
            reply = call_model(loop, phase, phase.form, prompt, sampling)
            code = str(reply.filled.values.get("code", "")).strip("\n")
            if has_code(code):
                return code
            if not nudged:
                loop.save(nudges=nudges + 1)
        raise _OpenError("the model wrote no code, and none after it was told so")

    def _settle_result(self, number: int) -> Mapping[str, Any] | None:
        """Make sure that block `number` ran; returns the entry of its FINAL, if it reached it."""
        block = self._blocks.get(number)
        assert block is not None
        key = digest("block", block.code, self._state(number - 1), self._inputs_digest, *self._checks)
        if number in self._edited_below and block.result:
            # It is on disk before an edit is taken, so that a kill between the two loses nothing.
            block = replace(block, result="", next="")
            self._blocks.put(number, block)
            self._write()
        known = text_standing(step_records(self._loop.document).get(number), block.result, key)
        if known.made_again or number not in self._states():
            self._run(number, block, key)
        return mappings(self._loop.document.meta, "finals").get(str(number))

    def _run(self, number: int, block: Block, key: str) -> None:
        """Run a block in the kernel, and write its result, its state and its FINAL in one durable step."""
        loop = self._loop
        loop.flush()
        self._host.tell(loop.id, loop.task.parent, "run", f"block {number}")
        kernel = self._kernel_at(number - 1)
        ended = kernel.run(block.code, number)
        redact = self._host.redact
        finals = {
            name: entry for name, entry in mappings(loop.document.meta, "finals").items() if int(name) < number
        }
        if final := ended.final:
            final = replace(final, stub=one_line(redact(final.stub)))
            outcome = f"FINAL {final.stub}"
            finals[str(number)] = {
                "value": self._store.write_blob(final.encoded),
                "text": self._store.write_text_blob(redact(final.text)),
                "about": self._store.write_blob(_about(final)),
            }
        else:
            outcome = f"{ended.error.kind}: {one_line(redact(ended.error.message))}" if ended.error else "ok"
        warnings, delegated = [redact(line) for line in ended.warnings], self._delegate.delegated()
        lines = result_lines(outcome, redact(ended.output), warnings, delegated, ended.changed)
        ran = replace(block, result=lines, next="")
        self._blocks.put(number, ran)
        states = {place: blob for place, blob in self._states().items() if place < number}
        states[number] = self._at = keep(self._store, ended.snapshot)
        self._write(steps={number: step_record("code", key, ran.result_digest)}, states=states, finals=finals)
        loop.flush()

    def _kernel_at(self, number: int) -> Kernel:
        """The kernel with the state after block `number`, 0 for that of the basis."""
        start, state = self._start, self._state(number)
        if self._kernel is None or self._at != state or number == 0:
            self._stack.close()
            settings = KernelSettings(limits=self._host.limits, workspace=self._host.workspace.root)
            settings = replace(settings, required=()) if self._host.unsafe else settings
            self._kernel = self._stack.enter_context(Kernel(settings, self._delegate))
            if state:
                self._kernel.restore(manifest_of(self._store, state), self._store.read_blob)
            if number == 0 and start.texts:
                self._kernel.load_texts(start.texts, start.missing)
            if number == 0 and start.values:
                self._kernel.load(start.values)
            if number == 0:
                self._kernel.declare(self._checks)
            self._at = state
        return self._kernel

    def _choose_final(self, number: int) -> str:
        """The variable that holds the answer, as the model chooses after a block that ran well; or "".

        A model that writes its blocks itself is asked where it wrote the same one twice: it has nothing to add.
        """
        last, names = self._blocks.get(number - 1), self._candidates(number)
        if not (self._host.scaffold or repeats_itself(self._blocks.blocks[: number - 1])):
            return ""
        if last is None or not last.ok or not names or last.next.startswith("work"):
            return ""
        phase, form, parts = self._next_question(number)
        reply = call_model(self._loop, phase, form, make_prompt(self._loop, phase, form, parts))
        values, chances = reply.filled.values, reply.filled.probabilities
        reached = values.get("goal reached") == "yes" and chances.get("goal reached", 1.0) >= REACHED
        chosen = str(values.get("value", "")) if reached else ""
        sure = f" ({chances['goal reached']:.2f})" if "goal reached" in chances else ""
        words = f"FINAL({chosen}){sure}" if chosen else f"work{sure}"
        self._blocks.put(number - 1, with_next(last, words))
        self._write()
        return chosen

    def _next_question(self, number: int) -> tuple[Phase, Form, list[str]]:
        pattern = self._host.library.load("tool", NEXT)
        phase = replace(self._host.library.phase(pattern, "do"), name="next")
        form = phase.form.bind(variables=self._candidates(number))
        return phase, form, self._parts(number)

    def _candidates(self, number: int) -> list[str]:
        """The names that blocks of this turn changed and that are there now, the newest first."""
        stored = {value.name for value in values_of(self._store, self._state(number - 1)) if value.blob}
        names: list[str] = []
        for block in reversed(self._blocks.blocks[: number - 1]):
            line = next((line for line in block.result.split("\n") if line.startswith("Changed:")), "")
            names += [name.strip() for name in line.removeprefix("Changed:").split(",")]
        return [name for name in dict.fromkeys(names) if name in stored][:MOST_VALUES]

    def _parts(self, number: int) -> list[str]:
        """What the prompt of block `number` shows: menu, design, blocks so far, variables now."""
        loop = self._loop
        parts = [f"## What to use when\n{MENU}", *prompts.shown({n: loop.document.body(n) for n in (1, 2)})]
        earlier = self._blocks.blocks[: number - 1]
        parts += [f"## Block {place}\n{block.shown}" for place, block in enumerate(earlier, 1)]
        if earlier and (state := state_text(self._store, self._state(number - 1))):
            parts.append(f"## Variables now\n{state}")
        return [*parts, *filter(None, [failure_part(earlier)])]

    def _do_phase(self) -> Phase:
        return self._host.library.phase(self._loop.pattern, "do")

    def _code_key(self, number: int) -> str:
        phase = self._do_phase()
        prompt = make_prompt(self._loop, phase, phase.form, self._parts(number))
        return self._loop.origin("code", prompt.text, self._host.model.fingerprint)

    def _next_key(self, number: int) -> str:
        if not self._candidates(number):
            return ""
        phase, form, parts = self._next_question(number)
        prompt = make_prompt(self._loop, phase, form, parts)
        return self._loop.origin("next", prompt.text, self._host.model.fingerprint)

    def _states(self) -> dict[int, str]:
        """The blob of the state after each block."""
        entries = mapping(self._loop.document.meta, "states").items()
        return {int(number): str(blob) for number, blob in entries if str(number).isdecimal()}

    def _state(self, number: int) -> str:
        """The blob of the state after block `number`; after 0 it is that of the basis, "" for none."""
        if number == 0:
            return self._basis.state if self._basis else ""
        return self._states().get(number, "")

    @functools.cached_property
    def _edited_below(self) -> frozenset[int]:
        """The blocks below which a person changed a document: a leaf's answer, or a child's turn."""
        if self._loop.stored is None:
            return frozenset()
        above = f"{self._start.task.number}."
        below = self._start.session.documents_below(self._loop.id)
        edited = (document_id for document_id, document in below.items() if is_edited(document))
        numbers = (parse_id(document_id).number.removeprefix(above).partition(".")[0] for document_id in edited)
        return frozenset(int(number) for number in numbers)

    @functools.cached_property
    def _inputs_digest(self) -> str:
        """The digest of the texts and values that the turn was given."""
        missing = {name: why.encode() for name, why in self._start.missing.items()}
        given = {**self._start.texts, **self._start.values, **missing}
        return digest(*(f"{name} {sha256(data).hexdigest()}" for name, data in sorted(given.items())))

    def _write(
        self,
        tries: Mapping[int, Record] | None = None,
        steps: Mapping[int, Record] | None = None,
        states: Mapping[int, str] | None = None,
        finals: Mapping[str, Any] | None = None,
    ) -> None:
        """Write §3 with the records of its blocks; records of blocks that are gone are left out."""
        loop, count = self._loop, len(self._blocks)
        body = write_blocks(self._blocks)
        loop.refuse_if_edited(3, body)
        kept_tries = {n: r for n, r in {**try_records(loop.document), **(tries or {})}.items() if n <= count}
        kept_steps = {n: r for n, r in {**step_records(loop.document), **(steps or {})}.items() if n <= count}
        keys: dict[str, Any] = {"tries": stored(kept_tries), "steps": stored(kept_steps)}
        if states is not None:
            keys["states"] = {str(place): blob for place, blob in states.items()}
        if finals is not None:
            keys["finals"] = dict(finals)
        edit, text = loop.spliced(3, body)
        origin = loop.origin("blocks", loop.document.digest(1), loop.document.digest(2))
        loop.save(edit, phase="do", sections=stored(loop.recorded(3, "model", origin, text)), **keys)

    def _publish(self, final: Mapping[str, Any]) -> TurnEnd:
        """§4 and §5, and the head, in one durable step with the status."""
        loop, store = self._loop, self._store
        about = json.loads(store.read_blob(str(final["about"])))
        checks = tuple(Check(**check) for check in about["checks"])
        head = Head(
            "final",
            basis=self._basis.id if self._basis else "",
            state=self._state(len(self._blocks)),
            value=str(final["value"]),
            text=about["stub"],
            status=about["status"],
            expression=about["expression"],
            names=tuple(about["names"]),
            checks=checks,
        )
        phase = self._host.library.phase(loop.pattern, "check")
        by_code(loop, phase, phase.form, {"evidence": evidence_text(head), "decision": "accept"})
        text = store.read_blob(str(final["text"])).decode("utf-8", "replace")
        shown = (
            text
            if len(text) <= SHOWN
            else f"{text[:SHOWN]}\n[… all {len(text)} characters are in {final['text']}]"
        )
        keys = {
            **ceiling_keys(loop.document, None),
            **({"stopped": ""} if loop.document.meta.get("stopped") else {}),
        }
        loop.end_once(Status.ACCEPTED, shown or "None", head=write_head(store, head), **keys)
        return TurnEnd(Status.ACCEPTED, head, store.read_blob(str(final["value"])), text)

    def stop(self, reason: str, ceiling: Ceiling | None = None) -> TurnEnd:
        """Publish a partial head where code built results, else a wreckage head, and end as escalated."""
        loop, state = self._loop, self._state(max(self._states(), default=0))
        built = area_of(self._store, state, "results")
        value = encoded_dict(self._store, built) if built else None
        kind: Kind = "partial" if built else "wreckage"
        lines = "\n".join(f"{key}: {one_line(entry.stub)}" for key, entry in built.items())
        head = Head(
            kind,
            basis=self._basis.id if self._basis else "",
            state=state,
            value=self._store.write_blob(value) if value else "",
            text=one_line(lines)[:300],
            status="weak" if built else "",
            names=("results",) if built else (),
            reason=reason,
        )
        with loop.saves_collected():
            output = f"Escalated: {reason}" + (f"\nPartial result:\n{lines}" if lines else "")
            keys = ceiling_keys(loop.document, ceiling)
            loop.end_once(Status.ESCALATED, output, head=write_head(self._store, head), **keys)
        return TurnEnd(Status.ESCALATED, head, value, lines, reason, ceiling)

    def stay_open(self, reason: str) -> TurnEnd:
        """Leave the turn open, and say why in its document."""
        with self._loop.saves_collected():
            self._loop.save(stopped=reason)
        return TurnEnd(Status.RUNNING, reason=reason)

    def fail(self, reason: str) -> TurnEnd:
        """End as failed: the model or the sandbox cannot be had. Nothing is published; resume tries again."""
        with self._loop.saves_collected():
            self._loop.end_once(Status.FAILED, f"Failed: {reason}")
        return TurnEnd(Status.FAILED, reason=reason)


_TRY = ("by", "key", "text")


def head_of(store: Store, session: Session, basis: Mapping[str, Any]) -> Head:
    """The head that an entry `basis` or `source` names, in this session or in the one it was attached from."""
    place = Session(store, str(basis["session"])) if basis.get("session") else session
    if blob := basis.get("blob"):
        return read_head(store, {"id": basis["head"], "blob": blob}, place.id)
    return place.head(str(basis["head"]))[1]


def inputs_text(texts: Mapping[str, bytes]) -> str:
    """The texts that a first turn is over, a line each."""
    lines = [f"inputs[{name!r}]: text of {len(data):,} bytes" for name, data in list(texts.items())[:STUBS]]
    return "\n".join([*lines, *([f"… and {len(texts) - STUBS} more"] if len(texts) > STUBS else [])])


def given_values_text(values: Mapping[str, bytes]) -> str:
    """The values that a child was given by name, a line each, as JSON that is cut where it is long."""
    lines = []
    for name, encoded in values.items():
        lines.append(f"{name}: {shortened(one_line(encoded.decode('utf-8', 'replace')), STUB)}")
    return "\n".join(lines)


def steering_text(session: Session, number: int) -> str:
    """What the operator said that holds for turn `number`."""
    lines = []
    for steer in session.steering():
        if steer.turn <= number and (steer.what in ("narrow", "evidence") or steer.turn == number):
            about = f" {steer.head}" if steer.head else ""
            lines.append(f"- {steer.what}{about}: {steer.text}" if steer.text else f"- {steer.what}{about}")
    return "\n".join(lines)


def evidence_text(head: Head) -> str:
    """The evidence lines of §4: each check behind the value, and how the value stands."""
    lines = [f"- {'ok' if check.holds else 'fail'}: {check.name}" for check in head.checks]
    return "\n".join([*lines, f"- ok: FINAL({head.expression}) from {', '.join(head.names) or 'no variable'}"])


def condition_in(line: str) -> str:
    """The condition in a line of §2, without marks of code around it."""
    return line.strip().strip("`").removeprefix("assert ").strip()


def is_condition(text: str) -> bool:
    """True where `text` is an expression in Python that compares, negates or calls something."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return isinstance(tree, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Call)


def has_known_numbers(condition: str, known: str) -> bool:
    """True where every number of a condition, but for 0 and 1, stands in the text `known`."""
    given = set(re.findall(r"\d+(?:\.\d+)?", known))
    numbers = (node.value for node in ast.walk(ast.parse(condition)) if isinstance(node, ast.Constant))
    return all(
        str(number) in given
        for number in numbers
        if isinstance(number, int | float) and not isinstance(number, bool) and number not in (0, 1)
    )


def with_checks(code: str, checks: Sequence[str]) -> str:
    """The code of a block with the declared checks made before its FINAL, if it has one at its own level."""
    try:
        body = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code
    for node in body:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "FINAL":
            lines = code.split("\n")
            calls = [line for check in checks if (line := f"check({check!r}, lambda: {check})") not in lines]
            return "\n".join([*lines[: node.lineno - 1], *calls, *lines[node.lineno - 1 :]])
    return code


def has_code(text: str) -> bool:
    """True where a reply has a line that is neither blank nor a comment."""
    return any(line.strip() and not line.strip().startswith("#") for line in text.split("\n"))


def _about(final: Any) -> bytes:
    """What a FINAL says of itself, as JSON: digest, stub, status, expression, names and checks."""
    checks = [dict(vars(Check(check.name, bool(check.holds), check.declared))) for check in final.checks]
    about = {
        "stub": final.stub,
        "status": final.status,
        "expression": final.expression,
        "names": list(final.names),
        "checks": checks,
    }
    return json.dumps(about, sort_keys=True, ensure_ascii=False).encode()
