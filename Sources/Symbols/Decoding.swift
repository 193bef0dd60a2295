/// What a decoder made of an image.
public struct Decoding: Hashable, Sendable {
    /// What is printed in the image, in reading order, page by page.
    public var symbols: [Symbol]
    /// The pages of a document, the frames of an animation, or the one picture that most images are.
    public var pages: [DecodedPage]
    /// The passes that a decoder did not survive, or had no time for. What only they would have found is missing.
    public var losses: [LostPass]

    public init(symbols: [Symbol] = [], pages: [DecodedPage] = [], losses: [LostPass] = []) {
        self.symbols = symbols
        self.pages = pages
        self.losses = losses
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
    public var diagnosis: Diagnosis?
    /// A PNG file to show to a person; nil unless it was asked for.
    public var preview: [UInt8]?

    public init(number: Int? = nil, width: Int, height: Int) {
        self.number = number
        self.width = width
        self.height = height
    }
}

/// A pass that a decoder did not survive, or had no time for.
public struct LostPass: Hashable, Sendable {
    /// The name of the pass: `zxing.linear`.
    public var pass: String
    /// The page it was about; nil for an image that has just one.
    public var page: Int?
    /// How it ended: "signal 6 (Aborted)"; or why it was not begun: "30 s were over".
    public var reason: String

    public init(pass: String, page: Int? = nil, reason: String) {
        self.pass = pass
        self.page = page
        self.reason = reason
    }
}
