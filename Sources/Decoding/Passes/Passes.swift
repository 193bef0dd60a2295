internal import BeelineSymbols

/// The passes in the order of trying: by their own hits for the time they took. `Docs/Decoding.md` has the figures.
enum Passes {
    /// The names of those that are asked, in order, each once. Workers note them by their index.
    static var names: [String] { plan.map(\.name) }

    /// Those that are asked with this version of ZXing.
    static let plan: [Pass] = all.filter { !ZXingLibrary.needless.contains($0.name) }

    static let all: [Pass] = beside + base + regions + cheap + dear + dearest

    /// Run only where a code is known already, for codes beside it. They come first then, for they see all of a page at
    /// once or go from place to place, while a search of the whole page finds one code.
    private static let beside: [Pass] = [
        Pass("zxing.places", .blocks(.localAverage), from: .fast, trust: .direct, beside: 1, parts: .regions(.places)),
        // These are asked for codes of the sorts that are known.
        Pass("zxing.places.double", .blocks(.localAverage), beside: 2, parts: .regions(.smallPlaces)),
        Pass("zxing.places.histogram", .blocks(.globalHistogram), beside: 2, parts: .regions(.places)),
        Pass("zxing.places.inverted", .blocks(.localAverage), of: [.invert], beside: 2, parts: .regions(.places)),
        Pass("zxing.places.blurred", .dots, of: [.blur(radius: 1)], beside: 1, parts: .regions(.places)),
        Pass(
            "zxing.places.grown", .dots, of: [.grow(radius: 1), .blur(radius: 1)], beside: 1, parts: .regions(.places)),
        Pass("zbar.bars.beside", .linearLines, beside: 2, parts: .regions(.bars)),
        Pass("zbar.beside", .zbar(ZBarQuery(columnStep: 2, rowStep: 2)), trust: .direct, beside: 2),
    ]

    /// All that ZXing reads. Bars are as high as ten modules and more, and the rows of PDF417 as three: so four rows of
    /// the picture are read as one, which also removes noise, before all of them are.
    private static let base: [Pass] = [
        // DataBar alone and at one line: compared with each other, its symbols end Debian's library.
        Pass("zxing.databar.rows", .databar, of: [.rows], from: .fast, repeats: true),
        Pass("zxing.rows", .bars, of: [.rows], from: .fast, trust: .direct, repeats: true),
        // A page of many QR codes has so many finder patterns that a look at all of them takes seconds.
        Pass(
            "zxing.blocks.first", .blocks(.localAverage), from: .fast, where: .pixels(2_000_000...Int.max),
            trust: .direct, parts: .regions(.blocks)),
        Pass(
            "zxing.matrix", .zxing(ZXingQuery(symbologies: .matrix, rotates: false)), from: .fast, trust: .direct,
            repeats: true),
        Pass(
            "zxing.linear", .zxing(ZXingQuery(symbologies: .linear, rotates: false, downscales: false)),
            from: .fast, trust: .direct, repeats: true),
        Pass("zxing.databar.turned", .databar, of: [.quarterTurn, .rows], from: .fast, repeats: true),
        Pass("zxing.turned", .bars, of: [.quarterTurn, .rows], from: .fast, repeats: true),
    ]

    /// What has room for codes that are small in it.
    private static let large = Pass.Fit.pixels(300_000...Int.max)

    /// Codes that are beside others, or far from the middle of a large picture. In small ones it is not far.
    private static let regions: [Pass] = [
        Pass(
            "zxing.regions", .zxing(.matrix([.aztec, .dataMatrix], .localAverage)),
            where: .pixels(500_000...Int.max), trust: .direct, repeats: true, parts: .regions(.boxes)),
        Pass(
            "zxing.blocks", .blocks(.localAverage), from: .max, trust: .direct, repeats: true, parts: .regions(.blocks)),
        Pass("zxing.blocks.histogram", .blocks(.globalHistogram), from: .max, repeats: true, parts: .regions(.blocks)),
        Pass(
            "zxing.regions.all", .zxing(.matrix([.aztec, .dataMatrix], .localAverage)), from: .max,
            where: .pixels(0...499_999), trust: .direct, repeats: true, parts: .regions(.boxes)),
    ]

    /// Few pixels each, or few questions.
    private static let cheap: [Pass] = [
        Pass("zxing.retail.rows", .retail, of: [.rows], from: .fast),
        Pass("zbar.retail.rows", .retailLines, of: [.rows]),
        Pass("zxing.qr.third", .zxing(.matrix([.qr], .globalHistogram)), of: [.third], from: .fast),
        Pass("zxing.qr.mesh", .qr(QRReader(effort: .little)), from: .fast, trust: .direct),
        // In photographs the search is worth its time before others; in small pictures after them.
        Pass(
            "zxing.qr.meshes.large", .qr(QRReader(effort: .some)), where: .pixels(1_000_000...Int.max), trust: .direct),
        Pass("zxing.matrix.gamma1.5", .matrix, of: [.gamma(1.5)]),
        Pass("zxing.retail.gamma1.5", .retail, of: [.pairs, .gamma(1.5)]),
        Pass("zxing.retail.gamma3", .retail, of: [.gamma(3)]),
        Pass("zxing.retail.wide.threshold", .retail, of: [.wide, .soft], from: .fast),
        Pass("zxing.matrix.inverted", .matrix, of: [.invert]),
        Pass(
            "zxing.blocks.large", .blocks(.localAverage), where: large, trust: .direct, repeats: true,
            parts: .regions(.blocks)),
        Pass("zxing.blocks.inverted", .blocks(.localAverage), of: [.invert], where: large, parts: .regions(.blocks)),
        // In larger pictures `zxing.regions` has looked for them.
        Pass(
            "zxing.aztec.grid", .zxing(.matrix([.aztec], .fixedThreshold)), where: .pixels(0...499_999),
            parts: .regions(.aztecGrids)),
        Pass("beeline.aztec.runes", .runes),
    ]

    private static let dear: [Pass] = [
        // Linear codes at their own angle.
        Pass("zxing.bars", .linearStrips, trust: .direct, repeats: true, parts: .regions(.bars)),
        Pass("zbar.bars", .linearLines, parts: .regions(.bars)),
        Pass("zbar", .zbar(ZBarQuery(columnStep: 2, rowStep: 2)), trust: .direct),
        Pass("zxing.retail.sharp", .retail, of: [.sharp]),
        Pass("zxing.matrix.sharp", .squares, of: [.sharp]),
        Pass("zxing.retail.wider.sharp", .retail, of: [.wider, .sharper]),
        Pass("zxing.databar.wider.sharp", .databar, of: [.wider, .sharper]),
        Pass("zxing.matrix.border", .squares, of: [.border(20)]),
        Pass("zxing.matrix.half", .squares, of: [.half]),
        Pass("zxing.retail.gamma0.5", .retail, of: [.rows, .gamma(0.5)]),
        Pass("zxing.retail.wide.gamma2", .retail, of: [.wide, .gamma(2)]),
        Pass("zxing.datamatrix.histogram", .zxing(.matrix([.dataMatrix], .globalHistogram)), trust: .direct),
        // Low strips, and large pictures with noise.
        Pass("zbar.half", .zbar(ZBarQuery(columnStep: 2, rowStep: 2)), of: [.half], where: .pixels(0...100_000)),
        Pass(
            "zbar.half.large", .zbar(ZBarQuery(columnStep: 2, rowStep: 2)), of: [.half],
            where: .pixels(310_000...Int.max)),
        Pass("zxing.matrix.stretched", .squares, of: [.stretch]),
        // Codes of dots, as they are hammered or shot into metal: blurred they touch each other.
        Pass(
            "zxing.blocks.blurred", .blocks(.localAverage), of: [.blur(radius: 1)], where: large,
            parts: .regions(.blocks)),
        Pass(
            "zxing.blocks.grown", .blocks(.localAverage), of: [.grow(radius: 1), .blur(radius: 1)], where: large,
            parts: .regions(.blocks)),
        Pass(
            "zxing.blocks.inverted.blurred", .blocks(.localAverage), of: [.invert, .blur(radius: 1)], where: large,
            parts: .regions(.blocks)),
        Pass(
            "zxing.blocks.inverted.grown", .blocks(.localAverage), of: [.invert, .grow(radius: 1), .blur(radius: 1)],
            where: large, parts: .regions(.blocks)),
        // Modules of one pixel.
        Pass(
            "zxing.datamatrix.double", .zxing(.matrix([.dataMatrix], .globalHistogram)), of: [.double],
            where: .pixels(0...60_000)),
        Pass(
            "zxing.datamatrix.grid", .zxing(.matrix([.dataMatrix], .fixedThreshold)), parts: .regions(.dataMatrixGrids)),
        Pass("zxing.qr.meshes", .qr(QRReader(effort: .some)), where: .pixels(0...999_999), trust: .direct),
        // White bars on black.
        Pass("zbar.bars.inverted", .linearLines, of: [.invert], parts: .regions(.lightBars)),
        Pass("zxing.bars.inverted", .linearStrips, of: [.invert], parts: .regions(.lightBars)),
        // Bars that are printed or exposed too thin.
        Pass("zbar.bars.gamma4", .linearLines, of: [.gamma(4)], parts: .regions(.thinBars)),
        Pass("zxing.bars.gamma4", .linearStrips, of: [.gamma(4)], parts: .regions(.thinBars)),
        Pass("zxing.bars.gamma2.5", .linearStrips, of: [.gamma(2.5)], parts: .regions(.thinBars)),
        // Codes of large dots, which touch each other where they are a few pixels wide.
        Pass(
            "zxing.datamatrix.grid.quarter", .zxing(.matrix([.dataMatrix], .fixedThreshold)), of: [.quarter],
            where: .pixels(20_000...Int.max), parts: .regions(.dataMatrixGrids)),
        Pass("beeline.retail", .worn(.little)),
    ]

    private static let dearest: [Pass] = [
        Pass("zxing.qr.fit", .qr(QRReader(effort: .fit)), from: .max),
        Pass("beeline.retail.all", .worn(.full), from: .max),
        Pass(
            "zbar.threshold", .zbar(ZBarQuery(columnStep: 2, rowStep: 2)),
            of: [.threshold(radius: 32, share: 24)], from: .max),
        // ZBar joins the halves of an EAN that no line crosses whole: those that are turned by 45°.
        Pass(
            "zbar.retail", .zbar(ZBarQuery(symbologies: .retail, columnStep: 2, rowStep: 2)), from: .max, trust: .direct
        ),
        Pass("zbar.all", .zbar(ZBarQuery()), from: .max, trust: .direct),
        Pass("zxing.double.sharp", .all, of: [.double, .sharpen(radius: 3, strength: 3)], from: .max),
        Pass("zbar.double.sharp", .retailLines, of: [.double, .sharpen(radius: 3, strength: 3)], from: .max),
        Pass("zxing.double", .all, of: [.double], from: .max),
        Pass(
            "zxing.regions.histogram", .zxing(.matrix(.matrix, .globalHistogram)), from: .max, parts: .regions(.boxes)),
        Pass("zxing.regions.square", .matrix, from: .max, parts: .regions(.squares)),
        Pass(
            "zxing.regions.square.histogram", .zxing(.matrix(.matrix, .globalHistogram)), from: .max,
            parts: .regions(.squares)),
        Pass("zxing.turned10", .all, of: [.turn(degrees: 10)], from: .max),
        Pass("zxing.turned-10", .all, of: [.turn(degrees: -10)], from: .max),
        Pass("zxing.turned22", .all, of: [.turn(degrees: 22)], from: .max),
        Pass("zxing.turned-22", .all, of: [.turn(degrees: -22)], from: .max),
        Pass("zxing.turned45", .all, of: [.turn(degrees: 45)], from: .max),
        Pass("zbar.qr.blurred", .zbar(ZBarQuery(symbologies: [.qr])), of: [.blur(radius: 1)], from: .max),
        Pass("zbar.turned45", .zbar(ZBarQuery(columnStep: 2, rowStep: 2)), of: [.turn(degrees: 45)], from: .max),
    ]
}

extension Set<Symbology> {
    fileprivate static let databars: Self = [.databar, .databarExpanded, .databarLimited]
    fileprivate static let retail: Self = [.ean13, .ean8, .upcA, .upcE]
    fileprivate static let linear: Self = retail.union([.itf, .codabar, .code39, .code93, .code128, .telepen])
    fileprivate static let matrix: Self = [
        .qr, .microQR, .rectangularMicroQR, .aztec, .dataMatrix, .pdf417, .microPDF417, .maxiCode,
    ]
    /// All that is square, and not of hexagons.
    fileprivate static let squares: Self = matrix.subtracting([.pdf417, .microPDF417, .maxiCode])
    fileprivate static let linearAndMatrix: Self = linear.union(matrix)
}

extension Step {
    /// Four rows as one.
    fileprivate static let rows = Step.scale(x: 1, y: 0.25)
    /// Two rows as one.
    fileprivate static let pairs = Step.scale(x: 1, y: 0.5)
    /// Four rows as one, and two columns for each: modules of one pixel become measurable.
    fileprivate static let wide = Step.scale(x: 2, y: 0.25)
    fileprivate static let wider = Step.scale(x: 3, y: 0.25)
    fileprivate static let half = Step.scale(x: 0.5, y: 0.5)
    fileprivate static let third = Step.scale(x: 1 / 3, y: 1 / 3)
    fileprivate static let quarter = Step.scale(x: 0.25, y: 0.25)
    fileprivate static let double = Step.scale(x: 2, y: 2)
    fileprivate static let soft = Step.threshold(radius: 16, share: 8)
    fileprivate static let sharp = Step.sharpen(radius: 4, strength: 3)
    fileprivate static let sharper = Step.sharpen(radius: 4, strength: 4)
}

extension DecoderQuery {
    /// One row of EAN and UPC.
    fileprivate static let retail = zxing(
        ZXingQuery(symbologies: .retail, rotates: false, downscales: false, leastLines: 1))
    /// Rows of a strip that has been turned upright.
    fileprivate static let linearStrips = zxing(
        ZXingQuery(symbologies: .linear, rotates: false, downscales: false, leastLines: 2))
    fileprivate static let databar = zxing(
        ZXingQuery(symbologies: .databars, rotates: false, downscales: false, leastLines: 1))
    /// What has bars that are higher than wide.
    fileprivate static let bars = zxing(
        ZXingQuery(symbologies: .linear.union([.pdf417]), rotates: false, downscales: false))
    fileprivate static let matrix = zxing(.matrix(.matrix.subtracting([.maxiCode]), .localAverage))
    fileprivate static let squares = zxing(.matrix(.squares, .localAverage))
    /// What is square, in a part of a picture. For Data Matrix codes ZXing comes from the left only unless it may turn.
    fileprivate static func blocks(_ binarizer: ZXingQuery.Binarizer) -> DecoderQuery {
        zxing(ZXingQuery(symbologies: .squares, binarizer: binarizer, downscales: false))
    }
    /// Codes that may be made of dots.
    fileprivate static let dots = zxing(ZXingQuery(symbologies: [.dataMatrix], downscales: false))
    fileprivate static let all = zxing(ZXingQuery(symbologies: .linearAndMatrix))
    /// Rows of EAN and UPC, and no columns.
    fileprivate static let retailLines = zbar(ZBarQuery(symbologies: .retail, columnStep: 0))
    /// Rows of all linear codes, and no columns.
    fileprivate static let linearLines = zbar(
        ZBarQuery(symbologies: ZBarDecoder.readable.subtracting([.qr, .sqCode]), columnStep: 0))
}

extension ZXingQuery {
    fileprivate static func matrix(_ symbologies: Set<Symbology>, _ binarizer: Binarizer) -> ZXingQuery {
        ZXingQuery(symbologies: symbologies, binarizer: binarizer, rotates: false, downscales: false)
    }
}

/// One question about one form of a picture.
struct Pass: Sendable {
    /// What people, workers and diagnoses call it: `zxing.linear.gamma2`.
    let name: String
    /// What is done to the picture before.
    let steps: [Step]
    let question: DecoderQuery
    /// From which effort on it is asked.
    let effort: DecodeEffort
    /// Pictures for which it pays.
    let fits: Fit
    /// How much a reading of it counts, of the 1 that makes it accepted; see ``Acceptance``.
    let trust: Evidence.Trust
    /// Whether it runs again, with the found codes covered, whether it has seen something or did not run yet. Those
    /// that have seen something always do.
    let repeats: Bool
    /// From how many known codes on it searches for further ones; 0 if it also searches for the first one.
    let beside: Int
    /// What of the picture it is asked about, one part after the other, until one answers.
    let parts: Parts

    init(
        _ name: String, _ question: DecoderQuery, of steps: [Step] = [], from effort: DecodeEffort = .normal,
        where fits: Fit = .all, trust: Evidence.Trust = .derived,
        repeats: Bool = false, beside: Int = 0, parts: Parts = .whole
    ) {
        self.name = name
        self.steps = steps
        self.question = question
        self.effort = effort
        self.fits = fits
        self.trust = trust
        self.repeats = repeats
        self.beside = beside
        self.parts = parts
    }

    /// The same about another form of the page.
    func after(_ steps: [Step]) -> Pass {
        Pass(
            name, question, of: steps + self.steps, from: effort, where: fits, trust: .derived, repeats: repeats,
            beside: beside, parts: parts)
    }

    /// Whether it looks for the first code of a page.
    var begins: Bool { beside == 0 }

    /// Whether it draws codes module by module, or otherwise than they are printed, and so reads such as decoders do not find:
    /// where one of the sort is known, there may be more.
    var drawsAnew: Bool {
        if case .zbar = question, parts == .regions(.lightBars) { return true }
        return [.regions(.aztecGrids), .regions(.dataMatrixGrids)].contains(parts)
    }

    /// Whether it reads linear codes whose bars are light.
    var invertsBars: Bool { steps.contains(.invert) && question.symbologies.contains(where: \.isLinear) }

    /// What of a picture is looked at.
    enum Parts: Hashable, Sendable {
        case whole
        /// What looks like matrix codes.
        case regions(Regions.Form)

        func of(_ scales: PictureScales) -> [DerivedImage] {
            switch self {
            case .whole: [scales.picture]
            case .regions(let form): Regions.parts(of: scales, as: form)
            }
        }
    }

    /// For which pictures a pass pays.
    enum Fit: Sendable {
        case all
        /// At most so many pixels: what makes them more.
        case pixels(ClosedRange<Int>)

        func holds(for image: GrayImage) -> Bool {
            switch self {
            case .all: true
            case .pixels(let range): range.contains(image.pixels.count)
            }
        }
    }
}

extension DecodeEffort {
    /// Whether a pass that is asked from some effort on is asked at this one.
    func includes(_ effort: DecodeEffort) -> Bool { rank >= effort.rank }

    private var rank: Int {
        switch self {
        case .fast: 0
        case .normal: 1
        case .max: 2
        }
    }
}

/// What which decoder is asked about a picture.
enum DecoderQuery: Hashable, Sendable {
    case zxing(ZXingQuery)
    case zbar(ZBarQuery)
    /// Our own reader of EAN and UPC.
    case worn(RetailReader.Effort)
    /// Our own search for QR codes, which ZXing reads.
    case qr(QRReader)
    /// Our own reader of Aztec runes.
    case runes

    /// What may be found.
    var symbologies: Set<Symbology> {
        switch self {
        case .zxing(let question): question.symbologies
        case .zbar(let question): question.symbologies
        case .worn: [.ean13, .ean8, .upcA, .upcE]
        case .qr: [.qr]
        case .runes: [.aztec]
        }
    }

    /// The question for some symbologies alone; nil where it does not ask for any of them.
    func narrowed(to only: Set<Symbology>) -> DecoderQuery? {
        guard !only.isEmpty else { return self }
        // The bars of UPC-A are those of EAN-13.
        let family: Set<Symbology> = [.ean13, .upcA]
        let wanted = only.isDisjoint(with: family) ? only : only.union(family)
        let shared = symbologies.intersection(wanted)
        guard !shared.isEmpty else { return nil }
        switch self {
        case .zxing(var question):
            question.symbologies = shared
            return .zxing(question)
        case .zbar(var question):
            question.symbologies = shared
            return .zbar(question)
        case .worn, .qr, .runes: return self
        }
    }

    /// The question for more of what was found: all linear codes for one of them.
    func narrowed(toLike found: [Symbology]) -> DecoderQuery? {
        narrowed(to: found.contains(where: \.isLinear) ? symbologies.filter(\.isLinear).union(found) : Set(found))
    }

    /// The answers, in the pixels of the picture, whose scales others may share; add-ons may be symbols of their own.
    func symbols(in image: GrayImage, _ scales: PictureScales? = nil) throws(DecodeError) -> [Symbol] {
        switch self {
        case .zxing(let question): try ZXingDecoder().symbols(in: image, asking: question)
        case .zbar(let question): ZBarNoise.removed(try ZBarDecoder().readings(in: image, asking: question))
        case .worn(let effort): RetailReader(effort: effort).symbols(in: image)
        case .qr(let reader): try reader.symbols(in: image, scales)
        case .runes: AztecGrids.runes(in: scales ?? PictureScales(DerivedImage(image: image, mapping: .identity)))
        }
    }
}

extension ZBarDecoder {
    /// What ZBar alone finds in an image, in reading order, with add-ons bound: tests and fuzzing compare with it.
    package func symbols(in image: GrayImage) throws(DecodeError) -> [Symbol] {
        ReadingOrder.sorted(AddOns.bound(ZBarNoise.removed(try readings(in: image, asking: ZBarQuery()))))
    }
}
