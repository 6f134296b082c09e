"""Altered copies of the data: order, duplicates, named values, means, spellings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.metamorphic.experiment_subject import Meaning
from tests.programs.metamorphic.tried_relation import ROWS, TABLE, verdict


def test_rows_that_are_equally_good_are_no_reliance_on_order(tmp_path: Path) -> None:
    least = TABLE + 'print(sorted(rows, key=lambda r: r["price"])[1]["name"])'
    assert verdict("order", "the second least price", least, tmp_path).state == "not applicable"
    common = (
        TABLE + 'from collections import Counter\nprint(Counter(r["city"] for r in rows).most_common(1)[0][0])'
    )
    assert verdict("order", "the commonest city", common, tmp_path).state == "not applicable"
    first = TABLE + 'print(rows[1]["name"])'
    assert verdict("order", "the second least price", first, tmp_path).state == "violated"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ('print(len(rows), sum(r["price"] for r in rows) / len(rows))', "held"),
        ('for r in sorted(rows, key=lambda r: -r["price"])[:2]:\n    print(r["name"])', "held"),
        ('import statistics\nprint(statistics.median(r["price"] for r in rows))', "held"),
        ("print(f\"{sum(r['price'] for r in rows) / 7:.1f} at {rows[0]['day']}\")", "held"),
        (
            'n = {}\nfor r in rows:\n    n[r["city"]] = n.get(r["city"], 0) + 500\n'
            "top = max(r['price'] for r in rows)\nfor c in n:\n    print(c, top - n[c])",
            "held",
        ),
        ('print(round((sum(r["price"] for r in rows) - 180) / 20, 2))', "held"),
        ('print(round(sum(r["price"] for r in rows) / 20 - 40, 2))', "held"),
        ('print(sum(r["price"] for r in rows) - max(r["price"] for r in rows))', "held"),
        ('print(sum(r["price"] for r in rows) - 412)', "violated"),  # a price: it stands twice in the copy
        ('print(sum(r["price"] for r in rows) / (len(rows) - 1))', "violated"),
        (
            'seen = {}\nfor r in rows:\n    seen[r["city"]] = seen.get(r["city"], 0) + (r["city"] != "Rome" '
            'or r["city"] not in seen)\nfor c in seen:\n    print(c, seen[c])',
            "violated",
        ),
    ],
)
def test_numbers_stay_or_double(program: str, state: str, tmp_path: Path) -> None:
    request = "How much of it is left for each of 20 children after a grant of 180?" if "180" in program else ""
    assert verdict("duplication", request, TABLE + program, tmp_path).state == state


@pytest.mark.parametrize(
    ("program", "state", "asked"),
    [
        ('print(sum(r["price"] for r in rows if r["city"] == "Rome"))', "held", ""),
        ('n = [r for r in rows if r["city"] == "Rome"]\nprint(100 * len(n) / len(rows))', "held", ""),
        ('print(sum(r["price"] for r in rows))', "violated", "no condition"),
        ('print(sum(r["price"] for r in rows if r["city"] != "Rome"))', "violated", "leave out"),
        ('print(sum(r["price"] for r in rows if r["city"] in ("Rome", "Bern")))', "violated", "also need"),
    ],
)
def test_a_value_of_the_request_selects_its_rows(program: str, state: str, asked: str, tmp_path: Path) -> None:
    found = verdict("named values", "What does fruit from ROME cost?", TABLE + program, tmp_path)
    assert (found.state, asked in found.question) == (state, True)


JOBS = "day,kind,price\n" + "".join(
    f"2024-0{1 + number % 4}-01,{kind},{number + 5}\n"
    for number, kind in enumerate(["Brakes", "Gears", "Brakes", "Gears", "Gears"] * 3)
)


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("r['kind'] == 'Brakes' and r['day'][5:7] == '03'", "held"),
        ("r['kind'] != 'Gears' and r['day'][5:7] == '03'", "held"),
        ("r['day'][5:7] == '03'", "violated"),
        ("r['kind'] == 'Brakes'", "violated"),
        ("True", "violated"),
    ],
)
def test_a_value_in_another_form_and_a_month_in_small_letters_matter(
    condition: str, state: str, tmp_path: Path
) -> None:
    program = TABLE + f'print(sum(r["price"] for r in rows if {condition}))'
    assert verdict("named values", "what did brake jobs cost in march?", program, tmp_path, JOBS).state == state


def test_a_value_in_another_form_may_be_one_of_several_groups(tmp_path: Path) -> None:
    program = TABLE + 'print(max(sorted({r["kind"] for r in rows})))'
    assert (
        verdict("named values", "Which kind of job, like a brake job?", program, tmp_path, JOBS).state == "held"
    )


@pytest.mark.parametrize(
    ("condition", "state", "asked"),
    [
        ("r['start'] == 'Rose Gate'", "held", ""),
        ("r['start'].startswith('Rose Gate')", "violated", "also ask for the rows that hold 'rose gate east'"),
        ("r['start'] == 'Rose Gate East'", "violated", "leave out"),
    ],
)
def test_a_value_is_not_the_longer_one_that_the_request_sets_apart(
    condition: str, state: str, asked: str, tmp_path: Path
) -> None:
    places = ["Rose Gate", "Rose Gate East", "Mill"] * 3
    table = "start,minutes\n" + "".join(f"{place},{number + 5}\n" for number, place in enumerate(places))
    program = f'{TABLE}print(sum(r["minutes"] for r in rows if {condition}))'
    request = "How many minutes from Rose Gate (not Rose Gate East)?"
    found = verdict("named values", request, program, tmp_path, table)
    assert (found.state, asked in found.question) == (state, True)


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("r['day'][5:7] == '03'", "held"),
        ("r['day'].startswith('2024-03')", "held"),
        ("True", "violated"),
        ("r['day'][5:7] == '04'", "violated"),
    ],
)
def test_a_month_of_the_request_selects_its_rows(condition: str, state: str, tmp_path: Path) -> None:
    program = TABLE + f'print(sum(r["price"] for r in rows if {condition}))'
    assert verdict("named values", "Was kostete das Obst im März?", program, tmp_path).state == state


@pytest.mark.parametrize(
    ("condition", "state"), [("r['day'][:7] == '2025-12'", "held"), ("r['day'] >= '2025-12-01'", "violated")]
)
def test_a_one_among_the_printed_days_is_no_share_that_became_the_whole(
    condition: str, state: str, tmp_path: Path
) -> None:
    days = ("2025-11-28", "2025-12-01", "2025-12-05", "2025-12-24", "2026-01-02")
    table = "no,day\n" + "".join(f"R-{number},{day}\n" for number, day in enumerate(days, 41))
    program = TABLE + f"for r in rows:\n    if {condition}:\n        print(r['no'], r['day'])"
    assert verdict("named values", "the bills of December", program, tmp_path, table).state == state


def test_rows_that_are_left_out_are_held_against_the_others_of_their_column(tmp_path: Path) -> None:
    table = "item,state\na,ok\nb,ok\nc,ok\nd,cancelled\ne,open\n"
    program = TABLE + "print(sum(r['state'] != 'cancelled' for r in rows))"
    found = verdict("named values", "How many? Cancelled ones don't count.", program, tmp_path, table)
    assert found.state == "violated"
    kept, left_out = found.contrast
    assert kept.endswith('Do the rows whose "state" is "ok" count for this request?')
    assert left_out.endswith('Do the rows whose "state" is "cancelled" count for this request?')


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("r['day'][5:7] in ('01', '02', '03')", "held"),
        ("r['day'][5:7] in ('01', '03')", "held"),
        ("True", "violated"),
    ],
)
def test_of_several_months_some_must_matter(condition: str, state: str, tmp_path: Path) -> None:
    program = TABLE + f'print(sum(r["price"] for r in rows if {condition}))'
    request = "Was kostete das von Januar bis März?"
    assert verdict("named values", request, program, tmp_path, JOBS).state == state


CASH = "kind,income,expense\nGarden,,20\nDues,50,\nGarden,,30\nSale,10,5\n"


@pytest.mark.parametrize(
    ("column", "kind", "state"),
    [
        ("income", "Garden", "violated"),
        ("expense", "Dues", "violated"),
        ("expense", "Garden", "not applicable"),
        ("income", "Nobody", "held"),
    ],
)
def test_a_zero_is_no_sum_of_blanks(column: str, kind: str, state: str, tmp_path: Path) -> None:
    program = TABLE + f'print("Sum:", sum(r["{column}"] or 0 for r in rows if r["kind"] == "{kind}"))'
    found = verdict("summed values", "How much was it?", program, tmp_path, CASH)
    assert found.state == state
    assert (
        f"other columns with blanks are '{'expense' if column == 'income' else 'income'}'" in found.reason
    ) is (state == "violated")


GAUGE = "day,place,mm\n2024-06-01,hill,2.0\n2024-06-02,hill,-\n2024-06-03,mill,4.6\n2024-06-04,mill,0.6\n"


@pytest.mark.parametrize(
    ("request_", "program", "state"),
    [
        ("the mean", "print(round(sum(r['mm'] or 0 for r in rows) / len(rows), 1))", "violated"),
        (
            "the mean",
            "v = [r['mm'] for r in rows if r['mm'] is not None]\nprint(sum(v) / len(v))",
            "not applicable",
        ),
        (
            "the mean of hill",
            "v = [r['mm'] or 0 for r in rows if r['place'] == 'hill']\nprint('Mean', sum(v) / len(v))",
            "violated",
        ),
        ("how many days", "print(len(rows))", "not applicable"),
        ("the total", "print(sum(r['mm'] or 0 for r in rows))", "not applicable"),
    ],
)
def test_a_mean_is_not_divided_by_rows_without_a_value(
    request_: str, program: str, state: str, tmp_path: Path
) -> None:
    found = verdict("blanks", request_, TABLE + program, tmp_path, GAUGE)
    assert found.state == state
    assert state != "violated" or "have no value" in found.reason


GUESTS = "name,comes\nAnn,sí\nBo,SI\nCem,no\nDan,sí\nEva,Si\nFay,No\n"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ("print([r['name'] for r in rows if r['comes'] == 'sí'])", "violated"),
        ("print(sorted({r['comes'] for r in rows}))", "violated"),
        ("print([r['name'] for r in rows if r['comes'].lower() in ('sí', 'si')])", "held"),
        ("print([r for r in rows if r['comes'].lower() != 'no'])", "held"),
    ],
)
def test_a_value_in_several_spellings_is_one_value(program: str, state: str, tmp_path: Path) -> None:
    found = verdict("spellings", "Who comes?", TABLE + program, tmp_path, GUESTS)
    assert found.state == state
    assert state != "violated" or "'comes' has 'sí' and 'SI' and 'Si'" in found.reason


def test_values_in_one_spelling_are_no_subject_of_spellings(tmp_path: Path) -> None:
    found = verdict("spellings", "Who comes?", TABLE + "print(len(rows))", tmp_path, GUESTS.replace("SI", "sí"))
    assert found.state == "held"
    assert verdict("spellings", "Who?", TABLE + "print(1)", tmp_path, ROWS).state == "not applicable"


@pytest.mark.parametrize(("path", "state"), [("a.log", "not applicable"), ("a.csv", "violated")])
def test_the_order_of_a_log_is_that_of_its_times(path: str, state: str, tmp_path: Path) -> None:
    lines = "".join(f"2025-10-0{day} 02:00:0{day} ERROR backup failed: {day}\n" for day in range(1, 7))
    rows = "time,message\n" + "".join(f"2025-10-0{day},failed: {day}\n" for day in range(1, 7))
    reads = "log" if path == "a.log" else "table"
    program = f"print({reads}({path!r})[-1]['message'])"
    content = lines if path == "a.log" else rows
    assert verdict("order", "", program, tmp_path, content, path).state == state


@pytest.mark.parametrize(
    ("condition", "state"),
    [("'failed' in r['message']", "held"), ("r['level'] == 'ERROR'", "held"), ("True", "violated")],
)
def test_messages_with_a_word_of_the_request_matter(condition: str, state: str, tmp_path: Path) -> None:
    said = (
        "ERROR backup failed: disk full",
        "INFO backup done",
        "INFO update found nothing",
        "INFO cleaned up",
    )
    log = "".join(f"2025-10-{day:02} 02:00:00 {said[day % 4]}\n" for day in range(1, 15))
    program = f"rows = [r for r in log('a.log') if {condition}]\nprint(rows[-1]['message'])"
    request = "How often did the nightly job fail, and why the last time?"
    assert verdict("messages", request, program, tmp_path, log, "a.log").state == state


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("row['message'].startswith('OUT')", "violated"),
        ("row['message'].startswith('OUT') and not came_back(row)", "held"),
    ],
)
def test_each_word_in_capitals_that_the_request_tells_a_log_by_matters(
    condition: str, state: str, tmp_path: Path
) -> None:
    said = ("OUT drill M1", "OUT saw M2", "IN drill", "BAD line in the log")
    log = "".join(f"2025-10-{day:02} 02:00:00 {said[day % 4]}\n" for day in range(1, 15))
    program = "rows = log('a.log')\n"
    program += (
        "def came_back(row): return any(r['message'] == 'IN ' + row['message'].split()[1] for r in rows)\n"
    )
    program += f"print(sorted({{row['message'] for row in rows if {condition}}}))"
    request = "OUT means that a tool was taken, IN that it came back. Not BAD ones. Which tools are still out?"
    assert verdict("messages", request, program, tmp_path, log, "a.log").state == state


def test_words_that_no_message_has_tell_nothing(tmp_path: Path) -> None:
    log = "".join(f"2025-10-{day:02} 02:00:00 INFO all is well {day}\n" for day in range(1, 15))
    program = "print(len(log('a.log')))"
    assert (
        verdict("messages", "How many lines are well?", program, tmp_path, log, "a.log").state
        == "not applicable"
    )


@pytest.mark.parametrize(("condition", "state"), [("'nvidia' in r['gpu']", "held"), ("True", "violated")])
def test_a_maker_that_the_request_names_selects_its_rows(condition: str, state: str, tmp_path: Path) -> None:
    makers = ("nvidia 4050", "nvidia 4060", "intel Arc", "nvidia 4050", "amd Radeon")
    rows = "".join(f"Model {at},{700 - 20 * at},{maker}\n" for at, maker in enumerate(makers))
    program = f"r = min((r for r in table('a.csv') if {condition}), key=lambda r: r['price'])\nprint(r['name'])"
    content = f"name,price,gpu\n{rows}"
    request = "Find the cheapest laptop with an nvidia GPU"
    assert verdict("named values", request, program, tmp_path, content).state == state


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ('print(sum(r["price"] for r in rows))', "violated"),
        ('print("until 2 April 2024:", sum(r["price"] for r in rows))', "violated"),
        ('print(sum(r["price"] for r in rows if r["day"] <= "2024-04-02"))', "not applicable"),
        (
            'from datetime import date\nprint(sum(r["price"] for r in rows if r["day"] < date(2024, 4, 3)))',
            "not applicable",
        ),
    ],
)
def test_a_date_that_divides_the_rows_is_used(program: str, state: str, tmp_path: Path) -> None:
    found = verdict("dates", "What did the fruit cost until 2.4.2024?", TABLE + program, tmp_path)
    assert found.state == state
    later = verdict("dates", "What did the fruit cost until 31.12.2024?", TABLE + program, tmp_path)
    assert later.state == "not applicable"


@pytest.mark.parametrize("of", ["adults", "students"])
def test_values_of_one_column_in_two_forms_are_named_together(of: str, tmp_path: Path) -> None:
    table = "name,group,paid\nfig,adult,3\nplum,student,4\npear,supporting,5\nkiwi,adult,6\n"
    table += "lime,student,7\nfern,adult,1\n"
    program = TABLE + 'fee = {"adult": 9, "student": 8, "supporting": 7}\n'
    program += 'for r in rows:\n    print(r["name"], fee[r["group"]] - r["paid"])\n'
    request = f"Dues are 9 for {of}, 7 for supporting members. What does each still owe?"
    assert verdict("named values", request, program, tmp_path, table).state == "held"


PAID = "client,sum,paid\nMoll,10,no\nThoma,30,yes\nMoll,5,no\nGehrke,7,yes\n"
UNPAID = Meaning({("a.csv", "", "paid"): ("no",)})


@pytest.mark.parametrize(
    ("condition", "state", "told"),
    [
        ("if row['paid'] == 'no'", "held", "only rows whose 'paid' is 'no'"),
        ("", "violated", "it counts rows whose 'paid' is not 'no'"),
        ("if row['paid'] == 'yes'", "violated", "make no difference"),
    ],
)
def test_rows_that_are_meant_without_being_named_are_those_that_count(
    condition: str, state: str, told: str, tmp_path: Path
) -> None:
    source = f"print(sum(row['sum'] for row in table('a.csv') {condition}))"
    found = verdict("meant rows", "what is still owed?", source, tmp_path, PAID, meaning=UNPAID)
    assert found.state == state
    assert told in found.reason
    assert verdict("meant rows", "what is still owed?", source, tmp_path, PAID).state == "not applicable"


BILLS = "client,hours,euros\nMoll,10,400\nThoma,3,90\nGehrke,5,250\n"
EUROS = Meaning(column=("a.csv", "", "euros"))


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ("sum(row['euros'] for row in table('a.csv'))", "held"),
        ("sum(row['hours'] for row in table('a.csv'))", "violated"),
        ("sum(row['hours'] * row['euros'] for row in table('a.csv'))", "held"),
        ("len(table('a.csv'))", "not applicable"),
    ],
)
def test_the_column_that_is_meant_without_being_named_matters(program: str, state: str, tmp_path: Path) -> None:
    found = verdict("columns", "what did we earn?", f"print({program})", tmp_path, BILLS, meaning=EUROS)
    assert found.state == state


COUNTS = "day,hour,bikes\n" + "".join(
    f"2025-04-0{day},{hour},{7 * day + hour * hour}\n" for day in (1, 2, 3) for hour in (6, 7, 8, 9)
)


@pytest.mark.parametrize(
    ("rows", "state"), [(COUNTS, "not applicable"), (COUNTS + "2025-04-04,6,3\n", "violated")]
)
def test_a_column_that_numbers_the_rows_of_each_day_measures_nothing(
    rows: str, state: str, tmp_path: Path
) -> None:
    source = (
        "day = {}\nfor row in table('a.csv'):\n    day[row['day']] = day.get(row['day'], 0) + row['bikes']\n"
        "best = max(day, key=day.get)\nprint(best, day[best])"
    )
    request = "on which day were there the most, every hour of it together?"
    assert verdict("columns", request, source, tmp_path, rows).state == state


DUES = "name,fee,paid\nQuill,60,60\nOsei,60,20\nAda,60,\nLund,60,60\nBrand,60,30\nVega,60,\n"


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("(row['paid'] or 0) < row['fee']", "not applicable"),
        ("row['paid'] in (None, '')", "violated"),
        ("row['fee'] - (row['paid'] or 0) > 35", "not applicable"),
    ],
)
def test_a_column_with_blanks_is_more_than_whether_it_is_blank(
    condition: str, state: str, tmp_path: Path
) -> None:
    source = f"print([row['name'] for row in table('a.csv') if {condition}])"
    found = verdict("columns", "who has not paid the full fee yet?", source, tmp_path, DUES)
    assert found.state == state
    assert ("only looks at whether paid is blank" in found.reason) == (state == "violated")
    assert (
        verdict("columns", "who has not paid yet?", source, tmp_path, DUES).state != "violated"
        or state == "held"
    )


def test_a_word_that_stands_for_no_number_is_no_condition(tmp_path: Path) -> None:
    rows = "name,time\n" + "".join(f"n{at},{at + 0.5}\n" for at in range(12)) + "n3,DNS\n"
    program = TABLE + "print(min((r for r in rows if r['time'] != 'DNS'), key=lambda r: r['time'])['name'])"
    request = "who was the fastest? DNS does not count"
    assert verdict("named values", request, program, tmp_path, rows).state == "not applicable"


def test_rows_of_which_several_are_of_one_group_are_no_groups(tmp_path: Path) -> None:
    rows = "name,shelf,least\n" + "".join(f"n{at},{'ABB'[at % 3]},{at}\n" for at in range(9))
    few = "kept = [r for r in rows if r['least'] > sum(x['least'] for x in rows) / len(rows)]\n"
    program = (
        TABLE + few + "print([{'name': r['name'], 'shelf': r['shelf'], 'least': r['least']} for r in kept])"
    )
    assert verdict("groups", "which are above the mean?", program, tmp_path, rows).state == "not applicable"


FLATS = "flat,rooms,rent,costs\nLime 4,3,890,210\nAsh 1,2,720,180\nElm 12b,4,1250,290\nOak 7,2,640,100\n"


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("r['rooms'] >= 2 and r['rent'] + r['costs'] < 950", "held"),
        ("r['rooms'] < 5 and r['rent'] + r['costs'] < 950", "held"),
        ("r['rent'] + r['costs'] < 950", "violated"),
    ],
)
def test_a_limit_that_takes_all_rows_is_one_on_the_column(condition: str, state: str, tmp_path: Path) -> None:
    program = TABLE + f"print([r['flat'] for r in rows if {condition}])"
    request = "which flats with at least 2 rooms cost less than 950 altogether?"
    assert verdict("columns", request, program, tmp_path, FLATS).state == state


@pytest.mark.parametrize("days", ["03/01/2025 15/01/2025 11/02/2025", "03.01.2025 15.01.2025 11.02.2025"])
def test_a_month_is_known_however_the_days_are_written(days: str, tmp_path: Path) -> None:
    rows = "date;montant\n" + "".join(f"{day};{at},50\n" for at, day in enumerate(days.split(), 3))
    request = "Combien a-t-on dépensé en janvier ?"
    program = TABLE + "print(sum(r['montant'] for r in rows if r['date'].month == 1))"
    assert verdict("named values", request, program, tmp_path, rows).state == "held"
    program = TABLE + "print(sum(r['montant'] for r in rows))"
    assert verdict("named values", request, program, tmp_path, rows).state == "violated"


def test_a_value_that_heads_a_column_of_its_own_is_no_condition(tmp_path: Path) -> None:
    rows = "month,kind,amount\nMay,food,12.5\nMay,travel,80\nJune,gifts,25\nJune,food,18.2\n"
    program = TABLE + (
        "out = {}\nfor r in rows:\n"
        "    o = out.setdefault(r['month'], {'month': r['month'], 'food': 0, 'other': 0})\n"
        "    o['food' if r['kind'] == 'food' else 'other'] += r['amount']\n"
    )
    request = "Make months.csv of it: month, food and other with the sums"
    made = program + "save([*out.values()], 'months.csv')"
    assert verdict("named values", request, made, tmp_path, rows).state == "not applicable"
    printed = program + "for o in out.values(): print(*o.values())"
    assert verdict("named values", request, printed, tmp_path, rows).state == "violated"


def test_a_large_number_may_be_rounded(tmp_path: Path) -> None:
    rows = "name,price\nfig,1234567.8852\nplum,2000001.1\n"
    program = (
        TABLE + "print(round(sum(r['price'] for r in rows), 2), round(sum(r['price'] for r in rows) * 1.7))"
    )
    assert verdict("duplication", "How much is it altogether?", program, tmp_path, rows).state == "held"
    wrong = TABLE + "print(round(sum(r['price'] for r in rows) + rows[0]['price'] ** 0.5, 2))"
    assert verdict("duplication", "How much is it altogether?", wrong, tmp_path, rows).state == "violated"


def test_a_column_called_like_a_word_of_grammar_is_not_named(tmp_path: Path) -> None:
    rows = "who,what,paid\nAnn,petrol,3\nBo,food,4\nAnn,food,5\nBo,petrol,1\n"
    program = (
        TABLE + "for who in ('Ann', 'Bo'):\n    print(who, sum(r['paid'] for r in rows if r['who'] == who))"
    )
    found = verdict("columns", "Work out what each of them paid.", program, tmp_path, rows)
    assert found.state != "violated"


def test_a_name_with_a_figure_is_no_number_that_doubles(tmp_path: Path) -> None:
    flats = "flat,euros\n1B,312.75\n2D,298.6\nattic,1105.4\n"
    program = (
        TABLE + "for r in rows:\n    print(r['flat'], sum(o['euros'] for o in rows if o['flat'] == r['flat']))"
    )
    found = verdict("duplication", "What does each flat pay?", program, tmp_path, flats)
    assert found.state != "violated", found.reason
