import BeelineContent
import BeelineSymbols
import Testing

@Suite("GS1 element strings, many and hostile")
struct GS1RoundTripTests {
    /// Element strings with some of all identifiers, in any order, that keep all rules but those of companions.
    static func randomTexts(_ count: Int, seed: UInt64) -> [[(ApplicationIdentifier, String)]] {
        var generator = SeededGenerator(seed: seed)
        let all = ApplicationIdentifier.all
        return (0..<count).map { _ in
            var elements: [(ApplicationIdentifier, String)] = []
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                guard let identifier = all.randomElement(using: &generator),
                    !elements.contains(where: { $0.0 == identifier })
                else { continue }
                elements.append((identifier, ValidValue.random(of: identifier, using: &generator)))
            }
            return elements
        }
    }

    @Test("go from each form to each other and back")
    func goesRound() throws {
        var links = 0
        var count = 0
        for elements in Self.randomTexts(5_000, seed: 7) {
            let raw = elements.enumerated().map { place, element in
                let isLast = place == elements.count - 1
                return element.0.code + element.1 + (isLast || element.0.hasPredefinedLength ? "" : "\u{1D}")
            }.joined()
            let read: ElementString
            do {
                read = try ElementString(parsing: raw, scannedOn: scanDate, requiresCompanions: false)
            } catch {
                // By chance some exclude each other, and some are signatures of nothing.
                switch error.reason {
                case .excludes, .lacksSerial: continue
                default: throw error
                }
            }
            count += 1
            #expect(read.elements.map(\.value) == elements.map(\.1))
            #expect(read.elementString == raw)
            let bracketed = try ElementString(parsing: read.bracketed, scannedOn: scanDate, requiresCompanions: false)
            #expect(bracketed == read, "\(read)")
            guard let link = read.digitalLink else { continue }
            links += 1
            let linked = try ElementString(parsing: link, scannedOn: scanDate, requiresCompanions: false)
            #expect(Set(linked.elements) == Set(read.elements), "\(link)")
            #expect(linked.digitalLink.map { $0.count } == link.count)
        }
        #expect(count > 4_000 && links > 200)
    }

    @Test("truncated, doubled or changed in a byte they have a reading, and element strings obey the rules")
    func survivesMutations() throws {
        var generator = SeededGenerator(seed: 11)
        let seeds = [
            "]C1010952123454321310ABC\u{1D}17271231", "(01)09521234543213(10)A(B)C(17)271231",
            "https://example.com/01/09521234543213/10/A%2FB?17=271231&37=1", "(8110)106141416543213150110120",
            "]d2" + "8013" + "1987654Ad4X4bL5ttr2310c2K", "(00)395201234567890505(02)09521234543213(37)12",
            "(8008)2402290059(01)09521234543213", "(8030)Ab==(00)395201234567890505",
            "(4309)18000000003600000000(00)395201234567890505",
        ]
        for seed in seeds {
            let bytes = Array(seed.utf8)
            for _ in 0..<1_500 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...2, using: &generator) {
                    let place = Int.random(in: 0..<changed.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: changed[place] = UInt8.random(in: 0...127, using: &generator)
                    case 1: changed.remove(at: place)
                    case 2: changed.insert(changed[place], at: place)
                    default: changed = Array(changed.prefix(place + 1))
                    }
                    if changed.isEmpty { changed = [0x28] }
                }
                let reading = ContentParser.reading(of: Symbol(.unknown, String(decoding: changed, as: UTF8.self)))
                guard case .gs1(let elements) = reading.content else { continue }
                #expect(elements.elements.allSatisfy { $0.identifier.problem(with: $0.value) == nil })
                let again = try ElementString(
                    parsing: elements.elementString, scannedOn: scanDate, requiresCompanions: false, mayCountItem: true)
                #expect(again.elements == elements.elements)
            }
        }
    }

    static let units = ["0", "(", "(01)", "(10)A", "\u{1D}", "10A\u{1D}", "/01/", "%", "(10)(", "é", "01"]

    @Test("huge texts are read in no time, and warnings stay short", arguments: units)
    func readsHugeTexts(unit: String) {
        for length in [1_000, 16_000, 200_000] {
            let text = String(repeating: unit, count: length / unit.utf8.count)
            for text in [
                text, "(01)09521234543213" + text, "https://a.b/" + text,
                "https://id.gs1.org/01/09521234543213/10/" + text,
            ] {
                for symbol in [Symbol(.code128, text, aim: "]C1"), Symbol(.qr, text), Symbol(.databarExpanded, text)] {
                    let reading = ContentParser.reading(of: symbol)
                    #expect(reading.warnings.allSatisfy { $0.description.utf8.count < 200 })
                }
            }
        }
    }
}
