#!/usr/bin/env python3
"""Makes the fixture hosts.tsv: hosts, and what two other programs say of them.

Run it with idna and publicsuffix2 installed (pip install idna publicsuffix2) and the Debian package publicsuffix; it
writes beside itself. The tests need none of them.

idn      a host, its A-labels by idna with UTS 46 non-transitional and STD 3 rules, or "-" when there can be none;
         without the characters on which UTS 46 (and browsers) and IDNA 2008 differ, or versions of UTS 46
domain   a host, its registrable domain by publicsuffix2, or "-" when it has none
"""

import random
from pathlib import Path

import idna
import publicsuffix2

FOLDER = Path(__file__).resolve().parent
LIST = "/usr/share/publicsuffix/public_suffix_list.dat"
random.seed(46)  # the same hosts each time

LABELS = """
müller MÜLLER straße STRASSE faß ﬀoo ｅxample Ⅷ école señor łódź ångström çok i̇stanbul İstanbul ñandú œuvre þing
пример россия київ софия ελλάδα βόλος βόλοσ Ὀδυσσεύς հայաստան გეორგია 例え 日本語 東京 にほんご ガイド ｶﾞｲﾄﾞ 한국 서울
中国 中國 台灣 ไทย ລາວ ខ្មែរ မြန်မာ भारत বাংলা ਪੰਜਾਬ ગુજરાત தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල
مثال موقع ישראל ایران پاکستان אבג۱ ۱۲ a-b ü-ü -ü ü- ab--ü xn--mller-kva xn--fa-hia xn--r8jz45g xn--a xn--0 xn--xn---epa
xn--a-ecp xn--mller-kva- a／b a？b a＠b ℀ ≠ a_ü ü.ü \u0301a a\u0301 क\u094d\u200dष क\u200dष
l·l l\u00b7l ·a カ・タ ・ 5ü ２ü ①ü ²ü ªü ßß ẞ ſ K Å ﷺ \u1100\u1161
""".encode().decode("utf-8").split()
LABELS = [label.replace("\\u0301", "\u0301").replace("\\u094d", "\u094d")
          .replace("\\u200d", "\u200d").replace("\\u00b7", "\u00b7").replace("\\u1100", "\u1100")
          .replace("\\u1161", "\u1161") for label in LABELS]
RANGES = [(0xE0, 0xF6), (0x100, 0x17E), (0x3B1, 0x3C9), (0x430, 0x44F), (0x5D0, 0x5EA), (0x627, 0x63A), (0x905, 0x939),
          (0xE01, 0xE2E), (0x3041, 0x3093), (0x30A1, 0x30F3), (0x4E00, 0x9FA5), (0xAC00, 0xD7A3)]


def new_label():
    low, high = random.choice(RANGES)
    label = "".join(chr(random.randint(low, high)) for _ in range(random.randint(1, 12)))
    return random.choice(["", "a", "-", "1", "x-"] if low < 0x500 else [""]) + label


def ascii_form(host):
    try:
        return idna.encode(host, uts46=True, std3_rules=True, transitional=False).decode()
    except (idna.IDNAError, UnicodeError):
        return "-"


def write_hosts(out):
    hosts = [f"{label}.{end}" for label in LABELS for end in ("de", "日本")]
    hosts += [f"{new_label()}.{random.choice(['com', 'example.org', new_label()])}" for _ in range(400)]
    hosts += [text.upper() for text in hosts[-100:]]
    hosts += ["ü" * n + ".de" for n in (40, 56, 57, 58, 59, 60, 63, 64)] + ["ü." * 30 + "de", "ü." * 40 + "de"]
    for host in hosts:
        if set(host) & set("≠_·・ŀĿẞ"):
            continue
        print("idn", host, ascii_form(host), sep="\t", file=out)


def write_domains(out):
    rules = publicsuffix2.PublicSuffixList(LIST, idna=False)
    # Suffixes that have existed for many years, of each form of rule: plain, wildcard, exception, private.
    ends = """com org net de uk co.uk ac.uk jp co.jp kobe.jp c.kobe.jp city.kobe.jp tokyo.jp ck www.ck bd mm
    com.au nsw.edu.au us ca.us k12.ca.us no oslo.no br com.br kawasaki.jp city.kawasaki.jp er jm github.io blogspot.com
    s3.amazonaws.com io sh md рф 中国 公司.cn भारत 香港 公司.香港 한국""".split()
    for end in ends:
        for start in ("", "example.", "a.example.", "www.a.example."):
            host = (start + end).encode("idna").decode()
            found = rules.get_sld((start + end), strict=False)
            unicode = start + end
            suffix = rules.get_tld(unicode, strict=False)
            domain = None if unicode == suffix else found
            print("domain", host, domain.encode("idna").decode() if domain else "-", sep="\t", file=out)


with open(FOLDER / "hosts.tsv", "w", encoding="utf-8") as out:
    print(f"# Written by make_hosts.py with idna {idna.__version__} and publicsuffix2.", file=out)
    write_hosts(out)
    write_domains(out)
