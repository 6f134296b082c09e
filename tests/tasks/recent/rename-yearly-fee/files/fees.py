"""Fees of the rowing club."""

from datetime import date

YEARLY = 180


def fee(member, year):
    """The fee of a member for one year."""
    age = year - member["born"]
    if age < 18:
        return YEARLY / 2
    return YEARLY


def late_fee(days):
    return 0 if days <= 14 else 5 + 0.5 * (days - 14)


def total(members, year):
    return sum(fee(m, year) for m in members)
