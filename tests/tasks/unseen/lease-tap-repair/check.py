import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'lease.txt': 'e7d5053f32059963473a',
    'bill_plumber.txt': '70895eddf354f8f82e96',
}
unchanged()
nothing_new()
text = answer(1000)
low = plain(text)
assert re.search(r"landl|kessler|\bshe\b", low), "it is not said who pays"
assert re.search(r"(§|section|sec\.?|paragraph|clause|para\.?|art(icle|\.)?|number|no\.?) ?7\b|\b7 ?\(2\)|small repairs", low), "the paragraph is missing"
rest = re.sub(r"\b(if|where|when|unless|whether)\b[^.;]*", "", low)
assert not re.search(r"\b(you|the tenant|mr amadi)('ll| do| will| would)* (have to|has to|must|need to|needs to|should|are obliged to|are required to|are responsible for|are liable for|will|pay|bear)\b( (pay|bear|cover))?(?! (nothing|no\b|none|zero|only|small|single|up to|for small|repairs|not))", rest), "the tenant is made to pay"
assert not re.search(r"(landlady|landlord|kessler|she)( does| do| will| would| is)* ?(not|n't) (have|need|pay|bear|obliged|required)", low), "the landlady is said not to pay"
assert not re.search(r"\b18 (euros?|eur)\b|\b(pay|share of) (the )?110\b", low), "a share is claimed"
assert re.search(r"(landl\w+|kessler|she)[^.;]*\b(pay|pays|bear|bears|cover|covers|responsible|liable|must|has to|whole|cost|business)\b|\b(paid|borne|covered|up to|responsibility|on) (by )?(your |the |mrs )?(landl\w+|kessler|d\. kessler)|who pays: (your |the )?landl", low) or re.match(r"(your |the )?(landl|mrs|kessler)", low), "it is not said who pays"
