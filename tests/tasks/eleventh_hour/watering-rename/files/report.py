import garden

BEDS = {"roses": 5, "lawn": 40}


def line(name, area):
    return f"{name:8} {garden.calc(area, 15):6.1f} l"


for name, area in BEDS.items():
    print(line(name, area))
print("total", garden.all_beds(BEDS, 15))
