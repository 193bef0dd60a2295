import BeelineContent
import BeelineSymbols

/// The day on which tests scan.
let scanDate = CalendarDate(year: 2026, dayOfYear: 325)

extension ContentParser {
    static func reading(of symbol: Symbol) -> Reading { ContentParser().reading(of: symbol, on: scanDate) }

    static func readings(of symbols: [Symbol]) -> [Reading] { ContentParser().readings(of: symbols, on: scanDate) }
}
