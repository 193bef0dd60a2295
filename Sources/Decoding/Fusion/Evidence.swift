internal import BeelineSymbols

/// What the passes over one page have read so far, and what of it is believed.
struct Evidence {
    /// How a pass came to what it read.
    enum Trust: Sendable {
        /// The picture as it is.
        case direct
        /// A picture made of it, in which bars may run together or apart.
        case derived
    }

    /// What our own reader says about a symbol.
    enum Verdict {
        /// It sees the same, if perhaps without being certain.
        case confirmed
        /// It is certain that this is there instead.
        case other(Symbol)
        case unknown
    }

    private var readings: [Reading] = []

    /// A code, by all who read it.
    private struct Reading {
        let key: ReadingKey
        /// As the one that counts most saw it.
        var symbol: Symbol
        /// What the one that counts most counts.
        var best: Double
        /// Who has read it.
        var decoders: Set<String>
        /// Where it was read: there may be copies of it, or parts of its bars that were read by themselves.
        var spots: [Spot]
        /// Whether it was found out to be another code.
        var isOverruled = false
        /// Whether its bars are light, as who read it first saw it.
        let hasLightBars: Bool

        /// What all of them count together. A weak symbology is misread in the same way on each label of a page, so there only
        /// what was read at one place adds up.
        var weight: Double {
            let weights = spots.map(\.weight)
            return symbol.symbology.isWeak ? weights.max() ?? 0 : weights.reduce(0, +)
        }

        /// The symbol with its other places: those where it would be believed by itself.
        ///
        /// - Parameter page: as who has read it saw its bars.
        func everywhere(on page: GrayImage) -> Symbol {
            guard spots.count > 1, let sighting = symbol.sighting, let first = sighting.outline else { return symbol }
            var places = [first]
            for spot in spots where spot.weight >= 1 - 1e-9 {
                guard let place = spot.outline,
                    !places.contains(where: { $0.holdsCenter(of: place) || place.holdsCenter(of: $0) }),
                    // A decoder may see the bars of one code in several strips.
                    !symbol.symbology.isLinear
                        || places.allSatisfy({ LinearExtent.areOfTwoCodes($0, place, in: page) })
                else { continue }
                places.append(place)
            }
            let others = Array(places.dropFirst())
            return symbol.seen(
                Sighting(
                    outline: first, others: others, decoder: sighting.decoder, quality: sighting.quality,
                    page: sighting.page))
        }

        /// Whether it is what a line sees that leaves a longer code before its end: in an ITF two bars and a space, which
        /// are everywhere in it, end it (ISO/IEC 16390, section 4.3).
        func isCut(from longer: Reading) -> Bool {
            let (mine, whole) = (symbol.bytes, longer.symbol.bytes)
            return symbol.symbology == .itf && longer.symbol.symbology == .itf && mine.count < whole.count
                && (whole.starts(with: mine) || whole.suffix(mine.count).elementsEqual(mine))
        }
    }

    private struct Spot {
        /// Nil where it is not known.
        let outline: Outline?
        /// What those who read it there count together.
        var weight: Double
        /// The passes that have read it there. A second run of a pass is not a second opinion.
        var passes: Set<String>

        func isAlike(_ place: Outline?) -> Bool {
            guard let outline, let place else { return outline == nil && place == nil }
            return Box(outline).overlaps(Box(place))
        }
    }

    /// Adds what a pass read.
    ///
    /// - Parameters:
    ///   - symbols: with outlines on the page, add-ons bound.
    ///   - pass: its name.
    ///   - hasLightBars: whether it looked for bars that are lighter than what is between them.
    mutating func add(_ symbols: [Symbol], trust: Evidence.Trust, by pass: String, hasLightBars: Bool = false) {
        for symbol in symbols { add(symbol, trust: trust, by: pass, hasLightBars) }
        if !symbols.isEmpty { believed = findBelieved() }
    }

    mutating func add(_ symbols: [Symbol], by pass: Pass) {
        add(symbols, trust: pass.trust, by: pass.name, hasLightBars: pass.invertsBars)
    }

    /// Whether a symbol was read where its bars are light.
    func hasLightBars(_ symbol: Symbol) -> Bool {
        let key = ReadingKey(symbol)
        return readings.contains { $0.key == key && $0.hasLightBars }
    }

    private mutating func add(_ symbol: Symbol, trust: Evidence.Trust, by pass: String, _ hasLightBars: Bool) {
        let weight = Acceptance.weight(of: symbol, trust: trust)
        let key = ReadingKey(symbol)
        let decoder = symbol.sighting?.decoder ?? ""
        let place = symbol.sighting?.outline
        guard let index = readings.firstIndex(where: { $0.key == key }) else {
            let spot = Spot(outline: place, weight: weight, passes: [pass])
            readings.append(
                Reading(
                    key: key, symbol: symbol, best: weight, decoders: [decoder], spots: [spot],
                    hasLightBars: hasLightBars))
            return
        }
        // ZBar's view of a strip belongs to the pass that has found the strip, but is an opinion of its own.
        let pass = decoder == readings[index].symbol.sighting?.decoder ? pass : pass + "/" + decoder
        if let spot = readings[index].spots.firstIndex(where: { $0.isAlike(place) }) {
            if readings[index].spots[spot].passes.insert(pass).inserted { readings[index].spots[spot].weight += weight }
        } else {
            readings[index].spots.append(Spot(outline: place, weight: weight, passes: [pass]))
        }
        let addOn = readings[index].symbol.addOn ?? symbol.addOn
        readings[index].decoders.insert(decoder)
        if weight > readings[index].best {
            readings[index].best = weight
            readings[index].symbol = symbol
        }
        if readings[index].symbol.addOn != addOn { readings[index].symbol.addOn = addOn }
    }

    /// The accepted symbols, each code once.
    var accepted: [Symbol] { believed.map(\.symbol) }

    /// The same, each with all of its places.
    func acceptedEverywhere(on tones: PageTones) -> [Symbol] {
        believed.map { $0.everywhere(on: tones.page(of: $0.symbol, self)) }
    }

    var count: Int { believed.count }

    /// Everywhere where something was read that is believed; nil where it is not known of one of them.
    var places: [Outline]? {
        believed.contains { $0.spots.contains { $0.outline == nil } }
            ? nil : believed.flatMap { $0.spots.compactMap(\.outline) }
    }

    /// The matrix codes that are believed, wherever they were read.
    var matrixCodes: [(symbology: Symbology, place: Outline)] {
        believed.filter { !$0.symbol.symbology.isLinear }.flatMap { reading in
            reading.spots.compactMap { spot in spot.outline.map { (reading.symbol.symbology, $0) } }
        }
    }

    /// Kept, for it takes a comparison of each with each.
    private var believed: [Reading] = []

    private func findBelieved() -> [Reading] {
        let accepted = readings.indices.filter { isAccepted($0) }.map { readings[$0] }
        return accepted.filter { inner in !accepted.contains { isMadeOf(inner, $0) } }
    }

    /// The retail symbols that are believed, and that our own reader has not seen: those that ZXing alone has read, and each
    /// UPC-E, whose six digits are in the half of an EAN-13, too. (ZBar has to see 30 lines to be believed alone.)
    var doubtful: [Symbol] {
        accepted.filter { symbol in
            let key = ReadingKey(symbol)
            return symbol.symbology.isRetail
                && readings.contains { reading in
                    reading.key == key && !reading.decoders.contains(RetailReader.name)
                        && (reading.decoders == [ZXingDecoder.name] || symbol.symbology == .upcE)
                }
        }
    }

    /// The retail symbols that ZXing has read and that are not believed: one for each place, the likeliest first.
    var suspected: [Symbol] {
        let unsure = readings.filter { reading in
            reading.symbol.symbology.isRetail && !reading.isOverruled && reading.decoders.contains(ZXingDecoder.name)
                && !believed.contains { $0.key == reading.key }
        }
        var suspected: [Symbol] = []
        for reading in unsure.sorted(by: { $0.weight > $1.weight })
        where !suspected.contains(where: { Self.share($0, reading.symbol) }) { suspected.append(reading.symbol) }
        return suspected
    }

    /// The EAN-13 and UPC-A that are believed and that ZBar alone has read.
    var seenByZBarAlone: [Symbol] {
        accepted.filter { symbol in
            guard symbol.symbology == .ean13 || symbol.symbology == .upcA else { return false }
            let key = ReadingKey(symbol)
            return readings.contains { $0.key == key && $0.decoders == [ZBarDecoder.name] }
        }
    }

    /// Says that a code is none.
    mutating func overrule(_ symbol: Symbol) {
        let key = ReadingKey(symbol)
        for index in readings.indices where readings[index].key == key { readings[index].isOverruled = true }
        believed = findBelieved()
    }

    /// Takes into account what our own reader says about one of them.
    mutating func settle(_ symbol: Symbol, _ verdict: Verdict) {
        let key = ReadingKey(symbol)
        guard let index = readings.firstIndex(where: { $0.key == key }) else { return }
        switch verdict {
        case .confirmed: break
        case .other(var other):
            readings[index].isOverruled = true
            if other.addOn == nil { other.addOn = symbol.addOn }
            add(other, trust: .derived, by: RetailReader.name, readings[index].hasLightBars)
        case .unknown:
            // Of these our reader sees nearly all that are right.
            readings[index].isOverruled = symbol.symbology == .upcE && readings[index].decoders.count == 1
        }
        believed = findBelieved()
    }

    /// Whether a reading is made of the modules of another one, a matrix code within whose outline it lies.
    ///
    /// A linear one must have clearly more witnesses than it needs to be believed nevertheless. A QR code has three finder
    /// patterns, which modules do not form by chance: it was printed there, as with double QR codes. Any other
    /// matrix code in the middle of a large one is lost by this; that is rarer by far than what is misread so.
    private func isMadeOf(_ inner: Reading, _ outer: Reading) -> Bool {
        guard inner.key != outer.key, inner.symbol.symbology != .qr, !outer.symbol.symbology.isLinear,
            let around = outer.symbol.sighting?.outline, let within = inner.symbol.sighting?.outline,
            !(inner.symbol.symbology.isLinear && inner.weight >= 2 - 1e-9)
        else { return false }
        return Nesting.isWithin(within, around)
    }

    private func isAccepted(_ index: Int) -> Bool {
        let reading = readings[index]
        guard reading.weight >= 1 - 1e-9, !reading.isOverruled else { return false }
        return !readings.indices.contains { other in
            other != index && !readings[other].isOverruled && contradicts(readings[other], reading)
        }
    }

    /// Whether a linear reading that lies where another one does is as likely as that: they are not printed over each
    /// other, so at most one of them is right.
    private func contradicts(_ other: Reading, _ reading: Reading) -> Bool {
        guard reading.symbol.symbology.isLinear, other.symbol.symbology.isLinear,
            Self.share(other.symbol, reading.symbol)
        else { return false }
        if reading.isCut(from: other) { return true }
        if other.isCut(from: reading) { return false }
        // One of two that clearly wins is believed; a weak one beside a strong one is not.
        return other.weight * 2 > reading.weight
    }

    /// Whether two symbols overlap. The outline of a linear code may be a line: then what is around it by a
    /// tenth of its length counts.
    static func share(_ one: Symbol, _ other: Symbol) -> Bool {
        guard let one = one.sighting?.outline, let other = other.sighting?.outline else { return true }
        return Box(one).overlaps(Box(other))
    }
}

/// The upright box around an outline, with some space.
private struct Box {
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>

    init(_ outline: Outline) {
        let space = max(outline.columns.count, outline.rows.count) / 10
        columns = (outline.columns.lowerBound - space)...(outline.columns.upperBound + space)
        rows = (outline.rows.lowerBound - space)...(outline.rows.upperBound + space)
    }

    /// Whether they share more than the half of the smaller one, in both directions.
    func overlaps(_ other: Box) -> Bool {
        columns.sharesHalf(with: other.columns) && rows.sharesHalf(with: other.rows)
    }
}

extension Outline {
    /// Whether its sides are turned against its upper edge by more than 6° from a right angle.
    fileprivate var isLeaning: Bool {
        let corners = corners.map(Vector.init)
        let (along, down) = (corners[1] - corners[0], corners[3] - corners[0])
        return abs(along.dot(down)) > 0.1 * along.length * down.length
    }

    /// Whether it is less than a pixel high, or wide.
    fileprivate var isThin: Bool {
        let corners = corners.map(Vector.init)
        let (along, down) = (corners[1] - corners[0], corners[3] - corners[0])
        return abs(along.cross(down)) <= max(along.length, down.length)
    }
}

extension ClosedRange<Int> {
    /// Whether more than the half of the shorter one is in both.
    func sharesHalf(with other: ClosedRange<Int>) -> Bool {
        let shared = Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound) + 1
        return shared * 2 > Swift.min(count, other.count)
    }
}

/// How much a reading counts. What adds up to 1 is accepted. Matrix codes correct errors and so find out what they
/// cannot correct; a linear code has at best one check digit, and noise that looks like bars passes it once in ten
/// times.
enum Acceptance {
    static func weight(of symbol: Symbol, trust: Evidence.Trust) -> Double {
        let length = symbol.bytes.count
        switch (symbol.symbology, symbol.sighting?.decoder) {
        case (_, RetailReader.name): return 1
        case (.itf, _) where length < 6, (.codabar, _) where length < 4, (.code39, _) where length < 4: return 0.3
        case (let symbology, ZBarDecoder.name):
            let sighting = symbol.sighting
            return weight(
                ofZBar: symbology, lines: sighting?.quality ?? 0, trust: trust,
                isThin: sighting?.outline?.isThin ?? false)
        case (let symbology, _):
            let isLeaning = symbol.sighting?.outline?.isLeaning ?? false
            let weight = weight(ofZXing: symbology, length: length, trust: trust, isLeaning: isLeaning)
            return isSeenByFew(symbol) ? min(weight, 0.1) : weight
        }
    }

    /// ZBar counts the scan lines that agree. In print and textures many of them may cross at one place.
    private static func weight(
        ofZBar symbology: Symbology, lines: Int, trust: Evidence.Trust, isThin: Bool
    ) -> Double {
        switch symbology {
        case .ean13, .upcA: lines >= 30 ? 1 : lines >= 8 ? 0.7 : 0.4
        case .ean8, .upcE:
            // They have half of the digits, or a check digit that is nowhere printed.
            switch trust {
            case .direct: lines >= 30 ? 1 : lines >= 8 ? 0.6 : 0.2
            case .derived: lines >= 8 ? 0.5 : 0.2
            }
        case .itf, .codabar, .code39: lines >= 8 && !isThin ? 1 : 0.4
        case .code93, .code128: lines >= 2 ? 1 : 0.6
        case .databar, .databarExpanded, .databarLimited: lines >= 4 ? 1 : 0.6
        default: 1
        }
    }

    /// Whether ZXing, where it looks at all rows, found only few of them to agree: a retail code may be read so at one place
    /// of worn or bent bars, and a DataBar in noise. Of what 2.3 read wrongly in the development corpus none had more than
    /// three lines of the page.
    static func isSeenByFew(_ symbol: Symbol) -> Bool {
        guard ZXingLibrary.givesAll, symbol.sighting?.decoder == ZXingDecoder.name, let lines = symbol.sighting?.quality
        else { return false }
        switch symbol.symbology {
        // Lines of the page: rows may be made of several.
        case .ean13, .upcA, .ean8, .upcE: return lines < 4
        // It counts those that half of the symbol was read in, and one more.
        case .databar: return lines < 3
        case .databarLimited: return lines < 2
        default: return false
        }
    }

    /// ZXing 1.4 stops when two rows agree, so it cannot say more.
    ///
    /// - Parameter isLeaning: whether the bars are clearly not square to the line that it was read on, which may leave an ITF
    ///   before its end.
    private static func weight(
        ofZXing symbology: Symbology, length: Int, trust: Evidence.Trust, isLeaning: Bool
    ) -> Double {
        switch (symbology, trust) {
        // Other lines leave it as well, before some other end.
        case (.itf, _) where isLeaning: 0.3
        case (.ean13, .direct), (.upcA, .direct), (.ean8, .direct), (.upcE, .direct): 0.7
        case (.ean13, .derived), (.upcA, .derived): 0.6
        case (.ean8, .derived), (.upcE, .derived): 0.5
        case (.itf, .derived), (.codabar, .derived), (.code39, .derived), (.telepen, .derived): 0.6
        case (.code93, .derived), (.code128, .derived): length >= 6 ? 1 : 0.6
        default: 1
        }
    }
}

/// What makes two readings the same code: decoders spell some of them differently.
struct ReadingKey: Hashable, Sendable {
    private let family: Symbology
    private let bytes: [UInt8]
    /// Two parts of a message may say the same.
    private var part: Int?

    init(_ symbol: Symbol) {
        let bytes = symbol.bytes
        switch symbol.symbology {
        case .upcA:
            // The same bars as an EAN-13 that begins with 0.
            self.init(.ean13, bytes.count == 12 ? [UInt8(ascii: "0")] + bytes : bytes)
        case .codabar: self.init(.codabar, bytes.filter { !$0.isLetter })
        default: self.init(symbol.symbology, bytes)
        }
        part = symbol.structuredAppend?.index
    }

    private init(_ family: Symbology, _ bytes: [UInt8]) {
        self.family = family
        self.bytes = bytes
    }
}

extension UInt8 {
    /// Start and stop of Codabar are letters.
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
}

/// The order in which a person reads: rows from the top, each from left to right.
enum ReadingOrder {
    /// Symbols whose middle lies at the height of the first one of a row belong to that row. Those without an outline
    /// come last, as they were.
    static func sorted(_ symbols: [Symbol]) -> [Symbol] {
        let placed = symbols.filter { $0.sighting?.outline != nil }
        var rest = placed.sorted { top($0) < top($1) }
        var ordered: [Symbol] = []
        while let first = rest.first, let rows = first.sighting?.outline?.rows {
            // A linear code that a few scan lines read has a flat outline; codes are rarely less than this high.
            let height = max(rows.count, 24)
            let reach = (rows.lowerBound - height / 4)...(rows.lowerBound + height)
            let row = rest.filter { reach.contains(middle($0)) || $0 == first }
            ordered += row.sorted { left($0) < left($1) }
            rest.removeAll { row.contains($0) }
        }
        return ordered + symbols.filter { $0.sighting?.outline == nil }
    }

    private static func top(_ symbol: Symbol) -> Int { symbol.sighting?.outline?.rows.lowerBound ?? 0 }

    private static func left(_ symbol: Symbol) -> Int { symbol.sighting?.outline?.columns.lowerBound ?? 0 }

    private static func middle(_ symbol: Symbol) -> Int { Int(symbol.sighting?.outline?.center.y ?? 0) }
}

extension Symbol {
    /// The symbol of a picture derived from a page, with the outline that it has on the page.
    func placed(by mapping: Mapping, width: Int, height: Int) -> Symbol {
        guard let sighting else { return self }
        return seen(sighting.moved { mapping.outline($0, width: width, height: height) })
    }
}

extension Symbology {
    /// Whether a piece of another code, or print beside it, is easily read as one: it has few bars, or no check.
    var isWeak: Bool {
        switch self {
        case .itf, .codabar, .code39, .ean8, .upcE: true
        default: false
        }
    }
}
