#!/usr/bin/env python3
"""Makes the fixtures: images, the grays that are to come out of them, and manifest.txt, which lists both.

Run it with Pillow installed (pip install pillow); it writes beside itself. Pillow is the oracle: the grays are what it
reads from the very file, over white and upright. Where it rounds or cuts samples of 16 bits differently, the samples
that went into the file are taken instead. The tests need neither Python nor Pillow.
"""

import io
import struct
import zlib
from pathlib import Path

from PIL import Image, ImageOps

FOLDER = Path(__file__).resolve().parent
WIDTH, HEIGHT = 29, 19  # odd, so that no row ends with a byte or a block
manifest = []


def picture():
    """A gradient in colours with a corner of its own each, so that no turning or mirroring goes unseen."""
    image = Image.new("RGB", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            image.putpixel((x, y), (x * 255 // (WIDTH - 1), y * 255 // (HEIGHT - 1), (x + y) * 4 % 256))
    for corner, color in {(0, 0): (0, 0, 0), (1, 0): (255, 255, 255), (0, 1): (255, 0, 0), (1, 1): (0, 0, 160)}.items():
        left, top = corner[0] * (WIDTH - 8), corner[1] * (HEIGHT - 6)
        image.paste(color, (left, top, left + 8, top + 6))
    return image


def with_alpha(image):
    alpha = Image.new("L", image.size)
    alpha.putdata([(x * 7 + y * 3) % 256 if x % 5 else 255 for y in range(HEIGHT) for x in range(WIDTH)])
    result = image.copy()
    result.putalpha(alpha)
    return result


def over_white(image):
    if "A" in image.mode or "transparency" in image.info:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return image.convert("RGB").convert("L") if image.mode != "L" else image


def add(name, content, tolerance=0, grays=None, size=None):
    """Writes a fixture. `tolerance` is the greatest difference of a pixel that is right."""
    (FOLDER / name).write_bytes(content)
    if grays is None:
        image = Image.open(io.BytesIO(content))
        if image.format == "JPEG" and "adobe" not in image.info:
            image.draft("L", None)  # the luma as it is stored, rather than that of colours cut to their range
        image = over_white(ImageOps.exif_transpose(image))
        grays, size = image.tobytes(), image.size
    width, height = size or (WIDTH, HEIGHT)
    assert len(grays) == width * height, name
    (FOLDER / (name + ".gray")).write_bytes(grays)
    manifest.append(f"{name} {width} {height} {tolerance}")


def saved(image, format, **options):
    stream = io.BytesIO()
    image.save(stream, format, **options)
    return stream.getvalue()


def exif(orientation, order="<"):
    entries = [(0x0100, 4, 1, WIDTH), (0x0112, 3, 1, orientation), (0x0128, 3, 1, 2)]
    block = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "IH", 8, len(entries))
    for tag, kind, count, value in entries:
        packed = struct.pack(order + ("I" if kind == 4 else "HH"), *([value] if kind == 4 else [value, 0]))
        block += struct.pack(order + "HHI", tag, kind, count) + packed
    return block + bytes(4)


# PNG, written by hand, because Pillow does not write most of its kinds.

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def scanlines(rows, depth, filters):
    """Packs rows of pixels (tuples of samples) and filters them with the given types in turn."""
    result, before = b"", None
    for number, row in enumerate(rows):
        samples = [sample for pixel in row for sample in pixel]
        if depth == 16:
            line = struct.pack(f">{len(samples)}H", *samples)
        else:
            bits = "".join(format(sample, f"0{depth}b") for sample in samples)
            line = bytes(int(bits[i:i + 8].ljust(8, "0"), 2) for i in range(0, len(bits), 8))
        step = max(1, len(row[0]) * depth // 8)
        before = before or bytes(len(line))
        kind = filters[number % len(filters)]
        filtered = bytearray([kind])
        for i, value in enumerate(line):
            left, above = line[i - step] if i >= step else 0, before[i]
            corner = before[i - step] if i >= step else 0
            guess = left + above - corner
            paeth = min((left, above, corner), key=lambda near: abs(guess - near))
            filtered.append((value - [0, left, above, (left + above) // 2, paeth][kind]) % 256)
        result, before = result + bytes(filtered), line
    return result


def png(pixels, color_type, depth, interlaced=False, filters=(4, 3, 2, 1, 0), before=b"", after=b""):
    rows = [pixels[y * WIDTH:(y + 1) * WIDTH] for y in range(HEIGHT)]
    passes = [[row[x0::dx] for row in rows[y0::dy]] for x0, y0, dx, dy in ADAM7] if interlaced else [rows]
    data = zlib.compress(b"".join(scanlines(part, depth, filters) for part in passes), 9)
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, color_type, 0, 0, int(interlaced))
    half = len(data) // 2
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", data[:half])
            + chunk(b"IDAT", data[half:]) + after + chunk(b"IEND", b""))


def tuples(image):
    data = list(image.get_flattened_data() if hasattr(image, "get_flattened_data") else image.getdata())
    return data if isinstance(data[0], tuple) else [(value,) for value in data]


def wide(pixels):
    """Samples of 16 bits, whose low bytes differ from the high ones."""
    return [tuple(sample * 256 + (sample * 7 + 31) % 256 for sample in pixel) for pixel in pixels]


def make_png(color):
    gray, alpha = color.convert("L"), with_alpha(color)
    gray_alpha = with_alpha(gray)
    for depth in (1, 2, 4, 8):
        samples = [(value >> (8 - depth),) for (value,) in tuples(gray)]
        grays = bytes(value * 255 // (2**depth - 1) for (value,) in samples)
        for interlaced in (False, True):
            kind = "-interlaced" if interlaced else ""
            add(f"gray{depth}{kind}.png", png(samples, 0, depth, interlaced), grays=grays)
        key = samples[0][0]
        white = bytes(255 if value == key else value * 255 // (2**depth - 1) for (value,) in samples)
        add(f"gray{depth}-trns.png", png(samples, 0, depth, before=chunk(b"tRNS", struct.pack(">H", key))), grays=white)

        colors = color.quantize(2**depth)
        palette = bytes(colors.getpalette())[:3 * 2**depth]
        plte, indices = chunk(b"PLTE", palette), tuples(colors)
        add(f"palette{depth}.png", png(indices, 3, depth, before=plte))
        add(f"palette{depth}-trns.png", png(indices, 3, depth, before=plte + chunk(b"tRNS", bytes([0, 100]))), 1)
    add("palette8-interlaced.png", png(indices, 3, 8, True, before=plte))
    # With black and white only, the third index is beyond the palette, where libpng has black.
    beyond = [(index % 3,) for (index,) in indices]
    grays = bytes([0, 255, 0][index] for (index,) in beyond)
    add("palette8-beyond.png", png(beyond, 3, 8, before=chunk(b"PLTE", bytes([0, 0, 0, 255, 255, 255]))), grays=grays)

    # Of 16 bits the high byte counts; a tolerance of 1 lets a reader round.
    high = bytes(value for (value,) in tuples(gray))
    add("gray16.png", png(wide(tuples(gray)), 0, 16), 1, high)
    add("gray16-interlaced.png", png(wide(tuples(gray)), 0, 16, True), 1, high)
    key = wide([(high[0],)])[0]
    white = bytes(255 if value == high[0] else value for value in high)
    add("gray16-trns.png", png(wide(tuples(gray)), 0, 16, before=chunk(b"tRNS", struct.pack(">H", *key))), 1, white)
    for name, image, color_type in (("gray-alpha", gray_alpha, 4), ("rgb", color, 2), ("rgba", alpha, 6)):
        add(f"{name}8.png", png(tuples(image), color_type, 8), 1)
        add(f"{name}8-interlaced.png", png(tuples(image), color_type, 8, True), 1)
        add(f"{name}16.png", png(wide(tuples(image)), color_type, 16), 1, over_white(image).tobytes())
    red = struct.pack(">HHH", 255, 0, 0)
    add("rgb8-trns.png", png(tuples(color), 2, 8, before=chunk(b"tRNS", red)))
    red = struct.pack(">HHH", *wide([(255, 0, 0)])[0])
    masked = bytes(255 if pixel == (255, 0, 0) else value for pixel, value in zip(tuples(color), high))
    add("rgb16-trns.png", png(wide(tuples(color)), 2, 16, before=chunk(b"tRNS", red)), 1, masked)
    add("exif6.png", png(tuples(gray), 0, 8, before=chunk(b"eXIf", exif(6))))
    add("exif8-behind.png", png(tuples(gray), 0, 8, after=chunk(b"eXIf", exif(8, ">"))))


def make_jpeg(color):
    gray = color.convert("L")
    add("gray.jpg", saved(gray, "JPEG", quality=90), 2)
    add("gray-progressive.jpg", saved(gray, "JPEG", quality=90, progressive=True), 2)
    for name, subsampling in (("444", 0), ("422", 1), ("420", 2)):
        add(f"rgb-{name}.jpg", saved(color, "JPEG", quality=90, subsampling=subsampling), 2)
    add("rgb-progressive.jpg", saved(color, "JPEG", quality=90, progressive=True), 2)
    add("rgb-untransformed.jpg", saved(color, "JPEG", quality=90, keep_rgb=True), 2)
    add("rgb-restarts.jpg", saved(color, "JPEG", quality=90, restart_marker_blocks=2), 2)
    inks = saved(color.convert("CMYK"), "JPEG", quality=90)
    add("cmyk.jpg", inks, 3)
    adobe = inks.index(b"Adobe")
    add("ycck.jpg", inks[:adobe + 11] + b"\2" + inks[adobe + 12:], 3)
    for orientation in range(1, 9):
        # The pixels are stored turned, so that each of the eight shows the same picture.
        back = [None, None, 0, 3, 1, 5, 2, 6, 4][orientation]
        stored = gray if back is None else gray.transpose(Image.Transpose(back))
        block = b"Exif\0\0" + exif(orientation, "<>"[orientation % 2])
        add(f"exif{orientation}.jpg", saved(stored, "JPEG", quality=95, exif=block), 2)


def make_webp(color):
    gray, alpha = color.convert("L"), with_alpha(color)
    # Pillow makes colours of the stored luma, cuts them to their range, and makes luma of them again.
    add("lossy.webp", saved(color, "WEBP", quality=90), 16)
    add("lossy-gray.webp", saved(gray, "WEBP", quality=90), 2)
    add("lossy-alpha.webp", saved(alpha, "WEBP", quality=90), 2)
    add("lossless.webp", saved(color, "WEBP", lossless=True))
    add("lossless-alpha.webp", saved(alpha, "WEBP", lossless=True, exact=True), 1)
    add("exif6.webp", saved(gray, "WEBP", lossless=True, exif=exif(6)))
    add("exif3-lossy.webp", saved(gray, "WEBP", quality=90, exif=b"Exif\0\0" + exif(3, ">")), 2)
    frames = [ImageOps.invert(color), color.transpose(Image.Transpose.ROTATE_180)]
    add("animated.webp", saved(color, "WEBP", lossless=True, save_all=True, append_images=frames, duration=100))


def make_pnm(color):
    gray = color.convert("L")
    high, colors = gray.tobytes(), tuples(color)
    black = [value < 128 for value in high]
    rows = [black[y * WIDTH:(y + 1) * WIDTH] for y in range(HEIGHT)]
    size, bitmap = f"{WIDTH} {HEIGHT}", bytes(0 if bit else 255 for bit in black)
    touching = "\n".join("".join("01"[bit] for bit in row) for row in rows)
    add("plain.pbm", f"P1\n# bits that touch\n{size}\n{touching}\n".encode(), grays=bitmap)
    add("plain.pgm", f"P2 {size} 255\n{' '.join(map(str, high))}\n".encode(), grays=high)
    words = " ".join(str(value) for pixel in colors for value in pixel)
    add("plain.ppm", f"P3\t{size}\r\n255 # levels\r\n{words}\n".encode())
    packed = b"".join(
        int("".join("01"[bit] for bit in row).ljust((WIDTH + 7) // 8 * 8, "0"), 2).to_bytes((WIDTH + 7) // 8, "big")
        for row in rows)
    add("binary.pbm", f"P4\n{size}\n".encode() + packed)
    add("binary.pgm", f"P5#a comment\n#and another\n{WIDTH}#\n{HEIGHT}\n255\n".encode() + high, grays=high)
    add("binary.ppm", f"P6 {size} 255 ".encode() + color.tobytes())
    add("line-ends-of-two.pgm", f"P5\r\n{size}\r\n255\r\n".encode() + high, grays=high)
    add("two-images.pgm", (f"P5 {size} 255\n".encode() + high) * 2, grays=high)
    levels = bytes(value >> 4 for value in high)
    add("maximum15.pgm", f"P5 {size} 15\n".encode() + levels, grays=bytes(value * 17 for value in levels))
    wide_gray = struct.pack(f">{len(high)}H", *(value for pixel in wide(tuples(gray)) for value in pixel))
    add("maximum65535.pgm", f"P5 {size} 65535\n".encode() + wide_gray, 1, high)
    wide_color = struct.pack(f">{len(high) * 3}H", *(value for pixel in wide(colors) for value in pixel))
    add("maximum65535.ppm", f"P6 {size} 65535\n".encode() + wide_color, 1, high)
    words = " ".join(str(value * 1000 // 255) for value in high)
    add("maximum1000-plain.pgm", f"P2 {size} 1000 {words}\n".encode(), 1, high)


if __name__ == "__main__":
    color = picture()
    for make in (make_jpeg, make_png, make_webp, make_pnm):
        make(color)
    (FOLDER / "manifest.txt").write_text("\n".join(manifest) + "\n")
