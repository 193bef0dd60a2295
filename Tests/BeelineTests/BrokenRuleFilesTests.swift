import Beeline
import BeelineJSON
import Testing

/// Every file that comes of the bundled ones by a small change: never a crash, and never a refusal without a place.
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

    /// Changes of one byte; a different one at each place, for the whole set of 256 would take long.
    @Test("a byte left out, doubled, or changed", arguments: RuleSources.bundled.files.map(\.name))
    func bytes(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let bytes = file.bytes
        var accepted = 0
        for index in bytes.indices {
            var variants = [bytes, bytes, bytes, bytes]
            variants[0].remove(at: index)
            variants[1].insert(bytes[index], at: index)
            variants[2][index] = UInt8(truncatingIfNeeded: index &* 37)
            variants[3][index] ^= 1 << UInt8(index % 8)
            for variant in variants where load(file.name, variant) { accepted += 1 }
        }
        // Blanks may come and go, and words of notes change; most changes break something.
        #expect(accepted > 0)
        #expect(accepted < 3 * bytes.count)
    }

    @Test("cut at every byte", arguments: RuleSources.bundled.files.map(\.name))
    func cut(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let end = (file.bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0)
        for length in 0...end { #expect(!load(file.name, Array(file.bytes[..<length]))) }
    }

    @Test("each value replaced by one of every other type", arguments: RuleSources.bundled.files.map(\.name))
    func values(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let whole = try JSONValue(parsing: file.bytes)
        let others: [JSONValue] = [
            .null, .boolean(true), .integer(-1), .real(0.5), .string(""), .string("{"), .array([]), .array([.null]),
            .object([]), .object([.init(name: "", value: .null)]),
        ]
        var accepted = 0
        var count = 0
        for other in others {
            for variant in variants(of: whole, with: other) {
                count += 1
                if load(file.name, text(of: variant)) { accepted += 1 }
            }
        }
        #expect(count > 100)
        #expect(accepted < count / 2)
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
