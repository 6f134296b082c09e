import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'geraete.xlsx': '35a3583198127555118f',
}

accepted()
unchanged()
nothing_new("faellig.csv")
NAMES = ['Inventarnr', 'Gerät', 'Raum', 'letzte Prüfung']
WANT = [('W-100', 'Winkelschleifer', 'Lager', ''),
 ('W-105', 'Wasserkocher', 'Halle 1', (2023, 12, 31)),
 ('W-106', 'Verlängerung', 'Lager', (2023, 6, 26)),
 ('W-107', 'Bohrmaschine', 'Halle 2', (2023, 5, 26)),
 ('W-108', 'Winkelschleifer', 'Halle 1', (2023, 3, 5)),
 ('W-109', 'Schweißgerät', 'Lager', (2021, 2, 21)),
 ('W-110', 'Kabeltrommel', 'Halle 1', (2022, 4, 21)),
 ('W-111', 'Heizlüfter', 'Halle 1', (2022, 3, 13)),
 ('W-113', 'Stichsäge', 'Lager', ''),
 ('W-114', 'Winkelschleifer', 'Lager', (2023, 1, 5)),
 ('W-117', 'Heizlüfter', 'Halle 2', (2022, 2, 24)),
 ('W-118', 'Leiter', 'Halle 1', (2021, 10, 2)),
 ('W-121', 'Kompressor', 'Halle 2', (2022, 8, 25)),
 ('W-122', 'Schweißgerät', 'Lager', (2021, 6, 26)),
 ('W-123', 'Bohrmaschine', 'Büro', (2022, 11, 22)),
 ('W-125', 'Kompressor', 'Büro', ''),
 ('W-128', 'Heizlüfter', 'Büro', (2023, 5, 17)),
 ('W-130', 'Wasserkocher', 'Halle 2', (2021, 12, 21)),
 ('W-131', 'Kabeltrommel', 'Büro', ''),
 ('W-134', 'Schweißgerät', 'Büro', (2023, 4, 10)),
 ('W-135', 'Leiter', 'Lager', (2021, 3, 10)),
 ('W-136', 'Kabeltrommel', 'Halle 1', (2022, 7, 13)),
 ('W-137', 'Stichsäge', 'Halle 2', (2021, 7, 25)),
 ('W-141', 'Stichsäge', 'Büro', ''),
 ('W-142', 'Schweißgerät', 'Halle 1', (2022, 2, 11)),
 ('W-143', 'Schweißgerät', 'Halle 1', (2023, 4, 11)),
 ('W-144', 'Heizlüfter', 'Halle 2', ''),
 ('W-145', 'Heizlüfter', 'Lager', (2022, 4, 12)),
 ('W-146', 'Stichsäge', 'Halle 1', (2021, 11, 21)),
 ('W-147', 'Wasserkocher', 'Halle 1', (2021, 8, 15)),
 ('W-148', 'Kompressor', 'Halle 1', (2023, 8, 1)),
 ('W-149', 'Kabeltrommel', 'Halle 2', (2023, 6, 19)),
 ('W-150', 'Kompressor', 'Halle 2', (2021, 2, 11)),
 ('W-152', 'Schweißgerät', 'Lager', (2023, 5, 1)),
 ('W-153', 'Kabeltrommel', 'Büro', (2023, 9, 21)),
 ('W-154', 'Leiter', 'Halle 1', (2022, 8, 13)),
 ('W-155', 'Verlängerung', 'Halle 2', ''),
 ('W-156', 'Leiter', 'Halle 2', ''),
 ('W-158', 'Winkelschleifer', 'Büro', (2023, 8, 8)),
 ('W-160', 'Kompressor', 'Lager', (2021, 7, 19)),
 ('W-161', 'Leiter', 'Halle 1', (2023, 3, 18)),
 ('W-162', 'Verlängerung', 'Halle 2', '')]
same(columns("faellig.csv", NAMES), NAMES, WANT)
