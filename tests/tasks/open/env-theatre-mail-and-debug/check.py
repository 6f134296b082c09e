import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'shop.env': '759ec20ecbc3db33ec40'}
WANTED = ('# Ticket shop of the village theatre\n'
 'APP_NAME="Village Theatre Tickets"\n'
 'APP_ENV=production\n'
 'DEBUG=false                 # must be false before the season starts\n'
 'LOG_LEVEL=info\n'
 '\n'
 '# Mail (ask the treasurer for the password)\n'
 'MAIL_HOST=smtp.example.org\n'
 'MAIL_PORT=587\n'
 'MAIL_FROM=tickets@example.org\n'
 '#MAIL_HOST=localhost       # for tries at home\n'
 '\n'
 '# Database\n'
 'DB_HOST=mail.oldprovider.example\n'
 'DB_DEBUG=true\n')

accepted()
nothing_new()
tidy = lambda t: [" ".join(l.split()) for l in t.replace("\r\n", "\n").strip().split("\n")]
got, want = tidy(read("shop.env")), tidy(WANTED)
got = [re.sub(r'^MAIL_HOST="smtp.example.org"$|^MAIL_HOST=\'smtp.example.org\'$', "MAIL_HOST=smtp.example.org", l) for l in got]
assert got == want, f"shop.env differs: {[l for l in got if l not in want] or [l for l in want if l not in got] or 'order or number of lines'}"
