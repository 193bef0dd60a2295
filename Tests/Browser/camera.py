"""What the camera sees and what becomes of it at once: which codes count, signals, hints, and networks that hang."""

import os
import re
import signal
import time

from playwright.sync_api import expect

from support import BOOK, PATIENCE, Server, card, next_frame, press, start_camera, type_code

OPEN = "#results details.code[open]"

# Counts what is played and felt.
SIGNALS = """
    window.signals = { sounds: 0, vibrations: 0 };
    const Node = window.OscillatorNode;
    let last = -1;
    window.OscillatorNode = class extends Node {
        start(time) {
            // The tones of one signal follow each other within a moment.
            if (performance.now() - last > 30) window.signals.sounds += 1;
            last = performance.now();
            super.start(time);
        }
    };
    navigator.vibrate = () => { window.signals.vibrations += 1; return true; };"""


def test_each_own_scan_is_heard_and_felt_once_also_a_refused_one(world):
    desk = world.page()
    phone = world.paired(desk, "Sven", script=SIGNALS, camera="none")
    codes = [BOOK, "https://paypal.com@evil.example/"] * 4 + ["note heard and felt", "many words"]
    for number, code in enumerate(codes, 1):
        type_code(phone, code)
        # The next one is another one for the ear.
        phone.wait_for_function("(count) => window.signals.sounds >= count", arg=number)
        phone.wait_for_timeout(120)
    counted = phone.evaluate("() => window.signals")
    assert counted == {"sounds": len(codes), "vibrations": len(codes)}, counted
    # What others scan is not heard here.
    desk.locator("#tabs a[href='#scan']").click()
    type_code(desk, "note of the desk")
    expect(card(desk, "note of the desk")).to_be_visible()
    desk.wait_for_timeout(300)
    assert phone.evaluate("() => window.signals.sounds") == len(codes)


def test_a_state_fills_the_picture_for_a_moment(world):
    page = world.page()
    for code, state, text in (
        (BOOK, "ok", "Paperback 978-4-87311-904-5"),
        ("https://paypal.com@evil.example/", "refused", "evil.example"),
    ):
        page.wait_for_timeout(1600)
        type_code(page, code)
        expect(page.locator("#reaction")).to_be_visible()
        expect(page.locator("#reaction")).to_have_attribute("data-state", state)
        expect(page.locator("#reaction-text")).to_contain_text(text)
        boxes = [page.locator(name).bounding_box() for name in ("#stage", "#reaction")]
        assert boxes[0] == boxes[1], boxes
    expect(page.locator("#reaction")).to_be_hidden()


# A camera whose picture is drawn: the code in the middle, so wide, turned by so many degrees.
DRAWN = """
    navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: %d, height: %d });
        const context = canvas.getContext('2d');
        const image = new Image();
        image.src = '%s';
        await image.decode();
        const height = %d * image.naturalHeight / image.naturalWidth;
        setInterval(() => {
            context.setTransform(1, 0, 0, 1, 0, 0);
            context.fillStyle = '#9c7a50';
            context.fillRect(0, 0, canvas.width, canvas.height);
            context.translate(canvas.width / 2 + %d, canvas.height / 2);
            context.rotate(%d * Math.PI / 180);
            context.drawImage(image, -%d / 2, -height / 2, %d, height);
        }, 60);
        return canvas.captureStream(15);
    };"""


def drawn(world, code, scene, width, turn=0, aside=0):
    """A script that gives the page a camera with a code in its picture."""
    import base64

    path = world.pictures.code(code[0], code[1], 8)
    data = "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode()
    return DRAWN % (*scene, data, width, aside, turn, width, width)


QR, EAN = ("drawn-qr", "https://museum.example.org/visit?room=4"), ("drawn-ean", BOOK)
TELEPHONE, COMPUTER = (720, 1280), (1280, 720)


def test_codes_of_all_sizes_and_turns_are_read_with_the_frame_that_is_set_at_first(world):
    cases = [(TELEPHONE, QR, width, 0) for width in (200, 320, 500, 620)]
    cases += [(TELEPHONE, EAN, 400, 0), (TELEPHONE, EAN, 620, 0), (TELEPHONE, EAN, 560, 90), (TELEPHONE, EAN, 560, 45)]
    cases += [(COMPUTER, QR, width, 0) for width in (400, 500, 620)]
    missed = []
    for scene, code, width, turn in cases:
        page = world.page(script=drawn(world, code, scene, width, turn), phone=scene == TELEPHONE)
        start_camera(page)
        try:
            expect(page.locator(OPEN)).to_have_count(1, timeout=PATIENCE / 2)
        except AssertionError:
            missed.append((scene, code[0], width, turn))
        page.context.close()
    assert not missed, missed


def test_an_empty_table_is_looked_at_closely_once_and_what_comes_is_sent_at_once(world):
    script = drawn(world, QR, COMPUTER, 300).replace("context.drawImage(image", "if (window.isThere) context.drawImage(image")
    page = world.page(script=script)
    efforts = []
    page.on("request", lambda request: "/v1/frames" in request.url and efforts.append(re.search(r"effort=(\w+)", request.url)[1]))
    start_camera(page)
    begun = time.monotonic()
    while len(efforts) < 12 or "normal" not in efforts:
        page.wait_for_timeout(50)
    assert efforts.count("normal") <= 1 + (time.monotonic() - begun) // 10, efforts
    before = len(efforts)
    page.evaluate("() => { window.isThere = true; }")
    expect(page.locator(OPEN)).to_have_count(1)
    assert efforts[before:].count("normal") <= (time.monotonic() - begun) // 10, efforts


def test_a_neighbour_of_the_frame_does_not_count_and_one_that_is_alone_does(world):
    page = world.page("both")
    page.locator("#region").evaluate("(region) => { region.value = 'square'; }")
    page.evaluate("() => localStorage.setItem('beeline.region', '\"square\"')")
    page.goto(world.server.address + "/?again")
    page.set_viewport_size({"width": 900, "height": 800})
    start_camera(page)
    page.wait_for_function("() => document.querySelectorAll('#overlay path.outline').length === 2")
    expect(page.locator(OPEN).first).to_be_visible()
    alone = world.page(script=drawn(world, QR, COMPUTER, 120, aside=420))
    start_camera(alone)
    expect(alone.locator(OPEN)).to_have_count(1)


def test_a_network_that_hangs_is_seen_within_five_seconds_and_nothing_old_stays(world):
    server = Server(world.server.beeline)
    try:
        page = world.page("qr", address=server.address, allowed=("ERR_", "Failed to load"))
        start_camera(page)
        expect(page.locator("#overlay path.outline[data-state=ok]")).to_have_count(1)
        os.kill(server.process.pid, signal.SIGSTOP)
        begun = time.monotonic()
        expect(page.locator("#offline-banner")).to_be_visible()
        took = time.monotonic() - begun
        expect(page.locator("#overlay path.outline")).to_have_count(0)
        expect(page.locator("#camera-hint")).to_contain_text("Keep a picture")
        expect(page.locator("#shutter")).to_contain_text("Tap to keep a picture")
        type_code(page, "note while it hangs")
        expect(page.locator("#results .plain").first).to_contain_text("kept until the desk can be reached")
        os.kill(server.process.pid, signal.SIGCONT)
        expect(page.locator("#offline-banner")).to_be_hidden()
        expect(card(page, "note while it hangs")).to_be_visible()
        # What stayed in view all the time is one scan.
        expect(page.locator("#overlay path.outline")).to_have_count(1)
        page.wait_for_timeout(2500)
        scans = [scan["results"][0]["symbol"]["text"] for scan in server.ask("/v1/scans?limit=50")["scans"]]
        assert len(scans) == 2, scans
        assert took < 5 * max(1, PATIENCE / 120_000), took
        page.context.close()
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
        server.stop()


def test_the_camera_is_off_when_it_is_not_looked_through(world):
    page = world.page("qr")
    without_old_cards(page, "note before the camera")
    start_camera(page)
    expect(page.locator(OPEN)).to_have_count(1)
    page.evaluate("() => { window.track = document.querySelector('video').srcObject.getVideoTracks()[0]; }")
    page.locator("#tabs a[href='#history']").click()
    page.wait_for_function("() => window.track.readyState === 'ended'")
    page.locator("#tabs a[href='#scan']").click()
    expect(page.locator("#stage")).to_have_attribute("data-state", "on")
    page.evaluate("""() => {
        window.track = document.querySelector('video').srcObject.getVideoTracks()[0];
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    page.wait_for_function("() => window.track.readyState === 'ended'")
    page.evaluate("""() => {
        delete document.hidden;
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    expect(page.locator("#stage")).to_have_attribute("data-state", "on")
    # The code was there before: it is the same scan.
    next_frame(page)
    next_frame(page)
    expect(page.locator("#results > li")).to_have_count(1)


def test_a_part_of_the_picture_is_enlarged_where_the_lens_cannot_zoom(world):
    page = world.page("qr")
    start_camera(page)
    sizes = "() => document.getElementById('overlay').getAttribute('viewBox').split(' ').map(Number)"
    (_, _, width, _) = page.evaluate(sizes)
    page.locator("#zoom-step").click()
    expect(page.locator("#zoom-step")).to_have_text("2×")
    (left, _, half, _) = page.evaluate(sizes)
    assert abs(half * 2 - width) < 3 and left > 300, (left, half, width)
    expect(page.locator("#overlay path.outline")).to_have_count(1)
    # Two fingers that part by half of their distance.
    page.evaluate("""() => {
        const point = (type, pointerId, clientX) => document.getElementById('stage').dispatchEvent(
            new PointerEvent(type, { pointerId, clientX, clientY: 200, pointerType: 'touch', bubbles: true }));
        point('pointerdown', 7, 100);
        point('pointerdown', 8, 200);
        point('pointermove', 8, 250);
        point('pointerup', 8, 250);
        point('pointerup', 7, 100);
    }""")
    expect(page.locator("#zoom-step")).to_have_text("3×")


def test_only_chosen_symbologies_are_read_and_the_camera_stops_after_one(world):
    page = world.page("both")
    without_old_cards(page, "note before the choice")
    page.locator("#open-settings").click()
    page.locator("#only").select_option(label="products and books (EAN, UPC)")
    page.locator("#once").check()
    page.locator("#settings button[value=close]").click()
    start_camera_once(page)
    expect(card(page, "978-4-87311-904-5")).to_be_visible()
    expect(page.locator("#results > li")).to_have_count(1)
    expect(page.locator("#camera-start")).to_have_text("Scan the next code")
    assert page.evaluate("() => document.querySelector('video').srcObject") is None
    page.locator("#camera-start").click()
    expect(page.locator("#results > li")).to_have_count(2)


def without_old_cards(page, text):
    """The page without the scans of other tests, after a scan of its own has been answered."""
    type_code(page, text)
    expect(card(page, text)).to_be_visible()
    expect(page.locator("#results [data-state=waiting]")).to_have_count(0)
    page.locator("#clear-results").click()
    expect(page.locator("#results > li")).to_have_count(0)


def start_camera_once(page):
    page.locator("#camera-start").click()
    expect(page.locator("#camera-title")).to_have_text("Scanned")


def test_a_code_in_view_counts_again_after_the_time_that_was_chosen(world):
    page = world.page("qr")
    without_old_cards(page, "note before the repeats")
    page.locator("#open-settings").click()
    page.locator("#repeat").select_option("2")
    page.locator("#settings button[value=close]").click()
    start_camera(page)
    expect(page.locator("#results > li")).to_have_count(3)


def test_what_would_help_is_said_while_nothing_is_read(world):
    for code, width, said in ((QR, 40, "Go nearer."), (None, 0, "Show the camera a code.")):
        script = drawn(world, code or QR, COMPUTER, width or 1)
        page = world.page(script=script)
        start_camera(page)
        expect(page.locator("#camera-hint")).to_have_text(re.compile(said.replace(".", r"\.")))
        page.context.close()


def test_a_telephone_scans_after_it_was_paired_and_its_answer_is_in_reach(world):
    desk = world.page()
    phone = world.paired(desk, "Tom", camera="qr")
    expect(phone.locator("#stage")).to_have_attribute("data-state", "on")
    expect(phone.locator(OPEN)).to_have_count(1)
    stage = phone.locator("#stage").bounding_box()
    assert stage["x"] == 0 and stage["y"] == 0 and stage["width"] == 390, stage
    for size in ({"width": 390, "height": 844}, {"width": 844, "height": 390}, {"width": 320, "height": 568}):
        phone.set_viewport_size(size)
        phone.wait_for_timeout(200)
        box = phone.locator(f"{OPEN} .headline").bounding_box()
        assert box["y"] + box["height"] < size["height"], (size, box)


def test_what_a_person_types_while_the_camera_starts_stays(world):
    # The camera waits, as for a person who is asked for permission.
    script = """
        const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wanted) => {
            await new Promise((allow) => { window.allow = allow; });
            return open(wanted);
        };"""
    for phone in (True, False):
        page = world.page(phone=phone, script=script)
        page.locator("#camera-start").click()
        page.locator("#typed").click()
        page.keyboard.type("note ha", delay=90)
        page.evaluate("() => window.allow()")
        expect(page.locator("#stage")).to_have_attribute("data-state", "on")
        expect(page.locator("#typed")).to_be_visible()
        expect(page.locator("#typed")).to_be_focused()
        page.keyboard.type("lf", delay=90)
        expect(page.locator("#typed")).to_have_value("note half")
        press(page, "Enter")
        expect(card(page, "note half")).to_be_visible()
        page.context.close()


def test_unpairing_asks_first_and_leaves_the_way_of_telephones(world):
    desk = world.page()
    phone = world.paired(desk, "Uta", allowed=("401",))
    type_code(phone, "note of Uta")
    expect(phone.locator("#today-count")).to_be_visible()
    phone.locator("#open-settings").click()
    phone.locator("#own-name").fill("")
    phone.locator("#own-name").blur()
    expect(phone.locator("#own-name")).to_have_value("Uta")
    phone.locator("#unpair").click()
    phone.locator("#unpair-no").click()
    expect(phone.locator("#unpair-yes")).to_be_hidden()
    phone.locator("#unpair").click()
    # On this machine a browser that is not paired is the desk.
    stranger = {"version": 1, "role": None, "name": None, "device": None, "secure": True}
    phone.route("**/v1/me", lambda route: route.fulfill(json=stranger))
    phone.locator("#unpair-yes").click()
    expect(phone.locator("#welcome-title")).to_have_text("This telephone is not paired any more")
    expect(phone.locator("#token-form")).to_be_hidden()
    expect(phone.locator("#today-count")).to_be_hidden()
    phone.locator("#show-token").click()
    expect(phone.locator("#token")).to_be_focused()


def test_a_server_for_this_computer_says_that_telephones_cannot_reach_it(world):
    page = world.page(path="/#desk")
    page.locator("#pair").click()
    expect(page.locator("#pairing")).to_contain_text("beeline serve --pair")
    expect(page.locator("#pairing img")).to_have_count(0)


def test_a_browser_that_does_not_keep_the_page_says_so(world):
    script = "navigator.serviceWorker.register = () => Promise.reject(new DOMException('no', 'SecurityError'));"
    page = world.page(script=script, allowed=("ERR_", "Failed to load"), service_workers="allow")
    page.locator("#open-settings").click()
    expect(page.locator("#stays")).to_be_visible()
    page.locator("#settings button[value=close]").click()
    page.context.set_offline(True)
    expect(page.locator("#offline-banner")).to_contain_text("Keep this page open")


def test_the_first_visit_is_below_90_kilobytes(world):
    server = Server(world.server.beeline)
    try:
        page = world.page(address=server.address)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        weights = []
        session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
        page.reload()
        expect(page.locator("#connection")).to_have_attribute("data-state", "on")
        page.wait_for_timeout(500)
        assert 30_000 < sum(weights) < 90_000, sum(weights)
        page.context.close()
    finally:
        server.stop()
