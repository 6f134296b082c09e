"""Shopping lists for the shared flat."""


class ShoppingList:
    entries = []

    def __init__(self, shop):
        self.shop = shop

    def add(self, name, amount=1):
        for entry in self.entries:
            if entry[0] == name:
                entry[1] += amount
                return
        self.entries.append([name, amount])

    def remove(self, name):
        self.entries = [e for e in self.entries if e[0] != name]

    def text(self):
        lines = [f"{self.shop}:"]
        lines += [f"- {amount} x {name}" for name, amount in self.entries]
        return "\n".join(lines)


def combine(lists, shop="all"):
    """One list out of several."""
    result = ShoppingList(shop)
    for one in lists:
        for name, amount in one.entries:
            result.add(name, amount)
    return result
