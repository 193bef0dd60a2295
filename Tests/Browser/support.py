"""What the tests of the page stand on: a server with folders of its own, videos for the camera, and browsers."""

import contextlib
import json
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import time
import urllib.request

import axe_playwright_python
from playwright.sync_api import expect

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"
# A deadline that only a failure reaches, in milliseconds.
PATIENCE = int(os.environ.get("PATIENCE", 120_000))
expect.set_options(timeout=PATIENCE)

BOOK = "9784873119045"
MUSEUM = "https://museum.example.org/visit?room=4"

# What the desk does in the tests: nothing that leaves the machine.
RULES = {
    "version": 1,
    "rules": [
        {
            "id": "stock.novel",
            "title": "Count the novel in",
            "when": {"kind": "isbn", "isbn13": "9780306406157"},
            "do": [
                {
                    "action": "emit",
                    "fields": {
                        "title": "The White Stone Road",
                        "author": "Ada Thornbury",
                        "price": "{price|} {currency|}",
                        "shelf": "B 12",
                        "stock": "3",
                    },
                },
                {"action": "record"},
            ],
        },
        {
            "id": "stock.book",
            "title": "Count the book in",
            "when": {"kind": "isbn", "hyphenated": {"exists": True}},
            "do": [
                {"action": "emit", "fields": {"title": "Paperback {hyphenated}", "shelf": "B 12", "stock": "3"}},
                {"action": "record"},
            ],
        },
        {
            "id": "visit.museum",
            "title": "Greet a visitor",
            "when": {"kind": "url", "domain": "example.org"},
            "do": [{"action": "emit", "fields": {"title": "Welcome to room 4"}}, {"action": "record"}],
        },
        {
            "id": "ask.first",
            "title": "Write it down, if you agree",
            "when": {"kind": "text", "text": {"prefix": "ask "}},
            "do": [{"action": "record", "ask": True, "fields": {"remark": "asked for"}}],
        },
        {
            "id": "note.text",
            "title": "Write down a note",
            "when": {"kind": "text", "text": {"prefix": "note "}},
            "do": [{"action": "record"}],
        },
    ],
}


class Server:
    """A running `beeline serve`, in folders of its own."""

    def __init__(self, beeline, *options, run=True, rules=RULES):
        self.beeline = beeline
        self.folder = tempfile.TemporaryDirectory(prefix="beeline-browser-")
        root = pathlib.Path(self.folder.name)
        path = root / "rules.json"
        path.write_text(json.dumps(rules))
        path.chmod(0o600)
        # What opens links on this machine writes them down instead.
        self.opened = root / "opened.txt"
        opener = root / "bin" / "xdg-open"
        opener.parent.mkdir()
        opener.write_text(f'#!/bin/sh\necho "$1" >>"{self.opened}"\n')
        opener.chmod(0o700)
        self.environment = {
            "PATH": f"{opener.parent}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "HOME": str(root),
            "LANG": "C.UTF-8",
            **{f"XDG_{name}_HOME": str(root / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")},
        }
        self.log = open(root / "errors.txt", "w+b")
        self.options = [*(["--run"] if run else []), "--rules", str(path), *options]
        self.start("127.0.0.1:0")

    def start(self, listen):
        self.process = subprocess.Popen(
            [self.beeline, "serve", "--listen", listen, *self.options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=self.environment,
        )
        self.address = self.first_address()

    def restart(self, between=lambda: None):
        """Ends it and starts it again, at the same address and in the same folders."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE / 1000)
        between()
        self.start(self.address.split("://")[1])

    def first_address(self):
        """The address in what the server prints when it is ready."""
        deadline = time.monotonic() + PATIENCE / 1000
        printed = b""
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.2)
            if not ready:
                continue
            chunk = os.read(self.process.stdout.fileno(), 4096)
            printed += chunk
            for word in printed.split():
                if word.startswith((b"http://", b"https://")) and printed.endswith(b"\n"):
                    return word.decode().rstrip("/.,")
            if not chunk:
                break
        self.log.seek(0)
        raise SystemExit(f"the server did not start: {printed.decode()}{self.log.read().decode()}")

    def run(self, *arguments, data=None, check=True):
        """What another call of the program prints, in the same folders."""
        return subprocess.run(
            [self.beeline, *arguments], input=data, env=self.environment, check=check, stdout=subprocess.PIPE
        ).stdout

    def ask(self, path, body=None):
        """What the API answers, as JSON. With a body it is a POST."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
            return json.loads(answer.read() or b"null")

    def stop_program(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE / 1000)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
        self.process.kill()
        self.folder.cleanup()


class Pictures:
    """Codes as pictures, and videos of them for the camera of the browser."""

    def __init__(self, beeline, folder):
        self.beeline = beeline
        self.folder = pathlib.Path(folder)

    def code(self, name, text, scale=6):
        path = self.folder / f"{name}.png"
        subprocess.run([self.beeline, "draw", text, "--scale", str(scale), "-o", str(path)], check=True)
        return path

    def scene(self, name):
        """A video of half a second that starts again when it ends. Chromium reads Y4M in C420 only."""
        video = self.folder / f"{name}.y4m"
        if name == "table":
            return self.table(video)
        book = self.code("book", BOOK, 4)
        museum = self.code("museum", MUSEUM)
        # A card on a wooden table: codes do not fill what a camera sees.
        places = {
            "qr": [(museum, "260:260", "510:230")],
            "book": [(book, "430:-1", "425:250")],
            "both": [(book, "350:-1", "300:225"), (museum, "220:220", "760:235")],
        }[name]
        filters = [f"[0]noise=alls=6:allf=t,format=yuv420p[b0]"]
        for index, (_, size, place) in enumerate(places):
            filters.append(f"[{index + 1}]scale={size}:flags=area,pad=iw+24:ih+24:12:12:white[c{index}]")
            filters.append(f"[b{index}][c{index}]overlay={place}[b{index + 1}]")
        inputs = [argument for path, _, _ in places for argument in ("-loop", "1", "-i", str(path))]
        subprocess.run(
            [
                "ffmpeg",
                "-nostdin",
                "-v",
                "error",
                "-y",
                "-f",
                "lavfi",
                "-i",
                "color=0x9c7a50:s=1280x720:r=10",
                *inputs,
                "-filter_complex",
                ";".join(filters),
                "-map",
                f"[b{len(places)}]",
                "-frames:v",
                "5",
                "-pix_fmt",
                "yuv420p",
                "-f",
                "yuv4mpegpipe",
                str(video),
            ],
            check=True,
        )
        return video


    def table(self, video):
        """The book of Examples/ with a card beside it, for the pictures of the README."""
        photo = pathlib.Path(__file__).parents[2] / "Examples" / "book.jpg"
        card = self.code("museum", MUSEUM)
        wood = "crop=1200:844:0:756,pad=1500:844:0:0,fillborders=right=300:mode=mirror,scale=1280:720"
        # Without the grain of the photo the pictures have half the bytes.
        scene = f"[0]{wood},bilateral=sigmaS=4:sigmaR=0.12,gblur=sigma=0.7[t];[1]scale=150:150:flags=area,pad=174:174:12:12:white[c];[t][c]overlay=856:285"
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-loop", "1", "-i", str(photo), "-loop", "1", "-i", str(card)]
            + ["-filter_complex", scene, "-frames:v", "5", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", str(video)],
            check=True,
        )
        return video


class World:
    """Hands out browsers and pages, and hears what goes wrong in them."""

    def __init__(self, playwright, server, pictures):
        self.playwright = playwright
        self.server = server
        self.pictures = pictures
        self.browsers = {}
        self.contexts = []
        self.complaints = []

    def browser(self, camera):
        """A browser with a camera: the name of a scene, or `refused`, or `none`."""
        if camera not in self.browsers:
            flags = ["--no-sandbox", "--use-fake-device-for-media-stream", "--mute-audio"]
            if camera == "refused":
                flags.append("--use-fake-ui-for-media-stream=deny")
            elif camera == "none":
                flags[1] += "=device-count=0"
                flags.append("--use-fake-ui-for-media-stream")
            else:
                flags += [
                    "--use-fake-ui-for-media-stream",
                    f"--use-file-for-fake-video-capture={self.pictures.scene(camera)}",
                ]
            self.browsers[camera] = self.playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        return self.browsers[camera]

    def page(self, camera="qr", path="/", address=None, phone=False, script=None, allowed=(), **options):
        """A page in a context of its own. `allowed` are words of errors in its console that the test means to cause."""
        settings = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "service_workers": "block"}
        if phone:
            settings.update(
                viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
            )
        context = self.browser(camera).new_context(**{**settings, **options})
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        self.listen(page, allowed)
        page.goto((address or self.server.address) + path)
        expect(page.locator("body:not([data-role=none]), #view-welcome:not([hidden])").first).to_be_attached()
        return page

    def listen(self, page, allowed):
        def complain(text):
            if not any(word in text for word in allowed):
                self.complaints.append(text)

        page.on("pageerror", lambda error: complain(f"error in the page: {error}"))
        page.on("console", lambda message: message.type == "error" and complain(f"in the console: {message.text}"))
        page.on("crash", lambda: complain("the page crashed"))

    def paired(self, desk, name, camera="qr", allowed=(), address=None, **options):
        """A telephone that scanned the code which the desk's page shows."""
        desk.goto((address or self.server.address) + "/#desk")
        desk.locator("#pair").click()
        link = desk.locator("#pairing a").get_attribute("href")
        path = link[link.index("/pair#") :]
        phone = self.page(camera, path=path, phone=True, allowed=allowed, address=address, **options)
        phone.locator("#pair-name").fill(name)
        phone.locator("#pair-form button").click()
        expect(phone.locator("#view-scan")).to_be_visible()
        expect(desk.locator("#devices")).to_contain_text(name)
        return phone

    def end_test(self):
        """Closes what the test opened, answers what it left open, and returns what was complained about."""
        for context in self.contexts:
            context.close()
        for question in self.server.ask("/v1/questions")["questions"]:
            self.server.ask(f"/v1/questions/{question['id']}", {"reply": "no"})
        complaints, self.contexts, self.complaints = self.complaints, [], []
        return complaints

    def close(self):
        for browser in self.browsers.values():
            browser.close()


# MARK: Steps that many tests take


def start_camera(page):
    """Starts the camera, which is on already where a telephone was just paired."""
    if page.locator("#camera-start").is_visible():
        page.locator("#camera-start").click()
    expect(page.locator("#stage")).to_have_attribute("data-state", "on")


def next_frame(page):
    """Waits until a picture of the camera is answered."""
    with page.expect_response(lambda response: "/v1/frames" in response.url):
        pass


def type_code(page, text):
    """Types a code; on a telephone that scans, the field is behind a button."""
    page.locator("#typed:visible, #open-typed:visible").first.wait_for()
    if not page.locator("#typed").is_visible():
        page.locator("#open-typed").click()
    page.locator("#typed").fill(text)
    page.locator("#typed").press("Enter")


def press(page, *keys):
    """Presses keys as a person does: with time between them."""
    for key in keys:
        page.wait_for_timeout(300)
        page.keyboard.press(key)


def scan(page, code, pace=5):
    """Sends the keys of a hand scanner, so many milliseconds apart. They are trusted, as those of a keyboard are."""
    names = {"\n": "Enter", "\t": "Tab", "\x1b": "Escape", " ": "Space"}
    for character in code:
        page.keyboard.press(names.get(character, character))
        # A key takes about three milliseconds by itself.
        time.sleep(max(0, pace - 3) / 1000)


def answer_no(page):
    """Answers what the desk asks by default before it opens a link."""
    page.locator("#question [data-reply=no]").click()
    expect(page.locator("#question")).to_be_hidden()


def card(page, text):
    """The card of an answer that says a text."""
    return page.locator("#results details.code").filter(has_text=text).first


def choose_language(page, name):
    page.locator("#open-settings").click()
    page.locator("#language").select_option(name)
    page.locator("#settings button[value=close]").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans" if name == "zh" else name)


def barriers(page):
    """What axe-core finds, in words. The page's policy lets no foreign script in, so the context has `bypass_csp`."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=str(AXE))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for violation in found
        for node in violation["nodes"]
    ]


def sideways(page):
    """Elements that are wider than the window, and controls whose text is cut."""
    return page.evaluate("""() => {
        const wrong = [];
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth > width) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
        for (const element of document.querySelectorAll('button, .button, a, label, h1, h2, h3, th, td, dt, dd, p, summary')) {
            const box = element.getBoundingClientRect();
            if (box.width === 0 || element.closest('.visually-hidden, [hidden], .skip, #notices')) continue;
            const style = getComputedStyle(element);
            if (style.position === 'absolute' && style.clipPath !== 'none') continue;
            const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && style.display !== 'inline';
            if (box.right > width + 1 || box.left < -1 || isCut) wrong.push(element.outerHTML.slice(0, 140));
        }
        return wrong;
    }""")
