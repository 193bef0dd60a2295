#!/usr/bin/env python3
"""Tries two gates with one history on a PostgreSQL server: what one of them shows is of both.

usage: gates.py ADDRESS      the address of the history, whose tables are there
"""

import json
import sys

from serving import Server, expect, finish, wait_until

RULES = {
    "version": 1,
    "rules": [
        {"id": "again", "when": {"seen.count": {">=": 1}}, "do": [{"action": "refuse", "message": "used"}]},
        {"id": "first", "when": {}, "do": [{"action": "record"}]},
    ],
}


def main(address):
    options = ["--run", "--require-token", "--history", address]
    policy = {"sources": {"http": {"allow": ["record"]}}}
    gates = [Server(*options, rules=RULES, policy=policy) for _ in range(2)]
    with gates[0] as west, gates[1] as east:
        known = {server: server.token(name) for server, name in ((west, "west"), (east, "east"))}

        def ask(server, method, target, body=None, more=()):
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {known[server]}", **dict(more)}
            return server.request(method, target, body, headers)

        def scan(server, text):
            key = [("Idempotency-Key", f"{known[server][-4:]}-{text}")]
            status, _, body = ask(server, "POST", "/v1/scans", json.dumps({"text": text}).encode(), key)
            expect(status == 200, f"a scan is answered with {status} {body!r}")
            return json.loads(body)["results"][0]["resolution"].get("rule")

        # A busy machine can be too late for the answer of the server.
        expect(wait_until(lambda: scan(west, "T-start") and scan(east, "T-start")), "the servers do not answer")
        answers = [scan(server, text) for text in ("T-1", "T-2", "T-3") for server in (west, east)]
        expect(answers == ["first", "again"] * 3, f"the gates answer {answers}")
        documents = [json.loads(ask(server, "GET", "/v1/history?limit=50&format=json")[2]) for server in (west, east)]
        first, second = ({key: document[key] for key in ("total", "sources")} for document in documents)
        expect(first == second, f"one gate counts {first}, the other one {second}")
        refused = sum(row["refused"] for row in first["sources"])
        inside = sum(row["codes"] for row in first["sources"])
        expect((refused, inside) == (4, 4), f"{refused} were refused, and {inside} are inside: {first}")
        desks = {entry.get("desk") for entry in documents[0]["scans"]}
        expect(len(desks) == 1 and None not in desks, f"the scans are of the desks {desks}")
        csv = ask(west, "GET", "/v1/history?format=csv")[2].decode()
        expect(",desk," in csv.splitlines()[0], f"the columns are {csv.splitlines()[0]}")
    return finish("gates")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
