"""Late fees in cents."""
from loans import Loan

PER_DAY = {"book": 20, "film": 50, "magazine": 10}
MOST = 1000


def late_fee(loan, returned):
    """A fee per day after the due day, at most MOST."""
    late = loan.days_late(returned)
    return min(late * PER_DAY[loan.kind], MOST)


def reminder(loan, returned):
    cents = late_fee(loan, returned)
    if cents == 0:
        return f"{loan.title}: thank you"
    return f"{loan.title}: {cents // 100}.{cents % 100:02d} to pay"
