import marks
from report import WEIGHTS, line, passed

STUDENTS = {
    "Ines": ({"exam": 71, "lab": 80, "talk": 65}, 12),
    "Jakub": ({"exam": 44, "lab": 52, "talk": 70}, 9),
    "Thandi": ({"exam": 90, "lab": 88, "talk": 93}, 10),
}


def main():
    for name, (parts, sheets) in STUDENTS.items():
        print(line(name, parts, sheets), "pass" if passed(parts) else "fail")
    best = max(STUDENTS, key=lambda name: marks.calc(STUDENTS[name][0], WEIGHTS))
    print("best:", best)


if __name__ == "__main__":
    main()
