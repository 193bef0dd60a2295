#!/usr/bin/env python3
"""Makes the fixtures numbers.tsv and upce.tsv: numbers, and what two other programs say of them.

Run it with python-stdnum installed (pip install python-stdnum) and zint in PATH; it writes beside itself. The tests need
neither Python nor zint.

numbers.tsv   isbn, text, ISBN-13, ISBN-10 ("-" where there is none), by stdnum.isbn
              gtin, text, "valid" or "invalid", by stdnum.ean
upce.tsv      the eight digits of a UPC-E and the twelve of its UPC-A, by zint
"""

import random
import re
import subprocess
from pathlib import Path

import stdnum
from stdnum import ean, isbn
from stdnum.exceptions import ValidationError

FOLDER = Path(__file__).resolve().parent
random.seed(13)  # the same numbers each time


def digits(count):
    return "".join(random.choices("0123456789", k=count))


def with_ean_check(text):
    return text + ean.calc_check_digit(text)


def new_isbn():
    if random.random() < 0.5:
        body = digits(9)
        return next(body + check for check in "0123456789X" if isbn.is_valid(body + check))
    prefix = random.choice(["978", "978", "979", "9790", "9798", "97910", "977", "980"])
    return with_ean_check(prefix + digits(12 - len(prefix)))


def new_gtin():
    return with_ean_check(digits(random.choice([8, 12, 13, 14]) - 1))


def mutated(text, characters):
    """A number as it gets wrong on its way: a digit misread, two swapped, one lost, one twice, or none of these."""
    place = random.randrange(len(text) - 1)
    kind = random.choice(["none", "none", "none", "none", "misread", "swapped", "lost", "twice", "last"])
    if kind == "misread":
        return text[:place] + random.choice(characters) + text[place + 1 :]
    if kind == "swapped":
        return text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    if kind == "lost":
        return text[:place] + text[place + 1 :]
    if kind == "twice":
        return text[:place] + text[place] + text[place:]
    if kind == "last":
        return text[:-1] + random.choice(characters)
    return text


def hyphenated(text):
    """With hyphens or blanks at random places, and perhaps a small x."""
    separator = random.choice(["", "", "-", " ", "\u2010"])
    text = "".join(character + (separator if random.random() < 0.3 else "") for character in text).strip(" -\u2010")
    return text.lower() if random.random() < 0.2 else text


def isbn_line(text):
    try:
        long = isbn.to_isbn13(isbn.validate(text))
    except ValidationError:
        return f"isbn\t{text}\t-\t-"
    try:
        short = isbn.compact(isbn.to_isbn10(long))
    except ValidationError:
        short = "-"
    return f"isbn\t{text}\t{isbn.compact(long)}\t{short}"


def gtin_line(text):
    return f"gtin\t{text}\t{'valid' if ean.is_valid(text) else 'invalid'}"


def zint_upc_a(body):
    """What zint says that seven digits, without the check digit, stand for; None where it refuses them."""
    report = subprocess.run(
        ["zint", "--barcode=UPCE", f"--data={body}", "--verbose", "--direct", "--filetype=svg"],
        capture_output=True, text=True, errors="replace", check=False)
    match = re.search(r"equivalent: (\d{11}), hrt: (\d{8}), Check digit: (\d)", report.stdout + report.stderr)
    return (match[2], match[1] + match[3]) if match else None


def main():
    isbns = {hyphenated(mutated(new_isbn(), "0123456789X")) for _ in range(1100)}
    gtins = {mutated(new_gtin(), "0123456789") for _ in range(1100)}
    lines = [isbn_line(text) for text in sorted(isbns)] + [gtin_line(text) for text in sorted(gtins)]
    heading = f"# Made by make_numbers.py with python-stdnum {stdnum.__version__}.\n"
    (FOLDER / "numbers.tsv").write_text(heading + "\n".join(lines) + "\n", encoding="utf-8")

    bodies = sorted({random.choice("01") + digits(5) + last for last in "0123456789" for _ in range(60)})
    pairs = [pair for pair in map(zint_upc_a, bodies) if pair]
    version = subprocess.run(["zint", "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    heading = f"# Made by make_numbers.py with zint {version}.\n"
    (FOLDER / "upce.tsv").write_text(heading + "\n".join("\t".join(pair) for pair in pairs) + "\n", encoding="utf-8")


main()
