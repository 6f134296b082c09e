# results of our indoor league, autumn: home, away, goals home, goals away
MATCHES = [
    ("Harbour Rats", "Old Mill", 4, 2),
    ("Tin Soldiers", "Brickyard", 1, 1),
    ("Old Mill", "Tin Soldiers", 0, 3),
    ("Brickyard", "Harbour Rats", 2, 2),
    ("Harbour Rats", "Tin Soldiers", 1, 0),
    ("Old Mill", "Brickyard", 2, 5),
]
