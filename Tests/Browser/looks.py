"""How the page looks: nothing that a screen reader stumbles over, nothing that is cut, in every view and language."""

import json
import pathlib

from playwright.sync_api import expect

from support import BOOK, answer_no, barriers, card, choose_language, press, sideways, start_camera, type_code

LANGUAGES = ("en", "de", "ja", "zh")
# Colours are the same in all languages.
LOOKS = (("en", "light"), ("en", "dark"), ("de", "light"), ("ja", "light"), ("zh", "light"))


def with_answers(page):
    """Fills the view with a card of each sort."""
    for text, said in (
        ("many words without a rule", "many words"),
        ("https://paypal.com@evil.example/", "evil.example"),
        ("https://bit.ly/3abc", "bit.ly"),
        (BOOK, "978-4-87311-904-5"),
    ):
        type_code(page, text)
        if said == "bit.ly":
            answer_no(page)
        expect(card(page, said)).to_be_visible()
    page.locator("#results .more").first.locator("summary").click()


def desk_open(page):
    """The desk with everything open."""
    page.locator("#tabs a[href='#desk']").click()
    page.locator("#pair").click()
    expect(page.locator("#pairing a")).to_be_visible()
    page.locator("#explain-code").fill(BOOK)
    page.locator("#explain-code").press("Enter")
    expect(page.locator(".explained")).to_be_visible()


def each_view(page):
    """Goes through the views of the desk, and yields the name of each."""
    page.locator("#tabs a[href='#scan']").click()
    yield "scan"
    page.locator("#tabs a[href='#history']").click()
    expect(page.locator("#history-table tr").first).to_be_attached()
    yield "history"
    page.locator("#tabs a[href='#desk']").click()
    yield "desk"
    page.locator("#open-settings").click()
    yield "settings"
    page.locator("#settings button[value=close]").click()


def test_axe_finds_nothing_at_the_desk(world):
    found = []
    page = world.page(bypass_csp=True, reduced_motion="reduce")
    with_answers(page)
    start_camera(page)
    desk_open(page)
    # A hundred rules have the barriers of ten, and take ten times as long.
    page.locator("#rules-words").fill("book")
    for language, scheme in LOOKS:
        choose_language(page, language)
        page.emulate_media(color_scheme=scheme)
        found += [f"{language} {scheme} {view}: {text}" for view in each_view(page) for text in barriers(page)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_where_a_camera_is_missing_and_in_a_question(world):
    found = []
    page = world.page("none", bypass_csp=True, reduced_motion="reduce")
    page.locator("#camera-start").click()
    expect(page.locator("#camera-title")).to_have_text("No camera was found")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {text}" for text in barriers(page)]
    type_code(page, "ask for axe")
    expect(page.locator("#question [data-reply=yes]:enabled")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"question {scheme}: {text}" for text in barriers(page)]
    page.locator("#question [data-reply=yes]").focus()
    press(page, "Enter")
    expect(page.locator("#question-number")).to_be_focused()
    page.set_viewport_size({"width": 320, "height": 640})
    found += [f"number: {text}" for text in barriers(page) + sideways(page)]
    page.locator("#question [data-reply=no]").click()
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_a_telephone(world):
    found = []
    desk = world.page(path="/#desk")
    desk.locator("#pair").click()
    link = desk.locator("#pairing a").get_attribute("href")
    phone = world.page(
        "qr",
        path=link[link.index("/pair#") :],
        phone=True,
        bypass_csp=True,
        reduced_motion="reduce",
        allowed=("ERR_", "Failed to load"),
    )
    for language in LANGUAGES:
        choose_language(phone, language)
        found += [f"{language} pairing: {text}" for text in barriers(phone)]
    phone.locator("#pair-name").fill("Kim")
    phone.locator("#pair-form button").click()
    start_camera(phone)
    expect(phone.locator("#results details[open]")).to_be_visible()
    for language, scheme in LOOKS:
        choose_language(phone, language)
        phone.emulate_media(color_scheme=scheme)
        found += [f"{language} {scheme}: {text}" for text in barriers(phone)]
    phone.context.set_offline(True)
    expect(phone.locator("#offline-banner")).to_be_visible()
    found += [f"offline: {text}" for text in barriers(phone)]
    assert not found, "\n".join(found)


def test_nothing_is_cut_at_360_and_320_pixels_in_any_language(world):
    found = []
    page = world.page(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    with_answers(page)
    start_camera(page)
    desk_open(page)
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        for language in LANGUAGES:
            choose_language(page, language)
            found += [f"{width} {language} {view}: {text}" for view in each_view(page) for text in sideways(page)]
    assert not found, "\n".join(found)


def test_messages_of_the_camera_fit_at_360_pixels(world):
    found = []
    for camera in ("refused", "none"):
        page = world.page(camera, viewport={"width": 360, "height": 640})
        page.locator("#camera-start").click()
        for language in LANGUAGES:
            choose_language(page, language)
            found += [f"{camera} {language}: {text}" for text in sideways(page)]
            if page.evaluate(
                "() => { const box = document.getElementById('camera-message'); return box.scrollHeight > box.clientHeight + 1; }"
            ):
                found.append(f"{camera} {language}: the message is higher than its box")
    assert not found, "\n".join(found)


def test_a_wide_screen_is_used(world):
    page = world.page(viewport={"width": 3840, "height": 2160})
    assert page.evaluate("() => document.querySelector('main').getBoundingClientRect().width") > 1800
    assert not sideways(page)


def test_the_bar_of_a_telephone_on_its_side_is_one_line(world):
    page = world.page(viewport={"width": 844, "height": 390})
    start_camera(page)
    assert page.locator(".bar").bounding_box()["height"] < 80
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


def test_the_language_is_that_of_the_browser(world):
    for locale, title in (
        ("de-CH", "Mit der Kamera scannen"),
        ("ja-JP", "カメラでスキャン"),
        ("zh-CN", "用相机扫描"),
        ("fr-FR", "Scan with the camera"),
    ):
        page = world.page(locale=locale)
        expect(page.locator("#camera-title")).to_have_text(title)


def test_all_languages_have_the_same_texts(world):
    page = world.page()
    # Those of the program and of its own rule files: kinds of other files have the titles that these give them.
    kinds = json.loads(world.server.run("kinds", "--format", "json"))["kinds"]
    missing = page.evaluate("""async (kinds) => {
        const [en, de, ja, zh] = await Promise.all(['en', 'de', 'ja', 'zh'].map(async (name) => (await fetch(`/language-${name}.json`)).json()));
        const wrong = [];
        for (const [name, table] of [['de', de], ['ja', ja], ['zh', zh]]) {
            for (const key of Object.keys(en)) if (!(key in table)) wrong.push(`${name} has no ${key}`);
            for (const key of Object.keys(table)) if (!(key in en) && !/^(field|kind)\\./.test(key)) wrong.push(`${name} alone has ${key}`);
        }
        for (const [name, table] of [['en', en], ['de', de], ['ja', ja], ['zh', zh]]) {
            for (const kind of kinds) if (!(`kind.${kind}` in table)) wrong.push(`${name} has no kind.${kind}`);
        }
        for (const list of ['messages', 'conditions']) {
            for (const [name, table] of [['de', de], ['ja', ja], ['zh', zh]]) {
                const keys = Object.keys(table[list]);
                for (const key of Object.keys({ ...en[list], ...de[list] })) if (!keys.includes(key)) wrong.push(`${name} has no ${key}`);
                for (const [key, text] of Object.entries(table[list])) {
                    for (const part of text.match(/{\\w+}/g) ?? []) if (!key.includes(part)) wrong.push(`${name}: ${text}`);
                }
            }
        }
        for (const element of document.querySelectorAll('[data-t], [data-t-label], [data-t-placeholder]')) {
            for (const key of [element.dataset.t, element.dataset.tLabel, element.dataset.tPlaceholder].filter(Boolean)) {
                if (!(key in en)) wrong.push(`there is no ${key}`);
            }
        }
        return wrong;
    }""", [kind["kind"] for kind in kinds])
    assert not missing, missing


def test_what_the_program_says_of_actions_and_conditions_is_said_in_each_language(world):
    messages = {
        "recorded": ("notiert", "記録しました", "已记录"),
        "opened with xdg-open": ("geöffnet mit xdg-open", "xdg-open で開きました", "已用 xdg-open 打开"),
        "no route to host; it is sent later, until 2026-01-01": ("wird später gesendet", "後で送信します", "稍后发送"),
        "it needs confirmation, and the answer was no": ("die Antwort war Nein", "「いいえ」", "回答为否"),
        "a plugin of others said this": ("a plugin of others said this",) * 3,
    }
    conditions = {
        'isbn13 begins with "978 is x"': ('isbn13 beginnt mit "978 is x"', '"978 is x" で始まる', '以 "978 is x" 开头'),
        "seen.count is absent": ("seen.count fehlt", "seen.count がない", "没有 seen.count"),
        'text is "a", "b or c" or "d"': ('"b or c" oder "d"', '"b or c"、または "d"', '"b or c" 或 "d"'),
        'text is "this or that"': ('"this or that"',) * 3,
        "kind is isbn, url or text": ("isbn, url oder text", "isbn, url、または text", "isbn, url 或 text"),
        "all of these are true": ("all dies trifft zu", "すべて", "以下全部成立"),
    }
    page = world.page()
    for place, language in enumerate(("de", "ja", "zh")):
        choose_language(page, language)
        for table, texts in (("messages", messages), ("conditions", conditions)):
            told = page.evaluate(
                "async ([texts, table]) => { const { said } = await import('/languages.js'); return texts.map((text) => said(text, table)); }",
                [list(texts), table],
            )
            for text, own in zip(texts.values(), told):
                assert text[place] in own, (language, own)


def test_titles_of_the_bundled_rules_are_those_of_the_program_in_each_language(world):
    page = world.page()
    files = (pathlib.Path(__file__).parents[2] / "Rules").glob("*.json")
    rules = [rule for file in files for rule in json.loads(file.read_text()).get("rules", [])]
    titles = page.evaluate("async () => (await fetch('/titles.json')).json()")
    given = {rule["id"]: rule["title"] for rule in rules}
    wrong = [(name, title, titles.get(name, {}).get("en")) for name, title in given.items() if titles.get(name, {}).get("en") != title]
    assert not wrong and set(titles) == set(given), wrong
    assert all(sorted(title) == ["de", "en", "ja", "zh"] for title in titles.values())


def test_all_scripts_that_a_first_visit_runs_are_asked_for_at_once(world):
    page = world.page()
    loaded, named = page.evaluate(
        """() => [performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith(".js")),
            [...document.querySelectorAll("link[rel=modulepreload], script[src]")].map((element) => new URL(element.href ?? element.src).pathname)]"""
    )
    assert set(loaded) == set(named), set(loaded) ^ set(named)


def test_the_page_can_be_installed(world):
    page = world.page()
    manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.map(async ({ src, sizes }) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`;
    }))""",
        manifest["icons"],
    )
    assert all(sizes) and any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
