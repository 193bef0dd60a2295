"""Programs as others write them, for mypy --strict; it is not run."""

import datetime
import io
from decimal import Decimal
from typing import AsyncIterator, Iterator, Optional, Union

import beeline
from beeline import aio, contents


def prices(paths: Iterator[str]) -> Iterator[Optional[Union[int, Decimal]]]:
    with beeline.Beeline(rules=["mine.json", {"version": 1}], only="ean_13", timeout=5) as client:
        for answer in client.scan_many(paths, ahead=3):
            if answer.error is not None:
                print(answer.error.code.upper())
            for result in answer:
                if isinstance(result.content, contents.Isbn):
                    yield result.content.price
                if isinstance(result.content, contents.Gs1) and result.content.expiry is not None:
                    day: datetime.date = result.content.expiry
                    print(day.year)


def names() -> Iterator[str]:
    yield from (kind.kind for kind in beeline.kinds())
    yield beeline.resolve(b"x").line
    yield beeline.scan(io.BytesIO(b"x"))[0].symbol.data.hex()
    yield beeline.draw("x", format="text").decode()
    yield str(beeline.resolve(4006381333931).raise_for_error().rows(path=True, flat=True)[0]["kind"])
    print(beeline.frame(beeline.resolve_many(["x", None, 7])), beeline.frame(["shelf.jpg", b"x"]))


async def texts(paths: AsyncIterator[str]) -> AsyncIterator[Optional[str]]:
    async with aio.Beeline(jobs=2) as client:
        async for answer in client.scan_many(paths):
            for result in answer:
                yield result.text
        yield (await client.resolve("x"))[0].text
