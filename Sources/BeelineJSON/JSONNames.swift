/// The names of an object's members, made ready once for objects that are written again and again.
///
///     let names = JSONNames(["ssid", "password"])
///     json.object { json in
///         json.name(0, of: names)
///         json.value("Guests")
///     }
///
/// A class, so that looking at it copies nothing.
public final class JSONNames: Sendable {
    /// The names with their quotes and colons, each behind a comma, one after the other.
    private let bytes: [UInt8]
    /// Where each ends.
    private let ends: [Int]

    public init(_ names: some Sequence<String>) {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for name in names {
            var json = JSONWriter(capacity: name.utf8.count + 2)
            json.value(name)
            bytes += [UInt8(ascii: ",")] + json.bytes + [UInt8(ascii: ":")]
            ends.append(bytes.count)
        }
        (self.bytes, self.ends) = (bytes, ends)
    }

    /// Lends the bytes of a name, with a comma before them or without.
    func withBytes(at place: Int, comma: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let start = (place == 0 ? 0 : ends[place - 1]) + (comma ? 0 : 1)
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<ends[place]])) }
    }
}
