import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'kiosk.json': '47e1329a1d093aa8c4b2'}
WANTED = {'house': 'Museum of Clocks',
 'volume': 35,
 'screens': [{'place': 'entrance',
              'on': '08:30',
              'off': '18:00',
              'brightness': 80,
              'loop': ['welcome.mp4', 'prices.mp4']},
             {'place': 'lobby',
              'on': '09:00',
              'off': '20:30',
              'brightness': 60,
              'loop': ['history.mp4']},
             {'place': 'cafe',
              'on': '09:00',
              'off': '18:00',
              'brightness': 70,
              'loop': ['menu.mp4', 'events.mp4']}],
 'update': {'server': 'kiosk.example.org', 'every_hours': 6, 'verify': True}}

accepted()
nothing_new()
try:
    got = json.loads(read("kiosk.json"))
except ValueError as error:
    raise AssertionError(f"kiosk.json is no JSON any more: {error}")
assert json.dumps(got, sort_keys=True) == json.dumps(WANTED, sort_keys=True), "kiosk.json does not say what it should"
