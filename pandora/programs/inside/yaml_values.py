"""YAML as data: read by the core schema of YAML 1.2, and written so that readers of YAML 1.1 agree on it."""

from __future__ import annotations

import functools
import re
from typing import Any

_FIGURES = list("-+.0123456789")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)|0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?(?:0|[1-9][0-9]*)[eE][-+]?[0-9]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
    re.ASCII,
)
_ANY_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+", re.ASCII)
"""All that the core schema has as a number: 007 too, which is read as text here, as in a table."""


def parse(content: str) -> Any:
    """The value of a text, a list of values where it has several documents.

    Only `true` and `false` are truth values, only `null`, `~` and nothing are none; `NO`, `18:30`, `2024-03-13`
    and figures with a zero before them, such as 01067, are texts. ValueError, which begins with the line's
    number, where the text is no YAML.
    """
    import yaml

    try:
        values = list(yaml.load_all(content, _loader()))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise ValueError(f"{mark.line + 1 if mark else 1}: not YAML: {problem}") from None
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
        # What a value's own constructor says of a date without such a day, or of a key that is a list.
        raise ValueError(f"1: not YAML: {error}") from None
    return values[0] if len(values) == 1 else values


def text_of(value: Any) -> str:
    """A value of JSON's kinds as YAML; a text that either version would read as something else has quotes."""
    import yaml

    return str(yaml.dump(value, Dumper=_dumper(), sort_keys=False, allow_unicode=True))


@functools.cache
def _loader() -> Any:
    import yaml

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012 - as PyYAML has it

    def whole(pattern: str) -> re.Pattern[str]:
        return re.compile(rf"(?:{pattern})\Z", re.ASCII)

    tag = "tag:yaml.org,2002:"
    Loader.add_implicit_resolver(f"{tag}null", whole("~|null|Null|NULL|"), ["~", "n", "N", ""])
    Loader.add_implicit_resolver(f"{tag}bool", whole("true|True|TRUE|false|False|FALSE"), list("tTfF"))
    Loader.add_implicit_resolver(f"{tag}int", whole(_INT.pattern), _FIGURES)
    Loader.add_implicit_resolver(f"{tag}float", whole(_FLOAT.pattern), _FIGURES)
    Loader.add_implicit_resolver(f"{tag}merge", whole("<<"), ["<"])
    Loader.add_constructor(f"{tag}int", _int)
    return Loader


def _int(loader: Any, node: Any) -> int:
    text = loader.construct_scalar(node)
    return int(text, 0 if _INT.fullmatch(text) else 10)


@functools.cache
def _dumper() -> Any:
    import yaml

    class Dumper(yaml.SafeDumper):
        pass

    number = re.compile(rf"(?:{_ANY_NUMBER.pattern})\Z", re.ASCII)
    Dumper.add_implicit_resolver("tag:yaml.org,2002:float", number, _FIGURES)
    return Dumper
