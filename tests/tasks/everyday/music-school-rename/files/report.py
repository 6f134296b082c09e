import lessons
from lessons import pupil_fee, pupil_fee_note

PUPILS = [("Mila", "piano", 4), ("Jonas", "cello", 3), ("Aylin", "recorder", 4)]


def report():
    lines = [f"{name}: {pupil_fee_note(what, many)}" for name, what, many in PUPILS]
    total = sum(pupil_fee(what, many) for _, what, many in PUPILS)
    lines.append(f"Total: {total:.2f} EUR")
    return "\n".join(lines)


def dearest():
    return max(PUPILS, key=lambda p: lessons.pupil_fee(p[1], p[2]))[0]


if __name__ == "__main__":
    print(report())
