"""Small helpers for my invoices."""
from datetime import date, timedelta

VAT = 0.20


def net_total(lines):
    """The sum of (hours, rate) pairs."""
    return round(sum(hours * rate for hours, rate in lines), 2)


def gross_total(lines):
    return round(net_total(lines) * (1 + VAT), 2)


def first_of_next_month(day):
    return date(day.year, day.month + 1, 1)


def due_date(issued, express=False):
    """Express jobs are due after 14 days, all others on the first of the next month."""
    if express:
        return issued + timedelta(days=14)
    return first_of_next_month(issued)


def number(issued, running):
    """The number of an invoice, such as 2026-007."""
    return f"{issued.year}-{running:03d}"


if __name__ == "__main__":
    today = date.today()
    print(number(today, 1), "due on", due_date(today).isoformat())
