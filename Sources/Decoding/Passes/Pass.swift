internal import BeelineSymbols

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
    let trust: Trust
    /// Whether it is asked again, with what is found covered.
    let repeats: Bool
    /// What of the picture it is asked about, one part after the other, until one answers.
    let parts: Parts

    init(
        _ name: String, _ question: DecoderQuery, of steps: [Step] = [], from effort: DecodeEffort = .normal,
        where fits: Fit = .all, trust: Trust = .derived,
        repeats: Bool = false, parts: Parts = .whole
    ) {
        self.name = name
        self.steps = steps
        self.question = question
        self.effort = effort
        self.fits = fits
        self.trust = trust
        self.repeats = repeats
        self.parts = parts
    }

    /// What of a picture is looked at.
    enum Parts: Hashable, Sendable {
        case whole
        /// Boxes of half its sides.
        case tiles
        /// What looks like matrix codes.
        case regions(Regions.Form)

        func of(_ picture: DerivedImage) -> [DerivedImage] {
            switch self {
            case .whole: [picture]
            case .tiles: picture.tiles
            case .regions(let form): Regions.parts(of: picture, as: form)
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

    /// How a pass came to what it read.
    enum Trust: Sendable {
        /// The picture as it is.
        case direct
        /// A picture made of it, in which bars may run together or apart.
        case derived
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
