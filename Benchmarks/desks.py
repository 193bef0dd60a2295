#!/usr/bin/env python3
"""Measures and tries many desks with one history on a PostgreSQL server, which it starts in a folder of its own.

usage: desks.py [--desks 16] [--scans 500] [--stress [--admit]]          (after `make build`)

`make bench ONLY=memory` has its figures, too.

    BEELINE_COMMAND=PATH   the program, instead of .build/release/beeline
    BEELINE_BENCH=PATH     the program that looks codes up, instead of .build/release/beeline-bench

Each desk is a process of `beeline resolve - --run`, which gets the next ticket once the last one is answered. First each ticket
is another one: admissions a second of all desks, and the time of one. The same with SQLite on this machine follows.

--stress: 20 desks scan the same 1,000 tickets in any order, 500 each, while desks, connections and the server are killed. As
root, they are on two machines, which are network namespaces, and their lines are cut for seconds. Then each ticket must
have been admitted once, and what was answered as admitted must be in the history. With --admit, scans are taken without the
server, too: then each ticket that was admitted twice must be reported as such.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from measuring import ROOT, Row
from measuring import expect, note, report

COMMAND = os.environ.get("BEELINE_COMMAND", str(ROOT / ".build/release/beeline"))
BENCH = os.environ.get("BEELINE_BENCH", str(ROOT / ".build/release/beeline-bench"))
# The folder of PostgreSQL's programs, which BEELINE_POSTGRESQL can name.
PROGRAMS = os.environ.get("BEELINE_POSTGRESQL") or max(
    map(str, pathlib.Path("/usr/lib/postgresql").glob("*/bin")), key=lambda path: int(path.split("/")[-2]), default=None)
RULES = {
    "version": 1,
    "rules": [
        {"id": "again", "when": {"seen.count": {">=": 1}}, "do": [{"action": "refuse", "message": "again"}]},
        {"id": "first", "when": {}, "do": [{"action": "record"}]},
    ],
}


class Server:
    """A server on a socket, and on addresses, as a user who is not root."""

    def __init__(self, addresses="", options=""):
        self.settings = f"-c listen_addresses={addresses or chr(39) * 2} -c port=5499 -c max_connections=100 {options}"
        self.folder = tempfile.mkdtemp(prefix="beeline-desks-", dir="/tmp")
        self.programs = PROGRAMS
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody")
            self.prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self.run("initdb", "-D", f"{self.folder}/data", "-U", "owner", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8")
        with open(f"{self.folder}/data/pg_hba.conf", "a", encoding="utf-8") as file:
            file.write("host all all samenet trust\n")
        self.url = f"postgresql://owner@/postgres?host={self.folder}&port=5499"

    def run(self, program, *arguments):
        subprocess.run(
            [*self.prefix, f"{self.programs}/{program}", *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self):
        settings = f"-c unix_socket_directories={self.folder} {self.settings}"
        self.run(
            "pg_ctl", "start", "-w", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-o", settings)

    def stop(self, mode):
        self.run("pg_ctl", "stop", "-D", f"{self.folder}/data", "-m", mode)

    def ask(self, sql):
        return subprocess.run(
            ["psql", "-XAtq", "-h", self.folder, "-p", "5499", "-U", "owner", "-d", "postgres", "-c", sql],
            check=True, capture_output=True, text=True).stdout.split("\n")[:-1]


class Machine:
    """A network namespace with a line to this one."""

    def __init__(self, number):
        self.name, self.here = f"beeline{number}", f"10.213.{number}.1"
        self.prefix = ["ip", "netns", "exec", self.name]
        for command in (
            f"ip netns add {self.name}",
            f"ip link add {self.name} type veth peer name line netns {self.name}",
            f"ip address add {self.here}/24 dev {self.name}",
            f"ip link set {self.name} up",
            f"ip -n {self.name} address add 10.213.{number}.2/24 dev line",
            f"ip -n {self.name} link set line up",
            f"ip -n {self.name} link set lo up",
        ):
            subprocess.run(command.split(), check=True, stderr=subprocess.DEVNULL)

    def cut(self, seconds):
        """Without a reset or a refusal: nothing comes through."""
        subprocess.run(["ip", "link", "set", self.name, "down"], check=True)
        time.sleep(seconds)
        subprocess.run(["ip", "link", "set", self.name, "up"], check=True)

    def remove(self):
        subprocess.run(["ip", "netns", "delete", self.name], check=False)


def machines():
    """Two of them; none where they cannot be made."""
    made = []
    try:
        made = [Machine(1)]
        made.append(Machine(2))
    except (OSError, subprocess.CalledProcessError):
        for machine in made:
            machine.remove()
        note("network namespaces cannot be made here: all desks are on this machine, and no line is cut")
        return []
    return made


class Desk:
    """A process that answers codes one by one."""

    def __init__(self, folder, history, prefix=()):
        self.folder, self.history, self.prefix = folder, history, prefix
        self.start()

    def start(self):
        environment = {**os.environ, "XDG_DATA_HOME": f"{self.folder}/data", "XDG_CONFIG_HOME": f"{self.folder}/config"}
        self.process = subprocess.Popen(
            [*self.prefix, COMMAND, "resolve", "-", "--no-defaults", "--rules", f"{self.folder}/rules.json", "--run", "--format",
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
            times[index].append((time.perf_counter() - begin) * 1e3)
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
    expect(not wrong, f"{name}: {len(wrong)} scans were not admitted")
    every = sum(times, [])
    return len(every) / took, statistics.median(every), statistics.quantiles(every, n=100)[98]


def admissions(folder, desks, scans):
    """The figures of many desks with one PostgreSQL, beside SQLite in the same run."""
    note(f"{desks} desks with PostgreSQL, and with SQLite …")
    with running_server() as server:
        ours = measure("PostgreSQL", folder, server.url, desks, scans)
    theirs = measure("SQLite", folder, f"{folder}/history.db", desks, scans)
    yield Row(f"admissions of {desks} desks on PostgreSQL (peer: SQLite)", ours[0], theirs[0], "/s", ">= 2000")
    yield Row("  median of one", ours[1], theirs[1], "ms", "")
    yield Row("  99 of 100 within", ours[2], theirs[2], "ms", "<= 50")


def lookups(scans, numbers, code, each):
    """What a look-up takes in a history of so many scans on PostgreSQL, in microseconds."""
    note(f"writing {scans:,} scans into PostgreSQL …")
    with running_server("-c max_wal_size=8GB -c fsync=off -c shared_buffers=512MB -c maintenance_work_mem=512MB") as server:
        codes = scans // each
        server.ask(f"""
            ALTER TABLE beeline.marks DROP CONSTRAINT marks_pkey;
            INSERT INTO beeline.marks
            SELECT '=T-' || lpad((n % {codes} * 2654435761 % 4294967296)::text, 10, '0'),
                (1600000000 + n * 10) * 1000, n + 1, 'till ' || n % 20
            FROM generate_series(0::bigint, {scans} - 1) AS n;
            ALTER TABLE beeline.marks ADD PRIMARY KEY (key, time, scan);
            """)
        server.ask("VACUUM ANALYZE beeline.marks")
        text = "\n".join(map(code, numbers)).encode()
        answer = subprocess.run([BENCH, "memory", "ask", server.url], input=text, capture_output=True, check=True)
        count, median, last = answer.stdout.split()
        known = sum(number < codes for number in numbers)
        expect(int(count) == known * each, f"of {known} codes {count} recordings are seen, not {known * each}")
        yield Row(f"seen among {scans:,} scans on PostgreSQL, median", float(median), None, "µs", "<= 1000")
        yield Row("  99 of 100 within", float(last), None, "µs", "<= 1000")


@contextlib.contextmanager
def running_server(options="", addresses=""):
    server = Server(addresses, options)
    try:
        server.start()
        subprocess.run([COMMAND, "history", "create", "--file", server.url], check=True, stdout=subprocess.DEVNULL)
        yield server
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            server.stop("immediate")
        shutil.rmtree(server.folder)


@contextlib.contextmanager
def desk_folder():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
        yield folder


def rows(scans, numbers, code, each):
    """All figures; none where PostgreSQL is not installed."""
    if not PROGRAMS:
        note("PostgreSQL is not installed")
        return
    with desk_folder() as folder:
        yield from admissions(folder, 16, 500)
    yield from lookups(scans, numbers, code, each)


def stress(server, folder, places, admits):
    """20 desks, 1,000 tickets, and whatever can be killed is."""
    desks = []
    for number in range(20):
        place = places[number % len(places)] if places else None
        own = pathlib.Path(folder, f"machine{number % max(1, len(places))}")
        own.mkdir(exist_ok=True)
        shutil.copy(f"{folder}/rules.json", own)
        if admits:
            (own / "config/beeline").mkdir(parents=True, exist_ok=True)
            (own / "config/beeline/policy.json").write_text('{"offline": "admit"}', encoding="utf-8")
        url = f"postgresql://owner@{place.here}:5499/postgres" if place else server.url
        desks.append(Desk(own, url, place.prefix if place else ()))
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
                if kind < 0.4:
                    chance.choice(desks).process.send_signal(signal.SIGKILL)
                elif kind < 0.85:
                    server.ask(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'beeline' "
                        "ORDER BY random() LIMIT 5")
                elif kind < 0.95 and places:
                    chance.choice(places).cut(chance.uniform(0.5, 4))
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
    took = time.perf_counter() - begin
    # What was kept is sent with the next scans.
    for number in range(60 if admits else 0):
        for desk in (desks[0], desks[1]):
            if desk.scan(f"end-{number}-{id(desk)}") is None:
                desk.process.wait()
                desk.start()
        if not any(unsent(desk.folder) for desk in desks[:2]):
            break
        time.sleep(1)
    for desk in desks:
        desk.process.stdin.close()
        desk.process.wait()
    stored = {}
    for line in server.ask(
            "SELECT key, count(*), count(*) FILTER (WHERE missed > 0) FROM beeline.marks JOIN beeline.scans ON id = marks.scan "
            "WHERE key LIKE '=S-%' GROUP BY 1"):
        key, count, missed = line.split("|")
        stored[key] = (int(count), int(missed))
    twice = [key for key, (count, missed) in stored.items() if count - missed > 1 or count > 1 and not missed]
    doubles = sum(count > 1 for count, _ in stored.values())
    lost = [ticket for ticket in admitted if f"={ticket}" not in stored]
    doubled = len(admitted) - len(set(admitted))
    print(
        f"stress: {sum(counts.values()):,} scans in {took:.0f} s on {len(places) or 1} machines: "
        f"{json.dumps({str(k): v for k, v in counts.items()})}; {len(stored)} tickets recorded, {doubles} more than once and "
        f"{len(twice)} of these unreported, {doubled} answered as admitted again, {len(lost)} answered as admitted and lost")
    return not twice and not lost and (admits or not doubled and not doubles)


def unsent(folder):
    """How many scans a machine has kept."""
    count = 0
    for path in pathlib.Path(folder, "data/beeline").glob("unsent-*.db"):
        with contextlib.closing(sqlite3.connect(path)) as db:
            count += db.execute("SELECT count(*) FROM scans").fetchone()[0]
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--desks", type=int, default=16)
    parser.add_argument("--scans", type=int, default=500)
    parser.add_argument("--stress", action="store_true")
    parser.add_argument("--admit", action="store_true")
    options = parser.parse_args()
    with desk_folder() as folder:
        if not options.stress:
            sys.exit(report(list(admissions(folder, options.desks, options.scans)), False))
        places = machines()
        try:
            with running_server(addresses=",".join(place.here for place in places)) as server:
                is_right = stress(server, folder, places, options.admit)
        finally:
            for place in places:
                place.remove()
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
