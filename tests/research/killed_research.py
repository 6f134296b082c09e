"""A process that does research and kills itself, as kill -9 would, before a given call is answered."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.research.authorization import PHRASE
from tests.research.desk import Desk, Reader


@dataclass
class Killed(Reader):
    """Dies before it answers call number `dies_at`; what it answered stands in `log`, a line for each call."""

    log: Path = Path()

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        if len(self.asked) + 1 == self.dies_at:
            os.kill(os.getpid(), signal.SIGKILL)
        answer = super().values(prompt, form, call)
        with self.log.open("a", encoding="utf-8") as file:
            file.write(f"{prompt.text!r}\n")
        return answer


if __name__ == "__main__":
    root, short, dies_at, log = sys.argv[1:]
    Desk(Path(root), model=Killed(dies_at=int(dies_at), log=Path(log)), short=short).reply(PHRASE)
