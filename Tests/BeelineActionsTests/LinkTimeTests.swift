import BeelineContent
import Glibc
import Testing

@testable import BeelineActions

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
