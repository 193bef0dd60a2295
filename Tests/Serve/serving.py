"""A `beeline serve` for tests: starts the program, sends it requests, and says what went wrong."""

import contextlib
import http.client
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Debian keeps servers where users do not look.
PATH = os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"
BEELINE = os.environ.get("BEELINE", str(ROOT / ".build/release/beeline"))
# A deadline that only a failure reaches.
PATIENCE = 600

failures = []


def note(text):
    print(text, file=sys.stderr, flush=True)


def expect(condition, complaint):
    """Records that something is wrong; the other tests continue."""
    if not condition:
        failures.append(complaint)
        note(f"WRONG: {complaint}")
    return condition


def finish(what):
    """The status to end with."""
    note(f"{what}: {len(failures)} wrong" if failures else f"{what}: all right")
    return 1 if failures else 0


class Server:
    """A running server. Its data is in `folder`, which outlives it when it is given."""

    def __init__(self, *options, folder=None, listen="127.0.0.1:0", rules=None, policy=None, environment=None):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="beeline-serve-"))
        self.options = [*options]
        config = self.folder / "config/beeline"
        config.mkdir(parents=True, exist_ok=True)
        if policy is not None:
            (config / "policy.json").write_text(json.dumps(policy))
            (config / "policy.json").chmod(0o600)
        if rules is not None:
            path = self.folder / "rules.json"
            path.write_text(json.dumps(rules))
            self.options += ["--rules", str(path)]
        self.listen = listen
        self.environment = {
            "PATH": PATH,
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            **{name: value for name, value in os.environ.items() if name.startswith(("BEELINE_", "ASAN_", "LSAN_"))},
            **(environment or {}),
        }
        self.process = None

    def start(self):
        listen = ["--listen", self.listen] if self.listen else []
        self.log = open(self.folder / "errors.txt", "ab")
        self.process = subprocess.Popen(
            [BEELINE, "serve", *listen, "--format", "json", *self.options],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.log,
            # A line that is read ahead would not be seen by select.
            bufsize=0,
        )
        line = self.read_line()
        if not line:
            raise SystemExit(f"the server did not start: {self.errors()}")
        self.greeting = json.loads(line)
        self.addresses = self.greeting["addresses"]
        first = self.addresses[0]
        if first.startswith("http"):
            scheme, _, rest = first.partition("://")
            host, _, port = rest.rstrip("/").rpartition(":")
            self.host, self.port, self.scheme = host.strip("[]"), int(port), scheme
        return self

    def read_line(self):
        """The next line of its standard output; empty when it ends first."""
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        return self.process.stdout.readline() if ready else b""

    def errors(self):
        return (self.folder / "errors.txt").read_text(errors="replace")

    def is_running(self):
        return self.process.poll() is None

    def stop(self, how=signal.SIGTERM):
        """Ends it, and returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            # What it still says must not fill the pipe.
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            expect(False, "the server did not end when it was told to")
        self.log.close()
        return self.process.returncode

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.stop()

    def run(self, *words):
        """A command of the program on the same data: its standard output."""
        return subprocess.run(
            [BEELINE, *words], env=self.environment, check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE
        ).stdout

    def token(self, name):
        """The secret of a new token."""
        return json.loads(self.run("serve", "tokens", "add", name, "--format", "json"))["secret"]

    # Requests

    def connect(self, timeout=PATIENCE):
        return socket.create_connection((self.host, self.port), timeout=timeout)

    def connection(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def request(self, method, path, body=None, headers=None):
        """The status, the headers and the body of an answer, by a connection of its own."""
        with contextlib.closing(self.connection()) as connection:
            return ask(connection, method, path, body, headers)

    def resolve(self, text="9784873119045", connection=None):
        """Whether a plain request is answered as it should be."""
        body = json.dumps({"text": text}).encode()
        arguments = ("POST", "/v1/resolve", body, {"Content-Type": "application/json"})
        try:
            status, _, answer = ask(connection, *arguments) if connection else self.request(*arguments)
        except (OSError, http.client.HTTPException) as error:
            return expect(False, f"a good request has no answer: {error!r}")
        return expect(
            status == 200 and json.loads(answer)["results"][0]["symbol"]["text"] == text,
            f"a good request is answered with {status} {answer[:200]!r}",
        )

    def raw(self, data, timeout=PATIENCE, shut=False):
        """All that comes back when these bytes are sent, until the server closes or says no more for a while.

        After an answer that keeps the connection, this side stops sending, and the server closes as well.
        """
        with contextlib.closing(self.connect(timeout)) as connection:
            with contextlib.suppress(OSError):
                connection.sendall(data)
                if shut:
                    connection.shutdown(socket.SHUT_WR)
            return read_all(connection)

    def answered(self, data):
        """The answer to one request. This side stops sending once the answer begins: before that, the server takes the
        client for gone, and a picture that waits for a decoder is not decoded.
        """
        with contextlib.closing(self.connect()) as connection:
            connection.sendall(data)
            begin = connection.recv(1)
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
            return begin + read_all(connection)

    def resident_kilobytes(self):
        return resident_kilobytes(self.process.pid)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def resident_kilobytes(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def ask(connection, method, path, body=None, headers=None):
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    return response.status, response.headers, response.read()


def read_all(connection):
    data = b""
    with contextlib.suppress(OSError):
        while piece := connection.recv(1 << 16):
            data += piece
    return data


def statuses(data):
    """The statuses of the answers in what came back over a connection."""
    found, rest = [], data
    while rest.startswith(b"HTTP/1."):
        head, _, rest = rest.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        status = int(lines[0].split()[1])
        length = next((int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")), None)
        if status == 100:
            continue
        found.append(status)
        if length is None:
            break
        rest = rest[length:]
    return found


def wait_until(condition, patience=PATIENCE):
    """Whether a condition comes true in time."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
