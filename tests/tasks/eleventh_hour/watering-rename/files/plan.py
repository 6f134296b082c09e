from garden import calc, calc_days

BEDS = {"beans": 6, "tomatoes": 4.5, "strawberries": 8}
BUTT = 500

for name, area in BEDS.items():
    print(f"{name}: {calc(area, 12):.0f} litres")

need = sum(calc(area, 4) for area in BEDS.values())
print("the butt lasts", calc_days(BUTT, need), "days")
