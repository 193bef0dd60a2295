internal import BeelineSymbols

/// Writes a link the way `WebAddress` keeps it, where that differs from the text.
enum LinkWriter {
    /// The scheme in lower case, the host in lower case and A-labels, characters beyond ASCII percent-encoded as UTF-8
    /// (RFC 3987, section 3.1).
    ///
    /// - Parameter host: the host to write in place of that of the text; nil to keep it.
    static func write(_ text: String, _ places: LinkReader.Places, host: String? = nil) -> WebAddress {
        let source = text.utf8.span
        var url: [UInt8] = []
        url.reserveCapacity(source.count + (host?.utf8.count ?? 0))
        var written = places

        for index in 0..<places.schemeEnd { url.append(source[index].asciiLowercased) }
        encode(source, places.schemeEnd, places.hostStart, to: &url)
        written.hostStart = url.count
        if let host {
            url.append(contentsOf: host.utf8)
        } else {
            let isOfTheWeb = URIScheme.isOfTheWeb(String(decoding: url[..<places.schemeEnd], as: UTF8.self))
            for index in places.hostStart..<places.hostEnd {
                url.append(isOfTheWeb ? source[index].asciiLowercased : source[index])
            }
        }
        written.hostEnd = url.count
        encode(source, places.hostEnd, places.pathStart, to: &url)
        written.pathStart = url.count
        encode(source, places.pathStart, places.queryStart, to: &url)
        written.queryStart = url.count
        encode(source, places.queryStart, places.fragmentStart, to: &url)
        written.fragmentStart = url.count
        encode(source, places.fragmentStart, source.count, to: &url)
        return WebAddress(String(decoding: url, as: UTF8.self), written)
    }

    /// A part of a text, by bytes from its start.
    static func part(_ text: String, _ start: Int, _ end: Int) -> String {
        let utf8 = text.utf8.span
        return String(unsafeUninitializedCapacity: end - start) { room in
            for index in start..<end { room[index - start] = utf8[index] }
            return end - start
        }
    }

    private static func encode(_ source: Span<UInt8>, _ start: Int, _ end: Int, to url: inout [UInt8]) {
        for index in start..<end {
            let byte = source[index]
            let isKept =
                byte == UInt8(ascii: "%") ? isPercentEncoding(source, at: index) : byte < 0x80 && !isUnwise(byte)
            if isKept {
                url.append(byte)
            } else {
                PercentEncoding.append(byte, to: &url)
            }
        }
    }

    /// Whether ASCII must be percent-encoded that people write in links all the same (RFC 3986, appendix A has none of it).
    static func isUnwise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "^"), UInt8(ascii: "`"): true
        default: false
        }
    }

    /// Whether two hexadecimal digits follow a percent sign; one without them stands for itself.
    static func isPercentEncoding(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        place + 2 < bytes.count && bytes[place + 1].isASCIIHexDigit && bytes[place + 2].isASCIIHexDigit
    }
}
