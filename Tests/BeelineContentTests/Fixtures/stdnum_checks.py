#!/usr/bin/env python3
"""Prints random numbers with the check characters that python-stdnum gives them: scheme, number.

usage: stdnum_checks.py COUNT
"""
import random
import sys

from stdnum import ean, luhn
from stdnum.iso7064 import mod_11_2, mod_11_10, mod_37_2, mod_37_36, mod_97_10

DIGITS = "0123456789"
ALPHANUMERIC = DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

SCHEMES = {
    "gs1": (DIGITS, ean.calc_check_digit),
    "luhn": (DIGITS, luhn.calc_check_digit),
    "mod11-2": (DIGITS, mod_11_2.calc_check_digit),
    "mod11-10": (DIGITS, mod_11_10.calc_check_digit),
    "mod37-2": (ALPHANUMERIC, mod_37_2.calc_check_digit),
    "mod37-36": (ALPHANUMERIC, mod_37_36.calc_check_digit),
    "mod97-10": (ALPHANUMERIC, mod_97_10.calc_check_digits),
}

numbers = random.Random(7064)
for scheme, (alphabet, check) in SCHEMES.items():
    for _ in range(int(sys.argv[1])):
        body = "".join(numbers.choices(alphabet, k=numbers.randint(1, 24)))
        print(scheme, body + check(body), sep="\t")
