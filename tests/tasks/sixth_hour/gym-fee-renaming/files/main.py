from fees import calc_fee, calc_fee_guest

MEMBERS = {"Lotte": 12, "Hasan": 40}

for name, age in MEMBERS.items():
    print(name, calc_fee(age))
print("guest", calc_fee_guest(3))
