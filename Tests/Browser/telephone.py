"""A telephone that is paired: what it scans arrives at the desk, also when the network was away."""

import base64
import hashlib
import pathlib
import subprocess
import tempfile

from playwright.sync_api import expect

from support import CHROMIUM, PATIENCE, Server, card, start_camera, type_code

# What the console says of requests that a test lets fail.
AWAY = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to load resource")


def test_a_telephone_is_paired_and_its_scan_arrives_at_the_desk(world):
    desk = world.page()
    phone = world.paired(desk, "Anna")
    assert "#" not in phone.url and "pair" not in phone.url
    expect(desk.locator("#pairing")).to_be_hidden()
    start_camera(phone)
    expect(phone.locator("#results details[open]")).to_contain_text("Welcome to room 4")
    expect(phone.locator("#results details[open]")).to_contain_text("Greet a visitor")
    expect(phone.locator("#today-count")).to_have_text("1 today")
    expect(desk.locator("#live li").first).to_contain_text("Welcome to room 4")
    expect(desk.locator("#live li").first).to_contain_text("Anna")
    expect(phone.locator("#tabs")).to_be_hidden()


def test_a_pairing_link_works_once(world):
    desk = world.page(path="/#desk")
    desk.locator("#pair").click()
    link = desk.locator("#pairing a").get_attribute("href")
    path = link[link.index("/pair#") :]
    for name, is_first in (("Ben", True), ("Eve", False)):
        phone = world.page(path=path, phone=True, allowed=("403",))
        phone.locator("#pair-name").fill(name)
        phone.locator("#pair-form button").click()
        if is_first:
            expect(phone.locator("#view-scan")).to_be_visible()
        else:
            expect(phone.locator("#pair-error")).to_contain_text("used already")


def test_scans_without_network_arrive_once_and_in_order(world):
    desk = world.page()
    phone = world.paired(desk, "Carla", camera="none", allowed=AWAY)
    expect(phone.locator("#connection")).to_have_attribute("data-state", "on")
    phone.context.set_offline(True)
    for number in range(3):
        type_code(phone, f"note offline {number}")
    expect(phone.locator("#offline-banner")).to_contain_text("3 scans are kept")
    expect(phone.locator("#waiting-count")).to_have_text("3 wait")
    phone.context.set_offline(False)
    expect(phone.locator("#waiting-count")).to_be_hidden()
    expect(phone.locator("#offline-banner")).to_be_hidden()
    for number in range(3):
        expect(desk.locator("#live li").filter(has_text=f"note offline {number}")).to_have_count(1)
    texts = desk.locator("#live li").filter(has_text="note offline").all_inner_texts()
    assert [text.split("\n")[0] for text in texts] == [f"note offline {number}" for number in (2, 1, 0)], texts


def test_an_answer_that_was_lost_counts_once(world):
    """The desk got the scan, and the telephone never heard of it: it sends it again, with the same key."""
    desk = world.page()
    phone = world.paired(desk, "Dora", camera="none", allowed=AWAY)
    keys = []

    def lose(route):
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    phone.route("**/v1/scans", lose)
    type_code(phone, "note that was lost once")
    expect(card(phone, "note that was lost once")).to_be_visible()
    expect(phone.locator("#waiting-count")).to_be_hidden()
    assert len(keys) >= 2 and len(set(keys)) == 1, keys
    expect(desk.locator("#live li").filter(has_text="note that was lost once")).to_have_count(1)
    expect(phone.locator("#results > li").filter(has_text="note that was lost once")).to_have_count(1)


def test_scans_outlive_a_page_that_is_closed(world):
    desk = world.page()
    phone = world.paired(desk, "Emil", camera="none", allowed=AWAY)
    expect(phone.locator("#connection")).to_have_attribute("data-state", "on")
    phone.context.set_offline(True)
    type_code(phone, "note of a closed page")
    expect(phone.locator("#waiting-count")).to_have_text("1 waits")
    context = phone.context
    phone.close()
    context.set_offline(False)
    again = context.new_page()
    world.listen(again, AWAY)
    again.goto(world.server.address)
    expect(card(again, "note of a closed page")).to_be_attached()
    expect(desk.locator("#live li").filter(has_text="note of a closed page")).to_have_count(1)


def test_a_picture_that_is_taken_without_network_is_read_later(world):
    desk = world.page()
    phone = world.paired(desk, "Finn", camera="book", allowed=AWAY)
    start_camera(phone)
    expect(phone.locator("#results details[open]")).to_have_count(1)
    expect(phone.locator("#shutter")).to_be_hidden()
    phone.context.set_offline(True)
    phone.locator("#shutter").click()
    expect(phone.locator("#waiting-count")).to_have_text("1 waits")
    phone.context.set_offline(False)
    expect(phone.locator("#waiting-count")).to_be_hidden()
    expect(phone.locator("#results > li").filter(has_text="978-4-87311-904-5")).to_have_count(2)


def test_the_page_opens_without_network(world):
    page = world.page(service_workers="allow", allowed=AWAY)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#view-scan")).to_be_visible()
    expect(page.locator("#offline-banner")).to_contain_text("The desk cannot be reached.")
    type_code(page, "note before the network")
    expect(page.locator("#waiting-count")).to_have_text("1 waits")
    page.context.set_offline(False)
    expect(card(page, "note before the network")).to_be_visible()


def test_a_revoked_telephone_says_so(world):
    desk = world.page()
    phone = world.paired(desk, "Gina", camera="none", allowed=("401",))
    row = desk.locator("#devices li").filter(has_text="Gina")
    row.get_by_role("button", name="Revoke").click()
    desk.locator("#devices li").filter(has_text="Gina?").get_by_role("button", name="Revoke").click()
    expect(desk.locator("#devices")).not_to_contain_text("Gina")
    expect(phone.locator("#welcome-title")).to_have_text("This telephone is not paired any more")
    expect(phone.locator("#pair-form")).to_be_hidden()


def test_a_telephone_is_renamed(world):
    desk = world.page()
    world.paired(desk, "Hans", camera="none")
    row = desk.locator("#devices li").filter(has_text="Hans")
    row.get_by_role("button", name="Rename").click()
    desk.locator("#devices input").fill("Till 2")
    desk.locator("#devices input").press("Enter")
    expect(desk.locator("#devices")).to_contain_text("Till 2")
    expect(desk.locator("#devices")).not_to_contain_text("Hans")


def test_a_telephone_sees_its_own_scans_only(world):
    desk = world.page()
    phone = world.paired(desk, "Ida", camera="none")
    other = world.paired(desk, "Jan", camera="none")
    type_code(phone, "note of Ida alone")
    expect(card(phone, "note of Ida alone")).to_be_visible()
    expect(desk.locator("#live li").filter(has_text="note of Ida alone")).to_have_count(1)
    type_code(other, "note of Jan alone")
    expect(card(other, "note of Jan alone")).to_be_visible()
    expect(card(other, "note of Ida alone")).to_have_count(0)
    other.reload()
    expect(card(other, "note of Jan alone")).to_be_visible()
    expect(card(other, "note of Ida alone")).to_have_count(0)


def test_a_telephone_is_paired_by_HTTPS_with_a_certificate_of_its_own(world):
    server = Server(world.server.beeline, "--tls")
    try:
        assert server.address.startswith("https://")
        options = {"address": server.address, "ignore_https_errors": True}
        desk = world.page(**options)
        phone = world.paired(desk, "Nora", **options)
        start_camera(phone)
        expect(phone.locator("#results details[open]")).to_contain_text("Welcome to room 4")
        (cookie,) = phone.context.cookies()
        assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
        expect(desk.locator("#live li").first).to_contain_text("Nora")
        phone.reload()
        expect(phone.locator("#connection-text")).to_have_text("Nora")
        for page in (desk, phone):
            page.context.close()
    finally:
        server.stop()


def test_a_restart_of_the_desk_loses_nothing(world):
    server = Server(world.server.beeline)
    try:
        away = (*AWAY, "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING")
        desk = world.page(address=server.address, allowed=away)
        phone = world.paired(desk, "Olga", camera="none", allowed=away, address=server.address)
        type_code(phone, "note before the restart")
        expect(card(phone, "note before the restart")).to_be_visible()

        def scan_meanwhile():
            # It says so by itself, without a scan.
            expect(phone.locator("#offline-banner")).to_be_visible()
            expect(desk.locator("#offline-banner")).to_be_visible()
            for number in range(3):
                type_code(phone, f"note {number} while it is away")
            expect(phone.locator("#waiting-count")).to_have_text("3 wait")

        server.restart(scan_meanwhile)
        expect(phone.locator("#waiting-count")).to_be_hidden()
        for page in (phone, desk):
            expect(page.locator("#offline-banner")).to_be_hidden()
            expect(page.locator("#connection")).to_have_attribute("data-state", "on")
        for number in range(3):
            expect(desk.locator("#live li").filter(has_text=f"note {number} while it is away")).to_have_count(1)
        expect(desk.locator("#live li").filter(has_text="note before the restart")).to_have_count(1)
        type_code(phone, "note after the restart")
        expect(desk.locator("#live li").first).to_contain_text("note after the restart")
        texts = [scan["results"][0]["symbol"]["text"] for scan in server.ask("/v1/scans?limit=50")["scans"]]
        middle = [f"note {number} while it is away" for number in (2, 1, 0)]
        assert texts == ["note after the restart", *middle, "note before the restart"], texts
    finally:
        server.stop()


def certificate(folder):
    """A certificate for this machine with its key, and the hash by which Chromium trusts it."""
    folder = pathlib.Path(folder)
    key, chain = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*made, *names, "-keyout", str(key), "-out", str(chain)], check=True, capture_output=True)
    key.chmod(0o600)
    public = subprocess.run(["openssl", "x509", "-in", str(chain), "-noout", "-pubkey"], check=True, capture_output=True).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=public, check=True, capture_output=True).stdout
    return chain, key, base64.b64encode(hashlib.sha256(der).digest()).decode()


def test_with_a_trusted_certificate_the_page_opens_again_without_the_network(world):
    with tempfile.TemporaryDirectory(prefix="beeline-browser-") as folder:
        chain, key, trusted = certificate(folder)
        server = Server(world.server.beeline, "--certificate", str(chain), "--key", str(key))

        def opened():
            """The browser with its profile, as after a restart of the telephone."""
            flags = ["--no-sandbox", f"--ignore-certificate-errors-spki-list={trusted}"]
            context = world.playwright.chromium.launch_persistent_context(
                f"{folder}/profile", executable_path=CHROMIUM, args=flags, locale="en-GB"
            )
            context.set_default_timeout(PATIENCE)
            world.contexts.append(context)
            page = context.pages[0]
            page.goto(server.address)
            return context, page

        try:
            context, page = opened()
            page.wait_for_function(
                """async () => {
                    await navigator.serviceWorker.ready;
                    return navigator.serviceWorker.controller && (await (await caches.open("beeline-page")).keys()).length > 30;
                }"""
            )
            expect(page.locator("#connection")).to_have_attribute("data-state", "on")
            server.stop_program()
            page.reload()
            expect(page.locator("#offline-banner")).to_contain_text("What you scan is kept")
            expect(page.locator("#offline-banner")).not_to_contain_text("Keep this page open")
            type_code(page, "note after a reload")
            expect(page.locator("#waiting-count")).to_have_text("1 waits")
            context.close()
            context, page = opened()
            expect(page.locator("#waiting-count")).to_have_text("1 waits")
            type_code(page, "note after a restart")
            expect(page.locator("#waiting-count")).to_have_text("2 wait")
            server.start(server.address.split("://")[1])
            expect(page.locator("#waiting-count")).to_be_hidden()
            for text in ("note after a reload", "note after a restart"):
                expect(card(page, text)).to_have_attribute("data-state", "ok")
            context.close()
        finally:
            server.stop()
