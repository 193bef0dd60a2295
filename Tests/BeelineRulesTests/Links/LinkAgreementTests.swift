import BeelineContent
import Glibc
import Testing

@testable import BeelineRules

@Suite("one verdict on a link, whichever function gives it")
struct LinkAgreementTests {
    private static let trusted = [
        "www.amazon.com", "paypal.com", "openlibrary.org", "www.googleapis.com", "xn--80ak6aa92e.com",
    ]
    private static let linkGuard = LinkGuard(trusting: trusted)

    /// Makes URLs of parts, the same ones each time.
    struct Generator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        /// SplitMix64.
        mutating func number(below limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((value ^ value >> 31) % UInt64(limit))
        }

        private mutating func one(of choices: [String]) -> String { choices[number(below: choices.count)] }

        /// One of the choices, or mostly nothing.
        private mutating func seldom(_ choices: [String]) -> String { number(below: 4) == 0 ? one(of: choices) : "" }

        static let schemes = [
            "https", "https", "https", "http", "http", "HTTPS", "ftp", "ws", "javascript", "data", "file", "intent",
            "steam",
        ]
        static let slashes = ["://", "://", "://", "://", "://", "://", ":/", ":", ":///", ":\\\\"]
        static let names = [
            "example.com", "www.example.org", "a-b.example", "shop.example.co.uk", "amazon.com", "www.amazon.com",
            "amazon.de",
            "amaz0n.com", "amazon.github.io", "someone.github.io", "paypal.com.evil.example", "wwwpaypal.com",
            "paypall.com",
            "bit.ly", "www.bit.ly", "rabbit.ly", "t.co", "evil.duckdns.org", "metadata.goog",
            "metadata.google.internal",
            "instance-data", "fritz.box", "router", "nas.lan", "api.svc.cluster.local", "localhost", "127.0.0.1.nip.io",
            "10-0-0-1.sslip.io", "127.0.0.1", "2130706433", "0x7f.1", "8.8.8.8", "169.254.169.254", "168.63.129.16",
            "[::1]", "[::ffff:127.0.0.1]", "[2606:4700::1111]", "xn--80ak6aa92e.com", "xn--pypal-4ve.com",
            "xn--bcher-kva.example", "bücher.example", "аррӏе.com", "日本語.jp", "a..b", "-a.-b", "a_b.example", "", ".",
            "l.facebook.com", "www.google.com", "example.corp", "example.nosuchregistry", "com", "co.uk", "github.io",
            "verify.account.secure.session.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example",
        ]
        static let prefixes = ["www.", "login.", "a.b.c.", "m.", "xn--", "paypal.", "amazon-", "my", "0x", "1."]
        static let users = ["user@", "user:secret@", "@", "paypal.com@", "a@b@", "%40@"]
        static let ports = [":443", ":80", ":8443", ":0", ":", ":99999", ":x"]
        static let segments = [
            "", "a", "dp/4873119049", "@name", "login@paypal.com", "setup.exe", "setup.EXE", "setup%2Eexe", "a.apk;v=1",
            "menu.pdf",
            "url", "%E6%97%A5", "%E2%80%AE", "%41", "%", "%25%30%30", "é", "\u{202E}", "a b", "{}|", "..", "a\\b",
            "%40paypal.com", "＠paypal.com", "redirect", "out.php", "https:", "profile", "example.run", "download",
            "search",
        ]
        static let queries = [
            "?", "?a=b&c=d", "?q=https://evil.example/", "?@paypal.com", "?a=b@c.de", "?%00", "?x=%0A",
            "?url=https://evil.example/", "?redirect=//evil.example", "?file=setup.exe", "?btnI=1",
            "?https%3A%2F%2Fevil.example",
        ]
        static let fragments = ["#", "#a", "#@paypal.com", "#:~:text=a", "#%E2%80%8B"]

        mutating func url() -> String {
            var host = seldom(Self.prefixes) + one(of: Self.names)
            // Always new ones, so that a cache of hosts is full sometimes.
            if number(below: 8) == 0 { host = "h\(number(below: 20_000)).\(host)" }
            if number(below: 8) == 0 { host += "." }
            if number(below: 8) == 0 { host = host.uppercased() }
            if number(below: 32) == 0 { host = host.replacing("a", with: "%61") }
            var url = one(of: Self.schemes) + one(of: Self.slashes) + seldom(Self.users) + host + seldom(Self.ports)
            for _ in 0..<number(below: 4) { url += "/" + one(of: Self.segments) }
            return url + seldom(Self.queries) + seldom(Self.fragments)
        }
    }

    @Test("the cache of other hosts changes no verdict on any of 200,000 URLs", arguments: 0..<4)
    func cacheAgrees(part: Int) {
        var generator = Generator(seed: UInt64(part))
        var decisions: [Decision: Int] = [:]
        for _ in 0..<50_000 {
            let url = generator.url()
            let verdict = LinkGuard(trusting: Self.trusted).verdict(on: url)
            decisions[verdict.decision, default: 0] += 1
            if Self.linkGuard.verdict(on: url) != verdict { Issue.record("\(url): \(verdict)") }
        }
        #expect(decisions.values.allSatisfy { $0 > 100 } && decisions.count == 3, "\(decisions)")
    }

    @Test("a link that was read already gets the verdict on its text", arguments: 0..<4)
    func readLinksAgree(part: Int) {
        var generator = Generator(seed: UInt64(200 + part))
        var links = 0
        for _ in 0..<10_000 {
            guard let address = WebAddress(generator.url()) else { continue }
            links += 1
            let verdict = Self.linkGuard.verdict(on: address.url)
            if Self.linkGuard.verdict(on: address) != verdict { Issue.record("\(address.url): \(verdict)") }
        }
        #expect(links > 4_000)
    }

    @Test("a dot of the root, the scheme's own port and capitals in the host make no verdict milder", arguments: 0..<4)
    func spellingsAgree(part: Int) {
        var generator = Generator(seed: UInt64(100 + part))
        for _ in 0..<2_000 {
            let host =
                (generator.number(below: 2) == 0 ? "www." : "")
                + Generator.names[generator.number(below: Generator.names.count)]
            let path = "/" + Generator.segments[generator.number(below: Generator.segments.count)]
            let scheme = generator.number(below: 2) == 0 ? "https" : "http"
            let plain = Self.linkGuard.verdict(on: "\(scheme)://\(host)\(path)")
            let port = scheme == "https" ? 443 : 80
            for spelling in ["\(host).", "\(host):\(port)", host.uppercased(), "\(host.uppercased()).:\(port)"] {
                let url = "\(scheme)://\(spelling)\(path)"
                let verdict = Self.linkGuard.verdict(on: url)
                if verdict.decision < plain.decision { Issue.record("\(url): \(verdict), and without it \(plain)") }
            }
        }
    }
}

@Suite("the time that a link takes grows no faster than its length", .serialized)
struct LinkTimeTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        /// A link of about so many characters.
        let url: @Sendable (Int) -> String
        var testDescription: String { name }

        init(_ name: String, _ url: @escaping @Sendable (Int) -> String) { (self.name, self.url) = (name, url) }

        /// A text again and again.
        static func repeated(_ text: String, in frame: String) -> @Sendable (Int) -> String {
            { frame.replacing("*", with: String(repeating: text, count: $0 / text.utf8.count)) }
        }
    }

    static let shapes = [
        Shape("dots in the host", Shape.repeated("a.", in: "https://*example.com/")),
        Shape("nothing but dots", Shape.repeated(".", in: "https://*/")),
        Shape("numbers in the host", Shape.repeated("1.", in: "https://*1/")),
        Shape("hyphens in the host", Shape.repeated("a-", in: "https://*a.example.com/")),
        Shape("pairs of hyphens in the host", Shape.repeated("--", in: "https://a*a.example.com/")),
        Shape("names as labels", Shape.repeated("paypal.com.", in: "https://*evil.example/")),
        Shape("names as words", Shape.repeated("paypal-", in: "https://*a.evil.example/")),
        Shape("A-labels", Shape.repeated("xn--bcher-kva.", in: "https://*example/")),
        Shape("one long A-label", Shape.repeated("a", in: "https://xn--*.example/")),
        Shape("letters beyond ASCII", Shape.repeated("ü", in: "https://*.example/")),
        Shape("one long label", Shape.repeated("a", in: "https://*.example/")),
        Shape("one long number", Shape.repeated("9", in: "https://*/")),
        Shape("colons in brackets", Shape.repeated(":", in: "https://[*]/")),
        Shape("brackets", Shape.repeated("[", in: "https://*/")),
        Shape("a long user name", Shape.repeated("a", in: "https://*@example.com/")),
        Shape("signs before the host", Shape.repeated("@", in: "https://*example.com/")),
        Shape("signs in the path", Shape.repeated("a@b.de", in: "https://example.com/*")),
        Shape("signs in as many segments", Shape.repeated("/a@paypal.com", in: "https://example.com*")),
        Shape("signs and dots in as many segments", Shape.repeated("/@a.b.c.d.e.f.g.com", in: "https://example.com*")),
        Shape("nothing but slashes", Shape.repeated("/", in: "https://example.com*")),
        Shape("percent signs, encoded", Shape.repeated("%25", in: "https://example.com/*")),
        Shape("percent signs, encoded again and again", Shape.repeated("25", in: "https://example.com/%*41")),
        Shape("characters, encoded", Shape.repeated("%E6%97%A5", in: "https://example.com/*")),
        Shape("semicolons", Shape.repeated(";", in: "https://example.com/a.exe*")),
        Shape("dots behind a name", Shape.repeated(".", in: "https://example.com/a.exe*")),
        Shape("blanks behind a name", Shape.repeated("%20", in: "https://example.com/a.exe*")),
        Shape("question marks", Shape.repeated("?", in: "https://example.com/*")),
        Shape("number signs", Shape.repeated("#", in: "https://example.com*")),
        Shape("links in parameters", Shape.repeated("&goto=https://a.example/", in: "https://example.com/redirect?*")),
        Shape("links in the path", Shape.repeated("redirect/https://", in: "https://example.com/*")),
        Shape("files in parameters", Shape.repeated("&file=a/b.txt", in: "https://example.com/?*")),
        Shape("ampersands", Shape.repeated("&a=%41", in: "https://example.com/?*")),
        Shape("backslashes", Shape.repeated("\\", in: "https:*example.com/")),
        Shape("colons", Shape.repeated(":", in: "https*")),
        Shape("a long scheme", Shape.repeated("a", in: "*://example.com/")),
        Shape("dots in the host of a program's link", Shape.repeated("a.", in: "program://*example.com/")),
        Shape("hyphens in the host of a program's link", Shape.repeated("--", in: "program://a*example.com/")),
        Shape("A-labels in a program's link", Shape.repeated("xn--bcher-kva.", in: "program://*example.com/")),
        Shape("the first letters of what is looked for", Shape.repeated("#Inten", in: "intent:*")),
        Shape("a bookmark of many members", Shape.repeated("a:b;", in: "MEBKM:*URL:https://example.com/;;")),
        Shape("dots without a scheme", Shape.repeated("a.", in: "*com/")),
    ]

    private static let linkGuard = LinkGuard(trusting: ["www.amazon.com", "paypal.com", "openlibrary.org"])

    /// The processor time of this thread that reading and judging takes, in seconds; the least of some tries, for what
    /// disturbs one only makes it longer.
    private func seconds(_ url: String) -> Double {
        (0..<3).map { _ in
            let start = Self.processorTime()
            for text in [url, url + " "] {
                let address = WebAddress(text)
                _ = (address?.hostName, address?.unicodeHost, address?.domain, address?.queryValue("b"))
            }
            _ = Self.linkGuard.verdict(on: url)
            return Self.processorTime() - start
        }.min() ?? 0
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("eight times the length takes less than 32 times as long", arguments: shapes)
    func isLinear(_ shape: Shape) {
        // What takes the time of a square would take 64 times as long.
        let (short, long) = (shape.url(12_500), shape.url(100_000))
        #expect(long.utf8.count > 7 * short.utf8.count)
        #expect(seconds(long) < 32 * max(seconds(short), 20e-6), "\(shape.name)")
    }
}
