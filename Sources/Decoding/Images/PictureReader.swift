/// Reads the pictures of a file of a format that can have several.
///
/// The bytes are lent: they must outlive the reader.
protocol PictureReader: ~Copyable {
    /// Begins with a file, without decoding a picture.
    init(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError)

    /// Whether there is another picture, be it a broken one.
    var hasMore: Bool { get }

    /// Reads the next picture; `nil` for a frame that shows nothing but what the one before shows.
    ///
    /// To be called while `hasMore` is true, also after an error.
    mutating func next() throws(ImageError) -> StoredPicture?
}
