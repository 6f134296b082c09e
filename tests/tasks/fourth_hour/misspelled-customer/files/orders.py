"""Orders of firewood."""

from people import Cusotmer, RegularCustomer


class Order:
    def __init__(self, customer: Cusotmer, crates):
        self.customer = customer
        self.crates = crates

    def price(self):
        price = self.crates * 40
        if isinstance(self.customer, RegularCustomer):
            price = price * (100 - self.customer.discount) // 100
        return price
