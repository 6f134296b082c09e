import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, *['marchand', 'belkacem', 'delorme', 'monnier', 'sa[iï]di'])
must_not_say(OUTPUT, *['garnier', 'haddad', 'roussel', 'pelletier', 'vasseur', 'lacombe', 'tournier', 'ollivier', 'castel', 'ndiaye', 'bertin', 'ferrand', 'cordier', 'prigent', 'tissot'])
need(has_number(OUTPUT, 186, words=False), "the area")
