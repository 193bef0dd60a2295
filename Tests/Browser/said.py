"""What the page says and offers: nothing before it is known, no request as a link, nothing that hides."""

import csv
import io
import json
import signal
import time

from playwright.sync_api import expect

from support import BOOK, PATIENCE, Server, card, start_camera, type_code

# Between texts, where no character of CSV could be.
SNOWMAN = "\u2603"
ALLOWED = {"verdict": "allow", "reasons": []}
DOUBTFUL = {"verdict": "ask", "reasons": ["shortener"]}


def result(*actions, content=None, link=None):
    found = {"symbol": {"symbology": "ean_13", "text": "0724385522925"}, "content": content or {"kind": "product"}}
    found["resolution"] = {"rule": "disc", "actions": list(actions)}
    return {**found, "link": link} if link else found


def described(page, *results):
    """What describe.js says of results: the fields, and the links with whether they are offered."""
    return page.evaluate(
        """async (results) => {
        const { mainFields, links } = await import('/describe.js');
        return results.map((result) => ({
            fields: Object.fromEntries(mainFields(result)),
            links: links(result).map(({ url, verdict, canOpen }) => [url, canOpen ? verdict : null]),
        }));
    }""",
        list(results),
    )


def test_nothing_is_said_before_it_is_known(world):
    page = world.page()
    lookup = {"action": "lookup", "as": "disc", "url": "https://api.example.com/1", "link": ALLOWED}
    title = {"action": "emit", "fields": {"title": "Not in Discogs"}}
    opened = {"action": "open-url", "url": "https://shop.example.com/1", "link": ALLOWED}
    done = {"outcome": {"status": "done", "results": {}}}
    unknown = [
        result(lookup, {**title, "needs": ["disc"]}, {**opened, "needs": ["disc"]}),
        result(lookup, {**title, "otherwise": 0}, {**opened, "otherwise": 0}),
        result(lookup, {**title, "problem": "it has no title"}),
        *(result(lookup, {**title, "outcome": {"status": status}}, {**opened, "outcome": {"status": status}})
          for status in ("skipped", "not-needed")),
    ]
    for told in described(page, *unknown):
        assert told["fields"] == {} and told["links"] == [], told
    for told in described(page, result(title, opened), result({**title, **done}, {**opened, **done})):
        assert told["fields"] == {"title": "Not in Discogs"} and told["links"] == [["https://shop.example.com/1", "allow"]], told


def test_only_what_a_rule_opens_and_the_link_of_a_code_are_offered(world):
    page = world.page()
    url = "https://till.example.com/sell"
    others = ("http-request", "lookup", "publish", "notify", "run-program", "copy", "shop-plugin")
    for told in described(page, *(result({"action": name, "url": url, "link": ALLOWED}) for name in others)):
        assert told["links"] == [], told
    for told in described(page, *(result({"action": name, "url": url, "link": DOUBTFUL}) for name in others)):
        assert told["links"] == [[url, None]], told
    content = {"kind": "url", "url": url, "host": "till.example.com"}
    (told,) = described(page, result({"action": "http-request", "url": url + "/1", "link": ALLOWED}, content=content, link=ALLOWED))
    assert told["links"] == [[url, "allow"]], told


def test_a_request_of_the_bundled_rules_is_no_link(world):
    server = Server(world.server.beeline, "--set", "lookups=on", run=False)
    try:
        page = world.page(address=server.address)
        type_code(page, "9784101010014")
        expect(page.locator("#results details[open]")).to_contain_text("978-4-10-101001-4")
        assert "api.openbd.jp" not in " ".join(page.locator("#results a, #results button").all_inner_texts())
        page.context.close()
    finally:
        server.stop()


def test_a_link_that_a_rule_asks_about_is_asked_about(world):
    page = world.page()
    opened = {"action": "open-url", "url": "https://evil.example/", "link": ALLOWED, "ask": True}
    content = {"kind": "url", "url": "https://evil.example", "host": "evil.example"}
    first, done, denied = described(
        page,
        # The code has the same link in another spelling.
        result(opened, content=content, link=ALLOWED),
        result({**opened, "outcome": {"status": "done"}}),
        result({**opened, "link": {"verdict": "deny", "reasons": ["user-info"]}}),
    )
    assert first["links"] == [["https://evil.example/", "ask"]], first
    assert done["links"] == [["https://evil.example/", "ask"]], done
    assert denied["links"] == [["https://evil.example/", None]], denied


def test_an_open_button_of_such_a_link_asks_first(world):
    asked = {"action": "open-url", "url": "https://asked.example/", "link": ALLOWED, "ask": True}
    doubtful = {**asked, "url": "https://doubtful.example/", "link": DOUBTFUL, "ask": False}
    page = world.page()
    page.context.route("https://*/**", lambda route: route.fulfill(body="there"))
    for action, reason in ((asked, "Its rule asks before it is done."), (doubtful, "A short link")):
        host = action["url"].split("/")[2]
        answer = {"version": 1, "scan": host, "input": "x", "results": [result(action)], "at": "2026-01-01T00:00:00Z"}
        page.route("**/v1/scans", lambda route: route.fulfill(json=answer))
        type_code(page, f"what answers with {host}")
        button = page.locator("#results .open").filter(has_text=host)
        # Nothing that the browser itself would open, such as with the middle button of a mouse.
        assert page.locator(f"#results a[href*='{host}']").count() == 0
        for reply in ("no", "yes"):
            button.click()
            dialog = page.locator("#question")
            expect(dialog).to_contain_text(host)
            expect(dialog).to_contain_text(reason)
            expect(dialog.locator("[data-reply=always]")).to_be_hidden()
            if reply == "no":
                dialog.locator("[data-reply=no]").click()
                expect(dialog).to_be_hidden()
                assert len(page.context.pages) == 1
            else:
                with page.context.expect_page() as opened:
                    dialog.locator("[data-reply=yes]").click()
                assert opened.value.url == action["url"]
                opened.value.close()


def test_many_questions_of_a_document_are_one(world):
    page = world.page()
    items = [
        {"action": "open-url", "rule": "link.open", "parameters": {"url": url}, "url": url, "host": "evil.example", "code": url,
         "link": {"verdict": "ask", "reasons": ["shortener"], "messages": []}, "causes": ["the policy asks for network"]}
        for url in (f"https://evil.example/{number}" for number in range(60))
    ]
    question = {"id": 1, **items[0], "input": "labels.pdf", "count": 60, "items": items}
    page.route("**/v1/questions", lambda route: route.fulfill(json={"version": 1, "questions": [question]}))
    answers = []
    page.route("**/v1/questions/1", lambda route: (answers.append(route.request.post_data_json), route.fulfill(json={})))
    page.reload()
    dialog = page.locator("#question")
    expect(dialog).to_contain_text("May all 60 actions be done?")
    expect(dialog.locator(".warning")).to_have_count(1)
    expect(dialog.locator(".link")).to_have_count(60)
    # Without scrolling.
    expect(dialog.locator("[data-reply=no]")).to_be_in_viewport()
    dialog.locator("[data-reply=no]").click()
    expect(dialog).to_be_hidden()
    assert answers == [{"reply": "no"}], answers


def test_a_lasting_yes_is_offered_as_the_question_offers_it(world):
    page = world.page()
    question = {
        "id": 1, "action": "open-url", "rule": "link.open", "parameters": {"url": "https://example.com/1"}, "url": "https://example.com/1",
        "host": "example.com", "code": "https://example.com/1", "link": {"verdict": "allow", "reasons": [], "messages": []}, "causes": [],
    }
    offers = [{"reply": "keep-host", "host": "example.com"}, {"reply": "keep-rule"}]
    for consents in (offers[:1], offers[1:], offers):
        for chosen in consents:
            answers = []
            page.route("**/v1/questions", lambda route: route.fulfill(json={"version": 1, "questions": [{**question, "consents": consents}]}))
            page.route("**/v1/questions/1", lambda route: (answers.append(route.request.post_data_json), route.fulfill(json={})))
            page.reload()
            dialog = page.locator("#question")
            for offer in offers:
                button = dialog.locator(f"[data-reply={offer['reply']}]")
                expect(button).to_be_visible() if offer in consents else expect(button).to_be_hidden()
            if offers[0] in consents:
                expect(dialog.locator("[data-reply=keep-host]")).to_have_text("Always at example.com")
            dialog.locator(f"[data-reply={chosen['reply']}]").click()
            expect(dialog).to_be_hidden()
            assert answers == [{"reply": chosen["reply"]}], answers


def test_the_page_escapes_what_the_command_escapes(world):
    """All characters between letters and between signs that joiners belong to, and marks that are piled up."""
    page = world.page()
    characters = [chr(value) for value in range(0x110000) if not 0xD800 <= value <= 0xDFFF and not 0x40000 <= value < 0xE0000]
    rest = [chr(value) for value in range(0x40000, 0x110000, 977)]
    frames = [("x", "x"), ("\u2764", "\u2764"), ("\u06cc", ""), ("1\ufe0f", "\u20e3"), ("\u200d", "\u200d"), ("e" + "\u0301" * 8, "")]
    few = [character for character in characters if ord(character) < 0x3000 or 0xFE00 <= ord(character) < 0x10000 or ord(character) > 0xE0000]
    texts = [f"x{character}x" for character in characters + rest]
    texts += [f"{before}{character}{after}" for character in few[:14000] for before, after in frames]
    texts = [SNOWMAN.join(texts[at : at + 400]) for at in range(0, len(texts), 400)]
    lines = "".join(json.dumps({"text": text}) + "\n" for text in texts)
    command = ("resolve", "-", "--no-defaults", "--input", "json", "--format", "csv", "--columns", "text")
    shown = world.server.run(*command, data=lines.encode(), check=False)
    rows = [row[0] for row in csv.reader(io.StringIO(shown.decode()))][1:]
    assert len(rows) == len(texts), (len(rows), len(texts))
    page_rows = page.evaluate("async (texts) => { const { spelled } = await import('/dom.js'); return texts.map(spelled); }", texts)
    wrong = [(ascii(a), ascii(b)) for row, other in zip(rows, page_rows) for a, b in zip(row.split(SNOWMAN), other.split(SNOWMAN)) if a != b]
    assert not wrong and rows == page_rows, (len(wrong), wrong[:10])


HIDING = "safe\u202egnp\u3164\u115f\u2800\ufff9.exe"
ESCAPED = "safe\\u{202E}gnp\\u{3164}\\u{115F}\\u{2800}\\u{FFF9}.exe"


def test_titles_names_and_messages_hide_nothing(world):
    page = world.page(allowed=("422",))
    rules = {"version": 1, "rules": [{"rule": "disc", "title": HIDING, "file": HIDING, "kinds": ["product"]}]}
    page.context.route("**/v1/rules", lambda route: route.fulfill(json=rules))
    page.context.route("**/v1/kinds", lambda route: route.fulfill(json={"version": 1, "kinds": [{"kind": "own", "title": HIDING}]}))
    entry = {"id": 1, "time": "2026-01-01T00:00:00Z", "kind": "own", "text": HIDING, "rule": "disc", "input": HIDING, "fields": {"title": HIDING}}
    page.context.route("**/v1/history?*", lambda route: route.fulfill(json={"version": 1, "scans": [entry], "more": False}))
    page.context.route("**/v1/catalogs", lambda route: route.fulfill(json={"version": 1, "catalogs": [{"name": HIDING, "rows": 1, "columns": [HIDING]}]}))
    device = {"id": 1, "name": HIDING, "scans": 1, "lastSeen": None}
    page.context.route("**/v1/devices", lambda route: route.fulfill(json={"version": 1, "devices": [device]}))
    action = {"action": "emit", "rule": "disc", "fields": {HIDING: HIDING}, "outcome": {"status": "failed", "message": HIDING}}
    own = {**result(action, content={"kind": "own", HIDING: HIDING}), "warnings": [{"code": "x", "message": HIDING}]}
    answer = {"version": 1, "scan": "1", "input": HIDING, "results": [own], "source": HIDING, "at": "2026-01-01T00:00:00Z"}
    page.context.route("**/v1/scans", lambda route: route.fulfill(json=answer))
    question = {"id": 1, "action": HIDING, "rule": "disc", "causes": [HIDING], "code": HIDING, "input": HIDING, "parameters": {HIDING: HIDING}}
    page.reload()
    type_code(page, "anything")
    expect(card(page, ESCAPED)).to_be_visible()
    page.locator("#results .more summary").first.click()
    looked = [page.locator("#view-scan").inner_text()]
    for view in ("history", "desk"):
        page.locator(f"#tabs a[href='#{view}']").click()
        expect(page.locator(f"#view-{view}")).to_contain_text(ESCAPED)
        looked.append(page.locator(f"#view-{view}").inner_text())
    page.route("**/v1/explain", lambda route: route.fulfill(status=422, json={"code": "x", "detail": HIDING}))
    page.locator("#explain-code").fill("x")
    page.locator("#explain-form button").click()
    expect(page.locator("#explanation")).to_contain_text(ESCAPED)
    page.route("**/v1/questions", lambda route: route.fulfill(json={"version": 1, "questions": [question]}))
    page.reload()
    expect(page.locator("#question")).to_contain_text(ESCAPED)
    looked.append(page.evaluate("() => document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel)"))
    for text in looked:
        assert ESCAPED in text
        assert not set(HIDING[4:5] + HIDING[8:12]) & set(text), ascii(text)


def test_a_picture_that_takes_too_long_is_given_up(world):
    page = world.page(allowed=("503",))
    tries = []

    def time_out(route):
        if "name=" not in route.request.url:
            return route.continue_()
        tries.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "0"}, json={"code": "timed-out", "detail": "The picture takes too long."})

    page.route("**/v1/scans?*", time_out)
    page.locator("#choose-pictures").set_input_files(world.pictures.code("slow", "note that is slow"))
    expect(page.locator("#results .plain[data-state=failed]")).to_contain_text("The picture takes too long.")
    expect(page.locator("#waiting-count")).to_be_hidden()
    assert len(tries) == 3, tries


def test_a_code_that_stays_in_view_counts_once_whatever_the_network_does(world):
    server = Server(world.server.beeline)
    try:
        page = world.page("qr", address=server.address, allowed=("ERR_", "Failed to load"))
        start_camera(page)
        expect(card(page, "Welcome to room 4")).to_be_visible()

        def count():
            return len(server.ask("/v1/scans?limit=50")["scans"])

        for _ in range(2):
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(4)
            server.process.send_signal(signal.SIGCONT)
            page.wait_for_timeout(2500)
            assert count() == 1, "after a pause"
        server.restart(lambda: page.wait_for_timeout(3000))
        expect(page.locator("#offline-banner")).to_be_hidden()
        page.wait_for_timeout(3000)
        assert count() == 1, "after a restart"
        # Out of view for some time it is another scan.
        page.evaluate("() => { document.querySelector('video').srcObject.getVideoTracks()[0].enabled = false; }")
        page.wait_for_timeout(4000)
        page.evaluate("() => { document.querySelector('video').srcObject.getVideoTracks()[0].enabled = true; }")
        deadline = time.monotonic() + PATIENCE / 1000
        while count() == 1 and time.monotonic() < deadline:
            page.wait_for_timeout(200)
        assert count() == 2, "after it was out of view"
        page.context.close()
    finally:
        server.stop()
