"""The columns that a request lists one after the other, as `name, price and city`, in any language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import conjunctions, joining_words
from pandora.programs.language.negations import negates

_FEWEST = 3
"""The fewest columns that are a list: of two, a request may also say that one is sorted within the other.

Two with only a mark between them, as `name;price`, are the head of a table.
"""
_COLUMNS = re.compile(
    r"(?<!\w)(?:columns?|cols?|spalten?|columnas?|colonnes?|colonn[ae]|colunas?|kolom(?:men)?|kolumn[ay])(?!\w)",
    re.I,
)
"""The word for columns in eight languages, behind which a request names them."""
_SENTENCE = re.compile(r"[.!?]\s+|\n")
_ASIDE = re.compile(r"\s*\([^()]*\)")
"""What a request says of a column in brackets, such as `date (DD/MM/YYYY)`."""
_BY = frozenset(("by", "nach", "par", "por", "per", "op", "po", "według"))
"""Words behind which stand the columns that rows are sorted or grouped by, in eight languages."""
_DROPS = re.compile(
    r"drop|remov(?:e|er|a|ing)|delet(?:e|ing)|omit|discard|(?:entfern|lösch|streich)en?|supprim(?:e|er|ez)"
    r"|enlev(?:e|er|ez)|retir(?:e|er|ez)|elimin(?:a|ar|are|e)|borrar?|quitar?|rimuov(?:i|ere)|togli(?:ere)?"
    r"|cancella(?:re)?|apagar?|verwijder(?:en)?|schrap(?:pen)?|usuń|usunąć|wyrzuć",
    re.I,
)
"""Words by which a request says that columns are not wanted, in eight languages."""
_DROPPED = re.compile(
    r"\s+(?:[^\W\d_]+\s+)?(?:weg\w*|löschen|entfernen|streichen|verwijderen|schrappen)(?!\w)", re.I
)
"""Those that may stand at the end of a clause, in German and in Dutch."""
_BREAK = re.compile(r"\s[-–—]\s|[()\n]")
_MOST_WORDS = 2
"""The most words of a column's name: more are a description of what is in it."""
_HEAD = re.compile(r"[;|,\t]")
_BETWEEN = re.compile(r"[\s,;/|*`'\"-]+")


def listed_columns(request: str, columns: Sequence[str]) -> list[str]:
    """Return the longest list of columns' names in a request, in its order; [] where it lists fewer than three.

    Between two of them stand only marks, and a word for `and` of any of eight languages. Those that rows are
    sorted by, or that are to be left out, are no list of what is wanted.
    """
    names = sorted((column for column in columns if column.strip()), key=len, reverse=True)
    if len(names) < 2:
        return []
    by_folded = {name.casefold(): name for name in names}
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.I)
    words = conjunctions(("standard",))
    lists: list[list[str]] = []
    heads: dict[int, str] = {}
    starts: list[int] = []
    ends: dict[int, int] = {}
    end = -1
    for match in pattern.finditer(request):
        between, place = request[end : match.start()], len(lists) - 1
        if end < 0 or not _joins(between, words) or between != heads.get(place, between):
            lists.append([])
            starts.append(match.start())
        elif _HEAD.fullmatch(between) and len(lists[-1]) == 1:
            heads[place] = between
        lists[-1].append(by_folded[match[0].casefold()])
        end = match.end()
        ends[len(lists) - 1] = end
    different = [list(dict.fromkeys(names)) for names in lists]
    wanted = [at for at, start in enumerate(starts) if not _is_aside(request[:start], request[ends[at] :])]
    whole = [different[at] for at in wanted if len(different[at]) >= (2 if at in heads else _FEWEST)]
    return max(whole, key=len, default=[])


def _joins(between: str, words: frozenset[str]) -> bool:
    rest = _BETWEEN.sub(" ", between).strip().casefold()
    return not rest or rest in words


def _is_aside(before: str, behind: str) -> bool:
    """True where what stands around names of columns says that rows are sorted by them, or are to lack them.

    Articles and the like between them and such a word say nothing; a verb may also stand right behind them.
    """
    words = re.findall(r"[^\W\d_]+", re.split(r"[.,;:!?()\n]", before)[-1])
    while words:
        word = words.pop().casefold()
        if word in _BY or negates(word) or _DROPS.fullmatch(word):
            return True
        if not is_function_word(word) and not _COLUMNS.fullmatch(word):
            break
    return _DROPPED.match(behind) is not None


def named_columns(request: str) -> list[str]:
    """Return the columns that a request names behind a word for columns, as in `columns boat and hours pls`.

    The list ends with the item behind a word for `and`, or with its clause. Of that item the last words may be
    no part of the name. [] where an item is too long for a name, and where there is just one.
    """
    joining = "|".join(map(re.escape, sorted(joining_words(request), key=len, reverse=True)))
    mark = re.compile(rf"\s*[,;|]\s*(?:(?:{joining})\s+)?|\s+(?:{joining})\s+")
    for sentence in _SENTENCE.split(request):
        for word in _COLUMNS.finditer(sentence):
            if _is_aside(sentence[: word.start()], ""):
                continue
            rest = _ASIDE.sub("", sentence[word.end() :].lstrip(" :,(-–—").rstrip(" ."))
            rest = _BREAK.split(rest)[0]
            parts, marks = mark.split(rest), mark.findall(rest)
            last = next((at for at, one in enumerate(marks, 1) if one.strip(" ,;|")), len(parts) - 1)
            names = [part.strip("\"'“”„«»`*.:!? ") for part in parts[: last + 1]]
            if len(names) > 1 and all(0 < len(name.split()) <= _MOST_WORDS for name in names):
                return names
    return []


def is_called_column(request: str, name: str) -> bool:
    """True where a request has a name right behind a word for columns, as in `(column balance)`."""
    beside = r"[\s\"'“„«`:]+"
    return re.search(rf"{_COLUMNS.pattern}{beside}{re.escape(name)}(?!\w)", request, re.I) is not None


def unnamed_columns(request: str, made: Sequence[str]) -> list[str]:
    """Return the columns that a request names and a made table with some of them has not.

    A table with more columns than are named may have others.
    """
    named = named_columns(request)
    if not named or len(made) > len(named):
        return []
    plain = [_plain(name) for name in made]
    lost = [name for name in named if _plain(name) not in plain]
    if named[:1] == lost[:1] and any(_plain(named[0]).endswith(f" {name}") for name in plain):
        lost = lost[1:]  # `the columns are who, what and amount`
    if named[-1:] == lost[-1:] and any(_plain(named[-1]).startswith(f"{name} ") for name in plain):
        lost = lost[:-1]
    return lost if len(lost) < len(named) else []


def names_as_asked(request: str, made: Sequence[str]) -> list[str]:
    """Return the names that the columns of a made table are to have, in its order.

    Columns that have no name of the request take those that are left, one after the other. Of the last one that
    the request names, the words up to the first that the column has not are its name: `hours` of `hours pls`
    for `total_hours`. [] where the columns have their names, and where it is not known which words are one.
    """
    named = named_columns(request)
    if len(named) != len(made) or not unnamed_columns(request, made):
        return []
    own = [_plain(name) for name in made]
    free = iter([name for name in named if _plain(name) not in own])
    names = [name if _plain(name) in map(_plain, named) else next(free, name) for name in made]
    said = named[-1].split()
    if len(said) == 1 or _plain(named[-1]) in own or named[-1] not in names:
        return names
    place = names.index(named[-1])
    known = [*takewhile(lambda word: _plain(word) in own[place].split(), said)]
    names[place] = " ".join(known)
    return names if known else []


def _plain(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", name.casefold()))
