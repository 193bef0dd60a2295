/// Something that finds the symbols in an image: in this process, or in workers of its own.
///
///     let symbols = try await decoder.symbols(in: .file("shelf.jpg"))
public protocol BarcodeDecoder: Sendable {
    /// What is printed in an image, and what is known of how it was found.
    ///
    /// - Throws: `DecodeError`: the image could not be read, or the decoder did not survive it.
    func decode(_ image: ImageSource, _ options: DecodeOptions) async throws(DecodeError) -> Decoding
}

extension BarcodeDecoder {
    /// The symbols that are printed in the image, in reading order; empty when there are none.
    ///
    /// - Throws: `DecodeError`.
    public func symbols(
        in image: ImageSource, _ options: DecodeOptions = DecodeOptions()
    ) async throws(DecodeError) -> [Symbol] {
        try await decode(image, options).symbols
    }
}

/// Where the bytes of an image are.
public enum ImageSource: Hashable, Sendable {
    /// A file, by its path.
    case file(String)
    /// What an open descriptor yields until its end. It is lent: the caller still closes it.
    case descriptor(Int32)
    /// The bytes themselves.
    case bytes([UInt8])
}

/// Why an image gave no answer.
public enum DecodeError: Error, Hashable, Sendable {
    /// There is no such file, it is a folder, or it may not be opened; with the reason.
    case cannotOpen(String)
    /// Its bytes are no image that can be read; with what is wrong with them.
    case unreadableImage(String)
    /// It is beyond the limits on pixels, bytes or pages, or on the time for all pages; with the figures.
    case tooLarge(String)
    /// The decoder ended while it worked on this image; with how it ended.
    case decoderDied(String)
    /// The decoder took longer than it may; with the limit in seconds.
    case timedOut(seconds: Int)
    /// There is no decoder to ask; with the reason.
    case unavailable(String)

    /// The code that output has for it, which programs may rely on.
    public var code: String {
        switch self {
        case .cannotOpen: "cannot-open"
        case .unreadableImage: "unreadable-image"
        case .tooLarge: "image-too-large"
        case .decoderDied: "decoder-died"
        case .timedOut: "decoder-timed-out"
        case .unavailable: "decoder-unavailable"
        }
    }
}

extension DecodeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotOpen(let reason): reason
        case .unreadableImage(let reason): reason
        case .tooLarge(let reason): reason
        case .decoderDied(let reason): "the decoder died on this image (\(reason)); it has been replaced"
        case .timedOut(let seconds): "the decoder was stopped after \(seconds) s on this image"
        case .unavailable(let reason): reason
        }
    }
}
