"""The verbs by which a block asks for a model's judgment or a child's work, each as one request to the engine.

What is wrong with a request is found here, before anything is asked: no contract, too many lanes, no shape.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pandora.sessions.inside.frames import Frame
from pandora.sessions.inside.lane_values import Envelope, Failed
from pandora.sessions.inside.shapes import ShapeError, misfit, shape_of
from pandora.sessions.inside.value_encoding import Definitions, UnstorableError, decode, encode
from pandora.sessions.inside.value_numbers import numbers_in_text

VERBS = ("lm", "map_lm", "rlm", "map_rlm", "attach_rlm")
"""What a session's code may ask of the engine."""
USAGE = ("calls", "prompt", "written")
"""What an envelope says of a child's usage: nothing that a clock or another machine would change."""
_FEW_LINES = 2
_EXTREME_OF = 3
"""The larger or smaller of so many numbers was compared, not read."""
_QUESTION_MARKS = "?？؟"


class VerbError(Exception):
    """A request that could not be made, or that came to nothing; `kind` says which."""

    kind = "error"


class ContractError(VerbError):
    """The request lacks what it must say; nothing was asked."""

    kind = "contract"


class FanoutError(VerbError):
    """More lanes than may be asked at once; nothing was asked."""

    kind = "fanout"


class LeafError(VerbError):
    """A leaf failed."""

    kind = "leaf"


class ChildError(VerbError):
    """A child failed, or ended without a FINAL; `failed` says how, with its wreckage's head."""

    kind = "child"

    def __init__(self, failed: Failed) -> None:
        head = f"; its head {failed.head} can be looked at" if failed.head else ""
        super().__init__(f"{failed.kind}: {failed.error}{head}")
        self.failed = failed


class Verbs:
    """The verbs of one kernel. `call` sends a request to the engine and returns its replies."""

    def __init__(
        self,
        call: Callable[[Frame], Frame],
        definitions: Definitions,
        fanout: int,
        areas: Callable[[str], Any],
    ) -> None:
        self._call = call
        self._definitions = definitions
        self._fanout = fanout
        self._areas = areas
        self.warnings: list[str] = []
        self.block = 0
        self._asked = 0

    def begin(self, block: int) -> None:
        """Begin a block: its requests are numbered from 1, and its warnings are collected anew."""
        self.block, self._asked, self.warnings = block, 0, []

    def functions(self) -> dict[str, Callable[..., Any]]:
        """The verbs by name, for the blocks."""
        return {name: getattr(self, name) for name in VERBS}

    def lm(
        self, question: str, text: Any = "", choices: Sequence[str] | None = None, shape: Any = "text"
    ) -> Any:
        """Ask one bounded judgment about `text`; returns its value, of this shape or one of `choices`.

        Raises LeafError where it fails.
        """
        result = self._leaves("lm", question, [text], choices, shape, None)[0]
        if isinstance(result, Failed):
            raise LeafError(f"{result.kind}: {result.error}")
        return result

    def map_lm(
        self,
        question: str,
        items: Iterable[Any],
        choices: Sequence[str] | None = None,
        shape: Any = "text",
        again: Sequence[Any] | None = None,
        shares: bool = False,
        examples: Sequence[tuple[Any, str]] = (),
    ) -> list[Any]:
        """Ask the same judgment about each item; returns the values in the order of the items.

        A lane that fails is a `Failed` in its place. With `again`, the results of an earlier call, only its
        failed lanes are asked. With `shares`, each value is a pair: yes or no, or one of three choices or more,
        and a dict with the probability of each. `examples` are texts with the choice that is right for each.
        """
        if shares and len(choices or ()) < 3 and set(choices or ()) != {"yes", "no"}:
            raise ContractError("map_lm: shares are of yes and no, or of three choices or more; give them")
        return self._leaves("map_lm", question, self._items(items), choices, shape, again, shares, examples)

    def rlm(
        self,
        assignment: str,
        *,
        boundary: str = "",
        shape: Any = None,
        missing: str = "",
        choices: Sequence[str] | None = None,
        **values: Any,
    ) -> Envelope:
        """Have a child of its own do the assignment with these values alone; returns its envelope.

        `boundary` says what it is not to do, `shape` or `choices` what it returns, `missing` what it does where
        something is missing. Raises ChildError where it ends without a FINAL.
        """
        return self._one("rlm", assignment, boundary, shape, missing, values, "", choices)

    def map_rlm(
        self,
        assignment: str,
        items: Iterable[Any],
        *,
        boundary: str = "",
        shape: Any = None,
        missing: str = "",
        choices: Sequence[str] | None = None,
        again: Sequence[Any] | None = None,
        **values: Any,
    ) -> list[Any]:
        """Have one child an item do the assignment; each sees its own as `item`.

        Returns envelopes in the order of the items, with a `Failed` in the place of a lane that failed. With
        `again`, the results of an earlier call, only its failed lanes are run.
        """
        lanes = [{**values, "item": item} for item in self._items(items)]
        return self._children("map_rlm", assignment, boundary, shape, missing, lanes, "", again, choices)

    def attach_rlm(
        self,
        head: Any,
        assignment: str,
        *,
        boundary: str = "",
        shape: Any = None,
        missing: str = "",
        **values: Any,
    ) -> Envelope:
        """Have a child go on from the state of an earlier head, or of a session's latest sound one.

        The source does not change. Raises ChildError where there is no such head.
        """
        source: Any = head.head if isinstance(head, Envelope) else head
        if type(source) is not str or not source:
            raise ContractError("attach_rlm needs the id of a head or a session, or an envelope")
        return self._one("attach_rlm", assignment, boundary, shape, missing, values, source)

    def _items(self, items: Iterable[Any]) -> list[Any]:
        """The items as a list; no more are taken than one over the cap, so that an endless one ends."""
        if isinstance(items, str | bytes | Mapping):
            raise ContractError("the items are a list: one item a lane")
        lanes: list[Any] = []
        for item in items:
            lanes.append(item)
            if len(lanes) > self._fanout:
                size = f"{len(items):,}" if isinstance(items, list | tuple) else f"more than {self._fanout}"
                raise FanoutError(
                    f"{size} lanes, and at most {self._fanout} may be asked at once; nothing was asked: select "
                    "by code first, or join several items into one lane"
                )
        return lanes

    def _key(self) -> str:
        self._asked += 1
        return f"{self.block}.{self._asked}"

    def _leaves(
        self,
        verb: str,
        question: Any,
        items: list[Any],
        choices: Any,
        shape: Any,
        again: Any,
        shares: bool = False,
        examples: Any = (),
    ) -> list[Any]:
        if type(question) is not str or not question.strip():
            raise ContractError(f"{verb} needs a question")
        choices = _choices(choices, verb)
        shape = _shape(shape, verb)
        shown = _examples(examples, choices, verb)
        lanes = _lanes(items, again, verb)
        texts = [_as_text(items[lane]) for lane in lanes]
        if not lanes:
            return list(again or [])
        fields = {
            "key": self._key(),
            "verb": verb,
            "question": question,
            "choices": choices,
            "shape": shape,
            "lanes": lanes,
            "examples": shown,
        }
        sent = tuple(text.encode("utf-8", "surrogateescape") for text in texts)
        replies = self._replies(Frame("ask", fields, sent), len(lanes))
        results = list(again) if again is not None else [None] * len(items)
        for lane, text, reply in zip(lanes, texts, replies.fields["lanes"], strict=True):
            value = self._leaf_value(lane, reply, choices, shape, question, text)
            with_shares = shares and not isinstance(value, Failed)
            results[lane] = (value, dict(reply["shares"])) if with_shares else value
        if sum(question.count(mark) for mark in _QUESTION_MARKS) > 1:
            self._warn("a leaf makes one judgment: ask each question with an lm of its own")
        self._note_failures(fields["key"], verb, lanes, results, again)
        return results

    def _leaf_value(self, lane: int, reply: Any, choices: Any, shape: Any, question: str, text: str) -> Any:
        if reply.get("warning"):
            self._warn(str(reply["warning"]))
        if reply.get("error"):
            return _failed(lane, reply)
        value = reply.get("value")
        wrong = _misfit(value, shape, choices)
        if wrong:
            return Failed(lane, f"it returned another shape: {wrong}", "shape", str(reply.get("child", "")))
        if not choices:
            self._warn_of_exact_work(value, question, text)
        return value

    def _warn_of_exact_work(self, value: Any, question: str, text: str) -> None:
        """Warn where a leaf did exact work: a number that it worked out, or lines in another order."""
        kernel = "do that in the kernel, where it is exact (len, sum, sorted, max, min, a loop)"
        shown = value if isinstance(value, str) else "" if isinstance(value, bool) else json.dumps(value)
        answered = set(numbers_in_text(shown))
        given = numbers_in_text(f"{question}\n{text}")
        if answered - set(given):
            self._warn(f"a leaf answered {_clip(shown)}, a number that stands nowhere in its text; {kernel}")
        elif len(set(given)) >= _EXTREME_OF and answered & {max(given), min(given)} and len(answered) == 1:
            self._warn(f"a leaf answered the largest or smallest number of its text; {kernel}")
        rows = [row.strip() for row in shown.splitlines() if row.strip()] if isinstance(value, str) else value
        if isinstance(rows, list) and len(rows) > _FEW_LINES and all(isinstance(row, str) for row in rows):
            lines = [line.strip() for line in text.splitlines()]
            places = [lines.index(row) for row in rows if row in lines]
            if len(places) == len(rows) and places != sorted(places):
                self._warn(f"a leaf put the lines of its text into another order; {kernel}")

    def _warn(self, warning: str) -> None:
        if warning not in self.warnings:
            self.warnings.append(warning)

    def _one(
        self,
        verb: str,
        assignment: Any,
        boundary: Any,
        shape: Any,
        missing: Any,
        values: Mapping[str, Any],
        source: str,
        choices: Any = None,
    ) -> Envelope:
        given = [dict(values)]
        result = self._children(verb, assignment, boundary, shape, missing, given, source, None, choices)[0]
        if isinstance(result, Failed):
            raise ChildError(result)
        assert isinstance(result, Envelope)
        return result

    def _children(
        self,
        verb: str,
        assignment: Any,
        boundary: Any,
        shape: Any,
        missing: Any,
        given: list[dict[str, Any]],
        source: str,
        again: Any,
        choices: Any = None,
    ) -> list[Any]:
        choices = _choices(choices, verb)
        shape = "text" if choices and shape is None else shape
        contract = {"assignment": assignment, "boundary": boundary, "missing": missing}
        lacking = [name for name, text in contract.items() if type(text) is not str or not text.strip()]
        lacking += ["shape"] if shape is None else []
        if lacking:
            raise ContractError(
                f"{verb} needs {', '.join(lacking)}; nothing was asked: boundary says what the child is not to "
                "do, shape what it returns, missing what it does where something is missing"
            )
        shape = _shape(shape, verb)
        lanes = _lanes(given, again, verb)
        if not lanes:
            return list(again or [])
        names, parts = [], []
        for lane in lanes:
            names.append(list(given[lane]))
            for name, value in given[lane].items():
                try:
                    parts.append(encode(value, self._definitions, alone=True))
                except UnstorableError as error:
                    raise ContractError(f"{verb}: {name} cannot be given to a child: {error}") from None
        fields = {
            "key": self._key(), "verb": verb, "assignment": assignment, "boundary": boundary, "shape": shape,
            "missing": missing, "source": source, "lanes": lanes, "names": names, "choices": choices,
        }  # fmt: skip
        replies = self._replies(Frame("delegate", fields, tuple(parts)), len(lanes))
        results: list[Any] = list(again) if again is not None else [None] * len(given)
        values = iter(replies.parts)
        for lane, reply in zip(lanes, replies.fields["lanes"], strict=True):
            results[lane] = self._child_value(lane, reply, next(values), shape, choices)
            if isinstance(results[lane], Envelope):
                self._areas("handles")[results[lane].head] = assignment
        self._note_failures(fields["key"], verb, lanes, results, again)
        return results

    def _child_value(self, lane: int, reply: Any, encoded: bytes, shape: Any, choices: Sequence[str]) -> Any:
        if reply["status"] not in ("final", "partial"):
            return _failed(lane, reply)
        try:
            value = decode(encoded, {}, _no_text)
        except Exception as error:
            return Failed(lane, f"its value cannot be read: {error}", "error", reply["child"], reply["head"])
        wrong = _misfit(value, shape, choices)
        if wrong:
            return Failed(lane, f"it returned another shape: {wrong}", "shape", reply["child"], reply["head"])
        usage = {key: reply["usage"][key] for key in USAGE}
        return Envelope(reply["status"], value, reply["session"], reply["head"], usage)

    def _replies(self, request: Frame, lanes: int) -> Frame:
        reply = self._call(request)
        if len(reply.fields["lanes"]) != lanes:
            raise VerbError("the engine answered another number of lanes than were asked")
        return reply

    def _note_failures(
        self, key: str, verb: str, lanes: Iterable[int], results: Sequence[Any], again: Any
    ) -> None:
        """Put the lanes that failed into the area `failures`, and take out those that failed before."""
        failures = self._areas("failures")
        for lane in lanes:
            if again is not None:
                for name in [name for name, failed in failures.items() if failed is again[lane]]:
                    del failures[name]
            if isinstance(results[lane], Failed):
                failures[f"{verb} {key} lane {lane}"] = results[lane]


def _no_text(name: str, digest: str) -> Any:
    raise ValueError(f"the text {name} did not come with it")


def _choices(given: Any, verb: str) -> list[str]:
    """The choices as a list, [] for none; raises ContractError where they are none to choose from."""
    choices = [] if given is None else list(given)
    if given is not None and (
        len(choices) < 2 or not all(type(choice) is str and choice.strip() for choice in choices)
    ):
        raise ContractError(f"{verb}: choices are two texts or more")
    return choices


def _examples(given: Any, choices: Sequence[str], verb: str) -> list[list[str]]:
    """The examples as pairs of texts; raises ContractError where one has no right choice."""
    try:
        pairs = [[_as_text(text), choice] for text, choice in given]
    except (TypeError, ValueError):
        pairs = [["", ""]]
    if not all(choice in choices for _, choice in pairs):
        raise ContractError(f"{verb}: examples are pairs: a text, and the one of the choices that is right")
    return pairs


def _misfit(value: object, shape: Any, choices: Sequence[str]) -> str:
    if not choices:
        return misfit(value, shape)
    return "" if value in choices else "it is none of the choices"


def _shape(shape: Any, verb: str) -> Any:
    try:
        return shape_of(shape)
    except ShapeError as error:
        raise ContractError(f"{verb}: {error}") from None


def _lanes(items: Sequence[Any], again: Any, verb: str) -> list[int]:
    """The lanes to run: all, or those that failed in the results `again`."""
    if again is None:
        return list(range(len(items)))
    if not isinstance(again, list) or len(again) != len(items):
        raise ContractError(f"{verb}: again is the list that an earlier call with the same items returned")
    return [lane for lane, result in enumerate(again) if isinstance(result, Failed)]


def _failed(lane: int, reply: Mapping[str, Any]) -> Failed:
    return Failed(lane, reply["error"] or "it failed", reply["kind"] or "error", reply["child"], reply["head"])


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return str(value)
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        raise ContractError("what a leaf reads is a text, or plain numbers, lists and dicts") from None


def _clip(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
