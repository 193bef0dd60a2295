/// The result of decoding an image.
public struct Decoding: Hashable, Sendable {
    /// The symbols in the image, in reading order, page by page.
    public var symbols: [Symbol]
    /// The pages of a document, the frames of an animation, or the one picture that most images are.
    public var pages: [DecodedPage]
    /// The passes that a decoder did not survive, or had no time for. What only they would have found is missing.
    package var losses: [LostPass] = []

    /// The result of a decoder of your own.
    public init(symbols: [Symbol] = [], pages: [DecodedPage] = []) {
        self.symbols = symbols
        self.pages = pages
    }

    /// Why the first page was not read, when none was.
    package var onlyFailure: DecodeError? {
        pages.contains { $0.failure == nil } ? nil : pages.first?.failure
    }
}

/// One picture of an image file.
public struct DecodedPage: Hashable, Sendable {
    /// Counted from 1; nil for an image that has just one.
    public var number: Int?
    /// In pixels, upright; for a page of a document, as it was rendered. Outlines are within it.
    public var width: Int
    /// In pixels, upright.
    public var height: Int
    /// Why this page could not be read; the others are there nevertheless.
    public var failure: DecodeError?
    /// What was tried; nil unless it was asked for.
    package var diagnosis: Diagnosis?
    /// A PNG file to show to a person; nil unless it was asked for.
    public var preview: [UInt8]?

    /// A page that was read.
    public init(number: Int? = nil, width: Int, height: Int) {
        self.number = number
        self.width = width
        self.height = height
    }
}

/// A pass that a decoder did not survive, or had no time for.
package struct LostPass: Hashable, Sendable {
    /// The name of the pass: `zxing.linear`.
    package var pass: String
    /// The page it was about; nil for an image that has just one.
    package var page: Int?
    /// How it ended: "signal 6 (Aborted)"; or why it was not begun: "30 s were over".
    package var reason: String

    package init(pass: String, page: Int? = nil, reason: String) {
        self.pass = pass
        self.page = page
        self.reason = reason
    }
}

/// The passes that were tried on a picture, and why they may have found nothing.
package struct Diagnosis: Hashable, Sendable {
    /// The names of the passes, in order.
    package var tried: [String]
    /// What may be wrong, the likeliest first; empty where symbols were found or nothing is known.
    package var findings: [Finding]

    package init(tried: [String] = [], findings: [Finding] = []) {
        self.tried = tried
        self.findings = findings
    }

    /// A property of the picture that keeps codes from being read.
    package struct Finding: Hashable, Sendable {
        package var kind: Kind
        /// Where; nil is the whole picture.
        package var outline: Outline?
        /// What was measured, in the unit of the kind; nil where there is no figure.
        package var value: Double?

        package init(_ kind: Kind, outline: Outline? = nil, value: Double? = nil) {
            self.kind = kind
            self.outline = outline
            self.value = value
        }
    }

    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Something that looks like a code is too small; the value is pixels per module.
        case tooSmall = "too-small"
        /// Edges are spread over so many pixels that bars run into each other; the value is the spread in pixels.
        case blurred
        /// Light and dark differ little; the value is the difference, of 255.
        case lowContrast = "low-contrast"
        /// A code comes so near to the edge of the picture that its quiet zone is cut; the value is the space in
        /// modules.
        case quietZoneCut = "quiet-zone-cut"
        /// The bars of a linear code are light and what is between them is dark.
        case inverted
        /// A code is there, by its patterns, and its content cannot be read: it is damaged, covered or glaring.
        case unreadable
        /// Nothing in the picture looks like a code.
        case noCode = "no-code"
    }
}

/// A note of the pass that is about to begin, and its page.
package struct PassNote: Hashable, Sendable {
    package var pass: String
    /// Counted from 1; nil for an image that has just one.
    package var page: Int?

    /// The pass in which the image file itself is read.
    package static let reading = "read"

    package init(pass: String, page: Int? = nil) {
        self.pass = pass
        self.page = page
    }
}

/// The error of a decoder.
public enum DecodeError: Error, Hashable, Sendable {
    /// There is no such file, it is a folder, or it cannot be opened; with the reason.
    case cannotOpen(String)
    /// Its bytes are not a readable image; with what is wrong with them.
    case unreadableImage(String)
    /// It is beyond the limits on pixels, bytes or pages, or on the time for all pages; with the figures.
    case tooLarge(String)
    /// The decoder ended while it worked on this image; with how it ended.
    case decoderDied(String)
    /// The decoder took longer than it may.
    case timedOut(limit: Duration)
    /// There is no decoder; with the reason.
    case unavailable(String)
    /// Nothing here reads any of the symbologies that were asked for: they would silently never be found.
    case nothingReads(Set<Symbology>)
    /// The task was cancelled.
    case cancelled

    /// The code that output has for it, which programs may rely on.
    public var code: String {
        switch self {
        case .cannotOpen: "cannot-open"
        case .unreadableImage: "unreadable-image"
        case .tooLarge: "image-too-large"
        case .decoderDied: "decoder-died"
        case .timedOut: "decoder-timed-out"
        case .unavailable: "decoder-unavailable"
        case .nothingReads: "nothing-reads"
        case .cancelled: "cancelled"
        }
    }
}

extension DecodeError: CustomStringConvertible {
    /// What is wrong, and the remedy.
    public var description: String {
        switch self {
        case .cannotOpen(let reason): reason
        case .unreadableImage(let reason): reason
        case .tooLarge(let reason): reason
        case .decoderDied(let reason): "the decoder crashed on this image (\(reason)); a new one was started"
        case .timedOut(let limit): "the decoder was stopped after \(limit.wholeSeconds) s on this image"
        case .unavailable(let reason): reason
        case .nothingReads(let symbologies):
            "nothing on this system reads \(symbologies.map(\.name).sorted().joined(separator: ", ")); "
                + "'beeline formats' lists what can be read"
        case .cancelled: "decoding was cancelled"
        }
    }
}

extension Duration {
    /// Rounded up.
    package var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
