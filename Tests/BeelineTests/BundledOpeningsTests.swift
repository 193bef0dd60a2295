import Beeline
import BeelineActions
import BeelineContent
import BeelinePlugins
import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Testing

@Suite("The bundled files that are read for a text")
struct BundledOpeningsTests {
    private static let resolver = Result { try Resolver(rules: .bundled) }

    @Test(
        "are none that says nothing of it",
        arguments: ["some text", "Hello, World", "TICKET-117", "注文 1234", "a\tb\nc", ""])
    func leavesOut(_ text: String) throws {
        let few = RuleSources.bundled(for: [.text(text)])
        #expect(few.files.map(\.name) == ["bundled:text"])
        // A link in a text is judged by what all files trust.
        #expect(try Resolver(rules: few).rules.trustedHosts == Self.resolver.get().rules.trustedHosts)
    }

    /// The examples of their kinds, and what is nearly one.
    @Test("have each kind that it is or nearly is of", arguments: RuleSources.bundled.files.map(\.name))
    func examples(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let kinds = try FileKind.all(of: file, actions: PluginRegistry.standard.signatures, reader: .none)
        for example in kinds.flatMap(\.examples) {
            guard let text = example.text else { continue }
            for variation in Self.variations(of: text) { try check(Symbol(example.symbology, variation)) }
        }
    }

    @Test("have each kind that a text at random is or nearly is of")
    func randomTexts() throws {
        var random = Random()
        let alphabets = ["0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "09AZaz .,:;/-+@$%*'()é日"]
            .map(Array.init)
        for _ in 0..<3000 {
            let alphabet = alphabets[random.below(alphabets.count)]
            let text = String((0..<random.below(60)).map { _ in alphabet[random.below(alphabet.count)] })
            try check(Symbol(.code128, text))
        }
    }

    private static func variations(of text: String) -> [String] {
        let first = text.first.map(String.init) ?? ""
        return [
            text, text.lowercased(), String(text.dropLast()), String(text.dropFirst()), text + "0", first + text,
            text.map(String.init).joined(separator: " "), text.replacing("1", with: "2"),
        ]
    }

    /// Compares the kinds that all files find in a code with those of the files that are read for it.
    private func check(_ symbol: Symbol) throws {
        let all = try Self.resolver.get()
        let resolution = all.resolve(symbol)
        var kinds = resolution.classification == nil ? [] : [resolution.kindName]
        for warning in resolution.reading.warnings {
            switch warning {
            case .notOfKind(let kind, _), .wrongCheck(let kind, _, _): kinds.append(kind)
            default: break
            }
        }
        let read = RuleSources.bundled(for: [resolution.content]).files.map(\.name)
        for kind in all.rules.kinds.own where kinds.contains(kind.name) {
            #expect(read.contains(kind.file), "\(kind.name): \(symbol.text ?? "")")
        }
    }

    /// The same numbers in each run (SplitMix64).
    struct Random {
        private var state: UInt64 = 20

        mutating func below(_ bound: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((word ^ (word >> 31)) % UInt64(bound))
        }
    }
}
