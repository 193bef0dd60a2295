import ActionsTestSupport
import BeelineContent
import BeelineRules
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("lookup asks a service and picks its results")
struct LookupTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        let path: String
        let results: KeyValuePairs<String, String>
        let fields: KeyValuePairs<String, ActionValue>
        let why: String
        var testDescription: String { why }
    }

    static let answers = [
        Answer(
            path: "/database/search?barcode=077774644129",
            results: [
                "title": "/results/0/title", "year": "/results/0/year", "labels": "/results/0/label",
                "id": "/results/0/id", "second": "/results/1/title", "all": "/results",
            ],
            fields: [
                "found": .boolean(true), "service": .text("the-service"),
                "title": .text("Kate Example - Ten Small Songs"), "year": .text("1987"),
                "labels": .list(["Example Records", "Example Music"]), "id": .number(DecimalNumber(249_504)),
            ], why: "Discogs"),
        Answer(
            path: "/database/search-empty", results: ["title": "/results/0/title", "year": "/results/0/year"],
            fields: ["found": .boolean(false), "service": .text("the-service")],
            why: "Discogs, a code that it does not know"),
        Answer(
            path: "/api/books?bibkeys=ISBN:9780306406157",
            results: [
                "title": "/ISBN:9780306406157/title", "author": "/ISBN:9780306406157/authors/0/name",
                "pages": "/ISBN:9780306406157/number_of_pages",
            ],
            fields: [
                "found": .boolean(true), "service": .text("the-service"), "title": .text("Small Facts About Bees"),
                "author": .text("B. Eekeeper"),
                "pages": .number(DecimalNumber(320)),
            ], why: "Open Library"),
        Answer(
            path: "/api/v2/product/5901234123457.json",
            results: [
                "name": "/product/product_name", "energy": "/product/nutriments/energy_100g",
                "salt": "/product/nutriments/salt_100g", "bare": "/product/no_nutrition_data",
                "nutriments": "/product/nutriments",
            ],
            fields: [
                "found": .boolean(true), "service": .text("the-service"), "name": .text("Miód wielokwiatowy 🍯"),
                "energy": .number(DecimalNumber(12_895, decimals: 1) ?? DecimalNumber(0)),
                "salt": .number(DecimalNumber(1, decimals: 7) ?? DecimalNumber(0)), "bare": .boolean(false),
            ], why: "Open Food Facts"),
        Answer(
            path: "/api/v2/product/0000000000000.json", results: ["name": "/product/product_name"],
            fields: ["found": .boolean(false), "service": .text("the-service")],
            why: "Open Food Facts, a code that it does not know"),
        Answer(
            path: "/v1/get?isbn=9784000000000", results: ["title": "/0/summary/title"],
            fields: ["found": .boolean(false), "service": .text("the-service")],
            why: "openBD, an ISBN that it does not know"),
        Answer(
            path: "/v1/get-known?isbn=9784000000006",
            results: ["title": "/0/summary/title", "author": "/0/summary/author", "year": "/0/summary/pubdate"],
            fields: [
                "found": .boolean(true), "service": .text("the-service"), "title": .text("みつばちの本"),
                "author": .text("例 太郎／著"), "year": .text("2019-04"),
            ], why: "openBD"),
        Answer(
            path: "/books/v1/volumes-known?q=isbn:9780306406157",
            results: ["title": "/items/0/volumeInfo/title", "authors": "/items/0/volumeInfo/authors"],
            fields: [
                "found": .boolean(true), "service": .text("the-service"), "title": .text("Small Facts About Bees"),
                "authors": .list(["B. Eekeeper", "A. Nother"]),
            ], why: "Google Books"),
        Answer(
            path: "/books/v1/volumes?q=isbn:1", results: ["title": "/items/0/volumeInfo/title"],
            fields: ["found": .boolean(false), "service": .text("the-service")],
            why: "Google Books, an ISBN that it does not know"),
        Answer(
            path: "/ws/2/release/?query=barcode:077774644129&fmt=json",
            results: [
                "title": "/releases/0/title", "artist": "/releases/0/artist-credit/0/name",
                "format": "/releases/0/media/0/format",
            ],
            fields: [
                "found": .boolean(true), "service": .text("the-service"), "title": .text("Ten Small Songs"),
                "artist": .text("Kate Example"), "format": .text("CD"),
            ], why: "MusicBrainz"),
        Answer(
            path: "/types",
            results: [
                "long": "/long", "none": "/none", "object": "/object", "mixed": "/mixed", "empty": "/empty",
                "numbers": "/numbers", "true": "/true", "text": "/text",
            ],
            fields: [
                "found": .boolean(true), "service": .text("the-service"), "long": .text("1234567890123456789"),
                "mixed": .list(["a", .number(DecimalNumber(1))]),
                "numbers": .list([.number(DecimalNumber(1)), .number(DecimalNumber(2))]), "true": .boolean(true),
                "text": .text(""),
            ], why: "each type"),
        Answer(
            path: "/text?body=%7B%22n%22:18446744073709551615,%22t%22:%22x%22,%22m%22:12%7D",
            results: ["t": "/t", "m": "/m", "n": "/n"],
            fields: [
                "found": .boolean(true), "service": .text("the-service"), "t": .text("x"),
                "m": .number(DecimalNumber(12)), "n": .text("1.8446744073709552e+19"),
            ], why: "a number beyond 64 bits beside what is asked for"),
        Answer(
            path: "/short", results: ["a": "/a"],
            fields: ["found": .boolean(true), "service": .text("the-service"), "a": .number(DecimalNumber(1))],
            why: "longer than it says"),
        Answer(
            path: "/long?bytes=2000&packed=1", results: ["a": ""],
            fields: [
                "found": .boolean(true), "service": .text("the-service"),
                "a": .text(String(repeating: "a", count: 1998)),
            ], why: "packed with gzip"),
        Answer(
            path: "/types", results: [:], fields: ["found": .boolean(true), "service": .text("the-service")],
            why: "without results, the 200 counts"),
        Answer(
            path: "/status/404", results: ["a": ""],
            fields: ["found": .boolean(false), "service": .text("the-service")], why: "404"),
        Answer(
            path: "/status/204", results: ["a": ""],
            fields: ["found": .boolean(false), "service": .text("the-service")], why: "204"),
        Answer(
            path: "/bytes?hex=efbbbf2261220a", results: ["a": ""],
            fields: ["found": .boolean(true), "service": .text("the-service"), "a": .text("a")],
            why: "a byte order mark"),
        Answer(
            path: "/text?body=%7B%22a%22:1,%22a%22:2%7D", results: ["a": "/a"],
            fields: ["found": .boolean(true), "service": .text("the-service"), "a": .number(DecimalNumber(2))],
            why: "a name that is there twice"),
        Answer(
            path: "/redirect/3", results: ["path": "/path"],
            fields: ["found": .boolean(true), "service": .text("the-service"), "path": .text("/request")],
            why: "three redirects"),
        Answer(
            path: "/redirect/1?status=307", results: ["path": "/path"],
            fields: ["found": .boolean(true), "service": .text("the-service"), "path": .text("/request")],
            why: "307, as GS1's resolvers answer"),
        Answer(
            path: "/deep?depth=2000", results: ["a": "/0/0/0/0/1"],
            fields: ["found": .boolean(false), "service": .text("the-service")],
            why: "two thousand lists in each other"),
        Answer(
            path: "/long?bytes=2097152", results: ["a": "/a"],
            fields: ["found": .boolean(false), "service": .text("the-service")],
            why: "as long as the limit"),
    ]

    @Test(arguments: answers)
    func takes(_ answer: Answer) async throws {
        let action = Action.lookup(try LookupServer.url(answer.path), results: answer.results)
        let result = try await LookupPlugin.patient().perform(action)
        #expect(result.fields == answer.fields.map { Action.Argument(name: $0.key, value: $0.value) })
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let path: String
        let message: String
        var testDescription: String { path }

        init(_ path: String, _ message: String) {
            self.path = path
            self.message = message
        }
    }

    static let refusals = [
        Refusal("/status/500", "it has an internal error (status 500)"),
        Refusal(
            "/status/503?retry=7000", "it has an internal error (status 503); it allows the next request in 7000 s"),
        Refusal(
            "/status/429?retry=3000", "it got too many requests (status 429); it allows the next request in 3000 s"),
        Refusal("/status/429", "it got too many requests (status 429)"),
        Refusal(
            "/status/403",
            "it refuses to answer (status 403); check whether it needs a key, and whether the key is right"),
        Refusal("/status/304", "it answers with status 304"),
        Refusal("/text?body=%3Chtml%3E", "its answer is not JSON: line 1, column 1: invalid token near '<'"),
        Refusal("/bytes?hex=22ff22", "its answer is not JSON: line 1, column 2: unable to decode byte 0xff"),
        Refusal("/text?body=1%202", "its answer is not JSON: line 1, column 3: end of file expected near '2'"),
        Refusal("/broken", "its answer broke off"),
        Refusal("/broken-chunk", "its answer broke off"),
        Refusal("/hang-up", "its answer broke off"),
        Refusal("/bad-gzip", "its answer broke off"),
        Refusal("/torn-gzip", "its answer broke off"),
        Refusal("/long?bytes=2097153", "its answer is longer than the limit of 2097152 bytes"),
        Refusal("/long?bytes=20000000&packed", "its answer is longer than the limit of 2097152 bytes"),
        Refusal("/headers", "the request failed: the headers of the answer are longer than 256 KiB"),
    ]

    @Test(arguments: refusals)
    func says(_ refusal: Refusal) async throws {
        let url = try LookupServer.url(refusal.path)
        let error = await failure { try await LookupPlugin.patient().perform(.lookup(url, results: ["a": "/a"])) }
        #expect(error.map { "\($0)" } == "the-service: \(refusal.message)")
    }

    @Test("a date in Retry-After is given in seconds")
    func understandsDates() async throws {
        let url = try LookupServer.url("/status/429?retry=date")
        let error = await failure { try await LookupPlugin.patient().perform(.lookup(url)) } as? LookupError
        guard case .status(429, let seconds?)? = error?.reason else { throw Failure("\(String(describing: error))") }
        // The clock in seconds, which is curl's, turns a moment later than the server's.
        #expect((2000...3001).contains(seconds))
    }

    @Test("an answer that is not HTTP is refused")
    func refusesOtherProtocols() async throws {
        let url = try LookupServer.url("/nonsense")
        let error = await failure { try await LookupPlugin.patient().perform(.lookup(url)) } as? LookupError
        guard case .http? = error?.reason else { throw Failure("\(String(describing: error))") }
    }

    @Test(
        "what cannot be asked for is not asked for",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/", "javascript:1", "gopher://127.0.0.1/", "127.0.0.1", "", "http://",
            "http://user:password@127.0.0.1/", "http://127.0.0.1/\u{202E}", "http://127.0.0.1/\r\nA: b",
            "dict://127.0.0.1/",
        ])
    func refusesURLs(_ url: String) async {
        let error = await failure { try await LookupPlugin.patient().perform(.lookup(url)) } as? LookupError
        guard case .badURL? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("password") == false)
    }

    @Test("a server that does not answer is unreachable, and the message has no URL")
    func saysWhoIsAway() async {
        // The port of the discard protocol, on which no server listens.
        let error = await failure {
            try await LookupPlugin.patient().perform(.lookup("http://127.0.0.1:9/?key=secret"))
        }
        #expect(error.map { "\($0)" } == "the-service: its host refused the connection")
        let unknown = await failure {
            try await LookupPlugin.patient().perform(.lookup("http://a.invalid/?key=secret"))
        }
        #expect(unknown.map { "\($0)" }?.hasPrefix("the-service: its host is unknown") == true)
    }

    @Test("without libcurl the message says what to do")
    func saysWhatIsMissing() {
        let error = LookupError(service: "discogs", reason: .http(.noLibrary("libcurl.so.4: no such file")))
        #expect(error.description.hasPrefix("discogs: libcurl cannot be loaded (libcurl.so.4: no such file); install"))
    }

    @Test("an action without a URL says that nothing describes its service")
    func needsAService() async {
        let action = Action(
            name: "lookup", rule: "r", arguments: [.init(name: "service", value: .text("discogs"))])
        let error = await failure { try await LookupPlugin.patient().perform(action) }
        #expect(error.map { "\($0)" } == "discogs: the rule files have no service with this name")
    }

    @Test(
        "results that cannot be used are told of before anything is asked",
        arguments: [("found", ""), ("a", "title"), ("a", "/a~2"), ("a", "/a~")])
    func refusesResults(_ name: String, _ pointer: String) async throws {
        let mark = "results-\(name)-\(pointer.utf8.count)"
        let url = try LookupServer.url("/types?mark=\(mark)")
        let error =
            await failure { try await LookupPlugin.patient().perform(.lookup(url, results: [name: pointer])) }
            as? LookupError
        guard case .unusableResult(name, _)? = error?.reason else { throw Failure("\(String(describing: error))") }
        #expect(try await !LookupServer.hasSeen(mark))
    }
}
