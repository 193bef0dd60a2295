#!/usr/bin/env python3
"""Prints random numbers with the check characters that python-stdnum gives them: scheme, number.

usage: stdnum_checks.py COUNT
"""
import random
import sys

from stdnum import ean, luhn
from stdnum.iso7064 import mod_11_2, mod_11_10, mod_37_2, mod_37_36, mod_97_10
from stdnum.it import codicefiscale
from stdnum.mx import curp

DIGITS = "0123456789"
ALPHANUMERIC = DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# How many characters are before the check characters.
ANY = (1, 24)

SCHEMES = {
    "gs1": (DIGITS, ANY, ean.calc_check_digit),
    "luhn": (DIGITS, ANY, luhn.calc_check_digit),
    "mod11-2": (DIGITS, ANY, mod_11_2.calc_check_digit),
    "mod11-10": (DIGITS, ANY, mod_11_10.calc_check_digit),
    "mod37-2": (ALPHANUMERIC, ANY, mod_37_2.calc_check_digit),
    "mod37-36": (ALPHANUMERIC, ANY, mod_37_36.calc_check_digit),
    "mod97-10": (ALPHANUMERIC, ANY, mod_97_10.calc_check_digits),
    "codice-fiscale": (ALPHANUMERIC, (15, 15), codicefiscale.calc_check_digit),
    "curp": (ALPHANUMERIC, (17, 17), curp.calc_check_digit),
}

numbers = random.Random(7064)
for scheme, (alphabet, lengths, check) in SCHEMES.items():
    for _ in range(int(sys.argv[1])):
        body = "".join(numbers.choices(alphabet, k=numbers.randint(*lengths)))
        print(scheme, body + check(body), sep="\t")
