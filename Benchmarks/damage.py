"""Files that are broken or mean harm, made of good ones: the same ones every time."""

import random
import struct
import zlib

SIDE = 60_000


def files(originals, count, seed=1):
    """Yields (name, bytes) `count` times; `originals` are pairs of a name and the bytes of a good image file."""
    choose = random.Random(seed)
    special = list(special_files())
    suffixes = sorted({name.rsplit(".", 1)[1] for name, _ in originals} | {"pdf", "txt", "dat"})
    for number in range(count):
        if number < len(special):
            yield special[number]
            continue
        name, whole = choose.choice(originals)
        stem, suffix = name.rsplit(".", 1)
        damage = choose.choice(DAMAGES)
        if damage is misnamed:
            suffix = choose.choice(suffixes)
        yield f"{stem}-{damage.__name__}-{number}.{suffix}", damage(whole, choose, originals)


# Damage to a good file


def cut(whole, choose, _):
    return whole[: choose.randrange(len(whole) + 1)]


def flipped(whole, choose, _):
    """Up to thirty bits are wrong."""
    damaged = bytearray(whole)
    for _ in range(choose.randint(1, 30)):
        damaged[choose.randrange(len(damaged))] ^= 1 << choose.randrange(8)
    return bytes(damaged)


def wrong_head(whole, choose, _):
    """Bits are wrong where the sizes stand."""
    damaged = bytearray(whole)
    for _ in range(choose.randint(1, 4)):
        damaged[choose.randrange(min(64, len(damaged)))] = choose.choice((0, 1, 0x7F, 0x80, 0xFF, choose.randrange(256)))
    return bytes(damaged)


def overwritten(whole, choose, _):
    start = choose.randrange(len(whole))
    noise = choose.randbytes(choose.randint(1, 200))
    return whole[:start] + noise + whole[start + len(noise) :]


def shortened(whole, choose, _):
    """Something in the middle is missing."""
    start, length = choose.randrange(len(whole)), choose.randint(1, 200)
    return whole[:start] + whole[start + length :]


def doubled(whole, choose, _):
    start, length = choose.randrange(len(whole)), choose.randint(1, 400)
    return whole[: start + length] + whole[start:]


def joined(whole, choose, originals):
    """The head of one file before the body of another."""
    other = choose.choice(originals)[1]
    return whole[: choose.randrange(len(whole) + 1)] + other[choose.randrange(len(other)) :]


def noise_behind_head(whole, choose, _):
    return whole[: choose.randint(3, 60)] + choose.randbytes(choose.randint(0, 2000))


def noise(whole, choose, _):
    return choose.randbytes(choose.randint(0, 2000))


def misnamed(whole, choose, _):
    return whole


DAMAGES = (
    cut, cut, flipped, flipped, wrong_head, wrong_head, overwritten, shortened, doubled, joined, noise_behind_head, noise,
    misnamed,
)


# Files made for harm


def special_files():
    for side, name in ((SIDE, "huge"), (0, "zero"), (1, "tiny")):
        for suffix, content in sized_files(side, side):
            yield f"{name}.{suffix}", content
    yield "wide.png", png(SIDE, 1)
    yield "high.png", png(1, SIDE)
    # A hundred million pixels are within the limits: they may take their time, not the memory of others.
    yield "large.png", png(10_000, 10_000, whole=True)
    yield "large.pgm", b"P5 10000 10000 255\n" + b"\xff" * 1000
    yield "empty.jpg", b""
    yield "nothing.png", b"\0" * 5000
    yield "text.png", b"This is no picture.\n" * 20
    yield "page.jpg", b"<!DOCTYPE html><html><body>404</body></html>\n"
    yield "archive.webp", b"PK\x03\x04" + b"\0" * 100
    yield "picture.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='60000' height='60000'/>"
    yield "comment.pgm", b"P5\n" + b"#" * 100_000
    yield "digits.pgm", b"P2 " + b"9" * 50_000 + b" 2 255 1 2"
    yield "chunks.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 9, 9, 8, 0, 0, 0, 0)) + 5000 * chunk(b"tEXt", b"a\0b")
    yield from pdf_files()


def sized_files(width, height):
    """For each format the head of a file of that size, followed by almost no data."""
    yield "png", png(width, height)
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, min(height, 65535), min(width, 65535), 1) + b"\x01\x11\0"
    yield "jpg", b"\xff\xd8" + frame + b"\xff\xda" + struct.pack(">HB", 8, 1) + b"\x01\0\0\x3f\0" + b"\0" * 20 + b"\xff\xd9"
    yield "progressive.jpg", b"\xff\xd8" + frame.replace(b"\xff\xc0", b"\xff\xc2") + b"\xff\xd9"
    for kind in b"123456":
        yield f"{chr(kind)}.pnm", b"P%c %d %d%s" % (kind, width, height, b"\n" if kind in b"14" else b" 255\n") + b"\xff" * 50
    sides = (max(width, 1) - 1) & 0x3FFF | ((max(height, 1) - 1) & 0x3FFF) << 14
    yield "lossless.webp", riff(b"VP8L", b"\x2f" + struct.pack("<I", sides) + b"\0" * 20)
    yield "lossy.webp", riff(b"VP8 ", b"\x10\x02\0\x9d\x01\x2a" + struct.pack("<HH", width & 0x3FFF, height & 0x3FFF) + b"\0" * 20)
    extended = b"\0" * 4 + struct.pack("<I", max(width, 1) - 1)[:3] + struct.pack("<I", max(height, 1) - 1)[:3]
    yield "extended.webp", riff(b"VP8X", extended)
    yield "animated.webp", riff(b"VP8X", b"\x02" + extended[1:]) + b"ANMF" + struct.pack("<I", 16) + b"\0" * 16
    yield "gif", b"GIF89a" + struct.pack("<HHBBB", width, height, 0, 0, 0) + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x01\0\0;"
    for bits in (1, 8, 24, 32):
        info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, 0, 0, 0, 0, 0, 0)
        yield f"{bits}.bmp", b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + info + b"\0" * 20
    yield "run.bmp", b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + struct.pack("<IiiHHIIiiII", 40, width, -height, 1, 8, 1, 0, 0, 0, 0, 0) + b"\xff\0" * 9
    for order, mark in (("<", b"II*\0"), (">", b"MM\0*")):
        for compression in (1, 4, 5, 7, 8, 32773):
            yield f"{compression}{order == '<'}.tiff", mark + tiff(order, width, height, compression)
    yield "heic", heif(b"heic", width, height)
    yield "avif", heif(b"avif", width, height)


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width, height, whole=False):
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * ((width + 7) // 8 + 1) * (height if whole else 1), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def riff(name, content):
    body = b"WEBP" + name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def tiff(order, width, height, compression):
    """One page of one strip, behind the mark; its directory leads to itself as the next page."""
    tags = [(256, 4, width), (257, 4, height), (258, 3, 1), (259, 3, compression), (262, 3, 1), (273, 4, 8), (277, 3, 1)]
    tags += [(278, 4, height), (279, 4, 8)]
    entries = b"".join(
        struct.pack(order + "HHI", tag, kind, 1)
        + (struct.pack(order + "HH", value, 0) if kind == 3 else struct.pack(order + "I", value))
        for tag, kind, value in tags)
    return struct.pack(order + "I", 8) + struct.pack(order + "H", len(tags)) + entries + struct.pack(order + "I", 8)


def box(name, content):
    return struct.pack(">I", 8 + len(content)) + name + content


def heif(brand, width, height):
    size = box(b"ispe", struct.pack(">III", 0, width, height))
    item = b"\0\0\0\0\0\1" + box(b"infe", b"\2\0\0\0\0\1\0\0" + (b"hvc1" if brand == b"heic" else b"av01") + b"\0")
    properties = box(b"iprp", box(b"ipco", size) + box(b"ipma", b"\0\0\0\0\0\0\0\1\0\1\1\1"))
    place = box(b"iloc", b"\0\0\0\0\x44\0\0\1\0\1\0\0\0\1\0\0\0\0\0\0\0\4")
    first = box(b"pitm", b"\0\0\0\0\0\1")
    handler = box(b"hdlr", b"\0" * 8 + b"pict" + b"\0" * 13)
    meta = box(b"meta", b"\0\0\0\0" + handler + first + place + box(b"iinf", item) + properties)
    return box(b"ftyp", brand + b"\0\0\0\0mif1" + brand) + meta + box(b"mdat", b"\0\0\0\0")


# PDF


def pdf(*objects, root=b"1 0 R"):
    """A file of these objects, numbered from 1."""
    body, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    return body + table + b"trailer\n<</Size %d/Root %s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, root, len(body))


def stream(content, more=b""):
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (more, len(content), content)


def pdf_files():
    catalog = b"<</Type/Catalog/Pages 2 0 R>>"
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>"
    blank = pdf(catalog, pages, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>")
    yield "blank.pdf", blank
    nested = blank
    for _ in range(20):
        attached = b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a.pdf) 4 0 R]>>>>>>"
        nested = pdf(
            attached, pages, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
            b"<</Type/Filespec/F(a.pdf)/EF<</F 5 0 R>>>>", stream(nested, b"/Type/EmbeddedFile"))
    yield "nested.pdf", nested
    yield "in-itself.pdf", pdf(catalog, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>")
    yield "endless.pdf", pdf(catalog, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", b"<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>")
    yield "count.pdf", pdf(catalog, b"<</Type/Pages/Kids[3 0 R]/Count 2000000000>>", b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>")
    yield "no-pages.pdf", pdf(catalog, b"<</Type/Pages/Kids[]/Count 0>>")
    many = b" ".join(b"%d 0 R" % number for number in range(3, 3003))
    yield "thousands.pdf", pdf(
        catalog, b"<</Type/Pages/Kids[%s]/Count 3000>>" % many, *[b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"] * 3000)
    for name, side in (("huge", b"14400000"), ("zero", b"0"), ("negative", b"-200"), ("words", b"/a")):
        yield f"{name}.pdf", pdf(catalog, pages, page.replace(b"200 200", side + b" " + side), stream(b"/X Do"), stream(b""))
    yield "form-in-itself.pdf", pdf(
        catalog, pages, page, stream(b"/X Do"),
        stream(b"/X Do /X Do", b"/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</X 5 0 R>>>>"))
    yield "huge-image.pdf", pdf(
        catalog, pages, page, stream(b"200 0 0 200 0 0 cm /X Do"),
        stream(
            zlib.compress(b"\0" * 1_000_000),
            b"/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode"))
    yield "bomb.pdf", pdf(
        catalog, pages, page, stream(zlib.compress(b"0 0 m 9 9 l S\n" * 5_000_000, 9), b"/Filter/FlateDecode"), stream(b""))
    yield "cut.pdf", blank[: len(blank) // 2]
    yield "locked.pdf", blank.replace(b"/Root", b"/Encrypt 9 0 R/Root")
