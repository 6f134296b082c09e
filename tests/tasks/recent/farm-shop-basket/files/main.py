from basket import Basket

first = Basket("Mrs Hall")
first.add("eggs", 0.40, 10)
first.add("honey", 6.50)
print(first.receipt())

second = Basket("Mr Singh")
second.add("potatoes", 1.20, 5)
print(second.receipt())

kitchen = Basket("School kitchen", [("milk", 1.10, 12)])
kitchen.add("eggs", 0.40, 30)
print(kitchen.receipt())
