"""The same answers for asyncio."""

import asyncio

import pytest
from conftest import PICTURES, children

import beeline
from beeline import aio


def test_answers_are_those_of_the_other_client():
    async def ask():
        async with aio.Beeline() as client:
            return (
                await asyncio.gather(*(client.scan(path) for path in PICTURES)),
                [answer async for answer in client.scan_many(PICTURES)],
                await client.resolve("4006381333931"),
                [answer async for answer in client.resolve_many(map(str, range(10_000)))],
                await client.draw("hello"),
                len(await client.kinds()),
            )

    scans, many, code, codes, drawing, kinds = asyncio.run(ask())
    expected = list(beeline.scan_many(PICTURES))
    assert scans == expected and many == expected
    assert code == beeline.resolve("4006381333931")
    assert codes == list(beeline.resolve_many(map(str, range(10_000))))
    assert drawing == beeline.draw("hello") and kinds == len(beeline.kinds())


def test_pictures_may_come_from_a_generator_and_the_loop_goes_on(fake):
    turns = 0

    async def coming():
        for _ in range(20):
            await asyncio.sleep(0.001)
            yield b"a"

    async def ticking():
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    async def ask():
        ticker = asyncio.ensure_future(ticking())
        async with aio.Beeline(program=fake()) as client:
            found = [answer.error async for answer in client.scan_many(coming(), ahead=3)]
        ticker.cancel()
        return found

    assert asyncio.run(ask()) == [None] * 20 and turns > 20


def test_many_calls_at_once_wait_for_their_turn(fake):
    async def ask():
        async with aio.Beeline(program=fake(), jobs=2) as client:
            return await asyncio.gather(*(client.scan(b"a") for _ in range(100)))

    assert [answer.error for answer in asyncio.run(ask())] == [None] * 100


def test_a_call_that_is_cancelled_ends_its_program(fake):
    running = set(children())

    async def ask():
        async with aio.Beeline(program=fake(), jobs=1) as client:
            for _ in range(3):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(client.scan(b"hang"), 0.5)
            assert (await client.scan(b"a")).error is None
            answers = client.scan_many([b"a", b"hang", b"b"])
            assert (await answers.__anext__()).error is None
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(answers.__anext__(), 0.5)
            await answers.aclose()

    asyncio.run(ask())
    assert set(children()) == running


def test_mistakes_are_exceptions_here_too():
    async def ask():
        async with aio.Beeline() as client:
            for wrong in (client.scan(7), client.resolve([])):
                with pytest.raises(TypeError):
                    await wrong
            assert (await client.resolve(None)).error.code == "missing"
            answers = [answer async for answer in client.scan_many([PICTURES[0], 7])]
            assert [answer.error and answer.error.code for answer in answers] == [None, "wrong-type"]
            assert len(await client.frame(PICTURES[:2])) == 2
            await client.check()

    asyncio.run(ask())
