"""A number with its noun, for people: `1 line`, `3 lines`."""


def counted(count: int, noun: str) -> str:
    """`count` and `noun`, with an `s` where they are not one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
