"""A capability as a loop: examples in §1, a filled template in §2, scripts in §3, and in §4 what code found.

The loop is that of every other run. This builder brings its PLAN, DO and CHECK, and a person's yes puts what
came out into `system/`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from pandora.budget import Budget
from pandora.check.lint_system import system_problems
from pandora.check.token_costs import Meter
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.body import render
from pandora.document.form import Slot, Value
from pandora.document.meta_values import mapping
from pandora.document.operation_script import Script, ScriptError, read_script
from pandora.document.question_lines import pairs, pending
from pandora.document.records import Standing, stored, try_record, try_records
from pandora.document.state_document import digest
from pandora.engine import prompt as prompts
from pandora.engine.candidates import (
    Candidate,
    Tries,
    as_read_back,
    prompt_part,
    tries_of,
    write_tries,
)
from pandora.engine.check import Results
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.micro_loop import micro_loop
from pandora.engine.numbered_contents import Contents
from pandora.engine.pattern import Library
from pandora.engine.phase import by_code, by_model, call_model, make_prompt
from pandora.engine.questions import Ask, ask
from pandora.engine.reuse import arguments_digest, call_key
from pandora.engine.run import Ended, start
from pandora.engine.step_schedule import RunLoop
from pandora.growth.altered_examples import altered_copies
from pandora.growth.check_values import check_values, first_against
from pandora.growth.example_calls import KEPT, calls_of, loop_over_lines, rewriting_of
from pandora.growth.example_facts import facts_of
from pandora.growth.example_trials import try_all
from pandora.growth.examples import LEAST, SINGLE, Example, decode, divide, encode
from pandora.growth.examples import LONGEST as LONGEST_EXAMPLE
from pandora.growth.examples_of_runs import examples_of_runs
from pandora.growth.menu_chance import Probe, chances, own_chance
from pandora.growth.near_misses import (
    NearMiss,
    as_other_words,
    is_called_word,
    near_misses,
    taken_for_the_word,
)
from pandora.growth.paired_runs import PairedRuns
from pandora.growth.registration import Growth, register
from pandora.growth.script_checks import Finding, Request, hidden_findings, visible_findings
from pandora.growth.script_ending import ending_of, ending_with_loop, finished
from pandora.growth.script_search import edited_script
from pandora.growth.staging import Staging
from pandora.growth.suite_runs import OpenSuites, SuiteRuns
from pandora.growth.tool_template import (
    PATH,
    Template,
    arguments_of,
    function_opening_of,
    known_results,
    name_of,
    opening_of,
    template_of,
)
from pandora.models.protocol import GREEDY, Sampling
from pandora.outcome import Question
from pandora.programs.help import Evidence
from pandora.regular_file import read_text
from pandora.workspace.likely_files import likely_files
from pandora.workspace.operation_context import Result

ROLE = "grow_capability"
"""The pattern of the loop: `system/tools/grow/capability.md`, which only code calls."""
CALLS = 6
"""The most model calls of one loop: one for PLAN, four scripts, and one for the menu."""
TRIES = 4
WARM, WARMER = 0.7, 0.25
"""Temperature of the second script, and what each script that did the same as an earlier one adds to it."""
SHOWN = 3
"""So many visible examples stand in a prompt."""
BARE = 2
"""From this script on, a prompt has the examples as calls of a function, and nothing of the scripts before."""
LONGEST_FILE = 400
"""The most characters of a file that a prompt shows of an example."""
_KEPT = re.compile(r"^Examples: \d+, kept as ([0-9a-f]+)", re.M)
_SUITE = re.compile(r"^Suite: \S", re.M)
_LEVEL = re.compile(r"^Level: (operation|tool)$", re.M)
NONE = "nothing"
"""What §2 says where no grown operation does it already."""
FREE = "Example"
"""What a question begins with that asks for a whole example."""
MORE = "What do the examples leave open? Answer in words, or begin anew with more examples."
ROW_ORDER = "row order matters"
QUOTED = "only where the task is this one, "
"""What the line of a tool begins with where it quotes the request."""
SURE = 0.8
"""The least probability with which the model may say that the order of rows does not matter."""
GATE = "examples"
FIGURES = {
    "visible": "visible examples",
    "hidden": "hidden examples",
    "copies": "altered copies",
    "menu": "menu",
}


def task_text(
    words: str, examples: Sequence[Example], level: str, store: Store, suite: str = "", runs: Sequence[str] = ()
) -> str:
    """The task of the loop: the capability's words, and what code sees of its examples, which it keeps.

    `suite` is the folder of a suite of tasks that must not get worse, "" for none. `runs` are those from which
    examples were taken.
    """
    lines = [words.strip()]
    if examples:
        writes = any(example.writes for example in examples)
        gives = "files" if writes else "printed text"
        whole = sum(example.whole for example in examples)
        lines += [f"Takes: {', '.join(examples[0].given)}", f"Gives: {gives}"]
        lines += [f"May change: {'files' if writes else 'nothing'}", f"Level: {level}"]
        blob = store.write_blob(encode(examples)).rpartition("/")[2]
        of_runs = f"; of the runs {', '.join(runs)}" if runs else ""
        lines.append(f"Examples: {whole}, kept as {blob}{of_runs}")
    else:
        lines.append(f"Level: {level}")
    return "\n".join([*lines, *([f"Suite: {suite}"] if suite else [])])


def begin(
    words: str, examples: Sequence[Example], level: str, host: Host, budget: Budget, suite: str = ""
) -> Ended:
    """Start the loop that builds a capability; it ends waiting, where a person must say or allow something.

    Where fewer than LEAST examples are given, accepted runs that did the same add theirs, and files of the
    workspace whose words fit are what a person is asked about. `suite` is the folder of a suite of tasks
    that must not get worse.
    """
    runs: list[str] = []
    if len(examples) < LEAST and all(set(example.given) == {PATH} for example in examples):
        taken = {example.given[PATH] for example in examples}
        added = [pair for pair in examples_of_runs(host, words) if pair[1].given[PATH] not in taken]
        runs, examples = [run for run, _ in added], [*examples, *(example for _, example in added)]
        examples = _with_likely_files(examples, words, host)
    budget = replace(budget, calls=min(budget.calls, CALLS))
    host.ledger.ceiling = budget
    text = task_text(words, examples, level, host.store, suite, runs)
    return start(text, host, budget, loop=functools.partial(micro_loop, role=ROLE))


def _with_likely_files(examples: Sequence[Example], words: str, host: Host) -> Sequence[Example]:
    """The examples, and where they are too few, files like theirs whose words fit, of which a person is asked.

    Nothing is added where these would still be too few.
    """
    root, hides = host.workspace.root, host.policy.hides
    taken = {example.given[PATH] for example in examples}
    endings = {PurePosixPath(path).suffix for path in taken}
    likely = [
        Example({PATH: path}, None, {path: text})
        for path in likely_files(words, root, hides)
        if path not in taken
        and (not endings or PurePosixPath(path).suffix in endings)
        and (text := _text_of(host.workspace, path)) is not None
    ]
    enough = len(examples) < LEAST <= len(examples) + len(likely)
    return [*examples, *likely][: LEAST + 1] if enough else examples


def _text_of(workspace: Workspace, path: str) -> str | None:
    try:
        return read_text(workspace.root / path, LONGEST_EXAMPLE, inside=workspace.root)
    except (OSError, UnicodeDecodeError):
        return None


@dataclass(frozen=True)
class _Order:
    """What §1 and §2 ask for: what a script is held to, and the template that it goes into."""

    request: Request
    template: Template

    def script(self, source: str) -> Script:
        """The source as a script of the template; raises ScriptError where it is no Python."""
        template = self.template
        section = f"~~~~python\n{source}\n~~~~"
        return read_script(template.operation, section, template.effects, template.result)

    def files(self, source: str) -> dict[str, bytes]:
        """The files of the tool, by path."""
        return {path: text.encode("utf-8") for path, text in self.template.files(source).items()}


class CapabilityBuilder:
    """The builder of new tools; see `pandora.engine.builders`. `open_suites` opens the suite that §1 names."""

    def __init__(self, open_suites: OpenSuites | None = None) -> None:
        self._open = open_suites

    def begin(self, loop: Loop) -> None:
        """Prepare nothing."""

    def takes(self, loop: Loop) -> bool:
        """Take the loops that `begin` started."""
        return loop.pattern.name == ROLE

    def plan(self, loop: Loop) -> list[tuple[str, str]]:
        """§2: level, name, effects, and what does it already. Raises Ask while there are too few examples."""
        examples = examples_of(loop)
        phase = loop.host.library.phase(loop.pattern, "plan")
        known = _existing(loop, examples)
        fixed: dict[str, Value] = {
            "level": _level(loop),
            "effects": template_of(examples, "operation", "", "", "", ()).effects,
            "existing": known or NONE,
        }
        if known:
            form = phase.form.with_all_given()
            by_code(loop, phase, form, fixed)
            return []
        taken = [pattern.name for pattern in loop.host.library.all()[0]]

        def mend(values: Mapping[str, Value]) -> Mapping[str, Value]:
            return {**values, "name": name_of(str(values.get("name", "")), taken)}

        form = phase.form if _may_shuffle(examples) else phase.form.without(ROW_ORDER)
        by_model(loop, phase, form, [*_parts(loop), _shown(divide(examples)[0])], fixed, mend=mend)
        return []

    def do(self, loop: Loop, steps: list[tuple[str, str]], run: RunLoop) -> Results:
        """§3: scripts, one after another, each tried on the visible two thirds of the examples."""
        known = str(loop.parsed["plan"].values["existing"])
        if known != NONE:
            output = f"`{known}` does this: it gives what each example asks for"
            origin = loop.origin("existing", output)
            if not loop.keeps("do", origin):
                loop.write("do", output, "code", origin)
            return Results(output, (Evidence(True, output),))
        order = _order(loop)
        tried = _Attempts(loop, order).run()
        chosen = tried.named
        if chosen is None or chosen.result is None:
            results = [candidate.result.text for candidate in tried.candidates if candidate.result]
            why = results[-1] if results else "none was written"
            problem = f"none of {len(tried.candidates)} scripts does what the visible examples ask for: {why}"
            return Results("", (Evidence(False, problem, MORE),))
        _ask_about_near_miss(loop, order, chosen.arguments["code"])
        output = f"`{order.template.name}` is in {', '.join(order.files(chosen.arguments['code']))}"
        return Results(output, tuple(Evidence(True, line) for line in chosen.result.text.split("\n")))

    def check(self, loop: Loop, results: Results) -> tuple[str, str]:
        """§4, all by code but for the menu; what passes is registered, once a person allows it."""
        phase = loop.host.library.phase(loop.pattern, "check")
        known = str(loop.parsed["plan"].values["existing"]) != NONE
        if known or not results.sound:
            decision = "accept" if results.sound else "escalate"
            values = check_values(results.evidence, first_against(results.evidence), decision)
            parsed = by_code(loop, phase, phase.form.with_all_given(), values)
            return str(parsed.values["decision"]), str(parsed.values.get("issues", ""))
        order, source, form = _order(loop), _chosen_source(loop), phase.form.with_all_given()
        origin = loop.origin(
            "check", *_texts(order, source), loop.document.digest(1), loop.host.model.fingerprint
        )
        if not loop.keeps("check", origin):
            order, findings = _checked(loop, order, source)
            if self._open and _SUITE.search(loop.task.text) and all(finding.ok for finding in findings):
                findings.append(_of_suite(loop, self._open(loop).shared))
            evidence = [*results.evidence, *_evidence(findings)]
            decision = "accept" if all(fact.ok for fact in evidence) else "escalate"
            parts = (*_texts(order, source), loop.document.digest(1), loop.host.model.fingerprint)
            body = render(form, check_values(evidence, first_against(evidence), decision))
            line = {"of": str(loop.parsed["plan"].values["when"]), "is": order.template.when}
            loop.write("check", body, "code", loop.origin("check", *parts), line=line)
        loop.parsed["check"] = parsed = loop.values("check", form)
        decision = str(parsed.values["decision"])
        if decision == "accept":
            figures = _figures(str(parsed.values.get("evidence", "")))
            figures["calls"] = str(loop.used.calls)
            template, files = order.template, order.files(source)
            register(loop, files, Growth(template.name, template.level, template.effects, GATE, figures))
        return decision, str(parsed.values.get("issues", ""))


def examples_of(loop: Loop) -> list[Example]:
    """The examples of a loop, with what a person has answered; raises Ask while there are fewer than LEAST.

    An answered question about a near miss is one more example; while it is unanswered, Ask is raised, too.
    """
    kept = _KEPT.search(loop.task.text)
    given = decode(loop.host.store.read_blob(f"blobs/{kept[1]}")) if kept else []
    answers = {asked: answer for asked, answer in pairs(loop.document.body(1)) if answer}
    examples = [
        example if example.whole else replace(example, output=answers.get(_question(example)))
        for example in given
    ]
    for asked, answer in answers.items():
        what, arrow, output = answer.partition("=>")
        if asked.startswith(FREE) and arrow and what.strip():
            examples.append(Example({SINGLE: what.strip()}, output.strip()))
    whole = [example for example in examples if example.whole]
    waiting = pending(loop.document.body(1))
    if len(whole) >= LEAST and waiting is None and not answers:
        return whole
    if len(whole) >= LEAST:
        misses = {miss.question: miss.example for miss in _near_misses(loop, *divide(whole))}
        if waiting in misses:
            raise Ask(Question("task", waiting, loop.id, 1))
        said = ((misses[asked], answer) for asked, answer in answers.items() if asked in misses)
        return [*whole, *(replace(example, output=answer) for example, answer in said)]
    unsaid = next((example for example in examples if not example.whole), None)
    free = f"{FREE} {len(whole) + 1} of {LEAST}: what goes in, and what must come out? Write: INPUT => OUTPUT"
    question = _question(unsaid) if unsaid else free
    if waiting == question:
        raise Ask(Question("task", question, loop.id, 1))
    raise ask(loop, 1, question)


def _question(example: Example) -> str:
    return f"What must come out for {example.named}?"


def _near_misses(loop: Loop, visible: Sequence[Example], hidden: Sequence[Example]) -> list[NearMiss]:
    """The near misses of the words of the capability, of which no example says what must come out."""
    return list(near_misses(loop.task.text.split("\n", 1)[0], visible, hidden))


def _ask_about_near_miss(loop: Loop, order: _Order, source: str) -> None:
    """Ask a person, where the chosen script takes a near miss for the word and no example says whether to.

    Raises Ask. Where §3 is a person's, the script is theirs; of a tool that is there, nothing is asked.
    """
    request = order.request
    if loop.record(3).human or loop.document.meta.get("grew"):
        return
    misses = _near_misses(loop, request.visible, request.hidden)
    miss = taken_for_the_word(order.script(source), misses, loop.host.operation_context)
    if miss is not None:
        raise ask(loop, 1, miss.question)


def _level(loop: Loop) -> str:
    level = _LEVEL.search(loop.task.text)
    return level[1] if level else "operation"


def _parts(loop: Loop) -> list[str]:
    return [prompts.part(1, loop.document.body(1))]


def _shown(examples: Sequence[Example]) -> str:
    """The prompt part with the first visible examples; of a long file, its beginning."""
    blocks = []
    for example in examples[:SHOWN]:
        lines = [f"{key}: {value}" for key, value in example.given.items()]
        for path, text in example.files.items():
            more = " […]" if len(text) > LONGEST_FILE else ""
            lines.append(f"File {path}:\n{text[:LONGEST_FILE].rstrip()}{more}")
        if example.output is not None:
            lines.append(f"Prints:\n{example.output[:LONGEST_FILE]}")
        lines += [
            f"Then {path} holds:\n{(text or 'nothing')[:LONGEST_FILE]}" for path, text in example.writes.items()
        ]
        blocks.append("\n".join(lines))
    return "## Examples\n" + "\n\n".join(blocks)


def _facts(request: Request) -> list[str]:
    """The prompt part with what code sees in the visible examples; [] where it sees nothing."""
    lines = "\n".join(f"- {fact}" for fact in facts_of(request.visible, request.words))
    return [f"## In every example\n{lines}"] if lines else []


def _may_shuffle(examples: Sequence[Example]) -> bool:
    """True where an example has rows that could come in another order: else nobody is asked about it."""
    return any(len([*altered_copies(example, False)]) > len([*altered_copies(example)]) for example in examples)


def _order(loop: Loop) -> _Order:
    examples, planned = examples_of(loop), loop.parsed["plan"].values
    words = loop.task.text.split("\n", 1)[0]
    library = loop.host.library
    system = library.phase(library.load("system"), "understand").form
    slot = system["kind"].slot if "kind" in system else None
    kinds = slot.options if isinstance(slot, Slot) else ()
    line = mapping(loop.document.meta, "line")
    when = str(line["is"] if line.get("of") == planned["when"] else planned["when"])
    template = template_of(examples, _level(loop), str(planned["name"]), when, words, kinds)
    visible, hidden = divide(examples)
    matters = str(planned.get(ROW_ORDER, "yes")) != "no"
    sure = loop.parsed["plan"].probabilities.get(ROW_ORDER, 1.0) >= SURE
    return _Order(Request(words, visible, hidden, matters or not sure), template)


def _existing(loop: Loop, examples: Sequence[Example]) -> str:
    """The grown operation that gives what each example asks for already; "" where none does.

    Only scripts are tried, which cost no call of the model. It is found out once: what this loop makes itself
    is no tool that was there before.
    """
    key = digest(encode(examples).hex())
    kept = mapping(loop.document.meta, "existing")
    if kept.get("of") == key:
        return str(kept.get("name", ""))
    fields = sorted(examples[0].given)
    grown = [
        pattern
        for pattern in loop.host.library.all(("operation",))[0]
        if pattern.script
        and sorted(field.key for field in loop.host.library.phase(pattern, "do").form.fields) == fields
    ]
    name = ""
    for pattern in grown:
        if pattern.script and pattern.script.effects in ("none", "workspace"):
            trials = try_all(pattern.script, examples, loop.host.operation_context)
            if all(trial.right for trial in trials):
                name = pattern.name
                break
    loop.save(existing={"of": key, "name": name})
    return name


class _Attempts:
    """The scripts of one loop; each reply is on disk before it runs, and its result before the next call."""

    def __init__(self, loop: Loop, order: _Order) -> None:
        self._loop, self._order = loop, order
        self._phase = loop.host.library.phase(loop.pattern, "do")
        self._form = self._phase.form
        model = loop.host.model.fingerprint
        self._origin = loop.origin(loop.document.digest(1), loop.document.digest(2), self._phase.text, model)
        self._by = "model"

    def run(self) -> Tries:
        """Try scripts until one holds or none is left."""
        loop, most = self._loop, TRIES
        tried = Tries(contents=Contents.of(loop.document))
        state = loop.standing(3, self._origin, answers=True)
        if not state.made_again:
            tried = tries_of(loop.document, self._form, loop.host.store)
        if state is Standing.EDITED:
            # A script that a person changed is held to the examples again, and no other is asked for.
            place = tried.candidates.index(tried.named) if tried.named else len(tried.candidates) - 1
            if tried.candidates:
                changed = Candidate(tried.candidates[place].arguments)
                tried.candidates[place:] = [changed]
            tried.chosen, self._by, most = "", "human", len(tried.candidates)
        elif state.by_person:
            most = len(tried.candidates)
            self._by = "human"
        if not tried.candidates and state.made_again:
            self._try_known(tried)
        while tried.named is None:
            if not tried.candidates or tried.candidates[-1].result is not None:
                if len(tried.candidates) >= most:
                    break
                tried.candidates.append(self._next(tried))
                self._write(tried)
            self._hold_last(tried)
            if any(example.asked for example in self._order.request.visible):
                self._try_edits(tried, len(tried.candidates))  # the question was about a script like this one
        if tried.named is None:
            self._try_edits(tried)
        elif tried.named.ok:
            self._take_words_as_said(tried)
        return tried

    def _try_edits(self, tried: Tries, first: int = 1) -> None:
        """Take the first script of the model, from `first` on, that a few small edits make right."""
        if tried.named is not None or self._by != "model":
            return
        seen = set[str]()
        for number, candidate in list(enumerate(tried.candidates, 1))[first - 1 :]:
            source = candidate.arguments["code"]
            if source not in seen and self._edit(tried, number, self._order.request):
                return
            seen.add(source)

    def _edit(self, tried: Tries, number: int, request: Request) -> bool:
        """Whether a few edits of the script make it right for a request; then that is the chosen one."""
        host = self._loop.host
        source = tried.candidates[number - 1].arguments["code"]
        edited = edited_script(source, self._order.script, request, host.operation_context)
        if edited is None:
            return False
        done = Candidate({"code": edited.source}, self._result(edited.source))
        tried.candidates.append(as_read_back(done, self._form, host.store, tried.contents))
        tried.chosen = f"{len(tried.candidates)} (code edited script {number}: {edited.said})"
        self._write(tried)
        return True

    def _take_words_as_said(self, tried: Tries) -> None:
        """Where the chosen script takes a longer word for one that the request calls a word, mend that.

        Where no edit does, a person is asked about it later.
        """
        loop, request = self._loop, self._order.request
        if self._by != "model" or tried.named is None or loop.document.meta.get("grew"):
            return
        script, context = self._order.script(tried.named.arguments["code"]), loop.host.operation_context
        miss = taken_for_the_word(script, _near_misses(loop, request.visible, request.hidden), context)
        if miss is not None and is_called_word(request.words, miss):
            said = replace(request, visible=[*request.visible, as_other_words(script, miss, context)])
            self._edit(tried, tried.candidates.index(tried.named) + 1, said)

    def _try_known(self, tried: Tries) -> None:
        """Take a script that code can write itself, where one does what the visible examples ask for."""
        request = self._order.request
        for source in known_results(request.visible, request.words):
            result = self._result(source)
            if result.ok:
                self._by = "code"
                tried.candidates.append(Candidate({"code": source}, result))
                tried.chosen = "1 (code wrote it: it holds for the visible examples)"
                self._write(tried)
                return

    def _hold_last(self, tried: Tries) -> None:
        loop, last = self._loop, tried.candidates[-1]
        loop.flush()
        loop.host.tell(loop.id, loop.task.parent, "run", "script")
        done = replace(last, result=self._result(last.arguments["code"]))
        tried.candidates[-1] = replace(
            as_read_back(done, self._form, loop.host.store, tried.contents), key=last.key
        )
        if done.ok:
            tried.chosen = f"{len(tried.candidates)} (it holds for the visible examples)"
        self._write(tried)

    def _result(self, source: str) -> Result:
        try:
            script = self._order.script(source)
        except ScriptError as error:
            return Result(False, f"{error}; {error.remedy}", 1)
        findings = visible_findings(script, self._order.request, self._loop.host.operation_context)
        wrong = [finding for finding in findings if not finding.ok]
        if wrong:
            return Result(False, str(wrong[0]), 1)
        return Result(True, "\n".join(str(finding) for finding in findings))

    def _next(self, tried: Tries) -> Candidate:
        """The next script: a program, then a function; the last ones are asked for by calls of it alone."""
        loop, number = self._loop, len(tried.candidates)
        request = self._order.request
        shown, name = request.visible, self._order.template.name if number else ""
        inputs, ending = arguments_of(shown), ending_of(shown, request.words)
        rewriting = rewriting_of(shown, inputs[0]) if name else ""
        repeated = repeats(tried.candidates)
        opening = function_opening_of(shown, name, request.words) if name else opening_of(shown)
        opening += loop_over_lines(inputs[0]) if rewriting else ""
        if number >= BARE or (rewriting and name):
            parts = [f"## Calls\n{calls_of(shown, name, SHOWN)}", *_facts(request)]
        else:
            parts = [*_parts(loop), _shown(shown), *_facts(request)]
            if tried.candidates and tried.candidates[-1].result is not None:
                # A model copies what it is shown: it sees no script that did the same as one before.
                parts.append(prompt_part(tried.candidates[-1], whole=not repeated and number % 2 == 1))
        sampling = Sampling(WARM + WARMER * repeated, number) if number else GREEDY
        prompt = make_prompt(loop, self._phase, self._form, parts)
        key = call_key(prompt, loop.host.model.fingerprint, sampling, {"code": opening})
        reply = call_model(loop, self._phase, self._form, prompt, sampling, {"code": opening})
        written = str(reply.filled.values["code"])
        written = ending_with_loop(written, name, KEPT) if rewriting else written
        return Candidate({"code": finished(written, rewriting or ending, inputs, name)}, key=key)

    def _write(self, tried: Tries) -> None:
        loop = self._loop
        body = write_tries(tried, self._form, loop.host.store)
        if loop.document.body(3) == body.strip("\n") and loop.record(3).origin == self._origin:
            return
        loop.refuse_if_edited(3, body)
        edit, text = loop.spliced(3, body)
        keys: dict[str, Any] = {}
        if self._by == "model":
            records = {
                number: try_record(candidate.key, arguments_digest(self._form, candidate.arguments), "")
                for number, candidate in enumerate(tried.candidates, 1)
                if candidate.key
            }
            earlier = {
                number: record
                for number, record in try_records(loop.document).items()
                if number <= len(tried.candidates)
            }
            keys["tries"] = stored({**earlier, **records})
        loop.save(edit, phase="do", sections=stored(loop.recorded(3, self._by, self._origin, text)), **keys)


def repeats(candidates: Sequence[Candidate]) -> int:
    """How many of the candidates failed just as an earlier one: with the same outputs for the same examples."""
    texts = [candidate.result.text for candidate in candidates if candidate.result is not None]
    return len(texts) - len(set(texts))


def _chosen_source(loop: Loop) -> str:
    form = loop.host.library.phase(loop.pattern, "do").form
    chosen = tries_of(loop.document, form, loop.host.store).named
    assert chosen is not None
    return chosen.arguments["code"]


def _texts(order: _Order, source: str) -> list[str]:
    """The paths and texts of the tool's files, from which its checks are made."""
    return [text for path, content in order.files(source).items() for text in (path, content.decode())]


def _checked(loop: Loop, order: _Order, source: str) -> tuple[_Order, list[Finding]]:
    """Every check of what is staged, the hidden third last but for the menu, which needs a model call.

    Where the line that the model wrote wins tasks of other kinds, one that only quotes the request takes its
    place, if it does not win them, too.
    """
    staging = Staging.open(loop.host.workspace, loop.task.run)
    _stage(staging, order, source)
    findings = [_of_lint(loop, staging.staged)]
    if findings[-1].ok:
        findings += hidden_findings(order.script(source), order.request, loop.host.operation_context)
    if not all(finding.ok for finding in findings):
        return order, findings
    findings.append(_of_own_task(loop, order, staging))
    if not findings[-1].ok:
        return order, findings
    menu = _of_menu(loop, order, staging)
    if not menu.ok and loop.used.calls < CALLS:
        quoted = replace(order, template=replace(order.template, when=QUOTED + order.request.words))
        _stage(staging, quoted, source)
        second = _of_menu(loop, quoted, staging)
        seen = f"{second.seen}; with the model's own line {menu.seen}"
        order, menu = quoted, Finding(menu.name, second.ok, seen)
    return order, [*findings, menu]


def _of_suite(loop: Loop, suite: SuiteRuns) -> Finding:
    """The suite does not get worse: tasks whose prompts the tool changes run in pairs, with it and without."""
    staged = Workspace(loop.host.workspace.staging_folder(loop.task.run))
    uses = suite.count_use(loop.id)
    runs = PairedRuns(suite, loop.host.workspace.system, staged.system, (), uses, loop.id, must_mend=False)
    if not runs.reached:
        return Finding("suite", True, f"the tool changes no prompt of {len(suite.names)} tasks")

    def begun(number: int, of: int) -> None:
        loop.host.tell(loop.id, loop.task.parent, "note", runs.progress(number, of))

    verdict = runs.judged(begun)
    why = f"{'; '.join(verdict.reasons)}; " if verdict.reasons else ""
    return Finding("suite", verdict.decision == "keep", f"{why}{verdict.claim}, in {runs.ran} pairs")


def _stage(staging: Staging, order: _Order, source: str) -> None:
    for path, content in order.files(source).items():
        staging.write(path, content)


def _of_own_task(loop: Loop, order: _Order, staging: Staging) -> Finding:
    """The capability, asked for again as a plain run asks: PLAN must choose the new tool."""
    template, example = order.template, order.request.visible[0]
    named = [value for value in example.given.values() if value in example.files]
    words = " ".join([order.request.words, *named[:1]])
    kind = next(iter(template.kinds), "answer")
    probe = Probe(words, kind, tuple(named[:1]))
    left = CALLS - loop.used.calls
    own = own_chance(loop, Library(staging.staged), template.name, probe, left)
    return Finding("own task", own.called == template.name, str(own))


def _of_menu(loop: Loop, order: _Order, staging: Staging) -> Finding:
    """The new line's chance on tasks of other kinds, which it must not win."""
    name = order.template.name
    left = CALLS - loop.used.calls
    measured = chances(loop, Library(staging.staged), name, order.request.words, left)
    won = [chance for chance in measured if chance.called == name]
    highest = max((chance.chance for chance in measured), default=0.0)
    return Finding("menu", not won, f"{highest:.2f} at most ({'; '.join(map(str, measured))})")


def _of_lint(loop: Loop, staged: Workspace) -> Finding:
    """`check` and `budget` find nothing in the staged system that the real one does not have."""
    meter = Meter(loop.host.count)
    before = {(problem.path, problem.message) for problem in system_problems(loop.host.workspace, meter)}
    new = [
        problem for problem in system_problems(staged, meter) if (problem.path, problem.message) not in before
    ]
    return Finding("check and budget", not new, str(new[0]) if new else "clean")


def _evidence(findings: Sequence[Finding]) -> list[Evidence]:
    return [Evidence(finding.ok, str(finding), "" if finding.ok else MORE) for finding in findings]


def _figures(evidence: str) -> dict[str, str]:
    """The figures of §4 that a commit and `grow show` have: `visible`, `hidden`, `copies` and `menu`."""
    figures = {}
    for name, label in FIGURES.items():
        if match := re.search(rf"^- ok: {label}: (\d+ of \d+|\d\.\d+)", evidence, re.M):
            figures[name] = match[1]
    return figures
