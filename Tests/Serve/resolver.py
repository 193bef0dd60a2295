#!/usr/bin/env python3
"""Asks `beeline serve --resolver` what GS1's checks of resolvers ask, and what the standard wants beyond (GS1-Conformant
Resolver 1.2.1): straight by HTTP/1.1, and through nginx by HTTP/2 and TLS.

usage: resolver.py [checks|standard|public|hostile|replaced|rules|examples]…      default: all
"""

import concurrent.futures
import contextlib
import json
import os
import re
import subprocess
import sys
import threading
import time

from proxies import certificate
from serving import PATH, ROOT, Server, expect, finish, note, statuses, wait_until

HOST = "id.example.com"
BASE = f"https://{HOST}"
VOCABULARY = "https://ref.gs1.org/voc/"

# A product with everything that can be chosen between, one with a batch and a serial number, and a location.
GTIN, OTHER, GLN = "/01/09506000134352", "/01/09506000149301", "/414/9521321100015"
LINKS = f"""\
path,linkType,href,title,type,hreflang,context,default
{GTIN},gs1:pip,https://example.com/en,The product,text/html,en,,yes
{GTIN},gs1:pip,https://example.com/de?site=1#top,Das Produkt,text/html,de,,yes
{GTIN},gs1:instructions,https://example.com/manual.html,Manual,text/html,en,,
{GTIN},gs1:instructions,https://example.com/manual.pdf,Manual,application/pdf,en,,
{GTIN},gs1:instructions,https://example.com/handbuch.pdf,Handbuch,application/pdf,de,,
{GTIN},gs1:certificationInfo,https://example.com/c1,Certificate,text/html,en,,
{GTIN},gs1:certificationInfo,https://example.com/c2,Certificate,text/html,en,,
{GTIN},gs1:sustainabilityInfo,https://example.com/s-us,Recycling,text/html,en,US,
{GTIN},gs1:sustainabilityInfo,https://example.com/s-lk,Recycling,text/html,en,LK,
{GTIN},gs1:support,https://example.com/<b>"&,"<script>alert(1)</script>",,,,
{OTHER},gs1:pip,https://example.com/other?x=1#part,Another product,,,,yes
{OTHER},gs1:recallStatus,https://example.com/recall,Recall,application/json,,,
{OTHER}/10/KL8G,gs1:traceability,https://example.com/batch,The batch,text/html,en,,yes
{OTHER}/10/A%2FB,gs1:traceability,https://example.com/slash,A batch with a slash,text/html,en,,yes
{OTHER}/21/S1,gs1:registerProduct,https://example.com/item,The item,text/html,en,,
{GLN},gs1:locationInfo,https://example.com/shop,The shop,text/html,en,,yes
"""
LINKS = LINKS.replace('<b>"&', "%3Cb%3E")

# The five kinds of URI that GS1's suite is to be run with.
URIS = {
    "GTIN": GTIN,
    "known batch": f"{OTHER}/10/KL8G",
    "unknown batch": f"{GTIN}/10/NOSUCH",
    "serial": f"{OTHER}/21/S1",
    "GLN": GLN,
}
ORIGIN = {"Origin": "https://ref.gs1.org/test-suites/resolver/", "Accept": "*/*"}
AIS = "01 8006 8013 8010 410 411 412 413 414 415 417 8017 8018 255 00 253 401 402 8003 8004".split()


class Answer:
    """A status, the fields of a header as they were spelled, and a body."""

    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def all(self, name):
        return [value for field, value in self.fields if field.lower() == name.lower()]

    def __getitem__(self, name):
        return next(iter(self.all(name)), None)

    @property
    def json(self):
        return json.loads(self.body)


# Two ways to ask


class Straight:
    """HTTP/1.1 on one connection."""

    name = "HTTP/1.1"

    def __init__(self, server):
        self.server = server
        self.connection = server.connection()

    def ask(self, method, target, headers=None):
        # Nothing is added to what the test says, but for the host.
        self.connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in ({"Host": HOST} | (headers or {})).items():
            self.connection.putheader(name, value)
        self.connection.endheaders()
        response = self.connection.getresponse()
        expect(response.version == 11, f"{target}: the version of HTTP is {response.version}")
        return Answer(response.status, response.getheaders(), response.read())

    def close(self):
        self.connection.close()


class ThroughNginx:
    """HTTP/2 to nginx, with TLS, which passes everything on to the socket of the server."""

    name = "nginx, HTTP/2"

    def __init__(self, server, upstream):
        folder = self.folder = server.folder / "nginx"
        folder.mkdir()
        certificate(folder)
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        )
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
            f"http {{ access_log off; {temporary} server {{ listen unix:{folder}/front.sock ssl http2; "
            f"ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem; "
            f"location / {{ proxy_pass http://unix:{upstream}:; proxy_http_version 1.1; proxy_set_header Host $host; "
            f'proxy_set_header Connection ""; }} }} }}\n'
        )
        command = ["nginx", "-p", folder, "-c", folder / "nginx.conf"]
        if os.getuid() == 0:
            # Its workers would otherwise be other users, who cannot reach our folder.
            command += ["-g", "user root;"]
        self.process = subprocess.Popen(command, env={"PATH": PATH}, stderr=subprocess.DEVNULL)
        expect(wait_until((folder / "front.sock").exists, 20), "nginx does not start")

    def ask(self, method, target, headers=None):
        command = ["curl", "-sk", "-i", "--http2", "--path-as-is", "--max-time", "60"]
        command += ["--unix-socket", self.folder / "front.sock", f"{BASE}{target}"]
        command += ["-I"] if method == "HEAD" else ["-X", method]
        for name, value in ({"Accept": None, "User-Agent": None} | (headers or {})).items():
            command += ["-H", f"{name}: {value}" if value is not None else f"{name}:"]
        output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        head, _, body = output.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        expect(first.startswith("HTTP/2 "), f"{target}: {first}")
        return Answer(int(first.split()[1]), [tuple(line.split(": ", 1)) for line in lines], body)

    def close(self):
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def resolver(*options, links=LINKS, **more):
    """A server that is a resolver, and a listening socket for nginx; its table is a file of SQLite."""
    server = Server("--base", BASE, *options, **more)
    listed = server.folder / "links.csv"
    listed.write_text(links)
    socket_path = server.folder / "serve.sock"
    server.options += ["--resolver", str(listed), "--listen", f"unix:{socket_path}"]
    server.socket_path = socket_path
    with server:
        yield server


@contextlib.contextmanager
def clients(server):
    straight, front = Straight(server), ThroughNginx(server, server.socket_path)
    try:
        yield [straight, front]
    finally:
        straight.close()
        front.close()


# The checks, one by one


def spelled_alike(answer):
    """Whether the fields of CORS are all in small letters, or all begin their words with capitals."""
    names = [name for name, _ in answer.fields if name.lower().startswith("access-control-allow-")]
    return all(name == name.lower() for name in names) or all(name == name.title() for name in names)


def anchors_above(uri):
    """The URI, and the shorter ones that end before a pair of segments."""
    segments = uri.split("/")
    return [BASE + "/".join(segments[:count]) for count in range(len(segments), 2, -2)]


def links_at(linkset, uri):
    """The links by their type, each type from the most specific anchor that has it."""
    found = {}
    for anchor in anchors_above(uri):
        for entry in linkset["linkset"]:
            if entry["anchor"] == anchor:
                for name, links in entry.items():
                    if name not in ("anchor", "itemDescription"):
                        found.setdefault(name.removeprefix(VOCABULARY), links)
    return found


def without_link_type(location):
    return re.sub(r"[?&]linkType=.*", "", location or "")


def linkset_is_valid(linkset):
    """What the schemas of GS1 want of a linkset, the older one too."""
    if list(linkset) != ["linkset"] or not isinstance(linkset["linkset"], list):
        return False
    for entry in linkset["linkset"]:
        if not re.match(r"https?://", entry["anchor"]) or not isinstance(entry["itemDescription"], str):
            return False
        for name, links in entry.items():
            if name in ("anchor", "itemDescription"):
                continue
            if not re.match(r"https?://", name) or not links:
                return False
            for link in links:
                good = {"href", "title"} <= set(link) <= {"href", "title", "type", "hreflang", "context"}
                good = good and re.fullmatch(r"\w+/[-+.\w]+", link.get("type", "a/b"))
                if not good or not all(re.fullmatch(r"[a-z]{2}(-[A-Z]{2})?", tag) for tag in link.get("hreflang", [])):
                    return False
    return True


def check(client, name, uri):
    """Each of the 31 checks, in its order; those that look at the URI alone are what the URIs are made for."""

    def ask(target, method="GET", **headers):
        return client.ask(method, target, ORIGIN | {name.replace("_", "-"): value for name, value in headers.items()})

    def wants(condition, number, what, found=""):
        expect(condition, f"{client.name}, {name}: check {number}, {what}: {found}")

    # 1 to 4: the URI is one of http(s) at a host with a dot, and has one primary key of 14 digits where it is a GTIN.
    wants(re.fullmatch(r"https://[^/]+\.[^/]+/(01/\d{14}|414/\d{13})(/.*)?", BASE + uri), "1–4", "the URI is plain")
    above = f"{uri.split('/')[1]}/{uri.split('/')[2]}"
    longer = f"/{above}/10/KL8G" if above.startswith("01") else f"/{above}/254/KL8G"
    wants(ask(longer).status == 307, 5, "walks up", ask(longer).status)
    wants(client.ask("HEAD", "/").status == 200, 6, "there is something at the root", client.ask("HEAD", "/").status)
    described = ask("/.well-known/gs1resolver", Accept="application/json")
    wants(described.status == 200 and described["Access-Control-Allow-Origin"] == "*", 7, "it describes itself")
    wants(described.json["resolverRoot"] == BASE, 7, "the root", described.body)
    wants(set(described.json["supportedPrimaryKeys"]) <= set(AIS), 7, "the primary keys", described.body)
    # 8 is the version of HTTP, at which the clients look.
    answer = ask(uri, "OPTIONS", Access_Control_Request_Method="GET,HEAD,OPTIONS")
    wants(answer["Access-Control-Allow-Origin"] == "*", 9, "CORS", answer.fields)
    methods = re.split(", *", answer["Access-Control-Allow-Methods"] or "")
    wants({"GET", "HEAD", "OPTIONS"} <= set(methods) and spelled_alike(answer), 10, "methods", answer.fields)
    redirect = ask(uri)
    for found in (answer, redirect):
        wants(any('rel="linkset"' in link for link in found.all("Link")), 11, "links to the linkset", found.fields)
        wants(not any('rel="gs1:' in link for link in found.all("Link")), 12, "no link types of old", found.fields)
    wants(redirect.status == 307, 11, "redirects by 307", redirect.status)
    wants(redirect["Access-Control-Allow-Origin"] == "*", 9, "CORS of the redirect", redirect.fields)
    bad = ask(f"{uri}/foo")
    wants(bad.status == 400, "13 and 14", "what is no key is refused", bad.status)
    slash = ask(f"{uri}/")
    wants((slash.status, slash["Location"]) == (redirect.status, redirect["Location"]), 15, "a slash at the end")
    passed = ask(f"{uri}?foo=bar")
    wants("foo=bar" in (passed["Location"] or ""), 16, "the query is passed on", passed["Location"])
    for number, query, accept in [(17, "linkset", "*/*"), (18, "all", "*/*"), (19, "all", "application/linkset+json")]:
        found = ask(f"{uri}?linkType={query}", Accept=accept)
        wants(found.status == 200 and linkset_is_valid(found.json), number, "a linkset", found.status)
    answer = ask(uri, Accept="application/linkset+json")
    wants(answer.status == 200 and linkset_is_valid(answer.json), 20, "a valid linkset", answer.body)
    context = 'rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"'
    wants(any(context in part for link in answer.all("Link") for part in link.split(",")), 21, "context", answer.fields)
    wants(answer["Content-Type"] == "application/linkset+json", 22, "the type", answer["Content-Type"])
    found = links_at(answer.json, uri)
    wants(len(found.get("defaultLink", [])) == 1, "23 and 24", "one default link", found)
    wants(redirect["Location"] == found["defaultLink"][0]["href"], 25, "the default", redirect["Location"])
    wants(all(re.fullmatch("[a-zA-Z]+", kind) for kind in found), 26, "link types of the vocabulary", list(found))
    # 27: a default for several languages has several.
    wants(len(found.get("defaultLinkMulti", [0, 0])) > 1, 27, "several defaults")
    for kind, links in found.items():
        if kind == "defaultLink":
            continue
        if len(links) == 1:
            single = ask(f"{uri}?linkType=gs1:{kind}")
            location = without_link_type(single["Location"])
            wants(location == without_fragment(links[0]["href"]) or location == links[0]["href"], 28, kind, single["Location"])
        else:
            choose(ask, wants, uri, kind, links)
    missing = ask(f"{uri}?linkType=gs1:nosuchlt")
    wants(missing.status == 404, 31, "a type that there is not", missing.status)
    return 31


def without_fragment(href):
    return href.partition("#")[0]


def choose(ask, wants, uri, kind, links):
    """Checks 29 and 30: each link by its media type, language and context; a choice where these are the same."""
    for number, link in enumerate(links):
        told = [link.get(name) for name in ("type", "hreflang", "context")]
        query = "" if kind == "defaultLinkMulti" else f"linkType=gs1%3A{kind}"
        if "context" in link:
            query += f"&context={link['context'][0]}"
        headers = {"Accept": link.get("type", "undefined")}
        if "hreflang" in link:
            headers["Accept_Language"] = link["hreflang"][0]
        answer = ask(f"{uri}?{query}", **headers)
        if sum([other.get(name) for name in ("type", "hreflang", "context")] == told for other in links) > 1:
            # Who likes HTML best gets a page.
            good = b"<h1>" in answer.body if told[0] == "text/html" else linkset_is_valid(answer.json)
            wants(answer.status == 300 and good, 30, f"{kind} {number}", answer.status)
        else:
            location = without_link_type(answer["Location"])
            same = without_link_type(link["href"]) if kind == "defaultLinkMulti" else without_fragment(link["href"])
            wants(location in (same, link["href"]), 29, f"{kind} {number}", (answer.status, answer["Location"]))


def checks():
    with resolver() as server, clients(server) as both:
        for client in both:
            count = sum(check(client, name, uri) for name, uri in URIS.items())
            note(f"checks of GS1, {client.name}: {count}")


# What the standard wants beyond

STANDARD = [
    # The path: split before it is decoded, in order, attributes in the query, check digits.
    ("GET", f"{OTHER}/10/A%2FB", {}, 307, "https://example.com/slash"),
    ("GET", f"{OTHER}/10/A%2fB", {}, 307, "https://example.com/slash"),
    ("GET", f"{OTHER}/10/A/B", {}, 400, None),
    ("GET", f"{OTHER}/10/%00", {}, 400, None),
    ("GET", f"{OTHER}/10/%", {}, 400, None),
    ("GET", f"{OTHER}/10/%FF", {}, 400, None),
    ("GET", f"{OTHER}/10/%E3%82%B3", {}, 400, None),
    ("GET", f"{OTHER}/21/1/10/KL8G", {}, 400, None),
    ("GET", f"{OTHER}/17/261231", {}, 400, None),
    ("GET", f"{OTHER}?17=261231", {}, 307, "https://example.com/other?x=1&17=261231#part"),
    ("GET", "/01/09506000149302", {}, 400, None),
    ("GET", "/01/9506000149301", {}, 307, "https://example.com/other?x=1#part"),
    ("GET", "/01/09521234543213", {}, 404, None),
    ("GET", "/01/09521234543213?linkType=linkset", {}, 404, None),
    ("GET", "/8004/9521321145678", {}, 404, None),
    ("GET", "/01", {}, 404, None),
    ("GET", "/99/ABC", {}, 404, None),
    # Compressed: the serial number 123456789 of the product, in hexadecimal digits and in Base64; the date of a DSGTIN.
    ("GET", "/eh3066c4409047e140075bcd15", {}, 307, "https://example.com/en"),
    ("GET", "/exMGbEQJBH4UAHW80V?a=b", {}, 307, "https://example.com/en?a=b"),
    ("GET", "/eh3066c4409047e140075bcd15?linkType=gs1:nosuchlt", {}, 404, None),
    ("GET", "/eh3066c4409047e140075bcd1", {}, 400, None),
    ("GET", "/ehxyz", {}, 404, None),
    # Which record answers: the most specific one that has the requested link.
    ("GET", f"{OTHER}/10/KL8G", {}, 307, "https://example.com/batch"),
    ("GET", f"{OTHER}/10/KL8G/21/S1", {}, 307, "https://example.com/batch"),
    ("GET", f"{OTHER}/10/KL8G/21/S1?linkType=gs1:registerProduct", {}, 307, "https://example.com/item?"),
    ("GET", f"{OTHER}/22/V/10/KL8G/21/NONE?linkType=gs1:recallStatus", {}, 307, "https://example.com/recall?"),
    ("GET", f"{OTHER}?linkType=gs1:traceability", {}, 404, None),
    # No link type: the default, unless a language picks another one of several.
    ("GET", GTIN, {}, 307, "https://example.com/en"),
    ("GET", GTIN, {"Accept-Language": "de-AT, en;q=0.5"}, 307, "https://example.com/de?site=1#top"),
    ("GET", GTIN, {"Accept-Language": "fr"}, 307, "https://example.com/en"),
    # With one, in all spellings.
    ("GET", f"{OTHER}?linkType=recallStatus", {}, 307, "https://example.com/recall?"),
    ("GET", f"{OTHER}?linkType=https://gs1.org/voc/recallStatus", {}, 307, "https://example.com/recall?"),
    ("GET", f"{OTHER}?linkType=https%3A%2F%2Fref.gs1.org%2Fvoc%2FrecallStatus", {}, 307, "https://example.com/recall?"),
    ("GET", f"{OTHER}?linkType=%zz", {}, 400, None),
    ("GET", f"{OTHER}?linkType=a&linkType=b", {}, 400, None),
    ("GET", f"{GTIN}?linkType=instructions", {"Accept": "application/pdf", "Accept-Language": "de"}, 307,
     "https://example.com/handbuch.pdf?"),
    ("GET", f"{GTIN}?linkType=instructions", {}, 300, None),
    ("GET", f"{GTIN}?linkType=sustainabilityInfo&context=LK", {}, 307, "https://example.com/s-lk?"),
    # The query is passed on byte for byte, before the fragment.
    ("GET", f"{OTHER}?a=b;c=%2f%2F&d", {}, 307, "https://example.com/other?x=1&a=b;c=%2f%2F&d#part"),
    ("GET", f"{GTIN}?", {}, 307, "https://example.com/en"),
    ("GET", f"{GTIN}?a=b", {"Accept-Language": "de"}, 307, "https://example.com/de?site=1&a=b#top"),
    # Other methods.
    ("HEAD", GTIN, {}, 307, "https://example.com/en"),
    ("HEAD", f"{GTIN}?linkType=linkset", {}, 200, None),
    ("POST", GTIN, {"Content-Length": "0"}, 405, None),
    ("DELETE", GTIN, {}, 405, None),
    ("OPTIONS", "/01/nothing", {}, 204, None),
]  # fmt: skip


def standard():
    with resolver() as server, clients(server) as both:
        for client in both:
            for method, target, headers, status, location in STANDARD:
                answer = client.ask(method, target, headers)
                where = f"{client.name}: {method} {target} {headers}"
                expect(answer.status == status, f"{where}: {answer.status} and not {status}")
                found = answer["Location"] or ""
                # The part after the question mark is the query, which was tested above.
                found = found[: len(location)] if location and location.endswith("?") else found
                expect(found == (location or ""), f"{where}: leads to {answer['Location']} and not to {location}")
                if "nginx" in client.name and target.endswith(("/%00", "/%")):
                    # nginx refuses these by itself.
                    continue
                expect(answer["Access-Control-Allow-Origin"] == "*", f"{where}: no CORS")
                if method == "HEAD":
                    expect(answer.body == b"", f"{where}: has a body")
                elif method != "OPTIONS":
                    expect(answer["Vary"] == "Accept, Accept-Language", f"{where}: Vary is {answer['Vary']}")
            documents(client)
            note(f"the standard, {client.name}: {len(STANDARD)}")


def documents(client):
    """Linksets, pages, the context, and what caches need."""
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    where = client.name
    linked = client.ask("GET", f"{OTHER}/10/KL8G/21/S1?linkType=all")
    anchors = [entry["anchor"] for entry in linked.json["linkset"]]
    wanted = [f"{BASE}{OTHER}/21/S1", f"{BASE}{OTHER}/10/KL8G", f"{BASE}{OTHER}"]
    expect(anchors == wanted, f"{where}: the linkset has {anchors} and not {wanted}")
    semantic = client.ask("GET", f"{GTIN}?linkType=linkset", {"Accept": "application/ld+json"})
    expect(semantic["Content-Type"] == "application/ld+json" and "@context" in semantic.json, f"{where}: no JSON-LD")
    plain = client.ask("GET", GTIN, {"Accept": "application/json"})
    expect(plain["Content-Type"] == "application/json" and "linkset" in plain.json, f"{where}: no JSON")
    named = re.search("<(https?://[^>]*)>", plain["Link"])[1]
    context = client.ask("GET", named.removeprefix(BASE))
    expect(context.status == 200 and "@context" in context.json, f"{where}: the context {named} is not there")
    page = client.ask("GET", f"{GTIN}?linkType=linkset", browser)
    text = page.body.decode()
    expect(page["Content-Type"].startswith("text/html"), f"{where}: no page for browsers")
    expect("default-src 'none'" in page["Content-Security-Policy"], f"{where}: a page without a policy")
    expect("<script>" not in text and "&lt;script&gt;alert(1)" in text, f"{where}: the page does not escape titles")
    block = re.search(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)[1]
    expect(json.loads(block)["linkset"] == semantic.json["linkset"], f"{where}: the JSON-LD of the page is another")
    choice = client.ask("GET", f"{GTIN}?linkType=certificationInfo", browser)
    expect(choice.status == 300 and b"https://example.com/c2" in choice.body, f"{where}: no page for a choice")
    choice = client.ask("GET", f"{GTIN}?linkType=certificationInfo")
    expect(linkset_is_valid(choice.json) and b"example.com/en" not in choice.body, f"{where}: {choice.body} for a choice")
    for target, status in [("/01/09506000149302", 400), ("/01/09521234543213", 404)]:
        problem = client.ask("GET", target, browser)
        good = problem.status == status and problem["Content-Type"].startswith("text/html")
        expect(good, f"{where}: {target} is no page for people")
    for target in [f"{GTIN}?linkType=linkset", "/.well-known/gs1resolver", named.removeprefix(BASE)]:
        first = client.ask("GET", target)
        expect(re.fullmatch(r"public, max-age=\d+", first["Cache-Control"]), f"{where}: {target} is not for caches")
        again = client.ask("GET", target, {"If-None-Match": f'"other", {first["ETag"]}'})
        expect(again.status == 304 and again.body == b"", f"{where}: {target} comes again: {again.status}")
        expect(again["ETag"] == first["ETag"] and again["Vary"], f"{where}: 304 of {target} has {again.fields}")
    other = client.ask("GET", GTIN, {"Accept": "application/linkset+json", "If-None-Match": plain["ETag"]})
    expect(other["Content-Type"] in ("application/linkset+json", None), f"{where}: the type of a linkset")
    expect(client.ask("GET", GTIN)["Cache-Control"] == "public, max-age=60", f"{where}: redirects are not for caches")


# Public, and the rest is not


def public():
    with resolver("--require-token") as server, clients(server) as both:
        for client in both:
            for target in ["/v1/kinds", "/v1/history", "/metrics", "/v1/devices"]:
                for headers in ({}, {"Origin": "https://evil.example"}):
                    answer = client.ask("GET", target, headers)
                    where = f"{client.name}: {target} {headers}"
                    expect(answer.status in (401, 403), f"{where} is answered with {answer.status}")
                    expect(answer["Access-Control-Allow-Origin"] is None, f"{where}: is open to other sites")
            for target in [GTIN, "/.well-known/gs1resolver", "/linkset-context.jsonld", "/01/1"]:
                headers = {"Authorization": "Bearer wrong", "Cookie": "beeline=wrong", "Origin": "https://any.example"}
                answer = client.ask("GET", target, headers)
                expect(answer.status in (200, 307, 400), f"{client.name}: {target} wants a token: {answer.status}")
        straight = both[0]
        answer = straight.ask("GET", GTIN, {"Host": "another.example"})
        expect(answer.status == 307, "the name of the host matters to a redirect")
        expect("another.example" not in str(answer.fields), "the name of the host is in an answer")
        token = server.token("till")
        answer = straight.ask("GET", "/metrics", {"Authorization": f"Bearer {token}"})
        expect(b'route="resolver"' in answer.body and b'status="307"' in answer.body, "redirects are not counted")
    with Server() as server:
        status = server.request("GET", GTIN)[0]
        expect(status == 404, f"a server that is no resolver answers a key with {status}")


# Hostile requests


def hostile():
    with resolver() as server:
        long = "A" * 20
        heads = {
            "a long path": (f"GET /01/09506000134352/10/{'A' * 7000} HTTP/1.1", "", {400, 414}),
            "too long a path": (f"GET /01/{'0' * 9000} HTTP/1.1", "", {414}),
            "many qualifiers": (f"GET {GTIN}{f'/10/{long}' * 300} HTTP/1.1", "", {400}),
            "many keys": (f"GET {GTIN * 300} HTTP/1.1", "", {400}),
            "slashes": (f"GET /01{'/' * 4000} HTTP/1.1", "", {400}),
            "percent signs": (f"GET {GTIN}/10/{'%' * 5000} HTTP/1.1", "", {400}),
            "torn percent signs": (f"GET {GTIN}/10/{'%4' * 2000} HTTP/1.1", "", {400}),
            "encoded twice": (f"GET {GTIN}/10/%2541 HTTP/1.1", "", {307}),
            "line ends": (f"GET {GTIN}/10/%0D%0ALocation:x HTTP/1.1", "", {400}),
            "line ends in the query": (f"GET {GTIN}?a=%0D%0ASet-Cookie:x HTTP/1.1", "", {307}),
            "a long query": (f"GET {GTIN}?a={'b;' * 3500} HTTP/1.1", "", {307}),
            # Of more parameters than it has room for, libmicrohttpd closes the connection.
            "many parameters": (f"GET {GTIN}?{'a=b&' * 1800} HTTP/1.1", "", {None, 307}),
            "many link types": (f"GET {GTIN}?{'linkType=pip&' * 200} HTTP/1.1", "", {300}),
            "controls in a field": (f"GET {GTIN} HTTP/1.1", "Accept: text/\x01html\r\n", {400}),
            "a huge Accept": (f"GET {GTIN} HTTP/1.1", f"Accept: {'a/b;q=0.1,' * 1500}\r\n", {307}),
            "too huge an Accept": (f"GET {GTIN} HTTP/1.1", f"Accept: {'a/b,' * 20000}\r\n", {400, 413, 431}),
            "many fields Accept": (f"GET {GTIN} HTTP/1.1", "Accept: */*\r\n" * 500, {307, 431}),
            "a huge Accept-Language": (f"GET {GTIN} HTTP/1.1", f"Accept-Language: {'x-' * 7000}\r\n", {307}),
            "many languages": (f"GET {GTIN} HTTP/1.1", f"Accept-Language: {'de-' * 2000}de, {'a,' * 3000}\r\n", {307}),
            "bytes that are no UTF-8": (f"GET {GTIN} HTTP/1.1", "Accept-Language: \udcff\udcfe\r\n", {307, 400}),
            "many tags": (f"GET {GTIN}?linkType=linkset HTTP/1.1", "If-None-Match: " + '"a",' * 3000 + "\r\n", {200}),
            "a body": (f"GET {GTIN} HTTP/1.1", "Content-Length: 5\r\n", {413}),
        }
        for what, (line, fields, wanted) in heads.items():
            data = f"{line}\r\nHost: {HOST}\r\n{fields}\r\n".encode("utf-8", "surrogateescape")
            answer = server.raw(data, shut=True)
            found = (statuses(answer) or [None])[0]
            expect(found in wanted, f"{what}: {answer[:300]!r}")
            head = answer.partition(b"\r\n\r\n")[0].lower()
            expect(b"\r\nset-cookie" not in head, f"{what}: a field of the request is one of the answer")
            with contextlib.closing(Straight(server)) as client:
                expect(client.ask("GET", GTIN).status == 307, f"after {what} the resolver does not answer")
        note(f"hostile: {len(heads)}")


# Another table


def replaced():
    """Two tables replace each other under load: each answer is one of the two, and none is missing."""
    keys = [f"/01/{with_check_digit(f'0952000{number:06}')}" for number in range(200)]

    def listing(name):
        rows = [f"{key},gs1:pip,https://{name}.example{key},A product,,,,yes" for key in keys]
        return "path,linkType,href,title,type,hreflang,context,default\n" + "\n".join(rows) + "\n"

    server = Server("--base", BASE)
    files = []
    for name in ("one", "two"):
        listed = server.folder / f"{name}.csv"
        listed.write_text(listing(name))
        files.append(listed)
    table = server.folder / "links.sqlite"
    server.run("links", "import", "--table", str(table), str(files[0]))
    server.options += ["--resolver", str(table)]
    counts, wrong, stop = {"one": 0, "two": 0}, [], threading.Event()

    def ask():
        connection = server.connection()
        while not stop.is_set():
            for key in keys:
                connection.request("GET", key)
                response = connection.getresponse()
                response.read()
                found = re.fullmatch(f"https://(one|two).example{key}", response.getheader("Location") or "")
                if response.status != 307 or not found:
                    wrong.append((key, response.status, response.getheader("Location")))
                else:
                    counts[found[1]] += 1
        connection.close()

    with server, concurrent.futures.ThreadPoolExecutor(8) as pool:
        asking = [pool.submit(ask) for _ in range(8)]
        for turn in range(10):
            server.run("links", "import", "--table", str(table), str(files[(turn + 1) % 2]))
            time.sleep(0.2)
        stop.set()
        for future in asking:
            future.result()
        answer = server.request("GET", keys[0])[1]["Location"]
        expect(answer.startswith("https://one."), f"the last table is not the one that answers: {answer}")
    expect(not wrong, f"{len(wrong)} answers are wrong while the table is replaced: {wrong[:3]}")
    expect(min(counts.values()) > 100, f"not both tables answered: {counts}")
    note(f"replaced: {sum(counts.values())} answers")


def with_check_digit(digits):
    total = sum(int(digit) * (3, 1)[place % 2] for place, digit in enumerate(reversed(digits)))
    return digits + str(-total % 10)


# Rules


def rules():
    known = {
        "version": 1,
        "rules": [
            {
                "id": "shop.page",
                "title": "The page of the shop",
                "when": {"kind": "gs1", "gtin14": "09521234543213"},
                "do": [{"action": "open-url", "url": "https://shop.example.com/{gtin14}"}],
            },
            {
                "id": "shop.asking",
                "when": {"kind": "gs1", "gtin14": "09521234543220"},
                "do": [{"action": "open-url", "url": "https://shop.example.com/{gtin14}", "ask": True}],
            },
        ],
    }
    for options, status in [(["--rule-links"], 307), ([], 404)]:
        with resolver(*options, rules=known) as server, contextlib.closing(Straight(server)) as client:
            answer = client.ask("GET", "/01/09521234543213/10/A?x=1")
            expect(answer.status == status, f"{options}: a key of a rule is answered with {answer.status}")
            if status == 307:
                wanted = "https://shop.example.com/09521234543213?x=1"
                expect(answer["Location"] == wanted, f"the rule leads to {answer['Location']}")
                linked = client.ask("GET", "/01/09521234543213?linkType=linkset").json["linkset"]
                expect(linked[0][f"{VOCABULARY}defaultLink"][0]["title"] == "The page of the shop", f"linkset: {linked}")
            # A link that needs confirmation is not followed, and the table goes before the rules.
            expect(client.ask("GET", "/01/09521234543220").status == 404, f"{options}: a link that needs confirmation is followed")
            expect(client.ask("GET", GTIN)["Location"] == "https://example.com/en", f"{options}: the table comes second")


# The page


def examples():
    """The commands of Docs/Resolver.md print the output below them."""
    page = (ROOT / "Docs/Resolver.md").read_text()
    lines = [line for block in re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) for line in block.splitlines()]
    listed = (ROOT / "Examples/links.csv").read_text()
    with resolver(links=listed) as server:
        for command, shown in zip(lines[::2], lines[1::2]):
            command = command.replace("http://127.0.0.1:8377", f"http://127.0.0.1:{server.port}")
            found = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, text=True).stdout.strip()
            expect(found == shown.removeprefix("# "), f"{command} prints {found!r} and not {shown!r}")
    expect(len(lines) >= 10, "the page has fewer examples than it had")


def main(names):
    parts = {part.__name__: part for part in (checks, standard, public, hostile, replaced, rules, examples)}
    for name in names or parts:
        parts[name]()
    return finish("resolver")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
