"""The weekly sheet for the owner."""
import tanks


def sheet():
    bad = list(map(tanks.chk, tanks.TANKS))
    rows = []
    for tank, wrong in zip(tanks.TANKS, bad):
        last_chk = tank["last_chk"]
        rows.append(f"{tank['name']:10}{last_chk}  {len(wrong)} out of range")
    return "\n".join(rows)


if __name__ == "__main__":
    print(sheet())
