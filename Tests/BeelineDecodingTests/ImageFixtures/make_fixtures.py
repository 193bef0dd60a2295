#!/usr/bin/env python3
"""Makes the fixtures: images, the grays that are to come out of them, and manifest.txt, which lists both.

Run it with pip install pillow pillow-heif tifffile imagecodecs; it writes beside itself. Pillow is the oracle: the grays
are what it reads from the very file, over white and upright. Where it rounds or cuts samples of 16 bits differently, or
cannot read the file, the samples that went into the file are taken instead. HEIC comes from pillow-heif, which brings a
newer libheif, AVIF from Pillow, which reads it by libavif. The tests need neither Python nor Pillow.
"""

import io
import struct
import zlib
from pathlib import Path

import numpy
import pillow_heif
import tifffile
from PIL import Image, ImageOps, ImageSequence

pillow_heif.register_heif_opener()

FOLDER = Path(__file__).resolve().parent
WIDTH, HEIGHT = 29, 19  # odd, so that no row ends with a byte or a block
manifest = []
pages = []


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


def add_page(name, number, grays, size=None, tolerance=0):
    """Says what a page of a fixture that has several is like; 0 by 0 for one that cannot be read."""
    width, height = size or (WIDTH, HEIGHT)
    assert len(grays) == width * height, name
    if grays:
        (FOLDER / f"{name}.{number}.gray").write_bytes(grays)
    pages.append(f"{name} {number} {width} {height} {tolerance}")


def add_frames(name, content, tolerance=0):
    """Writes an animation. Frames that equal the one before do not count as pages."""
    add(name, content, tolerance)
    before = None
    for number, frame in enumerate(ImageSequence.Iterator(Image.open(io.BytesIO(content))), 1):
        grays = over_white(frame.convert("RGBA")).tobytes()
        if grays != before:
            add_page(name, number, grays, frame.size, tolerance)
        before = grays


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
    add_frames("animated.webp", saved(color, "WEBP", lossless=True, save_all=True, append_images=frames, duration=100))
    # Pillow lays whole frames on each other; those of libwebp's encoder are cut to what changes.
    small = alpha.copy()
    small.paste((10, 200, 30, 128), (4, 4, 14, 10))
    add_frames("blended.webp", saved(alpha, "WEBP", lossless=True, save_all=True, append_images=[small, small, alpha],
                                     duration=[100, 110, 120, 130], minimize_size=True, exact=True), 1)


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


def tiff(samples, **options):
    stream = io.BytesIO()
    tifffile.imwrite(stream, samples, metadata=None, **options)
    return stream.getvalue()


def packed(levels, depth):
    """Rows of samples, several in a byte."""
    rows = numpy.asarray(levels, numpy.uint8).reshape(HEIGHT, WIDTH)
    bits = numpy.unpackbits(rows[:, :, None], axis=2)[:, :, 8 - depth:].reshape(HEIGHT, WIDTH * depth)
    return numpy.packbits(bits, axis=1).tobytes()


def tiff_by_hand(data, tags, order="<", big=False):
    """A file of one strip and one directory, for what the writers at hand do not write."""
    tags = {256: (4, WIDTH), 257: (4, HEIGHT), 259: (3, 1), 273: (4, 16), 278: (4, HEIGHT), 279: (4, len(data)), **tags}
    start = 16 + len(data)
    start += start % 2
    header = b"II" if order == "<" else b"MM"
    header += struct.pack(order + ("HHHQ" if big else "HI"), *((43, 8, 0, start) if big else (42, start)))
    body = header.ljust(16, b"\0") + data
    body = body.ljust(start, b"\0")
    count, value = ("Q", "Q") if big else ("H", "I")
    behind = start + struct.calcsize("<" + count) + len(tags) * (20 if big else 12) + (8 if big else 4)
    entries, rest = b"", b""
    for tag, (kind, values) in sorted(tags.items()):
        values = values if isinstance(values, (list, tuple)) else [values]
        content = struct.pack(order + str(len(values)) + {3: "H", 4: "I"}[kind], *values)
        width = 8 if big else 4
        if len(content) > width:
            content, rest = struct.pack(order + value, behind + len(rest)), rest + content
        entries += struct.pack(order + "HH" + value, tag, kind, len(values)) + content.ljust(width, b"\0")
    return body + struct.pack(order + count, len(tags)) + entries + struct.pack(order + value, 0) + rest


def make_tiff(color):
    gray, alpha = color.convert("L"), with_alpha(color)
    array, high = numpy.asarray(gray), gray.tobytes()
    bitmap = gray.point(lambda value: 255 * (value > 127)).convert("1")
    for compression in (None, "packbits", "tiff_lzw", "tiff_adobe_deflate"):
        add(f"gray-{compression}.tif", saved(gray, "TIFF", compression=compression))
    add("rgb-strips.tif", tiff(numpy.asarray(color), photometric="rgb", rowsperstrip=4, compression="zlib"))
    add("rgb-tiles.tif", tiff(numpy.asarray(color), photometric="rgb", tile=(16, 16), compression="zlib"))
    add("gray-tiles.tif", tiff(array, photometric="minisblack", tile=(16, 16)))
    add("rgb-planes.tif", tiff(numpy.asarray(color).transpose(2, 0, 1), photometric="rgb", planarconfig="separate"))
    add("big.tif", tiff(array, photometric="minisblack", bigtiff=True))
    add("big-endian.tif", tiff(array, photometric="minisblack", byteorder=">", rowsperstrip=5))
    add("white-is-0.tif", tiff(255 - array, photometric="miniswhite"))
    wide_gray = numpy.array([value for pixel in wide(tuples(gray)) for value in pixel], numpy.uint16)
    wide_gray = wide_gray.reshape(HEIGHT, WIDTH)
    add("gray16.tif", tiff(wide_gray, photometric="minisblack"), 1, high)
    add("gray16-big-endian.tif", tiff(wide_gray, photometric="minisblack", byteorder=">", compression="zlib",
                                      predictor=True), 1, high)
    add("gray16-white-is-0.tif", tiff(65535 - wide_gray, photometric="miniswhite"), 1, high)
    wide_rgb = numpy.array(wide(tuples(color)), numpy.uint16).reshape(HEIGHT, WIDTH, 3)
    add("rgb16.tif", tiff(wide_rgb, photometric="rgb"), 1, high)
    add("rgba.tif", saved(alpha, "TIFF"), 2)
    add("cmyk.tif", saved(color.convert("CMYK"), "TIFF"), 2)
    add("ycbcr-jpeg.tif", saved(color, "TIFF", compression="jpeg", quality=95), 8)
    add("gray-jpeg.tif", saved(gray, "TIFF", compression="jpeg", quality=95), 2)
    add("palette.tif", saved(color.quantize(200), "TIFF"))
    for compression in ("group3", "group4", "tiff_ccitt"):
        add(f"{compression}.tif", saved(bitmap, "TIFF", compression=compression))
    for depth in (2, 4):
        samples = [value >> (8 - depth) for value in high]
        grays = bytes(value * 255 // (2**depth - 1) for value in samples)
        tags = {258: (3, depth), 262: (3, 1), 277: (3, 1)}
        add(f"gray{depth}.tif", tiff_by_hand(packed(samples, depth), tags), grays=grays)
    colors = color.quantize(16)
    palette = numpy.zeros((3, 16), int)
    entries = numpy.array(colors.getpalette()[:48]).reshape(-1, 3).T * 257
    palette[:, :entries.shape[1]] = entries
    tags = {258: (3, 4), 262: (3, 3), 277: (3, 1), 320: (3, palette.flatten().tolist())}
    grays = over_white(colors.convert("RGB")).tobytes()
    content = packed([value for (value,) in tuples(colors)], 4)
    add("palette4.tif", tiff_by_hand(content, tags), grays=grays)
    add("palette4-big.tif", tiff_by_hand(content, tags, ">", True), grays=grays)
    add("bitmap-turned-bits.tif", tiff_by_hand(
        bytes(int(f"{value:08b}"[::-1], 2) for value in bitmap.tobytes()),
        {258: (3, 1), 262: (3, 1), 266: (3, 2), 277: (3, 1)}), grays=bitmap.convert("L").tobytes())
    for orientation in range(1, 9):
        back = [None, None, 0, 3, 1, 5, 2, 6, 4][orientation]
        stored = color if back is None else color.transpose(Image.Transpose(back))
        add(f"turned{orientation}.tif", saved(stored, "TIFF", tiffinfo={274: orientation}),
            grays=color.convert("L").tobytes())

    # Pages: a colour one, a small copy of it, a turned one in black and white, and a smaller one.
    small = gray.resize((11, 7))
    stream = io.BytesIO()
    with tifffile.TiffWriter(stream) as writer:
        writer.write(numpy.asarray(color), photometric="rgb", metadata=None)
        writer.write(array[::2, ::2], photometric="minisblack", subfiletype=1, metadata=None)
        writer.write(numpy.asarray(bitmap), photometric="minisblack", metadata=None, compression="zlib",
                     extratags=[(274, 3, 1, 3, True)])
        writer.write(numpy.asarray(small), photometric="minisblack", metadata=None)
    add("pages.tif", stream.getvalue())
    add_page("pages.tif", 1, over_white(color).tobytes())
    add_page("pages.tif", 2, bitmap.transpose(Image.Transpose.ROTATE_180).convert("L").tobytes())
    add_page("pages.tif", 3, small.tobytes(), small.size)


def make_gif(color):
    gray = color.convert("L")
    bitmap = gray.point(lambda value: 255 * (value > 127)).convert("1")
    add("palette.gif", saved(color.quantize(200), "GIF", interlace=0))
    add("interlaced.gif", saved(color.quantize(200), "GIF", interlace=1))
    add("bitmap.gif", saved(bitmap, "GIF", interlace=0))
    seen = color.quantize(100)
    add("transparent.gif", saved(seen, "GIF", transparency=seen.getpixel((0, 0)), interlace=0))
    # A frame that is smaller than the canvas, a canvas that is smaller than the frame, and none at all.
    plain = saved(seen, "GIF", interlace=0)
    grays = over_white(seen.convert("RGB"))
    wide_canvas = Image.new("L", (WIDTH + 3, HEIGHT + 2), 255)
    start = plain.index(b",\0\0\0\0")
    moved = plain[:6] + struct.pack("<HH", WIDTH + 3, HEIGHT + 2) + plain[10:start + 1] + struct.pack("<HH", 2, 1)
    wide_canvas.paste(grays, (2, 1))
    add("on-canvas.gif", moved + plain[start + 5:], grays=wide_canvas.tobytes(), size=wide_canvas.size)
    for name, sides in (("small", (5, 4)), ("no", (0, 0))):
        add(f"{name}-canvas.gif", plain[:6] + struct.pack("<HH", *sides) + plain[10:], grays=grays.tobytes())
    steps = []
    for step in range(4):
        frame = color.copy()
        frame.paste((255, 255, 255), (step * 5, 3, step * 5 + 8, 9))
        steps.append(frame)
    steps.insert(2, steps[1])
    frames = [step.quantize(64) for step in steps]
    # Before the first frame there is nothing, to which Pillow does not go back as browsers do.
    for disposal in (1, 2, [1, 3, 3, 3, 3]):
        name = f"disposal{disposal if isinstance(disposal, int) else 3}.gif"
        add_frames(name, saved(frames[0], "GIF", save_all=True, append_images=frames[1:], disposal=disposal,
                               duration=[50, 60, 70, 80, 90]))
    layers = []
    for step in range(3):
        layer = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
        layer.paste((200, 30 * step, 60, 255), (step * 7, 2, step * 7 + 9, 12))
        layers.append(layer)
    for disposal in (1, 2):
        add_frames(f"layers{disposal}.gif", saved(
            layers[0], "GIF", save_all=True, append_images=layers[1:], disposal=disposal, duration=50))


def bmp(data, depth, palette=b"", compression=0, height=HEIGHT, header=40, masks=b"", used=0):
    if header == 12:
        info = struct.pack("<IHHHH", 12, WIDTH, height, 1, depth)
    else:
        info = struct.pack("<IiiHHIIiiII", header, WIDTH, height, 1, depth, compression, len(data), 0, 0, used, 0)
        info = (info + (masks if header > 40 else b"")).ljust(header, b"\0") + (masks if header == 40 else b"")
    start = 14 + len(info) + len(palette)
    return b"BM" + struct.pack("<IHHI", start + len(data), 0, 0, start) + info + palette + data


def runs(levels, depth):
    """Rows of indices as runs, and what of a row does not repeat as it is; from the bottom up."""
    result = b""
    for y in range(HEIGHT - 1, -1, -1):
        row, x = levels[y * WIDTH:(y + 1) * WIDTH], 0
        while x < WIDTH:
            length = 1
            while x + length < WIDTH and row[x + length] == row[x]:
                length += 1
            if length > 2 or WIDTH - x < 3:
                result += bytes([length, row[x] * (17 if depth == 4 else 1)])
            else:
                length = min(5, WIDTH - x)
                single = row[x:x + length]
                if depth == 4:
                    single = [a << 4 | b for a, b in zip(single[::2], (single[1::2] + [0])[:(length + 1) // 2])]
                result += bytes([0, length]) + bytes(single) + b"\0" * (len(single) % 2)
            x += length
        result += b"\0\0" if y else b"\0\1"
    return result


def make_bmp(color):
    gray, alpha = color.convert("L"), with_alpha(color)
    bitmap = gray.point(lambda value: 255 * (value > 127)).convert("1")
    for name, image in (("bitmap", bitmap), ("gray", gray), ("palette8", color.quantize(200)), ("rgb24", color)):
        add(f"{name}.bmp", saved(image, "BMP"))
    pad = lambda row: row + b"\0" * (-len(row) % 4)
    rows = lambda array: b"".join(pad(row.tobytes()) for row in array[::-1])
    bgr = numpy.asarray(color)[:, :, ::-1]
    add("top-down.bmp", bmp(rows(bgr[::-1]), 24, height=-HEIGHT))
    add("os2-rgb24.bmp", bmp(rows(bgr), 24, header=12))
    bgrx = numpy.dstack([bgr, numpy.full((HEIGHT, WIDTH), 7, numpy.uint8)])
    add("rgb32.bmp", bmp(rows(bgrx), 32))
    bgra = numpy.asarray(alpha)[:, :, [2, 1, 0, 3]]
    rgba_masks = struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    add("rgba32.bmp", bmp(rows(bgra), 32, compression=3, header=108, masks=rgba_masks), 1, over_white(alpha).tobytes())
    unseen = bgra & numpy.uint8([255, 255, 255, 0])
    add("rgba32-all-0.bmp", bmp(rows(unseen), 32, compression=3, header=108, masks=rgba_masks), grays=gray.tobytes())
    swapped = numpy.dstack([numpy.asarray(color), numpy.zeros((HEIGHT, WIDTH), numpy.uint8)])
    add("masks32.bmp", bmp(rows(swapped), 32, compression=3, masks=struct.pack("<III", 0xFF, 0xFF00, 0xFF0000)),
        grays=gray.tobytes())
    levels = numpy.asarray(color).astype(int)
    for name, bits, masks in (("555", (5, 5, 5), None), ("565", (5, 6, 5), (0xF800, 0x07E0, 0x1F))):
        samples = [levels[:, :, index] >> (8 - bits[index]) for index in range(3)]
        words = (samples[0] << (bits[1] + bits[2]) | samples[1] << bits[2] | samples[2]).astype("<u2")
        shown = numpy.dstack([sample * 255 // (2**bit - 1) for sample, bit in zip(samples, bits)]).astype(numpy.uint8)
        content = bmp(rows(words), 16, compression=3 if masks else 0, masks=struct.pack("<III", *masks) if masks else b"")
        add(f"rgb{name}.bmp", content, grays=Image.fromarray(shown).convert("L").tobytes())
    colors = color.quantize(16)
    entries = bytes(colors.getpalette()).ljust(48, b"\0")[:48]
    table = b"".join(entries[index:index + 3][::-1] + b"\0" for index in range(0, 48, 3))
    core = b"".join(entries[index:index + 3][::-1] for index in range(0, 48, 3))
    indices = [value for (value,) in tuples(colors)]
    grays = over_white(colors.convert("RGB")).tobytes()
    four = numpy.frombuffer(packed(indices, 4), numpy.uint8).reshape(HEIGHT, -1)
    add("palette4.bmp", bmp(rows(four), 4, table), grays=grays)
    add("os2-palette4.bmp", bmp(rows(four), 4, core, header=12), grays=grays)
    add("palette4-short.bmp", bmp(rows(four), 4, table[:8], used=2), grays=bytes(
        gray if index < 2 else 0 for index, gray in zip(indices, grays)))
    add("runs4.bmp", bmp(runs(indices, 4), 4, table, 2), grays=grays)
    add("runs8.bmp", bmp(runs(indices, 8), 8, table, 1, used=16), grays=grays)
    # A jump to the right and down, and an end before the end: skipped pixels have the first colour.
    jump = bytes([3, 1, 0, 2, 4, 2, 2, 5, 0, 1])
    first = over_white(Image.frombytes("RGB", (16, 1), entries)).tobytes()
    shown = bytearray(first[:1] * (WIDTH * HEIGHT))
    shown[(HEIGHT - 1) * WIDTH:(HEIGHT - 1) * WIDTH + 3] = first[1:2] * 3
    shown[(HEIGHT - 3) * WIDTH + 7:(HEIGHT - 3) * WIDTH + 9] = first[5:6] * 2
    add("runs8-jump.bmp", bmp(jump, 8, table, 1, used=16), grays=bytes(shown))


def heic(images, **options):
    file = pillow_heif.from_pillow(images[0])
    for image in images[1:]:
        file.add_from_pillow(image)
    stream = io.BytesIO()
    file.save(stream, **options)
    return stream.getvalue()


def make_heif(color):
    gray, alpha = color.convert("L"), with_alpha(color)
    # libde265 has no picture of less than 16 pixels, and codes blocks of 8; so the chroma differs at the sides.
    # Where colours are outside of what red, green and blue can show, luma differs from what is made of these.
    add("rgb.heic", heic([color], quality=90), 20)
    add("gray.heic", heic([gray], quality=90), 3)
    add("even.heic", heic([gray.resize((64, 64))], quality=90), 3)
    add("alpha.heic", heic([alpha], quality=95), 12)
    turned = heic([color.transpose(Image.Transpose.ROTATE_90)], quality=90, exif=exif(6))
    add("turned.heic", turned, 12)
    add("pages.heic", heic([color, ImageOps.invert(color)], quality=90, primary_index=0), 20)
    for number, image in enumerate(ImageSequence.Iterator(Image.open(io.BytesIO(heic(
            [color, ImageOps.invert(color)], quality=90, primary_index=0)))), 1):
        add_page("pages.heic", number, over_white(image).tobytes(), image.size, 20)
    add("rgb.avif", saved(color, "AVIF", quality=90, subsampling="4:2:0"), 14)
    add("rgb-444.avif", saved(color, "AVIF", quality=95, subsampling="4:4:4"), 4)
    add("video-range.avif", saved(color, "AVIF", quality=95, range="limited"), 10)
    add("gray.avif", saved(gray, "AVIF", quality=90), 3)
    add("alpha.avif", saved(alpha, "AVIF", quality=95), 8)
    add("lossless.avif", saved(color, "AVIF", quality=100, subsampling="4:4:4"), 2)


if __name__ == "__main__":
    color = picture()
    for make in (make_jpeg, make_png, make_webp, make_pnm, make_tiff, make_gif, make_bmp, make_heif):
        make(color)
    (FOLDER / "manifest.txt").write_text("\n".join(manifest) + "\n")
    (FOLDER / "pages.txt").write_text("\n".join(pages) + "\n")
