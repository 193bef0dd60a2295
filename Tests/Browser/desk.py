"""The views of the desk: history, rules, catalogues, questions, and the token of a browser that is elsewhere."""

from playwright.sync_api import expect

from scanning import drop
from support import BOOK, Server, card, press, start_camera, type_code


def test_the_history_is_searched_and_exported(world):
    page = world.page()
    for text in ("note green tea", "note black coffee"):
        type_code(page, text)
        expect(card(page, text)).to_be_visible()
    page.locator("#tabs a[href='#history']").click()
    page.locator("#history-words").fill("coffee")
    rows = page.locator("#history-table tbody tr.entry")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("note black coffee")
    with page.expect_download() as download:
        page.locator("#export-csv").click()
    text = download.value.path().read_text()
    assert "note black coffee" in text and "green" not in text, text
    page.locator("#history-words").fill("no such thing anywhere")
    expect(page.locator("#history-status")).to_have_text("Nothing was found.")


def test_the_history_is_filtered_by_kind(world):
    page = world.page()
    type_code(page, BOOK)
    expect(page.locator("#results details[open]")).to_be_visible()
    page.locator("#tabs a[href='#history']").click()
    page.locator("#history-kind").select_option("isbn")
    expect(page.locator("#history-table tbody tr.entry").first).to_contain_text("Book")
    expect(page.locator("#history-table tbody tr.entry").filter(has_text="note ")).to_have_count(0)


def test_explain_shows_which_rule_matched_and_why(world):
    page = world.page(path="/#desk")
    page.locator("#explain-code").fill(BOOK)
    page.locator("#explain-code").press("Enter")
    found = page.locator(".explained li[data-state=took]").first
    expect(found).to_contain_text("Count the book in")
    expect(found).to_contain_text("kind is isbn")


def test_a_code_that_is_explained_is_not_scanned(world):
    page = world.page(path="/#desk")
    page.locator("#explain-code").focus()
    page.keyboard.type("note only explained\n")
    expect(page.locator("#explanation")).to_contain_text("note only explained")
    page.locator("#tabs a[href='#scan']").click()
    expect(card(page, "note only explained")).to_have_count(0)


def test_rules_are_listed_and_searched(world):
    page = world.page(path="/#desk")
    expect(page.locator("#rules li").nth(20)).to_be_attached()
    page.locator("#rules-words").fill("greet visitor")
    expect(page.locator("#rules li")).to_have_count(1)
    expect(page.locator("#rules li")).to_contain_text("visit.museum")


def test_rules_are_listed_where_the_history_has_asked_for_them_first(world):
    page = world.page()
    type_code(page, BOOK)
    expect(card(page, "978-4-87311-904-5")).to_be_visible()
    page.locator("#tabs a[href='#history']").click()
    page.locator("#history-table .toggle").first.click()
    expect(page.locator("#history-table tr.details").first).to_contain_text("Count the book in")
    page.locator("#tabs a[href='#desk']").click()
    expect(page.locator("#rules li").nth(20)).to_be_attached()


def test_a_catalogue_is_imported_by_a_drop(world):
    page = world.page(path="/#desk")
    path = world.pictures.folder / "Price list 2026.csv"
    path.write_text("ean,price\n4006381333931,1.95\n9784873119045,24.00\n")
    expect(page.locator("#catalog-choose")).to_be_visible()
    drop(page, path, "drop")
    expect(page.locator("#catalogs")).to_contain_text("Price_list_2026")
    expect(page.locator("#catalogs")).to_contain_text("2 rows")


def test_a_question_shows_everything_and_waits_for_a_yes(world):
    page = world.page()
    type_code(page, "ask me once")
    dialog = page.locator("#question")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("record")
    expect(dialog).to_contain_text("ask me once")
    expect(dialog).to_contain_text("Write it down, if you agree")
    dialog.locator("[data-reply=yes]").click()
    expect(dialog).to_be_hidden()
    expect(card(page, "ask me once")).to_have_attribute("data-state", "ok")


def test_a_question_takes_no_answer_from_a_scanner_and_escape_is_a_no(world):
    page = world.page()
    type_code(page, "ask me twice")
    dialog = page.locator("#question")
    expect(dialog.locator("[data-reply=yes]:enabled")).to_be_visible()
    dialog.locator("[data-reply=yes]").focus()
    page.keyboard.type("note scanned meanwhile\n")
    expect(dialog).to_be_visible()
    press(page, "Escape")
    expect(dialog).to_be_visible()
    page.wait_for_timeout(700)
    press(page, "Escape")
    expect(dialog).to_be_hidden()
    expect(card(page, "note scanned meanwhile")).to_be_visible()
    expect(card(page, "ask me twice")).to_have_attribute("data-state", "refused")


def test_a_question_is_asked_on_a_page_that_comes_later_and_closed_when_answered_elsewhere(world):
    first = world.page()
    type_code(first, "ask both of us")
    expect(first.locator("#question")).to_be_visible()
    second = world.page()
    expect(second.locator("#question")).to_be_visible()
    second.locator("#question [data-reply=no]").click()
    expect(first.locator("#question")).to_be_hidden()


def test_a_question_that_comes_while_older_ones_are_loaded_stays(world):
    page = world.page()
    page.route("**/v1/questions", lambda route: (page.wait_for_timeout(1500), route.fulfill(json={"questions": []})))
    page.reload()
    with page.expect_request("**/v1/questions"):
        pass
    type_code(page, "ask between two lists")
    expect(page.locator("#question")).to_be_visible()
    page.wait_for_timeout(2500)
    expect(page.locator("#question")).to_be_visible()


def test_a_question_holds_up_no_other_scan(world):
    desk = world.page()
    phone = world.paired(desk, "Karl", camera="none")
    other = world.paired(desk, "Lea", camera="none")
    type_code(phone, "ask about this one")
    expect(desk.locator("#question")).to_be_visible()
    expect(card(phone, "ask about this one")).to_contain_text("The desk is asked")
    for page, text in ((other, "note of another telephone"), (phone, "note after the question")):
        type_code(page, text)
        expect(card(page, text)).to_be_visible()
    expect(desk.locator("#question")).to_be_visible()
    desk.locator("#question [data-reply=yes]").click()
    expect(card(phone, "ask about this one")).to_have_attribute("data-state", "ok")


def test_a_browser_needs_the_token_where_the_server_wants_one(world):
    server = Server(world.server.beeline, "--require-token")
    try:
        secret = server.run("serve", "tokens", "add", "till").decode().split()[-1]
        page = world.page(address=server.address, allowed=("401",))
        expect(page.locator("#welcome-title")).to_have_text("Sign in")
        page.locator("#token").fill("wrong")
        page.locator("#token").press("Enter")
        expect(page.locator("#token-error")).not_to_be_empty()
        page.locator("#token").fill(secret)
        page.locator("#token").press("Enter")
        expect(page.locator("#view-scan")).to_be_visible()
        type_code(page, BOOK)
        expect(card(page, "978-4-87311-904-5")).to_be_visible()
        page.context.close()
    finally:
        server.stop()


def test_everything_can_be_reached_by_keyboard(world):
    page = world.page()
    reached = set()
    page.locator(".skip").focus()
    for _ in range(14):
        press(page, "Tab")
        reached.add(page.evaluate("() => document.activeElement.id || document.activeElement.hash"))
    for wanted in ("#history", "#desk", "open-settings", "camera-start", "typed", "choose-pictures"):
        assert wanted in reached, (wanted, reached)


def test_the_camera_is_remembered(world):
    page = world.page()
    start_camera(page)
    page.reload()
    expect(page.locator("#stage")).to_have_attribute("data-state", "on")
    page.locator("#camera-stop").click()
    page.reload()
    expect(page.locator("#camera-start")).to_be_visible()
