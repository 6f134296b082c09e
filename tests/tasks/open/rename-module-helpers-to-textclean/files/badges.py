import helpers


def badge(name, task):
    return f"{helpers.initials(name)} | {helpers.tidy(task)}"
