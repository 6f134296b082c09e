from seating import place, plan

names = [line.strip() for line in open("guests.txt", encoding="utf-8") if line.strip()]
print(plan(place(names, 4)))
