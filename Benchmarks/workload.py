#!/usr/bin/env python3
"""Writes a list of mixed codes, as a busy till or kiosk might scan them; the same list every time.

usage: workload.py [--format tsv|json] COUNT > codes.tsv

Each line is SYMBOLOGY, a tab, and the text, with \\\\ \\n \\r \\t written for the characters that would
break a line: the form that `beeline resolve - --input tsv` reads. With `--format json` it is an object
with both, as `--input json` reads it.
"""

import argparse
import json
import random
import sys

SEED = 978_4_87311_904_5

COMPANY_PREFIXES = "30 35 40 45 49 50 54 57 60 64 690 70 73 76 80 84 87 90 93".split()
SITES = ("shop.example", "www.example.com", "tickets.example.org", "menu.example.co.uk", "m.example.de", "example.jp")
WORDS = "amber bread cedar delta ember ferry grove hazel inlet jetty kiosk lemon maple north olive pearl".split()
FIRST_NAMES = ("Aiko", "Bruno", "Chloé", "Dmitri", "Esra", "Finn", "Gül", "Håkon", "Ivana", "Jürgen")
LAST_NAMES = ("Adeyemi", "Bianchi", "Çelik", "Duarte", "Eriksson", "Fischer", "González", "Hoang", "Ito", "Janković")
SECRET_LETTERS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789;,:\\"

ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def with_check_digit(digits):
    """The number with its GS1 check digit: weights 3, 1, 3 … from the right."""
    total = sum(int(digit) * (1 if index % 2 else 3) for index, digit in enumerate(reversed(digits)))
    return digits + str(-total % 10)


class Scans:
    """One method for each sort of code, all drawing from one sequence of random numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def digits(self, count):
        return "".join(self.random.choices("0123456789", k=count))

    def word(self):
        return self.random.choice(WORDS)

    def chance(self, probability):
        return self.random.random() < probability

    def product(self):
        prefix = self.random.choice(COMPANY_PREFIXES)
        return "EAN_13", with_check_digit(prefix + self.digits(12 - len(prefix)))

    def isbn(self):
        group = "978" if self.chance(0.85) else "979" + self.random.choice(("8", "10", "11", "12"))
        return "EAN_13", with_check_digit(group + self.digits(12 - len(group)))

    def upc(self):
        return "UPC_A", with_check_digit(self.random.choice("01678") + self.digits(10))

    def url(self):
        segments = [self.random.choice((self.word(), self.digits(6))) for _ in range(self.random.randint(0, 3))]
        query = [f"{self.word()}={self.word()}{self.digits(3)}" for _ in range(self.random.randint(1, 3))]
        scheme = "https" if self.chance(0.7) else "http"
        url = "/".join([f"{scheme}://{self.random.choice(SITES)}", *segments])
        return "QR_CODE", url + ("?" + "&".join(query) if self.chance(0.4) else "")

    def wifi(self):
        def escaped(text):
            return "".join("\\" + letter if letter in '\\;,:"' else letter for letter in text)

        name = self.random.choice((f"{self.word()}-{self.digits(4)}", f"Guests; {self.word()}"))
        if self.chance(0.2):
            return "QR_CODE", f"WIFI:T:nopass;S:{escaped(name)};;"
        password = "".join(self.random.choices(SECRET_LETTERS, k=self.random.randint(8, 16)))
        hidden = "H:true;" if self.chance(0.3) else ""
        return "QR_CODE", f"WIFI:T:WPA;S:{escaped(name)};P:{escaped(password)};{hidden};"

    def card(self):
        first, last = self.random.choice(FIRST_NAMES), self.random.choice(LAST_NAMES)
        lines = ["BEGIN:VCARD", "VERSION:3.0", f"N:{last};{first};;;", f"FN:{first} {last}"]
        if self.chance(0.6):
            lines.append(f"ORG:{self.word().title()} & {self.word().title()}")
        lines.append(f"TEL;TYPE={self.random.choice(('CELL', 'WORK', 'HOME'))}:+{self.digits(11)}")
        lines.append(f"EMAIL;TYPE=INTERNET:{self.word()}.{self.digits(2)}@example.com")
        if self.chance(0.4):
            lines.append(f"URL:https://{self.random.choice(SITES)}/{self.word()}")
        return "QR_CODE", ("\r\n" if self.chance(0.5) else "\n").join([*lines, "END:VCARD"])

    def text(self):
        return "QR_CODE", " ".join(self.word() for _ in range(self.random.randint(2, 9))).capitalize() + "."

    def card_or_text(self):
        return self.card() if self.chance(0.5) else self.text()


def tsv(symbology, text):
    return f"{symbology}\t{text.translate(ESCAPES)}\n"


def json_line(symbology, text):
    return json.dumps({"symbology": symbology, "text": text}, ensure_ascii=False, separators=(",", ":")) + "\n"


FORMATS = {"tsv": tsv, "json": json_line}


def lines(count, form=tsv, seed=SEED):
    """The list, line by line, without ever holding it whole."""
    scans = Scans(seed)
    kinds = (scans.product, scans.isbn, scans.upc, scans.url, scans.wifi, scans.card_or_text)
    shares = (40, 60, 70, 90, 95, 100)  # percent, added up
    for _ in range(count):
        kind = scans.random.choices(kinds, cum_weights=shares)[0]
        yield form(*kind())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__.strip())
    parser.add_argument("--format", choices=FORMATS, default="tsv")
    parser.add_argument("count", type=int)
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.writelines(lines(arguments.count, FORMATS[arguments.format]))
