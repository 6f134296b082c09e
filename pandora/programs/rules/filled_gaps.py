"""What is odd about a text whose gaps a try fills: gaps that are left, other words that changed or are gone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pandora.programs.file_difference import changed_values, lost_lines
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.inside.file_reading import decoded, kind_of
from pandora.programs.inside.text_gaps import COMMA_AMOUNT, GAP, POINT_AMOUNT, named_gaps
from pandora.programs.language.function_words import is_function_word
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.opening.gap_places import empty_keys, is_signature
from pandora.programs.request.request_text import has_word
from pandora.workspace.change import Change, content_before
from pandora.workspace.paths import is_source_code

_CLIPPED = 60
_OWN_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)+[.!]?")
"""Several words without a number."""
_LABEL_WORD = re.compile(r"[^\W\d_]{3,}")
_NEGATIVE = re.compile(r"[-−–]\s?\d")


def filled_gaps(work: Work, attempt: Try) -> list[Verdict]:
    """Return what is odd about the texts with gaps that a try changes; the task may ask for just that."""
    if not attempt.result.ok:
        return []
    looks = (_of_text, _of_keys)
    found = [verdict for change in attempt.result.changes for look in looks for verdict in look(work, change)]
    return [*found, *_of_own_words(work, attempt)]


def _of_own_words(work: Work, attempt: Try) -> Iterator[Verdict]:
    """Words in a gap that stand in the program alone, as `Your name here` does behind `Signature:`."""
    source, said = attempt.argument("program") or "", " ".join(work.request.split()).casefold()
    for change in attempt.result.changes:
        before = decoded(content_before(change, work.workspace, LARGEST_CHECKED) or b"")
        made = decoded(change.content or b"").splitlines()
        for line in filter(GAP.search, before.splitlines()) if kind_of(change.path) == "text" else ():
            parts = [" ".join(part.split()) for part in GAP.split(line)]
            shape = re.compile(r"\s*(.+?)\s*".join(map(re.escape, parts)))
            match = next((found for one in made if (found := shape.fullmatch(" ".join(one.split())))), None)
            for value in match.groups() if match else ():
                if _OWN_WORDS.fullmatch(value) and value in source and value.casefold() not in said:
                    reason = f"{value!r} in {_shown(line)} is made up; leave open what the task leaves open"
                    question = f"Does the task say that {value!r} is to be filled in?"
                    yield Verdict("filled gaps", "violated", reason, (value, _shown(line)), question)
                    return


def _of_keys(work: Work, change: Change) -> Iterator[Verdict]:
    """Keys without a value that the request names and that still have none, and others that changed."""
    before = content_before(change, work.workspace, LARGEST_CHECKED)
    gaps = empty_keys(change.path, before or b"")
    if not gaps or change.content is None or not all(has_word(work.request, key) for key in gaps):
        return
    if left := [key for key in empty_keys(change.path, change.content) if key in gaps]:
        reason = f"{' and '.join(left)} of {change.path} still has no value; give each one"
        question = f"Does the task leave {left[0]} of {change.path} open?"
        yield Verdict("filled gaps", "violated", reason, (left[0], "a value"), question)
        return
    changed = [".".join(key) for key in changed_values(change.path, before or b"", change.content)]
    if others := [key for key in changed if key not in gaps]:
        reason = (
            f"{others[0]} of {change.path} changed, too; give {' and '.join(gaps)} a value and no other key"
        )
        question = f"Does the task ask to change {others[0]}?"
        yield Verdict("filled gaps", "violated", reason, ("changed", others[0]), question)
    else:
        yield Verdict("filled gaps", "held", f"{' and '.join(gaps)} filled in, and no other key")


def _of_text(work: Work, change: Change) -> Iterator[Verdict]:
    before = content_before(change, work.workspace, LARGEST_CHECKED)
    if not before or change.content is None or kind_of(change.path) != "text" or is_source_code(change.path):
        return
    old, new = (decoded(text).splitlines() for text in (before, change.content))
    form = _form_of_gaps(named_gaps(work.request, decoded(before)))
    gaps = [line for line in old if form.search(line)]
    filled = [line for line in gaps if line not in new]
    if not filled:
        return
    named = [_is_labelled_in(work.request, line, form) for line in filled]
    left = [line for line in new if form.search(line) and not is_signature(line, "\n".join(old))]
    if all(named):  # the request says which gaps are to be filled in
        left = [line for line in left if _is_labelled_in(work.request, line, form)]
    if left:
        reason = f"{change.path} still has the gap {_shown(left[0])}; fill in all that the task asks for"
        question = f"Does the task leave the line {_shown(left[0])} open?"
        yield Verdict("filled gaps", "violated", reason, (_shown(left[0]), "filled"), question)
        return
    others = [line for line in old if line.strip() and line not in gaps and line not in new]
    if others:
        lost = lost_lines(before, change.content)
        what = f"{lost} lines of {change.path} are gone" if lost else f"{_shown(others[0])} changed, too"
        reason = f"{what}; fill in the gaps and keep every other line"
        question = f"Does the task ask to change or remove the line {_shown(others[0])}?"
        yield Verdict("filled gaps", "violated", reason, ("changed", _shown(others[0])), question)
        return
    odd = next((verdict for line in filled for verdict in _of_line(line, new, form, old, work.request)), None)
    if odd is None:
        yield Verdict("filled gaps", "held", f"{len(filled)} gaps filled, all other lines as they were")
    else:
        yield odd


def _form_of_gaps(named: Sequence[str]) -> re.Pattern[str]:
    """What is a gap in a text, with those that a request names."""
    return re.compile("|".join([*map(re.escape, named), GAP.pattern]))


def _is_labelled_in(request: str, line: str, form: re.Pattern[str]) -> bool:
    """True where a request has a gap of a line as it stands, or a longer word before the first one."""
    if any(match[0] in request for match in form.finditer(line)):
        return True
    label = _LABEL_WORD.findall(form.split(line)[0])
    return any(has_word(request, word) and not is_function_word(word.casefold()) for word in label)


def _of_line(
    line: str, new: Sequence[str], form: re.Pattern[str], old: Sequence[str], request: str
) -> Iterator[Verdict]:
    """What is odd about what stands in the gaps now: other words, words said twice, marks that differ."""
    text = "\n".join(old)
    parts = [" ".join(part.split()) for part in form.split(line)]
    shape = re.compile(r"\s*(.+?)\s*".join(map(re.escape, parts)))
    match = next((found for one in new if (found := shape.fullmatch(" ".join(one.split())))), None)
    if match is None:
        reason = f"the words of {_shown(line)} are not as they were; put the values in place of the gaps alone"
        question = f"Does the task ask to change other words of the line {_shown(line)}?"
        yield Verdict("filled gaps", "violated", reason, ("changed", _shown(line)), question)
        return
    for place, value in enumerate(match.groups()):
        before, behind = (words.casefold().split() for words in parts[place : place + 2])
        said = _bare(value.casefold().split())
        if len(said) > 1 and (
            (behind and said[-1] in _bare(behind[:1])) or (before and said[0] in _bare(before[-1:]))
        ):
            reason = f"{_shown(match[0])} says a word twice; put only what is missing in place of the gap"
            question = f"Is the line {_shown(match[0])} good as it is?"
            yield Verdict("filled gaps", "violated", reason, (_shown(match[0]), _shown(line)), question)
            return
        if _NEGATIVE.match(value) and value not in request:
            reason = f"{value} stands in {_shown(line)}, and is below zero; look which is taken from which"
            question = f"Can the number in the line {_shown(line)} be below zero?"
            yield Verdict("filled gaps", "violated", reason, (_shown(match[0]), _shown(line)), question)
            return
        if like := _other_marks(value, text):
            reason = f"{value} is written otherwise than {like} in the text; write it like that"
            question = f"Is {value} right in a text that has {like}?"
            yield Verdict("filled gaps", "violated", reason, (value, like), question)
            return


def _bare(words: Sequence[str]) -> list[str]:
    return [word.strip(".,;:!?") for word in words if word.strip(".,;:!?")]


def _other_marks(value: str, text: str) -> str:
    """An amount of the text with a decimal comma, where a value has a decimal point; "" where all is alike."""
    like = next((found[0] for found in COMMA_AMOUNT.finditer(text)), "")
    return like if POINT_AMOUNT.search(value) and not POINT_AMOUNT.search(text) else ""


def _shown(line: str) -> str:
    line = " ".join(line.split())
    return repr(line if len(line) <= _CLIPPED else f"{line[: _CLIPPED - 1]}…")
