"""A gate with the rules of Examples/: guests that are found by name, and a door that lets them out again."""

import contextlib
import datetime
import json
import pathlib

from playwright.sync_api import expect

from support import Server, card, press, scan, type_code

RULES = pathlib.Path(__file__).parents[2] / "Examples" / "Desk" / "tickets" / "numbers.json"
HOSTILE = '<img src=x onerror=alert(1)>\u202e Tables'
NAMES = ["Anna Müller", "Ben Okafor", HOSTILE, *(f"Guest {number}" for number in range(1, 26))]


@contextlib.contextmanager
def gate(world):
    """A server with a list of guests, and their tickets by name."""
    folder = world.pictures.folder / "gate"
    for path in folder.glob("*"):
        path.unlink()
    folder.mkdir(exist_ok=True)
    (folder / "names.txt").write_text("\n".join(NAMES) + "\n")
    world.server.run("tickets", "--names", str(folder / "names.txt"), "--prefix", "SPRING", "--output", str(folder / "list"))
    rows = [line.split(",", 1) for line in (folder / "list.csv").read_text().splitlines()[1:]]
    server = Server(world.server.beeline, "--catalog", f"guests={folder / 'list.csv'}", rules=json.loads(RULES.read_text()))
    try:
        yield server, {name: number for number, name in rows}
    finally:
        server.stop()


def find(page, words):
    page.locator("#typed:visible, #open-typed:visible").first.wait_for()
    if not page.locator("#typed").is_visible():
        page.locator("#open-typed").click()
    page.locator("#typed").fill(words)


def test_a_guest_is_found_by_name_and_admitted_by_hand(world):
    with gate(world) as (server, tickets):
        desk = world.page(address=server.address)
        phone = world.paired(desk, "Anna", address=server.address)
        expect(phone.locator("#stage")).to_have_attribute("data-state", "on")
        # The camera shows a link, which is refused and not offered.
        expect(card(phone, "This is not a ticket")).to_be_visible()
        expect(card(phone, "This is not a ticket").locator(".link")).to_have_count(0)
        found = phone.locator("#found-rows button")
        find(phone, "muller")
        expect(found).to_have_count(1)
        expect(found).to_contain_text("Anna Müller")
        expect(found).to_contain_text(tickets["Anna Müller"])
        found.click()
        admitted = card(phone, "Anna Müller")
        expect(admitted).to_have_attribute("data-state", "ok")
        expect(found).to_have_count(0)
        expect(phone.locator("#typed")).to_have_value("")
        entry = server.ask("/v1/history")["scans"][0]
        assert (entry["symbology"], entry["text"], entry["source"]) == ("unknown", tickets["Anna Müller"], "phone:Anna"), entry
        find(phone, "anna")
        found.click()
        expect(card(phone, "This ticket was admitted at")).to_have_attribute("data-state", "refused")
        # A text with markup stays a text, and not all of a long list is shown.
        find(phone, "tables")
        expect(found).to_contain_text("<img src=x")
        expect(found).to_contain_text("\\u{202E}")
        expect(phone.locator("#found-rows img")).to_have_count(0)
        find(phone, "guest")
        expect(found).to_have_count(20)
        expect(phone.locator("#found-rows")).to_contain_text("type more letters")
        for page in (desk, phone):
            page.context.close()


def test_a_name_that_is_sent_is_no_code_and_a_code_that_is_scanned_is_no_name(world):
    with gate(world) as (server, tickets):
        asked = []
        page = world.page(address=server.address)
        expect(page.locator("#typed")).to_have_attribute("placeholder", "Code or name")
        page.on("request", lambda request: "/v1/rows" in request.url and asked.append(request.url))
        find(page, "o")
        find(page, "okafor")
        expect(page.locator("#found-rows button")).to_have_count(1)
        assert len(asked) == 1, asked
        press(page, "Enter")
        expect(page.locator("#found-rows button")).to_be_focused()
        expect(page.locator("#results > li")).to_have_count(0)
        press(page, "Enter")
        expect(card(page, "Ben Okafor")).to_have_attribute("data-state", "ok")
        page.locator("#typed").focus()
        asked.clear()
        scan(page, tickets["Guest 7"] + "\n")
        expect(card(page, "Guest 7")).to_have_attribute("data-state", "ok")
        page.wait_for_timeout(400)
        assert not asked, asked
        # What is sent twice is meant.
        find(page, "guest 8")
        expect(page.locator("#found-rows button").first).to_be_visible()
        press(page, "Enter")
        page.locator("#typed").focus()
        press(page, "Enter")
        expect(card(page, "This is not a ticket")).to_be_visible()
        page.context.close()


def test_a_guest_who_leaves_is_not_inside_and_may_come_back(world):
    with gate(world) as (server, tickets):
        desk = world.page(address=server.address)
        west = world.paired(desk, "west", camera="none", address=server.address)
        way_out = world.paired(desk, "exit", camera="none", address=server.address)
        desk.goto(server.address + "/#desk")
        totals = desk.locator("#doors .totals")
        for page, name, state, said, counted in (
            (west, "Anna Müller", "ok", "Anna Müller", "1 scans"),
            (west, "Ben Okafor", "ok", "Ben Okafor", "2 scans"),
            (way_out, "Guest 1", "refused", "was not admitted", "1 refused"),
            (way_out, "Anna Müller", "ok", "Anna Müller", "1 inside"),
            (west, "Ben Okafor", "refused", "was admitted at", "2 refused"),
            (west, "Anna Müller", "ok", "Anna Müller", "2 inside"),
        ):
            if page.locator("#results > li").count():
                page.locator("#clear-results").click()
            type_code(page, tickets[name])
            expect(card(page, said)).to_have_attribute("data-state", state)
            expect(totals).to_contain_text(counted)
        expect(totals).to_contain_text("3 admitted")
        desk.locator("#doors summary").click()
        expect(desk.locator("#doors tr").filter(has_text="exit").locator(".count")).to_have_text(["0", "1", "1"])
        for page in (desk, west, way_out):
            page.context.close()


def test_the_counters_of_an_evening_last_until_the_morning(world):
    with gate(world) as (server, tickets):
        page = world.page(address=server.address, camera="none")
        type_code(page, tickets["Anna Müller"])
        expect(card(page, "Anna Müller")).to_have_attribute("data-state", "ok")
        now = datetime.datetime.now()
        morning = now.replace(hour=6, minute=0, second=0) + datetime.timedelta(days=now.hour >= 6)
        for minutes, counts in ((-1, ["1 scans today"]), (1, [])):
            late = world.page(address=server.address, camera="none")
            late.clock.set_fixed_time(morning + datetime.timedelta(minutes=minutes))
            late.goto("about:blank")
            with late.expect_response(lambda answer: "/v1/history?limit=1" in answer.url) as answer:
                late.goto(server.address + "/#desk")
            answer.value.finished()
            late.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            found = late.locator("#doors:not([hidden]) .total").all_inner_texts()
            assert found == counts, (minutes, found)
            late.context.close()
        page.context.close()


def test_a_list_of_the_command_line_is_among_the_catalogues(world):
    with gate(world) as (server, _):
        server.run("catalog", "import", "other", "-", data=b"key,title\n1,One\n")
        server.run("catalog", "import", "guests", "-", data=b"number,name\n1,One\n")
        page = world.page(path="/#desk", address=server.address)
        expect(page.locator("#catalogs li")).to_have_count(2)
        # As the rules use it: not the imported one of the same name.
        expect(page.locator("#catalogs li", has_text="guests")).to_contain_text(f"{len(NAMES)} rows · name")
        expect(page.locator("#catalogs li", has_text="other")).to_contain_text("1 row ")
        page.context.close()
