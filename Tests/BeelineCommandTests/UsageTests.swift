import TestPrograms
import Testing

@Suite("Wrong usage")
struct UsageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let line: [String]
        let message: String

        init(_ line: String, _ message: String) {
            self.line = line.split(separator: " ").map(String.init)
            self.message = message
        }

        var testDescription: String { "beeline " + line.joined(separator: " ") }
    }

    static let cases = [
        Case("", "a command is missing"),
        Case("scna x.jpg", "'scna' is no command (did you mean 'scan'?)"),
        Case("Package.swift", "'Package.swift' is no command; to scan the file: beeline scan Package.swift"),
        Case("9784873119045", "'9784873119045' is no command; for a code: beeline resolve 9784873119045"),
        Case("--format json scan x", "'--format' goes behind a command: beeline COMMAND --format"),
        Case("rules", "'rules' needs a second word: rules check, rules test"),
        Case("rules chekc", "'rules chekc' is no command (did you mean 'rules check'?)"),
        Case("help scna", "'scna' is no command (did you mean 'scan'?)"),
        Case("scan", "nothing to do: beeline scan FILE…"),
        Case("resolve", "nothing to do: beeline resolve CODE…"),
        Case("explain", "nothing to do: beeline explain CODE…"),
        Case("explain --run 1", "'beeline explain' has no option '--run'"),
        Case("explain --format csv 1", "'--format' cannot be 'csv'; it is one of text, json"),
        Case("scan --recusive x", "'beeline scan' has no option '--recusive' (did you mean '--recursive'?)"),
        Case("scan -x x", "'beeline scan' has no option '-x'"),
        Case("scan --input lines x", "'beeline scan' has no option '--input'"),
        Case("resolve --format jsno 1", "'--format' cannot be 'jsno' (did you mean 'json'?)"),
        Case("resolve --format xml 1", "'--format' cannot be 'xml'; it is one of text, json, csv"),
        Case("resolve --format= 1", "'--format' cannot be ''; it is one of text, json, csv"),
        Case("resolve --input tvs -", "'--input' cannot be 'tvs' (did you mean 'tsv'?)"),
        Case("resolve 1 --format", "'--format' needs a value: --format text|json|csv"),
        Case("resolve --format json --format csv 1", "'--format' is given twice"),
        Case("resolve --run=yes 1", "'--run' takes no value"),
        Case("resolve --set amazon 1", "'--set amazon' is not of the form NAME=VALUE"),
        Case("resolve --set =x 1", "'--set =x' is not of the form NAME=VALUE"),
        Case("resolve --allow open-url 1", "'--allow' needs --run: without it nothing is performed"),
        Case("resolve --deny network 1", "'--deny' needs --run"),
        Case(
            "resolve --run --allow open-ulr 1",
            "'--allow open-ulr': no action or effect has that name (did you mean 'open-url'?)"),
        Case("resolve --run --ask everything 1", "'--ask everything': no action or effect has that name; there are "),
        Case("resolve - -", "standard input can be read only once"),
        Case("scan - --files0-from -", "standard input can be read only once"),
        Case("completion", "nothing to do: beeline completion bash|zsh|fish"),
        Case("completion tcsh", "no completion for 'tcsh'; there are bash, zsh, fish"),
        Case("completion bash zsh", "'zsh' is one too many: beeline completion bash|zsh|fish"),
        Case("rules check --rules x", "'beeline rules check' has no option '--rules'"),
        Case("resolve --set amazno=x 1", "no rule file has a constant 'amazno' (did you mean 'amazon'?)"),
    ]

    @Test("it is told with the nearest right word, and nothing is done", arguments: cases)
    func isTold(_ case: Case) async throws {
        let result = try await beeline(`case`.line)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(`case`.message), "\(result.errors)")
    }

    @Test("what begins with a dash is a code or a file behind --")
    func endsOptions() async throws {
        let result = try await beeline("resolve", "--format", "csv", "--", "-9", "--help")
        #expect(result.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["-9", "--help"])
    }

    @Test("options may stand anywhere, and have their value behind = or a blank")
    func takesOptionsAnywhere() async throws {
        let one = try await beeline("resolve", "9784873119045", "--format=json", "--set=amazon=a.example")
        let other = try await beeline("resolve", "--set", "amazon=a.example", "--format", "json", "9784873119045")
        #expect(one.status == 0)
        #expect(one.output == other.output)
        #expect(one.output.contains("https://a.example/dp/4873119049"))
    }
}
