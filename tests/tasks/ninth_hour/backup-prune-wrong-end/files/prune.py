"""Lists the backups that can go.

    python3 prune.py names.txt 3

prints the names of all backups but the newest 3. Deletes nothing itself.
"""
import sys

PREFIX = "nas-"


def is_backup(name):
    """A file like nas-2025-11-02.tar.gz"""
    return name.startswith(PREFIX) and name.endswith(".tar.gz")


def to_delete(names, keep):
    """The backups that are older than the newest `keep` ones."""
    backups = sorted(name for name in names if is_backup(name))
    return backups[keep:]


def main():
    path, keep = sys.argv[1], int(sys.argv[2])
    if keep < 1:
        sys.exit("keep at least one backup")
    with open(path, encoding="utf-8") as stream:
        names = [line.strip() for line in stream if line.strip()]
    for name in to_delete(names, keep):
        print(name)


if __name__ == "__main__":
    main()
