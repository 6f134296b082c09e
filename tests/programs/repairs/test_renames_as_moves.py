from __future__ import annotations

from pandora.programs.repairs.renames_as_moves import with_moves


def test_a_file_is_moved_by_the_function_that_makes_its_folder() -> None:
    written = "os.rename(path, 'a/b')\nshutil.move(path, x)\nmyos.rename(a, b)\nos.remove(path)\n"
    assert with_moves(written) == "move(path, 'a/b')\nmove(path, x)\nmyos.rename(a, b)\nos.remove(path)\n"
