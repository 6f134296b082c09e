import prices
from cart import Cart

cart = Cart()
cart.add("mug", 7.5, 2)
cart.add("plate", 9.0)
print("to pay:", cart.price())
print("check:", prices.calc(cart.items))
print("with 10% off:", prices.discount(cart.items, 10))
