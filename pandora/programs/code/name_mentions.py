"""Where a renamed Python name is mentioned: comments, docstrings, texts that stand for it, and documents.

A name with an underscore or a capital is told from other words wherever it stands. One like `price` counts in
prose only where it is written as code: `price` in backticks, a call such as price(3), or behind its module.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import PurePosixPath

from pandora.programs.parsed_program import lines_of_tree
from pandora.workspace.paths import is_source_code

_IDENTIFIER = re.compile(r"\w*[^\W_]_\w+|_\w+|[a-z]\w*[A-Z]\w*|[A-Z]\w*")
"""A name that is told from the words of a sentence: it has an underscore or a capital."""
_TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
_BLANK = {tokenize.COMMENT, tokenize.NL}
_BY_NAME = ("getattr", "hasattr", "setattr", "delattr")
"""Functions whose second argument is the name of a member."""
_SAYING = {
    *("print", "warn", "log", "debug", "info", "warning", "error", "exception", "critical", "exit", "fail"),
}
"""Functions and methods whose texts are for people."""


@dataclass(frozen=True)
class Renaming:
    """A name and its new one; `owner` is its class, `modules` are those that have it, as they are imported.

    `only` tells that no other class of the workspace has a member of this name, `alone` that no code has
    something else of this name, such as a variable or a key.
    """

    word: str
    new: str
    owner: str = ""
    modules: frozenset[str] = field(default=frozenset())
    only: bool = False
    alone: bool = False

    @property
    def identifier(self) -> bool:
        """True for a name that is no word of a language."""
        return _IDENTIFIER.fullmatch(self.word) is not None


def module_name(path: str) -> str:
    """The name by which a Python file is imported from the workspace's root."""
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def in_prose(text: str, renaming: Renaming) -> str:
    """Return a text for people with the new name for each mention of the old one."""
    text = _qualified(text, renaming)
    word = rf"(?<!\w){re.escape(renaming.word)}(?!\w)"
    if renaming.identifier:
        return re.sub(word, renaming.new, text)
    text, calls = re.subn(rf"(?<=`){word}(?=\()|(?<![\w.]){word}(?=\([^\s)]|\(\))", renaming.new, text)
    bare = renaming.alone or not calls  # beside a call, the name by itself may be that of a key
    return re.sub(rf"(?<=`){word}(?=[`.])", renaming.new, text) if bare else text


def in_settings(text: str, renaming: Renaming) -> str:
    """Return the text of a configuration with the new name where the old one stands behind its module."""
    return _qualified(text, renaming)


def in_source(source: str, renaming: Renaming) -> str:
    """Return a Python source, in which the code has the new name already, with it in its mentions, too.

    Mentions are comments and docstrings, sentences of errors and of what is printed, what a class's `repr`
    says, `__all__`, `getattr(shop, "price")`, and texts that are the name behind its module, as in
    `patch("shop.price")`. Raises SyntaxError, ValueError or tokenize.TokenError where the text is no Python.
    """
    tree = ast.parse(source)
    tokens = list(tokenize.generate_tokens(io.StringIO(source, newline="").readline))
    starts = [0, *accumulate(map(len, io.StringIO(source, newline="").readlines()))]
    in_repr = _lines_of_repr(tree, renaming.new)
    lines = lines_of_tree(source)
    names = {
        (line, len(lines[line - 1][:column].decode("utf-8")))
        for line, column in _texts_of_names(tree, renaming)
    }
    told = [
        tuple((line, len(lines[line - 1][:column].decode("utf-8"))) for line, column in span)
        for span in (_spans_told(tree) if renaming.identifier else ())
    ]
    word = re.compile(rf"(?<!\w){re.escape(renaming.word)}(?!\w)")
    for place, token in reversed(list(enumerate(tokens))):
        is_text = token.type in _TEXTS
        first, last = (starts[line - 1] + column for line, column in (token.start, token.end))
        said = source[first:last]
        if (is_text and token.start[0] in in_repr) or token.start in names:
            said = word.sub(renaming.new, said)
        elif token.type == tokenize.COMMENT or (is_text and _stands_alone(tokens, place)):
            said = in_prose(said, renaming)
        elif is_text and not re.search(r"\s", said):
            said = _qualified(said, renaming)
        elif is_text and any(start <= token.start < end for start, end in told):
            said = in_prose(said, renaming)
        source = source[:first] + said + source[last:]
    return source


def lines_left(path: str, text: str, renaming: Renaming) -> list[int]:
    """Return the lines where the old name may still be meant: written as code in a text, alone in quotes."""
    quoted = rf"['\"]{re.escape(renaming.word)}['\"]"
    form = re.compile(quoted if is_source_code(path) else rf"(?<!\w){re.escape(renaming.word)}(?!\w)")
    shown = enumerate(text.splitlines(), 1)
    if is_source_code(path) or renaming.identifier:
        return [number for number, line in shown if form.search(line)]
    told = replace(renaming, alone=True)
    return [number for number, line in shown if in_prose(line, told) != line]


def has_another(source: str, word: str) -> bool:
    """True where a Python source has this name, or a text that is just it; comments do not count."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source, newline="").readline))
    except (SyntaxError, tokenize.TokenError):
        return True
    return any(
        token.string == word or (token.type in _TEXTS and token.string.strip("'\"") == word) for token in tokens
    )


def _qualified(text: str, renaming: Renaming) -> str:
    """The text with the new name where the old one stands behind its module: `shop.price`, `shop:price`."""
    owner = rf"{re.escape(renaming.owner)}\." if renaming.owner else ""
    for module in sorted(renaming.modules, key=len, reverse=True):
        form = rf"(?<![\w.])({re.escape(module)}[.:]{owner}){re.escape(renaming.word)}(?!\w)"
        text = re.sub(form, rf"\g<1>{renaming.new}", text)
    return text


def _spans_told(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each error that is raised, message of an assert and argument of what prints begins and ends.

    Places are a line and the bytes of it that stand before.
    """
    for node in ast.walk(tree):
        said: Sequence[ast.expr | None] = ()
        if isinstance(node, ast.Raise):
            said = [node.exc]
        elif isinstance(node, ast.Assert):
            said = [node.msg]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in _SAYING:
            said = node.args
        for one in said:
            if one is not None:
                end = (one.end_lineno or one.lineno, one.end_col_offset or 0)
                yield (one.lineno, one.col_offset), end


def _texts_of_names(tree: ast.Module, renaming: Renaming) -> Iterator[tuple[int, int]]:
    """The places of the texts that are the name of what was renamed: in `__all__`, and behind `getattr`."""
    exported = not renaming.owner and renaming.new in _top_names(tree) - {renaming.word}
    modules = {*_imported(tree, renaming.modules)}
    for node in ast.walk(tree):
        texts: Sequence[ast.expr] = ()
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and exported:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            is_all = any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)
            value = node.value
            texts = value.elts if is_all and isinstance(value, ast.List | ast.Tuple) else ()
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
            owner = ast.unparse(node.args[0])
            known = owner == renaming.owner or renaming.only if renaming.owner else owner in modules
            texts = node.args[1:2] if node.func.id in _BY_NAME and known else ()
        for text in texts:
            if isinstance(text, ast.Constant) and text.value == renaming.word:
                yield text.lineno, text.col_offset


def _top_names(tree: ast.Module) -> set[str]:
    """The names that the statements of a module itself bind."""
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            inside = (inner for inner in ast.walk(node) if isinstance(inner, ast.Name))
            names.update(inner.id for inner in inside if isinstance(inner.ctx, ast.Store))
    return names


def _imported(tree: ast.Module, modules: Collection[str]) -> Iterator[str]:
    """The names by which a file has one of these modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.asname or alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}" if node.module else alias.name
                if whole in modules or (node.level and whole.rpartition(".")[2] in map(_last, modules)):
                    yield alias.asname or alias.name


def _last(module: str) -> str:
    return module.rpartition(".")[2]


def _lines_of_repr(tree: ast.Module, name: str) -> set[int]:
    """The lines of the methods of a class that say what it is called."""
    methods = (
        method
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name == name
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name in ("__repr__", "__str__")
    )
    return {line for method in methods for line in range(method.lineno, (method.end_lineno or 0) + 1)}


def _stands_alone(tokens: Sequence[tokenize.TokenInfo], place: int) -> bool:
    """True for a text that is a statement by itself, as a docstring is."""
    before = next((token.type for token in reversed(tokens[:place]) if token.type not in _BLANK), None)
    behind = next((token.type for token in tokens[place + 1 :] if token.type not in _BLANK), None)
    begins = before in (None, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    return begins and behind in (None, tokenize.NEWLINE, tokenize.ENDMARKER)
