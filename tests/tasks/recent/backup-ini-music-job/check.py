import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'backup.ini': '1a9af36849fe64d09338',
    'cron.txt': '0900a71cbd1d6324ec53',
}
accepted()
unchanged("backup.ini")
nothing_new()
import configparser
text = read("backup.ini")
parser = configparser.ConfigParser(inline_comment_prefixes=(";",), interpolation=None)
try:
    parser.read_string(text)
except configparser.Error as error:
    raise AssertionError(f"not an INI file: {error}")
got = {s: dict(parser[s]) for s in parser.sections()}
photos = {"source": "/home/ida/Photos", "target": "/mnt/nas/photos", "time": "03:30", "keep": "10", "exclude": "*.tmp, .thumbnails"}
assert got.get("job:photos") == photos, f"photos: {got.get('job:photos')}"
assert got.get("job:music") == dict(photos, source="/home/ida/Music", target="/mnt/nas/music"), f"music: {got.get('job:music')}"
assert got.get("job:office") == {"source": "/home/ida/Office", "target": "/mnt/nas/office", "time": "02:00", "keep": "60"}, "office was changed"
assert got.get("general") == {"log": "/var/log/backup.log", "mail_to": "ida@home.example", "compress": "yes"}, "general was changed"
assert len(got) == 4, "other sections"
for comment in ("; backup of the family computer", "; run by cron every quarter of an hour", "; mail_to = bert@home.example   (no longer)", "; versions", "; invoices and letters", "; tax office wants five years"):
    assert comment in text, f"lost: {comment}"
assert text.index("; invoices and letters") > text.index("[job:office]"), "a comment has gone elsewhere"
