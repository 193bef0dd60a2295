"""Paper with codes, and the camera that looks at it: what scene_maker.py makes its scenes of.

Nothing in here knows what a reader is: where codes are follows from the geometry. All random numbers come from the
generator that is handed in. Runs in the Python of the peers, which has numpy and Pillow.
"""

import dataclasses
import functools
import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from scene_codes import DRAWN, bounds, drawn

# Paper is made, and looked at, with so many points for each pixel in each direction.
FINE = 2
# The pixels of a cell of the mesh by which paper is bent.
CELL = 12


# Paper


class Paper:
    """Something flat with codes on it. Lengths are pixels of the picture before anything is tilted."""

    def __init__(self, width, height, tone):
        self.width, self.height, self.tone = width, height, tone
        self.raster = Image.new("L", (round(width * FINE), round(height * FINE)), tone)
        # Code, and the four corners of the symbol clockwise from its own top left.
        self.places = []

    def draw(self):
        return ImageDraw.Draw(self.raster)

    def rectangle(self, left, top, right, bottom, fill=None, outline=None, radius=0):
        box = [value * FINE for value in (left, top, right, bottom)]
        self.draw().rounded_rectangle(box, radius * FINE, fill, outline, FINE if outline is not None else 0)

    def write(self, left, top, text, size, tone):
        self.draw().text((left * FINE, top * FINE), text, fill=tone, font=font(round(size * FINE)))

    def put(self, code, left, top, module, tone):
        """Prints a code with its top left corner there; the size that it takes."""
        picture, scale = drawn(code), module * FINE / DRAWN
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        at = (round(left * FINE), round(top * FINE))
        filter = Image.Resampling.BOX if scale < 1 else Image.Resampling.BICUBIC
        self.raster.paste(tone, at, picture.resize(size, filter))
        left, top, right, bottom = bounds(code)
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
        self.places.append((code, (corners * np.array(size) / picture.size + at) / FINE))
        return size[0] / FINE, size[1] / FINE

    def lay(self, other, x, y, degrees=0):
        """Lays another paper on this one with its middle there, turned clockwise."""
        mask = Image.new("L", other.raster.size, 255)
        turned, mask = [
            picture.rotate(-degrees, Image.Resampling.BICUBIC, expand=True) for picture in (other.raster, mask)
        ]
        at = round(x * FINE - turned.width / 2), round(y * FINE - turned.height / 2)
        self.raster.paste(turned, at, mask)
        middle = (at[0] + turned.width / 2) / FINE, (at[1] + turned.height / 2) / FINE
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        for code, corners in other.places:
            away = corners - (other.width / 2, other.height / 2)
            self.places.append((code, away @ np.array([[cosine, sine], [-sine, cosine]]) + middle))

    def multiply(self, factors):
        """Makes each point lighter or darker; the factors may be of a coarser picture."""
        coarse = Image.fromarray(factors.astype(np.float32))
        factors = np.asarray(coarse.resize(self.raster.size, Image.Resampling.BILINEAR))
        values = np.asarray(self.raster) * factors
        self.raster = Image.fromarray(values.clip(0, 255).astype(np.uint8))


@functools.lru_cache(maxsize=64)
def font(size):
    # Pillow's own, so that no font of the system changes a scene.
    return ImageFont.load_default(size)


def brushed(random, width, height, strength):
    """The factors of brushed metal: streaks, and a few clouds."""
    rows, columns = round(height * FINE), round(width * FINE)
    streaks = np.repeat(random.normal(0, 1, (rows, columns // 64 + 1)), 64, axis=1)[:, :columns]
    clouds = Image.fromarray(random.normal(0, 1, (6, 6)).astype(np.float32))
    clouds = np.asarray(clouds.resize((columns, rows), Image.Resampling.BICUBIC))
    return 1 + strength * (0.5 * smooth_rows(streaks, 24) + clouds)


def smooth_rows(values, reach):
    """The running mean along each row."""
    sums = np.cumsum(np.pad(values, ((0, 0), (reach, reach)), mode="edge"), axis=1)
    return (sums[:, 2 * reach :] - sums[:, : -2 * reach]) / (2 * reach)


# Views


@dataclasses.dataclass(frozen=True)
class View:
    """How paper is bent and from where it is seen. Angles in degrees.

    `slopes` are the angles of the surface at equal steps along the direction `across`, from one end of the paper to
    the other: 0 everywhere is flat, a straight line is a cylinder, a step is a fold.
    """

    slopes: tuple = (0,)
    across: float = 0
    tilt: float = 0
    toward: float = 0
    turn: float = 0
    # How far the eye is away, in diagonals of the paper.
    distance: float = 2.0


class Projection:
    def __init__(self, paper, view):
        self.view = view
        self.middle = np.array([paper.width, paper.height]) / 2
        self.diagonal = math.hypot(paper.width, paper.height)
        self.distance = view.distance * self.diagonal
        along = np.linspace(-self.diagonal, self.diagonal, 4001)
        ends = np.linspace(-self.diagonal / 2, self.diagonal / 2, max(2, len(view.slopes)))
        slopes = np.radians(np.interp(along, ends, np.resize(view.slopes, len(ends))))
        step = along[1] - along[0]
        self.along, self.slopes = along, slopes
        self.run = np.cumsum(np.cos(slopes)) * step
        self.rise = np.cumsum(np.sin(slopes)) * step
        self.run -= np.interp(0, along, self.run)
        self.rise -= np.interp(0, along, self.rise)

    def steepness(self, points):
        """The slope of the surface at points of the paper, in radians."""
        across = math.radians(self.view.across)
        return np.interp((points - self.middle) @ (math.cos(across), math.sin(across)), self.along, self.slopes)

    def project(self, points):
        """Where points of the paper are seen."""
        across, toward, turn = (math.radians(angle) for angle in (self.view.across, self.view.toward, self.view.turn))
        first = np.array([math.cos(across), math.sin(across)])
        second = np.array([-math.sin(across), math.cos(across)])
        away = points - self.middle
        far, aside = away @ first, away @ second
        flat = np.interp(far, self.along, self.run)[..., None] * first + aside[..., None] * second
        height = np.interp(far, self.along, self.rise)
        # Tilted about an axis that lies in the paper.
        axis = np.array([math.cos(toward), math.sin(toward)])
        other = np.array([-axis[1], axis[0]])
        tilt = math.radians(self.view.tilt)
        aside, height = (flat @ other) * math.cos(tilt) - height * math.sin(tilt), (
            (flat @ other) * math.sin(tilt) + height * math.cos(tilt)
        )
        flat = (flat @ axis)[..., None] * axis + aside[..., None] * other
        flat *= (self.distance / np.maximum(self.distance + height, self.distance / 4))[..., None]
        return flat @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])

    def inverse(self, seen):
        """The points of the paper that are seen there, by Newton's method."""
        points = seen + self.middle
        for _ in range(25):
            here = self.project(points)
            right = self.project(points + (0.5, 0)) - here
            down = self.project(points + (0, 0.5)) - here
            determinant = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
            determinant = np.where(np.abs(determinant) < 1e-3, 1e-3, determinant)
            missing = seen - here
            step = np.stack(
                [
                    missing[..., 0] * down[..., 1] - missing[..., 1] * down[..., 0],
                    missing[..., 1] * right[..., 0] - missing[..., 0] * right[..., 1],
                ],
                axis=-1,
            ) / (2 * determinant[..., None])
            length = np.linalg.norm(step, axis=-1, keepdims=True)
            points = points + step * np.minimum(1, self.diagonal / 8 / np.maximum(length, 1e-9))
        return points


def look(paper, view, around, margin=0.03):
    """The picture of the paper, with a desk of that tone around it, and where in it the codes are."""
    projection = Projection(paper, view)
    edge = np.linspace(0, 1, 40)
    grid = np.stack(np.meshgrid(edge, edge), axis=-1)
    seen = projection.project(grid * (paper.width, paper.height)).reshape(-1, 2)
    spare = margin * (seen.max(0) - seen.min(0)).max()
    origin = seen.min(0) - spare
    width, height = np.ceil(seen.max(0) + spare - origin).astype(int)
    if view == View():
        picture = Image.new("L", (width * FINE, height * FINE), around)
        picture.paste(paper.raster, tuple(int(value) for value in np.round((-origin - projection.middle) * FINE)))
    else:
        if len(view.slopes) > 1:
            paper.multiply(shading(paper, projection))
        columns, rows = range(0, width + CELL, CELL), range(0, height + CELL, CELL)
        source = projection.inverse(np.stack(np.meshgrid(columns, rows), axis=-1) + origin) * FINE
        # The corners of a cell as Pillow has them: from the top left down and around.
        cells = np.concatenate([source[:-1, :-1], source[1:, :-1], source[1:, 1:], source[:-1, 1:]], axis=-1).tolist()
        mesh = [
            ((left * FINE, top * FINE, (left + CELL) * FINE, (top + CELL) * FINE), corners)
            for top, row in zip(rows, cells)
            for left, corners in zip(columns, row)
        ]
        size = (columns[-1] * FINE, rows[-1] * FINE)
        picture = paper.raster.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR, fillcolor=around)
        picture = picture.crop((0, 0, width * FINE, height * FINE))
    places = [(code, projection.project(corners) - origin) for code, corners in paper.places]
    return picture.reduce(FINE), places


def shading(paper, projection):
    """How light the parts of bent paper are: the side away from the lamp at the left is darker."""
    columns, rows = np.meshgrid(np.linspace(0, paper.width, 240), np.linspace(0, paper.height, 240))
    return 1 - 0.45 * np.abs(np.sin(projection.steepness(np.stack([columns, rows], axis=-1)) + 0.15))


# Cameras


@dataclasses.dataclass(frozen=True)
class Camera:
    """What lens, sensor and the camera's program do to a picture."""

    # Standard deviations: of the blur in pixels, of the noise of white in tones.
    blur: float
    noise: float
    # How much darker the darkest corner is, and in which direction.
    shadow: float
    direction: float
    # The light: 1 makes white paper 255.
    exposure: float
    sharpened: bool
    quality: int

    @staticmethod
    def any(random, roughness=1.0):
        """A usual one. At a roughness of 1 its blur is up to 0.9 pixels and its noise up to 6 tones."""
        return Camera(
            blur=random.uniform(0.45, 0.45 + 0.45 * roughness),
            noise=random.uniform(1.5, 1.5 + 4.5 * roughness),
            shadow=random.uniform(0.05, 0.1 + 0.45 * roughness),
            direction=random.uniform(0, 360),
            exposure=random.uniform(0.75, 1.0),
            sharpened=bool(random.random() < 0.5),
            quality=int(random.integers(72, 94)),
        )

    def photograph(self, picture, random):
        picture = picture.filter(ImageFilter.GaussianBlur(self.blur))
        values = np.asarray(picture).astype(np.float32)
        height, width = values.shape
        columns = np.linspace(-1, 1, width, dtype=np.float32)
        rows = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        right, down = math.cos(math.radians(self.direction)), math.sin(math.radians(self.direction))
        slope = (columns * right + rows * down) / (abs(right) + abs(down))
        values *= self.exposure * (1 - self.shadow * ((1 + slope) / 2).clip(0) ** 1.5)
        values *= 1 - 0.06 * (columns**2 + rows**2)
        # Light comes in grains, so what is lighter has more noise; and some is there in the dark.
        grain = random.standard_normal(values.shape, dtype=np.float32)
        values += np.sqrt(0.25 + 0.75 * values.clip(0) / 255) * self.noise * grain
        picture = Image.fromarray(values.clip(0, 255).round().astype(np.uint8))
        if self.sharpened:
            picture = picture.filter(ImageFilter.UnsharpMask(1.2, 70, 2))
        stored = io.BytesIO()
        picture.save(stored, "JPEG", quality=self.quality)
        return Image.open(stored).convert("L")
