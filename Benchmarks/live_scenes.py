#!/usr/bin/env python3
"""Makes sixty videos of codes before a camera, each with what is to be read in it.

usage: live_scenes.py FOLDER [NUMBER…]        (`live.py` calls it, in the Python of the peers)

Each scene becomes FOLDER/NN.mkv, H.264 of 1280 × 720 at 30 frames a second, and FOLDER/NN.json: for each showing of a
code its text, from when to when any of it is visible, and from when it is in view and sharp. That is when the code with
its quiet zone is whole in the picture, a module has 2 pixels and more, the blur's standard deviation is at most 0.4
modules, nothing moves by more than 0.8 modules in an exposure, and there is contrast enough. All follows from the
geometry of the scene and the seed, which is its number; no reader was asked.

Codes are drawn by $BEELINE.
"""

import ast
import concurrent.futures
import dataclasses
import hashlib
import inspect
import json
import os
import pathlib
import subprocess
import sys

import live_picture
from live_picture import HEIGHT, RATE, WIDTH, Camera, Label, Studio

# Out of view for less than `AWAY_SHORT` is the same showing, for more than `AWAY_LONG` the next one. None is between.
AWAY_SHORT, AWAY_LONG = 1.4, 2.6
# A code is to be read if it is sharp in so many frames.
SHARP_FRAMES = 8
LINEAR = {"ean-13", "ean-8", "upc-a", "upc-e", "code-128"}


# Codes


@dataclasses.dataclass(frozen=True)
class Code:
    format: str
    text: str
    add_on: str = None
    # What else readers may say: the long form of a UPC-E.
    also: tuple = ()

    @property
    def is_linear(self):
        return self.format in LINEAR

    @property
    def picture(self):
        name = hashlib.sha256(repr(self).encode()).hexdigest()[:16]
        return pathlib.Path(os.environ["LIVE_CODES"]) / f"{self.format}-{name}.png"

    def draw(self):
        if self.picture.exists():
            return
        command = [os.environ["BEELINE"], "draw", "--as", self.format, "--scale", "8", "-o", str(self.picture)]
        command += ["--add-on", self.add_on] if self.add_on else []
        subprocess.run([*command, self.text], check=True, stdin=subprocess.DEVNULL)


def with_check_digit(digits):
    total = sum(int(digit) * (3 if index % 2 == 0 else 1) for index, digit in enumerate(reversed(digits)))
    return digits + str(-total % 10)


def ean(number):
    return Code("ean-13", with_check_digit(f"40{number * 7919 % 10**10:010}"))


def book(number, add_on=None):
    return Code("ean-13", with_check_digit(f"978{number * 104729 % 10**9:09}"), add_on)


def ean8(number):
    return Code("ean-8", with_check_digit(f"{4000000 + number * 7919 % 10**6}"))


def upc(number, add_on=None):
    return Code("upc-a", with_check_digit(f"0{36000000000 + number * 104729 % 10**9}"[:11]), add_on)


UPC_E = Code("upc-e", "04252614", also=("042100005264",))


def qr(text):
    return Code("qr", text)


def matrix(text):
    return Code("data-matrix", text)


def code128(text):
    return Code("code-128", text)


def pdf417(text):
    return Code("pdf417", text)


BOARDING = "M1TEST/BEELINE      EABC123 FRAMUCLH 0123 326J001A0025 100"
LICENCE = "ID:D1234567;SURNAME:SAMPLE;GIVEN:ERIKA;BORN:19800102;UNTIL:20310101"


# Motions: keys of labels


OUTSIDE = {"left": (-420, None), "right": (WIDTH + 420, None), "top": (None, -420), "bottom": (None, HEIGHT + 420)}


def outside(side, x, y):
    beside = OUTSIDE[side]
    return (x if beside[0] is None else beside[0], y if beside[1] is None else beside[1])


def shown(begin, end, module, x=640, y=360, come="right", go=None, turn=0, yaw=0, pitch=0, haste=0.7):
    """A hand brings the label, keeps it there from `begin` to `end`, and removes it."""
    rest = (module, turn, yaw, pitch)
    return [
        (begin - haste, *outside(come, x, y), *rest),
        (begin, x, y, *rest),
        (end, x, y, *rest),
        (end + haste, *outside(go or come, x, y), *rest),
    ]


def passing(begin, end, module, come="left", go="right", x=640, y=360, drop=0, turn=0, yaw=0, pitch=0):
    """The label goes through the picture and does not stop."""
    rest = (module, turn, yaw, pitch)
    from_x, from_y = outside(come, x, y)
    to_x, to_y = outside(go, x, y)
    return [(begin, from_x, from_y - drop / 2, *rest), (end, to_x, to_y + drop / 2, *rest)]


def turning(begin, end, module, first, last, x=640, y=360, yaw=(0, 0), pitch=0):
    """It comes, turns from one angle to another in the hand, and goes."""
    return [
        (begin - 0.7, -420, y, module, first, yaw[0], pitch),
        (begin, x, y, module, first, yaw[0], pitch),
        (end, x, y, module, last, yaw[1], pitch),
        (end + 0.7, WIDTH + 420, y, module, last, yaw[1], pitch),
    ]


def nearing(begin, end, first, last, x=640, y=360, turn=0, yaw=0, pitch=0):
    """It is there from the start and comes nearer."""
    return [(begin, x, y, first, turn, yaw, pitch), (end, x, y, last, turn, yaw, pitch)]


def still(module, x=640, y=360, turn=0, yaw=0, pitch=0):
    return [(0, x, y, module, turn, yaw, pitch)]


def twice(first, second):
    """One motion and then the other; between them the label goes around the picture, not through it."""
    (end, end_x, _, *rest), (begin, begin_x, *_) = first[-1], second[0]
    third = (begin - end) / 3
    return first + [(end + third, end_x, -3000, *rest), (begin - third, begin_x, -3000, *rest)] + second


# The scenes


@dataclasses.dataclass
class Scene:
    name: str
    background: str
    seconds: float
    labels: list
    camera: Camera = dataclasses.field(default_factory=Camera)


def scene(name, background, seconds, *labels, **camera):
    return Scene(name, background, seconds, [Label(*label) for label in labels], Camera(**camera))


HAND = {"shake": 4.0, "exposure": 0.4}
# Two milliseconds of light: a lamp above a counter.
BRIGHT = {"exposure": 0.06}
FOCUS = [(0.0, 5.0), (1.0, 5.0), (2.6, 0.3)]
DIM = {"noise": 5.0, "light": [(0, 0.28)], "exposure": 0.6}

SCENES = [
    # In a hand before the camera
    scene("an EAN-13 is held up", "plain", 4.0, (ean(1), shown(1.2, 2.8, 3.0))),
    scene("a book with a price", "wood", 4.5, (book(2, "52495"), shown(1.2, 3.0, 2.8, come="bottom")), **HAND),
    scene("a small EAN-8", "texture", 4.0, (ean8(4), shown(1.2, 2.6, 2.4, x=800, y=420)), **HAND),
    scene("a UPC-E", "wood", 4.0, (UPC_E, shown(1.2, 2.8, 3.2, come="left", y=300)), **HAND),
    scene("a QR code of a link", "shelf", 4.0, (qr("https://example.com/menu?table=6"), shown(1.2, 2.8, 4.5)), **HAND),
    scene("a Data Matrix", "plain", 4.0, (matrix("SN-4711-0815-2026"), shown(1.2, 2.6, 5.0, come="bottom")), **HAND),
    scene("a Code 128 label", "texture", 4.5, (code128("PALLET-00042-B"), shown(1.2, 3.0, 3.0, come="left")), **HAND),
    scene("a boarding pass", "wood", 4.5, (pdf417(BOARDING), shown(1.2, 3.2, 3.4, come="bottom")), **HAND),
    scene("a magazine with its issue", "clutter", 4.5, (book(10, "07"), shown(1.3, 3.2, 3.0, turn=4)), **HAND),

    # Passing without a stop
    scene("an EAN-13 passes", "plain", 4.0, (ean(11), passing(0.3, 3.7, 3.0)), **BRIGHT),
    scene("an EAN-13 passes in haste", "plain", 4.0,
        (ean(12), passing(0.7, 3.2, 4.2, come="right", go="left")), **BRIGHT),
    scene("a UPC-A is drawn over the window", "texture", 4.0,
        (upc(13), passing(0.6, 3.2, 3.0, come="top", go="bottom")), **BRIGHT),
    scene("a QR code passes aslant", "wood", 4.0,
        (qr("BCD-2026-11-25"), passing(0.3, 3.7, 5.0, drop=300, turn=20)), exposure=0.12),
    scene("a Data Matrix passes", "plain", 4.0,
        (matrix("LOT 77-A"), passing(0.3, 3.7, 6.0, come="right", go="left")), exposure=0.12),
    scene("a Code 128 passes downwards", "plain", 4.0,
        (code128("WH-0017"), passing(0.4, 3.2, 3.0, come="top", go="bottom")), **BRIGHT),
    scene("an EAN-8 passes twice", "shelf", 6.0,
        (ean8(17), twice(passing(-0.2, 1.8, 4.2), passing(3.9, 5.9, 4.2))), **BRIGHT),
    scene("three products on a belt", "texture", 6.0,
        (ean(181), passing(0.0, 3.2, 2.6, y=300)), (upc(182), passing(1.4, 4.6, 2.6, y=420)),
        (ean(183), passing(2.8, 6.0, 2.6, y=330)), **BRIGHT),
    scene("two QR codes cross", "plain", 4.5,
        (qr("LEFT 19"), passing(0.4, 4.1, 4.5, y=200)),
        (qr("RIGHT 19"), passing(0.4, 4.1, 4.5, come="right", go="left", y=530)), exposure=0.1),
    scene("an EAN-13 passes, turned by 30°", "wood", 4.0, (ean(20), passing(0.3, 3.7, 3.2, turn=30)), **BRIGHT),

    # Turned and turning
    scene("an EAN-13 turns half around", "plain", 5.0, (ean(21), turning(1.0, 3.8, 3.0, 0, 180))),
    scene("an EAN-13 at 45°", "texture", 4.0, (ean(22), shown(1.2, 2.6, 2.6, turn=45)), **HAND),
    scene("an EAN-13 upside down", "wood", 4.0, (ean(23), shown(1.2, 2.6, 2.6, come="top", turn=176)), **HAND),
    scene("a UPC-A on its side", "clutter", 4.0, (upc(24), shown(1.2, 2.6, 2.8, come="left", turn=88)), **HAND),
    scene("a Code 128 turns by 90°", "plain", 4.5, (code128("ROT 25 x"), turning(1.1, 3.3, 3.0, 10, 100))),
    scene("a PDF417 at 20°", "wood", 4.5, (pdf417(LICENCE), shown(1.2, 3.0, 3.2, turn=20)), **HAND),
    scene("a QR code spins", "shelf", 5.0, (qr("https://example.org/spin/27"), turning(1.0, 3.8, 4.5, 0, 360))),
    scene("a Data Matrix spins", "clutter", 4.5, (matrix("DM-SPIN-28"), turning(1.0, 3.4, 5.0, -90, 90))),
    scene("a boarding pass upside down", "plain", 4.5,
        (pdf417(BOARDING.replace("0123", "0456")), shown(1.2, 3.0, 3.2, come="top", turn=183))),

    # Near and far
    scene("a QR code comes nearer", "texture", 5.0,
        (qr("https://example.net/seat/31"), nearing(0.3, 4.2, 0.8, 5.0)), **HAND),
    scene("an EAN-13 comes nearer", "clutter", 5.0, (ean(32), nearing(0.3, 4.2, 0.7, 3.6)), **HAND),
    scene("a Data Matrix comes nearer", "wood", 5.0,
        (matrix("https://example.com/33"), nearing(0.3, 4.2, 1.0, 6.0, turn=15)), **HAND),
    scene("a Code 128 with 2.2 pixels a module", "plain", 4.0, (code128("SMALL-34-SMALL"), shown(1.2, 2.8, 2.2))),
    scene("the camera zooms to a box on a shelf", "shelf", 5.0,
        (ean(35), still(1.1, 700, 330)), moves=[(0.5, 0, 0, 1, 0), (3.6, 60, -30, 3.0, 0)]),
    scene("an EAN-13 too near at first", "plain", 5.0, (ean(36), nearing(0.5, 4.0, 13.0, 4.0)), **HAND),
    scene("a QR code with 2.3 pixels a module", "clutter", 4.0,
        (qr("https://example.com/p/37"), shown(1.2, 2.8, 2.3, x=400, y=250))),
    scene("a PDF417 comes nearer", "plain", 5.0, (pdf417("DOC 38 PAGE 2 OF 9"), nearing(0.3, 4.0, 1.0, 5.0)), **HAND),

    # Lens and light
    scene("an EAN-13, the lens finds its focus", "plain", 4.5, (ean(39), still(3.2)), defocus=FOCUS, **HAND),
    scene("a QR code, the lens finds its focus", "clutter", 4.5,
        (qr("FOCUS 40"), still(4.0, 700, 300)), defocus=FOCUS, **HAND),
    scene("a Code 128, the lens hunts", "wood", 5.0,
        (code128("HUNT-41"), still(3.2)), defocus=[(0, 4.5), (1.4, 0.2), (1.9, 0.4), (2.9, 4.5), (4.2, 0.2)], **HAND),
    scene("an EAN-13 in dim light", "wood", 4.5, (ean(42), shown(1.2, 3.2, 3.2)), **DIM),
    scene("a QR code in dim light", "shelf", 4.5, (qr("DIM-43 https://example.net"), shown(1.2, 3.2, 4.0)), **DIM),
    scene("a Data Matrix in dim light", "texture", 4.5, (matrix("DIM-44"), shown(1.2, 3.2, 5.0)), **DIM),
    scene("the light comes on", "shelf", 4.5,
        (ean(45), still(3.0, 600, 380)), light=[(1.0, 0.03), (2.5, 1.0)], noise=3.0, shake=3.0),
    scene("a lamp shines on a QR code", "plain", 5.0,
        (qr("LAMP 46 0123456789"), shown(1.0, 3.9, 5.0)), shine=[(0.8, -300, 200, 150), (4.4, 1500, 460, 150)], **HAND),
    scene("an EAN-13 half in the shadow", "plain", 4.0,
        (ean(47), shown(1.2, 2.8, 3.4)), shadow=0.75, noise=3.0, shake=3.0),
    scene("a pale EAN-13", "texture", 4.0, (ean(48), shown(1.2, 2.8, 3.0), 2, 6, 150, (124, 132), 105, 170), **HAND),
    scene("a PDF417 in noise", "wood", 4.5,
        (pdf417("NOISE 49 ABC"), shown(1.2, 3.2, 3.6)), noise=14.0, light=[(0, 0.6)]),

    # Tilted
    scene("an EAN-13 on a tin, tilted by 45°", "shelf", 4.0, (ean(50), shown(1.2, 2.8, 3.6, yaw=45)), **HAND),
    scene("a QR code tilted two ways", "wood", 4.5,
        (qr("https://example.com/tilt/51"), shown(1.2, 3.0, 5.5, yaw=45, pitch=25, turn=10)), **HAND),
    scene("a Data Matrix tilted back", "clutter", 4.5,
        (matrix("TILT-52-ABCDEF"), shown(1.2, 3.0, 6.5, pitch=45)), **HAND),
    scene("a Code 128 turns away", "plain", 4.5, (code128("YAW-53"), turning(1.1, 3.3, 3.6, 5, 5, yaw=(-50, 50)))),

    # Several, and again
    scene("two products side by side", "wood", 4.5,
        (ean(541), shown(1.2, 3.0, 2.6, x=380, come="left")), (ean(542), shown(1.5, 3.2, 2.6, x=900)), **HAND),
    scene("a parcel with three codes", "plain", 5.0,
        (code128("1Z999AA10123456784"), shown(1.2, 3.6, 2.4, x=420, y=200, come="top")),
        (qr("PARCEL 55"), shown(1.2, 3.6, 4.0, x=1020, y=220, come="top")),
        (pdf417("FROM: BEELINE TO: READER 55"), shown(1.3, 3.6, 2.6, x=560, y=540, come="bottom")), **HAND),
    scene("a walk along a shelf", "shelf", 6.0,
        (ean(561), still(2.6, 640, 330)), (upc(562), still(2.6, 1180, 360)), (ean8(563), still(3.0, 1680, 330)),
        moves=[(0.3, -700, 0, 1, 0), (5.7, 1300, 0, 1, 0)], shake=2.0, **BRIGHT),
    scene("a product comes back after three seconds", "plain", 6.0,
        (ean(57), twice(shown(0.7, 1.2, 3.0, haste=0.5), shown(4.9, 5.4, 3.0, haste=0.5)))),
    scene("a QR code is gone for a moment", "wood", 5.0,
        (qr("AGAIN 58"), twice(shown(0.9, 1.5, 4.0, haste=0.5), shown(2.9, 3.7, 4.0, haste=0.5)))),

    # Nothing to read
    scene("a desk full of print, no code", "clutter", 5.0,
        moves=[(0.3, -250, -120, 1, 0), (4.7, 250, 120, 1.1, 5)], shake=3.0),
    scene("a wooden floor, no code", "wood", 4.5, moves=[(0.3, 0, -150, 1, 0), (4.2, 100, 150, 1, 90)]),
    scene("a walk along a shelf, no code", "shelf", 5.0,
        moves=[(0.3, -300, 0, 1, 0), (4.7, 300, 0, 1, 0)], shake=3.0, exposure=0.5),
    scene("a striped shirt, no code", "stripes", 5.0, moves=[(0.3, -200, 0, 1, 0), (4.7, 200, 0, 1.3, 12)], shake=3.0),
]


# Truth


def showings(studio, frames):
    """What is to be read: for each code and each time that it is shown."""
    found = []
    for code in dict.fromkeys(label.code for label in studio.labels):
        labels = [label for label in studio.labels if label.code == code]
        states = [[studio.sharpness(label, number) for label in labels] for number in range(frames)]
        visible = [number for number in range(frames) if any(state[0] for state in states[number])]
        sharp = {number for number in range(frames) if any(state[1] for state in states[number])}
        begin = 0
        for index in range(1, len(visible) + 1):
            gap = (visible[index] - visible[index - 1]) / RATE if index < len(visible) else None
            if gap is not None and gap < AWAY_SHORT:
                continue
            if gap is not None and gap < AWAY_LONG:
                raise SystemExit(f"{code} is away for {gap:.2f} s, which a reader may take for gone or not")
            span = visible[begin:index]
            begin = index
            there = [number for number in span if number in sharp]
            # One sharp frame between blurred ones does not have to be read.
            first = next((number for number in there if {number + 1, number + 2} <= sharp), None)
            found.append(
                {
                    "symbology": code.format,
                    "text": code.text,
                    "also": code.also,
                    "addOn": code.add_on,
                    "visible": [span[0] / RATE, (span[-1] + 1) / RATE],
                    "sharp": None if first is None else first / RATE,
                    "sharpFrames": len(there),
                    "until": None if first is None else (there[-1] + 1) / RATE,
                    "counts": first is not None and len(there) >= SHARP_FRAMES,
                }
            )
    return found


# Files


def recipe(number):
    """What a scene is made from, as a number: when it changes, the scene is made again."""
    sources = [pathlib.Path(live_picture.__file__).read_text(), *map(inspect.getsource, (Code, showings, write_scene))]
    # Not the texts, so that a comment costs nothing.
    made_by = [ast.dump(ast.parse(source)) for source in sources]
    return hashlib.sha256("\n".join([*made_by, repr(SCENES[number - 1])]).encode()).hexdigest()


def is_made(number, folder):
    truth, video = folder / f"{number:02}.json", folder / f"{number:02}.mkv"
    return video.exists() and truth.exists() and json.loads(truth.read_text()).get("recipe") == recipe(number)


def write_scene(number, folder):
    drawn = SCENES[number - 1]
    for label in drawn.labels:
        label.code.draw()
    studio = Studio(drawn.background, drawn.labels, drawn.camera, number)
    frames = round(drawn.seconds * RATE)
    truth = {
        "number": number,
        "name": drawn.name,
        "seconds": drawn.seconds,
        "frames": frames,
        "rate": RATE,
        "recipe": recipe(number),
        "showings": showings(studio, frames),
    }
    video = folder / f"{number:02}.mkv"
    # As a camera on a network sends it: no picture waits for a later one.
    encode = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p"]
    encode += ["-video_size", f"{WIDTH}x{HEIGHT}", "-framerate", str(RATE), "-color_range", "tv", "-i", "pipe:0"]
    encode += ["-c:v", "libx264", "-preset", "veryfast", "-crf", "17", "-bf", "0", "-g", str(RATE), "-threads", "1"]
    encode += ["-fflags", "+bitexact", "-f", "matroska", str(video) + ".part"]
    # ffmpeg reads its input from the pipe, so -nostdin only keeps it from the keyboard.
    with subprocess.Popen(encode, stdin=subprocess.PIPE) as process:
        for frame in range(frames):
            process.stdin.write(studio.frame(frame))
    if process.returncode != 0:
        raise SystemExit(f"ffmpeg could not write {video}")
    video.with_suffix(".json").write_text(json.dumps(truth, ensure_ascii=False, indent=1))
    os.replace(str(video) + ".part", video)
    return f"{number:2}  {drawn.name}"


def main():
    folder = pathlib.Path(sys.argv[1])
    os.environ["LIVE_CODES"] = str(folder / "codes")
    (folder / "codes").mkdir(parents=True, exist_ok=True)
    if len(SCENES) != 60:
        raise SystemExit(f"There are {len(SCENES)} scenes.")
    numbers = [int(number) for number in sys.argv[2:]] or range(1, len(SCENES) + 1)
    numbers = [number for number in numbers if not is_made(number, folder)]
    if numbers:
        print(f"making {len(numbers)} videos …", file=sys.stderr, flush=True)
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(write_scene, numbers, [folder] * len(numbers)):
            print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
