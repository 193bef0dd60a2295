"""The codes of scene_maker.py: what they say, and how zint draws them.

Random numbers come from the generator that is handed in.
"""

import dataclasses
import functools
import io
import string
import subprocess

import numpy as np
from PIL import Image

# zint draws so many pixels a module (its scale counts two as one).
DRAWN = 8


# Drawing


@dataclasses.dataclass(frozen=True)
class Code:
    """A code as it is printed: zint's name of the symbology, what it is given, and what a reader shall say."""

    symbology: str
    drawer: str
    data: str
    text: str
    options: tuple = ()
    # What a reader may say before the text.
    unsaid: str = ""
    # Whether something lies over it, so that no reader has to read it.
    covered: bool = False

    def at_its_plainest(self):
        plain = tuple(option for option in self.options if not option.startswith("--dot"))
        return dataclasses.replace(self, options=plain, covered=False)


@functools.lru_cache(maxsize=2000)
def drawn(code):
    """The code's ink at `DRAWN` pixels a module (255: ink), with the print below it, if it has any."""
    command = ["zint", f"--barcode={code.drawer}", f"--scale={DRAWN // 2}", "--direct", "--filetype=png"]
    process = subprocess.run([*command, *code.options, f"--data={code.data}"], stdout=subprocess.PIPE, check=True)
    return Image.open(io.BytesIO(process.stdout)).convert("L").point(lambda tone: 255 - tone)


def bounds(code):
    """Left, top, right and bottom of the symbol itself in the drawing: no quiet zone and no print below."""
    ink = np.asarray(drawn(code)) > 127
    if code.symbology in ("qr_code", "data_matrix", "aztec", "pdf417"):
        return (0, 0, ink.shape[1], ink.shape[0])
    columns = np.flatnonzero(ink[: DRAWN * 4].any(axis=0))
    # The print below is separate from all bars but the guard bars, which reach into it.
    rows = np.flatnonzero(ink[:, columns[0]])
    return (int(columns[0]), 0, int(columns[-1]) + 1, int(rows[-1]) + 1)


# Codes with random texts


def chosen(random, letters, length):
    return "".join(letters[index] for index in random.integers(0, len(letters), length))


def digits(random, length):
    return chosen(random, string.digits, length)


def capitals(random, length):
    return chosen(random, string.ascii_uppercase + string.digits, length)


def with_check_digit(text):
    total = sum(int(digit) * (3 if index % 2 == 0 else 1) for index, digit in enumerate(reversed(text)))
    return text + str(-total % 10)


def ean13(random):
    text = with_check_digit(str(random.choice(["40", "50", "76", "45", "978"])) + digits(random, 10))
    text = with_check_digit(text[:12])
    return Code("ean_13", "EANX", text[:12], text)


def ean8(random):
    text = with_check_digit("4" + digits(random, 6))
    return Code("ean_8", "EANX", text[:7], text)


def upc_a(random):
    text = with_check_digit("0" + digits(random, 10))
    return Code("upc_a", "UPCA", text[:11], text, unsaid="0")


def retail(random):
    return [ean13, ean13, ean13, upc_a, ean8][random.integers(5)](random)


def qr(random, text=None, options=()):
    text = text or f"https://example.com/{capitals(random, int(random.integers(4, 16)))}"
    return Code("qr_code", "QRCODE", text, text, options)


def data_matrix(random, options=()):
    text = f"SN{digits(random, int(random.integers(4, 10)))}{capitals(random, int(random.integers(0, 6)))}"
    return Code("data_matrix", "DATAMATRIX", text, text, ("--square", *options))


def aztec(random, length):
    text = f"TICKET {capitals(random, length)}"
    return Code("aztec", "AZTEC", text, text)


def code128(random):
    text = f"{capitals(random, 4)}-{digits(random, int(random.integers(4, 9)))}"
    return Code("code_128", "CODE128", text, text)


def code39(random):
    # Six characters can be a Code 32.
    text = capitals(random, int(random.integers(7, 10)))
    return Code("code_39", "CODE39", text, text)


def itf14(random):
    text = with_check_digit("1" + digits(random, 12))
    return Code("itf", "ITF14", text[:13], text)


def sscc(random):
    text = with_check_digit("3" + digits(random, 16))
    return Code("code_128", "GS1_128", f"[00]{text}", f"00{text}")


def pdf417(random):
    text = f"SHIP {capitals(random, 12)} {digits(random, int(random.integers(10, 40)))}"
    return Code("pdf417", "PDF417", text, text)


def databar(random):
    text = with_check_digit(digits(random, 13))
    return Code("databar", "DBAR_OMN", text[:13], text, unsaid="01")
