from __future__ import annotations

from pathlib import Path

import pytest

from pandora.disk.watch import file_system_kind, shared_kind

MOUNTS = """\
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
40 22 0:35 / /srv/net rw,relatime shared:5 - nfs4 box:/export rw,vers=4.2
41 40 0:36 / /srv/net/own rw - tmpfs tmpfs rw
42 22 0:37 / /srv/two\\040words rw - fuse.sshfs me@box: rw
43 22 0:38 / /srv/over rw - ext4 /dev/vdb rw
44 22 0:39 / /srv/over rw - 9p host rw
"""


@pytest.mark.parametrize(
    ("folder", "kind", "elsewhere"),
    [
        ("/home/me/state", "ext4", ""),
        ("/srv/net", "nfs4", "nfs4"),
        ("/srv/net/notes/state", "nfs4", "nfs4"),
        ("/srv/network/state", "ext4", ""),
        ("/srv/net/own/state", "tmpfs", ""),
        ("/srv/two words/state", "fuse.sshfs", "fuse.sshfs"),
        ("/srv/over/state", "9p", "9p"),
    ],
)
def test_the_nearest_mount_says_it(tmp_path: Path, folder: str, kind: str, elsewhere: str) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS, encoding="utf-8")
    assert (file_system_kind(Path(folder), mounts), shared_kind(Path(folder), mounts)) == (kind, elsewhere)


def test_where_nothing_says_it_nothing_is_known(tmp_path: Path) -> None:
    assert file_system_kind(tmp_path, tmp_path / "none") == shared_kind(tmp_path, tmp_path / "none") == ""
