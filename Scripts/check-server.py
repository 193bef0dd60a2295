#!/usr/bin/env python3
"""Asks a server of the optimized program for what pages and programs ask it for: the tests run another build, which does not show
what the optimizer breaks. Each answer must be 200, and the server must still be there.

usage: Scripts/check-server.py PROGRAM
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
CODES = ["9784873119045", "https://bit.ly/3abc", "036000291452", "WIFI:T:WPA;S:net;P:secret;;", "just a text"]


def status(address, path, body=None, kind="application/json", key=None):
    """The status of an answer; the class of the error where there is none."""
    headers = {"Content-Type": kind, **({"Idempotency-Key": key} if key else {})}
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, body, headers), timeout=60) as answer:
            answer.read()
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError as error:
        return type(error).__name__


def wrong(options, environment, picture):
    """What is wrong with the answers of a server with these options."""
    command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
    try:
        address = server.stdout.readline().split()[-1].rstrip("/")
        found = {}
        for number, code in enumerate(CODES):
            body = json.dumps({"text": code}).encode()
            found[f"POST /v1/scans {code}"] = status(address, "/v1/scans", body, key=f"key-{number}")
            for path in ("/v1/resolve", "/v1/explain"):
                found[f"POST {path} {code}"] = status(address, path, body)
        found["POST /v1/scan"] = status(address, "/v1/scan", picture, "image/png")
        for path in ("/v1/frames?session=one", "/v1/frames?session=one"):
            found[f"POST {path}"] = status(address, path, picture, "image/png")
        for path in ("/", "/v1/kinds", "/v1/rules", "/v1/formats", "/v1/history", "/v1/questions", "/v1/scans", "/v1/me"):
            found[f"GET {path}"] = status(address, path)
        problems = [f"{request}: {answer}" for request, answer in found.items() if answer != 200]
        if server.poll() is not None:
            problems.append(f"the server has ended with status {server.returncode}")
        return problems
    finally:
        server.kill()
        server.wait()


def main():
    with tempfile.TemporaryDirectory(prefix="beeline-server-") as folder:
        homes = {f"XDG_{name}_HOME": f"{folder}/{name.lower()}" for name in ("CONFIG", "DATA", "STATE", "CACHE")}
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", **homes}
        picture = pathlib.Path(folder) / "code.png"
        subprocess.run([PROGRAM, "draw", CODES[1], "-o", str(picture)], check=True, env=environment)
        problems = []
        for options in ([], ["--run"]):
            problems += [f"serve {' '.join(options)}: {line}" for line in wrong(options, environment, picture.read_bytes())]
    print("\n".join(problems) or "the server answers")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
