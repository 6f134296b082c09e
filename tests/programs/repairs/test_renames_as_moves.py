from __future__ import annotations

from pandora.programs.repairs.renames_as_moves import with_moves


def test_a_file_is_moved_by_the_function_that_makes_its_folder() -> None:
    written = "os.rename(path, 'a/b')\nshutil.move(path, x)\nmyos.rename(a, b)\nos.remove(path)\n"
    assert with_moves(written) == "move(path, 'a/b')\nmove(path, x)\nmyos.rename(a, b)\nos.remove(path)\n"


def test_a_written_file_takes_the_place_of_the_old_one_where_no_moves_are_asked_for() -> None:
    renamed = "os.replace('new.txt', 'a.txt')\n"
    written = f"with open('new.txt', 'w') as file:\n    file.write('a')\n{renamed}"
    assert with_moves(written, asked=False) == written
    assert with_moves(renamed, asked=False) == "move('new.txt', 'a.txt')\n"
    assert with_moves(written).endswith("move('new.txt', 'a.txt')\n")


def test_a_call_by_the_names_of_its_arguments_stays() -> None:
    assert (
        with_moves("shutil.copy2(src=a, dst=b)\nshutil.move(a, b)") == "shutil.copy2(src=a, dst=b)\nmove(a, b)"
    )
