"""The families of scene_maker.py with one QR code in each picture, which something makes hard to read.

`share`, from 0 to 1, is how hard. All random numbers come from the generator that is handed in. The families:

    blurred     out of focus by up to 0.85 of a module, or moved by up to 1.1 while the picture was taken
    glare       one or two shines over light and dark modules alike
    dark        at 7 to 22 % of the light, with noise
    crumpled    folded in one direction, and then in another one
    perspective tilted by 30 to 68°, and seen from near
    damaged     up to four fifths of one finder pattern covered or scribbled over, and dots of dirt
    versions    versions 15 to 40 at 3 to 5 pixels a module
    designed    frames and pupils of the finder patterns, and modules, in other shapes: rounded, leaves,
                circles, diamonds, hearts, stars; a logo in one of three
"""

import dataclasses
import math

import numpy as np
from PIL import Image, ImageDraw

from scene_codes import DRAWN, capitals, drawn, qr
from scene_paper import FINE, Camera, Paper, View, look

# The modules of the quiet zone (ISO/IEC 18004, section 6.3.8).
QUIET = 4


def label(random, code, module, around=3.0):
    """A paper with the code in its middle, and as many modules of print and paper around its quiet zone."""
    extent = drawn(code).width / DRAWN * module
    side = extent + 2 * (QUIET + around) * module
    paper = Paper(side, side + 30, int(random.integers(215, 250)))
    ink = int(random.integers(15, 60))
    paper.write((QUIET + around) * module, side + 4, capitals(random, 14), 14, ink)
    paper.put(code, (side - extent) / 2, (side - extent) / 2, module, ink)
    return paper


def code_of(random, versions, level=None):
    """A code of one of the versions, with a text that fits at each level of error correction."""
    version = int(random.integers(versions[0], versions[1] + 1))
    level = level or int(random.integers(1, 5))
    text = capitals(random, int(0.72 * version * version + 2.5 * version))
    return qr(random, text, (f"--vers={version}", f"--secure={level}"))


def gentle(random, tilt=12):
    return View(tilt=random.uniform(0, tilt), toward=random.uniform(0, 360), turn=random.uniform(0, 360))


def blurred(random, share, index):
    code, module = code_of(random, (2, 7)), random.uniform(4, 8)
    paper, moves = label(random, code, module), index % 2 == 1
    camera = Camera.any(random, 0.4)
    if moves:
        # The hand moves by so many modules while the shutter is open.
        length, angle = (0.5 + 0.6 * share) * module * FINE, random.uniform(0, math.pi)
        copies = [
            paper.raster.transform(
                paper.raster.size, Image.Transform.AFFINE,
                (1, 0, part * length * math.cos(angle), 0, 1, part * length * math.sin(angle)),
                Image.Resampling.BILINEAR, fillcolor=paper.tone,
            )
            for part in np.linspace(-0.5, 0.5, 15)
        ]  # fmt: skip
        paper.raster = Image.fromarray(np.mean([np.asarray(copy) for copy in copies], axis=0).astype(np.uint8))
    else:
        camera = dataclasses.replace(camera, blur=(0.4 + 0.45 * share) * module)
    return paper, gentle(random), camera, {"module": module, "moves": moves}


def glare(random, share, index):
    code, module = code_of(random, (2, 9), level=int(random.integers(2, 5))), random.uniform(4, 8)
    paper = label(random, code, module)
    rows, columns = np.mgrid[0 : paper.raster.height, 0 : paper.raster.width].astype(np.float32)
    light = np.zeros(rows.shape, np.float32)
    for _ in range(int(random.integers(1, 3))):
        x, y = random.uniform(0.2, 0.8, 2) * paper.raster.size
        wide, angle = random.uniform(0.05, 0.12 + 0.12 * share) * paper.raster.width, random.uniform(0, math.pi)
        along = (columns - x) * math.cos(angle) + (rows - y) * math.sin(angle)
        across = (rows - y) * math.cos(angle) - (columns - x) * math.sin(angle)
        light += np.exp(-((along / (3 * wide)) ** 2) - (across / wide) ** 2)
    # A shine lies over light and dark alike, and takes the difference between them.
    values = np.asarray(paper.raster).astype(np.float32)
    shine = (light * (0.8 + 0.6 * share)).clip(0, 0.97)
    paper.raster = Image.fromarray((values * (1 - shine) + 255 * shine).clip(0, 255).astype(np.uint8))
    return paper, gentle(random), Camera.any(random, 0.6), {"module": module}


def dark(random, share, index):
    code, module = code_of(random, (2, 7)), random.uniform(4, 8)
    camera = Camera.any(random, 0.8)
    exposure = 0.22 - 0.15 * share
    camera = dataclasses.replace(camera, exposure=exposure, noise=random.uniform(2, 6), shadow=random.uniform(0.1, 0.6))
    return label(random, code, module), gentle(random), camera, {"module": module, "exposure": exposure}


def crumpled(random, share, index):
    code, module = code_of(random, (3, 9)), random.uniform(5, 8)

    def creases(count):
        return tuple(float(angle) for angle in random.normal(0, 8 + 22 * share, count))

    paper, across = label(random, code, module), random.uniform(0, 180)
    # Folded in one direction, and the result in another one.
    picture, places = look(paper, View(creases(7), across), paper.tone)
    folded = Paper(picture.width, picture.height, paper.tone)
    folded.raster = picture.resize((picture.width * FINE, picture.height * FINE), Image.Resampling.BICUBIC)
    folded.places = places
    view = View(creases(6), across + random.uniform(50, 130), random.uniform(0, 10), random.uniform(0, 360))
    return folded, view, Camera.any(random, 0.5), {"module": module}


def perspective(random, share, index):
    code, module = code_of(random, (2, 10)), random.uniform(6, 10)
    tilt = 30 + 38 * share
    view = View(tilt=tilt, toward=random.uniform(0, 360), turn=random.uniform(0, 360), distance=random.uniform(1.0, 2.0))
    return label(random, code, module), view, Camera.any(random, 0.5), {"module": module, "tilt": tilt}


def damaged(random, share, index):
    code, module = code_of(random, (2, 8), level=int(random.integers(3, 5))), random.uniform(5, 8)
    paper = label(random, code, module)
    corners = paper.places[0][1]
    pixel = module * FINE
    size = drawn(code).width / DRAWN
    # Paper or scribbles over one finder pattern, and dots of dirt anywhere.
    left, top = corners[0] * FINE
    x, y = [(0, 0), (size - 7, 0), (0, size - 7)][int(random.integers(3))]
    part = 7 * (0.25 + 0.55 * share)
    edge = [random.uniform(0, 7 - part), random.uniform(0, 7 - part)]
    box = [left + (x + edge[0]) * pixel, top + (y + edge[1]) * pixel]
    pen = paper.draw()
    tone = int(random.choice([paper.tone, 120, 30]))
    if index % 2:
        pen.ellipse([*box, box[0] + part * pixel, box[1] + part * pixel], fill=tone)
    else:
        ends = [(box[0] + value[0] * part * pixel, box[1] + value[1] * part * pixel) for value in random.random((6, 2))]
        pen.line(ends, fill=tone, width=round(pixel * (0.5 + share)), joint="curve")
    for _ in range(int(2 + 6 * share)):
        x, y = left + random.uniform(0, size, 2) * pixel
        radius = random.uniform(0.2, 0.9) * pixel
        pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=int(random.integers(20, 240)))
    return paper, gentle(random), Camera.any(random, 0.6), {"module": module}


def versions(random, share, index):
    version = round(15 + 25 * share)
    code = code_of(random, (version, version), level=int(random.integers(1, 4)))
    module = random.uniform(3.0, 5.0)
    return label(random, code, module), gentle(random, 20), Camera.any(random, 0.4), {"module": module, "version": version}


# Designed codes

FRAMES = ("square", "rounded", "circle", "leaf")
PUPILS = ("square", "circle", "diamond", "heart", "star", "leaf")
MODULES = ("square", "dot", "rounded", "diamond")
# The pixels of a module in the drawing.
FINENESS = 16


def shape(pen, name, left, top, side, fill):
    right, bottom, half = left + side, top + side, side / 2
    if name == "circle" or name == "dot":
        pen.ellipse([left, top, right, bottom], fill=fill)
    elif name == "rounded":
        pen.rounded_rectangle([left, top, right, bottom], side * 0.3, fill=fill)
    elif name == "leaf":
        pen.rounded_rectangle([left, top, right, bottom], side * 0.45, fill=fill, corners=(True, False, True, False))
    elif name == "diamond":
        pen.polygon([(left + half, top), (right, top + half), (left + half, bottom), (left, top + half)], fill=fill)
    elif name == "heart":
        pen.ellipse([left, top, left + half * 1.05, top + half * 1.05], fill=fill)
        pen.ellipse([right - half * 1.05, top, right, top + half * 1.05], fill=fill)
        pen.polygon([(left + 2, top + half * 0.7), (right - 2, top + half * 0.7), (left + half, bottom)], fill=fill)
    elif name == "star":
        angles = np.arange(10) * math.pi / 5 - math.pi / 2
        reach = np.where(np.arange(10) % 2 == 0, half, half * 0.5)
        middle = (left + half, top + half)
        pen.polygon([(middle[0] + r * math.cos(a), middle[1] + r * math.sin(a)) for r, a in zip(reach, angles)], fill=fill)
    else:
        pen.rectangle([left, top, right - 1, bottom - 1], fill=fill)


def designed(random, share, index):
    code = code_of(random, (3, 7), level=4)
    module = random.uniform(5, 9)
    plain = np.asarray(drawn(code))[DRAWN // 2 :: DRAWN, DRAWN // 2 :: DRAWN] > 127
    size, fine = len(plain), FINENESS
    frame, pupil = FRAMES[index % 4], PUPILS[index % 6]
    dot = MODULES[int(random.integers(4))]
    # 255 is ink.
    art = Image.new("L", (size * fine, size * fine), 0)
    pen = ImageDraw.Draw(art)
    finders = [(0, 0), (size - 7, 0), (0, size - 7)]
    fullness = random.uniform(0.8, 1.0)
    for row, column in np.argwhere(plain):
        if not any(x <= column < x + 7 and y <= row < y + 7 for x, y in finders):
            spare = (1 - fullness) * fine / 2
            shape(pen, dot, column * fine + spare, row * fine + spare, fullness * fine, 255)
    for x, y in finders:
        for name, inset, fill in ((frame, 0, 255), (frame, 1, 0), (pupil, 2, 255)):
            shape(pen, name, (x + inset) * fine, (y + inset) * fine, (7 - 2 * inset) * fine, fill)
    has_logo = index % 3 == 0
    if has_logo:
        side = size * (0.16 + 0.08 * share)
        at = (size - side) / 2 * fine
        shape(pen, "circle", at, at, side * fine, 0)
        shape(pen, "star", at + side * fine * 0.15, at + side * fine * 0.15, side * fine * 0.7, 255)
    paper = label(random, code, module)
    place = paper.places[0][1] * FINE
    at, extent = tuple(int(round(value)) for value in place[0]), int(round(place[1][0] - place[0][0]))
    paper.raster.paste(paper.tone, (*at, at[0] + extent, at[1] + extent))
    paper.raster.paste(int(random.integers(15, 90)), at, art.resize((extent, extent), Image.Resampling.LANCZOS))
    facts = {"module": module, "frame": frame, "pupil": pupil, "modules": dot, "logo": has_logo}
    return paper, gentle(random), Camera.any(random, 0.5), facts


MAKERS = (blurred, glare, dark, crumpled, perspective, damaged, versions, designed)
