from shopping import ShoppingList, combine

market = ShoppingList("market")
market.add("apples", 6)
market.add("eggs", 10)

bakery = ShoppingList("bakery")
bakery.add("rolls", 8)

print(market.text())
print(bakery.text())
print(combine([market, bakery]).text())
