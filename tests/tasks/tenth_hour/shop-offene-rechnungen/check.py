import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("offen.csv")
WANT = [['Nummer', 'Kunde', 'Datum', 'Betrag', 'Status'], ['R-1043', 'Hofcafé Brühl', '01.12.2025', '1.234,56', 'offen'], ['R-1047', 'Jens Althoff', '05.12.2025', '19,95', 'offen'], ['R-1048', 'Blumen Petersen', '08.12.2025', '640,25', 'offen'], ['R-1052', 'Teeladen Sörensen', '15.12.2025', '298,70', 'offen'], ['R-1053', 'Weltladen Süd', '16.12.2025', '3.107,15', 'offen'], ['R-1056', 'Jens Althoff', '24.12.2025', '27,80', 'offen']]
need(table("offen.csv") == WANT, "offen.csv holds other rows")
need(has_number(OUTPUT, 5328.41, words=False), "the sum")
must_not_say(OUTPUT, r"6\.282,11", r"9\.648,61")
