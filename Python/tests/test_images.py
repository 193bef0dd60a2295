"""Pictures of all kinds of Python."""

import array
import io
import os

import numpy
import PIL.Image
import pytest
from conftest import PICTURES, descriptors

import beeline

TEXT = "https://example.com/"


@pytest.fixture(scope="module")
def page():
    return PIL.Image.open(io.BytesIO(beeline.draw(TEXT, format="png", scale=6))).convert("L")


def texts(image):
    answer = beeline.scan(image)
    assert answer.error is None, answer.line
    return [result.text for result in answer]


def arrays_of(page):
    gray = numpy.asarray(page)
    colors = numpy.stack([gray, gray, 255 - (255 - gray) // 2], axis=2)
    clear = numpy.concatenate([numpy.zeros_like(colors), 255 - gray[:, :, None]], axis=2)
    return {
        "gray": gray,
        "one channel": gray[:, :, None],
        "bool": gray > 127,
        "16 bits": gray.astype(numpy.uint16) * 257,
        "16 bits of the other order": (gray.astype(numpy.uint16) * 257).astype(">u2"),
        "RGB": colors,
        "BGR, turned by its strides": colors[::-1, ::-1, ::-1],
        "RGBA on nothing": clear,
        "16 bits, RGBA": clear.astype(numpy.uint16) * 257,
        "columns first in memory": numpy.asfortranarray(colors),
        "every second pixel": numpy.repeat(numpy.repeat(gray, 2, 0), 2, 1)[::2, ::2],
        "read only": numpy.frombuffer(gray.tobytes(), numpy.uint8).reshape(gray.shape),
    }


def test_arrays_are_read_however_they_lie_in_memory(page):
    for name, pixels in arrays_of(page).items():
        assert texts(pixels) == [TEXT], name


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "CMYK", "YCbCr", "I;16", "I", "F"])
def test_images_of_pil_are_read_in_each_mode(page, mode):
    image = PIL.Image.fromarray(numpy.asarray(page).astype(numpy.uint16) * 257) if mode == "I;16" else page.convert(mode)
    assert image.mode == mode and texts(image) == [TEXT]


def test_what_is_transparent_is_paper(page):
    clear = PIL.Image.new("RGBA", page.size, (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), mask=page.point(lambda value: 255 - value))
    assert texts(clear) == [TEXT]


def test_gray_pixels_arrive_as_they_are():
    path = next(path for path in PICTURES if path.endswith(".png"))
    with PIL.Image.open(path) as image:
        pixels = image.convert("RGB")
    as_file = beeline.scan(path)
    for given in (pixels, numpy.asarray(pixels)):
        assert beeline.scan(given).results == as_file.results


def test_files_and_bytes(tmp_path, page):
    stored = io.BytesIO()
    page.save(stored, "PNG")
    path = tmp_path / "page.png"
    path.write_bytes(stored.getvalue())
    for given in (str(path), path, stored.getvalue(), bytearray(stored.getvalue()), memoryview(stored.getvalue())):
        assert texts(given) == [TEXT]
    assert texts(array.array("B", stored.getvalue())) == [TEXT]
    with pytest.raises(TypeError):
        beeline.scan(array.array("I", [1, 2]))
    stored.seek(0)
    assert texts(stored) == [TEXT]
    with open(path, "rb") as file:
        assert beeline.scan(file).input == str(path)
    with open(path, "rb", buffering=0) as file:
        assert texts(file) == [TEXT]
    with open(path, encoding="latin-1") as file, pytest.raises(TypeError, match="'rb'"):
        beeline.scan(file)
    assert beeline.scan(beeline.Picture(path, "mine")).input == "mine"
    assert beeline.scan(path.read_bytes()).input is None


def test_paths_that_are_hard_to_pass_on(tmp_path, page, monkeypatch):
    names = [b"with space.png", b"-", b"--help", "ümlaut.png".encode(), b"not utf-8 \xff.png", b"line\nfeed.png"]
    for name in names:
        page.save(os.fsencode(tmp_path) + b"/" + name, "PNG")
    monkeypatch.chdir(tmp_path)
    for name in names:
        assert texts(os.fsdecode(name)) == [TEXT]
    for name in ("", "no such\0file", "x" * 300, "x/" * 4000, os.fsdecode(b"missing \xff")):
        answer = beeline.scan(name)
        assert answer.error.code == "cannot-open" and len(answer) == 0
    assert beeline.scan("\0").input == "\0"


def test_what_is_damaged_is_an_answer(page):
    stored = io.BytesIO()
    page.save(stored, "PNG")
    cut = PIL.Image.open(io.BytesIO(stored.getvalue()[:200]))
    assert beeline.scan(cut).error.code == "unreadable-image"
    assert beeline.scan(numpy.zeros((0, 5), numpy.uint8)).error.code == "unreadable-image"
    assert beeline.scan(b"").error.code == "unreadable-image"

    class Failing(io.RawIOBase):
        def read(self, size=-1):
            raise OSError(5, "Input/output error")

    assert beeline.scan(Failing()).error == beeline.Notice("cannot-open", "Input/output error")


@pytest.mark.parametrize(
    "array", [numpy.zeros((4, 4)), numpy.zeros((4, 4), int), numpy.zeros(4, "u1"), numpy.zeros((4, 4, 2), "u1")]
)
def test_arrays_that_are_no_pictures_are_misuse(array):
    with pytest.raises(TypeError, match="no picture"):
        beeline.scan(array)


def test_the_memory_of_pictures_is_given_back(page):
    beeline.scan(page)
    before = descriptors()
    answers = beeline.scan_many([page] * 30)
    for _ in range(3):
        next(answers)
    answers.close()
    list(beeline.scan_many([page, page, None]))
    list(beeline.scan_many([b"no picture", page, "\0"] * 5))
    memory = [name for name in descriptors().values() if "memfd" in name]
    assert len(memory) == len([name for name in before.values() if "memfd" in name])
