"""Catches of the boats on the club day."""


def add_catch(fish, grams, log=[]):
    """Put a catch into a log (a new one when none is given) and return the log."""
    log.append((fish, grams))
    return log


def weight(log):
    """All grams of a log."""
    return sum(grams for fish, grams in log)


def heaviest(log):
    """The name of the heaviest fish."""
    return max(log, key=lambda entry: entry[1])[0]


def report(name, log):
    return f"{name}: {len(log)} fish, {weight(log)} g, best {heaviest(log)}"


if __name__ == "__main__":
    marlene = add_catch("perch", 410)
    add_catch("pike", 2300, marlene)
    add_catch("roach", 180, marlene)

    otter = add_catch("bream", 950)
    add_catch("perch", 380, otter)

    print(report("Marlene", marlene))
    print(report("Otter", otter))
