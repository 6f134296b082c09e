import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
part = re.split(r"noch (haltbar|gut)|anderen|übrigen|restlichen", OUTPUT)[0]
must_say(part, r"Rote Murmel", r"Blaue Hilde", r"Nantaise", r"Hohes Gelbes", r"Saxa", r"Genovese")
must_not_say(part, r"Ochsenherz", r"Black Cherry", r"Purple Haze", r"Maikönig", r"Lollo", r"Zuckerl", r"Cherry Belle", r"Mooskrause", r"Uchiki", r"Ringelblume")
need(has_number(OUTPUT, 17) or "siebzehn" in OUTPUT.lower(), "not 17 packets")
