from rain import average, wettest
from stations import STATIONS


def main():
    for name, values in STATIONS.items():
        print(f"{name}: {average(values):.1f} mm")
    print("most rain in a day:", wettest(STATIONS))


if __name__ == "__main__":
    main()
