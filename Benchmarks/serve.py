#!/usr/bin/env python3
"""Measures `beeline serve` beside the server that people write today: FastAPI and uvicorn with pyzbar.

usage: serve.py [--seconds 10] [--json]          (`make bench ONLY=serve` builds first; ARGS="--seconds 30")

    BEELINE=PATH   measure this program instead of .build/release/beeline
    CORPUS=DIR     scan the pictures below this folder, as bench.py does

Codes: wrk asks both servers for what a code means, on the loopback, by 64 connections, in turn. Pictures: each picture is
posted once, by twice as many connections as there are cores, and `beeline scan` reads the same files in the same run; what
both say of a picture has to be the same. Memory: a million codes, and the server's memory before and after.

The peer (serve_peer.py) has as many processes as there are cores. It knows nothing of rules: it checks an EAN-13, and makes the
link of a book by hand.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time

from measuring import BEELINE, ROOT, RUNS, SCRATCH, Row
from measuring import expect, lines_of, note, python_with, report
from scanning import pictures, write_list

sys.path.insert(0, str(ROOT / "Tests/Serve"))
os.environ.setdefault("BEELINE", BEELINE)
from serving import Server, wait_until  # noqa: E402

PACKAGES = ["fastapi", "uvicorn[standard]", "pyzbar", "pillow"]
CONNECTIONS = 64
CODE = "9784873119045"
WRK = """
wrk.method = "POST"
wrk.path = "/v1/resolve"
wrk.body = '{"text":"%s","symbology":"ean_13"}'
wrk.headers["Content-Type"] = "application/json"
""" % CODE


# The peer


class Peer:
    """The server of FastAPI, in a Python of its own."""

    def __init__(self):
        self.python = python_with("serve-python", PACKAGES)

    def __enter__(self):
        with contextlib.closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [self.python.parent / "uvicorn", "serve_peer:app", "--port", str(self.port), "--workers", str(os.cpu_count())]
        self.process = subprocess.Popen(
            [*command, "--no-access-log", "--log-level", "error"], cwd=ROOT / "Benchmarks", stderr=subprocess.DEVNULL
        )
        expect(wait_until(lambda: asks(self.port) is not None), "the server of FastAPI does not start")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def asks(port):
    """What a server says of the code; None when there is no server."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        body = json.dumps({"text": CODE, "symbology": "ean_13"})
        connection.request("POST", "/v1/resolve", body, {"Content-Type": "application/json"})
        return connection.getresponse().read().decode()
    except OSError:
        return None


# Codes


def wrk(port, seconds, lua=WRK):
    """How many requests a second, the 99th percentile in milliseconds, and how many requests in all."""
    script = SCRATCH / "requests.lua"
    script.write_text(lua)
    threads = min(os.cpu_count(), 2)
    command = ["wrk", "--latency", f"-t{threads}", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", script]
    output = subprocess.run([*command, f"http://127.0.0.1:{port}/"], stdout=subprocess.PIPE, text=True, check=True).stdout
    expect("Socket errors" not in output and "Non-2xx" not in output, f"requests fail:\n{output}")
    rate = float(re.search(r"Requests/sec: *([\d.]+)", output)[1])
    number, unit = re.search(r"99% *([\d.]+)(us|ms|s)", output).groups()
    total = int(re.search(r"(\d+) requests in", output)[1])
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit], total


def resolve(server, peer, seconds):
    for port in (server.port, peer.port):
        expect(CODE[3:12] in (asks(port) or ""), f"the server at {port} does not know the book: {asks(port)}")
        wrk(port, 1)
    ours, theirs = [], []
    for _ in range(RUNS):
        ours.append(wrk(server.port, seconds))
        theirs.append(wrk(peer.port, seconds))
    rates = [statistics.median(run[0] for run in runs) for runs in (ours, theirs)]
    slowest = [statistics.median(run[1] for run in runs) for runs in (ours, theirs)]
    yield Row(f"resolve requests, {CONNECTIONS} connections", *rates, "/s", ">= 20000")
    yield Row("  99 % of them within", *slowest, "ms", "<= 20")


def memory(server, seconds):
    wrk(server.port, seconds)
    before, total = server.resident_kilobytes() / 1024, 0
    while total < 1_000_000:
        total += wrk(server.port, seconds)[2]
    after = server.resident_kilobytes() / 1024
    yield Row(f"memory after {total:,} requests (peer: before)", after, before, "MB", "ratio <= 1.1")


# Pictures


class Posting(threading.Thread):
    """A connection that posts one picture after the other, taken from a list that is shared."""

    def __init__(self, port, left, answers):
        super().__init__()
        self.port, self.left, self.answers = port, left, answers

    def run(self):
        stream = None
        while self.left:
            try:
                number, request = self.left.pop()
            except IndexError:
                break
            try:
                stream = stream or self.connect()
                self.answers[number] = self.exchange(stream, request)
            except (OSError, IndexError):
                # The connection was lost without an answer: a status that no server has.
                self.answers[number], stream = (0, b""), None
        if stream:
            stream.close()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection:
            return connection.makefile("rwb")

    def exchange(self, stream, request):
        stream.write(request)
        stream.flush()
        status = int(stream.readline().split()[1])
        length = 0
        while (line := stream.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, stream.read(length)


def post(port, files):
    """The seconds that all pictures take, and the answers."""
    left = []
    for number, file in enumerate(files):
        body = pathlib.Path(file).read_bytes()
        head = f"POST /v1/scan HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/octet-stream\r\n"
        left.append((number, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body))
    left.reverse()
    answers = {}
    threads = [Posting(port, left, answers) for _ in range(2 * os.cpu_count())]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin, answers


def codes_of(line):
    """The codes of a line of JSON, whatever their order."""
    return sorted((code["symbol"]["symbology"], code["symbol"].get("text", "")) for code in json.loads(line).get("results", []))


def scan(server, peer):
    files = pictures()
    if not files:
        return expect(False, "there are no pictures")
    note(f"scanning {len(files)} pictures …")
    command = [BEELINE, "scan", "--no-defaults", "--format", "json", "--files0-from", write_list("served", files)]
    seconds = {"server": [], "command": [], "peer": []}
    post(server.port, files[: 2 * os.cpu_count()])
    for _ in range(RUNS):
        begin = time.perf_counter()
        lines = list(lines_of(command))
        seconds["command"].append(time.perf_counter() - begin)
        taken, answers = post(server.port, files)
        seconds["server"].append(taken)
        taken, theirs = post(peer.port, files)
        seconds["peer"].append(taken)
        bad = [answers[number] for number in answers if answers[number][0] != 200]
        expect(not bad, f"{len(bad)} pictures are answered otherwise than by 200: {bad[:1]}")
        differing = [
            str(file)
            for number, (file, line) in enumerate(zip(files, lines))
            if answers[number][0] == 200 and codes_of(answers[number][1]) != codes_of(line)
        ]
        expect(not differing, f"the server reads {len(differing)} pictures otherwise than the command: {differing[:3]}")
        lost = sum(status != 200 for status, _ in theirs.values())
    # pyzbar stops at some pictures with an exception or a crash.
    if lost:
        note(f"the peer answers {lost} of {len(files)} pictures with an error, or not at all")
    rates = {name: len(files) / statistics.median(runs) for name, runs in seconds.items()}
    yield Row("pictures by POST (peer: beeline scan)", rates["server"], rates["command"], "/s", "ratio >= 0.9")
    yield Row("pictures by POST (peer: pyzbar)", rates["server"], rates["peer"], "/s", "–")
    found = [
        sum(len(json.loads(body)["results"]) for status, body in all_of.values() if status == 200)
        for all_of in (answers, theirs)
    ]
    yield Row("  codes found in them", *found, "", "–")


# All


def main(words):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    if not shutil.which("wrk"):
        sys.exit("wrk is missing: apt-get install wrk")
    SCRATCH.mkdir(parents=True, exist_ok=True)
    rows = []
    with Peer() as peer, Server("--queue", "256") as server:
        note("asking for codes …")
        rows += resolve(server, peer, options.seconds)
        rows += scan(server, peer)
        note("asking for a million codes …")
        rows += memory(server, options.seconds)
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
