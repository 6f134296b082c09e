import csv


def load(path):
    with open(path, newline="") as handle:
        return [{"name": row["name"], "born": int(row["born"]), "fee": row["fee"]} for row in csv.DictReader(handle)]


def open_fees(members):
    """Those whose column fee is not 'paid'."""
    return [m for m in members if m["fee"] != "paid"]
