#!/usr/bin/env python3
"""Makes the example pictures: four photographs that were never taken.

Each is a designed object (a book, a CD, a tin of tea, a poster) whose code is
drawn by zint. The object is placed in a scene, seen through a pinhole camera,
lit by lamps, and then spoiled the way a phone spoils a picture: defocus, a
shaky hand, vignetting, sensor noise, compression. The results are the same on
every run with the same versions of the tools.

Needs zint and two fonts (Debian: zint fonts-lato fonts-ebgaramond), and a
Python with Pillow and numpy:

    python3 -m venv venv && venv/bin/pip install pillow numpy
    venv/bin/python make_pictures.py [--out DIR] [book cd grocery poster]
"""
import argparse
import math
import pathlib

import numpy as np
from PIL import Image

from studio import Photo, Sheet, bricks, cloth, noise, painted, shadow, window, wood

WHITE, BLACK = "#ffffff", "#141414"


def landscape(random, sheet, horizon, sky, hills):
    """Fills a sheet with a sky and layers of hills, from the horizon (in millimetres) down."""
    width, height = sheet.image.size
    rows = np.linspace(0, 1, height)[:, None] + 0.01 * noise(random, (height, width), (height / 4, width / 3))
    sheet.image.paste(painted(np.clip(rows * sheet.height / horizon, 0, 1), *sky))
    for i, colour in enumerate(hills):
        base = horizon + (sheet.height - horizon) * i / len(hills)
        ridge = noise(random, (2, width), (2, width / (3 + i)), (2, width / 9), (2, width / 60))[0]
        top = (base - 2.2 * ridge * (1 + 0.4 * i)) * sheet.scale
        sheet.draw.polygon([(0, height), *enumerate(top), (width, height)], colour)


def book(random):
    """The back cover of a paperback on a wooden table, in the light of a window."""
    cover = Sheet(130, 200, 15, "#16343f")
    landscape(random, cover, 140, ((18, 44, 60), (22, 56, 72), (34, 76, 90), (70, 104, 110), (222, 172, 116)),
              ("#7f7a6c", "#4f6a69", "#2f5257", "#1c3b44", "#122a33"))
    cover.disc(104, 127, 6, "#f6e3bb")
    cream = "#f7efdd"
    y = cover.text(13, 22, "Every spring the tide leaves a road,\nand every spring somebody takes it.",
                   "serif-italic", 7.2, "#f4cf92", width=106)
    y = cover.text(13, y + 3, "When the last lighthouse on the Skarrow coast goes dark, the surveyor Ines Marlow is "
                   "sent to find out why. She brings a chain, a level and eleven days of bread. What she finds is a "
                   "path of white stones that is on none of her maps, and a village that has been expecting her.",
                   "serif", 5, cream, width=104)
    y = cover.text(13, y + 2, "Patient, salt-bitten and quietly funny, The White Stone Road is a novel about "
                   "measuring the world and being measured by it.", "serif", 5, cream, width=104)
    cover.text(13, y + 3.5, "\u201cI read it in one sitting, and then walked to the sea.\u201d",
               "serif-italic", 4.9, "#f4cf92")
    cover.text(13, y + 9.5, "THE COASTAL REVIEW", "bold", 2.7, cream, tracking=0.35)
    cover.text(13, 151, "Ada Thornbury", "serif-bold", 5.4, WHITE)
    cover.text(13, 157.5, "is a land surveyor and the author of two earlier novels. She lives on "
               "an island with a dog and a very good telescope.", "serif", 4, cream, width=32, leading=1.2)
    cover.text(13, 190, "LANTERN & QUAY", "bold", 2.9, cream, tracking=0.5)
    cover.text(13, 194, "Fiction  \u00b7  $24.95", "sans", 2.7, cream)
    cover.box(49, 147, 122, 190, WHITE)
    cover.text(54.5, 153.6, "ISBN 978-0-306-40615-7", "sans", 4, BLACK)
    cover.symbol(51.3, 155.5, 0.42, "-b", "EANX", "-d", "9780306406157+52495", "--height=64")
    cover.blend(0.02, noise(random, cover.image.size[::-1], (2, 2), (300, 200)))

    turn, thick = math.radians(6), 15
    x, y = np.array((math.cos(turn), math.sin(turn), 0)), np.array((-math.sin(turn), math.cos(turn), 0))
    z = np.array((0, 0, 1))

    def corner(i, j, k):
        return 65 * i * x + 100 * j * y + thick * k * z

    spine = Sheet(200, thick, 15, "#122a33")
    spine.text(14, 9.6, "ADA THORNBURY", "bold", 4.4, "#f4cf92", tracking=0.5)
    spine.text(84, 10, "The White Stone Road", "serif", 8, cream)
    spine = spine.image
    pages = painted(0.6 + 0.16 * noise(random, (150, 1300), (1.5, 500), (3, 3000)), (120, 104, 80), (246, 238, 220))
    pages.paste("#16343f", (0, 0, 1300, 4))
    pages.paste("#16343f", (0, 146, 1300, 150))

    photo = Photo((1200, 1600), (120, -180, 375), (-2, 1, 0), 33.5,
                  [((-330, 260, 420), (1.0, 0.93, 0.82), 560), ((500, -150, 400), (0.10, 0.12, 0.16), 600)],
                  (0.20, 0.22, 0.26), roll=0.18)
    table = wood(random, 4200, 7, (46, 26, 14), (112, 70, 40), (168, 116, 72), (196, 146, 98))
    photo.plane(table, (-350, 350, 0), (700, 0, 0), (0, -700, 0))
    photo.plane(shadow(130, 200, 9, 0.7), corner(-1, 1, 0) - 14 * x + 14 * y + (5, -6, 0.1), 158 * x, -228 * y)
    photo.plane(shadow(130, 200, 3, 0.6), corner(-1, 1, 0) - 4.5 * x + 4.5 * y + (0, 0, 0.2), 139 * x, -209 * y)
    photo.plane(spine, corner(1, 1, 0), -200 * y, thick * z)
    photo.plane(pages, corner(-1, -1, 1), 130 * x, -thick * z)
    sheen = window((-0.5, 0.75, 0.6), (1, 0.6, 0), (0, 0, 1), 0.5, 0.7, (0.10, 0.10, 0.09), edge=0.12)
    photo.plane(cover.image, corner(-1, 1, 1), 130 * x, -200 * y, sheen)
    return photo.develop(random, corner(0.3, -0.6, 1), depth=5, blur=0.5, shake=(1, 1), exposure=0.92)


def cd(random):
    """The back of a CD in its case, the window shining in the plastic."""
    inlay = Sheet(142, 125, 15, "#000000")
    height, width = inlay.image.size[::-1]
    fall = np.linspace(0, 1, height)[:, None] + 0.012 * noise(random, (height, width), (500, 700), (160, 900))
    inlay.image.paste(painted(fall, (28, 22, 52), (58, 32, 78), (140, 50, 92), (226, 104, 84), (246, 176, 112)))
    for i in range(14):                                         # the radio's waves, over a low sun
        x, y, reach = 60, 128, 22 + 7.5 * i
        faint = (240 - 13 * i, 172 - 10 * i, 128 - 3 * i)
        inlay.draw.ellipse(inlay.px(x - reach, y - reach, x + reach, y + reach), None, faint, 7 - i // 3)
    inlay.disc(60, 128, 17, "#ffe6b0")
    inlay.text(14, 18, "Low Tide Radio", "black", 9.6, "#ffe6b0")
    inlay.text(14, 24.5, "THE HARBOUR LAMPS", "bold", 3.5, WHITE, tracking=0.7)
    tracks = ["Static at Seven:3.41", "Lamplighter:4.08", "Gull on the Mast:2.57", "Ninety-One Point Six:5.12",
              "Salt in the Valves:3.36", "Interval Signal:1.19", "Shipping Forecast:4.44", "Rope and Canvas:3.02",
              "Half a Wavelength:3.50", "The Night Ferry:6.21", "Low Tide Radio:4.33"]
    for i, track in enumerate(tracks):
        x, y = (14, 37 + 7 * i) if i < 6 else (76, 37 + 7 * (i - 6))
        title, length = track.split(":")
        inlay.text(x, y, f"{i + 1:02}", "bold", 3.4, "#f7a66c")
        inlay.text(x + 7, y, title, "sans", 3.9, WHITE)
        inlay.text(x + 55.5, y, length.replace(".", ":"), "light", 3.5, WHITE, "rs")
    inlay.text(14, 96, "Written, played and recorded by The Harbour Lamps in a boathouse, with the tide out. Mixed "
               "by Odile Farrow. Cover painting by Jun Asare.", "sans", 2.7, "#2a1734", width=60, leading=1.3)
    inlay.text(14, 112, "LIGHTSHIP RECORDINGS", "black", 2.9, "#2a1734", tracking=0.35)
    inlay.text(14, 116.5, "LSR 019  \u00b7  Stereo  \u00b7  All rights reserved.", "sans", 2.6, "#2a1734")
    inlay.box(85, 92, 131, 119, WHITE)
    inlay.symbol(88, 94, 0.36, "-b", "UPCA", "-d", "036000291452", "--height=52")
    strip = Sheet(121, 6.4, 15, "#1c1633")
    strip.text(8, 4.3, "THE HARBOUR LAMPS", "bold", 3, WHITE, tracking=0.45)
    strip.text(57, 4.3, "Low Tide Radio", "black", 3.3, "#f7a66c")
    strip.text(113, 4.3, "LSR 019", "sans", 2.7, WHITE, "rs")
    inlay.image.paste(strip.image.rotate(90, expand=True), inlay.px(2, 2))
    inlay.image.paste(strip.image.rotate(-90, expand=True), inlay.px(133.6, 2))
    for x in (8.5, 133.5):
        inlay.rule(x, 2, x, 123, "#0c0918", 0.25)
    inlay.draw.rectangle((0, 0, width - 1, height - 1), None, "#5d6066", inlay.px(2)[0])
    inlay.blend(0.015, noise(random, (height, width), (2, 2), (300, 200)))

    plastic = Sheet(142, 125, 15, (255, 255, 255, 0))
    for inset, weight, alpha in ((0.2, 0.35, 150), (1.9, 0.2, 120), (2.3, 0.15, 60)):
        plastic.draw.rectangle(plastic.px(inset, inset, 142 - inset, 125 - inset), None, (255, 255, 255, alpha),
                               plastic.px(weight)[0])
    for x in (30, 104):
        plastic.box(x, 0.5, x + 8, 1.7, (230, 235, 240, 130))
        plastic.box(x, 123.3, x + 8, 124.5, (230, 235, 240, 130))
    for _ in range(80):                                         # scratches and dust
        x, y, angle, long = random.uniform((0, 0, -0.5, 2), (142, 125, 0.9, 20))
        x1, y1 = x + long * math.cos(angle), y + long * math.sin(angle)
        plastic.rule(x, y, x1, y1, (255, 255, 255, int(random.uniform(6, 34))), 0.07)
        plastic.disc(*random.uniform((0, 0), (142, 125)), random.uniform(0.05, 0.16), (255, 255, 255, 90))

    photo = Photo((1600, 1200), (-55, -150, 265), (-1, -5, 0), 35.5,
                  [((-200, 330, 420), (0.95, 0.97, 1.0), 560), ((320, -120, 260), (0.22, 0.17, 0.11), 430)],
                  (0.20, 0.20, 0.22), roll=-0.05)
    photo.plane(cloth(random, 4096, 8, (52, 58, 62), (132, 138, 134), (196, 196, 184)),
                (-280, 280, 0), (560, 0, 0), (0, -560, 0))
    photo.plane(shadow(142, 125, 7, 0.65), (-71 - 10.5 + 5, 62.5 + 10.5 - 7, 0.1), (163, 0, 0), (0, -146, 0))
    photo.plane(shadow(142, 125, 2, 0.6), (-74, 65.5, 0.2), (148, 0, 0), (0, -131, 0))
    edge = painted(0.5 + 0.25 * noise(random, (100, 1400), (30, 2000), (12, 900)), (70, 72, 80), (200, 205, 212))
    photo.plane(edge, (-71, -62.5, 10), (142, 0, 0), (0, 0, -10))
    side = Sheet(125, 10, 15, "#8d9096")
    side.image.paste(strip.image, side.px(2, 1.8))
    photo.plane(side.image, (-71, 62.5, 10), (0, -125, 0), (0, 0, -10))
    glare = window((0.02, 0.64, 0.72), (1, 0.3, -0.1), (0, -0.72, 0.68), 0.36, 0.42, (0.34, 0.37, 0.40), edge=0.035)
    photo.plane(inlay.image, (-71, 62.5, 10), (142, 0, 0), (0, -125, 0), glare)
    photo.plane(plastic.image, (-71, 62.5, 10.01), (142, 0, 0), (0, -125, 0))
    return photo.develop(random, (30, -20, 10), depth=5, blur=0.6, shake=(1, -1), exposure=0.95)


def grocery(random):
    """The label around a tin of tea, on a kitchen counter."""
    teal, cream, ink, orange = "#0f5a5c", "#fbf1dc", "#3a2418", "#e9772b"
    label = Sheet(163.4, 160, 13, cream)
    label.box(0, 0, 164, 38, orange)
    label.box(0, 38, 164, 39.6, "#f8c24a")
    label.box(0, 139, 164, 160, teal)
    label.box(0, 137.4, 164, 139, "#f8c24a")
    for i in range(30):                                         # slices of orange
        x, y, r = 6 + 17 * (i % 10) + 8.5 * (i // 10 % 2), 3 + 16 * (i // 10), 7.6
        label.disc(x, y, r, "#f6a13a")
        label.disc(x, y, r - 0.8, "#fff0cf")
        for part in range(0, 360, 45):
            label.draw.pieslice(label.px(x - r + 1.5, y - r + 1.5, x + r - 1.5, y + r - 1.5), part + 4 + 9 * i,
                                part + 41 + 9 * i, "#f58a1f")
    label.box(0, 39.6, 164, 52, cream)                          # cut the lowest slices off
    label.box(0, 38, 164, 39.6, "#f8c24a")
    label.box(46, 9, 117.4, 30, teal, 4)
    label.text(81.7, 18.5, "MERIDIAN", "black", 8.4, cream, "ms")
    label.text(81.7, 25.6, "TEA & SPICE MERCHANTS", "bold", 3.3, "#f8c24a", "ms")
    label.text(81.7, 52, "Orange & Ginger", "serif-bold", 9.4, orange, "ms")
    label.text(81.7, 58.5, "rooibos infusion, naturally caffeine free", "serif-italic", 4.3, ink, "ms")
    label.rule(52, 62.5, 111, 62.5, "#d9b98a", 0.3)
    label.text(52, 68.5, "Ingredients", "bold", 3.3, teal)
    label.text(52, 73, "Rooibos (62%), orange peel (18%), ginger root (12%), apple pieces, safflower petals, natural "
               "orange flavouring. May contain traces of nuts.", "sans", 3, ink, width=60, leading=1.32)
    label.text(52, 91.5, "Best before and lot: see base", "italic", 3, ink)
    label.box(54, 96, 109.4, 133, WHITE, 1.2)
    label.symbol(56.4, 98.5, 0.475, "-b", "EANX", "-d", "5901234123457", "--height=58")
    label.text(13, 52, "To brew", "serif-bold", 6.4, teal)
    y = 59
    steps = ["One heaped spoon for each cup.", "Water just off the boil.", "Six minutes, then lift out the leaves.",
             "Good with honey; better with company."]
    for i, step in enumerate(steps):
        label.disc(15.6, y - 1.1, 2.6, orange)
        label.text(15.6, y, str(i + 1), "bold", 3.4, WHITE, "ms")
        y = label.text(20.5, y, step, "sans", 3.1, ink, width=25) + 3
    label.text(13, 112, "Keep dry, dark\nand tightly closed.", "italic", 3.1, ink)
    label.text(118, 52, "Nutrition", "serif-bold", 6.4, teal)
    label.text(118, 57, "per 100 ml, brewed", "italic", 2.9, ink)
    facts = [("Energy", "4 kJ"), ("", "1 kcal"), ("Fat", "0 g"), ("of which saturates", "0 g"),
             ("Carbohydrate", "0.2 g"), ("of which sugars", "0.1 g"), ("Protein", "0 g"), ("Salt", "0 g")]
    for i, (name, amount) in enumerate(facts):
        y = 63.5 + 5.2 * i
        label.text(118, y, name, "sans", 2.9, ink)
        label.text(151, y, amount, "bold", 2.9, ink, "rs")
        label.rule(118, y + 1.5, 151, y + 1.5, "#d9b98a", 0.22)
    label.text(118, 112, "Tin and lid:\nrecycle with metals.", "sans", 3, ink)
    label.text(81.7, 149, "100 g  \u00b7  40 cups", "bold", 5.2, cream, "ms")
    label.text(81.7, 154.6, "Packed in the harbour by Meridian Tea & Spice", "sans", 2.8, cream, "ms")
    label.blend(0.012, noise(random, label.image.size[::-1], (3, 3), (260, 160)))
    label.image.paste(Image.new("RGB", (label.image.width, 8), "#b9b4a4"), (0, 0))

    photo = Photo((1080, 1440), (52, -425, 205), (2, 0, 84), 28.5,
                  [((-420, -330, 520), (1.0, 0.95, 0.86), 690), ((420, -200, 260), (0.18, 0.18, 0.20), 520)],
                  (0.28, 0.28, 0.29))
    tiles = Sheet(600, 360, 5, "#8b958f")
    for i in range(80):
        x, y = 75 * (i % 10) - 37.5 * (i // 10 % 2), 45 * (i // 10)
        tone = random.normal(0, 1.5, 3) + random.normal(0, 5) + (160, 182, 172)
        tiles.box(x + 1.2, y + 1.2, x + 73.8, y + 43.8, tuple(int(v) for v in tone), 1.5)
    photo.plane(tiles.image, (-300, 150, 350), (600, 0, 0), (0, 0, -360))
    counter = wood(random, 3000, 6, (120, 84, 52), (182, 138, 92), (222, 184, 136), (238, 208, 164))
    photo.plane(counter, (-400, 150, 0), (800, 0, 0), (0, -800, 0))
    for x, y, size in ((20, 30, 150), (-6, 6, 112)):
        photo.plane(shadow(size, size, 16, 0.6), (x - size / 2 - 24, y + size / 2 + 24, 0.1 + 0.1 * (size < 140)),
                    (size + 48, 0, 0), (0, -size - 48, 0))
    glint = window((-0.62, -0.62, 0.46), (1, -1, 0), (0, 0, 1), 0.3, 0.5, (0.30, 0.30, 0.28), (2, 2), 0.1)
    for x, y, r in ((101, 46, 37), (-92, 84, 35)):              # oranges
        wide = 2 * r + 42
        photo.plane(shadow(2 * r, 2 * r, 14, 0.65), (x - r - 14, y + r + 30, 0.3), (wide, 0, 0), (0, -wide, 0))
        peel = painted(0.5 + 0.1 * noise(random, (500, 1000), (6, 6), (90, 90)),
                       (176, 78, 12), (226, 120, 22), (246, 160, 62))
        photo.ball(peel, (x, y, r), r, glint)
    photo.drum(label.image, 52, 1.5, 161.5, gloss=glint)
    sheen = 0.25 * np.sin(np.linspace(0, 3, 60))[:, None]
    tin = painted(0.35 + sheen + 0.02 * noise(random, (60, 900), (90, 40)),
                  (40, 62, 62), (86, 122, 118), (190, 210, 200))
    photo.drum(tin, 52.6, 0, 2.2, gloss=glint)
    photo.drum(tin, 53.4, 160, 172, gloss=glint)
    top = Sheet(106.8, 106.8, 8, (0, 0, 0, 0))
    for r, fill in ((53.4, "#a9bdb6"), (52, "#47706c"), (47, "#7d9a92"), (46.3, "#3d6663")):
        top.disc(53.4, 53.4, r, fill)
    photo.plane(top.image, (-53.4, 53.4, 172), (106.8, 0, 0), (0, -106.8, 0))
    picture = photo.develop(random, (8, -52, 60), depth=14, blur=0.5, exposure=0.95, grain=0.004, vignette=0.3)
    return picture.quantize(256, Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE)


def poster(random):
    """A folded poster taped to a brick wall, seen from below under an evening lamp."""
    paper, night, coral, leaf, sun = "#f2e6cd", "#16302b", "#e2563f", "#3f8a5c", "#f0b23c"
    bill = Sheet(420, 594, 6, paper)
    x = np.linspace(-5, 425, 200)
    stave = [238 + 14 * i + 14 * np.sin(x / 68) + 6 * np.sin(x / 31 + 1) for i in range(5)]
    for line in stave:
        bill.draw.line([tuple(bill.px(*point)) for point in zip(x, line)], night, 6, "curve")
    for at, line, colour, up in ((52, 3, coral, 1), (116, 1, sun, -1), (178, 4, coral, 1), (240, 2, leaf, 1),
                                 (302, 0, coral, -1), (364, 3, sun, 1)):
        y = np.interp(at, x, stave[line])
        stem = at + 15 * up
        bill.rule(stem, y, stem, y - 60 * up, night, 3)
        flag = bill.px(stem - 22, y - 38 * up - 22, stem + 22, y - 38 * up + 22)
        bill.draw.pieslice(flag, *((270, 360) if up > 0 else (90, 180)), leaf)
        for petal in range(7):
            angle = petal * 2 * math.pi / 7
            bill.disc(at + 12 * math.cos(angle), y + 12 * math.sin(angle), 9, colour)
        bill.disc(at, y, 8, night if colour != leaf else sun)
    bill.text(28, 86, "SPRING", "black", 84, coral)
    bill.text(28, 154, "CONCERT", "black", 77, night)
    bill.box(0, 372, 420, 594, night)
    bill.box(0, 366, 420, 372, sun)
    bill.text(28, 414, "Saturday 18 April", "black", 30, sun)
    y = bill.text(28, 447, "7.30 pm, St Anne\u2019s Hall,\nMill Lane", "bold", 19, paper, leading=1.3)
    y = bill.text(28, y + 10, "Dvo\u0159\u00e1k \u00b7 Boulanger\nVaughan Williams \u00b7 Grieg",
                  "serif-italic", 19, paper, leading=1.25)
    bill.text(28, y + 12, "The Millbrook Chamber Players", "bold", 12.5, coral)
    bill.text(28, y + 28, "Adults \u00a312, under 18 free", "sans", 12, paper)
    bill.box(282, 428, 398, 544, WHITE, 4)
    bill.symbol(294, 440, 92 / 33, "-b", "QRCODE", "--secure=2", "--vers=4", "-d",
                "https://example.com/spring-concert?from=poster")
    bill.text(340, 559, "Tickets and programme", "bold", 10.2, paper, "ms")
    down, across = np.mgrid[:bill.image.height, :bill.image.width] / bill.scale
    crease = sum(np.sign(d) * np.exp(-np.abs(d) / 16) for d in (down - 297 + 1.5 * np.sin(across / 50), across - 211))
    waves = 0.6 * noise(random, down.shape, (900, 1300), (500, 400))
    bill.blend(0.06, crease + waves + 0.2 * noise(random, down.shape, (3, 3)))

    photo = Photo((1200, 1600), (-330, -800, -560), (-6, 0, -12), 42,
                  [((-330, -300, 520), (1.25, 0.88, 0.52), 560), ((500, -700, -100), (0.10, 0.12, 0.17), 800)],
                  (0.105, 0.125, 0.185))
    wall = bricks(random, 4200, 24, ((112, 104, 96), (160, 150, 138)), (70, 46, 40), (120, 76, 60), (152, 108, 86))
    photo.plane(wall, (-900, 0, 900), (1800, 0, 0), (0, 0, -1800))
    photo.plane(shadow(420, 594, 10, 0.65), (-210 - 15 + 7, -0.5, 297 + 15 - 9), (450, 0, 0), (0, 0, -624))
    photo.plane(bill.image, (-210, -2, 297), (420, 0, 0), (0, 0, -594))
    tape = Sheet(64, 26, 6, (222, 206, 160, 150)).blend(0.05, noise(random, (156, 384), (200, 8))).image
    for x, z, angle in ((-205, 292, 0.75), (205, 292, -0.8), (-204, -292, -0.7), (206, -290, 0.85)):
        c, s = math.cos(angle), math.sin(angle)
        corner = np.array((x, -2.5, z)) - 32 * np.array((c, 0, s)) - 13 * np.array((s, 0, -c))
        photo.plane(tape, corner, (64 * c, 0, 64 * s), (26 * s, 0, -26 * c))
    return photo.develop(random, (100, 0, -190), depth=4, blur=0.7, shake=(1, 2), exposure=1.15, vignette=0.5,
                         grain=0.016)


def main():
    parser = argparse.ArgumentParser(description="Make the example pictures.")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent,
                        help="the folder to write to (default: the one above this program)")
    parser.add_argument("names", nargs="*", help="only these pictures: book, cd, grocery, poster")
    arguments = parser.parse_args()
    for seed, (make, suffix, options) in enumerate(PICTURES):
        if not arguments.names or make.__name__ in arguments.names:
            make(np.random.default_rng(seed)).save(arguments.out / (make.__name__ + suffix), **options)


PICTURES = [(book, ".jpg", {"quality": 82}), (cd, ".jpg", {"quality": 78}),
            (grocery, ".png", {"optimize": True}), (poster, ".webp", {"quality": 78, "method": 6})]

if __name__ == "__main__":
    main()
