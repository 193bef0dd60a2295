#!/usr/bin/env python3
"""Sends a server what attackers and broken programs send, while good requests beside it must be answered.

usage: hostile.py [--long] [PART…]      parts: guard lengths paths bombs slow load fuzz; default: all of them

    BEELINE=PATH   the program; `make hostile` takes one with the address sanitizer
    SEED=0         other mutations than the last time; default: 1
    COUNT=5000     so many fuzzed requests

Short, it takes half a minute: 2,000 fuzzed requests and 200 slow connections. Long: 100,000 and 1,000.
"""

import contextlib
import json
import os
import random
import socket
import struct
import sys
import threading
import time
import zlib

from serving import PATIENCE, ROOT, Server, expect, finish, note, read_all, statuses, wait_until

# Rules that answer without a program or a network.
RULES = {"version": 1, "rules": [{"id": "keep", "when": {}, "do": [{"action": "record", "fields": {"a": "{text|}"}}]}]}
SECRET = "this must not be read"


class GoodRequests(threading.Thread):
    """Asks for what is right, again and again, and counts the answers."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.count, self.stopping, self.longest = server, 0, threading.Event(), 0.0

    def run(self):
        while not self.stopping.is_set():
            begin = time.monotonic()
            if self.server.resolve():
                self.count += 1
            self.longest = max(self.longest, time.monotonic() - begin)
            time.sleep(0.01)

    def end(self, what):
        self.stopping.set()
        self.join()
        expect(self.count > 0, f"no good request was answered beside {what}")
        note(f"  {self.count:,} good requests beside {what}, the longest {self.longest:.2f} s")


@contextlib.contextmanager
def beside_good_requests(server, what):
    good = GoodRequests(server)
    good.start()
    # What takes no time has a good request beside it, too.
    wait_until(lambda: good.count > 0)
    try:
        yield
    finally:
        good.end(what)
        expect(server.is_running(), f"the server has died of {what}: {server.errors()[-3000:]}")


# Invalid requests


def request(method="POST", target="/v1/resolve", headers=(), body=b"", host="127.0.0.1", version="HTTP/1.1"):
    """A request as bytes: with Host and Content-Length, where `headers` has none."""
    names = {line.split(":")[0].strip().lower() for line in headers}
    lines = [f"{method} {target} {version}"]
    if "host" not in names and host:
        lines.append(f"Host: {host}")
    lines += headers
    if body and not names & {"content-length", "transfer-encoding"}:
        lines.append(f"Content-Length: {len(body)}")
    if body and "content-type" not in names:
        lines.append("Content-Type: application/json")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


BODY = b'{"text":"9784873119045"}'
SECOND = request("GET", "/healthz")


def guard_cases():
    """What is sent, and the statuses of its answers; a refused request also drops the requests after it."""
    length = f"Content-Length: {len(BODY)}"
    yield "two lengths that differ", request(headers=[length, "Content-Length: 3"], body=BODY) + SECOND, [400]
    yield "two lengths that differ, the short one first", request(
        headers=["Content-Length: 3", length], body=BODY + SECOND
    ), [400]
    yield "two lengths that agree", request(headers=[length, length], body=BODY) + SECOND, [400]
    yield "a list of lengths", request(headers=[f"{length}, {len(BODY)}"], body=BODY), [400]
    chunked = b"18\r\n" + BODY + b"\r\n0\r\n\r\n"
    yield "a length beside chunks", request(
        headers=["Content-Length: 4", "Transfer-Encoding: chunked"], body=chunked
    ) + SECOND, [400]
    yield "chunks beside a length", request(
        headers=["Transfer-Encoding: chunked", "Content-Length: 4"], body=chunked
    ) + SECOND, [400]
    yield "a blank before the colon", request(headers=[f"Content-Length : {len(BODY)}"], body=BODY) + SECOND, [400]
    yield "a tab before the colon", request(headers=["Transfer-Encoding\t: chunked"], body=chunked) + SECOND, [400]
    for coding in ["xchunked", "gzip", "identity", "chunked, chunked", "gzip, chunked", "chunked;q=1", "\x0bchunked"]:
        yield f"the transfer coding {coding!r}", request(headers=[f"Transfer-Encoding: {coding}"], body=chunked) + SECOND, [400]
    yield "two transfer codings", request(
        headers=["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], body=chunked
    ) + SECOND, [400]
    for value in ["+3", "-1", "0x10", "1e1", "3 3", " ", "٣"]:
        head = request(headers=["X: y"]).replace(b"X: y", f"Content-Length: {value}".encode())
        yield f"the length {value!r}", head + BODY + SECOND, [400]
    for value in ["2, 2", "2;", "", "18446744073709551618"]:
        head = request(headers=["X: y"]).replace(b"X: y", f"Content-Length: {value}".encode())
        yield f"the length {value!r}", head + b"12" + SECOND, [400, 413]
    yield "a length beyond all numbers", request(headers=["Content-Length: 99999999999999999999999"]) + BODY, [400, 413]
    yield "no Host", request("GET", "/healthz", host=None) + SECOND, [400]
    yield "no Host, in HTTP/1.0", request("GET", "/healthz", host=None, version="HTTP/1.0"), [400, 421]
    yield "two Hosts", request("GET", "/healthz", ["Host: 127.0.0.1", "Host: evil.example"]) + SECOND, [400]
    yield "a Host of somebody else", request("GET", "/v1/kinds", host="evil.example"), [421]
    yield "a Host with a user", request("GET", "/v1/kinds", host="127.0.0.1@evil.example"), [400, 421]
    yield "an empty Host", request("GET", "/healthz", ["Host: "]), [400, 421]
    yield "a header without a name", request("GET", "/healthz", [": nothing"]) + SECOND, [400]
    yield "a header with a blank in its name", request("GET", "/healthz", ["A b: c"]) + SECOND, [400]
    yield "a header with a bracket in its name", request("GET", "/healthz", ["A(b): c"]) + SECOND, [400]
    yield "a line without a colon", request("GET", "/healthz", ["nothing"]) + SECOND, [400]
    yield "a folded header", request("GET", "/healthz", ["A: b\r\n c"]) + SECOND, [400]
    yield "a NUL in a header", request("GET", "/healthz", ["A: b\0c"]) + SECOND, [400]
    yield "a lone return in a header", request("GET", "/healthz", ["A: b\rc: d"]) + SECOND, [400]
    yield "a header of 40,000 bytes", request("GET", "/healthz", ["A: " + "b" * 40_000]), [431, 413]
    yield "a thousand headers", request("GET", "/healthz", [f"A{number}: b" for number in range(1000)]), [431, 413]
    yield "a target of 100,000 bytes", request("GET", "/" + "a" * 100_000), [414, 431]
    yield "a target with a host", request("GET", "http://127.0.0.1/healthz"), [400]
    yield "a target with another host", request("GET", "http://evil.example/healthz"), [400]
    yield "the target *", request("GET", "*"), [400]
    yield "a target without a slash", request("GET", "healthz"), [400]
    for method in ["BREW", "TRACE", "CONNECT", "get", "PROPFIND"]:
        yield f"the method {method}", request(method, "/healthz") + SECOND, [400, 405, 501]
    yield "an unknown version", request("GET", "/healthz", version="HTTP/9.9") + SECOND, [400, 505]
    yield "no version", b"GET /healthz\r\n\r\n", [400, 505, None]
    yield "the preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400, 405, 505]
    yield "a greeting of TLS", bytes.fromhex("16030100c8010000c40303") + bytes(200), [400, None]
    yield "an origin of somebody else", request(headers=["Origin: https://evil.example"], body=BODY), [403]
    yield "the origin null", request(headers=["Origin: null"], body=BODY), [403]
    yield "a page of somebody else", request(headers=["Sec-Fetch-Site: cross-site"], body=BODY), [403]
    for path in ["/v1/history", "/%761/history", "/%76%31/history", "/v1/%68istory", "/%6Detrics"]:
        yield f"{path} for a page of somebody else", request("GET", path, ["Sec-Fetch-Site: cross-site"]), [403]
    yield "events for a page of somebody else", request("GET", "/v1/events", ["Origin: https://evil.example"]), [403]
    yield "a careless proxy", request("GET", "/v1/history", version="HTTP/1.0"), [401]
    yield "a proxy that says only how it is reached", request("GET", "/v1/history", ["X-Forwarded-Proto: https"]), [401]
    for host in ["127.0.0.1.", "localhost.", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433", "192.0.2.7"]:
        yield f"the Host {host}", request("GET", "/v1/kinds", host=host), [421]
    yield "an upgrade", request("GET", "/healthz", ["Connection: Upgrade", "Upgrade: websocket"]), [200, 400]
    yield "a body that is compressed", request(headers=["Content-Encoding: gzip"], body=BODY), [400, 415]
    yield "no JSON", request(body=b"{" * 24), [400]
    yield "JSON that is nested 100,000 deep", request(body=b"[" * 100_000), [400]
    yield "a wrong token", request(headers=["Authorization: Bearer wrong"], body=BODY), [401]


def guard(server, long):
    with beside_good_requests(server, "what is no request"):
        for name, data, wanted in guard_cases():
            answer = server.raw(data, shut=True)
            got = statuses(answer)
            expect(got in [[status] if status else [] for status in wanted], f"{name}: {got}, not {wanted}")
            heads = answer.count(b"HTTP/1.1 ")
            expect(heads <= 1, f"{name}: {heads} heads in one answer")
        # What is right stays right.
        twice = statuses(server.raw(request(body=BODY) + request("GET", "/healthz", ["Connection: close"])))
        expect(twice == [200, 200], f"two requests on one connection: {twice}")
        chunked = b"5\r\n" + BODY[:5] + b"\r\n" + f"{len(BODY) - 5:x}\r\n".encode() + BODY[5:] + b"\r\n0\r\n\r\n"
        got = statuses(server.raw(request(headers=["Transfer-Encoding: chunked", "Connection: close"], body=chunked)))
        expect(got == [200], f"a body in chunks: {got}")
        own = [f"Origin: http://127.0.0.1:{server.port}", f"Host: 127.0.0.1:{server.port}", "Connection: close"]
        got = statuses(server.raw(request(headers=own, body=BODY)))
        expect(got == [200], f"a request of the server's own page: {got}")


# Bodies that lie about their length


def lengths(server, long):
    with beside_good_requests(server, "bodies that lie"):
        for name, data, wanted in length_cases():
            got = statuses(server.raw(data, shut=True))
            expect(got in wanted, f"{name}: {got}, not one of {wanted}")
        # More than may be sent is refused before it is read.
        with contextlib.closing(server.connect()) as connection:
            head = ["Content-Length: 33554433", "Content-Type: image/png", "Expect: 100-continue"]
            connection.sendall(request(target="/v1/scan", headers=head))
            expect(statuses(read_all(connection)) == [413], "a body of one byte too many is not refused at once")
        # Chunks announce nothing: they are counted.
        with contextlib.closing(server.connect()) as connection:
            chunk = b"100000\r\n" + bytes(0x100000) + b"\r\n"
            sent = 0
            with contextlib.suppress(OSError):
                connection.sendall(request(target="/v1/scan", headers=["Transfer-Encoding: chunked", "Content-Type: image/png"]))
                while sent < 200:
                    connection.sendall(chunk)
                    sent += 1
            expect(sent < 200, "200 MiB in chunks are read")


def length_cases():
    yield "a body that ends early", request(headers=["Content-Length: 1000"], body=BODY), [[], [400]]
    yield "a body that goes on", request(headers=["Content-Length: 24", "Connection: close"], body=BODY + b"x" * 1000), [[200]]
    yield "a request behind a body", request(headers=["Content-Length: 24"], body=BODY + SECOND), [[200, 200]]
    yield "no length at all", request(headers=["Content-Type: application/json"]) + BODY, [[400], [400, 400], [411]]
    for size in ["zz", "-1", "+5", "0x18", "FFFFFFFFFFFFFFFFFF", "18 18", ""]:
        body = size.encode() + b"\r\n" + BODY + b"\r\n0\r\n\r\n"
        yield f"a chunk of {size!r}", request(headers=["Transfer-Encoding: chunked"], body=body), [[], [400], [413]]
    body = b"18\r\n" + BODY + b"xx0\r\n\r\n"
    yield "a chunk without its end", request(headers=["Transfer-Encoding: chunked"], body=body), [[], [400]]
    body = b"18\r\n" + BODY
    yield "no last chunk", request(headers=["Transfer-Encoding: chunked"], body=body), [[], [400]]
    body = b"18;" + b"x" * 100_000 + b"\r\n" + BODY + b"\r\n0\r\n\r\n"
    yield "a chunk with a long extension", request(headers=["Transfer-Encoding: chunked"], body=body), [[], [400], [413], [431]]


# Paths and names


def paths(server, long):
    outside = server.folder / "outside.txt"
    outside.write_text(SECRET)
    before = files(server.folder)
    climbing = ["../" * 8, "..%2f" * 8, "%2e%2e/" * 8, "..\\" * 8, "%2e%2e%2f" * 8, "..%252f" * 8, "....//" * 8, "%c0%ae%c0%ae/" * 8]
    places = ["/", "/v1/", "/v1/catalogs/", "/v1/devices/", "/app.js/", "//"]
    targets = [f"{place}{climb}{outside}" for place in places for climb in climbing]
    targets += ["//etc/passwd", "/%00", "/app.js%00.html", "/v1/kinds%00", "/%2fetc%2fpasswd", "/%", "/%zz", "/%u0041", "/.", "/.."]
    targets += ["/v1/devices/99999999999999999999", "/v1/devices/-1", "/v1/devices/1%2f2", "/v1//kinds", "/v1/kinds/", "/V1/KINDS"]
    with beside_good_requests(server, "path tricks"):
        for target in targets:
            for method in ["GET", "PUT", "DELETE"]:
                answer = server.raw(request(method, target, ["Content-Type: text/csv"], b"a,b\n1,2\n"), shut=True)
                got = statuses(answer)
                expect(len(got) >= 1 and 400 <= got[0] < 500, f"{method} {target}: {got}")
                expect(SECRET.encode() not in answer and b"root:" not in answer, f"{method} {target} shows a file")
        for name in ["../../x", "/etc/passwd", "a\r\nSet-Cookie: b=c", "\0", "\u202e", "x" * 5000]:
            target = "/v1/scan?name=" + "".join(f"%{byte:02x}" for byte in name.encode())
            answer = server.raw(request(target=target, headers=["Content-Type: image/png", "Connection: close"], body=b"no picture"))
            expect(b"\nSet-Cookie: b=c" not in answer.partition(b"\r\n\r\n")[0], "a name becomes a header")
            expect(statuses(answer)[:1] != [500], f"the name {name!r}: {answer[:200]!r}")
    made = files(server.folder) - before
    expect(not made, f"files are made: {sorted(made)}")


def files(folder):
    data = folder / "data/beeline"
    # What SQLite has beside its databases comes and goes.
    return {path for path in folder.rglob("*") if path.is_file() and not (path.parent == data and ".sqlite" in path.name)}


# Bombs


def png(width, height, data):
    """A PNG of these measures with this content, whatever it is."""

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def bombs(server, long):
    nothing = zlib.compress(bytes(100_000_000), 9)
    pictures = {
        "a PNG of 60,000 × 60,000": png(60_000, 60_000, zlib.compress(bytes(60_001))),
        "a PNG of 2³¹ × 2³¹": png(2**31 - 1, 2**31 - 1, nothing),
        "a PNG that unpacks to 100 MB": png(10_000, 9_999, nothing),
        "a PNG of one row of 10⁸ pixels": png(100_000_000, 1, nothing),
        "a GIF of 65,535 × 65,535": b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0x80, 0, 0) + bytes(6) + b",",
        "a JPEG of 65,535 × 65,535": b"\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00\xff\xd9",
        "a TIFF that points at itself": b"II*\0\x08\0\0\0" + b"\x01\0\x00\x01\x04\0\x01\0\0\0\xff\xff\xff\x7f\x08\0\0\0",
        "a PDF of nothing": b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 2147483647>>endobj\ntrailer<</Root 1 0 R>>",
        "a program": b"\x7fELF" + bytes(1000),
        "nothing": b"",
        "a script": b"#!/bin/sh\ntouch /tmp/beeline-was-here\n",
    }
    with beside_good_requests(server, "bombs"):
        for name, data in pictures.items():
            status, _, answer = server.request("POST", "/v1/scan?effort=fast", data, {"Content-Type": "application/octet-stream"})
            document = json.loads(answer)
            expect(status < 500, f"{name}: {status} {answer[:200]!r}")
            expect("error" in document or document.get("results") == [] or status >= 400, f"{name}: {answer[:200]!r}")
        deep = {
            "a text of 30 MiB": json.dumps({"text": "x" * (30 << 20)}),
            "an object of 200,000 members": json.dumps({f"m{number}": number for number in range(200_000)}),
            "a number of a million digits": '{"text":' + "9" * 1_000_000 + "}",
            "many empty lines": "\n" * (1_000_000 if long else 20_000),
        }
        for name, text in deep.items():
            for kind in ["application/json", "application/x-ndjson", "text/plain"]:
                status, _, answer = server.request("POST", "/v1/resolve", text.encode(), {"Content-Type": kind})
                expect(status in (200, 400, 413, 422), f"{name} as {kind}: {status} {answer[:200]!r}")
    megabytes = server.resident_kilobytes() / 1024
    expect(megabytes < 1024, f"the server holds {megabytes:.0f} MB after the bombs")


# Slow ones


def slow(server, long):
    """Connections that begin requests and never end them, from one address; good requests come from another one."""
    count = 1_000 if long else 200
    lorises = []
    with beside_good_requests(server, f"{count:,} slow connections"):
        for number in range(count):
            loris = socket.socket()
            loris.settimeout(5)
            with contextlib.suppress(OSError):
                loris.bind(("127.0.0.2", 0))
                loris.connect((server.host, server.port))
                loris.sendall([b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", request(headers=["Content-Length: 1000"])][number % 3])
            lorises.append(loris)
        for _ in range(10 if long else 4):
            for loris in lorises:
                with contextlib.suppress(OSError):
                    loris.sendall(b"x")
            time.sleep(0.25)
    for loris in lorises:
        loris.close()


# One telephone with the worst requests


def timed(server, picture, name):
    """How long a scan of the desk takes, in seconds."""
    begin = time.monotonic()
    status, _, answer = server.request("POST", "/v1/scan", **picture)
    expect(status == 200, f"a scan of the desk beside {name}: {status} {answer[:200]!r}")
    return time.monotonic() - begin


def load(server, long):
    """A stolen telephone sends what costs most, over many connections, and reads nothing: the desk must not notice."""
    _, _, link = server.request("POST", "/v1/pairing")
    pairing = json.dumps({"token": json.loads(link)["url"].partition("#")[2], "name": "Stolen"}).encode()
    _, headers, _ = server.request("POST", "/v1/devices", pairing, {"Content-Type": "application/json"})
    cookie = headers["Set-Cookie"].partition(";")[0]
    book = (ROOT / "Examples/book.jpg").read_bytes()
    worst = json.dumps({"text": "\x01" * 8_000}).encode()
    thin = png(25, 40_000, zlib.compress(bytes(26 * 40_000)))
    requests = {
        "explanations": ("/v1/explain", "application/json", worst, 64),
        "explanations of many lines": ("/v1/explain", "application/x-ndjson", worst + b"\n" + worst, 64),
        "long answers": ("/v1/resolve", "text/plain", b"\x01" * 1_000_000, 64),
        "thin pictures": ("/v1/scan", "image/png", thin, 12),
        "thin frames": ("/v1/frames?session=a", "image/png", thin, 4),
    }
    book = {"body": book, "headers": {"Content-Type": "image/jpeg"}}
    idle = sorted(timed(server, book, "nothing") for _ in range(5))[2]
    for name, (target, kind, body, count) in requests.items():
        # As from another machine: a proxy says for whom.
        head = [f"Cookie: {cookie}", "X-Forwarded-For: 192.0.2.7", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        connections = []
        for _ in range(count):
            connections.append(server.connect())
            with contextlib.suppress(OSError):
                connections[-1].sendall(request(target=target, headers=head, body=body))
        median = sorted(timed(server, book, name) for _ in range(7))[3]
        megabytes = server.resident_kilobytes() / 1024
        note(f"  beside {name} a scan of the desk takes {median:.2f} s, and the server has {megabytes:.0f} MB")
        # The sanitizer makes everything slow, and keeps what was freed.
        if not long:
            # A machine that has other work is slower beside nothing, too.
            expect(median < max(1, 5 * idle), f"beside {name} a scan of the desk takes {median:.2f} s, else {idle:.2f} s")
            expect(megabytes < 600, f"beside {name} the server has {megabytes:.0f} MB")
        for connection in connections:
            connection.close()


# Fuzzing

TOKENS = [
    b"\0", b"\r", b"\n", b"\r\n", b"\r\n\r\n", b" ", b"\t", b":", b"%", b"%00", b"%2F", b"..", b"/", b"?", b"#", b"\\", b"\xff",
    b"\xc0\xaf", b"0", b"-1", b"4294967296", b"9223372036854775808", b"chunked", b"Transfer-Encoding: chunked\r\n",
    b"Content-Length: 0\r\n", b"Content-Length: 10\r\n", b"Host: \r\n", b"Expect: 100-continue\r\n", b"Connection: close\r\n",
    b"Range: bytes=0-\r\n", b"Origin: null\r\n", b"Cookie: beeline=x\r\n", b"Authorization: Bearer \r\n", b"{", b"}", b"[", b"]",
    b'"', b"\\u0000", b"\\ud800", b"null", b"1e999", b"HTTP/1.0", b"HTTP/1.1", b"GET", b"POST", b"A" * 1000,
]  # fmt: skip


def seeds():
    """Real requests, one of each sort."""
    typed = lambda kind: [f"Content-Type: {kind}"]
    key = ["Idempotency-Key: fuzz-1", "Content-Type: application/json"]
    picture = png(8, 8, zlib.compress(bytes(72)))
    boxed = b'{"symbology":"qr_code","text":"WIFI:S:a;T:WPA;P:secret;;"}'
    yield from (
        request(body=BODY),
        request(headers=typed("text/plain"), body=b"4006381333931"),
        request(headers=typed("application/x-ndjson"), body=BODY + b"\n" + boxed + b"\n"),
        request(headers=["Transfer-Encoding: chunked", *typed("application/json")], body=b"18\r\n" + BODY + b"\r\n0\r\n\r\n"),
        request(target="/v1/explain", body=boxed),
        request(target="/v1/resolve?perform=true", body=boxed),
        request(target="/v1/scan?name=a.png&effort=fast&symbologies=qr_code,ean_13&region=0,0,1.0,1.0&one=true",
                headers=typed("image/png"), body=picture),
        request(target="/v1/frames?session=fuzz&effort=fast", headers=typed("image/png"), body=picture),
        request(target="/v1/scans", headers=key, body=boxed),
        request(target="/v1/session", body=b'{"token":"x"}'),
        request(target="/v1/devices", body=b'{"token":"x","name":"Anna"}'),
        request(target="/v1/pairing", body=b"{}"),
        request(target="/v1/questions/1", body=b'{"reply":"yes"}'),
        request("PATCH", "/v1/devices/1", body=b'{"name":"Berta"}'),
        request("DELETE", "/v1/devices/1"),
        request("PUT", "/v1/catalogs/prices", typed("text/csv"), b"ean,price\n1,2\n"),
        request("GET", "/v1/history?q=a%20b&kind=isbn&since=2026-01-01&limit=10&format=csv"),
        request("GET", "/v1/openapi.json", ['If-None-Match: "x"', "Accept: application/json"]),
        request("GET", "/metrics"), request("GET", "/v1/me"), request("GET", "/"), request("GET", "/app.js"),
        request("HEAD", "/v1/kinds"), request("OPTIONS", "/v1/scan", ["Access-Control-Request-Method: POST"]),
    )  # fmt: skip


def mutated(data, others, chance):
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        place = chance.randrange(len(data) + 1)
        end = min(len(data), place + chance.choice((1, 1, 2, 8, 64)))
        match chance.randrange(7):
            case 0 if place < len(data):
                data[place] ^= 1 << chance.randrange(8)
            case 1:
                del data[place:end]
            case 2:
                data[place:place] = chance.choice(TOKENS)
            case 3:
                data[place:place] = data[place:end] * chance.choice((1, 2, 50))
            case 4:
                data[place:end] = bytes(chance.randrange(256) for _ in range(end - place))
            case 5:
                other = chance.choice(others)
                cut = chance.randrange(len(other))
                data[place:] = other[cut:]
            case _:
                data[place:end] = chance.choice(TOKENS)
    return bytes(data)


def fuzz(server, long):
    count, workers = (100_000, 4) if long else (2_000, 2)
    count = int(os.environ.get("COUNT", count))
    seed = int(os.environ.get("SEED", "1")) or random.randrange(1 << 30)
    note(f"  SEED={seed}")
    requests = list(seeds())
    answered = [0] * workers

    def send(worker):
        chance = random.Random(f"{seed} {worker}")
        for number in range(worker, count, workers):
            data = mutated(chance.choice(requests), requests, chance)
            try:
                # Events never end: one that asks for them is not waited for.
                answer = server.raw(data, timeout=2 if b"/v1/events" in data else PATIENCE, shut=True)
            except OSError as error:
                expect(False, f"request {number} of {seed}: {error!r}")
                return
            got = statuses(answer)
            answered[worker] += bool(got)
            if 500 in got or answer and not answer.startswith(b"HTTP/1.1 "):
                expect(False, f"request {number} of {seed}: {data!r} is answered with {answer[:300]!r}")

    def beside():
        for data in requests:
            got = statuses(server.answered(data))
            expect(len(got) == 1 and got[0] < 500, f"before fuzzing, {data[:60]!r} is answered with {got}")
        threads = [threading.Thread(target=send, args=(worker,)) for worker in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    with beside_good_requests(server, f"{count:,} fuzzed requests"):
        beside()
    note(f"  {sum(answered):,} of {count:,} fuzzed requests had an answer")


# All

PARTS = {"guard": guard, "lengths": lengths, "paths": paths, "bombs": bombs, "slow": slow, "load": load, "fuzz": fuzz}


def main(words):
    long = "--long" in words
    parts = [word for word in words if word != "--long"] or list(PARTS)
    if not set(parts) <= set(PARTS):
        sys.exit(__doc__.strip())
    with Server(rules=RULES) as server:
        server.resolve()
        # The databases, and a worker for each core, are open from the first use on.
        descriptors = server.descriptors() + 8 + 6 * os.cpu_count()
        for part in parts:
            note(f"{part} …")
            PARTS[part](server, long)
            # Connections that wait for a request are closed after 30 seconds.
            left = wait_until(lambda: server.descriptors() <= descriptors, patience=40)
            expect(left, f"{server.descriptors()} descriptors are open after {part}, and not at most {descriptors}")
        status = server.stop()
        expect(status == 0, f"the server ends with status {status}")
        expect("Sanitizer" not in server.errors(), server.errors()[-5000:])
    return finish("hostile")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
