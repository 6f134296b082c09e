"""Script that renames a Python name or module in its current folder; it runs in the sandbox, on a copy."""

from __future__ import annotations

import sys


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
    print("\n".join(dict.fromkeys(guessed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
