import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'irrigazione.ini': 'c7e4afba271b6154bd50'}
WANTED = ('; Irrigazione del giardino condominiale\n'
 '[generale]\n'
 'pompa = 2\n'
 'sensore_pioggia = si\n'
 '\n'
 '[prato]\n'
 'ora = 06:30\n'
 'minuti = 15\n'
 'giorni = lun,mer,ven\n'
 '\n'
 '[orto]\n'
 '; pomodori e zucchine, non bagnare le foglie\n'
 'ora = 05:45\n'
 'minuti = 25        ; in estate di piu\n'
 'giorni = lun,mar,mer,gio,ven,sab,dom\n'
 '\n'
 '[siepe]\n'
 'ora = 21:00\n'
 'minuti = 15\n'
 'giorni = sab\n')

accepted()
nothing_new()
tidy = lambda t: [" ".join(l.split()) for l in t.replace("\r\n", "\n").strip().split("\n")]
got, want = tidy(read("irrigazione.ini")), tidy(WANTED)
got = [re.sub(r"^ora ?= ?0?5:45$", "ora = 05:45", l) for l in got]
got = [re.sub(r"^minuti ?= ?25 ?;", "minuti = 25 ;", l) for l in got]
assert got == want, f"irrigazione.ini differs: {[l for l in got if l not in want] or [l for l in want if l not in got] or 'order or number of lines'}"
