internal import BeelineSupport
package import BeelineSymbols
internal import Glibc

struct PageReader {
    let options: DecodeOptions
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
        let tones = PageTones(page)
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
                let found = try search(part, question, page: tones.page(for: pass), pictures.scales(for: pass))
                evidence.add(found, by: pass)
                isSilent = isSilent && found.isEmpty
            }
            if isSilent { silent.insert(pass.name) } else { fruitful.insert(pass.name) }
            if !wanted(evidence.accepted).isEmpty { break }
        }
        // Our own reader sees more in the strip of one symbol than on a whole page.
        if !isFrame, options.effort.includes(.normal), wanted(evidence.accepted).isEmpty {
            for symbol in evidence.suspected.prefix(Self.mostSuspected) {
                try cancellation?.check()
                guard let certain = RetailCheck.certain(at: symbol, on: tones.page(of: symbol, evidence)) else {
                    continue
                }
                evidence.add([certain], trust: .derived, by: RetailReader.name)
            }
        }
        if !options.stopsAtFirst, !wanted(evidence.accepted).isEmpty {
            answer.next = try findMore(&evidence, in: whole, of: tones, silent: silent, fruitful: fruitful) { name in
                noting(name)
                if !answer.tried.contains(name) { answer.tried.append(name) }
            }
        }
        // It takes as long as a pass does.
        if isFrame || options.effort.includes(.normal) {
            for symbol in evidence.doubtful {
                evidence.settle(symbol, RetailCheck.verdict(on: symbol, page: tones.page(of: symbol, evidence)))
            }
            for symbol in evidence.seenByZBarAlone
            where try !RetailStrip.isSeenAgain(symbol, on: tones.page(of: symbol, evidence)) {
                evidence.overrule(symbol)
            }
        }
        answer.symbols = ReadingOrder.sorted(wanted(evidence.acceptedEverywhere(on: tones)))
        if options.stopsAtFirst { answer.symbols = Array(answer.symbols.prefix(1)) }
        return answer
    }

    /// Noise has many places in which one row looks like a code.
    private static let mostSuspected = 4

    /// What a pass by itself sees on the page, believed or not; nil where it is left out.
    func answers(of pass: Pass, on page: GrayImage) throws(DecodeError) -> [Symbol]? {
        guard let whole = part(of: page), let question = question(of: pass, about: whole) else { return nil }
        var pictures = DerivedImageCache(whole)
        guard let parts = pictures.parts(for: pass) else { return nil }
        var found: [Symbol] = []
        let tones = PageTones(page)
        for part in parts { found += try search(part, question, page: tones.page(for: pass)) }
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
    /// symbols gives. The scales are given if others look at them too.
    func search(
        _ picture: DerivedImage, _ question: DecoderQuery, page: GrayImage, _ scales: PictureScales? = nil
    ) throws(DecodeError) -> [Symbol] {
        try cancellation?.check()
        var found: [Symbol] = []
        for symbol in AddOns.bound(try question.symbols(in: picture.image, scales)) {
            guard let sighting = symbol.sighting, let outline = sighting.outline, symbol.symbology.isLinear,
                sighting.decoder == ZXingDecoder.name
            else {
                found.append(symbol)
                continue
            }
            var lines = sighting.quality
            if ZXingLibrary.givesAll, symbol.symbology.isRetail { lines = lines.map { picture.lines(ofRows: $0) } }
            let copies = ZXingLibrary.givesAll ? LinearExtent.parts(of: outline, in: picture, on: page) : [outline]
            for copy in copies {
                let whole = symbol.seen(
                    Sighting(
                        outline: LinearExtent.grown(copy, in: picture), decoder: sighting.decoder,
                        quality: lines, page: sighting.page))
                // There ZBar often takes the same bars for the same others.
                let isAlone = options.without.contains("zbar") || Acceptance.isSeenByFew(whole)
                let second = isAlone ? [] : try RetailStrip.symbols(beside: whole, in: picture.image)
                found += RetailStrip.believed(whole, beside: second)
            }
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

/// The passes over one frame of a video.
///
/// A code stays in view for many frames, so passes that are left out in one frame run in the next ones: each gets the
/// pass that finds most for its time, and one of three parts of the rest in turn. Three frames that follow each other
/// get all passes that `DecodeEffort.fast` runs on a picture, and those for small matrix codes and for light bars.
///
/// `Docs/Decoding.md` has the figures.
enum FramePlan {
    /// How many frames that follow each other are asked everything.
    static let turns = turnNames.count

    /// After it no more is looked for beside what was found: it is in the next frame as well.
    static let patience = Duration.milliseconds(250)

    /// - Parameter frame: its number in the video.
    static func passes(for frame: Int) -> [Pass] { plans[Int(frame.magnitude % UInt(turns))] }

    private static let always = ["zxing.rows"]

    /// In each, those first that are asked only until something is found. Of two frames that follow each other one is
    /// looked at in blocks, for no other pass finds a small Data Matrix wherever it is.
    private static let turnNames = [
        ["zxing.retail.rows", "zxing.retail.wide.threshold", "zxing.blocks", "zxing.blocks.histogram"],
        [
            "zxing.turned", "zbar.retail", "zxing.databar.turned", "zxing.matrix", "zxing.qr.mesh",
            "zbar.bars.inverted", "zxing.bars.inverted",
        ],
        ["zxing.qr.third", "zxing.databar.rows", "zxing.linear", "zxing.blocks", "zxing.blocks.histogram"],
    ]

    private static let plans = turnNames.map { names in
        (always + names).compactMap { name in Passes.plan.first { $0.name == name } }
    }
}

/// Makes pictures of a page, and keeps the last ones: neighbours in the plan often ask about the same one.
struct DerivedImageCache {
    private let page: PictureScales
    private var kept: [(steps: [Step], picture: DerivedImage?)] = []
    /// The last parts that were cut out: two neighbours may ask about the same.
    private var parts: (steps: [Step], form: Pass.Parts, pictures: [DerivedImage])?
    private let most = 3
    /// The strips of the page itself in which bars stand: several passes ask about them.
    private var bars: [DerivedImage]?
    /// The last picture of which parts were looked for, beside the page.
    private var scales: (steps: [Step], scales: PictureScales)?

    init(_ page: DerivedImage) { self.page = PictureScales(page) }

    /// What of the page after its steps a pass is asked about; nil where one of them does not apply.
    mutating func parts(for pass: Pass) -> [DerivedImage]? {
        // Bars stand where they stand whatever is done to their grays, and a strip of them is smaller than the page.
        guard case .regions(let form) = pass.parts, [.bars, .lightBars, .thinBars].contains(form),
            pass.steps.allSatisfy(\.keepsPlaces)
        else { return parts(pass.parts, after: pass.steps) }
        let strips = bars ?? parts(.regions(.bars), after: []) ?? []
        if strips.reduce(0, { $0 + $1.image.pixels.count }) <= Self.mostKeptPixels { bars = strips }
        let wanted = strips.filter { strip in
            switch form {
            case .lightBars: BarTones(strip.image).areLight
            case .thinBars: BarTones(strip.image).areThin
            default: true
            }
        }
        return wanted.compactMap { strip in pass.steps.reduce(strip as DerivedImage?) { $0?.after($1) } }
    }

    private static let mostKeptPixels = 4_000_000

    private mutating func parts(_ form: Pass.Parts, after steps: [Step]) -> [DerivedImage]? {
        guard let picture = picture(after: steps) else { return nil }
        guard form != .whole else { return [picture] }
        if let parts, parts.form == form, parts.steps == steps { return parts.pictures }
        if !steps.isEmpty, scales?.steps != steps { scales = (steps, PictureScales(picture)) }
        let pictures = form.of(steps.isEmpty ? page : scales?.scales ?? PictureScales(picture))
        parts = (steps, form, pictures)
        return pictures
    }

    /// The page at several scales, for a pass that asks about it as it is; nil where it is a part of a larger picture.
    func scales(for pass: Pass) -> PictureScales? {
        pass.steps.isEmpty && pass.parts == .whole && page.picture.mapping == .identity ? page : nil
    }

    /// The page after some steps; nil where one of them does not apply.
    mutating func picture(after steps: [Step]) -> DerivedImage? {
        guard !steps.isEmpty else { return page.picture }
        if let index = kept.firstIndex(where: { $0.steps == steps }) { return kept[index].picture }
        let picture = steps.reduce(page.picture as DerivedImage?) { $0?.after($1) }
        if kept.count == most { kept.removeFirst() }
        kept.append((steps, picture))
        return picture
    }
}

/// A page as it is, and inverted. What a pass has read where bars are light is looked at again in the same way.
final class PageTones {
    let page: GrayImage
    private lazy var inverted = page.inverted() ?? page

    init(_ page: GrayImage) { self.page = page }

    /// The page as a pass sees its bars.
    func page(for pass: Pass) -> GrayImage { pass.invertsBars ? inverted : page }

    /// The page as who has read a symbol saw its bars.
    func page(of symbol: Symbol, _ evidence: Evidence) -> GrayImage {
        evidence.hasLightBars(symbol) ? inverted : page
    }
}

/// What a pass costs and sees by itself, for measurements.
package struct PassTrial: Sendable {
    package let name: String
    /// The processor time for the picture that it asks about, and for the answer.
    package let time: Duration
    /// What it sees, believed or not.
    package let symbols: [Symbol]

    /// Asks each pass of a plan about a picture, whatever the others see. For a frame, all frames of a round are tried,
    /// each of their passes once.
    package static func trials(of page: GrayImage, _ options: DecodeOptions) throws(DecodeError) -> [PassTrial] {
        var plan = Passes.plan
        if options.frame != nil {
            plan = []
            for pass in (0..<FramePlan.turns).flatMap({ FramePlan.passes(for: $0) })
            where !plan.contains(where: { $0.name == pass.name }) { plan.append(pass) }
        }
        let reader = PageReader(options: options)
        var trials: [PassTrial] = []
        for pass in plan {
            let start = processorTime()
            guard let symbols = try reader.answers(of: pass, on: page) else { continue }
            trials.append(PassTrial(name: pass.name, time: processorTime() - start, symbols: symbols))
        }
        return trials
    }

    /// Of this process: what others do meanwhile does not count.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
