from lists import ShoppingList

home = ShoppingList("Home")
party = ShoppingList("Party")

home.add("milk", 2)
home.add("bread")
party.add("crisps", 5)
party.add("lemonade", 6)

print(home.text())
print()
print(party.text())
