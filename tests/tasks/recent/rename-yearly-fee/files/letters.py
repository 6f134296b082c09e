from fees import fee, late_fee
from store import load, open_fees


def letter(member, year, days=0):
    amount = fee(member, year) + late_fee(days)
    return f"Dear {member['name']}, your fee for {year} is {amount:.2f} euros."


if __name__ == "__main__":
    for member in open_fees(load("members.csv")):
        print(letter(member, 2025, 20))
