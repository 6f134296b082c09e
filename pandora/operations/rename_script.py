"""Script that renames a Python name or module in its current folder; it runs in the sandbox, on a copy."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_MARK = b"# only while a name is changed: this folder is a package\n"
_IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z_][\w.]*)", re.M | re.A)


def main() -> int:
    """Rename what stands at an offset of a file, or the module itself if the offset is -1.

    Arguments: the file, the offset, the new name, `all` if members of objects of unknown class are to be
    renamed too, else `sure`, the module's new name or `-`, and folders to import libraries from. Prints, one a
    line, `path:line` of these.
    Returns 1 if it cannot be done, with the reason as the last line of the error output.
    """
    path, offset, new, unsure, module = sys.argv[1:6]
    sys.path.extend(sys.argv[6:])
    from rope.base.exceptions import RopeError
    from rope.base.project import Project
    from rope.refactor.rename import Rename

    _make_packages()
    guessed: list[str] = []

    def guess(occurrence: object) -> bool:
        resource, line = getattr(occurrence, "resource", None), getattr(occurrence, "lineno", 0)
        guessed.append(f"{getattr(resource, 'path', '')}:{line}")
        return True

    # Without a folder of its own, rope reads and runs no settings of the project.
    project = Project(".", ropefolder=None, save_objectdb=False, automatic_soa=True)
    try:
        place = int(offset) if int(offset) >= 0 else None
        rename = Rename(project, project.get_resource(path), place)
        changes = rename.get_changes(new, unsure=guess if unsure == "all" else None, in_hierarchy=True)
        project.do(changes)
        if module != "-":
            project.do(Rename(project, project.get_resource(path), None).get_changes(module))
    except RopeError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 1
    finally:
        project.close()
        # A file that was made may have moved with its folder.
        for marker in filter(Path.is_file, [*Path().rglob("__init__.py")]):
            if marker.read_bytes() == _MARK:
                marker.unlink()
    print("\n".join(dict.fromkeys(guessed)))
    return 0


def _make_packages() -> None:
    """Make each folder that is imported as a package one that rope knows, by a file that is removed again.

    Python takes `shop/prices.py` for `shop.prices` without a `shop/__init__.py`; rope does not.
    """
    for source in sorted(filter(Path.is_file, Path().rglob("*.py"))):
        for match in _IMPORTED.finditer(source.read_bytes()):
            folder = Path()
            for part in match[1].decode("ascii").split("."):
                folder /= part
                if not folder.is_dir():
                    break
                if not (folder / "__init__.py").exists():
                    (folder / "__init__.py").write_bytes(_MARK)


if __name__ == "__main__":
    sys.exit(main())
