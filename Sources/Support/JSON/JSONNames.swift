/// The names of an object's members, made ready once for objects that are written again and again.
///
///     let names = JSONNames(["ssid", "password"])
///     json.object { json in
///         json.name(0, of: names)
///         json.value("Guests")
///     }
///
/// A class, so that looking at it copies nothing.
package final class JSONNames: Sendable {
    let pieces: JSONPieces

    package init(_ names: some Sequence<String>) {
        pieces = JSONPieces(
            names.map { name in
                var json = JSONWriter(capacity: name.utf8.count + 2)
                json.value(name)
                return json.bytes + [UInt8(ascii: ":")]
            })
    }
}

/// Members whose value is a text, made ready once, of which an object has one or another.
///
///     let members = JSONMembers("symbology", ["ean_13", "qr_code"])
///     json.object { $0.member(1, of: members) }   // {"symbology":"qr_code"}
///
/// A class, so that looking at it copies nothing.
package final class JSONMembers: Sendable {
    let pieces: JSONPieces

    /// - Parameters:
    ///   - name: that of all of them.
    ///   - values: their values.
    package init(_ name: StaticString, _ values: some Sequence<String>) {
        pieces = JSONPieces(
            values.map { value in
                var json = JSONWriter(capacity: name.utf8CodeUnitCount + value.utf8.count + 8)
                json.member(name, value)
                return json.bytes
            })
    }
}
