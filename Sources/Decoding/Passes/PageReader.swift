internal import BeelineSupport
internal import BeelineSymbols

/// Reads one page by the plan.
struct PageReader {
    let options: DecodeOptions
    /// The passes, in order.
    var plan: [Pass]
    /// When it is time to be content with what is found; nil where there is time for all.
    var deadline: ContinuousClock.Instant?
    /// Returns whether the caller has given up; nil where it surely has not.
    var cancellation: Cancellation?

    init(options: DecodeOptions) {
        self.options = options
        plan = options.frame.map(FramePlan.passes) ?? Passes.plan
    }

    /// What is on the page.
    struct Answer {
        /// In reading order, outlines in the page's pixels.
        var symbols: [Symbol]
        /// The names of the passes that were tried, in order.
        var tried: [String]
        /// The pass that would have come next when the time was over; nil when there was enough.
        var next: String?
    }

    /// - Parameter noting: called with the name of each pass before it starts.
    /// - Throws: `DecodeError.decoderDied` when a decoder has no memory; `.cancelled`.
    func read(_ page: GrayImage, noting: (String) -> Void) throws(DecodeError) -> Answer {
        var answer = Answer(symbols: [], tried: [])
        guard let whole = part(of: page) else { return answer }
        var evidence = Evidence()
        var pictures = DerivedImageCache(whole)
        // Passes that saw nothing, and those that saw something.
        var silent: Set<String> = []
        var fruitful: Set<String> = []
        for pass in plan where pass.begins {
            try cancellation?.check()
            guard let question = question(of: pass, about: whole) else { continue }
            // Looking for parts is a part of it.
            noting(pass.name)
            guard let parts = pictures.parts(for: pass) else { continue }
            answer.tried.append(pass.name)
            var isSilent = true
            for part in parts where isFrame || wanted(evidence.accepted).isEmpty {
                let found = try search(part, question, page: page)
                evidence.add(found, trust: pass.trust, by: pass.name)
                isSilent = isSilent && found.isEmpty
            }
            if isSilent { silent.insert(pass.name) } else { fruitful.insert(pass.name) }
            if !wanted(evidence.accepted).isEmpty { break }
        }
        // Our own reader sees more in the strip of one symbol than on a whole page.
        if !isFrame, options.effort.includes(.normal), wanted(evidence.accepted).isEmpty {
            for symbol in evidence.suspected.prefix(Self.mostSuspected) {
                try cancellation?.check()
                guard let certain = RetailCheck.certain(at: symbol, on: page) else { continue }
                evidence.add([certain], trust: .derived, by: RetailReader.name)
            }
        }
        if !options.stopsAtFirst, !wanted(evidence.accepted).isEmpty {
            var search = FurtherSearch(reader: self, whole: whole, page: page, silent: silent, fruitful: fruitful)
            answer.next = try search.findMore(&evidence) { name in
                noting(name)
                if !answer.tried.contains(name) { answer.tried.append(name) }
            }
        }
        // It takes as long as a pass does.
        if isFrame || options.effort.includes(.normal) {
            for symbol in evidence.doubtful { evidence.settle(symbol, RetailCheck.verdict(on: symbol, page: page)) }
            for symbol in evidence.seenByZBarAlone where try !RetailStrip.isSeenAgain(symbol, on: page) {
                evidence.overrule(symbol)
            }
        }
        answer.symbols = ReadingOrder.sorted(wanted(evidence.accepted))
        if options.stopsAtFirst { answer.symbols = Array(answer.symbols.prefix(1)) }
        return answer
    }

    /// Noise has many places in which one row looks like a code.
    private static let mostSuspected = 4

    /// What a pass by itself sees on the page, believed or not; nil where it is left out.
    ///
    /// - Throws: `DecodeError.decoderDied` when a decoder has no memory.
    func answers(of pass: Pass, on page: GrayImage) throws(DecodeError) -> [Symbol]? {
        guard let whole = part(of: page), let question = question(of: pass, about: whole) else { return nil }
        var pictures = DerivedImageCache(whole)
        guard let parts = pictures.parts(for: pass) else { return nil }
        var found: [Symbol] = []
        for part in parts { found += try search(part, question, page: page) }
        return found
    }

    var isFrame: Bool { options.frame != nil }

    var isLate: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// The symbologies that a pass searches for on the page, as far as they are requested; nil where it is left out.
    func question(of pass: Pass, about whole: DerivedImage) -> DecoderQuery? {
        guard isFrame || options.effort.includes(pass.effort), !options.without.contains(pass.name),
            pass.fits.holds(for: whole.image)
        else { return nil }
        return pass.question.narrowed(to: options.only)
    }

    /// The answers, with outlines on the page, which reach as far as the bars do; and what a second look at retail
    /// symbols gives.
    func search(
        _ picture: DerivedImage, _ question: DecoderQuery, page: GrayImage
    ) throws(DecodeError) -> [Symbol] {
        try cancellation?.check()
        var found: [Symbol] = []
        for symbol in AddOns.bound(try question.symbols(in: picture.image)) {
            guard let sighting = symbol.sighting, let outline = sighting.outline, symbol.symbology.isLinear,
                sighting.decoder == ZXingDecoder.name
            else {
                found.append(symbol)
                continue
            }
            var lines = sighting.quality
            if ZXingLibrary.givesAll, symbol.symbology.isRetail { lines = lines.map { picture.lines(ofRows: $0) } }
            let whole = symbol.seen(
                Sighting(
                    outline: LinearExtent.grown(outline, in: picture), decoder: sighting.decoder, quality: lines,
                    page: sighting.page))
            // There ZBar often takes the same bars for the same others.
            let isAlone = options.without.contains("zbar") || Acceptance.isSeenByFew(whole)
            let second = isAlone ? [] : try RetailStrip.symbols(beside: whole, in: picture.image)
            found += RetailStrip.believed(whole, beside: second)
        }
        var placed = found.map { $0.placed(by: picture.mapping, width: page.width, height: page.height) }
        guard !options.without.contains("zbar") else { return placed }
        for index in placed.indices where placed[index].sighting?.decoder == ZXingDecoder.name {
            let key = ReadingKey(placed[index])
            guard !placed.contains(where: { ReadingKey($0) == key && $0.addOn != nil }) else { continue }
            if let whole = try RetailStrip.withAddOn(placed[index], on: page) { placed[index] = whole }
        }
        return placed
    }

    /// Of what is found, what was requested: an EAN-13 that begins with 0 is a UPC-A, too.
    private func wanted(_ symbols: [Symbol]) -> [Symbol] {
        guard !options.only.isEmpty else { return symbols }
        return symbols.filter {
            options.only.contains($0.symbology)
                || $0.symbology == .upcA && options.only.contains(.ean13)
                || $0.symbology == .ean13 && options.only.contains(.upcA) && $0.text?.hasPrefix("0") == true
        }
    }

    /// The part that is to be looked at; nil where there is none.
    func part(of page: GrayImage) -> DerivedImage? {
        let whole = DerivedImage(image: page, mapping: .identity)
        guard let region = options.region else { return page.pixels.isEmpty ? nil : whole }
        func pixels(_ length: ImageRegion.Length, of side: Int) -> Int {
            switch length {
            case .pixels(let count): min(max(count, 0), side)
            case .fraction(let share): share.isFinite ? Int((min(max(share, 0), 1) * Double(side)).rounded()) : 0
            }
        }
        return whole.cropped(
            x: pixels(region.x, of: page.width), y: pixels(region.y, of: page.height),
            width: pixels(region.width, of: page.width), height: pixels(region.height, of: page.height))
    }
}
