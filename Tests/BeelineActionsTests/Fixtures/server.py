"""Answers as the services of the web do, well and badly. It prints its two ports, which are two origins.

It ends with the program that started it.
"""

import gzip
import http.server
import json
import os
import threading
import time
import urllib.parse

ANSWERS = {
    # As Discogs answers a search.
    "/database/search": {
        "pagination": {"page": 1, "pages": 1, "items": 1},
        "results": [
            {"id": 249504, "title": "Kate Example - Ten Small Songs", "year": "1987", "country": "UK",
             "label": ["Example Records", "Example Music"], "format": ["CD", "Album"], "barcode": ["077774644129"],
             "community": {"want": 12, "have": 345}}
        ],
    },
    "/database/search-empty": {"pagination": {"page": 1, "pages": 1, "items": 0}, "results": []},
    # As Open Library answers /api/books, with a name that has a colon in it.
    "/api/books": {
        "ISBN:9780306406157": {
            "title": "Small Facts About Bees", "authors": [{"name": "B. Eekeeper", "url": "/authors/OL1A"}],
            "publishers": [{"name": "Example Press"}], "publish_date": "1980", "number_of_pages": 320}
    },
    # As Open Food Facts answers for a product, and for one that it does not know.
    "/api/v2/product/5901234123457.json": {
        "code": "5901234123457", "status": 1, "status_verbose": "product found",
        "product": {"product_name": "Miód wielokwiatowy 🍯", "brands": "Pszczoła", "nova_group": 1,
                    "nutriments": {"energy_100g": 1289.5, "salt_100g": 1e-07}, "no_nutrition_data": False}},
    "/api/v2/product/0000000000000.json": {"code": "0000000000000", "status": 0, "status_verbose": "product not found"},
    # As openBD answers for an ISBN that it does not know.
    "/v1/get": [None],
    "/types": {"long": 1234567890123456789, "none": None, "object": {"a": 1}, "mixed": ["a", 1], "empty": [],
               "numbers": [1, 2], "true": True, "text": ""},
}

seen = set()


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, body, status=200, headers=(), length=None):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, to, status=302):
        self.answer(b"elsewhere", status, [("Location", to)])

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        path = url.path
        if "mark" in query:
            seen.add(query["mark"])
        if path in ANSWERS:
            self.answer(json.dumps(ANSWERS[path]).encode(), headers=[("Content-Type", "application/json")])
        elif path == "/seen":
            self.answer(json.dumps({"seen": query["id"] in seen}).encode())
        elif path == "/request":
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.answer(json.dumps({"path": self.path, "headers": headers}).encode())
        elif path.startswith("/status/"):
            headers = [("Retry-After", query["retry"])] if "retry" in query else []
            if query.get("retry") == "date":
                headers = [("Retry-After", time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 90)))]
            status = int(path[8:])
            self.answer(b"" if status == 204 else b'{"error": "nothing for you"}', status, headers)
        elif path == "/text":
            self.answer(query["body"].encode())
        elif path == "/bytes":
            self.answer(bytes.fromhex(query["hex"]))
        elif path == "/long":
            # A text of JSON with so many bytes in all.
            body = b'"' + b"a" * (int(query["bytes"]) - 2) + b'"'
            packed = "packed" in query
            self.answer(gzip.compress(body) if packed else body, headers=[("Content-Encoding", "gzip")] * packed)
        elif path == "/deep":
            depth = int(query["depth"])
            self.answer(b"[" * depth + b"]" * depth)
        elif path == "/headers":
            self.answer(b"{}", headers=[(f"X-{index}", "a" * 1000) for index in range(1000)])
        elif path == "/broken":
            self.answer(b'{"results": [{"tit', length=1000)
        elif path == "/broken-chunk":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b'FF\r\n{"results": [')
        elif path == "/hang-up":
            pass
        elif path == "/nonsense":
            self.wfile.write(b"220 smtp.example.com ESMTP\r\n")
        elif path == "/silent":
            # Until the client goes away.
            self.connection.recv(1)
            seen.add(query["mark"] + "-gone")
        elif path == "/drip":
            self.send_response(200)
            self.end_headers()
            for _ in range(600):
                self.wfile.write(b" ")
                time.sleep(0.1)
        elif path.startswith("/redirect/"):
            left = int(path[10:])
            self.redirect(f"/redirect/{left - 1}" if left > 1 else "/request", int(query.get("status", 302)))
        elif path == "/redirect":
            self.redirect(query["to"])
        elif path == "/loop":
            self.redirect("/loop")
        else:
            self.answer(b"<h1>not found</h1>", 404)


def main():
    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(*[server.server_address[1] for server in servers], flush=True)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.5)


if __name__ == "__main__":
    http.server.ThreadingHTTPServer.handle_error = lambda *_: None
    main()
