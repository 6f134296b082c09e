from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.inside.text_gaps import (
    GAP,
    as_written,
    fill,
    gap_lines,
    has_all,
    labelled_gaps,
    named_gaps,
    named_lines,
)

BILL = "BILL 7\nHours:     ???\nNet:       ??? EUR\nTotal:  ??? EUR\nThanks???\n"
LETTER = "insgesamt [GESAMT] Euro, je Kind [PRO KIND] Euro.\nWer 100,00 Euro angezahlt hat: [REST].\n"


def test_gaps_are_filled_in_by_the_words_around_them_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "bill.txt"
    path.write_bytes(BILL.replace("\n", "\r\n").encode())
    fill(str(path), {"Hours: ???": 9, "Net: ??? EUR": 540.0, "Total: ??? EUR": "648.00"})
    after = "BILL 7\nHours:     9\nNet:       540.00 EUR\nTotal:  648.00 EUR\nThanks???\n"
    assert path.read_bytes() == after.replace("\n", "\r\n").encode()


def test_numbers_are_written_as_the_amounts_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(LETTER, encoding="utf-8")
    fill(str(path), {"[GESAMT]": 4608.0, "[PRO KIND]": 192.0, "[REST]": 92.0}, like="1.234,50")
    assert path.read_text(encoding="utf-8") == (
        "insgesamt 4.608,00 Euro, je Kind 192,00 Euro.\nWer 100,00 Euro angezahlt hat: 92,00.\n"
    )


def test_a_whole_number_is_an_amount_only_beside_the_currency_of_the_amounts(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Last year: 1.234,50 EUR\nMembers: ____\nYear: ____\nSum: ____ EUR\n", encoding="utf-8")
    values = {"Members: ____": 3, "Year: ____": 2025, "Sum: ____ EUR": 2000}
    filled = fill(str(path), values)
    assert fill(str(path), values) == filled  # what is filled in stays
    assert filled == "Last year: 1.234,50 EUR\nMembers: 3\nYear: 2025\nSum: 2.000,00 EUR\n"


def test_a_gap_with_a_name_is_known_without_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(LETTER, encoding="utf-8")
    fill(str(path), {"gesamt": 8.0, "PRO_KIND": 4.0, "[REST]": 2})
    assert path.read_text(encoding="utf-8").startswith("insgesamt 8,00 Euro, je Kind 4,00 Euro.")


def test_another_spelling_of_a_gap_that_has_no_value_gives_it_one(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("each [PRO KIND], all [SUM]\n", encoding="utf-8")
    assert fill(str(path), {"[PRO KIND]": None, "[SUM]": 5, "[PRO_KIND]": 7}) == "each 7, all 5\n"


def test_a_gap_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(LETTER, encoding="utf-8")
    with pytest.raises(ValueError, match=r"does not have '\[SUM\]'; its gaps are: \[GESAMT\], \[PRO KIND\]"):
        fill(str(path), {"[SUM]": 1})


@pytest.mark.parametrize(
    ("value", "like", "written"),
    [
        (4608.0, "1.234,50", "4.608,00"),
        (4608.0, "100,00", "4608,00"),
        (1234.5, "", "1234.50"),
        (1234.5, "1,000.00", "1,234.50"),
        (-2.5, "1 234,50", "-2,50"),
        (9, "", "9"),
        (2025, "1.234,50", "2025"),
        ("9 h", "1,00", "9 h"),
    ],
)
def test_a_value_is_written_like_another(value: object, like: str, written: str) -> None:
    assert as_written(value, like) == written


def test_the_gaps_that_a_request_names() -> None:
    assert named_gaps("Fill in the three ??? in bill.txt.", BILL) == ["???"]
    assert named_gaps("Bei [PRO KIND] und [GESAMT] eintragen.", LETTER) == ["[GESAMT]", "[PRO KIND]"]
    assert named_gaps("How often is [ERROR] in a.txt?", "12:00 [ERROR] a\n12:01 [ERROR] b\n") == []
    assert named_gaps("What does XXX mean???", "Film: XXXL, really???") == []
    assert gap_lines(BILL, "???") == ["Hours: ???", "Net: ??? EUR", "Total: ??? EUR"]
    assert named_gaps("There are two TBDs left.", "Sold: TBD\n") == ["TBD"]
    assert named_gaps("Fill in the two tbd.", "Food: tbd\nEach: tbd\nbtbd, tbd or not\n") == ["tbd"]
    assert named_gaps("Fill in the rest.", "Food: tbd\n") == []


def test_a_value_behind_a_colon_gives_way_to_another(tmp_path: Path) -> None:
    path = tmp_path / "plan.md"
    path.write_text("# Plan\n\n- Planned: 40.00\n- Spent: 0.00\n", encoding="utf-8")
    fill(str(path), {"Spent: 0.00": 12.5})
    fill(str(path), {"Spent: 0.00": 12.5})  # what is filled in stays
    fill(str(path), {"Planned: 40.00": "Planned: 50.00"})
    assert path.read_text(encoding="utf-8") == "# Plan\n\n- Planned: 50.00\n- Spent: 12.50\n"


def test_words_around_a_gap_are_not_written_twice(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("It is XXX euros.\nOr XXX.\n", encoding="utf-8")
    assert has_all(str(path), {"XXX": "8 euros"})
    fill(str(path), {"XXX": "8 euros"})
    assert path.read_text(encoding="utf-8") == "It is 8 euros.\nOr 8 euros.\n"
    assert not has_all(str(path), {"XXX": "8 euros"})
    assert not has_all(str(path), {})


def test_lines_are_named_by_their_labels() -> None:
    assert labelled_gaps("Fill in the hours, please.", "Hours:  ____\nRate: 3\nSum: ____ EUR\n") == [
        "Hours: ____"
    ]
    assert labelled_gaps("Fill it in.", "____\nHours: ____\n") == []
    text = "Spent: 0.00\n* Left so far: 3\nSpent last: 4\n"
    assert named_lines('Put it into the line "Left so far".', text) == ["Left so far: 3"]
    assert named_lines("Schreib es in „Spent“, bitte.", text) == ["Spent: 0.00"]
    assert named_lines("What was spent so far?", text) == []
    decision = "The cheapest firm gets the job.\n\nWe choose:\n\nSigned: Bo\n"
    assert named_lines('Write it behind "We choose:", please.', decision) == ["We choose:"]


POSTER = """*** PUB QUIZ ***

The winner: NAME
with POINTS points, 20.00 EUR
"""


@pytest.mark.parametrize(
    ("request_", "gaps"),
    [
        ("fill in the winner and the points in poster.txt, where it says NAME and POINTS", ["NAME", "POINTS"]),
        ("Put the name into poster.txt instead of NAME", ["NAME"]),
        ("What does the word PUB in poster.txt mean?", []),
        ("How many eur, EUR, are given?", []),
        ("Put the winner where it says WINNER", []),
    ],
)
def test_words_in_capitals_stand_for_values_where_the_request_has_one_in_small_letters(
    request_: str, gaps: list[str], tmp_path: Path
) -> None:
    assert named_gaps(request_, POSTER) == gaps
    (tmp_path / "poster.txt").write_text(POSTER, encoding="utf-8")
    if "POINTS" in gaps:
        assert gap_lines(POSTER, "POINTS") == ["with POINTS points, 20.00 EUR"]
        text = fill(str(tmp_path / "poster.txt"), {"NAME": "Team Badger", "POINTS": 112})
        assert "The winner: Team Badger\nwith 112 points, 20.00 EUR\n" in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We choose:\n\nSigned: Bo\n", "We choose: Fresh Walls 1689.00\n\nSigned: Bo\n"),
        ("- We choose: \r\n", "- We choose: Fresh Walls 1689.00 \r\n"),
        ("We choose: ???\n", "We choose: Fresh Walls 1689.00\n"),
        ("We choose: nobody yet\n", "We choose: Fresh Walls 1689.00\n"),
        ("We choose: ____ on May 3\n", "We choose: Fresh Walls 1689.00 on May 3\n"),
    ],
)
def test_a_value_stands_behind_a_label_that_ends_with_a_colon(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "decision.md"
    path.write_bytes(before.encode())
    fill(str(path), {"We choose:": "Fresh Walls 1689.00"})
    assert path.read_bytes().decode() == after


def test_a_mark_of_question_behind_a_label_or_in_a_cell_is_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    text = "# Für Freitag\n- Mehl: ? kg\n- Butter: 2,5 kg\n\n"
    text += "| who | paid |\n|---|---|\n| Ann   | ?   |\n\nTotal: ? €\nOk?\n"
    path.write_text(text, encoding="utf-8")
    gaps = [match[0].strip() for line in text.splitlines() for match in GAP.finditer(line)]
    assert gaps == ["?", "?", "?"]
    filled = fill(str(path), {"- Mehl: ? kg": 49.695, "| Ann | ? |": 12.5, "Total: ? €": 300})
    assert "- Mehl: 49,695 kg\n" in filled
    assert "| Ann   | 12,50   |\n" in filled
    assert filled.endswith("Total: 300 €\nOk?\n")


def test_a_sentence_that_asks_has_no_gap() -> None:
    for line in ("Who pays: Ann?", "Why: ?!", "a ? b : c", "what? | where?", "Ready?"):
        assert not GAP.search(line), line


def test_a_gap_is_not_filled_in_where_its_sign_is_something_else(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_text("Ready for Friday?\nFlour: ? kg\n| Salt | ? |\n", encoding="utf-8")
    assert fill(str(path), {"?": 5}) == "Ready for Friday?\nFlour: 5 kg\n| Salt | 5 |\n"
    path.write_text("Name: ____\nStreet: ________\n", encoding="utf-8")
    assert fill(str(path), {"____": "Ada"}) == "Name: Ada\nStreet: ________\n"
    path.write_text("of [pro\nkind] each\n", encoding="utf-8")
    assert fill(str(path), {"of [pro kind]": 5}) == "of [pro\nkind] each\n"


@pytest.mark.parametrize(
    ("text", "values", "filled"),
    [
        ("Name: ____\nMax: ____\nx: ____\n", {"x": "5"}, "Name: ____\nMax: ____\nx: 5\n"),
        ("- Name: ____\n- Name 2: ____\n", {"Name": "Ann", "Name 2": "Bo"}, "- Name: Ann\n- Name 2: Bo\n"),
        ("Spent: 10.00 EUR\n", {"Spent": 12.5}, "Spent: 12.50 EUR\n"),
        ("Total: 0,00 €\n", {"Total: 0,00 €": 12.5}, "Total: 12,50 €\n"),
        ("Total: 0.00 EUR\n", {"Total: 0.00 EUR": "free"}, "Total: free\n"),
        ("Preis: ... EUR (vorher 9,00 EUR)\n", {"Preis: ... EUR": 13}, "Preis: 13,00 EUR (vorher 9,00 EUR)\n"),
        ("Name: ______\n", {"Name: ____": "Ann"}, "Name: Ann\n"),
        ("Dear Ann,\nAnna is here\n", {"Ann": "Bo"}, "Dear Bo,\nAnna is here\n"),
    ],
)
def test_a_label_a_currency_and_longer_words_stay(
    tmp_path: Path, text: str, values: dict[str, object], filled: str
) -> None:
    path = tmp_path / "form.txt"
    path.write_text(text, encoding="utf-8")
    assert fill(str(path), values) == filled


@pytest.mark.parametrize(
    ("text", "values", "after"),
    [
        ("Tel: ______________\nFax: ________\n", {"____": "030 123"}, "Tel: 030 123\nFax: 030 123\n"),
        ("Die Summe ist ____ €.\nSumme? Ja.\n", {"Summe": 12}, "Die Summe ist 12 €.\nSumme? Ja.\n"),
        ("| Milk | ? |\n| Tea | ? |\n", {"Tea": 3}, "| Milk | ? |\n| Tea | 3 |\n"),
        ("Was $1,200.00\nNow $____\n", {"Now $____": 1400}, "Was $1,200.00\nNow $1,400.00\n"),
        (
            "1,50 €\n1.200,00 €\nJetzt ____ €\n",
            {"Jetzt ____": 1400.5},
            "1,50 €\n1.200,00 €\nJetzt 1.400,50 €\n",
        ),
    ],
)
def test_a_gap_alone_is_filled_in_and_no_other_word(
    tmp_path: Path, text: str, values: dict[str, object], after: str
) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert fill(str(tmp_path / "a.txt"), values) == after


def test_words_that_several_gaps_have_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Name: ____\n\nName: ____\n", encoding="utf-8")
    with pytest.raises(ValueError, match="'Name' may be several gaps"):
        fill(str(tmp_path / "a.txt"), {"Name": "Ann"})
    assert "Ann" not in (tmp_path / "a.txt").read_text(encoding="utf-8")


def test_many_gaps_are_filled_in_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Name: ____ x\n" * 20_000, encoding="utf-8")
    assert fill(str(tmp_path / "a.txt"), {"____": "Ann"}) == "Name: Ann x\n" * 20_000


def test_a_whole_row_gives_the_cell_that_its_line_names(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("Value: ___ EUR\nArticle worth most: ___\n", encoding="utf-8")
    row = {"article": "Sock yarn", "pieces": 52}
    assert fill(str(path), {"Value: ___ EUR": 2.5, "Article worth most: ___": row}).endswith(
        "most: Sock yarn\n"
    )
    path.write_text("Best: ___\n", encoding="utf-8")
    with pytest.raises(ValueError, match="gets a whole row; give one of its cells: article, pieces"):
        fill(str(path), {"Best: ___": row})


def test_the_label_of_a_gap_is_the_gap(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("- Value at cost: ___ EUR\n- Article: ___\n", encoding="utf-8")
    values = {"- Value at cost: ___ EUR": None, "Article: ___": None, "Value at cost:": 7, "Article:": "Yarn"}
    assert fill(str(path), values) == "- Value at cost: 7 EUR\n- Article: Yarn\n"
    with pytest.raises(ValueError, match="nothing stands in place of 'Article: ___'"):
        fill(str(path), {"Article: ___": None, "Value at cost:": 7})
