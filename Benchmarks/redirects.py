#!/usr/bin/env python3
"""Measures `beeline serve --resolver` beside nginx, which redirects by a static map of the same keys.

usage: redirects.py [--seconds 10] [--keys 1000000] [--json]     (`make bench ONLY=resolver` builds first; ARGS="--seconds 30")

    BEELINE=PATH   measure this program instead of .build/release/beeline

wrk asks both for random keys out of all, by 64 connections that are kept, in turn in the same run. wrk itself runs on the same
cores. Then it asks for half as many a second as that gave, for how long an answer takes when there is room. All answers
are redirects; that they lead to the right place is looked at for some keys before.
"""

import argparse
import contextlib
import http.client
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import time

from measuring import BEELINE, ROOT, RUNS, SCRATCH, Row
from measuring import children, expect, note, report

sys.path.insert(0, str(ROOT / "Tests/Serve"))
os.environ.setdefault("BEELINE", BEELINE)
from proxies import free_port  # noqa: E402
from serve import CONNECTIONS, wrk  # noqa: E402
from serving import PATH, Server, wait_until  # noqa: E402

# So many different keys wrk asks for; each thread has them in another order.
ASKED = 20_000
LUA = """
local requests, place = {}, 0
function setup(thread) count = (count or 0) + 1; thread:set("number", count) end
function init()
  math.randomseed(number)
  for line in io.lines("%s") do table.insert(requests, wrk.format("GET", line)) end
  place = math.random(#requests)
end
function request()
  place = place %% #requests + 1
  return requests[place]
end
"""
# In milliseconds between an answer and the next request of a connection; wrk takes whole ones.
PAUSE = """
function delay() return math.floor(%f + math.random()) end
"""


def key(number):
    digits = f"0952{number:09}"
    total = sum(int(digit) * (3, 1)[place % 2] for place, digit in enumerate(reversed(digits)))
    return f"/01/{digits}{-total % 10}"


def target(path):
    return f"https://products.example.com{path}"


def prepare(count):
    """The list of links, the table of it, the map of nginx, and the keys that are asked for; made once."""
    folder = SCRATCH / f"resolver-{count}"
    listed, table, mapped, asked = (folder / name for name in ("links.csv", "links.sqlite", "map.conf", "asked.txt"))
    folder.mkdir(parents=True, exist_ok=True)
    if not asked.exists():
        note(f"writing {count:,} keys …")
        with open(listed, "w") as links, open(mapped, "w") as pairs:
            links.write("path,linkType,href,title,type,hreflang,context,default\n")
            for number in range(count):
                path = key(number)
                links.write(f"{path},gs1:pip,{target(path)},Product {number},text/html,en,,yes\n")
                pairs.write(f"{path} {target(path)};\n")
        some = random.Random(7).sample(range(count), min(count, ASKED))
        asked.write_text("".join(f"{key(number)}\n" for number in some))
    return folder, listed, table, asked


def import_table(listed, table):
    """The seconds that it takes."""
    note("importing …")
    begin = time.perf_counter()
    subprocess.run([BEELINE, "links", "import", "--table", table, listed], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


@contextlib.contextmanager
def nginx(folder):
    """nginx with the map, a worker for each core: its port."""
    port = free_port()
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"daemon off; {user} worker_processes auto; pid {folder}/pid; error_log {folder}/error.log;\n"
        "events { worker_connections 1024; }\n"
        "http { access_log off; map_hash_max_size 4194304; map_hash_bucket_size 256; keepalive_requests 100000000;\n"
        f"map $request_uri $target {{ include {folder}/map.conf; }}\n"
        f"server {{ listen 127.0.0.1:{port} reuseport; "
        'location / { if ($target = "") { return 404; } return 307 $target; } } }\n'
    )
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], env={"PATH": PATH})
    try:
        note("waiting for nginx to read its map …")
        expect(wait_until(lambda: leads(port, key(1)) is not None, 120), "nginx does not start")
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def leads(port, path):
    """Where a server redirects to; None when there is no server."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", path)
        return connection.getresponse().getheader("Location", "")
    except OSError:
        return None


def processor_seconds(pid):
    """What a process and all those that it has started have used."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(processor_seconds, children(pid)))


def measure(servers, asked, seconds):
    """The rows of two servers, each given by its port and its process: ours, then the peer."""
    lua = LUA % asked
    paths = asked.read_text().split()
    ports = [port for port, _ in servers]
    for port in ports:
        wrong = [path for path in paths[:200] if leads(port, path) != target(path)]
        expect(not wrong, f"the server at {port} leads elsewhere: {wrong[:3]}")
        wrk(port, 2, lua)
    runs, used = [[], []], [[], []]
    for _ in range(RUNS):
        for place, (port, pid) in enumerate(servers):
            before = processor_seconds(pid)
            runs[place].append(wrk(port, seconds, lua))
            used[place].append(1e6 * (processor_seconds(pid) - before) / runs[place][-1][2])
    rates = [statistics.median(run[0] for run in of) for of in runs]
    yield Row(f"redirects, {CONNECTIONS} connections (peer: nginx)", *rates, "/s", "ratio >= 0.3")
    yield Row("  99 % of them within", *(statistics.median(run[1] for run in of) for of in runs), "ms", "–")
    yield Row("  processor time of one", *map(statistics.median, used), "µs", "–")
    # Half of our load for both.
    half = rates[0] / 2
    paced = lua + PAUSE % (1000 * CONNECTIONS / half)
    calm = [[], []]
    for _ in range(RUNS):
        for place, port in enumerate(ports):
            calm[place].append(wrk(port, seconds, paced))
    yield Row("redirects at half of our load", *(statistics.median(run[0] for run in of) for of in calm), "/s", "–")
    yield Row("  99 % of them within", *(statistics.median(run[1] for run in of) for of in calm), "ms", "<= 10")


def main(words):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--keys", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    for program in ("wrk", "nginx"):
        if not shutil.which(program, path=PATH):
            sys.exit(f"{program} is missing: make deps-test")
    folder, listed, table, asked = prepare(options.keys)
    taken = import_table(listed, table)
    rows = [Row(f"import of {options.keys:,} keys", taken, None, "s", "<= 30")]
    rows.append(Row("  size of the table", pathlib.Path(table).stat().st_size / 1e6, None, "MB", "–"))
    with nginx(folder) as peer, Server("--resolver", str(table), "--base", "https://id.example.com") as server:
        note("asking for redirects …")
        rows += measure(((server.port, server.process.pid), peer), asked, options.seconds)
        rows.append(Row("  memory after that", server.resident_kilobytes() / 1024, None, "MB", "–"))
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
