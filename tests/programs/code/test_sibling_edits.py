from __future__ import annotations

from pandora.programs.code.code_mutations import mutations
from pandora.programs.code.sibling_edits import with_siblings

GRADE = """def grade(points, bonus):
    if points > 90:
        return "A"
    if points > 75:
        return "B"
    if points > 50 and bonus > 3:
        return "C"
    return "F"


def passed(points):
    return points > 50
"""


def test_all_limits_of_a_function_are_mended_alike() -> None:
    first = next(one for one in mutations({"a.py": GRADE}) if one.after == "points >= 90")
    fifty = [one for one in mutations({"a.py": first.source}) if one.after == "points >= 50"]
    second, elsewhere = sorted(fifty, key=lambda one: one.line)
    together = with_siblings((first, second))
    assert together[-1].source == second.source.replace("points > 75", "points >= 75")
    assert "bonus > 3" in together[-1].source
    assert together[-1].source.endswith("return points > 50\n")
    assert with_siblings((first, elsewhere)) == (first, elsewhere)


def test_one_edit_and_edits_of_two_kinds_stay_alone() -> None:
    first = next(one for one in mutations({"a.py": GRADE}) if one.after == "points >= 90")
    other = next(one for one in mutations({"a.py": first.source}) if one.after == "points < 75")
    assert with_siblings((first,)) == (first,)
    assert with_siblings((first, other)) == (first, other)
    assert with_siblings(()) == ()
