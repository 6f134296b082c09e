import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
RIGHT = ['mail', 'vpn', 'printers', 'backup']
OTHER = ['www', 'shop', 'git', 'wiki', 'status', 'ldap', 'intranet', 'cloud', 'phone']

FULL = r"\.harbourlight" if re.search(r"\w\.harbourlight", OUTPUT) else ""


def named(text, host):
    return re.search(r"(?<![\w.-])" + host + FULL + r"(?![\w-])", text, re.I)


for host in RIGHT:
    need(named(OUTPUT, host), f"{host} is missing")
for line in re.split(r"\n|(?<=[.!?;])\s", OUTPUT):
    for host in OTHER:
        if named(line, host):
            need(re.search(r"\bnot? (\w+ ){0,3}(list|includ|need|affect|before|count)|exclud|except|left out|already auto|are auto|is auto|renewed automatically|on 1 July|later", line, re.I) and not any(named(line, one) for one in RIGHT), f"{host} is none of them")
