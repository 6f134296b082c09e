import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'registrations.csv': 'b25c96d7c2b40307f8fd',
 'template.txt': '72594d80bc62955805fa',
 'workshops.json': '997ab49840dc9e327dd6'}
WANTED = ('Dear Aurel Minke,\n'
 '\n'
 'your workshop "Basket weaving" takes place on Saturday, 8 June in the Barn.\n'
 '7 people have confirmed so far. Please bring material for everyone;\n'
 'we will pay you 84 altogether (12 for each confirmed person).\n'
 '\n'
 'Best wishes\n'
 'The craft days team\n')
COUNT = 7
WORD = 'seven'

accepted()
unchanged()
got = " ".join(read("letter_basket.txt").split())
assert "{{" not in got and "}}" not in got, "a placeholder is left"
got = re.sub(r" ?(€|EUR\b|euros?\b) ?(?=\d)| ?(€|EUR\b|euros?\b)", "", re.sub(r"(\d)\.00\b", r"\1", got))
got = re.sub(rf"^(.* the Barn\. ){WORD}( people)", rf"\g<1>{COUNT}\2", got, flags=re.I)
want = " ".join(WANTED.split())
assert got == want, "the letter is not right: " + next((f"...{got[max(0, i - 30):i + 30]}..." for i in range(len(want)) if got[i:i + 1] != want[i]), got[len(want):])
