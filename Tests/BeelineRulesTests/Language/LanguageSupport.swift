import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Testing

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

/// A file with these rules, and whatever else stands at its top.
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

/// A condition, a code, and whether it holds.
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
