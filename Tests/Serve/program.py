#!/usr/bin/env python3
"""Tries what the options of `beeline serve` say on the running program.

usage: program.py [PART…]      default: all of them
"""

import contextlib
import http.client
import json
import os
import pathlib
import signal
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import threading

from serving import BEELINE, ROOT, Server, ask, expect, finish, note, wait_until

JSON = {"Content-Type": "application/json"}
CODE = json.dumps({"text": "9784873119045"}).encode()
RECORDING = {
    "version": 1,
    "rules": [{"id": "desk.keep", "when": {}, "do": [{"action": "record", "fields": {"a": "{text|}"}}]}],
}


def answers():
    """It says where it listens, and answers there; two signals end it, each in its way."""
    with Server() as server:
        expect(server.greeting["event"] == "listening", f"the first line is {server.greeting}")
        expect(not server.greeting["performs"] and not server.greeting["requiresToken"], f"it says {server.greeting}")
        status, _, body = server.request("GET", "/healthz")
        expect((status, json.loads(body)) == (200, {"status": "ok"}), f"/healthz is answered with {status} {body!r}")
        status, headers, page = server.request("GET", "/")
        expect(status == 200 and b"<html" in page, f"the page is answered with {status} {page[:100]!r}")
        expect("default-src 'none'" in headers["Content-Security-Policy"], "the page has no policy for its content")
        server.resolve()
        document = json.loads(server.request("GET", "/v1/me")[2])
        expect(document["role"] == "desk", f"a program of this machine is {document}")
        expect(server.stop() == 0, "SIGTERM does not end it with status 0")
        expect(server.errors() == "", f"it says {server.errors()!r}")
    with Server() as server:
        expect(server.stop(signal.SIGINT) == 0, "SIGINT does not end it with status 0")
    run = Server().run("serve", "--listen", "127.0.0.1:0", "--for", "0.1")
    expect(run.startswith("listening on http://127.0.0.1:"), f"its first line is {run!r}")


def finishes():
    """What was accepted before SIGTERM is answered, and a second signal does not wait for that."""
    slow = {
        "version": 1,
        "rules": [{"id": "slow", "when": {}, "do": [{"action": "run-program", "program": "/bin/sleep", "arguments": ["1.5"]}]}],
    }
    for signals in (1, 2):
        server = Server("--run", "--allow", "run-program", rules=slow).start()
        answer = []

        def scan():
            with contextlib.suppress(OSError, http.client.HTTPException):
                headers = JSON | {"Idempotency-Key": "slow"}
                answer.append(server.request("POST", "/v1/scans", CODE, headers))

        client = threading.Thread(target=scan)
        client.start()
        started = lambda: any("sleep" in text for text in commands(server.process.pid))
        expect(wait_until(started), "the program of the rule does not start")
        server.process.send_signal(signal.SIGTERM)
        if signals == 2:
            # Not before the first one was taken.
            expect(wait_until(lambda: not listens(server.port)), "it goes on to listen after SIGTERM")
            server.process.send_signal(signal.SIGTERM)
        status = server.stop(signal.SIGCONT)
        client.join()
        if signals == 1:
            expect(answer and answer[0][0] == 200, f"a scan that was accepted is answered with {answer}")
            expect(status == 0, f"it ends with status {status}")
        else:
            expect(status == -signal.SIGTERM, f"a second signal ends it with status {status}")


def commands(pid):
    """The command lines of the processes below one."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            for child in (task / "children").read_text().split():
                yield pathlib.Path(f"/proc/{child}/cmdline").read_text().replace("\0", " ")
                yield from commands(child)


def listens(port):
    with contextlib.closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def tokens():
    """Tokens are made, listed and revoked beside a server that runs."""
    with Server("--require-token") as server:
        status, headers, _ = server.request("POST", "/v1/resolve", CODE, JSON)
        expect(status == 401 and headers["WWW-Authenticate"], f"without a token the answer is {status}")
        secret = server.token("till")
        known = {"Authorization": f"Bearer {secret}"}
        status, _, body = server.request("POST", "/v1/resolve", CODE, JSON | known)
        expect(status == 200, f"with a token the answer is {status} {body!r}")
        (row,) = [json.loads(line) for line in server.run("serve", "tokens", "--format", "json").splitlines()]
        expect(row["name"] == "till" and "secret" not in row, f"the list has {row}")
        expect("till" in server.run("serve", "tokens"), "the list does not name the token")
        kept = b"".join(path.read_bytes() for path in (server.folder / "data/beeline").iterdir() if path.is_file())
        expect(secret.encode() not in kept, "the secret is in a file")
        server.run("serve", "tokens", "revoke", str(row["id"]))
        status, _, _ = server.request("POST", "/v1/resolve", CODE, JSON | known)
        expect(status == 401, f"with a revoked token the answer is {status}")
        again = subprocess.run([BEELINE, "serve", "tokens", "revoke", "1"], env=server.environment, capture_output=True)
        expect(again.returncode == 1, f"to revoke a token twice ends with status {again.returncode}")


def pairs():
    """A telephone is paired by the link that --pair shows, once, and scans for the desk."""
    with Server("--pair", "--run", rules=RECORDING) as server:
        link = json.loads(server.read_line())
        token = link["url"].partition("#")[2]
        expect(link["event"] == "pairing" and link["expires"] == 120 and token, f"the link is {link}")
        body = json.dumps({"token": token, "name": "Anna"})
        status, headers, answer = server.request("POST", "/v1/devices", body, JSON)
        cookie = headers["Set-Cookie"].partition(";")[0]
        expect(status in (200, 201) and "HttpOnly" in headers["Set-Cookie"], f"it is paired with {status} {answer!r}")
        expect(server.request("POST", "/v1/devices", body, JSON)[0] == 403, "a link pairs two telephones")
        scan = JSON | {"Cookie": cookie, "Idempotency-Key": "1"}
        status, _, answer = server.request("POST", "/v1/scans", CODE, scan)
        document = json.loads(answer)
        expect(document.get("source") == "phone:Anna" and document.get("count") == 1, f"its scan is {document}")
        printed = json.loads(server.read_line())
        expect(printed.get("scan") == "1", f"the desk prints {printed}")
        status, headers, repeated = server.request("POST", "/v1/scans", CODE, scan)
        expect(headers["Idempotency-Replayed"] == "true" and repeated == answer, "the same key has another answer")
        (device,) = [json.loads(line) for line in server.run("serve", "devices", "--format", "json").splitlines()]
        expect(device["name"] == "Anna" and device["scans"] == 1, f"the list has {device}")
        server.run("serve", "devices", "revoke", str(device["id"]))
        scan = {"Cookie": cookie, "X-Forwarded-For": "192.0.2.7"}
        status, _, _ = server.request("GET", "/v1/scans", headers=scan)
        expect(status == 401, f"a revoked telephone is answered with {status}")


def performs():
    """A request has performed what the policy names for it, and nothing else."""
    cases = [
        ([], {"sources": {"http": {"allow": ["record"]}}}, None, "without --run"),
        (["--run"], {"allow": ["local"]}, "refused", "where the policy names no source"),
        (["--run"], {"sources": {"http": {"allow": ["record"]}}}, "done", "where the policy allows it"),
        (["--run", "--deny", "record"], {"sources": {"http": {"allow": ["record"]}}}, "refused", "with --deny"),
    ]
    for options, policy, wanted, why in cases:
        with Server(*options, rules=RECORDING, policy=policy) as server:
            status, _, body = server.request("POST", "/v1/resolve?perform=true", CODE, JSON)
            # Where no request may have anything performed, it may also be sent at once.
            outcome = None
            if status == 200:
                action = json.loads(body)["results"][0]["resolution"]["actions"][0]
                outcome = action.get("outcome", {}).get("status")
            expect(
                outcome == wanted or wanted == "refused" and (status == 403 or outcome is None),
                f"{why}, a request is answered with {status} {body!r}",
            )
            plain = json.loads(server.request("POST", "/v1/resolve", CODE, JSON)[2])
            expect("outcome" not in json.dumps(plain), f"{why}, a request performs what it did not ask for: {plain}")
            entries = json.loads(server.request("GET", "/v1/history")[2])["scans"]
            expect(len(entries) == (1 if wanted == "done" else 0), f"{why}, the history has {entries}")


def programs():
    """A program with a token has nothing performed that the policy does not allow it; the page that signed in has."""
    rules = {"version": 1, "rules": [{"id": "r", "when": {}, "do": [{"action": "emit", "fields": {"a": "1"}}, {"action": "record"}]}]}
    for policy, wanted in [({}, None), ({"sources": {"http": {"allow": ["record"]}}}, "done")]:
        with Server("--run", "--require-token", rules=rules, policy=policy) as server:
            secret = server.token("till")
            status, headers, _ = server.request("POST", "/v1/session", json.dumps({"token": secret}), JSON)
            cookie = headers["Set-Cookie"].partition(";")[0]
            for field, source, result in [
                ({"Authorization": f"Bearer {secret}"}, "http", wanted), ({"Cookie": cookie}, "desk", "done"),
            ]:  # fmt: skip
                scan = JSON | field | {"Idempotency-Key": source}
                document = json.loads(server.request("POST", "/v1/scans", CODE, scan)[2])
                actions = document["results"][0]["resolution"]["actions"]
                record = next(action for action in actions if action["action"] == "record")
                outcome = record.get("outcome", {}).get("status")
                expect(document["source"] == source and outcome == result, f"with {policy}, {source} is answered with {document}")
                expect(len(document["history"]) == 1, f"the history has {document['history']} of {source}")


def sockets():
    """It takes the sockets of systemd, and makes a socket for its user and group."""
    folder = Server().folder
    path = folder / "serve.sock"
    server = Server(folder=folder, listen=f"unix:{path}")
    with server:
        expect(server.addresses == [f"unix:{path}"], f"it listens on {server.addresses}")
        expect(stat.S_IMODE(path.stat().st_mode) & 0o007 == 0, "everybody may connect to its socket")
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as client:
            client.settimeout(30)
            client.connect(str(path))
            client.sendall(b"GET /v1/kinds HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            first = client.recv(1 << 16)
            # A proxy asks for others: a caller by a socket is not at the desk.
            expect(first.split()[1] == b"401", f"a request without a token is answered with {first[:200]!r}")
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
        program = (
            "import os, sys; os.dup2(int(sys.argv[1]), 3); "
            "os.execve(sys.argv[2], sys.argv[2:], os.environ | {'LISTEN_FDS': '1', 'LISTEN_PID': str(os.getpid())})"
        )
        number = str(listening.fileno())
        command = [sys.executable, "-c", program, number, BEELINE, "serve", "--format", "json"]
        for more, wanted in (([], True), (["--listen", "127.0.0.1:0"], False)):
            process = subprocess.Popen(
                command + more, env=server.environment, pass_fds=[listening.fileno()], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )  # fmt: skip
            if wanted:
                line = json.loads(process.stdout.readline())
                expect(line["addresses"] == [f"http://127.0.0.1:{port}"], f"it listens on {line}")
                with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as connection:
                    expect(ask(connection, "GET", "/healthz")[0] == 200, "it does not answer on the socket of systemd")
                process.terminate()
            errors = process.communicate()[1].decode()
            expect(process.returncode == (0 if wanted else 2), f"{more}: status {process.returncode} {errors}")
            expect(wanted or "--listen cannot be used; leave it out" in errors, f"it says {errors}")
    handed(server.environment)


def handed(environment):
    """What a service manager says in the environment is for the process that it names, and for no other."""
    told = environment | {"LISTEN_FDS": "1"}
    # Descriptors that were meant for the shell that has started it.
    run = lambda more: subprocess.run(
        [BEELINE, "serve", "--listen", "127.0.0.1:0", "--for", "0.1", "--format", "json"], env=told | more,
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    for name in ["1", "", "-1", "99999999999999999999", "x"]:
        other = run({"LISTEN_PID": name})
        expect(other.returncode == 0, f"with LISTEN_PID={name!r} it ends with {other.returncode} {other.stderr}")
    # A descriptor that is not a socket.
    program = "import os, sys; os.dup2(0, 3); os.execve(sys.argv[1], sys.argv[1:], os.environ | {'LISTEN_PID': str(os.getpid())})"
    wrong = subprocess.run(
        [sys.executable, "-c", program, BEELINE, "serve", "--for", "0.1"], env=told, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    expect(wrong.returncode != 0 and "descriptor 3" in wrong.stderr, f"it says {wrong.returncode} {wrong.stderr}")
    # Programs of rules do not see them.
    shows = {"version": 1, "rules": [{"id": "e", "when": {}, "do": [{"action": "run-program", "program": "/usr/bin/env"}]}]}
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listening:
        rules = Server().folder / "env.json"
        rules.write_text(json.dumps(shows))
        program = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.execve(sys.argv[2], sys.argv[2:], os.environ | {'LISTEN_PID': str(os.getpid())})"
        command = [BEELINE, "serve", "--format", "json", "--run", "--allow", "run-program", "--rules", str(rules)]
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(listening.fileno()), *command], env=told, pass_fds=[listening.fileno()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        process.stdout.readline()
        with contextlib.closing(http.client.HTTPConnection(*listening.getsockname(), timeout=600)) as connection:
            status, _, answer = ask(connection, "POST", "/v1/scans", CODE, JSON | {"Idempotency-Key": "1"})
        expect(status == 200 and b'"done"' in answer, f"the program of a rule: {status} {answer!r}")
        expect(b"LISTEN_" not in answer, f"a program hears of descriptors that it does not have: {answer!r}")
        process.terminate()
        process.communicate()


def encrypts():
    """It makes a certificate on first use, and has the same one the next time."""
    server = Server("--tls", "--host", "desk.example:8443", "--base", "https://192.0.2.7:8443", listen="127.0.0.1:0")
    prints = set()
    for _ in range(2):
        with server:
            expect(server.scheme == "https", f"it listens on {server.addresses}")
            pem = ssl.get_server_certificate((server.host, server.port))
            der = ssl.PEM_cert_to_DER_cert(pem)
            made = subprocess.run(["openssl", "dgst", "-sha256"], input=der, capture_output=True).stdout.split()[-1].decode()
            shown = server.greeting["fingerprint"].replace(":", "").lower()
            expect(made == shown, f"the fingerprint of {made} is shown as {shown}")
            prints.add(made)
            context = ssl.create_default_context(cadata=pem)
            context.check_hostname = False
            with contextlib.closing(http.client.HTTPSConnection(server.host, server.port, context=context)) as client:
                expect(ask(client, "GET", "/healthz")[0] == 200, "it does not answer by HTTPS")
            text = subprocess.run(["openssl", "x509", "-noout", "-text"], input=pem.encode(), capture_output=True).stdout
            for name in [b"IP Address:127.0.0.1", b"DNS:desk.example", b"IP Address:192.0.2.7"]:
                expect(name in text, f"the certificate does not have {name}")
    expect(len(prints) == 1, "a server that is started again has another certificate")
    keys = [path for path in (server.folder / "data").rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]
    expect(len(keys) == 1, f"keys are in {keys}")
    expect(all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in keys), "others can read the key")


def follows():
    """Rules that change are loaded again, and that is an event; rules with errors leave those before in use."""
    with Server("--watch", "--no-defaults", rules=RECORDING) as server:
        events = server.connection()
        events.request("GET", "/v1/events")
        stream = events.getresponse()
        found = lambda: json.loads(server.request("POST", "/v1/resolve", CODE, JSON)[2])["results"][0]["resolution"]["rule"]
        expect(found() == "desk.keep", "the rule does not match")
        rules = server.folder / "rules.json"
        for text, rule, loaded in [
            (json.dumps(RECORDING).replace("desk.keep", "desk.other"), "desk.other", True),
            ('{"version": 1, "rules": [', "desk.other", False),
        ]:
            new = server.folder / "rules.new"
            new.write_text(text)
            new.rename(rules)
            for line in stream:
                if line.startswith(b"data:") and b'"loaded"' in line:
                    event = json.loads(line.partition(b":")[2])
                    expect(event["loaded"] == loaded and (loaded or event["message"]), f"the event is {event}")
                    break
            expect(found() == rule, f"{found()} matches, not {rule}")
        events.close()


def sources():
    """Codes of sources are printed, and are events."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as scanner:
        with Server(f"tcp://127.0.0.1:{scanner.getsockname()[1]}") as server:
            events = server.connection()
            events.request("GET", "/v1/events?after=0")
            stream = events.getresponse()
            connection, _ = scanner.accept()
            connection.sendall(b"9784873119045\n")
            for line in stream:
                if line.startswith(b"data:") and b"9784873119045" in line:
                    break
            lines = [json.loads(server.read_line()) for _ in range(2)]
            expect(lines[0].get("event") == "connected", f"it prints {lines[0]}")
            expect(lines[1].get("input") == "9784873119045", f"it prints {lines[1]}")
            connection.close()
            events.close()
            expect(server.stop() == 0, "it does not end with status 0")


def logs():
    """The access log has a line for each request, without what is secret."""
    server = Server()
    server.options += ["--access-log", str(server.folder / "access.log")]
    with server:
        server.request("GET", "/v1/history?q=very-secret", headers={"Cookie": "beeline=very-secret"})
        server.resolve()
        server.stop()
    log = (server.folder / "access.log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    expect([line["path"] for line in lines] == ["/v1/history", "/v1/resolve"], f"the log has {log}")
    expect("very-secret" not in log, "the log has a secret")


def units():
    """The files for systemd are right, and the service is in a sandbox."""
    names = ["beeline-serve.service", "beeline-serve.socket", "beeline-live.service"]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            # As it is installed.
            text = (ROOT / "Packaging" / name).read_text().replace("@bindir@", "/usr/bin")
            (pathlib.Path(folder) / name).write_text(text)
        checked = subprocess.run(["systemd-analyze", "verify", *names], cwd=folder, capture_output=True, text=True)
        wrong = [line for line in checked.stderr.splitlines() if "beeline-" in line and "is not executable" not in line]
        expect(not wrong, "\n".join(wrong))
        # A station needs devices and the network.
        for name, most in (("beeline-serve.service", 15), ("beeline-live.service", 50)):
            command = ["systemd-analyze", "security", "--offline=true", f"--threshold={most}", name]
            rated = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            expect(rated.returncode == 0, f"{name} is exposed: {rated.stdout[-200:]}{rated.stderr}")


PARTS = [answers, finishes, tokens, pairs, performs, programs, sockets, encrypts, follows, sources, logs, units]


def main(names):
    parts = {part.__name__: part for part in PARTS}
    for name in names or parts:
        note(f"{name} …")
        parts[name]()
    return finish("program")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
