#!/usr/bin/env python3
"""Makes the fixture gs1-symbols.tsv: element strings as zint draws them and a decoder reads them.

Run it with zint in PATH and with zxing-cpp and pillow installed (pip install zxing-cpp pillow); it writes beside itself.
The tests need none of them. zbarimg, where it is in PATH, must read the GS1-128 symbols to the same texts.

Each line: the symbology, the AIM identifier, the text with brackets that zint was given, and the text that was decoded,
with {GS} for the separator U+001D.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import zxingcpp
from PIL import Image

FOLDER = Path(__file__).resolve().parent
random.seed(29)  # the same texts each time

SYMBOLOGIES = [("code_128", "16"), ("databar_expanded", "31"), ("data_matrix", "71"), ("qr_code", "58")]


def digits(count):
    return "".join(random.choices("0123456789", k=count))


def characters(least, most):
    return "".join(random.choices("ABCDEFGHJKLMNPQRSTUVWXYZabcdefxyz0123456789-./+:%!", k=random.randint(least, most)))


def checked(body):
    total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(body)))
    return body + str(-total % 10)


def date(day_may_be_zero=True):
    return f"{random.randint(20, 35)}{random.randint(1, 12):02}{random.randint(0 if day_may_be_zero else 1, 28):02}"


def item():
    """A trade item with some of the elements that may accompany its GTIN."""
    parts = [("01", checked(random.choice("0129") + "952123" + digits(6)))]
    choices = [
        ("10", characters(1, 20)), ("21", characters(1, 20)), ("17", date()), ("11", date()), ("15", date()),
        ("240", characters(1, 30)), ("30", digits(random.randint(1, 8))), ("310" + random.choice("0123"), digits(6)),
        ("422", random.choice(["276", "840", "392"])), ("7003", date(False) + "1230"), ("400", characters(1, 30)),
        ("91", characters(1, 40)), ("8005", digits(6)), ("20", digits(2)),
    ]
    parts += random.sample(choices, random.randint(1, 4))
    return parts


def unit():
    """A logistic unit with its contents."""
    return [
        ("00", checked("3952123" + digits(10))), ("02", checked("0952123" + digits(6))),
        ("37", digits(random.randint(1, 8))), ("410", checked("952123" + digits(6))), ("10", characters(1, 20)),
    ]


def payment():
    return [
        ("415", checked("952123" + digits(6))), ("391" + random.choice("02"), random.choice(["978", "392"]) + digits(random.randint(1, 15))),
        ("8020", characters(1, 25)),
    ]


def decoded(number, text, folder):
    """The AIM identifier and the text of a symbol; None where zint or the decoder does not manage."""
    image = folder / "symbol.png"
    image.unlink(missing_ok=True)
    subprocess.run(
        ["zint", "--gs1", "--gs1parens", f"--barcode={number}", "--scale=3", "--quietzones", f"--output={image}", f"--data={text}"],
        capture_output=True, check=False)
    if not image.exists():
        return None
    codes = zxingcpp.read_barcodes(Image.open(image).convert("L"), text_mode=zxingcpp.TextMode.Plain)
    if len(codes) != 1:
        return None
    raw = codes[0].bytes.decode("ascii")
    if number == "16" and shutil.which("zbarimg"):
        report = subprocess.run(["zbarimg", "--raw", "--quiet", "--oneshot", image], capture_output=True, check=False)
        other = report.stdout.decode("ascii").rstrip("\n")
        if other and other != raw:
            sys.exit(f"two decoders differ: {raw!r}, {other!r}")
    return codes[0].symbology_identifier, raw


def main():
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for name, number in SYMBOLOGIES:
            for make in [item] * 40 + [unit] * 10 + [payment] * 10:
                text = "".join(f"({code}){value}" for code, value in make())
                found = decoded(number, text, Path(folder))
                if found:
                    lines.append("\t".join([name, found[0], text, found[1].replace("\x1d", "{GS}")]))
    zint = subprocess.run(["zint", "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    heading = f"# Made by make_gs1_symbols.py with zint {zint} and zxing-cpp {version('zxing-cpp')}.\n"
    (FOLDER / "gs1-symbols.tsv").write_text(heading + "\n".join(lines) + "\n", encoding="utf-8")


main()
