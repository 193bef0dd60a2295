"""Reads the codes in pictures, says what each one means, and matches it against rules: the command `beeline`, from Python.

    import beeline

    for result in beeline.scan("shelf.jpg"):
        print(result.text, result.kind, result.rule)

The functions here use the default options; `Beeline` takes rules and others. `beeline.aio` is the same for asyncio,
`beeline.spark` for Spark, `beeline.contents` has the types of what codes mean.
"""

from __future__ import annotations

import os
import threading
from typing import Any, Iterable, Iterator, List, Optional, Tuple, Union

from ._answers import Action, Answer, Link, Lost, Notice, Result, StructuredAppend, Symbol
from ._client import Beeline
from ._codes import Code
from ._content import Content
from ._errors import (
    BeelineError,
    ConfigurationError,
    DrawError,
    InputError,
    ProgramFailed,
    ProgramMismatch,
    ProgramNotFound,
)
from ._images import Image, Picture
from ._kinds import Field, Kind
from ._program import PROTOCOL, __version__

__all__ = [
    "Action",
    "Answer",
    "Beeline",
    "BeelineError",
    "Code",
    "ConfigurationError",
    "Content",
    "DrawError",
    "Field",
    "Image",
    "InputError",
    "Kind",
    "Link",
    "Lost",
    "Notice",
    "PROTOCOL",
    "Picture",
    "ProgramFailed",
    "ProgramMismatch",
    "ProgramNotFound",
    "Result",
    "StructuredAppend",
    "Symbol",
    "__version__",
    "draw",
    "frame",
    "kinds",
    "resolve",
    "resolve_many",
    "scan",
    "scan_many",
]



def __dir__() -> List[str]:
    return [*__all__, "aio", "contents", "spark"]


_default: Optional[Beeline] = None
_lock = threading.Lock()


def _renew_lock() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_renew_lock)


def _shared() -> Beeline:
    global _default
    with _lock:
        if _default is None:
            _default = Beeline()
        return _default


def scan(image: Image) -> Answer:
    """The codes of a picture: a path, bytes, a binary file, an image of PIL, an array of numpy, or a `Picture`.

    A picture that cannot be read is an answer with `error`.
    """
    return _shared().scan(image)


def scan_many(images: Iterable[Image], *, ahead: Optional[int] = None) -> Iterator[Answer]:
    """An answer for each picture, in their order, as they are consumed; `Beeline.scan_many` says more."""
    return _shared().scan_many(images, ahead=ahead)


def resolve(code: Code, *, symbology: Optional[str] = None, add_on: Optional[str] = None) -> Answer:
    """What a code means that was scanned by something else, or typed."""
    return _shared().resolve(code, symbology=symbology, add_on=add_on)


def resolve_many(
    codes: Iterable[Code], *, symbology: Optional[str] = None, ahead: Optional[int] = None
) -> Iterator[Answer]:
    """An answer for each code, in their order, as they are consumed."""
    return _shared().resolve_many(codes, symbology=symbology, ahead=ahead)


def draw(content: Union[str, bytes, None] = None, **options: Any) -> bytes:
    """A code as a file, the bytes of an SVG: `draw("https://example.com/")`.

    Options: `format` (svg, png, pdf, text), `symbology`, or `kind` and `fields` instead of a content; `add_on`,
    `level`, `module_width`, `scale`, `quiet_zone`, `bar_height`, `text`, `dark`, `light`, `transparent`, `logo`,
    `force`, `verify`.
    """
    return _shared().draw(content, **options)


def frame(inputs: Iterable[Union[Image, Answer]]) -> Any:
    """A DataFrame of pandas with a row for each code of many pictures, or of answers; `Beeline.frame` says more.

        frame(pathlib.Path("shelves").glob("*.jpg"))
        frame(resolve_many(column))
    """
    return _shared().frame(inputs)


def kinds() -> Tuple[Kind, ...]:
    """The kinds of content with their fields."""
    return _shared().kinds()
