import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "inbox/IMG_20250314_081500.jpg": "59264058326bcbe51b3c654eb03b7bbe36e8df2a877dc7acd280efda58590698",
 "inbox/IMG_20250314_174233.jpg": "955c0763fb9e71e200ec3ba2bb49d0bacc7557033507f86eff3312ee83e02e1e",
 "inbox/IMG_20250402_120001.jpg": "7ac457be7e0878a66f0c19151bf20f456cc2eea932f7bd4a01542708ef3f0970",
 "inbox/2025-03-29 boat shed.txt": "e162413b92a355707fea2fca825d3283ec298b4ad362921aab9b24e81f932aa2",
 "inbox/2025-04-19 garden plan.txt": "b2943f50ae4ecf40ba44fe38a9425567872957141419a53e0529619acd420994",
 "inbox/scan_2025-05-01.pdf": "a143eac6d6f4c396a80233b23ec3fd966083cefb7558da33c996bcf10cdd2cde",
 "inbox/scan_2024-05-30.pdf": "547301d292dacc56ad270d6f136b62af69e01b915fa4527bbb01010ad7b46403",
 "inbox/IMG_0042.jpg": "a57d6dc0b6d5e94e26552c044be94a521a99503c749e61ee71ea35b7dda6f141",
 "inbox/packing list.txt": "562632ad2f0628b48450a4460f6a6a8b48e0c7448e6b787544161585d5d07856",
 "inbox/IMG_20241231_235958.jpg": "fde2c345daaca23a5feebac03af26ff4be78f27914c74532de1dc2f8e7dfabcc",
 "inbox/room 2025.txt": "52090965dbc7491f1e9f475ee67f4b111a66103dffad8eba4bdc1a0c40c24e4b",
 "inbox/2025-05-17 speech for Ewald.txt": "81058f53643502869e6f894338fad1f62199be216181c4f85c0bd0cdf4c371ad",
 "notes.txt": "fba4772e52766344bfa1ec6c8f1758ade2082af6171710a32898da1f1a3f58e7"
}

WANT = {'2025-03/IMG_20250314_081500.jpg': 'inbox/IMG_20250314_081500.jpg', '2025-03/IMG_20250314_174233.jpg': 'inbox/IMG_20250314_174233.jpg', '2025-04/IMG_20250402_120001.jpg': 'inbox/IMG_20250402_120001.jpg', '2025-03/2025-03-29 boat shed.txt': 'inbox/2025-03-29 boat shed.txt', '2025-04/2025-04-19 garden plan.txt': 'inbox/2025-04-19 garden plan.txt', '2025-05/scan_2025-05-01.pdf': 'inbox/scan_2025-05-01.pdf', '2024-05/scan_2024-05-30.pdf': 'inbox/scan_2024-05-30.pdf', 'inbox/IMG_0042.jpg': 'inbox/IMG_0042.jpg', 'inbox/packing list.txt': 'inbox/packing list.txt', '2024-12/IMG_20241231_235958.jpg': 'inbox/IMG_20241231_235958.jpg', 'inbox/room 2025.txt': 'inbox/room 2025.txt', '2025-05/2025-05-17 speech for Ewald.txt': 'inbox/2025-05-17 speech for Ewald.txt', 'notes.txt': 'notes.txt'}

accepted()
need(listing() == sorted(WANT), "not there: %s; not asked for: %s" % (sorted(set(WANT) - set(listing()))[:4], sorted(set(listing()) - set(WANT))[:4]))
for path, was in WANT.items():
    need(hashlib.sha256(open(path, "rb").read()).hexdigest() == ORIG[was], "%s has another content" % path)
