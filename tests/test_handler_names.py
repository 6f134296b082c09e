"""What an operation can do stands in its registry entry: no other room asks for a handler by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pandora
from pandora.operations.registry import OPERATIONS

PACKAGE = Path(pandora.__file__).parent


def _names_in(node: ast.expr, constants: dict[str, ast.expr]) -> set[str]:
    """The operations that an operand names: as a text, in a collection of texts, or through a constant."""
    if isinstance(node, ast.Name):
        node = constants.get(node.id, node)
    texts = {
        each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }
    whole = isinstance(node, ast.Constant | ast.Tuple | ast.List | ast.Set | ast.Dict | ast.Call)
    return {name for name in OPERATIONS if name in texts} if whole else set()


def _is_handler(node: ast.expr, handlers: set[str]) -> bool:
    """Whether an operand is the name of a handler: read from `handler`, from an operation, or kept from one."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and part.attr in ("handler", "handlers", "operation", "operations"):
            return True
        if isinstance(part, ast.Constant) and part.value == "handler":
            return True
        if isinstance(part, ast.Name) and (part.id in handlers or part.id in ("handler", "operation")):
            return True
    return False


def compared_names(source: str) -> Iterator[int]:
    """The lines of a module that compare a handler's name with a text."""
    tree = ast.parse(source)
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    handlers: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_handler(node.value, handlers):
            handlers |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            named = any(_names_in(operand, constants) for operand in operands)
            if named and any(_is_handler(operand, handlers) for operand in operands):
                yield node.lineno
        elif isinstance(node, ast.Match) and _is_handler(node.subject, handlers):
            yield node.lineno


@pytest.mark.parametrize(
    "source",
    [
        'if pattern.keys.get("handler") == "repair":\n    pass\n',
        'name = str(keys.get("handler", kind))\nif name in ("fetch", "websearch"):\n    pass\n',
        'LOOKS = ("read", "fetch")\nname = pattern.handler\nif name not in LOOKS:\n    pass\n',
        'if "script" != operation.name:\n    pass\n',
        'match pattern.handler:\n    case "bash":\n        pass\n',
    ],
)
def test_the_check_sees_a_name_that_is_compared(source: str) -> None:
    assert list(compared_names(source))


def test_other_texts_of_the_same_letters_are_no_handlers() -> None:
    assert list(compared_names('if rule.effect == "read" or task.kind_of_task == "answer":\n    pass\n')) == []


def test_no_handler_is_known_by_its_name_outside_operations() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).parts[0] != "operations"
        for line in compared_names(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []
