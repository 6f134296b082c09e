"""What the sessions of the pages need before they begin: files that a reader has, and a site to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial

from tests.operations.shop import shop
from tests.operations.site import serving


@dataclass(frozen=True)
class Preparation:
    """The files of the workspace by name, variables of the shell, and what is served meanwhile."""

    files: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    services: tuple[Callable[[], AbstractContextManager[object]], ...] = ()


def _parcel(name: str, file: str, words: str, postage: str) -> dict[str, str]:
    """A task of the suite `parcels`, whose right answer is `postage`."""
    return {
        f"parcels/{name}/files/{file}": f"{words}\n",
        f"parcels/{name}/task.md": "---\nfamily: post\nseconds: 60\n---\n"
        f"Say the postage of the parcel in {file}.\n",
        f"parcels/{name}/check.py": f"""\
import json
import sys

with open(sys.argv[1]) as file:
    result = json.load(file)
assert (result["status"], result["output"].strip()) == ("accepted", "{postage}"), result
""",
    }


PREPARED: Mapping[str, Preparation] = {
    "docs/growing.md": Preparation(
        {
            "data/fruit.csv": "name,price\npear,3\nplum,2\nquince,4\nmelon,5\n",
            "data/cars.csv": "name,price\nvan,410\ncart,120\ntruck,980\nscooter,360\n",
            **_parcel("lamp", "lamp.txt", "A lamp, 2300 g, for Mr Bo.", "5.20"),
            **_parcel("vase", "vase.md", "A vase, 1200 g, for Ms Ito.", "3.80"),
        }
    ),
    "docs/patterns.md": Preparation(
        {
            "notes/minutes.md": """\
# Minutes

All were there. We agreed to paint the shed green. Ada brought a cake.
The fence stays as it is.
"""
        }
    ),
    "docs/questions.md": Preparation(
        {
            "notes/hall.md": """\
# The hall

The oil boiler is from 1998. It burns 3,000 litres a year. Service: 240 euros per year.
The chimney was inspected in May and is sound.
""",
            "notes/gas.md": """\
# Gas

A gas boiler for the hall costs 9,500 euros with the connection. Service: 160 euros per year.
""",
        }
    ),
    "docs/research.md": Preparation(
        {
            "towns/alderwick.md": """\
# Alderwick

Alderwick lies on the river Tarn. It was founded in 1340.
The town has 6,420 inhabitants.
A ferry crosses the river every half hour.
""",
            "towns/brenmoor.md": """\
# Brenmoor

Brenmoor is a mining town in the hills. Its mine was closed in 1987.
At the last census, 3,150 people lived in Brenmoor.
The market is held on Thursdays.
""",
            "towns/ferry.md": """\
# The ferry of Alderwick

The ferry carries 40 cars. A ticket costs 3 euros.
In winter it rests on Sundays.
""",
        }
    ),
    "docs/settings.md": Preparation({"pandora.toml": '[policy]\nbash = "allow"\n'}),
    "docs/tasks.md": Preparation(
        {
            "server.log": """\
2026-11-22 09:14:02 INFO  started on port 8080
2026-11-22 09:14:40 INFO  120 orders were imported
2026-11-22 09:15:07 ERROR the disk is full: orders.db was not written
2026-11-22 09:15:07 INFO  stopped
""",
            "data/fruit.csv": "name,price\npear,3\nplum,2\nquince,4\n",
            "laptop.json": """\
{"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "integer"}},
 "required": ["name", "price"]}
""",
        }
    ),
    "docs/web.md": Preparation(
        {
            "../config/pandora/pandora.toml": """\
[policy]
network."127.0.0.1:40167" = "allow"
loopback = "allow"
"""
        },
        services=(partial(serving, shop(""), port=40167),),
    ),
}
"""By page; all other pages begin with the patterns and the data of this repository and nothing else."""
