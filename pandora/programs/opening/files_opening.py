"""How a program begins that changes, moves or renames many files: with a loop over their names."""

from __future__ import annotations

import keyword
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from textwrap import wrap

from pandora.programs.inside.written_dates import date_in
from pandora.programs.language.function_words import is_function_word
from pandora.programs.request.names_together import parts_together
from pandora.programs.request.parted_names import parted_names, parting_lines
from pandora.programs.request.renaming_examples import numbered_names
from pandora.programs.request.request_text import PATH, QUOTED, SENTENCE_ENDS, has_word
from pandora.programs.rules.moved_places import EXAMPLE_FOLDER
from pandora.programs.texts.labelled_lines import labelled_values

_HELP = {
    "move": (
        f'move(path, "{EXAMPLE_FOLDER}/") keeps the file\'s name',
        "move(path, os.path.join(folder, new_name)) renames it",
        "print nothing: what is moved is told by itself",
    ),
    "copy": (
        f'copy(path, "{EXAMPLE_FOLDER}/") keeps the file\'s name',
        "copy(path, os.path.join(folder, new_name)) gives the copy a new one",
        "print nothing: what is copied is told by itself",
    ),
}
"""What a program is told of the function by which it moves or copies files."""
_DELETES = "os.remove(path) deletes a file, move(path, new_path) moves or renames it"
_MOST_SHOWN = 90
"""The most characters of a text that a comment shows."""
_PARTS_OF_NAME = re.compile(r"[^\W_]+")
_DATES_IN_NAMES = {
    r"(\d{4})-(\d\d)-(\d\d)": "year, month, day",
    r"(\d{4})_(\d\d)_(\d\d)": "year, month, day",
    r"(\d{4})(\d\d)(\d\d)": "year, month, day",
    r"(\d\d)\.(\d\d)\.(\d{4})": "day, month, year",
    r"(\d\d)-(\d\d)-(\d{4})": "day, month, year",
}
"""How names of files write a date, and what its numbers are. Where no day comes after the 12th, the last form
may have the month first, and is left to the model."""
_PARTS_OF_DATES = ("{year}-{month}", "{year}_{month}", "{year}/{month}", "{month}-{year}", "{year}{month}")
"""How a request may write a part of a date."""
_WORD = re.compile(r"\d+(?:[-_/]\d+)*")
_MOST_VALUES, _MOST_TEXTS = 6, 0.75
"""The most values that a label of texts has by which they are told apart, and the least share that have it."""
_MOST_WORDS = 3
"""The most words of a request that are told with the number of texts that have them."""
MOST_NAMED = 3
"""So many files that a request calls by their names are moved one by one."""
FEWEST_DATED = 2
"""The fewest files with a date in their names for which a program reads it."""


def _beside_or_inside(paths: Sequence[str]) -> str:
    """How a folder beside that of all files is told from one inside of it; "" where they have no common one."""
    folders = {os.path.dirname(path) for path in paths}
    folder = next(iter(folders)) if len(folders) == 1 else ""
    if not folder:
        return ""
    above = f"{os.path.dirname(folder)}/".lstrip("/")
    return f"a folder beside {folder} is '{above}NAME/', one inside it '{folder}/NAME/'"


def _into_folder(verb: str, paths: Sequence[str]) -> str:
    """How a move into `folder` begins; where the files lie in one themselves, the model says beside which."""
    return f'{verb}(path, f"' if any(map(os.path.dirname, paths)) else f'{verb}(path, f"{{folder}}/'


def loop_over_files(
    request: str, paths: Sequence[str], names: str, texts: Mapping[str, str], *, copies: bool = False
) -> str:
    """Return the beginning of a program that moves files, or copies them.

    `names` is the code that gives the paths. `texts` has the text of each file that holds one; {} where few do.
    They stand in no variable of the program: a model would take them for rows.
    """
    verb = "copy" if copies else "move"
    lines = [f"paths = {names}  # {len(paths)} files, like {paths[0]!r}"]
    lines += [f"# {line}" for line in _HELP[verb]]
    if counts := _name_parts(request, paths):
        parts = ", ".join(f"{part!r} in {count}" for part, count in counts.items())
        lines.append(f"# what the request says of their names: {parts}")
    lines += [f"# {line}" for line in wrap(request, 110)]
    all_named = all(os.path.basename(path) in request for path in paths)
    if len(paths) <= MOST_NAMED and all_named:
        return "\n".join(["import os", *lines[1:], f'{verb}({paths[0]!r}, "'])
    if len(paths) > 1 and not all_named and (numbered := numbered_names(request, paths)):
        return "\n".join(["import os, re", *lines, *_numbering_lines(numbered[0], paths, verb), ""])
    lines.append("for path in paths:")
    if kind := _first_kind(request, paths):
        return "\n".join(["import os", *lines, f"    if path.endswith({kind!r}):", f'        {verb}(path, "'])
    parted = None if _parting_words(paths, counts) else parted_names(request, paths)
    if parted:
        lines = [line for line in lines if not line.startswith("# what the request says")]
        return "\n".join(["import os, re", *lines, *parting_lines(parted, paths, verb)])
    if texts and (not counts or QUOTED.search(request)):  # what the names tell is not looked for in the texts
        lines += _lines_about_content(request, texts, paths)
    folder, name = os.path.split(paths[0])
    where = _beside_or_inside(paths)
    aside = [f"    # {where}"] if where else []
    dated = _lines_about_dates(request, paths)
    if counts and not (dated and all(word.isdigit() for word in counts) and not _parting_words(paths, counts)):
        shown = max(
            paths, key=lambda path: sum(part in counts for part in _PARTS_OF_NAME.findall(path.casefold()))
        )
        example = _PARTS_OF_NAME.findall(os.path.basename(shown))
        lines.append(f"    parts = re.findall(r'[^\\W_]+', os.path.basename(path))  # like {example}")
        staying = _called_apart(request, paths, counts)
        words = {word: count for word, count in counts.items() if word not in map(_stem, staying)}
        if parting := _parting_words([path for path in paths if path not in staying], words):
            if staying:
                lines += [f"    if path in {staying}:", "        continue  # the request calls it by its name"]
            lines += aside
            lines.append(f"    folder = next(part for part in parts if part.casefold() in {parting})")
            return "\n".join(["import os, re", *lines, f"    {_into_folder(verb, paths)}"])
        if told := _words_of_one_place(paths, words):
            others = ", ".join(repr(word) for word in words if word not in told)
            lines += aside
            lines.append(f"    folder = next((part for part in parts if part.casefold() in {told}), '')")
            lines.append(f"    if folder and {{{others}}} <= {{part.casefold() for part in parts}}:")
            return "\n".join(["import os, re", *lines, f"        {_into_folder(verb, paths)}"])
        if together := parts_together(request, paths):
            asked = ", ".join(map(repr, together))
            lines.append(f"    if {{{asked}}} <= {{part.casefold() for part in parts}}:")
            return "\n".join(["import os, re", *lines, f'        {verb}(path, "'])
    else:
        beside = f"; {where}" if where else ""
        lines.append(f"    folder, name = os.path.split(path)  # like {folder!r}, {name!r}{beside}")
        lines += dated or _line_about_parts(paths)
    return "\n".join(["import os, re", *lines, ""])


def loop_over_kept_files(request: str, paths: Sequence[str], names: str) -> str:
    """Return the beginning of a program that does something with files, and may delete them.

    `names` is the code that gives the paths.
    """
    lines = [f"paths = {names}  # {len(paths)} files, like {paths[0]!r}", f"# {_DELETES}"]
    lines += [f"# {line}" for line in wrap(request, 110)]
    return "\n".join(["import os", *lines, "for path in paths:", ""])


def _numbering_lines(name: str, paths: Sequence[str], verb: str) -> list[str]:
    """Lines that go over files in the order of their own numbers, and give them names counted from a name's."""
    stem, ending = os.path.splitext(name)
    digits = re.findall(r"\d+", os.path.basename(stem))[0]
    first, width = int(digits), f":0{len(digits)}d" if len(digits) > 1 else ""
    begin, _, end = stem.rpartition(digits)
    by_number = all(re.search(r"\d", os.path.basename(path)) for path in paths)
    order = "[int(digits) for digits in re.findall(r'\\d+', path)]" if by_number else "path"
    return [
        f"paths.sort(key=lambda path: {order})",
        f"for number, path in enumerate(paths, {first}):  # the first of them becomes {name!r}",
        f'    {verb}(path, f"{begin}{{number{width}}}{end}{ending}")',
    ]


def _first_kind(request: str, paths: Sequence[str]) -> str:
    """The ending that the request names first, where it parts the files by their endings; else ""."""
    endings = {os.path.splitext(path)[1].casefold() for path in paths}  # a program asks for them in any case
    words = _PARTS_OF_NAME.findall(PATH.sub(" ", request).casefold())
    named = [ending for ending in endings if ending[1:].casefold() in words]
    parted = len(endings) > 1 and len(named) == len(endings)
    return min(named, key=lambda ending: words.index(ending[1:].casefold())) if parted else ""


def _lines_about_content(request: str, texts: Mapping[str, str], paths: Sequence[str]) -> list[str]:
    """Lines that read a file, and find in it the line that has what the request quotes; with their values.

    Without such a line they say which words of the request stand in some of the texts, and in no name.
    """
    first = next(iter(texts.values()))
    endings = tuple(sorted({os.path.splitext(path)[1] for path in texts}))
    read = "text(path)" if len(texts) == len(paths) else f"text(path) if path.endswith({endings}) else ''"
    lines = [f"    content = {read}  # like {first[:_MOST_SHOWN]!r}"]
    for quotation in dict.fromkeys(QUOTED.findall(request)):
        marked = [line for text in texts.values() for line in text.splitlines() if quotation in line]
        if not marked:
            continue
        lookup = f"next((line for line in content.splitlines() if {quotation!r} in line), '')"
        lines.append(f"    line = {lookup}  # like {marked[0][:_MOST_SHOWN]!r}")
        lines += [f"    # date_in(line) is {date_in(marked[0])!r}"] * bool(date_in(marked[0]))
        value = marked[0].partition(quotation)[2].lstrip(" :").rstrip()
        if marked[0].lstrip().startswith(quotation) and value and not date_in(marked[0]):
            said = f"line.partition({quotation!r})[2].strip(' :')"
            lines.append(f"    value = {said}  # like {value[:_MOST_SHOWN]!r}")
        without = [path for path, text in texts.items() if quotation not in text]
        lines += [f"    # line is '' for {', '.join(map(repr, without[:3]))}"] * bool(without)
        return lines
    if labelled := _line_of_label(request, texts):
        return [*lines, labelled]
    words = _words_of_content(request, texts, paths)
    if 0 < len(words) <= _MOST_WORDS:
        counts = (f"{word!r} in {count} of {len(texts)}" for word, count in words.items())
        lines.append(f"    # what the request says of their texts: {', '.join(counts)}; ask content.lower()")
    dated = [line for line in first[:_MOST_SHOWN].splitlines() if date_in(line)]
    return [*lines, *(f"    # date_in({line!r}) is {date_in(line)!r}" for line in dated[:1])]


def _line_of_label(request: str, texts: Mapping[str, str]) -> str:
    """A line that reads the value of a label which most texts have, with how many have each; "" for none.

    One of its values stands in the request, as in `whose status is paid` of `Status: paid`. A word of a value
    may stand elsewhere in a text, too: `Note: paid in cash?`.
    """
    values: dict[str, list[str]] = {}
    for text in texts.values():
        for label, value in labelled_values(text).items():
            values.setdefault(label, []).append(value)
    said = PATH.sub(" ", request)
    for label, found in values.items():
        fold = len({value.casefold() for value in found}) < len({*found})
        counts = Counter(value.casefold() if fold else value for value in found)
        telling = 1 < len(counts) <= _MOST_VALUES and len(counts) < len(found)
        if not telling or len(found) < _MOST_TEXTS * len(texts):
            continue
        if any(has_word(said, value) for value in counts if value) and not _is_number(counts):
            name = re.sub(r"\W+", "_", label.casefold()).strip("_")
            name = name if name.isidentifier() and not keyword.iskeyword(name) else "value"
            shown = ", ".join(f"{value!r} in {count}" for value, count in counts.most_common())
            lines = f"for line in content.splitlines() if line.startswith({label + ':'!r})"
            value = f"line.partition(':')[2].strip(){'.casefold()' * fold}"
            return f"    {name} = next(({value} {lines}), '')  # {shown}"
    return ""


def _is_number(counts: Mapping[str, int]) -> bool:
    return all(value.replace(".", "").replace(",", "").isdigit() for value in counts if value)


def _words_of_content(request: str, texts: Mapping[str, str], paths: Sequence[str]) -> dict[str, int]:
    """How many texts have a word of the request that no name has, by word; words of all texts are left out."""
    named = {part for path in paths for part in _PARTS_OF_NAME.findall(path.casefold())}
    parts = [set(_PARTS_OF_NAME.findall(text.casefold())) for text in texts.values()]
    counts = {
        word: sum(word in part for part in parts)
        for word in dict.fromkeys(_PARTS_OF_NAME.findall(PATH.sub(" ", request).casefold()))
        if len(word) > 1 and not is_function_word(word) and word not in named
    }
    return {word: count for word, count in counts.items() if 0 < count < len(texts)}


def _stem(path: str) -> str:
    """A file's name without its ending, by which a request may call it (`leave the readme`)."""
    return os.path.splitext(os.path.basename(path))[0].casefold()


def _called_apart(request: str, paths: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The files that the request calls by their names, in a sentence without another word of a name.

    So `leave the readme` beside `into 2022 and 2023`: what is said of it is said of no other file.
    """
    sentences = [set(_PARTS_OF_NAME.findall(part.casefold())) for part in SENTENCE_ENDS.split(request)]
    apart = [sentence & counts.keys() for sentence in sentences]
    return [path for path in paths if {_stem(path)} in apart]


def _parting_words(paths: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The words by which a request parts files, each having just one in its name; [] where it does not."""
    names = [_PARTS_OF_NAME.findall(os.path.basename(path).casefold()) for path in paths]
    parted = all(sum(part in counts for part in name) == 1 for name in names)
    return [*counts] if len(counts) > 1 and parted else []


def _words_of_one_place(paths: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The words of a request that stand in one place of the names, where others of its words stand in another.

    So `2024` and `2025` in `invoice_2024-03-02_wood.txt`, of which files are sorted into folders with these
    names, and `invoice`, which tells the files that are meant.
    """
    names = [_PARTS_OF_NAME.findall(os.path.basename(path).casefold()) for path in paths]
    places: dict[int, set[str]] = {}
    for name in names:
        for place, part in enumerate(name):
            if part in counts:
                places.setdefault(place, set()).add(part)
    several = [words for words in places.values() if len(words) > 1]
    apart = (
        len(several) == 1
        and len(places) > 1
        and all(sum(word in found for found in places.values()) == 1 for word in counts)
    )
    return [word for word in counts if word in several[0]] if apart else []


def _lines_about_dates(request: str, paths: Sequence[str]) -> list[str]:
    """Lines that read the date in the names of files, all in one form; [] where most names have none.

    Where the request writes a part of such a date, as in `a folder like 2024-07`, a line makes it so.
    """
    names = [os.path.basename(path) for path in paths]
    for form, parts in _DATES_IN_NAMES.items():
        found = [match for name in names if (match := re.search(form, name))]
        if len(found) < FEWEST_DATED or 2 * len(found) <= len(names):
            continue
        dated = [dict(zip(parts.split(", "), map(int, match.groups()), strict=True)) for match in found]
        if not all(map(_is_date, dated)) or (form.startswith(r"(\d\d)-") and _may_be_month_first(dated)):
            continue
        undated = next((name for name in names if not re.search(form, name)), None)
        aside = f"  # None for {undated!r}" if undated else ""
        like = ", ".join(map(repr, found[0].groups()))
        lines = [
            f"    found = re.search(r'{form}', name){aside}",
            "    if found:",
            f"        {parts} = found.groups()  # like {like}",
        ]
        texts = [dict(zip(parts.split(", "), match.groups(), strict=True)) for match in found]
        for written in _PARTS_OF_DATES:
            shown = {written.format(**text) for text in texts}
            example = next((word for word in _WORD.findall(request) if word in shown), "")
            if example:
                return [*lines, f"        part = f'{written}'  # like {example!r}, as the task writes it"]
        return lines
    return []


def _line_about_parts(paths: Sequence[str]) -> list[str]:
    """A line that reads the parts of a file's name, where one of them groups the files; [] where none does."""
    names = [_PARTS_OF_NAME.findall(os.path.splitext(os.path.basename(path))[0]) for path in paths]
    groups = [len(set(part)) for part in zip(*names, strict=False)] if min(map(len, names)) > 1 else []
    if not any(1 < count < len(names) for count in groups):
        return []
    stem = "os.path.splitext(name)[0]"
    return [f"    parts = re.findall(r'[^\\W_]+', {stem})  # like {names[0]}, and {names[-1]}"]


def _is_date(parts: Mapping[str, int]) -> bool:
    try:
        return bool(date(parts["year"], parts["month"], parts["day"]))
    except ValueError:
        return False


def _may_be_month_first(dated: Sequence[Mapping[str, int]]) -> bool:
    return all(parts["day"] <= 12 for parts in dated)


def _name_parts(request: str, paths: Sequence[str]) -> dict[str, int]:
    """How many files have a word of the request in their name, by word; words of all names are left out.

    So are words such as `the`, which say nothing of a file.
    """
    parts = [set(_PARTS_OF_NAME.findall(os.path.basename(path).casefold())) for path in paths]
    words = dict.fromkeys(_PARTS_OF_NAME.findall(PATH.sub(" ", request).casefold()))
    counts = {
        word: sum(word in names for names in parts)
        for word in words
        if len(word) > 1 and not is_function_word(word)
    }
    return {word: count for word, count in counts.items() if 0 < count < len(paths)}
