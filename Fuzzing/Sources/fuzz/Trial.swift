import BeelineContent
import BeelineSymbols

/// One input of the fuzzer: a byte that chooses the symbology, so that every way through the parsers is found, and what
/// the code says.
enum Trial {
    /// The promises that are broken by what is made of an input.
    static func problems(with input: [UInt8]) -> [String] {
        guard let symbol = symbol(for: input) else { return [] }
        return Promises.broken(by: ContentParser().reading(of: symbol, on: date), on: date)
    }

    /// The symbol that an input stands for; nil for an empty one.
    static func symbol(for input: [UInt8]) -> Symbol? {
        guard let choice = input.first else { return nil }
        guard choice == longChoice else { return symbol(Int(choice) % symbologies.count, input.dropFirst()) }
        // They take a hundred times as long, so a few have to do.
        return Symbol(.qr, input.count % 8 == 0 ? long(input.dropFirst()) : "")
    }

    /// The input that stands for a symbol.
    static func input(for symbol: Symbol) -> [UInt8] {
        let choice = symbologies.firstIndex {
            $0 == symbol.symbology && $1 == (symbol.isGS1 && symbol.symbology.aim?.isGS1 == false)
        }
        return [UInt8(choice ?? 0)] + symbol.bytes
    }

    private static func symbol(_ choice: Int, _ bytes: ArraySlice<UInt8>) -> Symbol {
        let (symbology, isGS1) = symbologies[choice]
        return Symbol(symbology, bytes: bytes, aim: isGS1 ? symbology.gs1AIM : nil)
    }

    /// The choice that makes a long text of a short input.
    private static let longChoice = UInt8.max

    /// The second half of the bytes again and again, so that what takes more than linear time takes seconds.
    private static func long(_ bytes: ArraySlice<UInt8>) -> String {
        let (head, unit) = (bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2))
        return String(decoding: head, as: UTF8.self)
            + String(repeating: String(decoding: unit, as: UTF8.self), count: 100_000 / max(1, unit.count))
    }

    private static let date = CalendarDate(year: 2026, dayOfYear: 325)

    /// Each symbology as it is, and those that can contain GS1 element strings a second time as such.
    private static let symbologies: [(Symbology, isGS1: Bool)] =
        Symbology.all.map { ($0, false) } + Symbology.all.filter { $0.gs1AIM != nil }.map { ($0, true) }
}
