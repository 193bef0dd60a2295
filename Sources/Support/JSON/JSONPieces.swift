/// Pieces of JSON that begin a member, ready to be copied behind a comma or without one.
struct JSONPieces: Sendable {
    /// The pieces, each behind a comma, one after the other, and then `ByteBuffer.padding` bytes that belong to none.
    private let bytes: [UInt8]
    private let places: [Place]

    private struct Place {
        /// Where its comma stands.
        let start: Int
        /// Without the comma.
        let count: Int
    }

    init(_ pieces: [[UInt8]]) {
        var bytes: [UInt8] = []
        var places: [Place] = []
        for piece in pieces {
            places.append(Place(start: bytes.count, count: piece.count))
            bytes.append(UInt8(ascii: ","))
            bytes += piece
        }
        bytes += Array(repeating: 0, count: ByteBuffer.padding)
        (self.bytes, self.places) = (bytes, places)
    }

    /// Adds a piece, with a comma before it or without.
    @inline(__always)
    func append(at place: Int, comma: Bool, to buffer: inout ByteBuffer) {
        let place = places[place]
        let before = comma ? 0 : 1
        bytes.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            buffer.append(padded: first + place.start + before, count: place.count + 1 - before)
        }
    }
}
