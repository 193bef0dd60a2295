"""A make-believe photographer's studio: printed sheets, backdrops, lamps and a camera."""
import io
import math
import subprocess

import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps

FONTS = {"serif": "opentype/ebgaramond/EBGaramond12-Regular.otf",
         "serif-italic": "opentype/ebgaramond/EBGaramond12-Italic.otf",
         "serif-bold": "opentype/ebgaramond/EBGaramond12-Bold.otf",
         "sans": "truetype/lato/Lato-Regular.ttf", "light": "truetype/lato/Lato-Light.ttf",
         "bold": "truetype/lato/Lato-Bold.ttf", "black": "truetype/lato/Lato-Black.ttf",
         "italic": "truetype/lato/Lato-Italic.ttf"}


# ---- Printed surfaces ------------------------------------------------------

class Sheet:
    """A printed surface, laid out in millimetres from its top left corner."""

    def __init__(self, width, height, scale, fill):
        self.scale, self.width, self.height = scale, width, height
        self.image = Image.new("RGBA", (round(width * scale), round(height * scale)), fill)
        self.draw = ImageDraw.Draw(self.image)

    def px(self, *lengths):
        return [round(length * self.scale) for length in lengths]

    def text(self, x, y, words, face, size, fill, anchor="ls", width=None, leading=1.36, tracking=0):
        """Sets words from the baseline at y, in lines no wider than width; returns the next baseline."""
        font = ImageFont.truetype(f"/usr/share/fonts/{FONTS[face]}", size * self.scale)
        for paragraph in words.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}".strip()
                if width and line and font.getlength(longer) > width * self.scale:
                    self.draw.text(self.px(x, y), line, fill, font, anchor)
                    line, y = word, y + size * leading
                else:
                    line = longer
            if tracking:
                for letter in line:
                    self.draw.text((x * self.scale, y * self.scale), letter, fill, font, anchor)
                    x += font.getlength(letter) / self.scale + tracking
            else:
                self.draw.text(self.px(x, y), line, fill, font, anchor)
            y += size * leading
        return y

    def box(self, x0, y0, x1, y1, fill, radius=0):
        self.draw.rounded_rectangle(self.px(x0, y0, x1, y1), radius * self.scale, fill)

    def disc(self, x, y, radius, fill):
        self.draw.ellipse(self.px(x - radius, y - radius, x + radius, y + radius), fill)

    def rule(self, x0, y0, x1, y1, fill, weight):
        self.draw.line(self.px(x0, y0, x1, y1), fill, max(1, round(weight * self.scale)))

    def symbol(self, x, y, module, *arguments):
        """Prints a symbol drawn by zint, its narrowest bar one module wide; returns its size."""
        drawn = subprocess.run(["zint", "--direct", "--filetype=PNG", "--scale=5", *arguments],
                               check=True, capture_output=True).stdout
        image = Image.open(io.BytesIO(drawn)).convert("RGB")
        size = [length / 10 * module for length in image.size]      # scale 5: ten pixels a module
        ink = ImageOps.invert(image.resize(self.px(*size), Image.LANCZOS).convert("L"))
        self.image.paste("#141414", self.px(x, y), ink)
        return size

    def blend(self, strength, pattern):
        """Darkens and lightens the print by a pattern of values around zero."""
        values = np.asarray(self.image, np.float32).copy()
        values[..., :3] *= 1 + strength * pattern[..., None]
        self.image.paste(Image.fromarray(values.clip(0, 255).astype(np.uint8)))
        return self


def noise(random, shape, *cells):
    """Smooth noise around zero, a sum of layers with the given (rows, columns) cells in pixels."""
    total = np.zeros(shape, np.float32)
    for rows, columns in cells:
        coarse = (max(2, int(shape[0] / rows) + 2), max(2, int(shape[1] / columns) + 2))
        grid = Image.fromarray(random.standard_normal(coarse).astype(np.float32))
        total += np.asarray(grid.resize(shape[::-1], Image.BICUBIC))
    return total / math.sqrt(len(cells))


def painted(values, *colours):
    """A picture from values between 0 and 1, along a ramp of colours."""
    stops = np.linspace(0, 1, len(colours))
    bands = [np.interp(values, stops, [colour[i] for colour in colours]) for i in range(3)]
    return Image.fromarray(np.stack(bands, -1).clip(0, 255).astype(np.uint8)).convert("RGBA")


def wood(random, size, planks, *colours):
    """Planks with the grain along the rows."""
    y = np.linspace(0, planks, size)[:, None] * np.ones((1, size))
    plank = y.astype(int)
    warp = noise(random, (size, size), (size / 9, size / 3), (size / 30, size / 5))
    rings = np.sin((y * 5 + 1.1 * warp + plank * 3.7) * 2 * np.pi)
    fibre = noise(random, (size, size), (3, 250), (5, 600), (9, 900))
    pores = np.clip(noise(random, (size, size), (2, 45)) - 1.1, 0, 1)
    tone = 0.55 + 0.12 * rings + 0.1 * fibre - 0.35 * pores + 0.1 * random.standard_normal(planks + 1)[plank]
    gap = np.minimum(y - plank, 1 - (y - plank)) * size / planks
    return painted(tone * (0.25 + 0.75 * np.clip(gap / 5, 0, 1)), *colours)


def cloth(random, size, pitch, *colours):
    """A plain weave."""
    y, x = np.mgrid[:size, :size] * (np.pi / pitch)
    over = np.sin(x) * np.sin(y) > 0
    thread = np.where(over, np.abs(np.sin(y)), np.abs(np.sin(x)))
    slub = np.where(over, noise(random, (size, size), (pitch, 300)), noise(random, (size, size), (300, pitch)))
    return painted(0.2 + 0.5 * thread + 0.1 * slub + 0.05 * noise(random, (size, size), (2, 2)), *colours)


def bricks(random, size, rows, mortar, *colours):
    """A running bond of bricks three times as long as they are high."""
    y, x = np.mgrid[:size, :size] * (rows / size)
    wobble = noise(random, (size, size), (size / rows / 3, size / rows / 3), (9, 9))
    y, x = y + 0.012 * wobble, x + 0.012 * wobble[::-1]
    row = y.astype(int)
    along = x / 3 + 0.5 * (row % 2)
    column = along.astype(int)
    edge = np.minimum(np.minimum(y % 1, 1 - y % 1), 3 * np.minimum(along % 1, 1 - along % 1))
    tone = 0.5 + 0.17 * random.standard_normal((rows + 2, rows + 2))[row, column]
    rough = noise(random, (size, size), (3, 3), (8, 8), (40, 60))
    pits = np.clip(noise(random, (size, size), (5, 7), (12, 16)) - 1.2, 0, 0.7)
    brick = np.asarray(painted(tone + 0.12 * rough - 0.7 * pits, *colours), np.float32)
    joint = np.asarray(painted(0.5 + 0.15 * rough, *mortar), np.float32)
    share = np.clip((edge - 0.07) / 0.03, 0, 1)[..., None]
    lit = 1 + share[..., 0] * (0.3 * np.clip(1 - (y % 1) / 0.3, 0, 1) - 0.25 * np.clip((y % 1 - 0.8) / 0.2, 0, 1))
    mixed = (brick * share + joint * (1 - share)) * lit[..., None]
    return Image.fromarray(mixed.clip(0, 255).astype(np.uint8))


def shadow(width, height, soft, strength):
    """A soft dark patch, the size of its caster and of its own blur on every side."""
    x = np.arange(-1.5 * soft, width + 1.5 * soft)
    y = np.arange(-1.5 * soft, height + 1.5 * soft)
    fade = [np.clip(0.5 + np.minimum(v, length - v) / (2 * soft), 0, 1) for v, length in ((x, width), (y, height))]
    fade = [v * v * (3 - 2 * v) for v in fade]
    alpha = np.outer(fade[1], fade[0]) * 255 * strength
    picture = np.zeros((*alpha.shape, 4), np.uint8)
    picture[..., 3] = alpha
    return Image.fromarray(picture)


# ---- The camera ------------------------------------------------------------

def unit(vector):
    vector = np.asarray(vector, np.float32)
    return vector / np.linalg.norm(vector, axis=-1, keepdims=True)


class Photo:
    """A pinhole camera with a depth buffer; millimetres, z up, light in linear units."""
    OVER = 2                                                    # samples a pixel along each side

    def __init__(self, size, eye, target, view, lamps, ambient, roll=0):
        width, height = (length * self.OVER for length in size)
        self.eye = np.asarray(eye, np.float32)
        self.forward = forward = unit(np.subtract(target, eye))
        right = unit(np.cross(forward, (math.sin(roll), 0, math.cos(roll))))
        y, x = np.mgrid[:height, :width].astype(np.float32)
        reach = 2 * math.tan(math.radians(view) / 2) / max(width, height)
        self.rays = (forward + right * ((x - width / 2) * reach)[..., None]
                     + np.cross(forward, right) * ((y - height / 2) * reach)[..., None]).astype(np.float32)
        self.light = np.zeros((height, width, 3), np.float32)
        self.depth = np.full((height, width), 1e6, np.float32)
        self.lamps, self.ambient = lamps, np.asarray(ambient, np.float32)

    def show(self, texture, t, u, v, normal, gloss=None):
        """Puts a texture where its coordinates are between 0 and 1 and nothing is nearer."""
        seen = (t > 0) & (t < self.depth + 0.02) & (u >= 0) & (u < 1) & (v >= 0) & (v < 1)
        t, u, v, rays = t[seen], u[seen], v[seen], self.rays[seen]
        points = self.eye + t[:, None] * rays
        normal = normal(points) if callable(normal) else normal
        texels = np.asarray(texture.convert("RGBA"), np.float32) / 255
        rows, columns = texels.shape[:2]
        x, y = np.clip(u * columns - 0.5, 0, columns - 1.01), np.clip(v * rows - 0.5, 0, rows - 1.01)
        left, top = x.astype(int), y.astype(int)
        x, y = (x - left)[:, None], (y - top)[:, None]
        texel = ((texels[top, left] * (1 - x) + texels[top, left + 1] * x) * (1 - y)
                 + (texels[top + 1, left] * (1 - x) + texels[top + 1, left + 1] * x) * y)
        light = np.broadcast_to(self.ambient, rays.shape).copy()
        for position, colour, distance in self.lamps:
            towards = np.asarray(position, np.float32) - points
            far = np.linalg.norm(towards, axis=1)
            light += ((np.sum(towards * normal, 1) / far).clip(0) * (distance / far) ** 2)[:, None] * np.float32(colour)
        result = texel[:, :3] ** 2.2 * light
        if gloss:
            mirrored = rays - 2 * np.sum(rays * normal, 1)[:, None] * normal
            result += gloss(points, unit(mirrored))
        alpha = texel[:, 3:]
        self.light[seen] = self.light[seen] * (1 - alpha) + result * alpha
        self.depth[seen] = np.where(alpha[:, 0] > 0.5, t, self.depth[seen])

    def plane(self, texture, corner, right, down, gloss=None):
        """A flat texture, from its top left corner and its two sides."""
        corner, right, down = (np.asarray(v, np.float32) for v in (corner, right, down))
        normal = unit(np.cross(down, right))
        t = np.dot(corner - self.eye, normal) / (self.rays @ normal)
        offset = self.eye + t[..., None] * self.rays - corner
        self.show(texture, t, offset @ right / (right @ right), offset @ down / (down @ down), normal, gloss)

    def drum(self, texture, radius, low, high, turn=0, gloss=None):
        """An upright cylinder on the origin, its texture around the half that faces the camera."""
        x, y = self.rays[..., 0], self.rays[..., 1]
        a, b = x * x + y * y, x * self.eye[0] + y * self.eye[1]
        inside = b * b - a * (self.eye[0] ** 2 + self.eye[1] ** 2 - radius ** 2)
        t = np.where(inside > 0, (-b - np.sqrt(inside.clip(0))) / a, -1)
        px, py, pz = (self.eye[i] + t * self.rays[..., i] for i in range(3))
        around = np.arctan2(px, -py) / np.pi + 0.5 + turn
        self.show(texture, t, around, (high - pz) / (high - low),
                  lambda p: unit(p * np.float32((1, 1, 0))), gloss)

    def ball(self, texture, centre, radius, gloss=None):
        centre = np.asarray(centre, np.float32)
        a, b = np.sum(self.rays ** 2, -1), self.rays @ (self.eye - centre)
        inside = b * b - a * (np.sum((self.eye - centre) ** 2) - radius ** 2)
        t = np.where(inside > 0, (-b - np.sqrt(inside.clip(0))) / a, -1)
        p = unit(self.eye + t[..., None] * self.rays - centre)
        self.show(texture, t, 0.5 + np.arctan2(p[..., 0], -p[..., 1]) / 6.3, np.arccos(p[..., 2]) / 3.142,
                  lambda points: unit(points - centre), gloss)

    def develop(self, random, focus, depth=0.0, blur=0.7, shake=(0, 0), exposure=1.0, vignette=0.35,
                grain=0.01):
        """Turns light into a picture, sharpest at the point in focus."""
        def halved(values):
            return (values[::2, ::2] + values[1::2, ::2] + values[::2, 1::2] + values[1::2, 1::2]) / 4
        light, far = halved(self.light), halved(self.depth)
        height, width = far.shape
        focus = np.dot(np.subtract(focus, self.eye), self.forward)
        wanted = blur + np.abs(1 - focus / far)[..., None] * depth      # in pixels, sigma
        steps = [0.4, 1, 2, 4, 8, 16]
        behind = np.where(far > 1.12 * focus, 1, 0.01)[..., None]       # the far blur must not pick up the near
        blurred = [soften(light, sigma) if sigma < 4 else soften(light * behind, sigma) / soften(behind, sigma)
                   for sigma in steps]
        light = sum(level * (1 - np.abs(np.interp(wanted, steps, range(6)) - i)).clip(0)
                    for i, level in enumerate(blurred))
        if any(shake):
            moves = np.linspace(-0.5, 0.5, 2 * math.ceil(math.hypot(*shake)) + 1)
            light = sum(np.roll(light, (round(m * shake[1]), round(m * shake[0])), (0, 1)) for m in moves) / len(moves)
        y, x = np.mgrid[-1:1:height * 1j, -1:1:width * 1j]
        light = light * exposure * (1 - vignette * (x * x + y * y) / 2)[..., None]
        shoulder = np.where(light > 0.7, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.3 * 0.8), light)
        picture = shoulder.clip(0) ** (1 / 2.2)
        luma = soften(random.standard_normal((height, width, 1)), 0.55) * 1.6
        chroma = np.stack([noise(random, (height, width), (4, 4)) for _ in range(3)], -1)
        picture += grain * (1.3 - picture) * (luma + 0.5 * chroma)
        return Image.fromarray((picture * 255 + 0.5).clip(0, 255).astype(np.uint8))


def soften(values, sigma):
    """A Gaussian blur."""
    reach = math.ceil(3 * sigma)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padding = [(reach, reach) if i == axis else (0, 0) for i in range(3)]
        padded = np.pad(values, padding, "edge").astype(np.float32)
        length = values.shape[axis]
        values = sum(w * padded.take(range(i, i + length), axis) for i, w in enumerate(weights))
    return values


def window(middle, across, up, width, height, bright, panes=(2, 3), edge=0.03):
    """The mirror image of a window with glazing bars, as a gloss for show()."""
    middle, across, up = unit(middle), unit(across), unit(up)

    def gloss(points, mirrored):
        towards = mirrored @ middle
        x, y = mirrored @ across / towards / width + 0.5, mirrored @ up / towards / height + 0.5
        inside = (towards > 0) & (x > 0) & (x < 1) & (y > 0) & (y < 1)
        to_bar = np.minimum(*((0.5 - np.abs(v * n % 1 - 0.5)) / n for v, n in zip((x, y), panes)))
        return (inside * np.clip(to_bar / edge, 0, 1))[:, None] * np.float32(bright)
    return gloss
