"""Pictures as a camera takes them: a world of backgrounds and labels, seen by a lens that has limits.

Nothing in here knows what a reader is. A `Label` says where its code is and how large, so that truth is geometry.
Runs in the Python of `live_peer.py`, which has OpenCV and numpy.
"""

import dataclasses
import functools
import math

import cv2
import numpy as np

WIDTH, HEIGHT, RATE = 1280, 720, 30
# The drawn code has this many pixels a module; from it, smaller ones are made.
DRAWN = 8
# What the best lens blurs, as the standard deviation in pixels.
OPTICS = 0.5
FOCAL_LENGTH = 1100.0
# How far a background goes beyond the picture, for cameras that move.
SPARE = 320


# Motion


def along(keys, time):
    """The values at a time, between keys `(time, value, …)`: as hands move, from rest to rest."""
    if time <= keys[0][0]:
        return np.array(keys[0][1:], float)
    for before, after in zip(keys, keys[1:]):
        if time < after[0]:
            share = (time - before[0]) / (after[0] - before[0])
            share = (1 - math.cos(math.pi * share)) / 2
            return (1 - share) * np.array(before[1:], float) + share * np.array(after[1:], float)
    return np.array(keys[-1][1:], float)


# Things


@dataclasses.dataclass
class Label:
    """A code on a card. Keys are `(time, x, y, pixels a module, turn, yaw, pitch)`, angles in degrees."""

    code: object
    keys: list
    # Modules of white paper around the code's quiet zone, and of coloured card around that.
    paper: int = 2
    card: int = 6
    card_tone: int = 120
    card_colour: tuple = (118, 140)
    # The tones of the bars and of the paper, of 255.
    dark: int = 25
    light: int = 225

    def place(self, time):
        """The matrix from modules, counted from the middle of the card, to the picture of a camera at rest."""
        x, y, module, turn, yaw, pitch = along(self.keys, time)
        turn, yaw, pitch = map(math.radians, (turn, yaw, pitch))
        across = np.array([[math.cos(yaw), 0, math.sin(yaw)], [0, 1, 0], [-math.sin(yaw), 0, math.cos(yaw)]])
        down = np.array([[1, 0, 0], [0, math.cos(pitch), -math.sin(pitch)], [0, math.sin(pitch), math.cos(pitch)]])
        around = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
        first, second = (across @ down @ around)[:, 0] * module, (across @ down @ around)[:, 1] * module
        columns = [
            [FOCAL_LENGTH * axis[0] + x * axis[2], FOCAL_LENGTH * axis[1] + y * axis[2], axis[2]]
            for axis in (first, second)
        ]
        return np.array([*columns, [FOCAL_LENGTH * x, FOCAL_LENGTH * y, FOCAL_LENGTH]]).T

    @functools.cached_property
    def drawn(self):
        """The card with the code, at `DRAWN` pixels a module, and the size of the code in modules."""
        code = cv2.imread(str(self.code.picture), cv2.IMREAD_GRAYSCALE)
        code = (self.dark + code.astype(np.float32) * (self.light - self.dark) / 255).astype(np.uint8)
        size = code.shape[1] / DRAWN, code.shape[0] / DRAWN
        code = cv2.copyMakeBorder(code, *[self.paper * DRAWN] * 4, cv2.BORDER_CONSTANT, value=self.light)
        return cv2.copyMakeBorder(code, *[self.card * DRAWN] * 4, cv2.BORDER_CONSTANT, value=self.card_tone), size

    @functools.cached_property
    def smaller(self):
        """The card at fewer and fewer pixels a module, so that a small one is not full of false patterns."""
        pictures = [(DRAWN, self.drawn[0])]
        while pictures[-1][0] > 2:
            half = cv2.resize(pictures[-1][1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            pictures.append((pictures[-1][0] / 2, half))
        return pictures

    def corners(self, matrix):
        """Where the corners of the code with its quiet zone are."""
        width, height = self.drawn[1]
        points = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float) * (width / 2, height / 2)
        return project(matrix, points)

    def module_size(self, matrix):
        """The pixels of a module in the direction and the place where it is smallest."""
        width, height = self.drawn[1]
        points = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [0, 0]], float) * (width / 2, height / 2)
        here = project(matrix, points)
        across = np.linalg.norm(project(matrix, points + (1, 0)) - here, axis=1).min()
        down = np.linalg.norm(project(matrix, points + (0, 1)) - here, axis=1).min()
        return across if self.code.is_linear else min(across, down)


def project(matrix, points):
    points = np.c_[points, np.ones(len(points))] @ matrix.T
    return points[:, :2] / points[:, 2:]


@dataclasses.dataclass
class Camera:
    """What the camera does. Keys are `(time, value)`; those of `moves` are `(time, right, down, zoom, turn)`."""

    moves: list = ((0, 0, 0, 1, 0),)
    # The blur of a lens that is out of focus, as the standard deviation in pixels.
    defocus: list = ((0, 0),)
    # What part of the light there is.
    light: list = ((0, 1),)
    # The standard deviation of a white area's noise, in tones of 255.
    noise: float = 2.0
    # The part of 1/30 s in which light falls in: what moves meanwhile is blurred.
    exposure: float = 0.3
    # How far a hand shakes, in pixels.
    shake: float = 0.0
    # How much darker the right edge is than the left one.
    shadow: float = 0.0
    # The shine of a lamp: keys are `(time, x, y, strength of 255)`.
    shine: list = None

    def place(self, time, seed):
        right, down, zoom, turn = along(self.moves, time)
        if self.shake:
            phases = np.random.default_rng(seed).uniform(0, 2 * math.pi, 6)
            swings = [math.sin(2 * math.pi * speed * time + phase) for speed, phase in zip((1.1, 2.3, 4.1) * 2, phases)]
            right += self.shake * (swings[0] + 0.6 * swings[1] + 0.3 * swings[2])
            down += self.shake * (swings[3] + 0.6 * swings[4] + 0.3 * swings[5])
        cosine, sine = zoom * math.cos(math.radians(turn)), zoom * math.sin(math.radians(turn))
        middle_x, middle_y = WIDTH / 2, HEIGHT / 2
        return np.array(
            [
                [cosine, -sine, middle_x - cosine * (middle_x + right) + sine * (middle_y + down)],
                [sine, cosine, middle_y - sine * (middle_x + right) - cosine * (middle_y + down)],
                [0, 0, 1],
            ]
        )


# Backgrounds: functions of a random generator that return a picture in gray and its two colour planes' tones.


def fractal(random, width, height, coarsest, octaves):
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        cell = max(coarsest >> octave, 1)
        grid = random.standard_normal((height // cell + 2, width // cell + 2)).astype(np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC) * 0.6**octave
    return total / total.std()


def plain(random, width, height):
    slope = (
        np.linspace(0, 1, width, dtype=np.float32)[None, :] * 30
        + np.linspace(0, 1, height, dtype=np.float32)[:, None] * 20
    )
    return random.uniform(100, 170) + slope, (128 + random.uniform(-8, 8), 128 + random.uniform(-8, 8))


def texture(random, width, height):
    return 120 + 22 * fractal(random, width, height, 64, 7), (122, 134)


def wood(random, width, height):
    bend = fractal(random, width, height, 256, 3)
    rows = np.arange(height, dtype=np.float32)[:, None]
    rings = np.sin((rows + 18 * bend) / 7) + 0.6 * np.sin((rows + 25 * bend) / 2.7)
    picture = 118 + 14 * rings + 5 * fractal(random, width, height, 8, 3)
    picture[(np.arange(height) % 190) < 3] = 45
    return picture, (104, 150)


def stripes(random, width, height):
    """A shirt, or the slats of a box: light and dark bars of many widths, which are not a code."""
    columns = np.arange(width, dtype=np.float32)[None, :] + 4 * fractal(random, width, height, 256, 2)
    widths = np.cumsum(random.choice((3, 3, 5, 6, 8, 9, 12), 4 * width))
    return np.where(np.searchsorted(widths, columns) % 2, 200, 60).astype(np.float32), (132, 124)


WORDS = (
    "FRAGILE INVOICE 24 x 330 ml organic THIS WAY UP Net Wt 0123456789 batch L2045 best before 11/2027 sugar 12 g "
    "energy 1046 kJ page 217 chapter nine contents the quick brown fox Store in a cool dry place illicit Illinois |||||"
).split()


def clutter(random, width, height):
    """A desk full of print: papers with lines of text, tables, boxes."""
    picture = (110 + 15 * fractal(random, width, height, 128, 4)).astype(np.uint8)
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)
    for _ in range(26):
        left, top = int(random.integers(-100, width - 100)), int(random.integers(-60, height - 60))
        wide, high = int(random.integers(160, 460)), int(random.integers(100, 320))
        tone = float(random.uniform(150, 235))
        cv2.rectangle(picture, (left, top), (left + wide, top + high), tone, -1)
        cv2.rectangle(picture, (left, top), (left + wide, top + high), 70, 1)
        scale, font = float(random.uniform(0.35, 1.0)), fonts[int(random.integers(len(fonts)))]
        ink = float(random.uniform(20, 80))
        view = picture[max(top, 0) : max(top + high, 0), max(left, 0) : max(left + wide, 0)]
        if random.random() < 0.2:
            step = int(random.integers(6, 24))
            view[::step], view[:, :: 2 * step] = ink, ink
            continue
        for line in range(int(30 * scale), high, int(32 * scale) + 4):
            text = " ".join(random.choice(WORDS, 8))
            cv2.putText(view, text, (8, line), font, scale, ink, 1 + int(scale > 0.7), cv2.LINE_AA)
    return picture, (126, 131)


def shelf(random, width, height):
    """Boards with boxes and tins on them, most with a name printed on."""
    picture = (90 + 8 * fractal(random, width, height, 64, 4)).astype(np.uint8)
    for base in range(230, height + 240, 240):
        left = -30
        while left < width:
            wide, high = int(random.integers(60, 190)), int(random.integers(110, 200))
            tone = float(random.uniform(50, 210))
            cv2.rectangle(picture, (left, base - high), (left + wide, base), tone, -1)
            cv2.rectangle(picture, (left, base - high), (left + wide, base), tone * 0.6, 2)
            ink = tone * 0.4 if tone > 120 else tone + 110
            word = str(random.choice(WORDS))
            cv2.putText(
                picture, word, (left + 8, base - high // 2), cv2.FONT_HERSHEY_DUPLEX, wide / 150, ink, 2, cv2.LINE_AA
            )
            for line in range(base - high // 2 + 14, base - 10, 12):
                cv2.line(picture, (left + 10, line), (left + wide - 12 - int(random.integers(0, 30)), line), ink, 1)
            left += wide + int(random.integers(2, 16))
        cv2.rectangle(picture, (0, base), (width, base + 22), 150, -1)
    return picture, (124, 136)


BACKGROUNDS = {made.__name__: made for made in (plain, texture, wood, stripes, clutter, shelf)}


# Taking pictures


class Studio:
    """Takes the frames of one scene."""

    def __init__(self, background, labels, camera, seed):
        self.labels, self.camera, self.seed = labels, camera, seed
        self.random = np.random.default_rng(seed)
        picture, self.colour = BACKGROUNDS[background](self.random, WIDTH + 2 * SPARE, HEIGHT + 2 * SPARE)
        self.background = (
            np.broadcast_to(picture, (HEIGHT + 2 * SPARE, WIDTH + 2 * SPARE)).clip(8, 245).astype(np.uint8)
        )
        self.grain = self.random.standard_normal((HEIGHT + 64, WIDTH + 64)).astype(np.float32)
        rows, columns = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j].astype(np.float32)
        self.fall_off = (1 - 0.08 * (rows**2 + columns**2)) * (1 - camera.shadow * (columns + 1) / 2)
        self.rows, self.columns = (rows + 1) / 2 * HEIGHT, (columns + 1) / 2 * WIDTH

    def places(self, time):
        """The camera's matrix, and for each label the one from its modules to the picture."""
        camera = self.camera.place(time, self.seed)
        return camera, [camera @ label.place(time) for label in self.labels]

    def moments(self, time):
        """The times in the exposure at which the world is drawn, to be averaged: one, if nothing moves by a pixel."""
        (camera, labels), (later, later_labels) = self.places(time), self.places(time + self.exposure)
        edges = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], float)
        moved = [np.abs(project(camera, edges) - project(later, edges)).max()]
        for label, before, after in zip(self.labels, labels, later_labels):
            corners = label.corners(before)
            if overlaps(corners):
                moved.append(np.abs(corners - label.corners(after)).max())
        count = int(min(max(max(moved) / 0.8, 1), 12))
        return [time + self.exposure * (step + 0.5) / count for step in range(count)]

    @property
    def exposure(self):
        return self.camera.exposure / RATE

    def world(self, time):
        """The picture in gray before light, lens and noise, and the two planes of colour."""
        camera, places = self.places(time)
        to_background = camera @ np.array([[1, 0, -SPARE], [0, 1, -SPARE], [0, 0, 1]])
        picture = cv2.warpAffine(
            self.background, to_background[:2], (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        colours = [np.full((HEIGHT // 2, WIDTH // 2), tone, np.uint8) for tone in self.colour]
        for label, place in zip(self.labels, places):
            self.paste(label, place, picture, colours)
        return picture, colours

    def paste(self, label, place, picture, colours):
        # The level with the pixels that are nearest from above to those it will have.
        size = label.module_size(place)
        pixels, card = next((level for level in reversed(label.smaller) if level[0] >= size), label.smaller[0])
        height, width = card.shape
        matrix = place @ np.array(
            [[1 / pixels, 0, -width / 2 / pixels], [0, 1 / pixels, -height / 2 / pixels], [0, 0, 1]]
        )
        corners = project(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
        (left, top), (right, bottom) = np.floor(corners.min(0)).astype(int) - 2, np.ceil(corners.max(0)).astype(int) + 3
        # Even ones, for the colours have half the size.
        left, top = max(left, 0) & ~1, max(top, 0) & ~1
        right, bottom = min(right, WIDTH) + 1 & ~1, min(bottom, HEIGHT) + 1 & ~1
        if left >= right or top >= bottom:
            return
        matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
        target = picture[top:bottom, left:right]
        extent = (right - left, bottom - top)
        drawn = cv2.warpPerspective(card, matrix, extent, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(np.full_like(card, 255), matrix, extent, flags=cv2.INTER_LINEAR)
        share = mask.astype(np.float32) / 255
        target[:] = (target + (drawn.astype(np.float32) - target) * share).astype(np.uint8)
        is_paper = (drawn > label.card_tone + 30) | (drawn < label.card_tone - 30)
        half = (slice(top // 2, bottom // 2), slice(left // 2, right // 2))
        for plane, tone in zip(colours, label.card_colour):
            plane[half] = np.where(mask[::2, ::2] > 127, np.where(is_paper[::2, ::2], 128, tone), plane[half])

    def frame(self, number):
        """The bytes of a frame as YUV 4:2:0."""
        time = number / RATE
        moments = self.moments(time)
        worlds = [self.world(moment) for moment in moments]
        picture = np.mean([world[0] for world in worlds], axis=0, dtype=np.float32)
        blur = math.hypot(OPTICS, along(self.camera.defocus, time)[0])
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
        picture *= self.fall_off * along(self.camera.light, time)[0]
        if self.camera.shine:
            x, y, strength = along(self.camera.shine, time)
            picture += strength * np.exp(-((self.columns - x) ** 2 + (self.rows - y) ** 2) / (2 * 110.0**2))
        down, right = self.random.integers(0, 64, 2)
        sign = self.random.choice((-1, 1))
        grain = self.grain[down : down + HEIGHT, right : right + WIDTH]
        # Light comes in grains, so what is lighter has more noise; and some is there in the dark.
        picture += np.sqrt(0.25 + 0.75 * picture.clip(0) / 225) * (sign * self.camera.noise) * grain
        gray = (16 + picture.clip(0, 255) * (219 / 255)).round().astype(np.uint8)
        # Colours fade with the light.
        light = min(1, along(self.camera.light, time)[0])
        colours = [(128 + (plane - 128.0) * light).round().astype(np.uint8) for plane in worlds[len(worlds) // 2][1]]
        return gray.tobytes() + b"".join(plane.tobytes() for plane in colours)

    # Truth

    def sharpness(self, label, number):
        """How well a label is in view in a frame: whether any of its code is, and whether all is, and is sharp."""
        time = number / RATE
        index = self.labels.index(label)
        before, after = self.places(time)[1][index], self.places(time + self.exposure)[1][index]
        corners = label.corners(before)
        if not overlaps(corners):
            return False, False
        whole = (corners >= 0).all() and (corners <= (WIDTH, HEIGHT)).all()
        whole = whole and not self.is_covered(index, time)
        module = label.module_size(before)
        blur = math.hypot(OPTICS, along(self.camera.defocus, time)[0]) / module
        smear = np.linalg.norm(label.corners(after) - corners, axis=1).max() / module
        light = along(self.camera.light, time)[0]
        contrast = (label.light - label.dark) * light * (1 - self.camera.shadow)
        sharp = module >= 2 and blur <= 0.4 and smear <= 0.8 and contrast >= max(25, 4 * self.camera.noise)
        return True, bool(whole and sharp)

    def is_covered(self, index, time):
        """Whether a label that is drawn later lies over this one."""
        places = self.places(time)[1]
        corners = self.labels[index].corners(places[index]).astype(np.float32)
        for label, place in zip(self.labels[index + 1 :], places[index + 1 :]):
            hull = cv2.convexHull(label.corners(place).astype(np.float32))
            if cv2.intersectConvexConvex(hull, cv2.convexHull(corners))[0] > 1:
                return True
        return False


def overlaps(corners):
    """Whether any of a four-sided shape can be in the picture."""
    return (corners.max(0) > 0).all() and (corners.min(0) < (WIDTH, HEIGHT)).all()
