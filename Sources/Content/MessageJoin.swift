internal import BeelineSymbols

/// Puts the parts of a message together that is spread over several symbols (structured append). The first part gets
/// the whole: its content, and a symbol that contains all the bytes. The others are joined to it. Where a part is
/// missing, each is only what it is, text or bytes: the half of a link is not a link.
enum MessageJoin {
    /// What a part says by itself, when no other is there.
    static func reading(of symbol: Symbol, _ part: StructuredAppend) -> Reading {
        reading(of: symbol, part, missing: missing(besides: [part.index], of: part.count))
    }

    static func join(_ readings: inout [Reading], read: (Symbol) -> Reading) {
        var messages: [Message: [Int]] = [:]
        for (place, reading) in readings.enumerated() {
            guard let part = reading.symbol.structuredAppend, part.count != 1 else { continue }
            messages[Message(reading.symbol, part), default: []].append(place)
        }
        for places in messages.values where !join(places, &readings, read) {
            // A message may continue from page to page; where the whole file has several, each page may have one.
            for page in Dictionary(grouping: places, by: { readings[$0].symbol.sighting?.page }).values
            where !join(page, &readings, read) {
                warn(page, &readings)
            }
        }
    }

    private struct Message: Hashable {
        let symbology: Symbology
        let id: String?
        init(_ symbol: Symbol, _ part: StructuredAppend) { (symbology, id) = (symbol.symbology, part.id) }
    }

    /// Joins the parts at some places; false where one is missing, or two contradict each other.
    private static func join(_ places: [Int], _ readings: inout [Reading], _ read: (Symbol) -> Reading) -> Bool {
        let ordered = places.sorted { index($0, readings) < index($1, readings) }
        let counts = Set(ordered.compactMap { readings[$0].symbol.structuredAppend?.count })
        guard counts.count == 1, let count = counts.first else { return false }
        // The same part may be printed twice.
        var parts: [Int] = []
        for place in ordered {
            guard let last = parts.last, index(last, readings) == index(place, readings) else {
                parts.append(place)
                continue
            }
            guard readings[last].symbol.bytes == readings[place].symbol.bytes else { return false }
        }
        guard parts.count == count, let first = parts.first, index(parts[count - 1], readings) == count - 1 else {
            return false
        }
        let whole = read(whole(parts.map { readings[$0].symbol }))
        readings[first] = whole
        for place in ordered where place != first {
            let symbol = readings[place].symbol
            readings[place] = Reading(
                symbol: symbol, content: content(of: symbol), joinedTo: first, isPartOfSecret: whole.holdsSecret)
        }
        return true
    }

    private static func index(_ place: Int, _ readings: [Reading]) -> Int {
        readings[place].symbol.structuredAppend?.index ?? 0
    }

    /// The first symbol with the bytes of all. A character may have its bytes in two of them.
    private static func whole(_ parts: [Symbol]) -> Symbol {
        let bytes = parts.flatMap(\.bytes)
        let charsets = Set(parts.compactMap(charset))
        let texts = parts.compactMap(\.text)
        let guess = texts.count == parts.count && charsets.count == 1 ? charsets.first : nil
        return Symbol(parts[0].symbology, bytes: bytes, aim: parts[0].aim, sighting: parts[0].sighting) { _ in
            guess.map { (texts.joined(), $0) }
        }
    }

    private static func charset(_ symbol: Symbol) -> String? {
        symbol.encoding.charset
    }

    private static func content(of symbol: Symbol) -> Content {
        symbol.text.map(Content.text) ?? .binary(symbol.bytes)
    }

    private static func warn(_ places: [Int], _ readings: inout [Reading]) {
        let parts = places.compactMap { readings[$0].symbol.structuredAppend }
        let missing = missing(besides: Set(parts.map(\.index)), of: parts.compactMap(\.count).max())
        let tellsSecret = places.contains { readings[$0].holdsSecret }
        for place in places {
            guard let part = readings[place].symbol.structuredAppend else { continue }
            readings[place] = reading(of: readings[place].symbol, part, missing: missing, isPartOfSecret: tellsSecret)
        }
    }

    private static func reading(
        of symbol: Symbol, _ part: StructuredAppend, missing: [ClosedRange<Int>], isPartOfSecret: Bool = false
    ) -> Reading {
        var warnings: [ContentWarning] = charset(symbol).map { [.guessedCharset($0)] } ?? []
        warnings.append(.partOfMessage(part, missing: missing))
        return Reading(symbol: symbol, content: content(of: symbol), warnings: warnings, isPartOfSecret: isPartOfSecret)
    }

    /// The gaps between some parts and after them.
    private static func missing(besides there: Set<Int>, of count: Int?) -> [ClosedRange<Int>] {
        var missing: [ClosedRange<Int>] = []
        var next = 0
        for index in there.sorted() {
            if index > next { missing.append(next...(index - 1)) }
            next = index + 1
        }
        if let count, count > next { missing.append(next...(count - 1)) }
        return missing
    }
}
