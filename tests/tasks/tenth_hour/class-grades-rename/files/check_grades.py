from class_mean import best, class_mean
from grades import calc, calc_points, passed
from report import line

BOOK = {
    "Ayla": [("test", 2), ("oral", 2)],
    "Jonas": [("test", 4), ("test", 5), ("oral", 3)],
}

assert calc(BOOK["Ayla"]) == 2.0
assert calc_points(2) == 12
assert not passed(BOOK["Jonas"])
assert class_mean(BOOK) == 3.1
assert best(BOOK) == "Ayla"
assert line("Ayla", BOOK["Ayla"]) == "Ayla: 2.00 (12 points), passed"
print("all fine")
