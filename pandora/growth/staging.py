"""A staging folder: a workspace in which new files of `system/` are tried before they count."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path

from pandora.budget import Ledger
from pandora.disk.atomic import system_errors
from pandora.disk.layout import Workspace
from pandora.disk.read_document import DocumentCache
from pandora.document.instructions import LONGEST
from pandora.document.state_document import digest
from pandora.engine.events import nobody
from pandora.engine.host import Host
from pandora.policy import ANY, Rule
from pandora.regular_file import read_regular


@dataclass
class Staging:
    """The staging folder of one run: a copy of `system/`, a `state/` for trials, and files to try things on.

    `workspace` is the real one, and `staged` the one in the folder, which lies in `state/` of the real one and
    stays when the run has ended: its documents are the evidence of what was tried.
    """

    workspace: Workspace
    staged: Workspace
    written: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def open(cls, workspace: Workspace, run: str) -> Staging:
        """The staging folder of `run`, with `system/` as it is now; the documents of earlier trials stay.

        Raises DiskError where the folder cannot be written.
        """
        root = workspace.staging_folder(run)
        with system_errors(root):
            shutil.rmtree(root / "system", ignore_errors=True)
            (root / "state").mkdir(parents=True, exist_ok=True)
            for folder, _, names in os.walk(workspace.system):
                for name in names:
                    path = Path(folder) / name
                    if path.is_symlink() or not path.is_file():
                        continue
                    copy = root / "system" / path.relative_to(workspace.system)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    copy.write_bytes(read_regular(path, LONGEST)[0])
        return cls(workspace, Workspace(root))

    @property
    def root(self) -> Path:
        """The folder itself."""
        return self.staged.root

    def write(self, path: str, content: bytes) -> None:
        """Write a file of the staged workspace, by its path there; the same content again changes nothing."""
        target = self.root / path
        self.written[path] = content
        with system_errors(target):
            if target.is_file() and read_regular(target, LONGEST)[0] == content:
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary = target.with_name(f".{target.name}.part")
            temporary.write_bytes(content)
            temporary.replace(target)

    def digest(self) -> str:
        """The digest of what was written to `system/`, with its paths."""
        return digest(*(part for path, content in self.files().items() for part in (path, content.hex())))

    def files(self) -> dict[str, bytes]:
        """What was written to the staged `system/`: the content by path, sorted."""
        written = sorted(self.written.items())
        return {path: content for path, content in written if path.startswith("system/")}

    def host(self, host: Host) -> Host:
        """A host for trials in the staged workspace: the same model, and what is left of the ceilings.

        A command is not asked about, because it sees the staged files alone and is confined; where policy
        denies commands, it is denied here, too. Nothing runs without its confinement, with `--unsafe` either.
        """
        ceiling, usage = host.ledger.ceiling, host.ledger.usage
        left = replace(
            ceiling,
            calls=max(0, ceiling.calls - usage.calls),
            tokens=max(0, ceiling.tokens - usage.prompt - usage.written),
            seconds=max(0, int(ceiling.seconds - host.elapsed())),
        )
        policy = host.policy
        if policy.ruled("bash", ANY).verdict == "ask":
            policy = policy.with_rules((Rule("bash", ANY, "allow", "a trial in staging"),))
        return replace(
            host,
            workspace=self.staged,
            ledger=Ledger(left),
            policy=policy,
            watcher=nobody,
            readings=DocumentCache(),
            builders=(),
            unsafe=False,
            plan_only=False,
            cache=None,
            schema="",
        )
