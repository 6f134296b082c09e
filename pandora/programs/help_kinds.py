"""The kinds of help that a pattern may name (data, code, text), and the plain help that they extend."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, dropwhile
from pathlib import Path

from pandora.document.quote import quoted
from pandora.programs.agreement import (
    are_same_rows,
    is_extreme_of,
    result_values,
    rows_agree,
    values_agree,
)
from pandora.programs.code.asked_names import possible_renamings
from pandora.programs.code.call_agreement import agree_by_calls
from pandora.programs.code.call_trials import RAISING, wants_asserts
from pandora.programs.code.definitions import MODULE, listed_definitions
from pandora.programs.code.failing_frames import failing_file
from pandora.programs.code.module_continuation import with_lines_before_fault
from pandora.programs.code.written_asserts import errors_in
from pandora.programs.data_columns import columns_of_files, keys_of_files, tables
from pandora.programs.experiments import RELATIONS, Experiments, experiments_on
from pandora.programs.extraction.requested_columns import columns_of_step, labels_of
from pandora.programs.extraction.side_by_side import doubt_in
from pandora.programs.file_description import describe_many
from pandora.programs.help import (
    MOST_DESCRIBED,
    Agreement,
    Description,
    Evidence,
    Help,
    LoopResults,
    Try,
    Work,
)
from pandora.programs.language.english_words import nothing_found, says_nothing_found
from pandora.programs.language.spoken_times import spoken_times
from pandora.programs.language.text_language import code_of, languages_for
from pandora.programs.made_tables import sums_of_made_tables
from pandora.programs.opening.gap_lines import with_gaps_filled
from pandora.programs.opening.program_opening import data_opening
from pandora.programs.opening.row_groups import has_order_of_opening
from pandora.programs.repairs.begun_names import with_begun_names
from pandora.programs.repairs.dated_rows import with_rows_in_order_of_days
from pandora.programs.repairs.finished_program import (
    finished_program,
    with_saves_in_place,
    with_saves_to,
)
from pandora.programs.repairs.forgotten_imports import with_imports
from pandora.programs.repairs.leading_zeros import without_leading_zeros
from pandora.programs.repairs.misspelt_columns import with_known_columns
from pandora.programs.repairs.module_or_class import with_module_or_class
from pandora.programs.repairs.product_columns import with_product_columns
from pandora.programs.repairs.program_continuation import (
    NOTHING_PRINTED,
    continuation,
    with_known_name,
    without_last_comments,
)
from pandora.programs.repairs.renames_as_moves import with_moves
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.request.parted_names import parted_names
from pandora.programs.request.request_text import is_output
from pandora.programs.rules.absent_names import absent_names
from pandora.programs.rules.answer_rules import MOST_SHOWN
from pandora.programs.rules.judgement import judge_result, written_again
from pandora.programs.rules.named_extremes import with_rows_of_extremes
from pandora.programs.rules.searched_texts import searched_texts
from pandora.programs.rules.written_text_rules import text_to_go_on_with
from pandora.programs.sql.named_numbers import with_named_numbers
from pandora.programs.sql.query_program import (
    begun_query,
    begun_stepwise_query,
    program_of_query,
    query_parts,
)
from pandora.programs.sql.query_shape import is_query
from pandora.programs.structured.asked_values import are_just_asked, ungiven_number, unset_values
from pandora.programs.structured.key_listing import NEW_KEY, listed_keys
from pandora.programs.texts.alike_summaries import summaries_agree
from pandora.programs.texts.asked_length import asks_for_summary
from pandora.programs.texts.asked_points import as_points
from pandora.programs.texts.greetings import greeting_of
from pandora.programs.texts.passages import answer_facts, answers_agree, repeated_part
from pandora.programs.texts.plain_writing import plainly_written
from pandora.programs.texts.sentences import words
from pandora.programs.texts.shortened_texts import breaks_off, last_sentence
from pandora.programs.texts.shown_commands import show_other_commands
from pandora.programs.texts.shown_passages import shown_passages
from pandora.programs.texts.text_dates import without_example
from pandora.programs.texts.text_notation import in_notation_of
from pandora.programs.texts.words_to_writer import (
    unquoted,
    with_signature,
    without_announcement,
    without_asking,
    without_wishes,
    without_words_to_writer,
)
from pandora.programs.texts.worked_out_dates import shown_dates, worked_out_dates
from pandora.programs.texts.written_texts import says_back
from pandora.regular_file import read_regular
from pandora.workspace.change import content_before
from pandora.workspace.operation_context import Result
from pandora.workspace.paths import is_test_file

CHANGING = ("file", "code", "change")
"""The kinds of task that are done only where some file is made or changed."""
_NO_COLUMN = "none of these"
_NOTHING_MATCHED = "the programs looked at every row and agree that nothing matches; that is the answer"


class PlainHelp:
    """The default help; the other kinds of help override some of its methods."""

    def describe(self, work: Work, phase: str) -> Description:
        """For UNDERSTAND, the shape of the files; for PLAN, their columns; for DO, the files to choose from."""
        task = work.task
        if phase == "plan":
            text = f"Task: {task.text}\nColumns: {', '.join(task.columns)}"
            return Description(text, task.columns, {"columns": (*task.columns, _NO_COLUMN)})
        if phase == "understand":
            columns = columns_of_files(task.files, work.workspace)
            text = describe_many(task.files[:MOST_DESCRIBED], work.workspace) if task.files else ""
            return Description(text, columns)
        code = tuple(path for path in task.files if path.endswith(".py") and not is_test_file(path))
        return Description(options={"file": code or task.files})

    def begin(self, work: Work, number: int, failed: Try | None = None) -> Mapping[str, str]:
        """Return no beginnings: the model writes every field from its first character."""
        return {}

    def query(self, work: Work, parted: bool = False) -> Sequence[str]:
        """Return (): no try is a query."""
        return ()

    def begin_query(self, work: Work, parted: bool = False) -> Mapping[str, str]:
        """Return no beginnings: no try is a query."""
        return {}

    def begin_stepwise_query(self, work: Work, parted: bool = False) -> Mapping[str, str]:
        """Return no beginnings: no try is a query."""
        return {}

    def finish(self, work: Work, arguments: Mapping[str, str]) -> Mapping[str, str]:
        """Return the arguments as the model wrote them, code with the imports that it forgot."""
        finished = {name: _mended_code(code) for name, code in arguments.items() if name == "code"}
        if arguments.get("path", "").strip().endswith(".py") and "content" in arguments:
            finished["content"] = _mended_code(arguments["content"])
        return {**arguments, **finished}

    def fewest(self, work: Work, attempt: Try) -> int:
        """Return 0: a list of the next try has as many items as it likes."""
        return 0

    def object(self, work: Work, attempt: Try) -> Result:
        """Return the result, or a failure where a rule objects to it."""
        return judge_result(work, attempt)

    def experiments(self, work: Work, attempt: Try) -> Experiments | None:
        """Return the experiments on a program that read data, as the pattern's `evidence` asks for them."""
        source, result = attempt.argument("program"), attempt.result
        asked = [name for name in RELATIONS if name in work.rules]
        if source is None or not asked or not result.ok:
            return None
        request = work.request if _does_all(work, result) else work.task.text
        return experiments_on(request, source, result, work.workspace, asked, work.meaning)

    def told(self, work: Work, attempt: Try) -> str:
        """Return the result's text, and what code adds for the person.

        An extreme that a program printed comes with the row that it stands in, a new table with the sums of its
        columns of numbers.
        """
        program, task, result = attempt.program, work.task, attempt.result
        if program is None or (task.part and task.text != work.request):
            return result.text
        if result.changes:
            return "\n".join(filter(None, (result.text, *sums_of_made_tables(result.changes))))
        if task.kind_of_task not in ("", "answer"):
            return result.text
        if is_query(program.source):
            return with_named_numbers(result.text, program.source, work.request)
        return with_rows_of_extremes(result.text, program, task.files, work.workspace)

    def agree(self, work: Work, tries: Sequence[Try], final: bool = False) -> Sequence[Agreement]:
        """Tries agree where they made the same files, printed the same values, or say the same in words.

        New modules agree where they give the same on the same calls.
        """
        if (by_calls := agree_by_calls(work, tries, final)) is not None:
            return by_calls
        if all(attempt.argument("answer") is not None for attempt in tries):
            said = [attempt.result.text if attempt.result.ok else "" for attempt in tries]
            return _agreeing_answers(said, work)
        keys = [
            result_values(attempt.result.text, attempt.program, attempt.result.changes, work.request)
            for attempt in tries
        ]
        free = [
            bool(attempt.result.changes)
            and attempt.program is not None
            and has_order_of_opening(attempt.program.source)
            for attempt in tries
        ]
        answers = work.task.kind_of_task == "answer"
        texts = [attempt.result.text if answers and not attempt.result.changes else "" for attempt in tries]
        return [_agreement_of_rows(place, keys, free, texts) for place in range(len(keys))]

    def evidence(self, work: Work, results: LoopResults) -> Sequence[Evidence]:
        """Return the evidence for the level of the task.

        For an operation: names that are in no file. For a system: its output files, and whether an empty result
        is the answer.
        """
        if work.task.level == "operation":
            return _absent_names(work, results)
        if work.task.level != "system":
            return []
        files = _named_outputs(work) if results.sound else []  # that a failed step wrote nothing is no news
        own = [*files, *_no_change(work, results, files), *_just_asked(work, results), *_parted(work, results)]
        return [*own, *_nothing_matched(work, results)]


def _agreement_of_rows(
    place: int, keys: Sequence[tuple[str, ...]], free: Sequence[bool], texts: Sequence[str]
) -> Agreement:
    """The agreement of a try, by the keys of all.

    A made table whose rows stand in the order that code begins the program with (`free`) agrees with the same
    rows in another order. Then that other one is taken: its program says how they are sorted. A list of what
    each has (`texts`) agrees with an answer that is its extreme, which is taken, too, and with a list that
    says less of each row.
    """
    own = keys[place]
    equal = [
        other
        for other, key in enumerate(keys)
        if values_agree(own, key)
        or is_extreme_of(texts[place], texts[other])
        or are_same_rows(texts[place], texts[other])
    ]
    moved = [
        other
        for other, key in enumerate(keys)
        if other not in equal and free[place] != free[other] and rows_agree(own, key)
    ]
    least = len(keys) + 1 if moved and free[place] else 1
    return Agreement(len(own), tuple(sorted((*equal, *moved))), least=least)


def _does_all(work: Work, result: Result) -> bool:
    """False for a step of several that does not do all that the request asks for.

    A step that makes the file of the task from its own files, and from nothing that other steps gave, does.
    """
    if "".join(work.request.split()) in "".join(work.task.text.split()):
        return True
    made = {change.path for change in result.changes} & {*work.task.makes}
    return bool(made) and not work.task.given and made.isdisjoint(result.read) and bool(result.read)


def _agreeing_answers(answers: Sequence[str], work: Work) -> list[Agreement]:
    """Return for each answer those that say the same; its size is the number of its figures and names."""
    request = work.request
    sources = (
        [request, *work.task.context, file_texts(shown_files(work), work.workspace)] if work.task.files else []
    )
    answers = [in_notation_of("\n".join(sources), answer) for answer in answers] if sources else answers
    summary = bool(sources) and asks_for_summary(request)

    def agree(own: str, other: str) -> bool:
        if not sources and show_other_commands(own, other):
            return False
        return answers_agree(own, other, request, sources) or (summary and summaries_agree(own, other, request))

    return [
        Agreement(
            len(answer_facts(own, request)),
            tuple(place for place, other in enumerate(answers) if agree(own, other)),
        )
        for own in answers
    ]


def _absent_names(work: Work, results: LoopResults) -> list[Evidence]:
    """Evidence against an empty result where a name in the request is in none of the files."""
    absent = absent_names(work) if nothing_found(results.output) and not results.applied else []
    if not absent:
        return []
    message = f"nothing was found, and {', '.join(absent)} is in none of the files"
    return [Evidence(False, message, f"Who or what is {absent[0]}?")]


def _nothing_matched(work: Work, results: LoopResults) -> list[Evidence]:
    """Evidence that "nothing matches" is the answer; small models never accept it, so code says so in CHECK.

    It settles the result where there are rows and the output says so in words; None, nan or 0 may be a slip.
    """
    answer = work.task.kind_of_task in ("", "answer") and results.sound
    if not (answer and results.output and nothing_found(results.output)):
        return []
    rows = any(True for _ in tables(work.task.files, work.workspace))
    return [Evidence(True, _NOTHING_MATCHED, settles=rows and says_nothing_found(results.output))]


def _just_asked(work: Work, results: LoopResults) -> list[Evidence]:
    """Evidence that structured files differ in just what the task asks, which settles the result."""
    if work.task.kind_of_task not in ("code", "change") or not results.sound or work.task.makes:
        return []
    files = [(file.path, file.before, file.after) for file in results.changed]
    asked = [
        path
        for path, before, after in files
        if before and after and are_just_asked(path, before, after, work.request)
    ]
    if not files or len(asked) < len(files):
        return []
    statement = (
        f"each value that differs in {', '.join(asked)} stands in the task, and each value of the task there"
    )
    return [Evidence(True, statement, settles=True)]


def _parted(work: Work, results: LoopResults) -> list[Evidence]:
    """Evidence that files lie where the request's folders and their names tell, which settles the result."""
    parted = parted_names(work.request, work.task.files) if results.sound and results.applied else None
    if parted is None or len(parted.others) > 1:
        return []
    places = {path: parted.place_of(path) for path in work.task.files}
    for path in places if parted.others else ():
        if path not in parted.parts:
            places[path] = f"{parted.others[0]}/{os.path.basename(path)}"
    moves = {path: place for path, place in places.items() if path != place}
    after = {file.path: file.after is not None for file in results.changed}
    if after != {**dict.fromkeys(moves, False), **dict.fromkeys(moves.values(), True)}:
        return []
    return [Evidence(True, "each file is where its name and the folders of the task tell", settles=True)]


def _named_outputs(work: Work) -> list[Evidence]:
    """Evidence whether each output file that the task names exists and is not empty."""
    evidence = []
    for path in work.task.makes:
        there = os.path.isfile(work.workspace / path)
        size = os.stat(work.workspace / path).st_size if there else 0
        message = f"{path} exists ({size} bytes)" if there else f"{path} does not exist"
        evidence.append(Evidence(size > 0, message))
    return evidence


def _no_change(work: Work, results: LoopResults, files: Sequence[Evidence]) -> list[Evidence]:
    """Evidence against a task for files that made or changed no file.

    There is none where all output files exist, or where a try wrote an output file again with the same bytes.
    """
    if work.task.kind_of_task not in CHANGING or results.applied or results.by_person or not results.sound:
        return []
    if files and all(fact.ok for fact in files):
        return []
    if any(_only_writes(path, attempt, work) for path in work.task.files for attempt in results.tries):
        return []
    return [Evidence(False, "no file was made or changed")]


def _only_writes(path: str, attempt: Try, work: Work) -> bool:
    """True where a try wrote a file that was there with the same bytes, made from others: it is an output."""
    code = f"{attempt.argument('program') or ''}{attempt.argument('command') or ''}"
    once = is_output(path, work.task.text) or code.count(path) == 1 < len(work.task.files)
    return once and written_again(path, attempt, work.workspace)


def _mended_code(code: str) -> str:
    return with_imports(with_module_or_class(with_imports(without_leading_zeros(code))))


class DataHelp(PlainHelp):
    """The help for data: programs begin with lines that load the task's files, or with its text."""

    def begin(self, work: Work, number: int, failed: Try | None = None) -> Mapping[str, str]:
        """Return the lines that load the files and show where the request's words occur.

        Where an attempt failed, the next one begins with the same facts and without a begun condition: what
        begins alike fails alike. So does every second try of a vote: who goes on from the same words says the
        same. A program that printed nothing is gone on with from its end. Of others that failed every second
        one is gone on with from where it stopped, the first one where queries take turns; the rest are written
        anew. A wrong name is put right where the report says which one is defined.
        """
        program = failed.argument("program") if failed is not None else None
        opens = work.task.repeats != 1 and not (number % 2 and not program)
        opening = {} if "opening" in work.left_out else data_opening(work, opens)
        if failed is None or not program:
            return opening
        report = failed.result.text
        if known := with_known_name(program, report):
            return {**opening, "code": known}
        begun = opening.get("code", "")
        # One that was to change a file and changed none would only say something else.
        if failed.result.text.startswith(NOTHING_PRINTED) and work.task.kind_of_task != "change":
            return {**opening, "code": f"{without_last_comments(begun, program)}\nprint("}
        # A second program is the last one where queries take every other turn.
        goes_on = number % 2 == (1 if self.query(work) else 0)
        code = continuation(begun, program, failed.result.text) if goes_on else ""
        return {**opening, "code": code} if code else opening

    def query(self, work: Work, parted: bool = False) -> Sequence[str]:
        """Return the tables as SQL has them, and what is asked of them."""
        return () if "opening" in work.left_out else query_parts(work, parted)

    def begin_query(self, work: Work, parted: bool = False) -> Mapping[str, str]:
        """Return the comment that says what the first of several queries is for, with its first word."""
        begun = begun_query(work, parted)
        return {"code": begun} if begun else {}

    def begin_stepwise_query(self, work: Work, parted: bool = False) -> Mapping[str, str]:
        """Return the WITH by which a query selects the rows that count."""
        begun = begun_stepwise_query(work, parted)
        return {"code": begun} if begun else {}

    def finish(self, work: Work, arguments: Mapping[str, str]) -> Mapping[str, str]:
        """A program that began with what code knows does what its opening says."""
        if "code" not in arguments:
            return arguments
        if is_query(queried := program_of_query(work, arguments["code"])):
            return {**arguments, "code": with_product_columns(queried, tables(work.task.files, work.workspace))}
        code = without_leading_zeros(arguments["code"])
        program = with_imports(with_module_or_class(code), at_use=True)
        if "opening" in work.left_out:
            return {**arguments, "code": program}
        program = with_known_columns(
            finished_program(program),
            work.task.columns,
            lambda: keys_of_files(work.task.files, work.workspace),
        )
        program = with_product_columns(program, tables(work.task.files, work.workspace))
        program = with_begun_names(program)
        program = with_rows_in_order_of_days(program, tables(work.task.files, work.workspace))
        changes = work.task.kind_of_task == "change"
        if changes and work.task.files and work.task.named and not work.task.outputs:
            only = work.task.files[0] if len(work.task.files) == 1 else ""
            program = with_saves_in_place(program, only, work.request)
        if work.task.kind_of_task == "file" and len(work.task.makes) == 1:
            program = with_saves_to(program, work.task.makes[0], work.request)
        if changes:
            program = with_moves(program, work.task.moves)
        return {**arguments, "code": with_gaps_filled(program) or program}


_HEADING_OF_PHASE = re.compile(r"\A\s*#{1,6} (?:UNDERSTAND|PLAN|DO|CHECK)[ \t]*\n+")
LEARNED = "## Learned"
"""How the part of a task's context begins that says why earlier attempts were refused."""
_MOST_HEAD = 20
"""The most lines before a file's first definition that a try may begin with."""
_MOST_WHOLE = 120
"""The most lines of a file that a try begins with as a whole, where the file only lacks a name."""
_ANEW = 3
"""Every so many tries of a module one is written anew, the first one among them."""
_BEGUN_TRIES = 2
"""The number of tries that begin as the file does; later ones do not, as the fault may be in those lines."""
_DEFINITION = re.compile(r"(?:async\s+)?def\s|class\s|@|if\s+__name__")


class CodeHelp(PlainHelp):
    """The help for code: a try begins with the first lines of the one file to be mended, and rewrites it."""

    def describe(self, work: Work, phase: str) -> Description:
        """As for all; for DO, the file in which a program broke off, where a traceback tells it."""
        description = super().describe(work, phase)
        broken = failing_file("\n".join(work.task.context), work.task.files) if phase == "do" else ""
        if not broken:
            return description
        return replace(description, options={**description.options, "file": (broken,)})

    def begin(self, work: Work, number: int, failed: Try | None = None) -> Mapping[str, str]:
        """Return the beginning of the file, or all of it where it only lacks a name."""
        return _file_opening(work) if number < _BEGUN_TRIES and "opening" not in work.left_out else {}


def _file_opening(work: Work) -> dict[str, str]:
    broken = failing_file("\n".join(work.task.context), work.task.files)
    files = (broken,) if broken else work.task.files
    code = [path for path in files if path.endswith(".py") and not is_test_file(path)]
    if len(code) != 1:
        return {}
    try:
        content, whole = read_regular(code[0], LARGEST_TEXT, inside=work.workspace)
        lines = content.decode("utf-8").splitlines() if whole else []
    except (OSError, UnicodeDecodeError):
        return {}
    if missing := _missing_name(code[0], "\n".join(lines), "\n".join(work.task.context)):
        keyword = "class" if missing[0].isupper() else "def"
        return {"code": "\n".join([*lines, "", "", f"{keyword} {missing}"])}
    first = next((place for place, line in enumerate(lines) if _DEFINITION.match(line)), len(lines))
    head = [*dropwhile(lambda line: not line.strip(), lines[:first])] or lines[first : first + 1]
    return {"code": "".join(f"{line}\n" for line in head)} if 0 < len(head) <= _MOST_HEAD else {}


def _missing_name(path: str, source: str, report: str) -> str:
    """Return the name that a test imports from the file and the file does not define, or ""."""
    stem = re.escape(Path(path).stem)
    name = re.search(rf"cannot import name '(\w+)' from '{stem}'", report)
    name = name or re.search(rf"module '{stem}' has no attribute '(\w+)'", report)
    if not name or re.search(rf"\b{name[1]}\b\s*[(=]", source) or source.count("\n") > _MOST_WHOLE:
        return ""
    return name[1]


LARGEST_TEXT = 1 << 20
"""Bytes of a file that a prompt may hold; the prompt's budget cuts what is too long."""


TEXT_FIELDS, AUTHOR_FIELD = ("text", "content"), "written by"
"""The fields of a form for a text for somebody: those that hold the text, and that of who writes it."""


def _greeting_anew(work: Work, failed: Try) -> str:
    """The greeting with which a letter begins where the one before said the request back; "" for none."""
    text = next((failed.arguments[name] for name in TEXT_FIELDS if name in failed.arguments), "")
    reader, language = failed.arguments.get("written to", ""), code_of(failed.arguments.get("language", ""))
    if AUTHOR_FIELD not in failed.arguments or not language or not says_back(text, work.request):
        return ""
    greeting = greeting_of(reader, language)
    return f"{greeting}\n\n" if greeting else ""


class TextHelp(PlainHelp):
    """The help for texts: the prompt of DO holds the text of the files."""

    def describe(self, work: Work, phase: str) -> Description:
        """For DO, return the text of the files and the task; for other phases, what the plain help returns.

        PLAN asks for asserts where the task makes a new module, and for calls that end in an error where it
        names one.
        """
        if phase == "plan" and work.task.level == "operation":
            return Description(asks=wants_asserts(work), left_out=() if errors_in(work.request) else (RAISING,))
        description = super().describe(work, phase)
        if phase != "do":
            return description
        text = _texts_within_room(work)
        languages = languages_for(work.request, [text] if text else [])
        if text:  # a small model goes by what it read last
            # Of a span in a text that does not say to which side it counts, nothing is to be told.
            clear = [
                one for one in worked_out_dates(work.request, [text]) if one.side or one.base in work.request
            ]
            dates = shown_dates(clear, work.request)
            text = f"{text}\n\nDates:\n{dates}" if dates else text
            text = f"{text}\n\nTask: {work.request}"
        options = {**description.options, "language": languages}
        return Description(text, description.columns, options)

    def begin(self, work: Work, number: int, failed: Try | None = None) -> Mapping[str, str]:
        """Return the beginning of a new module: two tries of three go on where the one before went wrong.

        The third is written anew.
        A text for somebody that only leaves something out is gone on with, before its closing; one that says
        the request back begins with the greeting of its reader.
        """
        if failed is not None and (begun := text_to_go_on_with(work, failed) or _greeting_anew(work, failed)):
            return {name: begun for name in TEXT_FIELDS if name in failed.arguments}
        path = (failed.argument("path") or "").strip() if failed is not None else ""
        content = failed.argument("content") if failed is not None else None
        if failed is None or not content or path not in work.task.makes or not path.endswith(".py"):
            return {}  # a file that is there has more than its examples
        begun = with_lines_before_fault(content, failed.result.text) if number % _ANEW else ""
        return {"content": begun} if begun else {}

    def finish(self, work: Work, arguments: Mapping[str, str]) -> Mapping[str, str]:
        """Take what the request says to the writer out of a text for somebody, and sign it where that did.

        The heading of the phase, which a small model copies from its prompt, goes, and so do marks of Markdown
        in plain text.
        """
        author = arguments.get(AUTHOR_FIELD, "").strip()
        finished = dict(super().finish(work, arguments))
        for name in TEXT_FIELDS if AUTHOR_FIELD in arguments else ():
            whole = arguments.get(name, "")
            written = _HEADING_OF_PHASE.sub("", whole)
            left = without_asking(without_words_to_writer(unquoted(written), work.request), work.request)
            left = without_wishes(left, work.request)
            left = without_announcement(left, work.request)
            left = plainly_written(left, arguments.get("path", "").strip())
            if left != written:
                finished[name] = with_signature(left, author, work.request)
            elif written != whole:
                finished[name] = written
        return finished

    def told(self, work: Work, attempt: Try) -> str:
        """Return the result's text; an answer in sentences as the list of points that its request asks for.

        A text for somebody has its points among other words.
        """
        text = super().told(work, attempt)
        says = attempt.argument("answer") is not None and attempt.argument("author") is None
        says = says and not work.task.part and not attempt.result.changes
        return as_points(text, work.request, asked_parts(work.words)) if says else text

    def object(self, work: Work, attempt: Try) -> Result:
        """Return the result; a failure as for all, or where a file is made of texts that were not all shown.

        A text for somebody that breaks off is one, too.
        """
        written = [attempt.arguments[name] for name in TEXT_FIELDS if name in attempt.arguments]
        signed = words(attempt.arguments.get(AUTHOR_FIELD, ""))
        broken = [text for text in written if breaks_off(text) and not _signed_by(signed, text)]
        if AUTHOR_FIELD in attempt.arguments and attempt.result.ok and broken:
            problem = "the text breaks off before its end; write a shorter one, with an end"
            return replace(attempt.result, ok=False, code=1, text=problem, changes=())
        hidden = work.task.files[len(shown_files(work)) :]
        if hidden and work.task.makes and work.task.named and attempt.result.ok:
            problem = f"the texts of {', '.join(hidden[:3])} found no room beside the others, so it lacks them"
            return replace(attempt.result, ok=False, code=1, text=problem, changes=())
        return super().object(work, attempt)


def _signed_by(author: list[str], text: str) -> bool:
    """True where the last sentence of a text names who writes it, as in `Yours, Tom and Ines, 3rd floor`."""
    last = words(last_sentence(text)) if author else []
    return any(last[at : at + len(author)] == author for at in range(len(last)))


_CHARACTERS = 3
"""Bytes of text that one token of a prompt has room for, at the least."""
_OF_ROOM = 0.5
"""The share of its room that a prompt has of the passages of long texts."""


def shown_files(work: Work) -> tuple[str, ...]:
    """The files whose texts a prompt of this loop holds: as many as have room, and MOST_SHOWN at least."""
    files, room = work.task.files, work.task.budget.context * _CHARACTERS
    sizes = (_size(work.workspace / path) for path in files)
    fitting = sum(1 for total in accumulate(sizes) if total <= room)
    return files[: max(MOST_SHOWN, fitting)]


def _texts_within_room(work: Work) -> str:
    """The texts of the files that a prompt holds; of long ones and of many what shares most with the task."""
    files, room = shown_files(work), work.task.budget.context * _CHARACTERS
    whole = file_texts(files, work.workspace, work.untrusted)
    hidden = len(files) < len(work.task.files) and not work.task.makes
    if (len(whole) <= room and not hidden) or asks_for_summary(work.request):
        return whole
    texts = {path: text for path, text in searched_texts(work).items() if hidden or path in files}
    if work.untrusted:
        texts = {path: quoted(text) for path, text in texts.items()}
    parts = shown_passages(texts, work.request, int(room * _OF_ROOM))
    return f"## Files\n{parts}" if parts else whole


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def file_texts(files: tuple[str, ...], workspace: Path, untrusted: bool = False) -> str:
    """Return the texts of the files, quoted where they are untrusted; "" where there are none."""
    texts = []
    for path in files:
        try:
            data, _ = read_regular(path, LARGEST_TEXT, inside=workspace)
        except OSError:
            continue
        if b"\0" not in data:
            text = data.decode("utf-8", "replace")
            text = quoted(text) if untrusted else text
            body = "\n".join(f"  {line}" for line in text.splitlines())
            texts.append(f"{path}:\n{body}")
    return "## Files\n" + "\n".join(texts) if texts else ""


class KeysHelp(PlainHelp):
    """The help for structured files: DO's prompt lists their keys with the values, and the form offers them."""

    def describe(self, work: Work, phase: str) -> Description:
        """For DO, return the keys and values; those that share words with the request go before others."""
        description = super().describe(work, phase)
        if phase != "do":
            return description
        text, files, keys = listed_keys(work.task.files, work.workspace, work.request)
        options = {"file": files or work.task.files, "key": (*keys, NEW_KEY)}
        text = f"## Files\n{quoted(text) if work.untrusted else text}" if text else ""
        times = [said.shown for said in spoken_times(work.request) if said.in_words]
        if text and times:
            text = f"{text}\n\nTimes: {'; '.join(times)}"
        return Description(text, description.columns, options)

    def fewest(self, work: Work, attempt: Try) -> int:
        """Return one more than the lines that brought values of the request, where other values are missing."""
        lines = [line for line in attempt.arguments.get("values", "").splitlines() if line.strip()]
        if attempt.result.ok or not lines:
            return 0
        texts = "\n".join(file_texts((path,), work.workspace) for path in work.task.files)
        wanted = unset_values(work.request, texts, "")
        missing = unset_values(work.request, texts, "\n".join(lines))
        bringing = [line for line in lines if len(unset_values(work.request, texts, line)) < len(wanted)]
        return len(bringing) + 1 if bringing and missing else 0

    def object(self, work: Work, attempt: Try) -> Result:
        """Return the result; a failure where it sets a number of nowhere after an attempt that was refused."""
        result = super().object(work, attempt)
        given = [part for part in work.task.context if not part.startswith(LEARNED)]
        if not result.ok or len(given) == len(work.task.context):
            return result
        given = [work.request, *given, file_texts(work.task.files, work.workspace)]
        for change in result.changes:
            before = content_before(change, work.workspace, LARGEST_TEXT)
            if number := ungiven_number(change.path, before, change.content or b"", "\n".join(given)):
                told = f"{number} stands in no file, and no step gave it; work it out with a program"
                return replace(result, ok=False, text=told, changes=(), code=result.code or 1)
        return result


class NamesHelp(PlainHelp):
    """The help for renaming: DO's prompt lists the names that Python files define, and the form offers them."""

    def describe(self, work: Work, phase: str) -> Description:
        """For DO, return the names of each file, and as options the files, the names and the file itself.

        Where the request has pairs of an old and a new name, the options are the old ones of these.
        """
        description = super().describe(work, phase)
        if phase != "do":
            return description
        listed = listed_definitions(work.task.files, work.workspace, work.request)
        text = "\n".join(f"{path}: {', '.join((*names, MODULE))}" for path, names in listed.items())
        names = dict.fromkeys(name for file_names in listed.values() for name in file_names)
        meant = {old for old, _ in possible_renamings(work.task.files, work.workspace, work.request)}
        own = [name for name in names if name.rpartition(".")[2] in meant] or names
        options = {"file": tuple(listed) or work.task.files, "name": (*own, MODULE)}
        text = f"## Files\n{quoted(text) if work.untrusted else text}" if text else ""
        return Description(text, description.columns, options)

    def object(self, work: Work, attempt: Try) -> Result:
        """Return the result as for code: files that use a name change, whether or not the task names them."""
        task = work.task
        kind = "code" if task.kind_of_task == "change" else task.kind_of_task
        return super().object(replace(work, task=replace(task, kind_of_task=kind)), attempt)


class PartsHelp(TextHelp):
    """The help for answers in words: DO has a field for each part of a request that asks for several things."""

    def describe(self, work: Work, phase: str) -> Description:
        """For DO, the text of the files and a label for each part; else what the help for texts returns."""
        description = super().describe(work, phase)
        return replace(description, labels=tuple(asked_parts(work.words))) if phase == "do" else description

    def object(self, work: Work, attempt: Try) -> Result:
        """Return the result; a failure as for all, or where one part only repeats the answer to another."""
        said = _said_to_parts(work, attempt)
        if attempt.result.ok and (repeated := repeated_part(said, work.request)):
            problem = f"what it says to {repeated[0]!r} only repeats what it says to {repeated[1]!r}"
            return replace(attempt.result, ok=False, code=1, text=problem)
        return super().object(work, attempt)

    def agree(self, work: Work, tries: Sequence[Try], final: bool = False) -> Sequence[Agreement]:
        """Tries agree where they say the same to each part that the request asks for."""
        said = [_said_to_parts(work, attempt) for attempt in tries]
        if not (said and all(said)):
            return super().agree(work, tries, final)
        by_part = [_agreeing_answers([own[part] for own in said], work) for part in said[0]]
        return [
            Agreement(
                sum(part[place].size for part in by_part),
                tuple(
                    other for other in range(len(tries)) if all(other in part[place].tries for part in by_part)
                ),
            )
            for place in range(len(tries))
        ]


def _said_to_parts(work: Work, attempt: Try) -> dict[str, str]:
    """What a try says to each part that the request asks for; {} where it was not asked part by part."""
    parts = asked_parts(work.words)
    said = {part: attempt.arguments.get(part.lower(), "").strip() for part in parts}
    return said if all(said.values()) else {}


class FieldsHelp(TextHelp):
    """The help for fields: PLAN asks for a table's columns, and DO has one text and a field for each column."""

    def describe(self, work: Work, phase: str) -> Description:
        """For PLAN of a tool, return the request; for DO, the text and the labels of the step's columns."""
        if phase == "plan":
            return replace(super().describe(work, phase), text=f"Task: {work.request}", asks=True)
        if phase == "do":
            work = replace(work, task=replace(work.task, request=without_example(work.request)))
        description = super().describe(work, phase)
        if phase != "do":
            return description
        path = work.task.files[0] if len(work.task.files) == 1 else ""
        return replace(description, labels=tuple(labels_of(columns_of_step(work.task.text, path))))


class RowsHelp(PlainHelp):
    """The help for rows: DO has several texts and a field for each of them."""

    def describe(self, work: Work, phase: str) -> Description:
        """For DO, return the texts, the task and its columns, and a label for each text."""
        description = super().describe(work, phase)
        if phase != "do":
            return description
        files = work.task.files
        columns = columns_of_step(work.task.text, ", ".join(files))
        text = file_texts(files, work.workspace, work.untrusted)
        text = f"{text}\n\nTask: {without_example(work.request)}\nCells of a row: {' | '.join(columns)}"
        labels = tuple(f"Row {number}" for number in range(1, len(files) + 1))
        return replace(description, text=text, labels=labels)


class CellsHelp(PlainHelp):
    """The help for a table of what was read out of texts: cells that are in doubt speak against it."""

    def evidence(self, work: Work, results: LoopResults) -> Sequence[Evidence]:
        """Return the questions about such cells, which only a person can answer."""
        question = doubt_in(results.output)
        if not question:
            return super().evidence(work, results)
        return [Evidence(False, f"cells are in doubt: {question}", question)]


HELPS: Mapping[str, Help] = {
    "cells": CellsHelp(),
    "code": CodeHelp(),
    "data": DataHelp(),
    "fields": FieldsHelp(),
    "keys": KeysHelp(),
    "names": NamesHelp(),
    "parts": PartsHelp(),
    "rows": RowsHelp(),
    "text": TextHelp(),
}
"""The helps by the name that a pattern gives in `help:`."""
BEGINNING = ("code", "data")
"""The helps that begin the model's code."""
PLAIN: Help = PlainHelp()


def help_named(name: str | None) -> Help:
    """The help of that name; the plain one without a name. KeyError for a name that no help has."""
    return HELPS[name] if name else PLAIN
