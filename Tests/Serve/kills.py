#!/usr/bin/env python3
"""Kills a server under load, again and again, and compares its history with what it acknowledged.

usage: kills.py [COUNT]          default: 500; BEELINE=PATH is the program

Four clients post scans, each with a key of its own, and repeat a scan with the same key until it is acknowledged, as a
telephone does that has lost its network. The server gets SIGKILL at any moment, and starts again on the same data.
In the end each scan that was acknowledged is in the history, and each scan once.
"""

import collections
import http.client
import json
import os
import random
import signal
import sqlite3
import sys
import threading
import time

from serving import Server, expect, finish, note, wait_until

CLIENTS = 4
RULES = {
    "version": 1,
    "rules": [{"id": "desk.keep", "when": {}, "do": [{"action": "record", "fields": {"code": "{text|}"}}]}],
}


class Client(threading.Thread):
    """Posts one scan after the other until it has to stop; the last one is acknowledged too."""

    def __init__(self, number, port):
        super().__init__(daemon=True)
        self.number, self.port = number, port
        self.stopping = threading.Event()
        self.acknowledged, self.tries, self.replays, self.problem = [], 0, 0, None

    def run(self):
        count = 0
        while not self.stopping.is_set() and not self.problem:
            count += 1
            self.post(f"client {self.number} scan {count}", f"key-{self.number}-{count}")

    def post(self, text, key):
        body = json.dumps({"symbology": "code_128", "text": text})
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        connection, end = None, time.monotonic() + 60
        while time.monotonic() < end:
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
                self.tries += 1
                connection.request("POST", "/v1/scans", body, headers)
                answer = connection.getresponse()
                content = answer.read()
            except (OSError, http.client.HTTPException):
                # There is no server, or the answer was cut.
                connection = None
                time.sleep(0.005)
                continue
            if answer.status == 503:
                time.sleep(0.01)
                continue
            if answer.status != 200 or len(json.loads(content).get("history", [])) != 1:
                self.problem = f"{text}: {answer.status} {content[:300]!r}"
                return
            self.replays += answer.headers.get("Idempotency-Replayed") == "true"
            self.acknowledged.append((text, json.loads(content)["history"][0]))
            return
        self.problem = f"{text} is not acknowledged in a minute"


def main(kills):
    random.seed(os.environ.get("SEED", "1"))
    server = Server("--run", rules=RULES).start()
    # After its restart, it listens where its clients look for it.
    server.listen = f"127.0.0.1:{server.port}"
    clients = [Client(number, server.port) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    done = lambda: sum(len(client.acknowledged) for client in clients)
    expect(wait_until(lambda: done() >= 20 or any(client.problem for client in clients)), "no scans are acknowledged")
    for kill in range(kills):
        before = done()
        # Half of them in the midst of scans, the others at any moment, also while it starts.
        if kill % 2 == 0:
            wait_until(lambda: done() > before or any(client.problem for client in clients))
        time.sleep(random.uniform(0, 0.05))
        server.stop(signal.SIGKILL)
        if any(client.problem for client in clients):
            break
        server.start()
        if kill % 50 == 49:
            note(f"{kill + 1} kills, {done():,} scans acknowledged")
    for client in clients:
        client.stopping.set()
    for client in clients:
        client.join()
        expect(not client.problem, client.problem)
    status = server.stop()
    expect(status == 0, f"the server ends with status {status}: {server.errors()[-2000:]}")
    compare(server.folder / "data/beeline/history.db", clients)
    tries, replays = sum(client.tries for client in clients), sum(client.replays for client in clients)
    note(f"{kills} kills, {done():,} scans acknowledged, {tries - done():,} tries in vain, {replays} answers repeated")
    expect(kills < 100 or replays > 0, "no kill came between a record and its answer: nothing was tried")
    return finish("kills")


def compare(path, clients):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        expect(database.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "the history is damaged")
        rows = database.execute("SELECT id, text FROM scans").fetchall()
    times = collections.Counter(text for _, text in rows)
    by_number = dict(rows)
    for client in clients:
        for text, number in client.acknowledged:
            expect(times[text] == 1, f"'{text}' was acknowledged, and stands {times[text]} times in the history")
            expect(by_number.get(number) == text, f"'{text}' is not the scan {number} that its answer names")
    acknowledged = {text for client in clients for text, _ in client.acknowledged}
    expect(set(times) <= acknowledged, f"the history has scans that no client posted: {set(times) - acknowledged}")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
