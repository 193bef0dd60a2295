import Beeline
import BeelineSupport
import Testing

/// Every file that results from a small change of the bundled ones: never a crash, and never a refusal without a place.
@Suite("Bundled rules with small changes")
struct BrokenRuleFilesTests {
    /// Loads a file, tries it on a few codes, and says whether it was accepted.
    private func load(_ name: String, _ bytes: [UInt8]) -> Bool {
        do throws(RuleSetError) {
            let resolver = try Resolver(rules: RuleSources([RuleFile(name: name, bytes: bytes)]))
            for symbol in Self.symbols { _ = resolver.resolve(symbol) }
            return true
        } catch {
            let errors = error.issues.filter { $0.severity == .error }
            #expect(!errors.isEmpty)
            #expect(
                error.issues.allSatisfy { $0.position != nil && !$0.message.isEmpty && !$0.description.isEmpty },
                "\(String(decoding: bytes, as: UTF8.self))")
            return false
        }
    }

    private static let symbols = [
        Symbol(.ean13, "9784873119045"), Symbol(.upcA, "036000291452"), Symbol(.qr, "https://example.com/?a=b"),
        Symbol(.qr, "text"), Symbol(.qr, bytes: [0xFF]),
    ]

    /// Each load takes milliseconds, so of the places in a file only so many are tried.
    private static let places = 100

    /// Changes of one byte, one at each place.
    @Test("a byte left out, doubled, or changed", arguments: RuleSources.bundled.files.map(\.name))
    func bytes(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let bytes = try text(of: withoutTests(file))
        var accepted = 0
        var count = 0
        for index in stride(from: 0, to: bytes.count, by: max(bytes.count / Self.places, 1)) {
            var variant = bytes
            switch count % 4 {
            case 0: variant.remove(at: index)
            case 1: variant.insert(bytes[index], at: index)
            case 2: variant[index] = UInt8(truncatingIfNeeded: index &* 37)
            default: variant[index] ^= 1 << UInt8(index % 8)
            }
            count += 1
            if load(file.name, variant) { accepted += 1 }
        }
        // Words of titles and notes may change; most changes break something.
        #expect(accepted > 0)
        #expect(accepted < count * 3 / 4)
    }

    @Test("cut at every third byte, long files at a thousand", arguments: RuleSources.bundled.files.map(\.name))
    func cut(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let bytes = try text(of: withoutTests(file))
        let end = (bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0)
        let step = max(3, end / 1000 | 1)
        for length in stride(from: end % step, through: end, by: step) {
            #expect(!load(file.name, Array(bytes[..<length])))
        }
    }

    @Test("each value replaced by one of every other type", arguments: RuleSources.bundled.files.map(\.name))
    func values(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let whole = try withoutTests(file)
        let others: [JSONValue] = [
            .null, .boolean(true), .integer(-1), .real(0.5), .string(""), .string("{"), .array([]), .array([.null]),
            .object([]), .object([.init(name: "", value: .null)]),
        ]
        let all = others.flatMap { variants(of: whole, with: $0) }
        try #require(all.count > Self.places)
        var accepted = 0
        // A step that is not a multiple of the size of any part of the file, so that every kind of value is reached.
        let tried = stride(from: 0, to: all.count, by: all.count / Self.places | 1).map { all[$0] }
        for variant in tried where load(file.name, text(of: variant)) { accepted += 1 }
        #expect(accepted < tried.count / 2)
    }

    /// Loading a file does not read its tests and the examples of its kinds, so no change of them breaks anything.
    private func withoutTests(_ file: RuleFile) throws -> JSONValue { without(try JSONValue(parsing: file.bytes)) }

    private func without(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.filter { !["tests", "examples"].contains($0.name) }.map { member in
                    JSONValue.Member(
                        name: member.name, value: member.name == "kinds" ? without(member.value) : member.value)
                })
        case .array(let elements): .array(elements.map(without))
        default: value
        }
    }

    /// All values in which one part of `value` is `other`.
    private func variants(of value: JSONValue, with other: JSONValue) -> [JSONValue] {
        var result = [other]
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                for variant in variants(of: element, with: other) {
                    var changed = elements
                    changed[index] = variant
                    result.append(.array(changed))
                }
            }
        case .object(let members):
            for (index, member) in members.enumerated() {
                for variant in variants(of: member.value, with: other) {
                    var changed = members
                    changed[index] = .init(name: member.name, value: variant)
                    result.append(.object(changed))
                }
            }
        default: break
        }
        return result
    }

    private func text(of value: JSONValue) -> [UInt8] {
        var json = JSONWriter()
        write(value, to: &json)
        return json.bytes
    }

    private func write(_ value: JSONValue, to json: inout JSONWriter) {
        switch value {
        case .null: json.null()
        case .boolean(let truth): json.value(truth)
        case .integer(let number): json.value(number)
        case .real(let number): json.value(json: "\(number)".utf8)
        case .string(let text): json.value(text)
        case .array(let elements): json.array { json in for element in elements { write(element, to: &json) } }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.name(member.name)
                    write(member.value, to: &json)
                }
            }
        }
    }
}
