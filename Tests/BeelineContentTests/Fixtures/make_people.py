#!/usr/bin/env python3
"""Makes the fixtures contacts.tsv and events.tsv: cards and events, and what another program reads in them.

Run it with vobject installed (pip install vobject); it writes beside itself. The tests need no Python.

Texts have `\\\\`, `\\n`, `\\r`, `\\t` for a backslash, line ends and a tab; lists have ` | ` between their elements; what is not
there is empty.

contacts.tsv  text, FN, family name, given name, ORG, TITLE, TEL, EMAIL, ADR, URL, NOTE, NICKNAME, all read by vobject.
              Half of the cards (3.0) were written by vobject, which folds and escapes; the others (2.1) are
              quoted-printable, with soft line breaks, by quopri.
events.tsv    text, SUMMARY, start, zone of it, end, LOCATION, DESCRIPTION; written by vobject with their VTIMEZONE, and
              read by vobject. Ends of events with a DURATION are counted by datetime.
"""

import datetime
import io
import quopri
import random
import re
from pathlib import Path

import vobject
from dateutil import tz

FOLDER = Path(__file__).resolve().parent
random.seed(31)  # the same cards each time

WORDS = [
    "alpha", "Bücher", "store", "Straße", "naïve", "東京", "本の虫", "книга", "a;b", "c,d", "e\\f", "100 %", "x=y", "🐝",
    "Ninth Avenue", "O'Reilly", "semi; colon", "comma, here", "back\\\\slash", "\"quoted\"", "=3D", "ends=", "colon: here",
]
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney"]


def words(most=3):
    return " ".join(random.choices(WORDS, k=random.randrange(1, most + 1)))


def number():
    digits = "".join(random.choices("0123456789", k=10))
    return random.choice([
        "+1" + digits, f"+1 {digits[:3]} {digits[3:]}", f"({digits[:3]}) {digits[3:6]}-{digits[6:]}",
        f"+49 {digits[:3]}/{digits[3:]}", digits, f"{digits[:2]}.{digits[2:5]}.{digits[5:]}",
    ])


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def joined(parts, separator=", "):
    return separator.join(part for part in parts if part)


def draft():
    """What is to be on a card."""
    def sometimes(make):
        return make() if random.random() < 0.5 else None
    return {
        "n": (words(1), words(1), sometimes(lambda: "Q") or "", "", ""),
        "org": sometimes(lambda: [words() for _ in range(random.randrange(1, 4))]),
        "title": sometimes(words),
        "tel": [number() for _ in range(random.randrange(0, 4))],
        "email": [f"a{random.randrange(99)}@example.org" for _ in range(random.randrange(0, 3))],
        "adr": sometimes(lambda: ["", "", words(1), words(1), "", "10011", "USA"]),
        "url": sometimes(lambda: f"https://example.org/{random.randrange(999)}"),
        "note": sometimes(lambda: "\n".join(words(12) for _ in range(random.randrange(1, 4)))),
        "nickname": sometimes(lambda: "Shaun"),
    }


def written_30(card):
    result = vobject.vCard()
    family, given, additional, _, _ = card["n"]
    result.add("n").value = vobject.vcard.Name(family=family, given=given, additional=additional)
    result.add("fn").value = f"{given} {family}"
    if card["org"]:
        result.add("org").value = card["org"]
    for tel in card["tel"]:
        line = result.add("tel")
        line.value = tel
        line.type_param = random.choice(["CELL", ["WORK", "VOICE"], "HOME"])
    for email in card["email"]:
        result.add("email").value = email
    if card["adr"]:
        box, extended, street, city, region, code, country = card["adr"]
        result.add("adr").value = vobject.vcard.Address(
            street=street, city=city, region=region, code=code, country=country, box=box, extended=extended)
    for name in ("title", "url", "note", "nickname"):
        if card[name]:
            line = result.add(name)
            line.value = card[name]
            if random.random() < 0.2:
                line.group = "item1"
    return result.serialize()


def quoted_printable(text):
    out = io.BytesIO()
    quopri.encode(io.BytesIO(text.encode()), out, quotetabs=False)
    return out.getvalue().decode()


def written_21(card):
    def line(name, text):
        if text.isascii() and "\n" not in text and "=" not in text:
            return f"{name}:{text}"
        quoted = "=0D=0A=\n".join(quoted_printable(part) for part in text.split("\n")).replace("\n", "\r\n")
        parameter = random.choice(["ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8", "CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE"])
        return f"{name};{parameter}:{quoted}"

    def plain(text):
        # vCard 2.1 has no escapes but that of the semicolon, about which its readers do not agree.
        return re.sub(r"[\\;,\"]", "", text)

    lines = ["BEGIN:VCARD", "VERSION:2.1", line("N", ";".join(map(plain, card["n"])).rstrip(";"))]
    lines.append(line("FN", plain(f"{card['n'][1]} {card['n'][0]}")))
    if card["org"]:
        lines.append(line("ORG", ";".join(map(plain, card["org"]))))
    lines += [f"TEL;{random.choice(['CELL', 'WORK;VOICE', 'HOME'])}:{tel}" for tel in card["tel"]]
    lines += [f"EMAIL;INTERNET:{email}" for email in card["email"]]
    if card["adr"]:
        lines.append(line("ADR;HOME", ";".join(map(plain, card["adr"]))))
    lines += [line(name.upper(), plain(card[name])) for name in ("title", "url", "note") if card[name]]
    return "\r\n".join(lines + ["END:VCARD", ""])


def compact(tel):
    return re.sub(r"[^0-9+]", "", tel)


def one_line(text):
    return joined((part.strip() for part in re.split(r"[,\r\n]", text)))


def read_contact(text):
    card = vobject.readOne(text, allowQP="VERSION:2.1" in text)
    lines = card.contents

    def values(name):
        return [line.value for line in lines.get(name, [])]

    def first(name):
        return (values(name) + [""])[0].replace("\r\n", "\n").strip()

    name = values("n")[0]
    address = [
        joined(one_line(part) for part in (a.box, a.extended, a.street, a.city, a.region, a.code, a.country))
        for a in values("adr")]
    return [
        text, first("fn"), name.family.strip(), name.given.strip(),
        joined(part.strip() for part in (values("org") + [[]])[0]), first("title"),
        " | ".join(map(compact, values("tel"))), " | ".join(values("email")), " | ".join(address),
        " | ".join(values("url")), first("note"), first("nickname"),
    ]


def event_line():
    calendar = vobject.iCalendar()
    event = calendar.add("vevent")
    event.add("uid").value = f"{random.randrange(10**6)}@example.org"
    event.add("dtstamp").value = datetime.datetime(2026, 1, 31, 9, tzinfo=tz.tzutc())
    event.add("summary").value = words()
    day = datetime.datetime(random.randrange(1990, 2036), random.randrange(1, 13), random.randrange(1, 29))
    start = day + datetime.timedelta(minutes=random.randrange(1440))
    length = datetime.timedelta(days=random.randrange(3), minutes=random.randrange(1, 1440))
    form = random.choice(["day", "floating", "utc", "zone", "zone"])
    zone = ""
    if form == "day":
        start, length = day.date(), datetime.timedelta(days=random.randrange(1, 40))
    elif form == "utc":
        zone = "UTC"
        start = start.replace(tzinfo=tz.tzutc())
    elif form == "zone":
        zone = random.choice(ZONES)
        start = start.replace(tzinfo=tz.gettz(zone))
        event.add("dtstart").value = start
    if form != "zone":
        event.add("dtstart").value = start
    ending = random.choice(["end", "duration", "none"])
    if ending == "end":
        event.add("dtend").value = start + length
    elif ending == "duration":
        event.add("duration").value = length
    if random.random() < 0.5:
        event.add("location").value = words()
    if random.random() < 0.5:
        event.add("description").value = "\n".join(words(12) for _ in range(2))
    if random.random() < 0.3:
        alarm = event.add("valarm")
        alarm.add("trigger").value = datetime.timedelta(minutes=-10)
        alarm.add("description").value = "not the description of the event"
        alarm.add("duration").value = datetime.timedelta(minutes=5)
    text = calendar.serialize()
    read = vobject.readOne(text).vevent

    def iso(moment):
        if not isinstance(moment, datetime.datetime):
            return moment.isoformat()
        return moment.replace(tzinfo=None).isoformat() + ("Z" if form == "utc" else "")

    end = ""
    if ending == "end":
        end = iso(read.dtend.value)
    elif ending == "duration":
        wall = read.dtstart.value if form == "day" else read.dtstart.value.replace(tzinfo=None)
        end = iso(wall + read.duration.value) + ("Z" if form == "utc" and ending == "duration" else "")
        end = end.replace("ZZ", "Z")

    def value(name):
        return getattr(read, name).value.strip() if name in read.contents else ""

    if form == "zone":
        # The name that vobject gave it when it wrote.
        zone = read.dtstart.params["X-VOBJ-ORIGINAL-TZID"][0]
    return [text, value("summary"), iso(read.dtstart.value), zone, end, value("location"), value("description")]


def write(name, lines):
    heading = f"# Made by make_people.py with vobject {vobject.VERSION}.\n"
    body = "".join("\t".join(map(escaped, line)) + "\n" for line in lines)
    (FOLDER / name).write_text(heading + body, encoding="utf-8")


def main():
    cards = [written_30(draft()) for _ in range(150)] + [written_21(draft()) for _ in range(150)]
    write("contacts.tsv", map(read_contact, cards))
    write("events.tsv", [event_line() for _ in range(200)])


main()
