import kitchen
from timer import Timer

tea = Timer(4)
print("good tea:", tea.go())
print(kitchen.boil_eggs())
print(kitchen.bake_goulash_pie())
print(tea.stop())
