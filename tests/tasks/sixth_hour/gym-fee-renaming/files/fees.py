BASE = 18


def calc_fee(age):
    return BASE // 2 if age < 18 else BASE


def calc_fee_guest(visits):
    return 5 * visits
