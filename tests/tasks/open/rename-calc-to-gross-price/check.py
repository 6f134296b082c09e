import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'NOTES.md': '5eaf5a44ae986ef70e95',
 'labels.py': 'e8d30e7f823e9c18a615',
 'pricing.py': '466b3c4517cb556f622a',
 'till.py': '38d340f060dfcab3a533'}
WANTED = {'NOTES.md': '# Farm shop scripts\n'
             '\n'
             '- `gross_price` in pricing.py gives the price with tax, `calc_deposit` the deposit in cents.\n'
             '- Labels are printed with labels.py.\n'
             '- When the tax changes, use `recalc`.\n',
 'labels.py': 'import pricing\n'
              '\n'
              '\n'
              'def label(name, net):\n'
              '    # calculated with the full rate\n'
              '    return f"{name}: {pricing.gross_price(net):.2f}"\n'
              '\n'
              '\n'
              'if __name__ == "__main__":\n'
              '    print(label("Candle", 4.20))\n',
 'pricing.py': '"""Prices of the farm shop."""\n'
               '\n'
               'REDUCED = 0.05\n'
               'FULL = 0.19\n'
               '\n'
               '\n'
               'def gross_price(net, rate=FULL):\n'
               '    """Price with tax."""\n'
               '    return round(net * (1 + rate), 2)\n'
               '\n'
               '\n'
               'def calc_deposit(bottles):\n'
               '    return bottles * 15\n'
               '\n'
               '\n'
               'def recalc(prices, rate):\n'
               '    """All prices again with another rate."""\n'
               '    return {name: gross_price(net, rate) for name, net in prices.items()}\n',
 'till.py': 'from pricing import REDUCED, gross_price, calc_deposit\n'
            '\n'
            '\n'
            'def receipt(items):\n'
            '    lines = []\n'
            '    total = 0.0\n'
            '    for name, net, food in items:\n'
            '        gross = gross_price(net, REDUCED) if food else gross_price(net)\n'
            '        total += gross\n'
            '        lines.append(f"{name:<20}{gross:>8.2f}")\n'
            '    lines.append(f"{\'Total\':<20}{total:>8.2f}")\n'
            '    return "\\n".join(lines)\n'
            '\n'
            '\n'
            'def deposit_text(bottles):\n'
            '    return f"Deposit: {calc_deposit(bottles) / 100:.2f}"\n'}

accepted()
nothing_new()
for path, want in WANTED.items():
    got = read(path)
    tidy = lambda t: [l.rstrip() for l in t.strip().splitlines()]
    if path == "till.py":  # sorting the imported names anew is fine
        first = lambda t: sorted(tidy(t)[0].replace(",", " ").split())
        assert first(got) == first(want), f"the import in {path} is wrong"
        assert tidy(got)[1:] == tidy(want)[1:], f"{path} is not right"
    else:
        assert tidy(got) == tidy(want), f"{path} is not right"
cases("""
import pricing, till, labels
assert pricing.gross_price(100) == 119 and pricing.gross_price(100, 0.05) == 105
assert not hasattr(pricing, 'calc')
assert pricing.recalc({'a': 10}, 0.1) == {'a': 11} and pricing.calc_deposit(2) == 30
assert labels.label('Soap', 10) == 'Soap: 11.90'
assert till.receipt([('Milk', 1.0, True)]).splitlines()[0].split() == ['Milk', '1.05']
""")
