"""Loans: due dates and renewals."""
from datetime import timedelta

from calendar_rules import next_open_day

LOAN_DAYS = 14


def due_date(borrowed, days=LOAN_DAYS):
    return next_open_day(borrowed + timedelta(days=days))


def renew(due, days=LOAN_DAYS):
    """A renewal counts from the old due date."""
    return due_date(due, days)


def overdue_days(due, returned):
    return max(0, (returned - due).days)
