"""Prints the tour of the week."""

import people
from orders import Order

TOUR = [
    Order(people.Cusotmer("R. Finch", "Hill 3"), 2),
    Order(people.RegularCustomer("Inn at the Lake", "Shore 1"), 10),
    Order(people.Cusotmer("O. Brandt", "Mill Way 8"), 1),
]

if __name__ == "__main__":
    for order in TOUR:
        print(order.customer.label(), order.price())
