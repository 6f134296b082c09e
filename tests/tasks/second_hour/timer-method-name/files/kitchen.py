from timer import Timer


def boil_eggs():
    timer = Timer(6)
    text = timer.go()
    return "eggs: " + text


def bake_goulash_pie():
    timer = Timer(45)
    text = timer.go()
    return "pie: " + text
