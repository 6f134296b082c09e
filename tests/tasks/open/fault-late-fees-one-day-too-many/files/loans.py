from dataclasses import dataclass
from datetime import date

from calendar_days import days


@dataclass
class Loan:
    title: str
    lent: date
    due: date
    kind: str = "book"

    def length(self):
        """Days of the loan; the day of lending counts as one."""
        return days(self.lent, self.due)

    def days_late(self, returned):
        return days(self.due, returned)
