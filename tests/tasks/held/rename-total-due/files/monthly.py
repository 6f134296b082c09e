from bill import total_due as due, total_due_date
from desk import checkout


def month(guests):
    totals = [checkout(g)["amount"] for g in guests]
    return round(sum(totals), 2), max(total_due_date(g["day"]) for g in guests), due(0, 0)
