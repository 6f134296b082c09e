"""One HTML file that opens without a network: its security policy, its style and script, its escaped words."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from importlib.resources import files
from typing import Any

from pandora.document.invisible_characters import without_invisible

POLICY = "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
"""The content security policy: nothing is fetched, and only the page's own script and style are run."""
MAKER = '<meta name="generator" content="Pandora">'
"""Stands at the head of every page, so that none is taken for a document of the person's."""
_HEAD = 2048


def harmless(text: object) -> str:
    """`text` without control characters, direction overrides and other invisible characters."""
    return without_invisible(str(text or ""))


def is_own_page(data: bytes) -> bool:
    """True for the bytes of a page that `offline_page` made."""
    return MAKER.encode() in data[:_HEAD]


def page_part(name: str, package: str = "pandora.document") -> str:
    """The text of a file in the `page_parts/` of a package."""
    return (files(package) / "page_parts" / name).read_text(encoding="utf-8")


def with_texts(value: Any, change: Callable[[str], str]) -> Any:
    """`value` with `change` applied to every text in it, within mappings, lists, tuples and dataclasses, too.

    The keys of mappings and the names of fields stay as they are.
    """
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: with_texts(part, change) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(with_texts(part, change) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{part.name: with_texts(getattr(value, part.name), change) for part in fields(value)}
        )
    return value


def offline_page(title: str, template: str, style: str, script: str = "", **values: Any) -> str:
    """The page that the Jinja `template` makes of `values`.

    A template extends `page.html`, which has the head and the title of every page, and fills its blocks.
    Every value is escaped, so that what a model or a person wrote is text in the page, never markup or script;
    `Markup` alone is not. The template has the policy as `policy`, and `title`, `style` and `script` by these
    names. The colours and the style that all pages share come before `style`.
    """
    from jinja2 import DictLoader, Environment, StrictUndefined
    from markupsafe import Markup

    style = page_part("colours.css") + page_part("page.css") + style
    environment = Environment(
        loader=DictLoader({"page.html": page_part("page.html")}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page: str = environment.from_string(template).render(
        title=title,
        maker=Markup(MAKER),
        policy=POLICY.format(style=_digest(style), script=_digest(script)),
        style=Markup(style),
        script=Markup(script),
        **values,
    )
    return page.rstrip("\n") + "\n"


def data_in_page(data: Any) -> str:
    """`data` for a page's script, as JSON whose text cannot end the element that it stands in."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
