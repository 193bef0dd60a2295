internal import BeelineSupport
internal import BeelineSymbols

/// Reads one page by the plan.
struct PageReader {
    let options: DecodeOptions
    /// What is asked, in order.
    var plan: [Pass]
    /// When it is time to be content with what is found; nil where there is time for all.
    var deadline: ContinuousClock.Instant?
    /// Says that nobody waits for the answer any more; nil where somebody surely does.
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
        var workshop = DerivedImageCache(whole)
        // Passes that saw nothing.
        var silent: Set<String> = []
        for pass in plan {
            try cancellation?.check()
            guard let question = question(of: pass, about: whole), let parts = workshop.parts(for: pass) else {
                continue
            }
            noting(pass.name)
            answer.tried.append(pass.name)
            var isSilent = true
            for part in parts where isFrame || wanted(evidence.accepted).isEmpty {
                let found = try search(part, question, page: page)
                evidence.add(found, trust: pass.trust)
                isSilent = isSilent && found.isEmpty
            }
            if isSilent { silent.insert(pass.name) }
            if !wanted(evidence.accepted).isEmpty {
                if !options.stopsAtFirst {
                    answer.next = try findMore(
                        on: whole, page: page, evidence: &evidence, silent: silent, noting: noting)
                }
                break
            }
        }
        // It takes as long as a pass does.
        if isFrame || options.effort.includes(.normal) {
            for symbol in evidence.doubtful { evidence.settle(symbol, RetailCheck.verdict(on: symbol, page: page)) }
        }
        answer.symbols = ReadingOrder.sorted(wanted(evidence.accepted))
        if options.stopsAtFirst { answer.symbols = Array(answer.symbols.prefix(1)) }
        return answer
    }

    /// Asks again with what is found covered, until there is no more: a question finds one symbol. Who saw nothing is not
    /// asked again: with less in the picture there is not more to see.
    ///
    /// - Returns: the pass for which there was no time any more; nil when all were asked.
    private func findMore(
        on whole: DerivedImage, page: GrayImage, evidence: inout Evidence, silent: Set<String>,
        noting: (String) -> Void
    ) throws(DecodeError) -> String? {
        let most = 256
        // A page of one label again and again is not covered to its end.
        let mostCopies = 8
        var copies = 0
        var silent = silent
        // By what they say: a code around another one takes its place, so the count may stay the same.
        var known: Set<ReadingKey>?
        var covered: [Outline] = []
        for _ in 0..<most {
            guard let places = evidence.places else { return nil }
            let keys = Set(evidence.accepted.map { ReadingKey($0) })
            // A copy of what is known is covered as well, and the rest of a code of which a part was read: they hide others.
            var isNew = keys != known
            for place in places where !covered.contains(where: { $0.holdsCenter(of: place) }) {
                covered.append(place)
                isNew = true
            }
            if keys == known { copies += 1 }
            guard isNew, copies <= mostCopies, leavesRoom(covered, on: page) else { return nil }
            known = keys
            var workshop = DerivedImageCache(
                DerivedImage(image: Masking.covered(places, in: whole), mapping: whole.mapping))
            let crowd = CodeGrid(evidence.matrixCodes)
            for pass in plan where pass.repeats && !silent.contains(pass.name) {
                try cancellation?.check()
                guard let question = question(of: pass, about: whole), let parts = workshop.parts(for: pass),
                    let picture = workshop.picture(after: pass.steps)
                else { continue }
                if isLate { return pass.name }
                noting(pass.name)
                var isSilent = true
                if let crowd, let question = crowd.question(of: pass, question) {
                    let found = try search(crowd.cells(of: picture.image), of: picture, question, page: page)
                    evidence.add(found, trust: pass.trust)
                    if isLate { return pass.name }
                    isSilent = found.isEmpty
                }
                for part in parts where isSilent || pass.parts != .whole {
                    let found = try search(part, question, page: page)
                    evidence.add(found, trust: pass.trust)
                    isSilent = isSilent && found.isEmpty
                }
                if isSilent { silent.insert(pass.name) }
            }
        }
        return nil
    }

    /// What a pass by itself sees on the page, believed or not; nil where it is left out.
    ///
    /// - Throws: `DecodeError.decoderDied` when a decoder has no memory.
    func answers(of pass: Pass, on page: GrayImage) throws(DecodeError) -> [Symbol]? {
        guard let whole = part(of: page), let question = question(of: pass, about: whole) else { return nil }
        var workshop = DerivedImageCache(whole)
        guard let picture = workshop.picture(after: pass.steps) else { return nil }
        var found: [Symbol] = []
        for part in pass.parts.of(picture) { found += try search(part, question, page: page) }
        return found
    }

    private var isFrame: Bool { options.frame != nil }

    private var isLate: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// Asks about cells of a picture, about each until it is silent.
    ///
    /// - Parameter picture: the page, or a crop of it.
    private func search(
        _ cells: [CodeGrid.Cell], of picture: DerivedImage, _ question: DecoderQuery, page: GrayImage
    ) throws(DecodeError) -> [Symbol] {
        // So many codes that none of them hides another.
        let most = 32
        var found: [Symbol] = []
        for cell in cells {
            guard !isLate, let cell = cell.cropped(from: picture) else { continue }
            for _ in 0..<most where !isLate {
                // What a neighbour has found may reach into this one.
                let places = found.compactMap { $0.sighting?.outline }
                let rest = DerivedImage(image: Masking.covered(places, in: cell), mapping: cell.mapping)
                let more = try search(rest, question, page: page)
                found += more
                guard more.contains(where: { $0.sighting?.outline != nil }) else { break }
            }
        }
        return found
    }

    /// Whether there may be another code beside those: one that fills the picture was all that it is about, but where there
    /// are several, there may be more.
    private func leavesRoom(_ outlines: [Outline], on page: GrayImage) -> Bool {
        if outlines.count > 1 { return true }
        let taken = outlines.reduce(0) { $0 + $1.columns.count * $1.rows.count }
        return taken < page.pixels.count / 100 * 40
    }

    /// What a pass asks about the page, as far as it is wanted; nil where it is left out.
    private func question(of pass: Pass, about whole: DerivedImage) -> DecoderQuery? {
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
            let whole = symbol.seen(
                Sighting(
                    outline: LinearExtent.grown(outline, in: picture), decoder: sighting.decoder,
                    quality: sighting.quality, page: sighting.page))
            let second =
                options.without.contains("zbar") ? [] : try RetailStrip.symbols(beside: whole, in: picture.image)
            found += RetailStrip.believed(whole, beside: second)
        }
        return found.map { $0.placed(by: picture.mapping, width: page.width, height: page.height) }
    }

    /// Of what is found, what was asked for: an EAN-13 that begins with 0 is a UPC-A, too.
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
