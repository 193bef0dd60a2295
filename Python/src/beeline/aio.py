"""The same for asyncio: `async with Beeline(...) as beeline: answer = await beeline.scan("shelf.jpg")`.

The loop never waits: what waits for a co-process does so on threads of this client. A call that is cancelled ends the
co-process that works on it.
"""

from __future__ import annotations

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AsyncIterable, AsyncIterator, Callable, Iterable, Optional, Tuple, TypeVar, Union

from ._answers import Answer
from ._client import CODES_AHEAD, Stream
from ._client import Beeline as Client
from ._codes import Code, request
from ._images import Image
from ._kinds import Kind

__all__ = ["Beeline"]

Value = TypeVar("Value")
Item = TypeVar("Item")


class Beeline:
    """Takes what `beeline.Beeline` takes; its methods are coroutines, and asynchronous generators."""

    def __init__(self, **options: Any):
        self._client = Client(**options)
        self._threads = ThreadPoolExecutor(max_workers=2 * self._client.jobs, thread_name_prefix="beeline")
        #: Made in the loop in which it is used.
        self._places: Optional[asyncio.Semaphore] = None

    async def scan(self, image: Image) -> Answer:
        """The codes of a picture."""
        return await self._one("scan", lambda stream: stream.submit(image))

    async def resolve(self, code: Code, *, symbology: Optional[str] = None, add_on: Optional[str] = None) -> Answer:
        """What a code means."""
        line = request(code, symbology, add_on)
        return await self._one("resolve", lambda stream: stream.submit_line(line))

    def scan_many(
        self, images: Union[Iterable[Image], AsyncIterable[Image]], *, ahead: Optional[int] = None
    ) -> AsyncIterator[Answer]:
        """An answer for each picture, in their order; the pictures may come from an asynchronous generator."""
        return self._many("scan", images, ahead or 4 * self._client.jobs, None)

    def resolve_many(
        self,
        codes: Union[Iterable[Code], AsyncIterable[Code]],
        *,
        symbology: Optional[str] = None,
        ahead: Optional[int] = None,
    ) -> AsyncIterator[Answer]:
        """An answer for each code, in their order."""
        return self._many("resolve", codes, ahead or CODES_AHEAD, symbology)

    async def frame(self, inputs: Union[Iterable[Any], AsyncIterable[Any]]) -> Any:
        """A DataFrame with a row for each code of many pictures, or of answers: see `beeline.Beeline.frame`."""
        every = [item async for item in (inputs if isinstance(inputs, AsyncIterable) else _gently(inputs))]
        return await self._run(functools.partial(self._client.frame, every))

    async def check(self) -> None:
        """Raises `ConfigurationError` if the command refuses the options or the rules."""
        await self._run(self._client.check)

    async def draw(self, content: Union[str, bytes, None] = None, **options: Any) -> bytes:
        """A code as a file: see `beeline.draw`."""
        return await self._run(functools.partial(self._client.draw, content, **options))

    async def kinds(self) -> Tuple[Kind, ...]:
        """The kinds of content with their fields."""
        return await self._run(self._client.kinds)

    async def _one(self, command: str, submit: Callable[[Stream], None]) -> Answer:
        if self._places is None:
            self._places = asyncio.Semaphore(self._client.jobs)
        async with self._places:
            stream = await self._run(functools.partial(Stream, self._client, command))
            try:
                await self._run(functools.partial(submit, stream))
                return await self._receive(stream)
            finally:
                self._threads.submit(stream.end)

    async def _many(
        self,
        command: str,
        items: Union[Iterable[Item], AsyncIterable[Item]],
        ahead: int,
        symbology: Optional[str],
    ) -> AsyncIterator[Answer]:
        source = items if isinstance(items, AsyncIterable) else _gently(items)
        iterator = source.__aiter__()
        failure: Optional[Exception] = None
        is_over = False
        stream = await self._run(functools.partial(Stream, self._client, command, symbology))
        try:
            while True:
                while not is_over and len(stream) < ahead and not stream.has_answer:
                    try:
                        item = await iterator.__anext__()
                        # A code is a line in memory; a picture is read and written.
                        if command == "resolve":
                            stream.submit_any(item)
                        else:
                            await self._run(functools.partial(stream.submit_any, item))
                    except StopAsyncIteration:
                        is_over = True
                    except Exception as error:
                        # What was taken before is answered first.
                        is_over, failure = True, error
                if len(stream) == 0:
                    break
                yield stream.receive() if stream.has_answer else await self._receive(stream)
        finally:
            self._threads.submit(stream.end)
        if failure is not None:
            raise failure

    async def _receive(self, stream: Stream) -> Answer:
        return await self._run(stream.receive, stream.kill)

    async def _run(self, work: Callable[[], Value], cancel: Callable[[], None] = lambda: None) -> Value:
        """Runs it on a thread. When it is cancelled, the thread has come to its end before the next step is done."""
        waiting = asyncio.get_running_loop().run_in_executor(self._threads, work)
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            cancel()
            await asyncio.wait({waiting})
            raise

    async def close(self) -> None:
        """Ends the co-processes."""
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    def _close(self) -> None:
        self._threads.shutdown(wait=True)
        self._client.close()

    async def __aenter__(self) -> "Beeline":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def _gently(items: Iterable[Item]) -> AsyncIterator[Item]:
    """Items of an iterator that does not wait; others of the loop get their turn between them."""
    for number, item in enumerate(items):
        if number % 64 == 63:
            await asyncio.sleep(0)
        yield item
