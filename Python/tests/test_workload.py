"""A hundred thousand codes, as shops and telephones scan them: every answer is the command's.

WORKLOAD names a list of its own, a line each: symbology, tab, text with escapes.
"""

import os
import random

import beeline
from conftest import command

COUNT = 100_000

WORDS = "alpha book store track menu ticket event promo scan item pay blue green north lake paper Müller 日本 Jörg".split()


def checked(digits):
    total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(digits)))
    return digits + str(-total % 10)


def number(chance, length):
    return f"{chance.randrange(10**length):0{length}}"


def link(chance):
    path = "/".join(chance.choice([chance.choice(WORDS), number(chance, 5)]) for _ in range(chance.randrange(4)))
    query = f"?{chance.choice(WORDS)}={number(chance, 3)}" if chance.random() < 0.4 else ""
    return f"http{chance.choice(['', 's'])}://www.{chance.choice(WORDS[:16])}.example.org/{path}{query}"


def contact(chance):
    name = f"{chance.choice(WORDS)};{chance.choice(WORDS)}"
    rows = ["BEGIN:VCARD", "VERSION:3.0", f"N:{name};;;", f"TEL:+{number(chance, 11)}", "END:VCARD"]
    return chance.choice(["\r\n", "\n"]).join(rows)


#: How often, by which symbology, and what.
MIX = [
    (40, "ean_13", lambda chance: checked(chance.choice("345678") + number(chance, 11))),
    (20, "ean_13", lambda chance: checked("978" + number(chance, 9))),
    (10, "upc_a", lambda chance: checked(number(chance, 11))),
    (18, "qr_code", link),
    (4, "qr_code", lambda chance: f"WIFI:T:WPA;S:{chance.choice(WORDS)};P:{number(chance, 9)}\\;;;"),
    (3, "qr_code", contact),
    (3, "qr_code", lambda chance: " ".join(chance.choice(WORDS) for _ in range(chance.randrange(1, 9)))),
    (1, "gs1_128", lambda chance: f"01{checked(number(chance, 13))}10{number(chance, 6)}"),
    (1, "code_39", lambda chance: "\t\\ \x1d\u2028" + number(chance, 4)),
]


def made():
    chance = random.Random(20261126)
    weights = [weight for weight, _, _ in MIX]
    return [(symbology, make(chance)) for _, symbology, make in chance.choices(MIX, weights, k=COUNT)]


ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def read(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            symbology, text = line.rstrip("\n").split("\t")
            # The character after a backslash says what both are.
            parts = text.split("\\\\")
            for escape, character in (("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t")):
                parts = [part.replace(escape, character) for part in parts]
            yield symbology, "\\".join(parts)


def test_every_answer_is_the_command_s():
    given = os.environ.get("WORKLOAD")
    codes = list(read(given)) if given else made()
    escaped = "".join(f"{symbology}\t{text.translate(str.maketrans(ESCAPES))}\n" for symbology, text in codes)
    expected = command("resolve", "-", "--input", "tsv", "--format", "json", data=escaped.encode()).decode().split("\n")
    answers = beeline.resolve_many({"text": text, "symbology": symbology} for symbology, text in codes)
    count = 0
    for answer, line in zip(answers, expected):
        # The inputs are of two forms, the rest is the same.
        assert answer.line.partition(',"results":')[2] == line.partition(',"results":')[2] != ""
        count += 1
    assert count == len(codes) == len(expected) - 1
