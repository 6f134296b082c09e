"""What to look at before closing."""
from tanks import TANKS, chk


def todo(tanks):
    lines = []
    for tank in sorted(tanks, key=lambda one: one["last_chk"]):
        wrong = chk(tank)
        if wrong:
            lines.append(f"{tank['name']}: {', '.join(wrong)}")
    return lines


if __name__ == "__main__":
    print("\n".join(todo(TANKS)))
