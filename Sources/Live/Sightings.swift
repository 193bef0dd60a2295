package import BeelineRules
package import BeelineSymbols

/// Decides which readings count as one scan. It has no clock of its own: each reading comes with its time. One value
/// serves one source. Docs/Live.md gives the reason of each number.
package struct Sightings: Sendable {
    package struct Report: Hashable, Sendable {
        package var symbol: Symbol
        /// The number of pictures that agreed on it; 1 for a code of a scanner.
        package var frames: Int
        /// Whether it replaces the report before it of the same code, which had no add-on or fewer copies.
        package var amends: Bool
        /// The same for all reports of a thing while it stays in view.
        package var number: Int
    }

    private struct RetailReport {
        /// Nil for an unwanted repetition.
        let report: Report?
    }

    private let rules: SightingRules
    private let identity: @Sendable (Symbol) -> MemoryKey?
    private var inView: [Key: InView] = [:]
    private var history = ReportHistory()
    private var pausedUntil: ContinuousClock.Instant?
    private var lastNumber = 0
    /// The last code of a scanner, if an add-on may follow: a retail number without one.
    private var lastRetail: RetailReport?
    /// The numbers of reported things that the last reading found out of view.
    private var dropped: [Int] = []

    /// For how long a code that is not seen still counts as in view.
    package static let timeOutOfView = Duration.seconds(2)
    /// How far apart in time readings can agree or contradict each other.
    package static let agreement = Duration.seconds(1)

    /// `identity` is that of a code in any spelling or symbology: a code is not reported again in another one. By
    /// default symbols with different bytes are different codes.
    package init(_ rules: SightingRules, identity: @escaping @Sendable (Symbol) -> MemoryKey? = { _ in nil }) {
        (self.rules, self.identity) = (rules, identity)
    }

    /// The identity of a scanned code.
    fileprivate enum Thing: Hashable {
        case known(MemoryKey)
        /// A code with a secret, which has no key.
        case symbol(Key)
    }

    private func thing(_ symbol: Symbol, _ key: Key, _ repeats: SightingRules.Repeat) -> Thing {
        // A code that is always reported needs no comparison.
        repeats == .always ? .symbol(key) : identity(symbol).map(Thing.known) ?? .symbol(key)
    }

    private var repeatsOfPictures: SightingRules.Repeat { rules.repeats ?? .gone }
    private var repeatsOfScanners: SightingRules.Repeat { rules.repeats ?? .always }

    /// Whether a thing was reported since it came into view, in any symbol.
    private func isReported(_ thing: Thing) -> Bool { inView.values.contains { $0.isReported && $0.thing == thing } }

    /// What distinguishes symbols in pictures. An add-on is not part of it: it is often read later.
    fileprivate struct Key: Hashable {
        let symbology: Symbology
        let bytes: [UInt8]

        init(_ symbol: Symbol) { (symbology, bytes) = (symbol.symbology, symbol.bytes) }
    }

    /// Takes all codes of a picture, and returns those to report. The time is never before that of the call before.
    package mutating func see(_ symbols: [Symbol], at time: ContinuousClock.Instant) -> [Report] {
        forget(at: time)
        let symbols = symbols.filter { !$0.symbology.isAddOn }
        let keys = Set(symbols.map(Key.init))
        var reports: [Report] = []
        for symbol in symbols {
            let key = Key(symbol)
            compare(symbol, key, with: keys, at: time)
            var code = inView[key] ?? newInView(symbol, key, at: time)
            code.read(symbol, at: time)
            if !isPaused(at: time), let report = report(&code, at: time) { reports.append(report) }
            inView[key] = code
        }
        // The codes of one picture are one hit.
        if reports.contains(where: { !$0.amends }) { pause(at: time) }
        return reports
    }

    /// Takes a code that was scanned or typed, and that the scanner has checked. Nil for an unwanted repetition. An
    /// add-on that follows its number amends the report of it.
    package mutating func receive(_ symbol: Symbol, at time: ContinuousClock.Instant) -> Report? {
        if let retail = lastRetail, symbol.symbology.isAddOn, let addOn = symbol.text, Symbol.isAddOn(addOn) {
            lastRetail = nil
            guard var report = retail.report else { return nil }
            report.symbol.addOn = addOn
            report.amends = true
            return report
        }
        let report = newReport(of: symbol, at: time)
        let mayFollow = [.ean13, .upcA].contains(symbol.symbology) && symbol.addOn == nil
        lastRetail = mayFollow ? RetailReport(report: report) : nil
        return report
    }

    private mutating func newReport(of symbol: Symbol, at time: ContinuousClock.Instant) -> Report? {
        forget(at: time)
        let key = Key(symbol)
        let thing = inView[key]?.thing ?? thing(symbol, key, repeatsOfScanners)
        let isWanted = isWanted(thing, isKnown: isReported(thing), repeatsOfScanners, at: time)
        if inView[key] == nil { inView[key] = InView(symbol, thing, at: time) }
        inView[key]?.last = time
        guard !isPaused(at: time), isWanted else { return nil }
        inView[key]?.isReported = true
        history.add(thing, at: time, rules.repeats)
        pause(at: time)
        return Report(symbol: symbol, frames: 1, amends: false, number: nextNumber())
    }

    /// A number for a report of something that does not stay in view.
    package mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// The numbers of the things that were reported in pictures and that the last reading found out of view.
    ///
    /// - Parameter hasEnded: whether everything is out of view, because there are no more pictures.
    package mutating func gone(hasEnded: Bool = false) -> [Int] {
        if hasEnded {
            dropped = []
            drop { _ in true }
        }
        return dropped
    }

    private func newInView(
        _ symbol: Symbol, _ key: Key, at time: ContinuousClock.Instant, replacesOther: Bool = false
    ) -> InView {
        InView(symbol, thing(symbol, key, repeatsOfPictures), at: time, replacesOther: replacesOther)
    }

    private mutating func drop(where isGone: (InView) -> Bool) {
        guard inView.values.contains(where: isGone) else { return }
        let before = Set(inView.values.map(\.number))
        inView = inView.filter { !isGone($0.value) }
        dropped += before.subtracting(inView.values.map(\.number)).filter { $0 > 0 }.sorted()
    }

    /// Drops what is out of view.
    private mutating func forget(at time: ContinuousClock.Instant) {
        dropped = []
        drop { time - $0.last >= Self.timeOutOfView }
        history.forget(at: time, rules.repeats)
    }

    private func isPaused(at time: ContinuousClock.Instant) -> Bool { pausedUntil.map { time < $0 } ?? false }

    private mutating func pause(at time: ContinuousClock.Instant) {
        if rules.pause > .zero { pausedUntil = time + rules.pause }
    }

    /// Whether a code may be reported again, which may have been reported since it came into view.
    private func isWanted(
        _ thing: Thing, isKnown: @autoclosure () -> Bool, _ repeats: SightingRules.Repeat,
        at time: ContinuousClock.Instant
    ) -> Bool {
        switch repeats {
        case .always: true
        case .gone: !isKnown()
        case .never: history.time(of: thing) == nil
        case .after(let duration): history.time(of: thing).map { time - $0 >= duration } ?? true
        }
    }

    private mutating func report(_ code: inout InView, at time: ContinuousClock.Instant) -> Report? {
        let isWanted = isWanted(
            code.thing, isKnown: code.isReported || isReported(code.thing), repeatsOfPictures, at: time)
        if isWanted, code.readings.count >= code.agreement, code.blockedUntil.map({ time >= $0 }) ?? true {
            let frames = code.readings.count
            code.isReported = true
            // What was read before a report does not count for the next one.
            code.readings = []
            history.add(code.thing, at: time, rules.repeats)
            if code.number == 0 {
                let thing = code.thing
                code.number = inView.values.first { $0.number > 0 && $0.thing == thing }?.number ?? nextNumber()
            }
            return Report(symbol: code.reported(), frames: frames, amends: false, number: code.number)
        }
        guard code.isReported else { return nil }
        if !code.isAmended, code.addOn != nil {
            return Report(
                symbol: code.reported(), frames: InView.addOnAgreement, amends: true, number: code.number)
        }
        return code.hasMoreCopies(at: time)
            ? Report(symbol: code.reported(), frames: 1, amends: true, number: code.number) : nil
    }

    /// Compares a code with other readings at its place. A code that replaces another needs one more reading than
    /// usual. A code that comes back contradicts the reading in between, and for a while neither is reported. The codes
    /// in the picture (`keys`) are beside each other.
    private mutating func compare(_ symbol: Symbol, _ key: Key, with keys: Set<Key>, at time: ContinuousClock.Instant) {
        guard symbol.symbology.readingsThatAgree > 1 else { return }
        for (other, code) in inView where other != key && !keys.contains(other) {
            guard time - code.last < Self.agreement, symbol.isAtPlace(of: code.symbol) else { continue }
            if let before = inView[key]?.last, before < code.last {
                inView[key]?.block(until: time + Self.agreement)
                if code.symbol.symbology.readingsThatAgree > 1 { inView[other]?.block(until: time + Self.agreement) }
            } else if inView[key] == nil {
                inView[key] = newInView(symbol, key, at: time, replacesOther: true)
            }
        }
    }
}

private struct InView {
    var symbol: Symbol
    let thing: Sightings.Thing
    /// That of its reports; 0 before the first one in pictures.
    var number = 0
    /// When it was read last.
    var last: ContinuousClock.Instant
    /// The times of its readings since the last report, as far as they can agree.
    var readings: [ContinuousClock.Instant] = []
    /// Whether it was reported since it came into view.
    var isReported = false
    /// Whether the report, or what amended it, had an add-on.
    private(set) var isAmended = false
    /// Until when it is not reported, because of a contradiction.
    var blockedUntil: ContinuousClock.Instant?
    /// How many readings must agree.
    let agreement: Int
    /// The add-on that was read last, and how often in a row.
    private var lastAddOn: (text: String, count: Int)?
    /// The picture since the last report that had the most copies of it, and when it was seen.
    private var most: (sighting: Sighting, time: ContinuousClock.Instant)?
    /// The copies of the last report.
    private var reportedCopies = 0

    /// An EAN-2 has two bits of check, an EAN-5 five, so one reading is not enough.
    static let addOnAgreement = 2

    init(_ symbol: Symbol, _ thing: Sightings.Thing, at time: ContinuousClock.Instant, replacesOther: Bool = false) {
        (self.symbol, self.thing, last) = (symbol, thing, time)
        agreement = symbol.symbology.readingsThatAgree + (replacesOther ? 1 : 0)
    }

    /// The add-on, where enough readings agree.
    var addOn: String? { lastAddOn.flatMap { $0.count >= Self.addOnAgreement ? $0.text : nil } }

    mutating func read(_ symbol: Symbol, at time: ContinuousClock.Instant) {
        self.symbol = symbol
        last = time
        readings.removeAll { time - $0 >= Sightings.agreement }
        readings.append(time)
        if let sighting = symbol.sighting, sighting.copies > most?.sighting.copies ?? 1 { most = (sighting, time) }
        guard let addOn = symbol.addOn else { return }
        lastAddOn = (addOn, lastAddOn?.text == addOn ? (lastAddOn?.count ?? 0) + 1 : 1)
    }

    /// Whether more copies were seen at once than were reported. A hand that moves along a shelf sees more with each
    /// picture, so the number must have stayed for a while.
    func hasMoreCopies(at time: ContinuousClock.Instant) -> Bool {
        most.map { $0.sighting.copies > reportedCopies && time - $0.time >= Sightings.agreement } ?? false
    }

    /// The symbol of a report: with its add-on, and with the most copies that were seen at once.
    mutating func reported() -> Symbol {
        var symbol = most.map { self.symbol.seen($0.sighting) } ?? self.symbol
        symbol.addOn = addOn
        isAmended = addOn != nil
        reportedCopies = symbol.sighting?.copies ?? 1
        most = nil
        return symbol
    }

    mutating func block(until time: ContinuousClock.Instant) {
        blockedUntil = time
        readings = []
    }
}

/// The times at which codes were reported, for rules that need them after a code is out of view.
private struct ReportHistory {
    private var times: [Sightings.Thing: ContinuousClock.Instant] = [:]
    /// In the order of their times, each perhaps more than once.
    private var order: [(thing: Sightings.Thing, time: ContinuousClock.Instant)] = []
    /// The index of the first entry of `order` that is not forgotten.
    private var first = 0

    /// The most codes that are remembered. The oldest are forgotten first, so that memory stays flat.
    private static let most = 1 << 16

    func time(of thing: Sightings.Thing) -> ContinuousClock.Instant? { times[thing] }

    mutating func add(_ thing: Sightings.Thing, at time: ContinuousClock.Instant, _ repeats: SightingRules.Repeat?) {
        switch repeats {
        case .never, .after:
            times[thing] = time
            order.append((thing, time))
        case .gone, .always, nil: break
        }
    }

    mutating func forget(at time: ContinuousClock.Instant, _ repeats: SightingRules.Repeat?) {
        while first < order.count, times.count > Self.most || isOver(order[first].time, at: time, repeats) {
            let oldest = order[first]
            if times[oldest.thing] == oldest.time { times[oldest.thing] = nil }
            first += 1
        }
        // Moved sometimes, not each time.
        if first > 1024, first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }

    private func isOver(
        _ reported: ContinuousClock.Instant, at time: ContinuousClock.Instant, _ repeats: SightingRules.Repeat?
    ) -> Bool {
        if case .after(let duration) = repeats { time - reported >= duration } else { false }
    }
}

extension Symbology {
    /// How many readings must agree before a code is reported: one where the code corrects errors, two where it has a
    /// check digit, three otherwise.
    fileprivate var readingsThatAgree: Int {
        switch self {
        case .qr, .microQR, .rectangularMicroQR, .aztec, .dataMatrix, .pdf417, .microPDF417, .maxiCode, .dotCode,
            .sqCode:
            1
        case .ean13, .ean8, .upcA, .upcE, .code128, .databar, .databarLimited, .databarExpanded: 2
        case .ean5, .ean2, .itf, .codabar, .code11, .code39, .code93, .msi, .telepen, .dxFilmEdge, .unknown, .other: 3
        }
    }
}

extension Symbol {
    /// Whether it is at the place of another symbol: the center of one is within the other. True without outlines.
    fileprivate func isAtPlace(of other: Symbol) -> Bool {
        guard let own = sighting?.outline, let others = other.sighting?.outline else { return true }
        return own.holdsCenter(of: others) || others.holdsCenter(of: own)
    }
}
