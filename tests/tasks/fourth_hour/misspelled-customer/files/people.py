"""People who buy our firewood."""


class Cusotmer:
    def __init__(self, name, street):
        self.name = name
        self.street = street

    def label(self):
        return f"{self.name}, {self.street}"


class RegularCustomer(Cusotmer):
    """Gets ten percent off."""

    discount = 10
