import TestPrograms
import Testing

@Suite("Which rules are tried, and with which constants")
struct RuleOptionsTests {
    private static let book = "9784873119045"

    /// A rule file that takes every book, to a host of its own.
    private static func rules(_ id: String, host: String) -> String {
        """
        { "version": 1, "constants": { "shop": "\(host)" },
          "rules": [{ "id": "\(id)", "when": { "kind": "isbn" },
                      "do": [{ "action": "open-url", "url": "https://{const.shop}/{isbn13}" }] }] }
        """
    }

    /// The columns `rule` and `url` of the first code.
    private func answer(
        _ options: [String], _ environment: [String: String] = [:]
    ) async throws -> (rule: String, url: String) {
        let result = try await beeline(
            ["resolve", Self.book] + CSVTests.chosen + options, environment: environment)
        try #require(result.lines.count == 2, "\(result.errors)")
        let cells = result.lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return (cells[6], cells[8])
    }

    @Test("files given first come first, then the configuration folder by name, then the bundled rules")
    func order() async throws {
        let folder = try TemporaryFolder()
        let one = try folder.write("one.json", Self.rules("one", host: "one.example"))
        let two = try folder.write("two.json", Self.rules("two", host: "two.example"))
        try folder.write("config/beeline/rules/20.json", Self.rules("twenty", host: "twenty.example"))
        try folder.write("config/beeline/rules/10.json", Self.rules("ten", host: "ten.example"))
        try folder.write("config/beeline/rules/05.json.bak", "not rules")
        try folder.write("config/beeline/rules/.00.json", "not rules")
        let configured = ["XDG_CONFIG_HOME": folder.path("config")]

        #expect(try await answer([]).rule == "book.amazon")
        #expect(try await answer([], configured).rule == "ten")
        #expect(try await answer(["--rules", one, "--rules", two], configured).rule == "one")
        #expect(try await answer(["--rules", two, "--rules", one], configured).rule == "two")
        #expect(try await answer(["--no-defaults"], configured).rule == "")
        #expect(try await answer(["--no-defaults", "--rules", two], configured).rule == "two")
    }

    @Test("without XDG_CONFIG_HOME, or with one that is not absolute, it is .config at home")
    func home() async throws {
        let folder = try TemporaryFolder()
        try folder.write(".config/beeline/rules/a.json", Self.rules("mine", host: "mine.example"))
        for home in ["", "relative"] {
            let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": home]
            #expect(try await answer([], environment).rule == "mine")
        }
    }

    @Test("a constant comes from --set, then the environment, then the first file that has it")
    func constants() async throws {
        let folder = try TemporaryFolder()
        let one = try folder.write("one.json", Self.rules("one", host: "first.example"))
        let two = try folder.write("two.json", Self.rules("two", host: "second.example"))
        let files = ["--rules", one, "--rules", two]
        let environment = ["BEELINE_SET_SHOP": "environment.example"]
        #expect(try await answer(files).url == "https://first.example/\(Self.book)")
        #expect(try await answer(files, environment).url == "https://environment.example/\(Self.book)")
        #expect(
            try await answer(files + ["--set", "shop=set.example"], environment).url
                == "https://set.example/\(Self.book)")
        #expect(
            try await answer(files + ["--set", "shop=a.example", "--set", "shop=b.example"]).url
                == "https://b.example/\(Self.book)")
    }

    @Test("BEELINE_SET_AMAZON sends books to another country")
    func amazon() async throws {
        let environment = ["BEELINE_SET_AMAZON": "www.amazon.co.jp", "BEELINE_SET_NO_SUCH": "x", "BEELINE_SET_": "y"]
        #expect(try await answer([], environment).url == "https://www.amazon.co.jp/dp/4873119049")
    }

    @Test(
        "a number alone is answered as in a stream, for which all rules are read",
        arguments: [
            "9784873119045", "9791034300013", "4873119049", "9770024931000", "9790060115615", "1920241008209",
            "4902370548495", "0036000291452", "2000000000008", "96385074", "4912098750541", "9784873119046", "7", "",
        ])
    func number(_ number: String) async throws {
        for format in ["text", "json"] {
            let alone = try await beeline("resolve", "--format", format, "--at", "2026-01-31", number)
            let among = try await beeline(
                "resolve", "--format", format, "--at", "2026-01-31", "-", input: number + "\n")
            #expect(alone.output == among.output)
            #expect(alone.status == among.status)
        }
        let setting = try await beeline("resolve", "--set", "products=none", number)
        #expect(setting.errors.isEmpty, "the constant of another family")
    }

    static let badHosts = ["", "a b", "a/b", "user@host", "a.example:99999", "a\nb", "..", "[::1", "a%2Fb", "{isbn13}"]

    @Test("a constant that is not a host is refused where a host is required", arguments: badHosts)
    func badHost(_ host: String) async throws {
        let result = try await beeline("resolve", "--set", "amazon=\(host)", Self.book)
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("amazon"))
    }

    @Test("a configuration folder with errors stops the command before it reads any code")
    func badConfiguration() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("beeline/rules/a.json", "{ \"version\": 1, \"rulez\": [] }")
        for words in [["resolve", Self.book], ["scan", "Examples/book.jpg"]] {
            let result = try await beeline(words, environment: ["XDG_CONFIG_HOME": folder.path])
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("\(path):1:17: error: "), "\(result.errors)")
            #expect(result.errors.contains("(did you mean 'rules'?)"))
        }
    }
}
