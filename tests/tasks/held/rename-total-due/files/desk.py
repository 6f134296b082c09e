import bill
from bill import total_due


def line(name, nights, rate):
    return "%s: %.2f" % (name, total_due(nights, rate))


def checkout(guest):
    due = bill.total_due(guest["nights"], guest["rate"], guest.get("extras", ()))
    return {"name": guest["name"], "amount": due, "until": bill.total_due_date(guest["day"])}
