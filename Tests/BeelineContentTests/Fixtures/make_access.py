#!/usr/bin/env python3
"""Makes the fixture access.tsv: keys, requests and telephone numbers, and what other programs say of them.

Run it with cbor2, phonenumbers and pyotp installed (pip install cbor2 phonenumbers pyotp); it writes beside itself. The
tests need no Python.

fido    text, time, hint, public key and secret in hexadecimal; the CBOR by cbor2, the digits by Python's integers
otp     text, type, issuer, account, secret, algorithm, digits, period or counter; the URL and its reading by pyotp
phone   text, the number in E.164, the extension ("-" where there is none); both by phonenumbers
"""

import random
from pathlib import Path

import cbor2
import phonenumbers
import pyotp

FOLDER = Path(__file__).resolve().parent
random.seed(7)  # the same lines each time
LETTERS = "abcdefgh XYZ@.-_&=?/%+äß日"


def fido():
    key = bytes([random.choice([2, 3])]) + random.randbytes(32)
    secret = random.randbytes(16)
    time = random.randrange(2**32)
    hint = random.choice(["ga", "mc"])
    entries = {0: key, 1: secret, 2: random.randrange(300), 3: time, 4: random.random() < 0.5, 5: hint}
    if random.random() < 0.3:
        entries[6] = random.choice([True, [1, "x", {"a": b"b"}], None, -70000])
    data = cbor2.dumps(entries)
    widths = {1: 3, 2: 5, 3: 8, 4: 10, 5: 13, 6: 15, 7: 17}
    chunks = [data[start : start + 7] for start in range(0, len(data), 7)]
    digits = "".join(str(int.from_bytes(chunk, "little")).zfill(widths[len(chunk)]) for chunk in chunks)
    return ["fido", "FIDO:/" + digits, time, hint, key.hex(), secret.hex()]


def name():
    return "".join(random.choices(LETTERS, k=random.randrange(1, 15))).strip() or "x"


def otp():
    secret = pyotp.random_base32(random.choice([32, 40, 56]))
    digits = random.choice([6, 7, 8])
    if random.random() < 0.5:
        period = random.choice([15, 30, 60])
        written = pyotp.TOTP(secret, digits=digits, interval=period).provisioning_uri(name=name(), issuer_name=name())
        read = pyotp.parse_uri(written)
        moving, kind = read.interval, "totp"
    else:
        counter = random.randrange(10**6)
        written = pyotp.HOTP(secret, digits=digits).provisioning_uri(
            name=name(), initial_count=counter, issuer_name=name()
        )
        read = pyotp.parse_uri(written)
        moving, kind = read.initial_count, "hotp"
    return ["otp", written, kind, read.issuer, read.name, read.secret, "SHA1", read.digits, moving]


def phone():
    region = random.choice(["US", "GB", "DE", "FR", "JP", "IT", "IN", "BR", "AU", "SE"])
    number = phonenumbers.example_number_for_type(region, random.choice([0, 1]))
    if number is None:
        return phone()
    if random.random() < 0.3:
        number.extension = str(random.randrange(1, 9999))
    written = phonenumbers.format_number(
        number, random.choice([phonenumbers.PhoneNumberFormat.RFC3966, phonenumbers.PhoneNumberFormat.INTERNATIONAL])
    )
    text = written if written.startswith("tel:") else "tel:" + written
    return ["phone", text, phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164), number.extension or "-"]


with open(FOLDER / "access.tsv", "w", encoding="utf-8", newline="\n") as file:
    file.write("# Made by make_access.py; see there.\n")
    for make, count in [(fido, 200), (otp, 200), (phone, 200)]:
        for _ in range(count):
            file.write("\t".join(str(field) for field in make()) + "\n")
