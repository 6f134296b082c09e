import fees


def total(ages):
    return sum(fees.calc_fee(age) for age in ages)


def oldest(ages):
    return max(ages)
