"""Who opens the repair cafe on which day."""
from .dates import week_days
from .people import available


def week_plan(day, people):
    """{date: name}: for each day of the week the first person who can come, in turn."""
    plan = {}
    turn = list(people)
    for d in week_days(day):
        for name in turn:
            if available(people[name], d):
                plan[d] = name
                turn.remove(name)
                turn.append(name)
                break
    return plan
