"""Reading the time sheet: one line per day, date;start;end;break in minutes."""


def minutes(clock):
    hours, mins = clock.split(":")
    return int(hours) * 60 + int(mins)


def read_days(path):
    days = []
    with open(path, encoding="utf-8") as handle:
        for line in handle:
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            date, start, end, pause = line.split(";")
            worked = minutes(end) - minutes(start) - int(pause)
            days.append({"date": date, "worked": worked, "pause": int(pause)})
    return days
