#!/usr/bin/env python3
"""Makes the fixtures numbers.tsv and upce.tsv: numbers, and what two other programs say of them.

Run it with python-stdnum installed (pip install python-stdnum) and zint in PATH; it writes beside itself. The tests need
neither Python nor zint.

numbers.tsv   isbn, text, ISBN-13, ISBN-10 ("-" where there is none), by stdnum.isbn
              gtin, text, "valid" or "invalid", by stdnum.ean
              issn, text, ISSN with hyphen, EAN-13 ("-" where it is none), by stdnum.issn
              ismn, text, 13 digits, with hyphens ("-" where it is none), by stdnum.ismn
              hyphens, ISBN-13, the same with hyphens, group, agency ("-" where it is not assigned), by this script from
              Tables/isbn-ranges.tsv; then with hyphens by stdnum.isbn, whose ranges are of another day
upce.tsv      the eight digits of a UPC-E and the twelve of its UPC-A, by zint
"""

import random
import re
import subprocess
from pathlib import Path

import stdnum
from stdnum import ean, isbn, ismn, issn
from stdnum.exceptions import ValidationError

FOLDER = Path(__file__).resolve().parent
RANGES = FOLDER.parents[2] / "Tables" / "isbn-ranges.tsv"
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


def new_issn():
    body = digits(7)
    return body + issn.calc_check_digit(body)


def new_ismn():
    body = random.choice(["9790", "M", "9790", "9791"]) + random.choice("0123456789") + digits(7)
    return body + ean.calc_check_digit(body.replace("M", "9790"))


def issn_line(text):
    try:
        number = issn.validate(text)
    except ValidationError:
        return f"issn\t{text}\t-\t-"
    return f"issn\t{text}\t{issn.format(number)}\t{issn.to_ean(number)}"


def ismn_line(text):
    try:
        long = ismn.to_ismn13(ismn.validate(text))
    except ValidationError:
        return f"ismn\t{text}\t-\t-"
    return f"ismn\t{text}\t{ismn.compact(long)}\t{ismn.format(long)}"


def read_ranges():
    """The groups of the table: digits with the prefix, agency, and texts of first and last registrant."""
    groups = []
    for line in RANGES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "issued")):
            name, agency, ranges = line.split("\t")
            pairs = [(text.split("-")[0], text.split("-")[-1]) for text in ranges.split()]
            groups.append((name.replace("-", ""), agency, pairs))
    return groups


def hyphens_line(number, groups):
    """Divides a number by comparing texts, which is another way than the library's."""
    group, agency, hyphens = "-", "-", "-"
    for digits_of_group, name, ranges in groups:
        if number.startswith(digits_of_group):
            group, agency = digits_of_group[3:], name
            rest = number[len(digits_of_group) : 12]
            for low, high in ranges:
                if low <= rest[: len(low)] <= high:
                    parts = [number[:3], group, rest[: len(low)], rest[len(low) :], number[12]]
                    hyphens = "-".join(parts)
    return f"hyphens\t{number}\t{hyphens}\t{group}\t{agency}\t{isbn.format(number)}"


def new_isbn_of(group):
    start = group[0]
    if group[2] and random.random() < 0.8:
        start += random.choice(random.choice(group[2]))
    return with_ean_check(start + digits(12 - len(start)))


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
    bodies = sorted({random.choice("01") + digits(5) + last for last in "0123456789" for _ in range(60)})
    lines += [issn_line(text) for text in sorted({mutated(new_issn(), "0123456789X") for _ in range(400)})]
    lines += [ismn_line(text) for text in sorted({mutated(new_ismn(), "0123456789M") for _ in range(400)})]
    groups = read_ranges()
    isbns = {new_isbn_of(group) for group in groups for _ in range(4)} | {
        with_ean_check("978" + digits(9)) for _ in range(200)} | {with_ean_check("9791" + digits(8)) for _ in range(50)}
    lines += [hyphens_line(text, groups) for text in sorted(isbns)]
    heading = f"# Made by make_numbers.py with python-stdnum {stdnum.__version__}.\n"
    (FOLDER / "numbers.tsv").write_text(heading + "\n".join(lines) + "\n", encoding="utf-8")

    pairs = [pair for pair in map(zint_upc_a, bodies) if pair]
    version = subprocess.run(["zint", "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    heading = f"# Made by make_numbers.py with zint {version}.\n"
    (FOLDER / "upce.tsv").write_text(heading + "\n".join("\t".join(pair) for pair in pairs) + "\n", encoding="utf-8")


main()
