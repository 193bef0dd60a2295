"""What the page says of a code and what can be done with it: outcomes, names, groups, quantity, history, lists."""

import json
import re

from playwright.sync_api import expect

from scanning import drop
from support import BOOK, Server, answer_no, card, type_code

EXPIRED = "(01)09521234543213(17)200131(10)ABC123"
TICKETS = {
    "version": 1,
    "rules": [
        {
            "id": "gate.in",
            "title": "Let the guest in",
            "when": {"kind": "json", "seen.count": 0},
            "do": [{"action": "record"}, {"action": "emit", "fields": {"guest": "Anna Müller", "welcome": "Anna Müller", "seat": "B12"}}],
        },
        {
            "id": "gate.again",
            "title": "Refuse a ticket that was admitted",
            "when": {"kind": "json"},
            "do": [{"action": "refuse", "message": "Admitted already by {seen.source|}"}],
        },
    ],
}


def described(page, result):
    return page.evaluate(
        """async (result) => {
        const { headline, mainFields, stateOf, stateWord, actionLines } = await import('/describe.js');
        return { headline: headline(result), fields: Object.fromEntries(mainFields(result)), state: stateOf(result),
            word: stateWord(result), lines: actionLines(result) };
    }""",
        result,
    )


def test_expired_goods_are_amber_and_say_so(world):
    page = world.page()
    type_code(page, EXPIRED)
    found = card(page, "Expired 31 Jan 2020")
    expect(found).to_have_attribute("data-state", "caution")
    expect(found.locator(".headline").first).to_have_text("Expired 31 Jan 2020")


def test_an_admitted_guest_is_a_name_and_a_refused_one_has_a_reason(world):
    server = Server(world.server.beeline)
    try:
        path = world.pictures.folder / "gate.json"
        path.write_text(json.dumps(TICKETS))
        path.chmod(0o600)
        server.stop_program()
        server.options = ["--run", "--rules", str(path)]
        server.start("127.0.0.1:0")
        desk = world.page(address=server.address)
        phone = world.paired(desk, "Anna", camera="none", address=server.address)
        type_code(phone, '{"number": 117}')
        first = card(phone, "Anna Müller")
        expect(first.locator(".headline").first).to_have_text("Anna Müller")
        expect(first).to_have_attribute("data-state", "ok")
        expect(first.locator(".body > .fields")).not_to_contain_text("Anna")
        type_code(phone, '{"number": 117}')
        second = card(phone, "Admitted already by Anna")
        expect(second).to_have_attribute("data-state", "refused")
        expect(second).not_to_contain_text("phone:")
        expect(second.locator(".chip")).to_have_count(0)
        desk.goto(server.address + "/#desk")
        expect(desk.locator("#doors")).to_contain_text("1 admitted")
        expect(desk.locator("#doors")).to_contain_text("1 refused")
        desk.locator("#tabs a[href='#history']").click()
        desk.locator("#history-outcome").select_option("true")
        expect(desk.locator("#history-table tr.entry")).to_have_count(1)
        desk.locator("#history-table .toggle").click()
        expect(desk.locator("#history-table tr.details")).to_contain_text("Admitted already by Anna")
        for page in (desk, phone):
            page.context.close()
    finally:
        server.stop()


def test_a_telephone_is_answered_before_the_desk_decides(world):
    desk = world.page()
    phone = world.paired(desk, "Rosa", camera="none")
    type_code(phone, "ask what the desk says")
    dialog = desk.locator("#question")
    expect(dialog).to_contain_text("Rosa asks")
    expect(dialog).to_contain_text("asked for")
    waiting = card(phone, "ask what the desk says")
    expect(waiting).to_contain_text("The desk is asked")
    expect(phone.locator("#waiting-count")).to_be_hidden()
    dialog.locator("[data-reply=yes]").click()
    expect(card(phone, "ask what the desk says")).to_have_attribute("data-state", "ok")
    expect(phone.locator("#results > li").filter(has_text="ask what the desk says")).to_have_count(1)


def test_all_questions_are_answered_with_one_no(world):
    desk = world.page()
    phone = world.paired(desk, "Sam", camera="none")
    for number in range(3):
        type_code(phone, f"ask number {number}")
        expect(card(phone, f"ask number {number}")).to_be_visible()
    desk.reload()
    button = desk.locator("#question-no-to-all")
    expect(button).to_have_text("No to all 3")
    button.click()
    expect(desk.locator("#question")).to_be_hidden()
    for number in range(3):
        expect(card(phone, f"ask number {number}")).to_have_attribute("data-state", "refused")


def test_a_plain_text_is_not_a_failure(world):
    page = world.page()
    result = {"symbol": {"text": "hello"}, "content": {"kind": "text"}, "resolution": {"actions": []}, "summary": {"state": "none", "headline": {"code": "hello"}}}
    told = described(page, result)
    assert told == {"headline": "hello", "fields": {}, "state": "none", "word": None, "lines": []}, told


def test_an_opener_that_fails_is_no_failure_where_the_person_can_tap(world):
    page = world.page()
    action = {"action": "open-url", "url": "https://shop.example.com/1", "link": {"verdict": "allow", "reasons": []},
              "outcome": {"status": "failed", "message": "xdg-open ended with status 3"}}
    summary = {"state": "info", "headline": {"code": "1"}}
    told = described(
        page, {"symbol": {"text": "1"}, "content": {"kind": "product"}, "resolution": {"rule": "x", "actions": [action]}, "summary": summary}
    )
    assert told["state"] == "info" and told["lines"] == [] and told["word"] is None, told


def test_what_is_sent_later_is_amber_and_says_so(world):
    # No program listens there.
    rules = {"version": 1, "rules": [{"id": "till", "when": {"kind": "text", "text": {"prefix": "sell "}}, "do": [
        {"action": "http-request", "method": "POST", "url": "http://127.0.0.1:9/sell", "retry": "1 d"}]}]}
    path = world.pictures.folder / "till.json"
    path.write_text(json.dumps(rules))
    path.chmod(0o600)
    server = Server(world.server.beeline)
    try:
        server.stop_program()
        server.options = ["--run", "--rules", str(path)]
        server.start("127.0.0.1:0")
        page = world.page(address=server.address, locale="de-DE")
        type_code(page, "sell tea")
        question = page.locator("#question [data-reply=yes]:enabled")
        question.click()
        found = card(page, "sell tea")
        expect(found).to_have_attribute("data-state", "kept")
        expect(found.locator(".state-word")).to_have_text("Wird später gesendet")
        expect(found.locator(".actions")).to_contain_text("wird später gesendet, bis")
        page.context.close()
    finally:
        server.stop()


def test_dates_amounts_and_places_are_written_as_people_do(world):
    cases = {
        "en-GB": ("31 Jan 2026", "€12.50", "48.2° N, 16.37° E"),
        "de-DE": ("31.01.2026", "12,50\u00a0€", "48,2° N, 16,37° E"),
        "ja-JP": ("2026/01/31", "€12.50", "48.2° N, 16.37° E"),
        "zh-CN": ("2026年1月31日", "€12.50", "48.2° N, 16.37° E"),
    }
    for locale, wanted in cases.items():
        page = world.page(locale=locale)
        found = page.evaluate("""async () => {
            const { amountText, dateText, placeText } = await import('/formats.js');
            return [dateText('2026-01-31'), amountText('12.50', 'EUR'), placeText({ latitude: 48.2, longitude: 16.37 })];
        }""")
        assert tuple(found) == wanted, (locale, found)
        odd = page.evaluate("""async () => {
            const { amountText, dateText, placeText } = await import('/formats.js');
            return [dateText('2026-02-31'), dateText('20260131'), dateText('0000-00-00'), amountText('x', 'EUR'), amountText('1', '<b>'), placeText({}), placeText({ latitude: 'x', longitude: 1 })];
        }""")
        assert odd == [None] * 7, odd


def test_the_password_of_a_network_is_shown_to_who_scanned_it_alone(world):
    desk = world.page()
    phone = world.paired(desk, "Tom", camera="none")
    type_code(phone, "WIFI:T:WPA;S:Guest;P:open\\;sesame;;")
    found = card(phone, "Guest")
    expect(found).not_to_contain_text("sesame")
    found.get_by_role("button", name="Show the password").click()
    expect(found).to_contain_text("open;sesame")
    expect(found.get_by_role("button", name="Copy")).to_be_visible()
    desk.locator("#tabs a[href='#scan']").click()
    expect(card(desk, "Guest")).not_to_contain_text("sesame")
    expect(card(desk, "Guest").get_by_role("button", name="Show the password")).to_have_count(0)
    phone.reload()
    expect(card(phone, "Guest").get_by_role("button", name="Show the password")).to_have_count(0)


def test_what_is_done_with_a_code_by_its_kind(world):
    page = world.page()
    for text, name, href in (
        ("tel:+4312345", "Call", "tel:+4312345"),
        ("smsto:+4912345:hello", "Send a message", "sms:+4912345?body=hello"),
        ("mailto:anna@example.org?subject=Tea", "Write a mail", "mailto:anna@example.org?subject=Tea"),
        ("geo:48.2,16.37", "Show on a map", "https://www.openstreetmap.org/?mlat=48.2&mlon=16.37#map=16/48.2/16.37"),
    ):
        type_code(page, text)
        if name == "Show on a map":
            answer_no(page)
        expect(page.locator("#results a", has_text=name).first).to_have_attribute("href", href)
    for text, name, file, words in (
        ("MECARD:N:Owen,Sean;TEL:+12125551212;;", "Add the contact", "contact.vcf", ("FN:Sean Owen", "TEL:+12125551212", "END:VCARD")),
        ("BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260131T150000Z\nEND:VEVENT", "Add to the calendar", "event.ics", ("SUMMARY:Tea", "DTSTART:20260131T150000Z", "END:VCALENDAR")),
    ):
        page.evaluate("async (text) => { const { take } = await import('/queue.js'); await take({ symbology: 'qr_code', text }); }", text)
        with page.expect_download() as download:
            page.locator("#results button", has_text=name).first.click()
        assert download.value.suggested_filename == file
        saved = download.value.path().read_bytes().decode()
        assert all(word in saved for word in words) and "\r\n" in saved or text in saved, saved


def test_a_code_is_copied_and_shown_again(world):
    page = world.page(permissions=["clipboard-read", "clipboard-write"])
    type_code(page, "note to be copied")
    found = card(page, "note to be copied")
    found.get_by_role("button", name="Copy").click()
    expect(page.locator("#notices")).to_contain_text("Copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == "note to be copied"
    found.get_by_role("button", name="Show as a code").click()
    expect(page.locator("#shown-code-picture")).to_have_attribute("src", re.compile("^data:image/svg"))
    assert page.evaluate("() => document.querySelector('#shown-code-picture').decode().then(() => true)")
    page.locator("#shown-code-close").click()
    page.locator("#tabs a[href='#desk']").click()
    page.locator("#make-text").fill("https://example.org/made")
    page.locator("#make-form button").click()
    expect(page.locator("#shown-code-text")).to_have_text("https://example.org/made")


def test_the_quantity_is_changed_and_the_last_scan_taken_back(world):
    page = world.page()
    text = "note with a quantity"

    def recorded():
        return len(world.server.ask("/v1/history?q=quantity")["scans"])

    type_code(page, text)
    found = card(page, text)
    found.get_by_role("button", name="One more").click()
    found.get_by_role("button", name="One more").click()
    expect(found.locator(".count")).to_have_text("3")
    page.wait_for_function("async () => (await (await fetch('/v1/history?q=quantity')).json()).total === 3")
    expect(page.locator("#results > li").filter(has_text=text)).to_have_count(1)
    for left in (2, 1):
        found.get_by_role("button", name="One less").click()
        expect(found.locator(".count")).to_have_text(str(left))
        assert recorded() == left
    found.get_by_role("button", name="Take the scan back").click()
    expect(card(page, text)).to_have_count(0)
    assert recorded() == 0


def test_a_note_goes_with_each_scan(world):
    page = world.page()
    page.locator("#note-box summary").click()
    page.locator("#note").fill("shelf 7")
    type_code(page, "note with a note")
    expect(card(page, "note with a note")).to_be_visible()
    assert world.server.ask("/v1/history?q=shelf+7")["scans"][0]["text"] == "note with a note"


def test_a_row_of_the_history_opens_is_repeated_and_deleted(world):
    page = world.page()
    type_code(page, "note of one row")
    expect(card(page, "note of one row")).to_be_visible()
    page.locator("#tabs a[href='#history']").click()
    page.locator("#history-words").fill("one row")
    rows = page.locator("#history-table tr.entry")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("You")
    rows.first.locator(".toggle").click()
    details = page.locator("#history-table tr.details").first
    expect(details).to_contain_text("Write down a note")
    details.get_by_role("button", name="Scan again").click()
    expect(rows).to_have_count(2)
    expect(page.locator("#history-status")).to_have_text("2 scans")
    page.locator("#history-table tr.details:not([hidden])").get_by_role("button", name="Delete").click()
    page.locator("#history-table tr.details:not([hidden])").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)


def test_all_codes_of_a_picture_are_in_the_history(world):
    entries = [{"id": number, "time": "2026-01-01T00:00:00.000Z", "kind": "text", "text": f"code {number}", "rule": "", "state": "info", "outcomes": [], "fields": {}} for number in range(120, 0, -1)]

    def answer(route):
        limit = int(re.search(r"limit=(\d+)", route.request.url)[1])
        before = re.search(r"before=([^&]+)", route.request.url)
        found = entries if not before or "00.001Z" in before[1] else []
        route.fulfill(json={"version": 1, "scans": found[:limit], "more": len(found) > limit, "total": 120, "sources": []})

    page = world.page()
    page.context.route("**/v1/history?*", answer)
    page.locator("#tabs a[href='#history']").click()
    rows = page.locator("#history-table tr.entry")
    expect(rows).to_have_count(50)
    expect(page.locator("#history-status")).to_have_text("120 scans")
    for count in (100, 120):
        page.locator("#history-more").click()
        expect(rows).to_have_count(count)
    expect(page.locator("#history-more")).to_be_hidden()


def test_a_row_of_now_opens(world):
    page = world.page(path="/#desk")
    page.evaluate("async (text) => { const { take } = await import('/queue.js'); await take({ symbology: 'unknown', text }); }", BOOK)
    row = page.locator("#live details").filter(has_text="978-4-87311-904-5").first
    row.locator("summary").first.click()
    expect(row.locator(".body")).to_contain_text("B 12")


def test_lists_do_not_replace_one_another_unasked_and_say_what_is_wrong(world):
    page = world.page(path="/#desk", allowed=("422",))
    names = page.evaluate("""async () => {
        const { catalogName } = await import('/rules.js');
        return ['Größe.csv', 'Bücher.csv', 'Price list 2026.csv', '価格表.csv', '在庫.csv', 'Straße.xlsx', '2026.csv', '.csv'].map(catalogName);
    }""")
    assert names == ["Grosse", "Bucher", "Price_list_2026", None, None, "Strasse", None, None], names
    broken = world.pictures.folder / "broken.csv"
    broken.write_text("ean,price\n1,2\n1,3\n")
    drop(page, broken, "drop")
    errors = page.locator("#catalog-errors .problem")
    expect(errors).to_contain_text("broken:3")
    page.wait_for_timeout(1000)
    expect(errors).to_be_visible()
    errors.get_by_role("button", name="Close").click()
    expect(errors).to_have_count(0)
    path = world.pictures.folder / "価格表.csv"
    path.write_text("ean,price\n1,2\n")
    drop(page, path, "drop")
    expect(errors).to_contain_text("価格表.csv")
    errors.locator("input").fill("kakaku")
    errors.get_by_role("button", name="Save").click()
    expect(page.locator("#catalogs")).to_contain_text("kakaku")
    expect(page.locator("#catalogs li", has_text="kakaku")).to_contain_text("1 row ")
    second = world.pictures.folder / "kakaku.csv"
    second.write_text("ean,price\n1,2\n2,3\n")
    drop(page, second, "drop")
    expect(errors).to_contain_text("There is a catalogue kakaku")
    expect(page.locator("#catalogs li", has_text="kakaku")).to_contain_text("1 row ")
    errors.get_by_role("button", name="Replace").click()
    expect(page.locator("#catalogs li", has_text="kakaku")).to_contain_text("2 rows")


def test_what_is_typed_into_a_name_stays_while_others_scan(world):
    desk = world.page()
    phone = world.paired(desk, "Uwe", camera="none")
    row = desk.locator("#devices li").filter(has_text="Uwe")
    expect(row).to_contain_text("connected now")
    row.get_by_role("button", name="Rename").click()
    desk.locator("#devices input").fill("Till")
    type_code(phone, "note while a name is typed")
    expect(desk.locator("#live li").filter(has_text="note while a name is typed")).to_have_count(1)
    desk.wait_for_timeout(1200)
    expect(desk.locator("#devices input")).to_have_value("Till")
    desk.keyboard.press("Escape")
    expect(desk.locator("#devices input")).to_have_count(0)


def test_codes_of_a_picture_are_one_group_and_many_are_folded(world):
    page = world.page()
    results = [{"symbol": {"text": f"code {number}"}, "content": {"kind": "text"}, "resolution": {"actions": []}} for number in range(60)]
    answer = {"version": 1, "scan": "sheet", "input": "labels.pdf", "results": results, "at": "2026-01-01T00:00:00Z"}
    page.route("**/v1/scans", lambda route: route.fulfill(json=answer))
    type_code(page, "a sheet")
    group = page.locator("#results .group")
    expect(group).to_contain_text("60 codes in a picture")
    expect(group.locator("details.code")).to_have_count(0)
    group.locator("summary").first.click()
    expect(group.locator("details.code")).to_have_count(60)


def test_the_list_stays_clear_after_a_reload(world):
    page = world.page()
    type_code(page, "note before clearing")
    expect(card(page, "note before clearing")).to_be_visible()
    page.locator("#clear-results").click()
    expect(page.locator("#scan-title")).to_be_focused()
    page.reload()
    type_code(page, "note after clearing")
    expect(card(page, "note after clearing")).to_be_visible()
    expect(card(page, "note before clearing")).to_have_count(0)
