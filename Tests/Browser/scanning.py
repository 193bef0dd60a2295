"""The view that scans: the camera, what it cannot do, typed codes, hand scanners and pictures."""

import base64
import re

from playwright.sync_api import expect

from support import BOOK, answer_no, card, next_frame, start_camera, type_code

OPEN = "#results details.code[open]"


def test_the_camera_reads_a_QR_code(world):
    page = world.page("qr")
    start_camera(page)
    expect(page.locator(OPEN)).to_have_count(1)
    expect(page.locator(OPEN)).to_contain_text("Welcome to room 4")
    expect(page.locator("#overlay path.outline")).to_have_count(1)
    expect(page.locator("#overlay path.outline")).to_have_attribute("data-state", "ok")


def test_the_camera_reads_the_EAN_of_a_book(world):
    page = world.page("book")
    start_camera(page)
    expect(page.locator(OPEN)).to_contain_text("978-4-87311-904-5")
    expect(page.locator(OPEN)).to_contain_text("Count the book in")
    expect(page.locator(OPEN)).to_contain_text("B 12")
    expect(page.locator(OPEN)).to_have_attribute("data-state", "ok")


def test_two_codes_at_once_have_two_outlines_and_two_cards(world):
    page = world.page("both")
    start_camera(page)
    expect(page.locator(OPEN)).to_have_count(2)
    expect(page.locator("#overlay path.outline")).to_have_count(2)
    expect(card(page, "978-4-87311-904-5")).to_be_visible()
    expect(card(page, "Welcome to room 4")).to_be_visible()


def test_the_outline_lies_on_the_code(world):
    """The QR code of the video is at 522 to 782, 242 to 502: the video has 1280 × 720."""
    page = world.page("qr")
    start_camera(page)
    path = page.locator("#overlay path.outline")
    expect(path).to_have_count(1)
    corners = [[int(part) for part in corner] for corner in re.findall(r"(\d+),(\d+)", path.get_attribute("d"))]
    assert len(corners) == 4, corners
    across, down = zip(*corners)
    assert 522 < min(across) < 560 and 740 < max(across) < 785, corners
    assert 242 < min(down) < 280 and 460 < max(down) < 505, corners


def test_the_scan_frame_is_remembered_and_all_that_is_visible_is_sent(world):
    page = world.page("qr")
    frames = []
    page.route(
        "**/v1/frames*",
        lambda route: (frames.append((route.request.url, route.request.post_data_buffer)), route.continue_()),
    )
    start_camera(page)
    expect(page.locator(OPEN)).to_have_count(1)
    page.locator("#region").select_option("square")
    next_frame(page)
    next_frame(page)
    for url, picture in frames:
        width, height = size_of(picture)
        assert abs(width / height - 4 / 3) < 0.05, (width, height)
    parts = [re.search(r"counts=([^&]*)", url)[1].split("%2C") for url in (frames[0][0], frames[-1][0])]
    (wide, square) = [[float(length) for length in part] for part in parts]
    assert abs(wide[2] - 0.9) < 0.01 and square[2] < 0.7, (wide, square)
    page.reload()
    expect(page.locator("#region")).to_have_value("square")


def size_of(jpeg):
    """Width and height in the header of a JPEG."""
    at = 2
    while at < len(jpeg):
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xC2:
            return int.from_bytes(jpeg[at + 7 : at + 9], "big"), int.from_bytes(jpeg[at + 5 : at + 7], "big")
        at += 2 + length
    raise ValueError("no JPEG")


def test_pictures_wait_while_the_server_is_busy(world):
    page = world.page("qr", allowed=("503",))
    count = [0]

    def refuse(route):
        count[0] += 1
        if count[0] <= 2:
            route.fulfill(
                status=503,
                headers={"Retry-After": "1", "Content-Type": "application/problem+json"},
                body='{"code":"queue-full","detail":"The queue is full."}',
            )
        else:
            route.continue_()

    page.route("**/v1/frames*", refuse)
    start_camera(page)
    expect(page.locator("#camera-hint")).to_have_text("The desk is busy; pictures wait.")
    expect(page.locator(OPEN)).to_have_count(1)
    expect(page.locator("#camera-hint")).to_be_hidden()


def test_one_picture_is_in_flight(world):
    page = world.page("qr")
    flying = [0, 0]
    page.on("request", lambda request: "/v1/frames" in request.url and begin())
    page.on("requestfinished", lambda request: "/v1/frames" in request.url and end())

    def begin():
        flying[0] += 1
        flying[1] = max(flying)

    def end():
        flying[0] -= 1

    start_camera(page)
    for _ in range(6):
        next_frame(page)
    assert flying[1] == 1, flying


def test_no_picture_is_sent_from_another_view(world):
    page = world.page("qr")
    start_camera(page)
    next_frame(page)
    page.locator("#tabs a[href='#history']").click()
    sent = []
    page.on("request", lambda request: "/v1/frames" in request.url and sent.append(request))
    # One picture may be on its way to be sent already. A page that continues sends several in this time.
    page.wait_for_timeout(1000)
    assert len(sent) <= 1
    page.locator("#tabs a[href='#scan']").click()
    next_frame(page)


def test_three_cameras_at_once_are_all_answered(world):
    pages = [world.page(camera) for camera in ("qr", "book", "both")]
    for page in pages:
        start_camera(page)
    for page, count in zip(pages, (1, 1, 2)):
        expect(page.locator("#overlay path.outline[data-state=ok]")).to_have_count(count)
        expect(page.locator("#camera-hint")).to_be_hidden()


def test_a_refused_permission_is_explained(world):
    page = world.page("refused")
    page.locator("#camera-start").click()
    expect(page.locator("#camera-title")).to_have_text("The camera is not allowed")
    expect(page.locator("#camera-text")).to_contain_text("Allow it for this page")
    expect(page.locator("#camera-start")).to_have_text("Try again")
    expect(page.locator("#camera-picture")).to_be_visible()


def test_a_missing_camera_is_explained_and_one_that_comes_is_used(world):
    page = world.page("none")
    page.locator("#camera-start").click()
    expect(page.locator("#camera-title")).to_have_text("No camera was found")
    page.evaluate("""() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        canvas.getContext('2d').fillRect(0, 0, 640, 480);
        navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(5);
        navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    }""")
    expect(page.locator("#stage")).to_have_attribute("data-state", "on")


def test_a_camera_in_use_is_explained(world):
    page = world.page(
        "qr",
        script="""
        const open = MediaDevices.prototype.getUserMedia;
        let isBusy = true;
        MediaDevices.prototype.getUserMedia = function (...all) {
            if (!isBusy) return open.apply(this, all);
            isBusy = false;
            return Promise.reject(new DOMException('in use', 'NotReadableError'));
        };""",
    )
    page.locator("#camera-start").click()
    expect(page.locator("#camera-title")).to_have_text("The camera is in use")
    start_camera(page)


def test_a_camera_that_is_taken_away_comes_back_without_a_reload(world):
    page = world.page("qr")
    start_camera(page)
    page.evaluate("""() => {
        const [track] = document.querySelector('video').srcObject.getVideoTracks();
        track.stop();
        track.dispatchEvent(new Event('ended'));
    }""")
    expect(page.locator("#camera-title")).to_have_text("The camera was taken away")
    page.evaluate("() => navigator.mediaDevices.dispatchEvent(new Event('devicechange'))")
    expect(page.locator("#stage")).to_have_attribute("data-state", "on")


def test_without_HTTPS_the_page_says_why_and_takes_pictures(world):
    page = world.page(
        "qr",
        script="""
        Object.defineProperty(window, 'isSecureContext', { value: false });
        Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
        crypto.randomUUID = undefined;""",
    )
    page.locator("#camera-start").click()
    expect(page.locator("#camera-title")).to_have_text("No camera over plain HTTP")
    assert page.locator("#camera-picture input").get_attribute("capture") == "environment"
    page.locator("#camera-picture input").set_input_files(world.pictures.code("plain", "note plain http"))
    expect(card(page, "note plain http")).to_be_visible()


def test_light_and_zoom_are_there_where_the_camera_has_them(world):
    page = world.page(
        "qr",
        script="""
        window.asked = [];
        MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true, zoom: { min: 1, max: 4, step: 0.1 } });
        MediaStreamTrack.prototype.applyConstraints = async (constraints) => { window.asked.push(constraints.advanced[0]); };""",
    )
    start_camera(page)
    page.locator("#torch").click()
    expect(page.locator("#torch")).to_have_attribute("aria-pressed", "true")
    page.locator("#zoom").fill("2")
    assert page.evaluate("() => window.asked") == [{"torch": True}, {"zoom": 2}]
    expect(page.locator("#focus-control")).to_be_hidden()


def test_a_dark_picture_is_told_and_the_light_offered(world):
    page = world.page(
        "qr",
        script="""
        navigator.mediaDevices.getUserMedia = async () => {
            const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
            const context = canvas.getContext('2d');
            setInterval(() => { context.fillStyle = '#0a0a0a'; context.fillRect(0, 0, 640, 480); }, 50);
            return canvas.captureStream(10);
        };
        MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });""",
    )
    start_camera(page)
    expect(page.locator("#camera-hint")).to_have_text("It is too dark. Switch on the light.")


def test_a_typed_code_is_answered(world):
    page = world.page()
    type_code(page, BOOK)
    expect(page.locator(OPEN)).to_contain_text("978-4-87311-904-5")
    expect(page.locator("#typed")).to_have_value("")
    expect(page.locator("#announcements")).to_contain_text("Book")


def test_a_hand_scanner_types_from_anywhere(world):
    page = world.page()
    page.locator("#camera-stop, #open-settings").last.focus()
    page.keyboard.type("note by a scanner\n")
    expect(card(page, "note by a scanner")).to_be_visible()
    expect(page.locator("#settings")).to_be_hidden()
    page.locator("#tabs a[href='#history']").click()
    page.locator("#history-words").fill("tea")
    page.keyboard.type("note into a search\n")
    expect(page.locator("#history-words")).to_have_value("tea")
    page.locator("#tabs a[href='#scan']").click()
    expect(card(page, "note into a search")).to_be_visible()


def test_slow_typing_is_no_hand_scanner(world):
    page = world.page()
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.locator("#main").focus()
    page.keyboard.type("green tea\n", delay=120)
    # A scan that follows is sent, and nothing before it.
    type_code(page, "note after slow typing")
    expect(card(page, "note after slow typing")).to_be_visible()
    assert len(sent) == 1, sent


def test_pictures_are_dropped_pasted_and_chosen(world):
    page = world.page()
    drop(page, world.pictures.code("dropped", "note that was dropped"), "drop")
    expect(card(page, "note that was dropped")).to_be_visible()
    drop(page, world.pictures.code("pasted", "note that was pasted"), "paste")
    expect(card(page, "note that was pasted")).to_be_visible()
    page.locator("#choose-pictures").set_input_files(
        [world.pictures.code("first", "note one of two"), world.pictures.code("second", "note two of two")]
    )
    expect(card(page, "note one of two")).to_be_visible()
    expect(card(page, "note two of two")).to_be_visible()


def test_a_PDF_is_read(world):
    page = world.page()
    path = world.pictures.folder / "label.pdf"
    world.server.run("draw", "note on paper", "-o", str(path))
    page.locator("#choose-pictures").set_input_files(path)
    expect(card(page, "note on paper")).to_be_visible()


def test_a_picture_without_a_code_says_so(world):
    page = world.page(allowed=("422",))
    empty = base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=="
    )
    page.locator("#choose-pictures").set_input_files({"name": "empty.png", "mimeType": "image/png", "buffer": empty})
    expect(page.locator("#results .plain").filter(has_text="empty.png")).to_contain_text("No code was found")


def drop(page, path, event):
    data = base64.b64encode(path.read_bytes()).decode()
    page.evaluate(
        """([data, name, event]) => {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name, { type: name.endsWith('.csv') ? 'text/csv' : 'image/png' }));
        const options = { bubbles: true, cancelable: true };
        document.body.dispatchEvent(event === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
    }""",
        [data, path.name, event],
    )


def test_a_link_is_opened_by_a_tap_alone_and_shows_its_host_in_full(world):
    page = world.page()
    host = "a-rather-long-name-of-a-museum.visitors.example.org"
    type_code(page, f"https://{host}/visit")
    found = card(page, host)
    button = found.locator("a.open")
    expect(button).to_contain_text(host)
    assert button.get_attribute("rel") == "noopener noreferrer" and button.get_attribute("target") == "_blank"
    assert len(page.context.pages) == 1
    page.context.route(f"https://{host}/**", lambda route: route.fulfill(body="there"))
    with page.context.expect_page() as opened:
        button.click()
    assert opened.value.url == f"https://{host}/visit"


def test_a_dangerous_link_has_no_button(world):
    page = world.page()
    type_code(page, "https://paypal.com@evil.example/")
    found = card(page, "evil.example")
    expect(found).to_have_attribute("data-state", "refused")
    expect(found).to_contain_text("The text before the host is misleading.")
    expect(found.locator("a")).to_have_count(0)


def test_a_link_of_another_scheme_has_no_button(world):
    page = world.page()
    type_code(page, "ftp://files.example.net/list")
    answer_no(page)
    expect(page.locator(OPEN)).to_contain_text("files.example.net")
    expect(page.locator(OPEN).locator("a")).to_have_count(0)


def test_hidden_characters_are_spelled_out(world):
    page = world.page()
    type_code(page, "note \u202egnp.exe")
    expect(card(page, "note \\u{202E}gnp.exe")).to_be_visible()


def test_a_password_is_not_shown(world):
    page = world.page()
    type_code(page, "WIFI:T:WPA;S:shop;P:correct horse;;")
    expect(card(page, "shop")).to_contain_text("is not shown")
    assert "correct horse" not in page.locator("body").inner_text()


def test_the_last_fifty_results_are_kept(world):
    page = world.page()
    for number in range(54):
        type_code(page, f"many {number:02}")
    expect(card(page, "many 53")).to_be_visible()
    assert page.locator("#results > li").count() <= 50
    expect(page.locator("#results details[open]").filter(has_text=re.compile("many 00"))).to_have_count(0)
