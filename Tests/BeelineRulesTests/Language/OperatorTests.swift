import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Every operator, with every type that it supports")
struct OperatorTests {
    static let texts = [
        Holding(#"{"text":{"prefix":"hello"}}"#, Codes.text, true),
        Holding(#"{"text":{"prefix":"Hello"}}"#, Codes.text, false),
        Holding(#"{"text":{"prefix":["x","hello, World"]}}"#, Codes.text, true),
        Holding(#"{"text":{"prefix":"h"}}"#, Codes.bytes, false),
        Holding(#"{"text":{"suffix":"World"}}"#, Codes.text, true),
        Holding(#"{"text":{"suffix":["world","d!"]}}"#, Codes.text, false),
        Holding(#"{"text":{"suffix":"hello, World again"}}"#, Codes.text, false),
        Holding(#"{"text":{"contains":", "}}"#, Codes.text, true),
        Holding(#"{"text":{"contains":["z","lo"]}}"#, Codes.text, true),
        Holding(#"{"text":{"contains":"LO"}}"#, Codes.text, false),
        Holding(#"{"isbn10":{"contains":"X"}}"#, Codes.book, false),
        Holding(#"{"gtin12":{"contains":"4"}}"#, Codes.product, false),
        Holding(#"{"text":{"matches":"hello"}}"#, Codes.text, false),
        Holding(#"{"text":{"matches":"hello.*"}}"#, Codes.text, true),
        Holding(#"{"text":{"matches":"(?i)HELLO, WORLD"}}"#, Codes.text, true),
        Holding(#"{"text":{"matches":"hello|hello, World"}}"#, Codes.text, true),
        Holding(#"{"text":{"matches":"a|b"}}"#, reading("b", .qr), true),
        Holding(#"{"text":{"matches":"a|b"}}"#, reading("ab", .qr), false),
        Holding(#"{"text":{"matches":"a.b"}}"#, reading("a\nb", .qr), false),
        Holding(#"{"text":{"matches":"(?s)a.b"}}"#, reading("a\nb", .qr), true),
        Holding(#"{"text":{"matches":"a"}}"#, reading("a\n", .qr), false),
        Holding(#"{"text":{"matches":"\\d"}}"#, reading("\u{0663}", .qr), false),
        Holding(#"{"text":{"matches":"\\w+"}}"#, reading("h\u{E9}", .qr), false),
        Holding(#"{"text":{"matches":""}}"#, reading("", .qr), true),
        Holding(#"{"url":{"prefix":"https://www.example.com:8443/a"}}"#, Codes.link, true),
        Holding(#"{"url":{"contains":"pdf?id"}}"#, Codes.link, true),
        Holding(#"{"url":{"suffix":"id=8"}}"#, Codes.link, true),
        Holding(#"{"url":{"suffix":"id=7"}}"#, Codes.link, false),
        Holding(#"{"url":{"matches":"https://.*/(?:a/b|c)\\.pdf.*"}}"#, Codes.link, true),
        Holding(#"{"url":"https://www.example.com:8443/a/b.pdf?id=7&utm-source=x&id=8"}"#, Codes.link, true),
        Holding(#"{"url":{"exists":false}}"#, Codes.text, true),
        Holding(#"{"query.utm-source":"x"}"#, Codes.link, true),
        Holding(#"{"query.id":"8"}"#, Codes.link, false),
        // One element of a list suffices.
        Holding(#"{"emails":"b@example.com"}"#, Codes.mail, true),
        Holding(#"{"emails":["c@example.com","a@example.org"]}"#, Codes.mail, true),
        Holding(#"{"emails":"a@example.org,b@example.com"}"#, Codes.mail, false),
        Holding(#"{"emails":{"prefix":"b@"}}"#, Codes.mail, true),
        Holding(#"{"emails":{"suffix":".org"}}"#, Codes.mail, true),
        Holding(#"{"emails":{"contains":"@example.c"}}"#, Codes.mail, true),
        Holding(#"{"emails":{"matches":"b@.*"}}"#, Codes.mail, true),
        Holding(#"{"emails":{"matches":".*,.*"}}"#, Codes.mail, false),
        Holding(#"{"emails":{"prefix":"a@","suffix":".com"}}"#, Codes.mail, true),
        Holding(#"{"all":[{"emails":"a@example.org"},{"emails":"b@example.com"}]}"#, Codes.mail, true),
        Holding(#"{"emails":{"exists":true}}"#, Codes.mail, true),
        Holding(#"{"not":{"emails":"a@example.org"}}"#, Codes.mail, false),
        Holding(#"{"cc":"a@example.org"}"#, Codes.mail, false),
        Holding(#"{"restricted":{"exists":true}}"#, Codes.product, true),
        Holding(#"{"restricted":[true,false]}"#, Codes.product, true),
        Holding(#"{"restricted":true}"#, Codes.product, false),
        Holding(#"{"taxIncluded":false}"#, Codes.row, true),
        Holding(#"{"not":{"taxIncluded":true}}"#, Codes.text, true),
    ]

    static let open = [
        Holding(#"{"json.n":5}"#, Codes.json, true),
        Holding(#"{"json.n":5.0}"#, Codes.json, true),
        Holding(#"{"json.n":"5"}"#, Codes.json, false),
        Holding(#"{"json.n":true}"#, Codes.json, false),
        Holding(#"{"json.n":{"prefix":"5"}}"#, Codes.json, false),
        Holding(#"{"json.n":{"matches":".*"}}"#, Codes.json, false),
        Holding(#"{"json.n":{"<":6,">=":5}}"#, Codes.json, true),
        Holding(#"{"json.f":24.95}"#, Codes.json, true),
        Holding(#"{"json.f":{">":24.95}}"#, Codes.json, false),
        Holding(#"{"json.s":"five"}"#, Codes.json, true),
        Holding(#"{"json.s":{"<":6}}"#, Codes.json, false),
        Holding(#"{"json.s":5}"#, Codes.json, false),
        Holding(#"{"json.t":true}"#, Codes.json, true),
        Holding(#"{"json.t":"true"}"#, Codes.json, false),
        Holding(#"{"json.t":["x",1,true]}"#, Codes.json, true),
        Holding(#"{"json.z":{"exists":false}}"#, Codes.json, true),
        Holding(#"{"json.none":{"exists":false}}"#, Codes.json, true),
        Holding(#"{"json.e":{"exists":true}}"#, Codes.json, true),
        Holding(#"{"json.e":""}"#, Codes.json, true),
        Holding(#"{"json.l":"yy"}"#, Codes.json, true),
        Holding(#"{"all":[{"json.l":"yy"},{"json.l":"x"}]}"#, Codes.json, true),
        Holding(#"{"json.l":{"prefix":"y"},"all":[{"json.l":{"prefix":"x"}}]}"#, Codes.json, true),
        Holding(#"{"json.l.0":"x"}"#, Codes.json, true),
        Holding(#"{"json.l.2":{"exists":false}}"#, Codes.json, true),
        Holding(#"{"json.m":7}"#, Codes.json, true),
        Holding(#"{"json.m":"7"}"#, Codes.json, false),
        Holding(#"{"json.m":[8,1.5]}"#, Codes.json, true),
        Holding(#"{"json.m":true}"#, Codes.json, true),
        Holding(#"{"json.m":false}"#, Codes.json, false),
        Holding(#"{"json.m":"x"}"#, Codes.json, true),
        Holding(#"{"json.m":{"prefix":"7"}}"#, Codes.json, false),
        Holding(#"{"json.m":{"matches":"[a-z]"}}"#, Codes.json, true),
        Holding(#"{"json.m":{">":6}}"#, Codes.json, true),
        Holding(#"{"json.m":{">":7}}"#, Codes.json, false),
        Holding(#"{"json.l":{">":0}}"#, Codes.json, false),
        Holding(#"{"json.m.0":7}"#, Codes.json, true),
        Holding(#"{"json.o.k":"v"}"#, Codes.json, true),
        Holding(#"{"json.o":{"exists":true}}"#, Codes.json, false),
        Holding(#"{"json.n":5}"#, Codes.text, false),
        Holding(#"{"not":{"json.n":"5"}}"#, Codes.json, true),
    ]

    @Test("of texts, links, lists and booleans", arguments: texts)
    func ofTexts(_ example: Holding) throws {
        #expect(try example.answers() == [true, true, true].map { $0 == example.holds })
    }

    @Test("for names whose type is open, a value of another type makes a test false", arguments: open)
    func ofOpenNames(_ example: Holding) throws {
        #expect(try example.answers() == [true, true, true].map { $0 == example.holds })
    }

    private static let books = Array("key,shelf\n9784873119045,B2\nb@example.com,\n".utf8)

    static let rows = [
        Holding(#"{"isbn13":{"catalog":"c"}}"#, Codes.plainBook, true),
        Holding(#"{"isbn13":{"catalog":"c"}}"#, Codes.book, false),
        Holding(#"{"text":{"catalog":"c"}}"#, Codes.plainBook, true),
        Holding(#"{"emails":{"catalog":"c"}}"#, Codes.mail, true),
        Holding(#"{"not":{"isbn13":{"catalog":"c"}}}"#, Codes.text, true),
        Holding(#"{"isbn13":{"catalog":"c"},"catalog.c.shelf":"B2"}"#, Codes.plainBook, true),
        Holding(#"{"isbn13":{"catalog":"c"},"catalog.c.shelf":{"prefix":"C"}}"#, Codes.plainBook, false),
        Holding(#"{"emails":{"catalog":"c"},"catalog.c.shelf":{"exists":false}}"#, Codes.mail, true),
        Holding(#"{"isbn13":{"catalog":"c"},"not":{"text":"{catalog.c.shelf}"}}"#, Codes.plainBook, true),
    ]

    @Test("a catalogue has exactly this key, and its cells are known from then on", arguments: rows)
    func catalogs(_ example: Holding) throws {
        #expect(
            try example.answers(catalogs: [Catalog(name: "c", csv: Self.books)])
                == [true, true, true].map { $0 == example.holds })
    }

    static let refused = [
        Refusal(#"{"price":"24.95"}"#, "'price' is a number, and never a string"),
        Refusal(
            #"{"price":{"prefix":"2"}}"#, "'price' is a number; 'prefix' is for a string, a URL, a list of strings"
        ),
        Refusal(#"{"price":{"matches":"2"}}"#, "'matches' is for a string"),
        Refusal(#"{"scan.date":{"catalog":"c"}}"#, "'catalog' is for a string"),
        Refusal(#"{"price":{"domain":"example.com"}}"#, "'domain' tests a 'host', and 'price' is not one"),
        Refusal(#"{"price":true}"#, "'price' is a number, and never a boolean"),
        Refusal(#"{"price":null}"#, "null is not a value"),
        Refusal(#"{"price":1234567890123456789}"#, "at most 18 digits"),
        Refusal(#"{"price":0.1234567890123456789}"#, "at most 18 digits"),
        Refusal(#"{"restricted":"true"}"#, "'restricted' is true or false, and never a string"),
        Refusal(#"{"restricted":{"<":true}}"#, "'<' is for"),
        Refusal(#"{"restricted":{"contains":"t"}}"#, "'contains' is for a string"),
        Refusal(#"{"text":5}"#, "'text' is a string, and never a number"),
        Refusal(#"{"text":{"<":"5"}}"#, "'text' is a string; '<' is for a number, a date, a time"),
        Refusal(#"{"text":{"prefix":5}}"#, "what 'prefix' looks for must be a text: write \"5\""),
        Refusal(#"{"text":{"prefix":[]}}"#, "an empty list is never true"),
        Refusal(#"{"text":[]}"#, "an empty list is never true"),
        Refusal(#"{"text":{}}"#, "a test needs at least one of"),
        Refusal(#"{"text":{"prefix":""}}"#, "every text has an empty prefix"),
        Refusal(#"{"text":{"suffix":["x",""]}}"#, "every text has an empty suffix"),
        Refusal(#"{"text":{"contains":""}}"#, "every text has an empty piece"),
        Refusal(#"{"text":{"exists":"yes"}}"#, "'exists' must be true or false, not a string"),
        Refusal(#"{"text":{"matches":5}}"#, "a pattern must be a text: write \"5\""),
        Refusal(#"{"text":{"domain":"example.com"}}"#, "'domain' tests a 'host', and 'text' is not one"),
        Refusal(#"{"emails":{"<":5}}"#, "'<' is for"),
        Refusal(#"{"emails":5}"#, "'emails' is a list"),
        Refusal(#"{"isbn13":{"prefix":"12"}}"#, "it begins with 978 or 979"),
        Refusal(#"{"isbn13":{"prefix":"978-4"}}"#, "it is digits only"),
        Refusal(#"{"isbn13":{"contains":"-"}}"#, "it is digits only"),
        Refusal(#"{"isbn13":{"suffix":"97848731190451"}}"#, "it has 13 characters"),
        Refusal(#"{"isbn13":"978-4-87311-904-5"}"#, "write '9784873119045'"),
        Refusal(#"{"isbn13":"9784873119046"}"#, "is an ISBN of 13 digits"),
        Refusal(#"{"gtin13":"4902370548496"}"#, "with its check digit"),
        Refusal(#"{"currency":{"prefix":"eu"}}"#, "it is 3 capital letters"),
        Refusal(#"{"currency":"eur"}"#, "'currency' is never 'eur': write 'EUR'"),
        Refusal(#"{"currency":"EURO"}"#, "'currency' is 3 capital letters, such as EUR, and 'EURO' is not"),
        Refusal(#"{"region":"de"}"#, "'region' is never 'de': write 'DE'"),
        Refusal(#"{"region":"Germany"}"#, "'region' is 2 capital letters, such as DE, and 'Germany' is not"),
        Refusal(#"{"from":"fra"}"#, "'from' is never 'fra': write 'FRA'"),
        Refusal(#"{"security":"wpa2"}"#, "'security' is never 'wpa2': write 'WPA2'"),
        Refusal(#"{"security":["WPA","open"]}"#, "'security' is never 'open': write 'nopass'"),
        Refusal(#"{"otpType":"TOTP"}"#, "there is no otpType 'TOTP' (did you mean 'totp'?)"),
        Refusal(#"{"algorithm":"MD5"}"#, "there is no algorithm 'MD5'"),
        Refusal(#"{"paymentForm":"bitcoins"}"#, "there is no paymentForm 'bitcoins' (did you mean 'bitcoin'?)"),
        Refusal(#"{"sex":"M"}"#, "there is no sex 'M'; use one of male, female, unspecified"),
        Refusal(#"{"documentType":"passport"}"#, "there is no documentType 'passport'"),
        Refusal(#"{"priceNote":"second-hand"}"#, "there is no priceNote 'second-hand'"),
        Refusal(#"{"fidoRequest":"login"}"#, "there is no fidoRequest 'login'"),
        Refusal(#"{"ai.999":"x"}"#, "there is no GS1 Application Identifier '999'"),
        Refusal(#"{"ai.1":{"exists":true}}"#, "there is no GS1 Application Identifier '1'"),
        Refusal(#"{"ai.01":"4006381333931"}"#, "'ai.01' is never '4006381333931': its value is too short"),
        Refusal(#"{"ai.17":["261231","261331"]}"#, "'ai.17' is never '261331': there is no month 13"),
        Refusal(#"{"ai.10":{"prefix":"ABCDEFGHIJKLMNOPQRSTU"}}"#, "it has 20 characters at most"),
        Refusal(#"{"ismn":{"prefix":"978"}}"#, "it begins with 9790"),
        Refusal(#"{"phone":{"prefix":"+49 30"}}"#, "it must be digits as dialled, with nothing between them"),
        Refusal(#"{"phones":"+49 30 1234"}"#, "write '+49301234'"),
        Refusal(#"{"bic":{"prefix":"cobade"}}"#, "it is 8 or 11 capital letters and digits"),
        Refusal(#"{"security":{"prefix":"wpa"}}"#, "it is in capitals, or 'nopass'"),
        Refusal(#"{"eapMethod":{"contains":"tls"}}"#, "it is in capitals"),
        Refusal(#"{"otpType":{"prefix":"x"}}"#, "it is totp, hotp"),
        Refusal(#"{"kind":{"prefix":"Isbn"}}"#, "words has it"),
        Refusal(#"{"symbology":{"prefix":"EAN"}}"#, "words has it"),
        Refusal(#"{"ai.10":{"prefix":"\u00e9"}}"#, "it has an invalid character there"),
        Refusal(#"{"ai.17":{"contains":"x"}}"#, "only digits are allowed there"),
        Refusal(#"{"json.n":[[1]]}"#, "must not contain a list"),
        Refusal(#"{"vin":{"prefix":"1m8"}}"#, "it is 17 capital letters and digits"),
        Refusal(#"{"host":"Example.com"}"#, "write 'example.com'"),
        Refusal(#"{"host":"example.com/"}"#, "write 'example.com'"),
        Refusal(#"{"host":"https://example.com"}"#, "write 'example.com'"),
        Refusal(#"{"host":"example.com:80"}"#, "write 'example.com'"),
        Refusal(#"{"kind":"book"}"#, "there is no kind 'book'"),
        Refusal(#"{"scan.weekday":"Monday"}"#, "no day is called 'Monday' (did you mean 'monday'?)"),
        Refusal(#"{"json.n":{"<":"5"}}"#, "'json.n' must be compared with a number"),
        Refusal(#"{"json.n":{"<":true}}"#, "'json.n' must be compared with a number"),
        Refusal(#"{"json.n":null}"#, "null is not a value"),
        Refusal(#"{"text":{"decimals":{"a":2}}}"#, "'decimals' describes captures, so it needs 'matches'"),
        Refusal(#"{"text":{"matches":"x","decimals":{"a":2}}}"#, "the pattern captures no 'a'"),
        Refusal(#"{"text":{"matches":"(?P<a>\\d)","decimals":{"a":16}}}"#, "0 to 15"),
        Refusal(#"{"text":{"matches":"(?P<a>\\d)","decimals":{"a":-1}}}"#, "0 to 15"),
        Refusal(#"{"text":{"matches":"(?P<a>\\d)","decimals":{"a":"2"}}}"#, "0 to 15"),
        Refusal(#"{"text":{"matches":"(?P<a>x)","decimals":2}}"#, "'decimals' must be an object"),
        Refusal(#"{"text":{"matches":"(?P<a>\\d+\\.\\d\\d)","decimals":{"a":2}}}"#, "'a' always contains a '.'"),
    ]

    @Test("an operand that no value can pass is refused, with the accepted ones", arguments: refused)
    func refuses(_ example: Refusal) {
        let found = mistakes(oneRule(when: example.json))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(example.message) == true, "\(found)")
    }

    static let domains = [
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("example.com"), true),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("a.b.example.com"), true),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("notexample.com"), false),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("example.com.evil.net"), false),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("WWW.Example.COM"), true),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("www.example.com:8443"), true),
        Holding(#"{"host":{"domain":"www.example.com"}}"#, Codes.host("example.com"), false),
        Holding(#"{"host":{"domain":["a.example","b.example"]}}"#, Codes.host("x.b.example"), true),
        Holding(#"{"host":{"domain":"xn--mller-kva.de"}}"#, Codes.host("shop.m\u{FC}ller.de"), true),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("example.com."), true),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("www.example.com."), true),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.host("notexample.com."), false),
        Holding(#"{"host":{"domain":"127.0.0.1"}}"#, Codes.host("127.0.0.1"), true),
        Holding(#"{"host":{"domain":"127.0.0.1"}}"#, Codes.host("127.0.0.2"), false),
        Holding(#"{"host":{"domain":"[::1]"}}"#, Codes.host("[::1]"), true),
        Holding(#"{"host":{"domain":"lan1"}}"#, Codes.host("printer.lan1"), true),
        Holding(#"{"host":{"domain":"example.com"}}"#, Codes.text, false),
        Holding(#"{"host":{"domain":"{const.d}"}}"#, Codes.host("x.shop.example"), true),
    ]

    @Test("domains, by whole label", arguments: domains)
    func domain(_ example: Holding) throws {
        #expect(
            try example.answers(constants: #"{"d":"shop.example"}"#) == [true, true, true].map { $0 == example.holds })
    }

    static let notDomains = [
        Refusal(#""Example.com""#, "write 'example.com'"), Refusal(#""m\u00fcller.de""#, "write 'xn--mller-kva.de'"),
        Refusal(#""example.com.""#, "without the dot at its end"), Refusal(#""example.com:80""#, "write 'example.com'"),
        Refusal(#""[::1]:80""#, "write '[::1]'"), Refusal(#""https://example.com""#, "write 'example.com'"),
        Refusal(#""example.com/a""#, "write 'example.com'"), Refusal(#"".example.com""#, "its subdomains always match"),
        Refusal(#""*.example.com""#, "its subdomains always match"), Refusal(#""""#, "is not a host"),
        Refusal("5", "a domain must be a text: write \"5\""), Refusal("[]", "an empty list is never true"),
        Refusal(#""{scan.source}""#, "only a constant is allowed here"), Refusal(#""{const.bad}""#, "is not a host"),
    ]

    @Test("an invalid domain is refused", arguments: notDomains)
    func refusesDomains(_ example: Refusal) {
        let found = mistakes(oneRule(when: #"{"host":{"domain":\#(example.json)}}"#, constants: #"{"bad":"a b"}"#))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(example.message) == true, "\(found)")
    }
}

@Suite("Operands of tests")
struct OperandTests {
    private static let constants = #"{"w":"hello, World","h":"hello","n":"24.95","t":"false","empty":""}"#

    static let cases = [
        Holding(#"{"text":"{const.w}"}"#, Codes.text, true),
        Holding(#"{"text":["x","{const.w}"]}"#, Codes.text, true),
        Holding(#"{"text":{"prefix":["x","{const.h}"]}}"#, Codes.text, true),
        Holding(#"{"price":"{const.n}"}"#, Codes.book, true),
        Holding(#"{"price":{"<":"{const.n}"}}"#, Codes.book, false),
        Holding(#"{"restricted":"{const.t}"}"#, Codes.product, true),
        Holding(#"{"json.n":"{const.n}"}"#, Codes.json, false),
        Holding(#"{"json.f":{"<=":"{const.n}"}}"#, Codes.json, true),
        Holding(#"{"text":"{compact}"}"#, reading("ab", .qr), true),
        Holding(#"{"text":"{compact}"}"#, reading("a b", .qr), false),
        Holding(#"{"gtin13":"{text}"}"#, Codes.product, true),
        Holding(#"{"text":"{gtin12}"}"#, Codes.product, false),
        Holding(#"{"not":{"text":"{gtin12}"}}"#, Codes.product, true),
        Holding(#"{"text":{"prefix":"{gtin12}"}}"#, Codes.product, false),
        Holding(#"{"url":{"contains":"{host}"}}"#, Codes.link, true),
        Holding(#"{"text":"{url}"}"#, Codes.link, true),
        Holding(#"{"text":{"suffix":"{query.id}"}}"#, Codes.link, false),
        Holding(#"{"json.s":"{json.s}"}"#, Codes.json, true),
        Holding(#"{"json.n":"{json.s}"}"#, Codes.json, false),
        Holding(#"{"json.n":{"<":"{json.f}"}}"#, Codes.json, true),
        Holding(#"{"json.l.0":"{json.l}"}"#, Codes.json, true),
        Holding(#"{"json.m.0":"{json.m}"}"#, Codes.json, true),
        Holding(#"{"json.m":"{json.n}"}"#, Codes.json, false),
        Holding(#"{"json.n":{"<":"{json.m}"}}"#, Codes.json, true),
        Holding(#"{"json.n":{">":"{json.m.0}"}}"#, Codes.json, false),
        Holding(#"{"emails":"{emails}"}"#, Codes.mail, true),
        // An empty value is not a part of any text.
        Holding(#"{"text":{"contains":"{json.e}"}}"#, Codes.json, false),
        // What has braces but no name in them is a text.
        Holding(#"{"text":"{\"a\":1}"}"#, reading(#"{"a":1}"#, .qr), true),
        Holding(#"{"text":"{}"}"#, reading("{}", .qr), true),
        Holding(#"{"text":"{a b}"}"#, reading("{a b}", .qr), true),
        Holding(#"{"text":"x{text}"}"#, reading("x{text}", .qr), true),
        Holding(#"{"text":{"prefix":"{\""}}"#, reading(#"{"a":1}"#, .qr), true),
    ]

    @Test("may be the value of another name", arguments: cases)
    func holds(_ example: Holding) throws {
        #expect(try example.answers(constants: Self.constants) == [true, true, true].map { $0 == example.holds })
    }

    static let refused = [
        Refusal(#"{"text":"{txt}"}"#, "no code has a field 'txt' (did you mean 'text'?)"),
        Refusal(#"{"text":"{const.ww}"}"#, "no rule file has a constant 'ww' (did you mean 'w'?)"),
        Refusal(#"{"host":"{const.h} x"}"#, "a host such as example.com"),
        Refusal(#"{"text":"{price}"}"#, "they are never equal"),
        Refusal(#"{"price":"{text}"}"#, "they are never equal"),
        Refusal(#"{"text":"{secret.x}"}"#, "a secret cannot be compared"),
        Refusal(#"{"text":"{match.a}"}"#, "nothing is captured as 'a'"),
        Refusal(#"{"text":"{catalog.c.x}"}"#, "no row of 'c' has been looked up"),
        Refusal(#"{"text":{"prefix":"{const.empty}"}}"#, "every text has an empty prefix"),
        Refusal(#"{"isbn13":"{const.w}"}"#, "'isbn13' is an ISBN"), Refusal(#"{"scan.date":"{const.w}"}"#, "is a date"),
        Refusal(#"{"secret.x":"y"}"#, "a secret cannot be tested"),
        Refusal(#"{"scan.day":"x"}"#, "a scan has no 'day'"),
        Refusal(#"{"catalog.c":"x"}"#, "a cell of a catalogue is catalog.LIST.COLUMN"),
        Refusal(#"{"catalog.c.x":"y"}"#, "no row of 'c' has been looked up"),
    ]

    @Test("must be something that is known there", arguments: refused)
    func refuses(_ example: Refusal) {
        let found = mistakes(oneRule(when: example.json, constants: Self.constants))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(example.message) == true, "\(found)")
    }

    @Test("a catalogue's columns are known, and that there is such a catalogue")
    func catalogs() throws {
        let catalogs = [try Catalog(name: "c", csv: Array("k,shelf\nx,B2\n".utf8))]
        let wrong = oneRule(when: #"{"text":{"catalog":"c"},"catalog.c.shlef":"B2"}"#)
        #expect(
            mistakes(wrong, catalogs: catalogs).first?.contains("has no column 'shlef' (did you mean 'shelf'?)") == true
        )
        let missing = mistakes(oneRule(when: #"{"text":{"catalog":"d"},"catalog.d.shelf":"B2"}"#), catalogs: catalogs)
        #expect(missing.count == 1)
        #expect(missing.first?.contains("there is no catalogue 'd' (did you mean 'c'?)") == true)
        let either = #"{"any":[{"text":{"catalog":"c"}},{"kind":"url"}],"catalog.c.shelf":"B2"}"#
        #expect(mistakes(oneRule(when: either), catalogs: catalogs).first?.contains("is not set here") == true)
        let said = try language(
            oneRule(when: #"{"text":{"catalog":"c"}}"#, do: say("{catalog.c.shelf|none}")), catalogs: catalogs)
        #expect(said.resolve(reading("x", .qr)).actions.first?["text"] == .text("B2"))
        #expect(
            mistakes(oneRule(when: #"{"text":{"catalog":"c"}}"#, do: say("{catalog.c.shelf}")), catalogs: catalogs)
                .count == 1)
    }
}
