import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Testing

extension ActionSignature {
    /// Stand-ins for plugins. The rules know only this of plugins.
    static let openURL = ActionSignature(
        name: "open-url", summary: "", parameters: [.init("url", .url, summary: "")], effects: [.network])
    static let emit = ActionSignature(
        name: "emit", summary: "", parameters: [.init("fields", .fields, summary: "")], effects: [])
    static let say = ActionSignature(
        name: "say", summary: "",
        parameters: [.init("text", .text, summary: ""), .init("title", .text, isRequired: false, summary: "")],
        effects: [.local])

    static let all = [openURL, emit, say]
}

/// Rules from the text of one file.
func ruleSet(_ json: String, constants: ConstantSettings = .init()) throws(RuleSetError) -> RuleSet {
    try RuleSet(files: [RuleFile(name: "f", text: json)], actions: ActionSignature.all, constants: constants)
}

/// One rule `r` that takes what `when` says, and does what `actions` say; both JSON.
func oneRule(when: String = "{}", do actions: String = "[]", constants: String = "{}") -> String {
    #"{"version":1,"constants":\#(constants),"rules":[{"id":"r","when":\#(when),"do":\#(actions)}]}"#
}

/// The errors of a file, as `line:column message`; empty when it is right.
func errors(_ json: String, constants: ConstantSettings = .init()) -> [RuleIssue] {
    do throws(RuleSetError) {
        _ = try ruleSet(json, constants: constants)
        return []
    } catch {
        return error.issues.filter { $0.severity == .error }
    }
}

func reading(_ text: String, _ symbology: Symbology = .unknown, addOn: String? = nil) -> Reading {
    ContentParser.reading(of: Symbol(symbology, text, addOn: addOn))
}

extension RuleSet {
    /// What should be done about a code that is scanned on 2026-11-21, at noon.
    func resolve(_ reading: Reading) -> Resolution { resolve(reading, scan: .noon) }
}

extension Scan {
    static let noon = Scan("2026-11-21T12:00") ?? Scan(date: CalendarDate(year: 2026, dayOfYear: 325))
}

/// The day on which tests scan.
let scanDate = CalendarDate(year: 2026, dayOfYear: 325)

extension ContentParser {
    static func reading(of symbol: Symbol) -> Reading { ContentParser().reading(of: symbol, on: scanDate) }

    static func readings(of symbols: [Symbol]) -> [Reading] { ContentParser().readings(of: symbols, on: scanDate) }
}

extension ActionSignature {
    /// Stand-ins for the plugins that ask services and keep what was scanned.
    static let lookup = ActionSignature(
        name: "lookup", summary: "",
        parameters: [
            .init("service", .service, summary: ""), .init("with", .serviceValues, isRequired: false, summary: ""),
        ], results: .ofService, effects: [.network])
    static let record = ActionSignature(
        name: "record", summary: "", parameters: [.init("fields", .fields, summary: "")], effects: [.local])
}

/// The tests of a file that lies nowhere; others that it includes are by name.
func suite(_ json: String, including others: [String: String] = [:]) -> RuleTestSuite {
    RuleTestSuite(
        file: RuleFile(name: "f", text: json), actions: ActionSignature.all + [.lookup, .record],
        reader: RuleFileReader { name, _ throws(RuleFileProblem) in
            guard let text = others[name] else { throw RuleFileProblem("no such file") }
            return RuleFile(name: name, text: text)
        })
}

/// A file with one test, whose rules are those of `rules`.
func suite(rules: String, test: String) -> RuleTestSuite {
    suite(#"{"version":1,\#(rules),"tests":[\#(test)]}"#)
}

extension RuleTestSuite {
    /// `line:column message` of each error.
    var messages: [String] {
        (fileErrors + issues).map { "\($0.position.map(\.description) ?? "?") \($0.message)" }
    }
}

/// A rule set from a file, with all stand-ins for plugins; files that it includes are by name.
func language(
    _ json: String, including others: [String: String] = [:], constants: ConstantSettings = .init(),
    catalogs: [Catalog] = []
) throws(RuleSetError) -> RuleSet {
    try language(files: [RuleFile(name: "f", text: json)], including: others, constants: constants, catalogs: catalogs)
}

func language(
    files: [RuleFile], including others: [String: String] = [:], constants: ConstantSettings = .init(),
    catalogs: [Catalog] = []
) throws(RuleSetError) -> RuleSet {
    try RuleSet(
        files: files, actions: ActionSignature.all + [.lookup, .record], constants: constants, catalogs: catalogs,
        reader: RuleFileReader { name, _ throws(RuleFileProblem) in
            guard let text = others[name] else { throw RuleFileProblem("no such file") }
            return RuleFile(name: name, text: text)
        })
}

/// The errors of a file, each without its place.
func mistakes(
    _ json: String, including others: [String: String] = [:], constants: ConstantSettings = .init(),
    catalogs: [Catalog] = []
) -> [String] {
    do throws(RuleSetError) {
        _ = try language(json, including: others, constants: constants, catalogs: catalogs)
        return []
    } catch {
        return error.issues.filter { $0.severity == .error }.map(\.message)
    }
}

/// A file with these rules, and other members at its top.
func file(_ top: String = "", rules: String...) -> String {
    #"{"version":1\#(top.isEmpty ? "" : ","+top),"rules":[\#(rules.joined(separator: ","))]}"#
}

/// A rule; all JSON.
func rule(_ id: String, _ when: String = "{}", do actions: String = "[]", more: String = "") -> String {
    #"{"id":"\#(id)","when":\#(when),"do":\#(actions)\#(more.isEmpty ? "" : ","+more)}"#
}

/// An action that says a text.
func say(_ text: String, more: String = "") -> String {
    #"[{"action":"say","text":"\#(text)"\#(more.isEmpty ? "" : ","+more)}]"#
}

/// A condition, a code, and whether it is true.
struct Holding: Sendable, CustomTestStringConvertible {
    let when: String
    let reading: Reading
    let scan: Scan
    let holds: Bool
    var testDescription: String { "\(when) \(reading.symbol.text ?? "bytes") \(holds)" }

    init(_ when: String, _ reading: Reading, _ holds: Bool, scan: Scan = .noon) {
        (self.when, self.reading, self.holds, self.scan) = (when, reading, holds, scan)
    }

    /// What the rule that has the condition says of the code: alone, among many others, and when it is explained.
    func answers(constants: String = "{}", catalogs: [Catalog] = []) throws -> [Bool] {
        let alone = try language(oneRule(when: when, constants: constants), catalogs: catalogs)
        let others = (0..<20).map { rule("o\($0)", #"{"text":"no code says \#($0)"}"#) }
        let crowd = try language(
            #"{"version":1,"constants":\#(constants),"rules":[\#((others + [rule("r", when)]).joined(separator: ","))]}"#,
            catalogs: catalogs)
        return [
            alone.resolve(reading, scan: scan).rule?.id == "r", crowd.resolve(reading, scan: scan).rule?.id == "r",
            alone.explain(reading, scan: scan).rules.contains { if case .took = $0.state { true } else { false } },
        ]
    }
}

/// A condition that is refused, and a part of the one message that says why.
struct Refusal: Sendable, CustomTestStringConvertible {
    let json: String
    let message: String
    var testDescription: String { json }

    init(_ json: String, _ message: String) { (self.json, self.message) = (json, message) }
}

/// Codes of many kinds, by what tests need of them.
enum Codes {
    static let book = reading("9780306406157", .ean13, addOn: "52495")
    static let plainBook = reading("9784873119045", .ean13)
    static let product = reading("4902370548495", .ean13)
    static let link = reading("https://www.example.com:8443/a/b.pdf?id=7&utm-source=x&id=8", .qr)
    static let row = reading("1920241008209", .ean13)
    static let text = reading("hello, World", .qr)
    static let mail = reading("mailto:a@example.org,b@example.com", .qr)
    static let json = reading(
        #"{"n":5,"f":24.950,"s":"five","t":true,"z":null,"e":"","l":["x","yy"],"o":{"k":"v"},"d":"2026-01-31","m":[7,true,"x",1.50]}"#,
        .qr)
    static let bytes = ContentParser.reading(of: Symbol(.qr, bytes: [0xFF, 0x00]))

    /// A GS1 code that expires on a day such as `261231`.
    static func expiring(_ day: String) -> Reading { reading("(01)09521234543213(17)\(day)(10)A1", .unknown) }

    static func host(_ host: String) -> Reading { reading("https://\(host)/", .qr) }
}
