"""Orders of the school kiosk."""
from dataclasses import dataclass, field

from .tax import add_tax


@dataclass
class Order:
    items: list = field(default_factory=list)   # (name, price, how many)

    def total(self):
        return calc_tot(self.items)


def calc_tot(items, taxed=False):
    """The sum of price times amount. calc_tot([]) is 0."""
    tot = sum(price * many for _, price, many in items)
    return add_tax(tot) if taxed else tot
