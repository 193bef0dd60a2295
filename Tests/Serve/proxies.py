#!/usr/bin/env python3
"""Has nginx and Caddy, with the files in Packaging/, pass requests on to a server's socket.

usage: proxies.py [nginx|caddy]      default: those that are installed; without any it fails

The host, the certificate and the paths in the files replace those of the examples, and nothing else is changed.
"""

import contextlib
import http.client
import json
import shutil
import socket
import ssl
import subprocess
import sys

from serving import PATH, ROOT, Server, ask, expect, finish, note, wait_until

HOST = "scan.example.com"
# %2F in a value of a GS1 Digital Link is not a separator of its path.
PATHS = ["/01/09506000134352/10/A%2FB", "/01/09506000134352/10/A%2fB%20C", "/a//b", "/%E3%82%B3", "/a/../b%2E%2E"]


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
         f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


def nginx(folder, path):
    """A server of nginx by the file in Packaging/: its port, and the program."""
    port, plain = free_port(), free_port()
    text = (ROOT / "Packaging/nginx-beeline.conf").read_text()
    for old, new in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen [::]:443 ssl": None,
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen [::]:80;": None,
        f"/etc/letsencrypt/live/{HOST}/fullchain.pem": str(folder / "cert.pem"),
        f"/etc/letsencrypt/live/{HOST}/privkey.pem": str(folder / "key.pem"),
        "/run/beeline/serve.sock": str(path),
    }.items():
        expect(old in text, f"nginx-beeline.conf has no '{old}'")
        text = text.replace(old, new) if new else "\n".join(line for line in text.split("\n") if old not in line)
    (folder / "site.conf").write_text(text)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {temporary} include {folder}/site.conf; }}\n"
    )
    command = ["nginx", "-p", folder, "-c", folder / "nginx.conf"]
    if subprocess.run(["id", "-u"], capture_output=True, text=True).stdout.strip() == "0":
        # Its workers would otherwise be other users, who cannot reach our folder.
        command += ["-g", "user root;"]
    checked = subprocess.run([*command, "-t"], env={"PATH": PATH}, capture_output=True, text=True)
    expect(checked.returncode == 0, f"nginx -t: {checked.stderr}")
    return port, subprocess.Popen(command, env={"PATH": PATH}, stderr=subprocess.DEVNULL)


def careless(folder):
    """nginx that passes requests on to the loopback, with the usual single line: for whom it asks, it does
    not say. Its clients must not count as this machine."""
    with Server() as server:
        port = free_port()
        temporary = "".join(f"{name}_temp_path {folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
            f"http {{ access_log off; {temporary} server {{ listen 127.0.0.1:{port}; "
            f"location / {{ proxy_pass http://127.0.0.1:{server.port}; }} }} }}\n"
        )
        program = subprocess.Popen(
            ["nginx", "-p", folder, "-c", folder / "nginx.conf"], env={"PATH": PATH}, stderr=subprocess.DEVNULL)  # fmt: skip

        def get(target):
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as connection:
                return ask(connection, "GET", target)[0]

        def passes():
            with contextlib.suppress(OSError):
                return get("/healthz") == 200
            return False

        try:
            expect(wait_until(passes, 20), "nginx passes nothing on")
            for target in ["/v1/history", "/metrics", "/v1/devices", "/v1/events"]:
                status = get(target)
                expect(status == 401, f"{target} is answered with {status} to somebody behind a careless proxy")
        finally:
            program.terminate()
            program.wait()
    note("nginx without a word: done")


def caddy(folder, path):
    port = free_port()
    text = (ROOT / "Packaging/Caddyfile").read_text()
    for old, new in {f"\n{HOST} {{": f"\nhttps://{HOST}:{port} {{\n\ttls {folder}/cert.pem {folder}/key.pem", "unix//run/beeline/serve.sock": f"unix/{path}"}.items():
        expect(old in text, f"Caddyfile has no '{old}'")
        text = text.replace(old, new)
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text)
    environment = {"PATH": PATH, "HOME": str(folder)}
    checked = subprocess.run(["caddy", "validate", "--config", file], env=environment, capture_output=True, text=True)
    expect(checked.returncode == 0, f"caddy validate: {checked.stderr}")
    return port, subprocess.Popen(["caddy", "run", "--config", file], env=environment, stderr=subprocess.DEVNULL)


class LocalHTTPS(http.client.HTTPSConnection):
    """A connection to a port of this machine that calls it by the name of the host."""

    def __init__(self, port, folder):
        super().__init__(HOST, port, timeout=600, context=ssl.create_default_context(cafile=folder / "cert.pem"))

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        self.sock = self._context.wrap_socket(plain, server_hostname=HOST)


def try_proxy(name, start, path, server, token):
    folder = server.folder / name
    folder.mkdir()
    certificate(folder)
    port, program = start(folder, path)
    headers = {"Host": HOST, "Authorization": f"Bearer {token}"}

    def request(method, target, body=None, more={}):
        with contextlib.closing(LocalHTTPS(port, folder)) as connection:
            return ask(connection, method, target, body, headers | more)

    def answers():
        with contextlib.suppress(OSError):
            return request("GET", "/healthz")[0] == 200
        return False

    try:
        expect(wait_until(answers, 20), f"{name} passes nothing on")
        body = json.dumps({"text": "9784873119045"})
        own = {"Content-Type": "application/json", "Origin": f"https://{HOST}"}
        status, _, answer = request("POST", "/v1/resolve", body, own)
        expect(status == 200 and b"4873119049" in answer, f"{name}: a code is answered with {status} {answer[:300]!r}")
        status, _, answer = request("POST", "/v1/resolve", body, own | {"Origin": "https://evil.example"})
        expect(status == 403, f"{name}: a page of somebody else is answered with {status}")
        status, _, answer = request("POST", "/v1/resolve", body, own | {"Authorization": "Bearer wrong"})
        expect(status == 401, f"{name}: a wrong token is answered with {status}")
        status, _, answer = request("POST", "/v1/scan", bytes(33 << 20), own | {"Content-Type": "image/png"})
        expect(status == 413, f"{name}: a body of 33 MiB is answered with {status}")
        log = server.folder / "access.log"
        for target in PATHS:
            request("GET", target)
            logged = lambda: any(target in line for line in log.read_text().splitlines())
            expect(wait_until(logged, 10), f"{name}: {target} comes as another path: {log.read_text()[-500:]}")
        events(name, port, folder, headers, request, body, own)
    finally:
        program.terminate()
        program.wait()
    note(f"{name}: done")


def events(name, port, folder, headers, request, body, own):
    """An event has to come while the stream continues, and not at its end."""
    with contextlib.closing(LocalHTTPS(port, folder)) as connection:
        connection.request("GET", "/v1/events", headers=headers)
        stream = connection.getresponse()
        expect(stream.status == 200, f"{name}: events are answered with {stream.status}")
        request("POST", "/v1/scans", body, own | {"Idempotency-Key": f"through-{name}"})
        with contextlib.suppress(OSError):
            for line in stream:
                if line.startswith(b"data:") and f"through-{name}".encode() in line:
                    return
        expect(False, f"{name}: an event does not come through")


def main(names):
    proxies = {"nginx": nginx, "caddy": caddy}
    there = [name for name in names or proxies if names or shutil.which(name, path=PATH)]
    if not there:
        sys.exit("neither nginx nor Caddy is installed")
    server = Server("--base", f"https://{HOST}", listen=None)
    path = server.folder / "serve.sock"
    server.options += ["--listen", f"unix:{path}", "--access-log", str(server.folder / "access.log")]
    token = server.token("proxy")
    with server:
        for name in there:
            try_proxy(name, proxies[name], path, server, token)
    if "nginx" in there:
        folder = server.folder / "careless"
        folder.mkdir()
        careless(folder)
    return finish("proxies")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
