#!/usr/bin/env python3
"""Measures and tries many desks with one history on a PostgreSQL server, which it starts in a folder of its own.

usage: desks.py [--desks 16] [--scans 500] [--stress]          (after `make build`)

    BEELINE_COMMAND=PATH   the program, instead of .build/release/beeline

Each desk is a process of `beeline resolve - --run`, which gets the next ticket once the last one is answered. First each ticket
is another one: admissions a second of all desks, and the time of one. The same with SQLite on this machine follows.

--stress: 20 desks scan the same 1,000 tickets in any order, 500 each, while desks, connections and the server are killed. Then
each ticket must have been admitted once, and what was answered as admitted must be in the history.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = os.environ.get("BEELINE_COMMAND", str(ROOT / ".build/release/beeline"))
RULES = {
    "version": 1,
    "rules": [
        {"id": "again", "when": {"seen.count": {">=": 1}}, "do": [{"action": "refuse", "message": "again"}]},
        {"id": "first", "when": {}, "do": [{"action": "record"}]},
    ],
}


class Server:
    """A server on a socket, as a user who is not root."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="beeline-desks-", dir="/tmp")
        versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.programs = versions[-1]
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody")
            self.prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self.run("initdb", "-D", f"{self.folder}/data", "-U", "owner", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8")
        self.start()
        self.url = f"postgresql://owner@/postgres?host={self.folder}"
        subprocess.run([COMMAND, "history", "create", "--file", self.url], check=True, stdout=subprocess.DEVNULL)

    def run(self, program, *arguments):
        subprocess.run(
            [*self.prefix, self.programs / program, *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self):
        settings = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c max_connections=100"
        self.run(
            "pg_ctl", "start", "-w", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-o", settings)

    def stop(self, mode):
        self.run("pg_ctl", "stop", "-D", f"{self.folder}/data", "-m", mode)

    def ask(self, sql):
        return subprocess.run(
            ["psql", "-XAtq", "-h", self.folder, "-U", "owner", "-d", "postgres", "-c", sql],
            check=True, capture_output=True, text=True).stdout.split("\n")[:-1]


class Desk:
    """A process that answers codes one by one."""

    def __init__(self, folder, history):
        self.folder, self.history = folder, history
        self.start()

    def start(self):
        environment = {**os.environ, "XDG_DATA_HOME": f"{self.folder}/data", "XDG_CONFIG_HOME": f"{self.folder}/config"}
        self.process = subprocess.Popen(
            [COMMAND, "resolve", "-", "--no-defaults", "--rules", f"{self.folder}/rules.json", "--run", "--format",
             "json", "--history", self.history],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)

    def scan(self, ticket):
        """What the desk answers: 'admitted', 'refused', 'failed'; None where it was killed."""
        try:
            self.process.stdin.write(f"{ticket}\n".encode())
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            return None
        if not line.endswith(b"\n"):
            return None
        text = line.decode()
        if '"rule":"again"' in text:
            return "refused"
        return "admitted" if '"status":"done"' in text else "failed"


def measure(name, folder, history, desks, scans):
    """Admissions a second, and the times of one in milliseconds."""
    running = [Desk(folder, history) for _ in range(desks)]
    times = [[] for _ in running]
    wrong = []

    def work(index):
        for number in range(scans):
            begin = time.perf_counter()
            answer = running[index].scan(f"{name}-{index}-{number}")
            times[index].append(time.perf_counter() - begin)
            if answer != "admitted":
                wrong.append(answer)

    for index, desk in enumerate(running):
        desk.scan(f"{name}-{index}-start")
    begin = time.perf_counter()
    threads = [threading.Thread(target=work, args=(index,)) for index in range(desks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - begin
    for desk in running:
        desk.process.stdin.close()
        desk.process.wait()
    every = sorted(sum(times, []))
    print(
        f"{name}: {desks} desks, {len(every) / took:,.0f} admissions a second, median {every[len(every) // 2] * 1e3:.1f} ms, "
        f"99th percentile {every[len(every) * 99 // 100] * 1e3:.1f} ms, {len(wrong)} not admitted")
    return not wrong


def stress(server, folder):
    """20 desks, 1,000 tickets, and whatever can be killed is."""
    desks = [Desk(folder, server.url) for _ in range(20)]
    counts = {"admitted": 0, "refused": 0, "failed": 0, None: 0}
    admitted = []
    is_over = threading.Event()

    def work(index):
        tickets = random.Random(index).sample(range(1_000), 500)
        for ticket in tickets:
            answer = desks[index].scan(f"S-{ticket}")
            if answer is None:
                desks[index].process.wait()
                desks[index].start()
            if answer == "failed":
                time.sleep(0.05)
            counts[answer] += 1
            if answer == "admitted":
                admitted.append(f"S-{ticket}")

    def break_things():
        chance = random.Random(7)
        while not is_over.wait(chance.uniform(0.1, 0.6)):
            kind = chance.random()
            try:
                if kind < 0.45:
                    chance.choice(desks).process.send_signal(signal.SIGKILL)
                elif kind < 0.95:
                    server.ask(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'beeline' "
                        "ORDER BY random() LIMIT 5")
                else:
                    server.stop("immediate")
                    server.start()
            except (subprocess.CalledProcessError, ProcessLookupError):
                pass

    breaking = threading.Thread(target=break_things)
    breaking.start()
    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(desks))]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    is_over.set()
    breaking.join()
    for desk in desks:
        desk.process.stdin.close()
        desk.process.wait()
    stored = dict(
        line.split("|")
        for line in server.ask("SELECT key, count(*) FROM beeline.marks WHERE key LIKE '=S-%' GROUP BY 1"))
    twice = [key for key, count in stored.items() if count != "1"]
    lost = [ticket for ticket in admitted if f"={ticket}" not in stored]
    doubled = len(admitted) - len(set(admitted))
    print(
        f"stress: {sum(counts.values()):,} scans in {time.perf_counter() - begin:.0f} s: {json.dumps({str(k): v for k, v in counts.items()})}; "
        f"{len(stored)} tickets recorded, {len(twice)} twice, {doubled} answered as admitted twice, "
        f"{len(lost)} answered as admitted and lost")
    return not twice and not lost and not doubled


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--desks", type=int, default=16)
    parser.add_argument("--scans", type=int, default=500)
    parser.add_argument("--stress", action="store_true")
    options = parser.parse_args()
    server = Server()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "rules.json").write_text(json.dumps(RULES))
        try:
            if options.stress:
                is_right = stress(server, folder)
            else:
                is_right = measure("PostgreSQL", folder, server.url, options.desks, options.scans)
                is_right &= measure("SQLite", folder, f"{folder}/history.db", options.desks, options.scans)
        finally:
            server.stop("immediate")
            shutil.rmtree(server.folder)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
