internal import WebPage

/// Answers that are compressed for clients that take it. An answer with secrets is never compressed, because its length
/// would reveal them to who can add a text to it.
enum Gzip {
    /// The bytes compressed; nil where that makes them no smaller.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
            guard let start = room.baseAddress else { return }
            count = bytes.withUnsafeBufferPointer { input in
                input.baseAddress.map { beeline_page_gzip($0, input.count, start, room.count) } ?? 0
            }
        }
        return packed.isEmpty ? nil : packed
    }

    /// Whether a client takes gzip (RFC 9110, section 12.5.3): it is named, or `*` is, without `q=0`.
    static func isTaken(by head: RequestHead) -> Bool {
        var taken: [Substring: Bool] = [:]
        for field in head.headers.all("Accept-Encoding") {
            for part in field.lowercased().filter({ $0 != " " && $0 != "\t" }).split(separator: ",") {
                let pieces = part.split(separator: ";")
                guard let name = pieces.first else { continue }
                let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
                taken[name] = weight.map { (Double($0) ?? 0) > 0 } ?? true
            }
        }
        return taken["gzip"] ?? taken["*"] ?? false
    }
}

extension ServerResponse {
    /// The same answer, compressed if the client takes it.
    func compressed(for head: RequestHead) -> ServerResponse {
        var response = self
        response.headers.append(("Vary", "Accept-Encoding"))
        guard case .bytes(let bytes) = body, Gzip.isTaken(by: head), let packed = Gzip.packed(bytes) else {
            return response
        }
        response.headers.append(("Content-Encoding", "gzip"))
        response.body = .bytes(packed)
        return response
    }
}
