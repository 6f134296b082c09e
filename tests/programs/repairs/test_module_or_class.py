from __future__ import annotations

import pytest

from pandora.programs.repairs.forgotten_imports import with_imports
from pandora.programs.repairs.module_or_class import with_module_or_class


@pytest.mark.parametrize(
    ("source", "mended"),
    [
        (
            "from datetime import datetime\nprint(datetime.now() + datetime.timedelta(days=1))\n",
            "from datetime import datetime\nprint(datetime.now() + timedelta(days=1))\n",
        ),
        (
            "from datetime import datetime\nprint(datetime.datetime.now())\n",
            "from datetime import datetime\nprint(datetime.now())\n",
        ),
        (
            "import datetime\nprint(datetime.strptime('8', '%H'))\n",
            "import datetime\nprint(datetime.datetime.strptime('8', '%H'))\n",
        ),
        (
            "from random import random\nprint('ä', random.randint(1, 2))\n",
            "from random import random\nprint('ä', randint(1, 2))\n",
        ),
        ("import datetime\nprint(datetime.datetime.now(), datetime.timedelta(1))\n", ""),
        ("from datetime import datetime\nprint(datetime.fromisoformat('2025-01-01').date())\n", ""),
        ("import datetime\nfrom datetime import datetime\nprint(datetime.timedelta(1))\n", ""),
        ("from datetime import datetime\ndatetime = None\nprint(datetime.timedelta(1))\n", ""),
        ("from .time import time\nprint(time.sleep(1))\n", ""),
        ("print(datetime.nothing)\n", ""),
        ("from datetime import datetime\nprint(datetime.unheard_of)\n", ""),
        ("def (", ""),
    ],
)
def test_what_only_the_module_or_only_the_class_has_is_taken_of_it(source: str, mended: str) -> None:
    assert with_module_or_class(source) == (mended or source)


def test_what_stands_alone_then_is_imported() -> None:
    code = "from datetime import datetime\n\n\ndef late(day):\n    return day + datetime.timedelta(days=1)\n"
    head = with_imports(with_module_or_class(code)).partition("\n\n")[0]
    assert "from datetime import timedelta" in head
