"""Pictures of all kinds of Python, as files that the command can open.

What is in memory is written into a file that is nowhere on a disk (memfd_create), which the command opens as
`/proc/PID/fd/N`. Nothing is encoded: an array becomes PGM or PPM, a header and its pixels.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any, BinaryIO, NamedTuple, Optional, Protocol, Set, Union, cast

from ._conversation import Trouble
from ._memory import memory_file, path_of, write_all


class _HasArray(Protocol):
    @property
    def __array_interface__(self) -> Any: ...


#: What can be scanned: a path; the bytes of a file; a file that is open for reading; a picture of PIL; an array of
#: numpy, gray (H, W), RGB (H, W, 3) or RGBA (H, W, 4), of bool, uint8 or uint16.
Image = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, BinaryIO, _HasArray, "Picture"]


class Picture(NamedTuple):
    """A picture with a name of your own, which its answer has as `input`."""

    image: Any
    name: str


#: Longer names exist nowhere (PATH_MAX).
_LONGEST_PATH = 4096


class Loaded:
    """A picture that can be asked about: how the command finds it, and what the answer calls it."""

    __slots__ = ("shown", "path", "trouble", "_descriptor")

    def __init__(self, shown: Optional[str], path: bytes = b"", trouble: Optional[Trouble] = None, descriptor: int = -1):
        self.shown = shown
        self.path = path
        #: Why it cannot even be asked about.
        self.trouble = trouble
        self._descriptor = descriptor

    def close(self) -> None:
        """Gives the memory of the picture back."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor in _open:
            _open.discard(descriptor)
            os.close(descriptor)

    def __del__(self) -> None:
        self.close()


#: The descriptors of pictures, so that a copy of this process that fork makes does not keep them.
_open: Set[int] = set()


def _close_pictures_of_parent() -> None:
    for descriptor in _open:
        os.close(descriptor)
    _open.clear()


os.register_at_fork(after_in_child=_close_pictures_of_parent)


def load(image: Image) -> Loaded:
    """A picture that the command can open. Wrong types are a `TypeError`; an unreadable one is part of the result."""
    name: Optional[str] = None
    if isinstance(image, Picture):
        name, image = str(image.name), image.image
    try:
        if isinstance(image, (str, os.PathLike)):
            return _load_path(os.fspath(image), name)
        if isinstance(image, (bytes, bytearray, memoryview)):
            return _in_memory(name, image)
        pil = sys.modules.get("PIL.Image")
        if pil is not None and isinstance(image, pil.Image):
            return _load_pil(image, name)
        if hasattr(image, "__array_interface__"):
            return _load_array(image, name)
        if hasattr(image, "read"):
            return _load_file(cast(BinaryIO, image), name)
        # The bytes of a file in any object with them, such as a buffer of Arrow.
        with contextlib.suppress(TypeError), memoryview(cast(bytes, image)) as view:
            if view.ndim == 1 and view.itemsize == 1:
                return _in_memory(name, view)
    except OSError as error:
        return Loaded(name, trouble=Trouble("cannot-open", error.strerror or str(error)))
    kind = f"{type(image).__module__}.{type(image).__qualname__}".removeprefix("builtins.")
    raise TypeError(
        f"{kind} is no picture: give a path, bytes, a binary file, an image of PIL or an array of numpy"
    )


def _load_path(path: Union[str, bytes], name: Optional[str]) -> Loaded:
    raw = os.fsencode(path)
    shown = name if name is not None else raw.decode("utf-8", "replace")
    if not raw:
        return Loaded(shown, trouble=Trouble("cannot-open", "no such file"))
    if b"\0" in raw:
        return Loaded(shown, trouble=Trouble("cannot-open", "its name has a NUL"))
    absolute = raw if raw.startswith(b"/") else os.path.join(os.getcwdb(), raw)
    if len(absolute) >= _LONGEST_PATH:
        return Loaded(shown, trouble=Trouble("cannot-open", "its name is too long"))
    if os.path.isdir(absolute):
        return Loaded(shown, trouble=Trouble("cannot-open", "it is a folder; give scan_many its files, as Path.iterdir() has them"))
    try:
        absolute.decode("utf-8")
    except UnicodeDecodeError:
        # The command takes names in UTF-8 only; a descriptor has no name.
        try:
            return _opened(shown, os.open(absolute, os.O_RDONLY | os.O_CLOEXEC))
        except OSError as error:
            return Loaded(shown, trouble=Trouble("cannot-open", error.strerror or str(error)))
    return Loaded(shown, absolute)


def _opened(name: Optional[str], descriptor: int) -> Loaded:
    _open.add(descriptor)
    return Loaded(name, path_of(descriptor).encode("ascii"), descriptor=descriptor)


def _in_memory(name: Optional[str], *parts: Any) -> Loaded:
    return _opened(name, memory_file(*parts))


def _load_file(source: BinaryIO, name: Optional[str]) -> Loaded:
    if name is None and isinstance(getattr(source, "name", None), str):
        name = source.name
    descriptor = memory_file()
    loaded = _opened(name, descriptor)
    while True:
        chunk = source.read(1 << 20)
        if isinstance(chunk, str):
            raise TypeError("the file is open as text: open it with 'rb'")
        if not chunk:
            return loaded
        write_all(descriptor, chunk)


def _load_pil(image: Any, name: Optional[str]) -> Loaded:
    if name is None:
        name = getattr(image, "filename", None) or None
    try:
        mode = image.mode
        if mode == "1":
            image = image.convert("L")
        elif mode.startswith("I;16"):
            wide = image.tobytes()
            return _in_memory(name, _header(b"P5", image.width, image.height, 65535), _swapped(wide, mode != "I;16B"))
        elif mode == "I" and 0 <= image.getextrema()[0] and 255 < image.getextrema()[1] <= 65535:
            # PNG and TIFF of 16 bits, as older versions of PIL read them.
            return _in_memory(name, _header(b"P5", image.width, image.height, 65535), _high_words(image.tobytes()))
        elif mode in ("I", "F"):
            image = image.convert("L")
        elif mode in ("RGBA", "LA", "PA", "RGBa", "La") or (mode == "P" and "transparency" in image.info):
            # What is transparent is paper, as for the command.
            seen = image.convert("RGBA")
            paper = sys.modules["PIL.Image"].new("RGBA", seen.size, (255, 255, 255, 255))
            paper.alpha_composite(seen)
            image = paper.convert("RGB")
        elif mode not in ("L", "RGB"):
            image = image.convert("RGB")
        kind = b"P5" if image.mode == "L" else b"P6"
        return _in_memory(name, _header(kind, image.width, image.height, 255), image.tobytes())
    except (OSError, ValueError, SyntaxError) as error:
        # PIL reads pixels when they are asked for: a damaged file shows here.
        return Loaded(name, trouble=Trouble("unreadable-image", str(error) or type(error).__name__))


def _header(kind: bytes, width: int, height: int, maximum: int) -> bytes:
    return b"%s\n%d %d\n%d\n" % (kind, width, height, maximum)


def _swapped(words: bytes, is_little: bool) -> bytes:
    """Words of 16 bits with the high byte first."""
    if not is_little:
        return words
    swapped = bytearray(len(words))
    swapped[0::2] = words[1::2]
    swapped[1::2] = words[0::2]
    return bytes(swapped)


def _high_words(words: bytes) -> bytes:
    """Words of 32 bits in this machine's order, whose values are of 16 bits, with the high byte first."""
    low, high = (0, 1) if sys.byteorder == "little" else (3, 2)
    narrowed = bytearray(len(words) // 2)
    narrowed[0::2] = words[high::4]
    narrowed[1::2] = words[low::4]
    return bytes(narrowed)


def _load_array(array: Any, name: Optional[str]) -> Loaded:
    import numpy

    pixels = numpy.asarray(array)
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    is_color = pixels.ndim == 3 and pixels.shape[2] in (3, 4)
    if not (pixels.ndim == 2 or is_color):
        raise TypeError(
            f"an array of shape {pixels.shape} is no picture: it must be (height, width), gray, or (height, width, 3 or 4)"
        )
    if pixels.dtype == numpy.bool_:
        pixels = pixels.view(numpy.uint8) * numpy.uint8(255)
    if not (pixels.dtype.kind == "u" and pixels.dtype.itemsize <= 2):
        raise TypeError(f"an array of {pixels.dtype} is no picture: make it bool, uint8 or uint16")
    maximum = 255 if pixels.dtype.itemsize == 1 else 65535
    if is_color and pixels.shape[2] == 4:
        # What is transparent is paper, as for the command.
        alpha = pixels[:, :, 3:].astype(numpy.uint32 if maximum == 255 else numpy.uint64)
        shown = pixels[:, :, :3] * alpha + maximum * (maximum - alpha) + maximum // 2
        pixels = (shown // maximum).astype(pixels.dtype)
    if maximum == 65535:
        pixels = pixels.astype(">u2")
    header = _header(b"P6" if is_color else b"P5", pixels.shape[1], pixels.shape[0], maximum)
    return _in_memory(name, header, numpy.ascontiguousarray(pixels).reshape(-1).view(numpy.uint8))
