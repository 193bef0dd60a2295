#!/usr/bin/env python3
"""Makes pictures of many codes as a telephone takes them, and says what is to be read in each.

usage: scene_maker.py FOLDER [--seed N] [--count N] [--family NAME]… [--check]     (`scenes.py` calls it)

Writes FOLDER/FAMILY-NN.png and FOLDER/truth.jsonl, one line a picture: the file, its family, how it was made, and the
codes with symbology, text and corners; those of which a part is covered say so, they need not be read. Corners are of
the symbol without its quiet zone, in pixels, clockwise from the symbol's own top left. All follows from the seed. zint
draws the codes. With --check, zxing-cpp reads each code as it was drawn, before anything happened to it, and what it does
not read is printed: the truth is to be trusted. The families:

    trays       10 to 100 Data Matrix on metal: squares or dots, dark on light or light on dark, aligned, by
                quarters of a turn, or at any angle; one in eight of 2 × 2 regions
    sheets      20 to 200 labels with QR codes, EAN and UPC or both; in two of five pictures all are alike
    shelves     5 to 30 boxes with EAN-13, UPC-A or EAN-8, at 0 to 90° in steps of 5°; each angle comes as
                often as any other
    curved      one QR code of version 7 to 40, on a cylinder, on folded paper or in waves; half of them
                with 8 to 14 pixels a module
    tilted      one to three Aztec codes on paper tilted by up to 45°
    pages       invoices, parcel labels and sheets of stickers: five to seven symbologies between lines of
                text
    nothing     print, stripes, tiles, grids, and codes of which a quarter to a half is covered; what else
                is read there is wrong
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import string
import sys

import numpy as np
from PIL import ImageOps

import scene_qr
from scene_codes import DRAWN, drawn
from scene_codes import aztec, code39, code128, data_matrix, databar, ean13, itf14, pdf417, qr, retail, sscc, upc_a
from scene_codes import capitals, chosen
from scene_paper import Camera, Paper, View, brushed, look

COUNT = 20


# Trays of parts


def trays(random, share, index):
    number = round(10 + 90 * share)
    light, dots = index % 2 == 1, index // 2 % 2 == 1
    manner = ("aligned", "quarters", "any")[index % 3]
    module = random.uniform(4.0, 7.5) if number < 60 else random.uniform(3.5, 5.5)
    options = ("--dotty", f"--dotsize={random.uniform(0.8, 1.2):.2f}") if dots else ()
    codes = []
    for _ in range(number):
        # One part in eight has a code of 2 × 2 regions.
        large = random.random() < 0.125
        codes.append(data_matrix(random, ("--vers=10", *options) if large else options))
    dark, bright = int(random.integers(25, 90)), int(random.integers(165, 230))
    metal, ink = (dark, bright) if light else (bright, dark)
    extents = [drawn(code).width / DRAWN * module for code in codes]
    part = max(extents) + 4 * module
    pitch = part * (1.45 if manner == "any" else 1.12)
    columns = int(np.ceil(np.sqrt(number * random.uniform(1.0, 1.6))))
    rows = -(-number // columns)
    tray = Paper(columns * pitch + 20, rows * pitch + 20, int(random.choice([30, 110, 150])))
    for place, (code, extent) in enumerate(zip(codes, extents)):
        x, y = 10 + (place % columns + 0.5) * pitch, 10 + (place // columns + 0.5) * pitch
        half = 0.48 * pitch
        tray.rectangle(x - half, y - half, x + half, y + half, fill=tray.tone + 12, outline=tray.tone - 15, radius=4)
        size = max(extent + 4 * module, part * 0.7)
        piece = Paper(size, size, metal)
        piece.multiply(brushed(random, size, size, random.uniform(0.02, 0.05)))
        shift = (size - extent) / 2
        piece.put(code, shift, shift, module, ink)
        angle = random.uniform(-3, 3)
        angle += {"aligned": 0, "quarters": 90 * int(random.integers(4)), "any": random.uniform(0, 360)}[manner]
        tray.lay(piece, x, y, angle)
    view = View(tilt=random.uniform(0, 12), toward=random.uniform(0, 360), turn=random.uniform(-4, 4))
    facts = {"number": number, "light": light, "dots": dots, "manner": manner, "module": module}
    return tray, view, Camera.any(random, 0.8), facts


# Sheets of labels


SHEETS = ("qr", "ean", "both", "qr alike", "ean alike")


def sheets(random, share, index):
    number, manner = round(20 + 180 * share), SHEETS[index % 5]
    narrow = random.uniform(1.9, 2.9) if number < 100 else random.uniform(1.7, 2.3)
    module = random.uniform(3.0, 5.0) if number < 100 else random.uniform(3.0, 4.0)
    alike = manner.endswith("alike")

    def contents(position):
        codes = []
        if not manner.startswith("ean"):
            codes.append((qr(random), module))
        if not manner.startswith("qr"):
            codes.append((ean13(random) if alike or random.random() < 0.7 else upc_a(random), narrow))
        if manner == "both":
            return [codes[position % 2]]
        return codes

    first = contents(0)
    codes = [first if alike else contents(position) for position in range(number)]
    sizes = [[side / DRAWN * size for side in drawn(code).size] for content in codes for code, size in content]
    width, height = max(size[0] for size in sizes) + 6 * module, max(size[1] for size in sizes) + 6 * module + 14
    columns = int(np.ceil(np.sqrt(number * height / width * random.uniform(0.7, 1.2))))
    rows = -(-number // columns)
    gap = random.uniform(2, 8)
    sheet = Paper(columns * (width + gap) + 2 * gap, rows * (height + gap) + 2 * gap, int(random.integers(200, 235)))
    ink, paper = int(random.integers(15, 50)), int(random.integers(235, 252))
    for position, content in enumerate(codes):
        label = Paper(width, height, sheet.tone)
        label.rectangle(0, 0, width - 1, height - 1, fill=paper, outline=150, radius=5)
        label.write(3 * module, 3, capitals(random, 9) if not alike else "ART. 4711", 10, ink)
        for code, size in content:
            breadth, depth = (side / DRAWN * size for side in drawn(code).size)
            label.put(code, (width - breadth) / 2, (height + 10 - depth) / 2, size, ink)
        x = 1.5 * gap + (position % columns) * (width + gap) + width / 2
        y = 1.5 * gap + (position // columns) * (height + gap) + height / 2
        sheet.lay(label, x, y, random.uniform(-0.7, 0.7))
    swing = random.uniform(0, 5)
    slopes = tuple(float(value) for value in swing * np.sin(np.linspace(0, random.uniform(4, 9), 60)))
    turn = random.uniform(-6, 6) + 90 * int(random.integers(4)) * (random.random() < 0.3)
    view = View(slopes, random.uniform(0, 180), random.uniform(0, 12), random.uniform(0, 360), turn)
    facts = {"number": number, "manner": manner, "module": narrow if manner.startswith("ean") else module}
    return sheet, view, Camera.any(random, 0.7), facts


# Shelves


def shelves(random, share, index):
    number = round(5 + 25 * share)
    steps = [5 * step for step in range(19)]
    # Every angle comes as often as any other.
    angles = [steps[(index * 7 + place * 3) % 19] for place in range(number)]
    module = random.uniform(1.7, 3.2)
    cell = 150 * module
    columns = int(np.ceil(np.sqrt(number * 1.4)))
    rows = -(-number // columns)
    shelf = Paper(columns * cell, rows * cell, int(random.integers(60, 190)))
    for row in range(1, rows):
        shelf.rectangle(0, row * cell - 4, columns * cell, row * cell + 4, fill=max(0, shelf.tone - 40))
    facts = {"number": number, "module": module, "angles": angles}
    for place, angle in enumerate(angles):
        code = retail(random)
        breadth, depth = (side / DRAWN * module for side in drawn(code).size)
        width, height = breadth + 8 * module, depth + 26
        box = Paper(width, height, int(random.integers(170, 250)))
        box.write(4 * module, 2, capitals(random, 11), 12, int(random.integers(0, 90)))
        box.put(code, 4 * module, 20, module, int(random.integers(10, 70)))
        x = (place % columns + 0.5) * cell + random.uniform(-0.04, 0.04) * cell
        y = (place // columns + 0.5) * cell + random.uniform(-0.04, 0.04) * cell
        shelf.lay(box, x, y, angle)
    view = View(tilt=random.uniform(0, 15), toward=random.uniform(0, 360))
    return shelf, view, Camera.any(random, 0.9), facts


# Large QR codes on paper that is not flat


def profile(random, shape):
    """The slopes of the paper in degrees."""
    places = np.linspace(-1, 1, 401)
    if shape == "cylinder":
        return random.uniform(40, 85) * places
    if shape == "waves":
        return random.uniform(9, 22) * np.sin(random.uniform(3, 7) * places + random.uniform(0, 6))
    slopes = 0 * places
    # A fold has a radius: the slope goes from one side to the other within a few hundredths.
    for _ in range(int(random.integers(1, 4))):
        angle, at = random.choice([-1, 1]) * random.uniform(14, 42), random.uniform(-0.6, 0.6)
        slopes += angle / 2 * np.tanh((places - at) / 0.012)
    return slopes


def curved(random, share, index):
    version, shape = round(7 + 33 * share), ("cylinder", "folds", "waves")[index % 3]
    side = 17 + 4 * version
    wide = random.uniform(8, 14) if index % 4 < 2 else random.uniform(3.5, 8)
    module = min(wide, 1900 / side)
    # The bytes that fit at the lowest level of error correction, by the versions' areas; it need not be full.
    length = int((side * side / 8 * 0.66 - 40) * random.uniform(0.5, 0.95))
    level = "--secure=1" if random.random() < 0.5 else "--secure=2"
    length = int(length * (0.75 if level == "--secure=2" else 1))
    text = f"https://example.com/{chosen(random, string.ascii_letters + string.digits, length)}"
    code = qr(random, text, (f"--vers={version}", level))
    quiet = 6 * module
    page = Paper(side * module + 2 * quiet, side * module + 2 * quiet + 30, int(random.integers(225, 250)))
    page.write(quiet, 4, f"Form {capitals(random, 8)}", 16, 60)
    page.put(code, quiet, quiet + 20, module, int(random.integers(15, 60)))
    slopes = tuple(float(value) for value in profile(random, shape))
    across = random.choice([0, 90]) + random.uniform(-8, 8) if shape == "cylinder" else random.uniform(0, 180)
    view = View(slopes, float(across), random.uniform(0, 14), random.uniform(0, 360), random.uniform(-12, 12))
    facts = {"version": version, "shape": shape, "module": module}
    return page, view, Camera.any(random, 0.8), facts


# Aztec, tilted


def tilted(random, share, index):
    tilt, number = 45 * share, 1 + index % 3
    module = random.uniform(3.5, 8)
    codes = [aztec(random, int(random.choice([5, 15, 40, 80, 160, 300]))) for _ in range(number)]
    extents = [drawn(code).width / DRAWN * module for code in codes]
    width, height = sum(extents) + 8 * module * (number + 1), max(extents) + 18 * module
    page = Paper(width, height, int(random.integers(225, 250)))
    left = 8 * module
    for code, extent in zip(codes, extents):
        page.put(code, left, 10 * module, module, int(random.integers(15, 70)))
        page.write(left, 2 * module, capitals(random, 8), 3 * module, 70)
        left += extent + 8 * module
    view = View(tilt=tilt, toward=random.uniform(0, 360), turn=random.uniform(0, 360), distance=random.uniform(0.9, 2.0))
    facts = {"number": number, "tilt": tilt, "module": module}
    return page, view, Camera.any(random, 0.8), facts


# Pages


WORDS = "order item price total net tax date page line ship to from bank account number weight gross pieces box".split()


def sentence(random, words):
    return " ".join(WORDS[index] for index in random.integers(0, len(WORDS), words)).capitalize()


def lines_of_text(page, random, left, top, bottom, size, words):
    while top < bottom - size:
        page.write(left, top, sentence(random, words), size, 50)
        top += 1.5 * size


def pages(random, share, index):
    del share
    kind = ("invoice", "parcel", "stickers")[index % 3]
    linear, square = random.uniform(1.7, 2.8), random.uniform(2.8, 4.5)
    if kind == "invoice":
        codes = [code128(random), qr(random), data_matrix(random), ean13(random), code39(random)]
    elif kind == "parcel":
        codes = [sscc(random), itf14(random), pdf417(random), aztec(random, 20), qr(random)]
    else:
        codes = [retail(random), databar(random), code128(random), data_matrix(random)]
        codes += [qr(random), code39(random), ean13(random)]
    sizes = [square if code.symbology in ("qr_code", "data_matrix", "aztec") else linear for code in codes]
    extents = [[side / DRAWN * size for side in drawn(code).size] for code, size in zip(codes, sizes)]
    width = max(extent[0] for extent in extents) * random.uniform(1.6, 2.2)
    width = max(width, 700)
    page = Paper(width, sum(extent[1] for extent in extents) + 60 * (len(codes) + 1), int(random.integers(232, 252)))
    page.write(30, 14, f"{kind.upper()} {capitals(random, 7)}", 26, 30)
    top = 60
    for code, module, (breadth, depth) in zip(codes, sizes, extents):
        left = random.choice([24.0, width - breadth - 24.0])
        page.put(code, left, top, module, int(random.integers(15, 60)))
        beside = 40 + breadth if left < 30 else 24
        words = int((width - breadth - 80) / 55)
        if words > 0:
            size = random.uniform(11, 16)
            lines_of_text(page, random, beside + (20 if left < 30 else 0), top, top + depth, size, words)
        lines_of_text(page, random, 24, top + depth + 18, top + depth + 50, 13, int(width / 55))
        top += depth + 60
    swing = random.uniform(0, 6)
    slopes = tuple(float(value) for value in swing * np.sin(np.linspace(0, random.uniform(3, 8), 60)))
    view = View(slopes, random.uniform(0, 180), random.uniform(0, 18), random.uniform(0, 360), random.uniform(-8, 8))
    return page, view, Camera.any(random), {"kind": kind, "modules": [linear, square]}


# Nothing to read


def nothing(random, share, index):
    del share
    kind = ("print", "covered", "stripes", "tiles", "grid")[index % 5]
    page = Paper(1100, 800, int(random.integers(200, 250)))
    if kind == "print":
        for column in range(3):
            lines_of_text(page, random, 20 + 360 * column, 20, 780, random.uniform(10, 18), 6)
    elif kind == "covered":
        cover_codes(page, random)
    elif kind == "stripes":
        left = 0
        while left < 1100:
            breadth = random.uniform(2, 9)
            ends, tone = random.uniform((0, 500), (60, 800)), int(random.integers(10, 90))
            page.rectangle(left, ends[0], left + breadth, ends[1], fill=tone)
            left += breadth + random.uniform(2, 9)
    else:
        side = random.uniform(6, 30)
        filled = random.random((int(800 / side) + 1, int(1100 / side) + 1)) < (0.5 if kind == "tiles" else 0.85)
        inset = 0 if kind == "tiles" else side / 6
        for row, column in zip(*np.nonzero(filled)):
            left, top, inner = column * side + inset, row * side + inset, side - 2 * inset
            page.rectangle(left, top, left + inner, top + inner, fill=60)
    view = View(tilt=random.uniform(0, 30), toward=random.uniform(0, 360), turn=random.uniform(0, 360))
    return page, view, Camera.any(random), {"kind": kind}


def cover_codes(page, random):
    """Codes of which a strip of paper hides from a quarter to a half, at one end or the other."""
    makers = (ean13, itf14, upc_a, code39, code128, sscc, databar, qr, retail)
    for place in range(9):
        code = dataclasses.replace(makers[place](random), covered=True)
        left, top = 40 + place % 3 * 350, 30 + place // 3 * 260
        width, height = page.put(code, left, top, 1.8 if code.symbology != "qr_code" else 5, 30)
        hidden = random.uniform(0.25, 0.5) * width
        edge = left if random.random() < 0.5 else left + width - hidden
        page.rectangle(edge - 4, top - 4, edge + hidden + 4, top + height + 4, fill=int(random.integers(90, 250)))


MAKERS = (trays, sheets, shelves, curved, tilted, pages, nothing, *scene_qr.MAKERS)
FAMILIES = {maker.__name__: maker for maker in MAKERS}


# Files


@dataclasses.dataclass(frozen=True)
class Order:
    folder: pathlib.Path
    family: str
    seed: int
    index: int
    count: int
    check: bool


def make(order):
    """Makes a picture and returns what is in it."""
    random = np.random.default_rng([order.seed, list(FAMILIES).index(order.family), order.index])
    # The order is mixed, so that what grows with the share does not go with what alternates with the index.
    steps = np.random.default_rng([order.seed, 99]).permutation(order.count)
    share = float(steps[order.index]) / max(1, order.count - 1)
    paper, view, camera, facts = FAMILIES[order.family](random, share, order.index)
    picture, places = look(paper, view, int(random.integers(60, 200)))
    picture = camera.photograph(picture, random)
    name = f"{order.family}-{order.index:02}.png"
    picture.save(order.folder / name, compress_level=1)
    seen = {key: value for key, value in dataclasses.asdict(view).items() if key != "slopes"}
    codes = [
        {"symbology": code.symbology, "text": code.text, "corners": np.round(corners, 1).tolist()}
        | ({"covered": True} if code.covered else {})
        for code, corners in places
    ]
    made = json.loads(json.dumps({**facts, "view": seen, "camera": dataclasses.asdict(camera)}, default=float))
    failures = list(unread(code for code, _ in places)) if order.check else []
    return {"file": name, "family": order.family, "made": made, "codes": codes}, failures


def unread(codes):
    """The codes that zxing-cpp does not read as they were drawn, with what it says; dots as squares."""
    import zxingcpp

    for code in dict.fromkeys(code.at_its_plainest() for code in codes):
        picture = ImageOps.expand(ImageOps.invert(drawn(code).reduce(2)), 60, 255)
        found = zxingcpp.read_barcodes(np.asarray(picture), text_mode=zxingcpp.TextMode.Plain)
        if not any(barcode.text.removeprefix(code.unsaid) == code.text for barcode in found):
            yield f"{code.symbology} {code.text!r}: zxing-cpp reads {[barcode.text for barcode in found]}"


def options(arguments):
    parser = argparse.ArgumentParser(usage="%(prog)s FOLDER [OPTION…]\n\n" + __doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=COUNT, help="pictures of each family")
    parser.add_argument("--family", choices=FAMILIES, action="append")
    parser.add_argument("--check", action="store_true")
    return parser.parse_args(arguments)


def main(arguments):
    chosen = options(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    orders = [
        Order(chosen.folder, family, chosen.seed, index, chosen.count, chosen.check)
        for family in chosen.family or FAMILIES
        for index in range(chosen.count)
    ]
    total, failures = 0, []
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        with open(chosen.folder / "truth.jsonl", "w", encoding="utf-8") as file:
            for number, (truth, unread_codes) in enumerate(pool.map(make, orders), 1):
                print(json.dumps(truth, ensure_ascii=False), file=file)
                total += len(truth["codes"])
                failures += unread_codes
                if sys.stderr.isatty():
                    print(f"\r{number} of {len(orders)} pictures", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for failure in failures:
        print(failure)
    return 1 if len(failures) > 0.02 * total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
