/// A text with `•••` in place of the passwords of its links: of what stands between a user's name and the host.
///
///     withoutLinkPasswords("https://user:secret@host.example/")   // "https://user:•••@host.example/"
package func withoutLinkPasswords(_ text: String) -> String {
    // Nearly no text has any.
    guard text.utf8.contains(UInt8(ascii: "@")), text.utf8.contains(UInt8(ascii: ":")) else { return text }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    let slashes = Array("://".utf8)
    while let start = rest.indices.first(where: { rest[$0...].starts(with: slashes) }) {
        let authority = rest[(start + slashes.count)...].prefix { byte in
            byte > 0x20 && !"/?#\\\"<>".utf8.contains(byte)
        }
        result += rest[..<authority.startIndex]
        rest = rest[authority.startIndex...]
        guard let sign = authority.lastIndex(of: UInt8(ascii: "@")),
            let colon = authority[..<sign].firstIndex(of: UInt8(ascii: ":"))
        else { continue }
        result += rest[...colon] + Array(Reading.secretMark.utf8)
        rest = rest[sign...]
    }
    return String(decoding: result + rest, as: UTF8.self)
}
