"""The pictures of the page, for README and Docs: those that are shown there, and each state at each size in `page/`."""

import subprocess

from playwright.sync_api import expect

from answering import EXPIRED
from support import BOOK, RULES, Server, answer_no, card, start_camera, type_code

# A desk that telephones reach; no request is sent there.
OPTIONS = ("--base", "https://192.168.1.20:8378")

TICKET = '{"event":"spring","ticket":117}'
GATE = [
    {
        "id": "gate.in",
        "title": "Let the guest in",
        "when": {"kind": "json", "seen.count": 0},
        "do": [{"action": "record"}, {"action": "emit", "fields": {"guest": "Anna Müller", "seat": "B12"}}],
    },
    {
        "id": "gate.again",
        "title": "Refuse a ticket that was admitted",
        "when": {"kind": "json"},
        "do": [{"action": "refuse", "message": "Admitted already by {seen.source|}"}],
    },
]

# What a telephone and a desk show, by width and height.
SIZES = {"360": (360, 740), "390-landscape": (844, 390), "768": (768, 1024), "1440": (1440, 900)}


def take(world, folder):
    (folder / "page").mkdir(parents=True, exist_ok=True)
    take_shown(world, folder)
    server = Server(world.server.beeline, *OPTIONS, rules={**RULES, "rules": GATE + RULES["rules"]})
    try:
        take_states(world, server.address, folder / "page")
    finally:
        server.stop()


def take_shown(world, folder):
    """The pictures that README and Docs show."""
    desk = world.page("table", reduced_motion="reduce")
    second = world.paired(desk, "Stock room", camera="none", reduced_motion="reduce")
    for text, said in (("https://bit.ly/3abc", "bit.ly"), ("note shelf 4 is empty", "shelf 4"), (BOOK, "978-4-87311")):
        type_code(second, text)
        if said == "bit.ly":
            answer_no(desk)
        expect(card(second, said)).to_be_visible()

    phone = world.paired(desk, "Anna", camera="table", reduced_motion="reduce")
    # An upright telephone shows the middle of the table.
    scan_table(phone, 1)
    save(phone, folder / "telephone.png", 96)

    desk.locator("#pair").click()
    expect(desk.locator("#pairing img")).to_be_visible()
    desk.locator("#explain-code").fill(BOOK)
    desk.locator("#explain-code").press("Enter")
    expect(desk.locator(".explained")).to_be_visible()
    expect(desk.locator("#notices p")).to_have_count(0)
    save(desk, folder / "pairing.png")

    desk.locator("#tabs a[href='#scan']").click()
    desk.locator("#clear-results").click()
    scan_table(desk)
    expect(desk.locator("#reaction")).to_be_hidden()
    for scheme in ("light", "dark"):
        desk.emulate_media(color_scheme=scheme)
        save(desk, folder / f"desk-{scheme}.png", 96)


def take_states(world, address, folder):
    """Each state at each size, light and dark: telephones show the small ones, a desk the others."""
    desk = world.page("table", address=address, reduced_motion="reduce")
    phone = world.paired(desk, "Anna", camera="table", address=address, reduced_motion="reduce")
    pages = {"360": phone, "390-landscape": phone, "768": desk, "1440": desk}
    desk.locator("#tabs a[href='#scan']").click()
    phone.locator("#camera-stop").click()
    expect(desk.locator("#notices p")).to_have_count(0)
    shoot(folder, "start", pages)
    for page in (desk, phone):
        start_camera(page)
        expect(page.locator("#overlay path.outline").first).to_be_attached()
        expect(page.locator("#results details").first).to_be_visible()
        expect(page.locator("#notices p")).to_have_count(0)
        expect(page.locator("#reaction")).to_be_hidden()
    shoot(folder, "scanning", pages)
    for page in (desk, phone):
        page.locator("#camera-stop").click()
    for name, text, said in (
        ("book", BOOK, "978-4-87311"), ("link", "https://bit.ly/3abc", "bit.ly"), ("guest", TICKET, "Anna Müller"),
        ("refused", TICKET, "Admitted already"), ("expired", EXPIRED, "Expired"),
    ):
        for page, mark in ((desk, "1"), (phone, "2")):
            if page.locator("#clear-results").is_visible():
                page.locator("#clear-results").click()
            if name == "refused":
                # Both are refused what was admitted before.
                mark = "1"
            type_code(page, text.replace("117", f"11{mark}"))
            if name == "link":
                answer_no(desk)
            expect(card(page, said)).to_be_visible()
        shoot(folder, name, pages)
    everywhere = {size: desk for size in SIZES}
    type_code(desk, "ask what shelf 4 has")
    expect(desk.locator("#question [data-reply=yes]:enabled")).to_be_visible()
    shoot(folder, "question", everywhere)
    answer_no(desk)
    desk.locator("#tabs a[href='#history']").click()
    expect(desk.locator("#history-table tr.entry").first).to_be_visible()
    desk.locator("#history-table .toggle").first.click()
    shoot(folder, "history", everywhere)
    desk.locator("#tabs a[href='#desk']").click()
    desk.locator("#pair").click()
    expect(desk.locator("#pairing img")).to_be_visible()
    link = desk.locator("#pairing a").get_attribute("href")
    new = world.page("none", path=link[link.index("/pair#") :], phone=True, address=address)
    shoot(folder, "pairing", {**pages, "360": new, "390-landscape": new}, at="#pairing")


def shoot(folder, name, pages, at=None):
    """Takes a state at each size, scrolled to an element."""
    for size, page in pages.items():
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            save(page, folder / f"{name}-{size}-{scheme}.webp", at=at)


def scan_table(page, count=2):
    # What lies beside the frame counts as well.
    page.locator("#region").evaluate("(region) => { region.value = 'full'; region.dispatchEvent(new Event('change')); }")
    start_camera(page)
    expect(page.locator("#overlay path.outline[data-state=ok]")).to_have_count(count)
    expect(page.locator("#results details[open]")).to_have_count(count)
    expect(page.locator("#notices p")).to_have_count(0)


def save(page, path, colours=255, at=None):
    """Writes the page as a small file. Times are fixed, so that pictures can be compared."""
    page.evaluate(
        """(at) => {
            scrollTo(0, 0);
            if (at) document.querySelector(at).scrollIntoView({ block: "center" });
            document.activeElement.blur();
            for (const time of document.querySelectorAll("time")) time.textContent = "20:24:46";
        }""",
        at,
    )
    data = page.screenshot(animations="disabled", scale="css" if path.suffix == ".webp" else "device")
    palette = f"split[a][b];[a]palettegen=max_colors={colours}:reserve_transparent=0[p];[b][p]paletteuse=dither=none"
    form = {
        ".png": ["-vf", palette, "-pred", "mixed"],
        ".webp": ["-vf", "scale='if(gt(iw,800),iw*0.75,iw)':-1", "-c:v", "libwebp", "-quality", "24", "-compression_level", "6", "-preset", "text"],
    }[path.suffix]
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "png_pipe", "-i", "pipe:0", *form, "-update", "1", "-frames:v", "1", str(path)],
        input=data,
        check=True,
    )
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
