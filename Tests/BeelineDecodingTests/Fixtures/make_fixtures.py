#!/usr/bin/env python3
"""Draws EAN-13 codes as bad cameras see them: small, out of focus, turned a little, noisy.

usage: make_fixtures.py FOLDER SEED...

Each file is FOLDER/NUMBER.png, the same for the same seed (Pillow, numpy). The seeds of the files here are 146 1108 1268 1574 3277:
decoders that measure bars read another number in them, by one bar in several that they confuse with its neighbour.
"""

import random
import sys

import numpy
from PIL import Image, ImageFilter

LEFT = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
PARITY = "AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA".split()


def inverse(modules):
    return modules.translate(str.maketrans("01", "10"))


def modules(number):
    """The bars of an EAN-13 (GS1 General Specifications, section 5.2.1), 1 for a dark module."""
    left = [
        LEFT[int(digit)] if side == "A" else inverse(LEFT[int(digit)])[::-1]
        for digit, side in zip(number[1:7], PARITY[int(number[0])])
    ]
    right = [inverse(LEFT[int(digit)]) for digit in number[7:]]
    return "101" + "".join(left) + "01010" + "".join(right) + "101"


def with_check_digit(digits):
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits + str(-total % 10)


def photograph(seed):
    chance = random.Random(seed)
    digits = chance.choice(("978", "400", "0", "5", "49"))
    number = with_check_digit(digits + "".join(chance.choices("0123456789", k=12 - len(digits))))
    bars = "0" * 9 + modules(number) + "0" * 7
    row = numpy.repeat(numpy.array([0 if bar == "1" else 255 for bar in bars], dtype=numpy.uint8), 16)
    image = Image.fromarray(numpy.tile(row, (240, 1)))
    size = (int(chance.uniform(1.1, 2.2) * len(bars)), chance.randint(20, 50))
    image = image.resize(size, Image.Resampling.BOX)
    image = image.rotate(chance.uniform(-8, 8), resample=Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    image = image.filter(ImageFilter.GaussianBlur(chance.uniform(0.2, 1.3)))
    darkest = chance.uniform(20, 90)
    grays = darkest + numpy.asarray(image, dtype=float) / 255 * chance.uniform(60, 255 - darkest)
    grays += numpy.random.RandomState(seed).randn(*grays.shape) * chance.uniform(2, 14)
    return number, Image.fromarray(grays.clip(0, 255).astype(numpy.uint8))


def main():
    folder, seeds = sys.argv[1], sys.argv[2:]
    for seed in seeds:
        number, image = photograph(int(seed))
        image.save(f"{folder}/{number}.png", optimize=True)


if __name__ == "__main__":
    main()
