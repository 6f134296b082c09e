class ShoppingList:
    """What to buy for one occasion."""

    def __init__(self, name, items=[]):
        self.name = name
        self.items = items

    def add(self, item, amount=1):
        self.items.append((item, amount))

    def text(self):
        lines = [self.name + ":"]
        for item, amount in self.items:
            lines.append(f"- {amount} x {item}")
        return "\n".join(lines)
