"""The pictures of the README."""

import subprocess

from playwright.sync_api import expect

from support import BOOK, answer_no, card, start_camera, type_code


# A desk that telephones reach; no request is sent there.
OPTIONS = ("--base", "https://192.168.1.20:8378")


def take(world, folder):
    folder.mkdir(parents=True, exist_ok=True)
    desk = world.page("table", reduced_motion="reduce")
    second = world.paired(desk, "Stock room", reduced_motion="reduce")
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


def scan_table(page, count=2):
    # What lies beside the frame counts as well.
    page.locator("#region").evaluate("(region) => { region.value = 'full'; region.dispatchEvent(new Event('change')); }")
    start_camera(page)
    expect(page.locator("#overlay path.outline[data-state=ok]")).to_have_count(count)
    expect(page.locator("#results details[open]")).to_have_count(count)
    expect(page.locator("#notices p")).to_have_count(0)


def save(page, path, colours=255):
    """Writes the page with few colours, which keeps the file small. Times are fixed, so that pictures can be compared."""
    page.evaluate(
        """() => {
            scrollTo(0, 0);
            document.activeElement.blur();
            for (const time of document.querySelectorAll("time")) time.textContent = "20:24:46";
        }"""
    )
    data = page.screenshot(animations="disabled")
    subprocess.run(
        [
            "ffmpeg",
            "-nostdin",
            "-v",
            "error",
            "-y",
            "-f",
            "png_pipe",
            "-i",
            "pipe:0",
            "-vf",
            f"split[a][b];[a]palettegen=max_colors={colours}:reserve_transparent=0[p];[b][p]paletteuse=dither=none",
            "-pred",
            "mixed",
            "-update",
            "1",
            "-frames:v",
            "1",
            str(path),
        ],
        input=data,
        check=True,
    )
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
