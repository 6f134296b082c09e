import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.md")
text = read("summary.md")
need(30 <= word_count(text) <= 125, f"{word_count(text)} words")
no_placeholder(text)


def day(number, month, digits):
    return rf"(?:(?<!\d){number}(?:st|nd|rd|th)?(?: of)? {month}|{month}[a-z]* {number}(?!\d)|(?<!\d)0?{number}[./-]0?{digits}\b|2025-0{digits}-0?{number}(?!\d))"


def near(one, other, *names):
    gap = "(?:(?!" + "|".join(names) + r")[\s\S]){0,160}?"
    return re.search(f"{one}{gap}{other}|{other}{gap}{one}", text, re.I)


must_say(text, r"sports? day", day(20, "Jun", 6), r"\bbooks\b", r"cushions", r"gate|lock", r"field|council|pitch")
need(near("Dan\\b", day(21, "Mar", 3), "Priya", "Paul"), "Dan has to book by 21 March")
need(near("Priya", day(4, "Apr", 4), r"\bDan\b", "Paul"), "Priya has to order by 4 April")
need(near("(?:Paul|Dempsey|caretaker)", day(28, "Mar", 3), r"\bDan\b", "Priya"), "Paul has to fit the lock by 28 March")
need(near("400", "books", "cushions", "200") and near("200", "cushions", "books", "400"), "400 is for books, 200 for cushions")
if re.search(r"\bphones?\b", text, re.I):
    must_say(text, r"no decision|not (yet )?(been )?(decided|agreed)|undecided|wasn.t decided|no agreement|next meeting|postpon|deferred|8 apr|apr\w* 8|again|open|pending|later|discuss")
must_not_say(text, r"phones? (are|will be|must be|have to be) (handed|banned|collected)", r"pupils (will|must|have to) hand", r"agreed[^.\n]{0,40}\bphones?\b")
body = re.sub(r"(?m)^\s*#*\s*\d[.)]\s", "", text)
only_numbers(body, 1, 5, 11, 3, 2025, 15, 30, 16, 50, 15.30, 16.50, 13, 20, 27, 21, 600, 400, 200, 4, 28, 2, 6, 8, 120, 20.06, 27.06, 21.03, 4.04, 28.03, 2.04, 8.04, 11.03)
