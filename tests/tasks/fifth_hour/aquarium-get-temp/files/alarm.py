from probe import get_temp, plausible
from tank import Tank

READINGS = {"neon tetras": 248, "shrimps": 221, "empty": 31}


def main():
    for name, raw in READINGS.items():
        if plausible(get_temp(raw)):
            print(Tank(name, raw).line())
        else:
            print(f"{name}: check the probe!")
    print("warmest:", max(map(get_temp, READINGS.values())))


if __name__ == "__main__":
    main()
