"""Keys of hand scanners press nothing, whatever a code contains, and a person with a keyboard alone can do everything."""

import time

from playwright.sync_api import expect

from support import Server, card, press, scan, type_code

PACES = (1, 5, 20, 50, 100)

PADDING = "[padding]"

# What a page did because of a key. Clicks that were kept from a button are not there.
EFFECTS = """
    window.effects = [];
    const note = (event) => window.effects.push(`${event.type} ${event.target.id || event.target.outerHTML?.slice(0, 80)}`);
    document.addEventListener('click', (event) => { if (!event.target.closest('[data-takes-codes]')) note(event); });
    document.addEventListener('close', note, true);
    document.addEventListener('submit', (event) => { if (!event.target.matches('[data-takes-codes]')) note(event); });
    addEventListener('hashchange', () => window.effects.push(`view ${location.hash}`));
    window.keyTimes = [];
    addEventListener('keydown', (event) => window.keyTimes.push(event.timeStamp), { capture: true });
"""

# The longest pause between keys since it was asked the last time, in milliseconds; endless if the page saw no key, as
# when the list of a field had them.
LONGEST_PAUSE = """() => {
    const times = window.keyTimes.splice(0);
    return Math.max(times.length ? 0 : 1e9, ...times.slice(1).map((time, index) => time - times[index]));
}"""

# Keys of a scanner are nearer together. A busy machine can delay them so much that they are those of a person.
BURST = 70

FIELDS = "() => [...document.querySelectorAll('select, [type=checkbox]')].map((field) => `${field.id} ${field.value} ${field.checked}`)"


def link_codes(link, ends):
    """A code with a link, and those that follow it: first so much that a question is ready, then keys that would answer."""
    for end in ends:
        yield f"{link} and {end!r}", [f"{link}\n", PADDING + end]
        yield f"{link}, then {end!r}", [f"{link}\n", None, end]


def send(page, codes, pace, padding=1500):
    """Sends codes. The padding takes so many milliseconds: more than buttons of a question wait at first."""
    page.locator("#typed").focus()
    for code in codes:
        if code is None:
            page.wait_for_timeout(1000)
        else:
            scan(page, code.replace(PADDING, "a" * (padding // pace)), pace)
    page.wait_for_timeout(800)


def test_no_code_answers_a_question(world):
    wrong = []
    ends = ["\t\t\t\t\n", "\t\t\t\n", "\t\t\n", "\t\t\t ", "\t\t\t\t\n\n\n", " \x1b"]
    page = world.page(script=EFFECTS)
    for pace in PACES:
        # At each pace some, and all at one of them.
        for name, codes in link_codes("https://evil.example/attack1", ends if pace == 5 else ends[:1]):
            send(page, codes, pace)
            left = world.server.ask("/v1/questions")["questions"]
            if len(left) != 1 or world.server.opened.exists():
                wrong.append(f"{pace} ms: {name}: {len(left)} questions left")
            for question in left:
                world.server.ask(f"/v1/questions/{question['id']}", {"reply": "no"})
            expect(page.locator("#question")).to_be_hidden()
    assert not world.server.opened.exists(), world.server.opened.read_text()
    assert not wrong, "\n".join(wrong)
    assert page.evaluate("() => window.effects.filter((effect) => !effect.includes('question'))") == []


def test_no_code_opens_a_link_of_the_page(world):
    server = Server(world.server.beeline, run=False)
    wrong = []
    try:
        page = world.page(address=server.address, script=EFFECTS)
        for link in ("https://bit.ly/4evil", "https://evil.example/plain"):
            for pace in PACES if "bit.ly" in link else (5,):
                # How many Tabs lead to the link depends on what is shown.
                counts = range(6, 12) if pace == 5 and "bit.ly" in link else (9,)
                ends = ["\t" * count + "\n" for count in counts]
                for name, codes in link_codes(link, ends):
                    send(page, codes, pace, 300)
                    effects = page.evaluate("() => window.effects.splice(0)")
                    if effects or len(page.context.pages) > 1 or page.locator("dialog[open]").count():
                        wrong.append(f"{pace} ms: {name}: {effects}, {len(page.context.pages)} pages")
        page.context.close()
    finally:
        server.stop()
    assert not wrong, "\n".join(wrong[:40])


def open_view(page, view):
    """Opens a view; returns a name for a thing of each sort that can have the focus, which are `window.things`."""
    if page.locator("dialog[open]").count():
        page.reload()
    page.locator("#open-settings" if view == "settings" else f"#tabs a[href='#{view}']").click()
    page.wait_for_timeout(700)
    return page.evaluate("""() => {
        const all = [...document.querySelectorAll('main *, dialog *')];
        const sorts = new Map(all.map((element) => [`${element.tagName} ${element.type ?? ''}`, element]));
        window.things = [...sorts.values()].filter((element) => { element.focus(); return document.activeElement === element; });
        return window.things.map((element) => element.id || element.outerHTML.slice(0, 60));
    }""")


def press_burst(page, index, burst):
    """Sends keys to a thing. Returns what they did, and whether the machine was quick enough for a burst."""
    page.evaluate(f"(index) => {{ window.things[index].focus(); window.effects.length = 0; ({LONGEST_PAUSE})(); }}", index)
    if isinstance(burst, str):
        scan(page, burst)
    else:
        for key in burst:
            page.keyboard.press(key)
    # The next one begins after a rest.
    page.wait_for_timeout(650)
    return page.evaluate("() => window.effects.splice(0)"), page.evaluate(LONGEST_PAUSE) < BURST


def test_no_burst_of_keys_presses_what_has_the_focus(world):
    """A thing of each sort has the focus, in each view, and bursts begin with all sorts of keys."""
    server = Server(world.server.beeline, run=False)
    bursts = ["\n\n", " \n", "\t\n", "\t ", "\t\t\n", "a\n", "7 ", "ab\n", "\x1b\n", "\x1ba", "\nhttps://evil.example/\n", " text\n"]
    bursts += [["ArrowDown", "Enter"], ["ArrowDown", "ArrowDown"], ["ContextMenu", "ArrowDown", "Enter"], ["F10", "Enter"]]
    bursts += [["Control+a", "Enter"], ["Alt+1", "Space", "Enter"], ["Shift+Tab", "Enter"], ["Delete", "Enter"], ["End", "Space"]]
    wrong = []
    tried = 0
    delayed = 0
    try:
        page = world.page(address=server.address, script=EFFECTS)
        type_code(page, "https://bit.ly/3abc")
        type_code(page, "https://museum.example.org/")
        expect(card(page, "museum.example.org")).to_be_visible()
        for view in ("scan", "history", "desk", "settings"):
            things = open_view(page, view)
            before = page.evaluate(FIELDS)
            for thing in list(things):
                waiting = bursts[tried % 4 :: 4]
                # A card can have another thing of that sort when it is drawn again.
                while waiting and thing in things and delayed < 200:
                    effects, is_burst = press_burst(page, things.index(thing), waiting[0])
                    after = page.evaluate(FIELDS)
                    if not is_burst:
                        # Keys so far apart may press something, or open a list. The same burst is tried in the view as it was.
                        delayed += 1
                        page.goto(server.address)
                        things = open_view(page, view)
                        before = page.evaluate(FIELDS)
                        continue
                    if effects or before != after or len(page.context.pages) > 1:
                        wrong.append(f"{view}: {thing}: {waiting[0]!r}: {effects} {set(after) - set(before)}")
                        before = after
                    waiting.pop(0)
                tried += 1
        page.context.close()
    finally:
        server.stop()
    assert not wrong, "\n".join(wrong[:40])
    assert tried > 9, tried
    assert delayed < 200, "the machine is too busy for keys so near together"


def test_no_code_answers_on_a_telephone(world):
    """A scanner that is paired with the telephone by Bluetooth types on its page."""
    desk = world.page()
    phone = world.paired(desk, "Pia", camera="none", script=EFFECTS)
    phone.evaluate("() => { window.effects.length = 0; }")
    for pace in (5, 50):
        for _, codes in link_codes("https://bit.ly/4evil", ["\t" * count + "\n" for count in (3, 5)]):
            send(phone, codes, pace)
            for question in world.server.ask("/v1/questions")["questions"]:
                world.server.ask(f"/v1/questions/{question['id']}", {"reply": "no"})
    effects = phone.evaluate("() => window.effects")
    assert effects == [], effects
    assert len(phone.context.pages) == 1 and not world.server.opened.exists()


def test_codes_of_any_pace_and_length_are_taken_beside_a_question(world):
    page = world.page()
    type_code(page, "ask while scanning")
    expect(page.locator("#question")).to_be_visible()
    for pace in (1, 5, 20, 50):
        scan(page, f"\tnote at {pace} ms\n", pace)
        page.wait_for_timeout(700)
    scan(page, "7\n")
    for pace in (1, 5, 20, 50):
        expect(card(page, f"note at {pace} ms")).to_be_attached()
    expect(page.locator("#results details.code .headline").filter(has_text="7").first).to_be_attached()
    expect(page.locator("#question")).to_be_visible()


def test_a_scanner_that_ends_with_Tab_fills_no_field_and_moves_no_focus(world):
    page = world.page(path="/#history")
    page.locator("#history-words").fill("tea")
    page.locator("#history-words").focus()
    scan(page, "note that ends with Tab\t")
    expect(page.locator("#history-words")).to_have_value("tea")
    expect(page.locator("#history-words")).to_be_focused()
    page.locator("#tabs a[href='#scan']").click()
    page.locator("#typed").focus()
    page.wait_for_timeout(700)
    scan(page, "note into the field\t")
    expect(page.locator("#typed")).to_be_focused()
    for text in ("note that ends with Tab", "note into the field"):
        expect(card(page, text)).to_be_attached()


def test_a_question_is_answered_by_keyboard_with_its_number(world):
    page = world.page()
    for reply, state, number in (("yes", "ok", None), ("yes", "refused", "0"), ("always", "ok", None)):
        code = f"ask {reply} {number}"
        type_code(page, code)
        dialog = page.locator("#question")
        expect(dialog.locator("[data-reply=yes]:enabled")).to_be_visible()
        while page.evaluate("() => document.activeElement.dataset.reply") != reply:
            press(page, "Tab")
        press(page, "Enter")
        expect(page.locator("#question-number")).to_be_focused()
        shown = next(word for word in page.locator("#question-label").inner_text().split() if word.isdigit())
        press(page, *(number or shown), "Enter")
        expect(dialog).to_be_hidden()
        expect(card(page, code)).to_have_attribute("data-state", state)


def test_the_number_changes_with_each_question(world):
    page = world.page()
    numbers = set()
    for count in range(4):
        type_code(page, f"ask number {count} of the numbers")
        expect(page.locator("#question [data-reply=no]:enabled")).to_be_visible()
        page.locator("#question [data-reply=yes]").focus()
        press(page, "Enter")
        expect(page.locator("#question-number")).to_be_focused()
        numbers.add(page.locator("#question-label").inner_text())
        page.locator("#question [data-reply=no]").click()
        expect(page.locator("#question")).to_be_hidden()
    assert len(numbers) > 1, numbers


def test_no_is_a_no_by_keyboard(world):
    page = world.page()
    for key in ("Enter", "Escape"):
        type_code(page, f"ask for {key}")
        expect(page.locator("#question [data-reply=no]:enabled")).to_be_visible()
        press(page, "Tab", key)
        expect(page.locator("#question")).to_be_hidden()
        expect(card(page, f"ask for {key}")).to_have_attribute("data-state", "refused")


def test_the_page_is_used_by_keyboard(world):
    page = world.page()
    page.locator("#open-settings").focus()
    press(page, "Enter")
    expect(page.locator("#settings")).to_be_visible()
    page.locator("#mirror").focus()
    press(page, "Space")
    expect(page.locator("#mirror")).to_be_checked()
    press(page, "Escape")
    expect(page.locator("#settings")).to_be_hidden()
    page.locator("#tabs a[href='#history']").focus()
    press(page, "Enter")
    expect(page.locator("#view-history")).to_be_visible()
    page.locator("#history-kind").focus()
    press(page, "ArrowDown")
    assert page.locator("#history-kind").input_value() != ""
    page.locator("#history-words").focus()
    page.keyboard.type("tea", delay=120)
    press(page, "Tab")
    expect(page.locator("#history-kind")).to_be_focused()


def test_a_link_is_opened_by_keyboard_with_its_number(world):
    page = world.page()
    type_code(page, "https://museum.example.org/by/keyboard")
    page.context.route("https://museum.example.org/**", lambda route: route.fulfill(body="there"))
    card(page, "Welcome to room 4").locator("a.open").focus()
    press(page, "Enter")
    expect(page.locator("#question")).to_contain_text("museum.example.org")
    expect(page.locator("#question [data-reply=yes]:enabled")).to_be_visible()
    page.locator("#question [data-reply=yes]").focus()
    press(page, "Enter")
    expect(page.locator("#question-number")).to_be_focused()
    shown = next(word for word in page.locator("#question-label").inner_text().split() if word.isdigit())
    with page.context.expect_page() as opened:
        press(page, *shown, "Enter")
    assert opened.value.url == "https://museum.example.org/by/keyboard"
