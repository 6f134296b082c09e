import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def exactly(places):
    """The workspace holds just these files, each with the content of the given one."""
    got = listing(".")
    need(got == set(places), f"there are {sorted(got ^ set(places))}")
    for new, old in places.items():
        need(raw(new) == raw(os.path.join(FILES, old)), f"{new} has another content")


accepted()
exactly({'protokolle/2025-03-12 Vorstand.txt': 'protokolle/Vorstand 12.03.2025.txt', 'protokolle/2024-11-04 Jugend.txt': 'protokolle/Jugend 04.11.2024.txt', 'protokolle/2025-01-18 Kassenprüfung.txt': 'protokolle/Kassenprüfung 18.01.2025.txt', 'protokolle/2024-12-09 Vorstand.txt': 'protokolle/Vorstand 09.12.2024.txt', 'protokolle/2025-02-01 Gerätewarte.txt': 'protokolle/Gerätewarte 01.02.2025.txt', 'protokolle/Lies mich.txt': 'protokolle/Lies mich.txt', 'Satzung 01.07.2019.txt': 'Satzung 01.07.2019.txt'})
