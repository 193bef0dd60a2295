#!/usr/bin/env python3
"""Makes tickets with numbers that no one can guess, for guests whose names come from standard input, one a line.

usage: make-tickets.py EVENT < names.txt

Writes guests.csv, the list of the desk, and labels.csv, from which `beeline draw --sheet` draws the tickets.
"""

import csv
import json
import secrets
import sys

if len(sys.argv) != 2:
    sys.exit(__doc__)

with open("guests.csv", "x", newline="") as guests, open("labels.csv", "x", newline="") as labels:
    guest, label = csv.writer(guests), csv.writer(labels)
    guest.writerow(["number", "name"])
    label.writerow(["text", "name"])
    for name in filter(None, map(str.strip, sys.stdin)):
        number = secrets.token_hex(8)
        ticket = {"event": sys.argv[1], "ticket": {"number": number}}
        guest.writerow([number, name])
        label.writerow([json.dumps(ticket, separators=(",", ":")), name])
