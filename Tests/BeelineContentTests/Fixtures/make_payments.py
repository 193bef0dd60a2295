#!/usr/bin/env python3
"""Makes the fixture payments.tsv: numbers and codes of payments, and what other programs say of them.

Run it with python-stdnum, base58, bech32, pycryptodome and pycountry installed (pip install …); it writes beside itself. The
tests need no Python.

payments.tsv   iban, text, "valid" or "invalid", by stdnum.iban without the rules of single countries
               rf, text, "valid" or "invalid", by stdnum.iso11649
               esr, 27 digits, "valid" or "invalid", by stdnum.ch.esr
               address, link, "valid" or "invalid", by base58, bech32 and Crypto.Hash.keccak
               emv, code, form, account, amount, currency, payee; put together here, with the CRC of Python's binascii
               currency, number, letters, by pycountry
"""

import binascii
import random
from pathlib import Path

import base58
import bech32
import pycountry
import stdnum
from Crypto.Hash import keccak
from stdnum import iban, iso11649, numdb
from stdnum.ch import esr

FOLDER = Path(__file__).resolve().parent
random.seed(97)  # the same codes each time
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"


def some(characters, count):
    return "".join(random.choices(characters, k=count))


def mutated(text, characters):
    place = random.randrange(len(text))
    kind = random.choice(["none", "none", "none", "misread", "swapped", "lost", "twice"])
    if kind == "misread":
        return text[:place] + random.choice(characters) + text[place + 1 :]
    if kind == "swapped" and place + 1 < len(text):
        return text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    if kind == "lost":
        return text[:place] + text[place + 1 :]
    if kind == "twice":
        return text[:place] + text[place] + text[place:]
    return text


def countries():
    for country in [a + b for a in CAPITALS for b in CAPITALS]:
        info = numdb.get("iban").info(country)[0][1]
        if "bban" in info:
            yield country, info["bban"]


def new_iban(country, structure):
    sets = {"n": DIGITS, "a": CAPITALS, "c": DIGITS + CAPITALS}
    account = ""
    for part in structure.replace("!", "").replace("n", "n ").replace("a", "a ").replace("c", "c ").split():
        account += some(sets[part[-1]], int(part[:-1]))
    return country + iban.calc_check_digits(country + "00" + account) + account


def verdict(is_valid):
    return "valid" if is_valid else "invalid"


def iban_lines():
    for country, structure in countries():
        for _ in range(5):
            text = mutated(new_iban(country, structure), DIGITS + CAPITALS)
            if random.random() < 0.3:
                text = " ".join(text[i : i + 4] for i in range(0, len(text), 4))
            yield f"iban\t{text}\t{verdict(iban.is_valid(text, check_country=False))}"
        # A wrong structure with right check digits.
        text = country + "00" + some(CAPITALS + DIGITS, len(new_iban(country, structure)) - 4)
        text = country + iban.calc_check_digits(text) + text[4:]
        yield f"iban\t{text}\t{verdict(iban.is_valid(text, check_country=False))}"


def reference_lines():
    for _ in range(200):
        body = some(DIGITS + CAPITALS, random.randint(1, 22))
        check = 98 - int("".join(str(int(c, 36)) for c in body + "RF00")) % 97
        text = mutated(f"RF{check:02}{body}", DIGITS + CAPITALS)
        # stdnum takes letters for check digits too, which ISO 11649 does not.
        if text.startswith("RF") and text[2:4].isdigit():
            yield f"rf\t{text}\t{verdict(iso11649.is_valid(text))}"
    for _ in range(100):
        body = some(DIGITS, 26)
        text = mutated(body + esr.calc_check_digit(body), DIGITS)
        if len(text) == 27:
            yield f"esr\t{text}\t{verdict(esr.is_valid(text))}"


def is_base58(text, versions, count):
    try:
        payload = base58.b58decode_check(text)
    except ValueError:
        return False
    return len(payload) == count and any(payload.startswith(version) for version in versions)


def checksummed(digits):
    digest = keccak.new(digest_bits=256, data=digits.lower().encode()).hexdigest()
    return "".join(c.upper() if int(h, 16) >= 8 else c for c, h in zip(digits.lower(), digest))


def is_ethereum(text):
    digits = text[2:]
    if len(digits) != 40 or not text.startswith("0x") or any(c not in "0123456789abcdefABCDEF" for c in digits):
        return False
    return digits in (digits.lower(), digits.upper(), checksummed(digits))


def address_lines():
    alphabet = base58.BITCOIN_ALPHABET.decode()
    versions = {
        "bitcoin": [b"\x00", b"\x05", b"\x6f", b"\xc4"], "litecoin": [b"\x30", b"\x32", b"\x05", b"\x6f", b"\x3a"],
        "dogecoin": [b"\x1e", b"\x16", b"\x71", b"\xc4"], "dash": [b"\x4c", b"\x10", b"\x8c", b"\x13"],
        "zcash": [b"\x1c\xb8", b"\x1c\xbd", b"\x1d\x25", b"\x1c\xba"],
    }
    for scheme, allowed in versions.items():
        for _ in range(40):
            version = random.choice(allowed if random.random() < 0.9 else [b"\x42", b"\x99"])
            text = mutated(base58.b58encode_check(version + random.randbytes(20)).decode(), alphabet + "0l")
            yield f"address\t{scheme}:{text}\t{verdict(is_base58(text, allowed, 20 + len(allowed[0])))}"
    for scheme, prefix in [("bitcoin", "bc"), ("bitcoin", "tb"), ("litecoin", "ltc")]:
        for _ in range(40):
            address = bech32.encode(prefix, 0, random.randbytes(random.choice([20, 32])))
            text = mutated(address, "qpzry9x8gf2tvdw0s3jn54khce6mua7lb1")
            is_valid = bech32.decode(prefix, text)[0] == 0
            yield f"address\t{scheme}:{random.choice([text, text.upper()])}\t{verdict(is_valid)}"
    for _ in range(60):
        text = "0x" + checksummed(random.randbytes(20).hex())
        text = random.choice([text, text, "0x" + text[2:].lower(), mutated(text, "0123456789abcdefABCDEF")])
        if text.startswith("0x"):
            yield f"address\tethereum:{text}\t{verdict(is_ethereum(text))}"


def tlv(*objects):
    return "".join(f"{number:02}{len(value):02}{value}" for number, value in objects)


def emv(*objects):
    text = tlv((0, "01"), *objects) + "6304"
    return f"{text}{binascii.crc_hqx(text.encode(), 0xFFFF):04X}"


def emv_lines():
    shop = [(52, "5411"), (53, "986"), (54, "10.50"), (58, "BR"), (59, "Padaria São João"), (60, "São Paulo")]
    pix = (26, tlv((0, "br.gov.bcb.pix"), (1, "+5511999998888"), (2, "Pão")))
    yield emv((1, "11"), pix, *shop, (62, tlv((5, "T17")))), "pix", "+5511999998888", "10.50", "BRL", "Padaria São João"
    link = (26, tlv((0, "BR.GOV.BCB.PIX"), (25, "pix.example.com/qr/v2/9d36b84f")))
    yield emv((1, "12"), link, *shop), "pix", "pix.example.com/qr/v2/9d36b84f", "10.50", "BRL", "Padaria São João"
    phone = (29, tlv((0, "A000000677010111"), (1, "0066801234567")))
    yield emv((1, "11"), phone, (53, "764"), (58, "TH")), "emv", "0066801234567", "-", "THB", "-"
    company = (26, tlv((0, "SG.PAYNOW"), (1, "2"), (2, "201403121W"), (3, "0"), (4, "20301231")))
    yield (
        emv((1, "12"), company, (52, "0000"), (53, "702"), (54, "7."), (58, "SG"), (59, "TEA PTE LTD"), (60, "Singapore")),
        "emv", "201403121W", "7", "SGD", "TEA PTE LTD")
    bank = (38, tlv((0, "A000000727"), (1, tlv((0, "970403"), (1, "0011012345678"))), (2, "QRIBFTTA")))
    yield emv((1, "12"), bank, (53, "704"), (54, "180000"), (58, "VN")), "emv", "0011012345678", "180000", "VND", "-"
    bharat = [(2, "4403847800202706"), (26, tlv((0, "A000000524"), (1, "shop@okaxis"), (2, "10.00")))]
    yield emv(*bharat, (52, "5812"), (53, "356"), (58, "IN"), (59, "Chai"), (60, "Pune")), "upi", "shop@okaxis", "-", "INR", "Chai"
    card = [(4, "5204740000001234"), (52, "5812"), (53, "840"), (54, "1.99"), (58, "US"), (59, "Café"), (60, "Reno")]
    yield emv(*card), "emv", "5204740000001234", "1.99", "USD", "Café"
    chinese = [(29, tlv((0, "D15600000000"), (5, "A93FO3230Q"))), (31, tlv((0, "D15600000001"), (3, "12345678")))]
    best = [(52, "4111"), (58, "CN"), (59, "BEST TRANSPORT"), (60, "BEIJING"), (64, tlv((0, "ZH"), (1, "最佳运输"), (2, "北京")))]
    yield emv((1, "12"), *chinese, *best[:2], (53, "156"), *best[2:]), "emv", "A93FO3230Q", "-", "CNY", "BEST TRANSPORT"


def main():
    lines = sorted(set(iban_lines())) + sorted(set(reference_lines())) + sorted(set(address_lines()))
    lines += ["emv\t" + "\t".join(line) for line in emv_lines()]
    lines += sorted(f"currency\t{currency.numeric}\t{currency.alpha_3}" for currency in pycountry.currencies)
    heading = f"# Made by make_payments.py with python-stdnum {stdnum.__version__} and others.\n"
    (FOLDER / "payments.tsv").write_text(heading + "\n".join(lines) + "\n", encoding="utf-8")


main()
