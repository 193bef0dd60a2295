"""Answers as the services of the web do, well and badly. It prints its two ports, which are two origins.

It ends with the program that started it.
"""

import collections
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
    # As openBD answers for an ISBN that it does not know, and for one that it does.
    "/v1/get": [None],
    "/v1/get-known": [
        {"onix": {"RecordReference": "9784000000006"},
         "summary": {"isbn": "9784000000006", "title": "みつばちの本", "volume": "", "series": "", "publisher": "例文社",
                     "pubdate": "2019-04", "cover": "https://cover.example/9784000000006.jpg", "author": "例 太郎／著"}}],
    # As Google Books answers, for what it does not know and for what it does.
    "/books/v1/volumes": {"kind": "books#volumes", "totalItems": 0},
    "/books/v1/volumes-known": {
        "kind": "books#volumes", "totalItems": 1,
        "items": [{"id": "abc", "volumeInfo": {
            "title": "Small Facts About Bees", "authors": ["B. Eekeeper", "A. Nother"], "publisher": "Example Press",
            "publishedDate": "1980-05-01", "pageCount": 320,
            "industryIdentifiers": [{"type": "ISBN_13", "identifier": "9780306406157"}]}}]},
    # As MusicBrainz answers a search for releases.
    "/ws/2/release/": {
        "created": "2026-01-01T00:00:00Z", "count": 1, "offset": 0,
        "releases": [
            {"id": "00000000-0000-4000-8000-000000000001", "score": 100, "title": "Ten Small Songs", "date": "1987-09",
             "country": "GB", "barcode": "077774644129", "artist-credit": [{"name": "Kate Example"}],
             "media": [{"format": "CD", "track-count": 10}]}]},
    "/types": {"long": 1234567890123456789, "none": None, "object": {"a": 1}, "mixed": ["a", 1], "empty": [],
               "numbers": [1, 2], "true": True, "text": ""},
}



def as_the_real_one(path, query, headers):
    """What the services of the bundled rules answer: a status and JSON. Each knows one code only."""
    host, _, path = path.partition("/")
    known = {
        "openbd": query.get("isbn") == "9784873119045",
        "openlibrary": query.get("bibkeys") == "ISBN:9780306406157",
        "googlebooks": query.get("q") == "isbn:9791034300013",
        "openfoodfacts": path.endswith(("/5901234123457.json", "/96385074.json")),
        "discogs": query.get("barcode") in ("077774644129", "4902370548495"),
        "musicbrainz": query.get("query") == "barcode:(036000291452 OR 0036000291452)",
    }[host]
    paths = {
        "openbd": ("v1/get", "/v1/get-known", "/v1/get"),
        "openlibrary": ("api/books", "/api/books", None),
        "googlebooks": ("books/v1/volumes", "/books/v1/volumes-known", "/books/v1/volumes"),
        "openfoodfacts": ("api/v2/product/", "/api/v2/product/5901234123457.json",
                          "/api/v2/product/0000000000000.json"),
        "discogs": ("database/search", "/database/search", "/database/search-empty"),
        "musicbrainz": ("ws/2/release/", "/ws/2/release/", None),
    }
    where, yes, no = paths[host]
    if not path.startswith(where):
        return 404, {}
    if host == "discogs" and headers.get("Authorization") != "Discogs token=sesame":
        return 401, {"message": "You must authenticate to access this resource."}
    if known:
        return 200, ANSWERS[yes]
    unknown = {"openlibrary": {}, "musicbrainz": {"count": 0, "releases": []}}
    return 200, ANSWERS[no] if no else unknown[host]


seen = set()
# How often each mark came.
counts = collections.Counter()


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
        self.respond()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def respond(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        path = url.path
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if "mark" in query:
            seen.add(query["mark"])
            with lock:
                counts[query["mark"]] += 1
        if path in ANSWERS:
            self.answer(json.dumps(ANSWERS[path]).encode(), headers=[("Content-Type", "application/json")])
        elif path.startswith("/real/"):
            status, answer = as_the_real_one(path[6:], query, self.headers)
            self.answer(json.dumps(answer).encode(), status)
        elif path == "/seen":
            self.answer(json.dumps({"seen": query["id"] in seen}).encode())
        elif path == "/count":
            self.answer(json.dumps({"count": counts[query["id"]]}).encode())
        elif path == "/request":
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = {"path": self.path, "headers": headers, "method": self.command, "body": sent.decode()}
            self.answer(json.dumps(answer).encode())
        elif path == "/flaky":
            # Cannot answer so many times, as `status` says, or by ending the connection; then it can.
            if counts[query["mark"]] <= int(query["times"]):
                if "status" in query:
                    headers = [("Retry-After", query["retry"])] if "retry" in query else []
                    if query.get("retry") == "date":
                        soon = time.gmtime(time.time() + 2)
                        headers = [("Retry-After", time.strftime("%a, %d %b %Y %H:%M:%S GMT", soon))]
                    self.answer(b"not now", int(query["status"]), headers)
            else:
                self.answer(json.dumps({"count": counts[query["mark"]]}).encode())
        elif path == "/when":
            # Waits until as many have asked as should, and says how many did.
            while "go-" + query["mark"] not in seen:
                time.sleep(0.02)
            self.answer(json.dumps({"count": counts[query["mark"]]}).encode())
        elif path.startswith("/status/"):
            headers = [("Retry-After", query["retry"])] if "retry" in query else []
            if query.get("retry") == "date":
                headers = [("Retry-After", time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 3000)))]
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
        elif path == "/bad-gzip":
            self.answer(b"not packed at all", headers=[("Content-Encoding", "gzip")])
        elif path == "/torn-gzip":
            body = gzip.compress(os.urandom(5000))
            self.answer(body[:2000], headers=[("Content-Encoding", "gzip")], length=len(body))
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
        elif path == "/short":
            # More than it says: what is too much does not count.
            self.answer(b'{"a": 1}{"a": 2}', length=8)
            self.close_connection = True
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


lock = threading.Lock()


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
