from pricing import REDUCED, calc, calc_deposit


def receipt(items):
    lines = []
    total = 0.0
    for name, net, food in items:
        gross = calc(net, REDUCED) if food else calc(net)
        total += gross
        lines.append(f"{name:<20}{gross:>8.2f}")
    lines.append(f"{'Total':<20}{total:>8.2f}")
    return "\n".join(lines)


def deposit_text(bottles):
    return f"Deposit: {calc_deposit(bottles) / 100:.2f}"
