internal import BeelineContent
internal import BeelineSymbols

/// A scheme of the Electronic Product Code that stands for a key of GS1 (GS1 EPC Tag Data Standard 2, section 14).
struct EPCScheme: Sendable {
    let header: UInt64
    let name: String
    /// Whether it has a fixed length, after which nothing may follow.
    let isFixed: Bool
    private let body: @Sendable (inout EPCReader) throws(EPCProblem) -> [LinkKey.Part]
    private let isDated: Bool
    private let hasHost: Bool

    /// The key and its qualifiers, and the attributes of the query.
    func read(_ reader: inout EPCReader) throws(EPCProblem) -> (parts: [LinkKey.Part], attributes: [LinkKey.Part]) {
        // Whether data follows, which the end of the bits says as well.
        if !isFixed { _ = try reader.number(1) }
        // What kind of thing it is, for readers that look for pallets or for goods.
        _ = try reader.number(3)
        let attributes = isDated ? [try Self.date(&reader)] : []
        let parts = try body(&reader)
        if hasHost { try reader.skipHost() }
        return (parts, attributes)
    }

    private static func date(_ reader: inout EPCReader) throws(EPCProblem) -> LinkKey.Part {
        let identifiers = ["11", "13", "15", "16", "17", "7006", "7007"]
        let type = Int(try reader.number(4))
        guard type < identifiers.count else { throw EPCProblem("a date is of an unknown kind") }
        let year = try reader.number(7, digits: 2)
        let month = try reader.number(4, digits: 2)
        return LinkKey.Part(ai: identifiers[type], value: year + month + (try reader.number(5, digits: 2)))
    }

    static let all: [EPCScheme] = fixed + withText

    /// The schemes of fixed length, whose company prefix has a variable length.
    private static let fixed: [EPCScheme] = [
        scheme(0x30, "SGTIN-96") { reader throws(EPCProblem) in
            [part("01", try gtin(&reader)), part("21", String(try reader.number(38)))]
        },
        scheme(0x36, "SGTIN-198") { reader throws(EPCProblem) in
            [part("01", try gtin(&reader)), part("21", try reader.ascii(140))]
        },
        scheme(0x31, "SSCC-96") { reader throws(EPCProblem) in
            let (prefix, rest) = try prefixed(&reader, 17, references: extended)
            return [part("00", checked(rest.prefix(1) + prefix + rest.dropFirst())), try reserved(&reader)].compactMap {
                $0
            }
        },
        scheme(0x32, "SGLN-96") { reader throws(EPCProblem) in
            located(try number(&reader, 12, references: places), String(try reader.number(41)))
        },
        scheme(0x39, "SGLN-195") { reader throws(EPCProblem) in
            located(try number(&reader, 12, references: places), try reader.ascii(140))
        },
        scheme(0x33, "GRAI-96") { reader throws(EPCProblem) in
            let number = try number(&reader, 12, references: items)
            return [part("8003", "0" + number + String(try reader.number(38)))]
        },
        scheme(0x37, "GRAI-170") { reader throws(EPCProblem) in
            let number = try number(&reader, 12, references: items)
            return [part("8003", "0" + number + (try reader.ascii(112)))]
        },
        scheme(0x34, "GIAI-96") { reader throws(EPCProblem) in
            let (prefix, place) = try prefix(&reader)
            return [part("8004", prefix + String(try reader.number([42, 45, 48, 52, 55, 58, 62][place])))]
        },
        scheme(0x38, "GIAI-202") { reader throws(EPCProblem) in
            let (prefix, place) = try prefix(&reader)
            return [part("8004", prefix + (try reader.ascii([148, 151, 154, 158, 161, 164, 168][place])))]
        },
        scheme(0x2D, "GSRN-96") { reader throws(EPCProblem) in
            [part("8018", try number(&reader, 17, references: extended)), try reserved(&reader)].compactMap { $0 }
        },
        scheme(0x2E, "GSRNP-96") { reader throws(EPCProblem) in
            [part("8017", try number(&reader, 17, references: extended)), try reserved(&reader)].compactMap { $0 }
        },
        scheme(0x2C, "GDTI-96") { reader throws(EPCProblem) in
            let number = try number(&reader, 12, references: places)
            return [part("253", number + String(try reader.number(41)))]
        },
        scheme(0x3E, "GDTI-174") { reader throws(EPCProblem) in
            let number = try number(&reader, 12, references: places)
            return [part("253", number + (try reader.ascii(119)))]
        },
        scheme(0x3C, "CPI-96") { reader throws(EPCProblem) in
            let (prefix, place) = try prefix(&reader)
            let reference = String(try reader.number([11, 14, 17, 21, 24, 27, 31][place]))
            return [part("8010", prefix + reference), part("8011", String(try reader.number(31)))]
        },
        scheme(0x3D, "CPI-var") { reader throws(EPCProblem) in
            let (prefix, _) = try prefix(&reader)
            let reference = try reader.sixBits(atMost: 24)
            return [part("8010", prefix + reference), part("8011", String(try reader.number(40)))]
        },
        scheme(0x3F, "SGCN-96") { reader throws(EPCProblem) in
            let number = try number(&reader, 12, references: places)
            // A digit 1 before it keeps its zeros.
            let serial = String(try reader.number(41))
            guard serial.utf8.first == UInt8(ascii: "1") else { throw EPCProblem("the serial number is wrong") }
            return [part("255", number + serial.dropFirst())]
        },
        scheme(0x40, "ITIP-110") { reader throws(EPCProblem) in
            [part("8006", try piece(&reader)), part("21", String(try reader.number(38)))]
        },
        scheme(0x41, "ITIP-212") { reader throws(EPCProblem) in
            [part("8006", try piece(&reader)), part("21", try reader.ascii(140))]
        },
    ]

    /// The schemes of version 2, each also with a host.
    private static let withText: [EPCScheme] =
        both(0xF7, 0xFD, "SGTIN") { reader throws(EPCProblem) in
            [part("01", try reader.nibbles(14)), part("21", try reader.text())]
        }
        + both(0xFB, 0xFC, "DSGTIN", isDated: true) { reader throws(EPCProblem) in
            [part("01", try reader.nibbles(14)), part("21", try reader.text())]
        }
        + both(0xF9, 0xEF, "SSCC") { reader throws(EPCProblem) in [part("00", try reader.nibbles(18))] }
        + both(0xF2, 0xE9, "SGLN") { reader throws(EPCProblem) in located(try reader.nibbles(13), try reader.text()) }
        + both(0xF1, 0xEB, "GRAI") { reader throws(EPCProblem) in
            [part("8003", try reader.nibbles(14) + (try reader.text()))]
        }
        + both(0xFA, 0xEE, "GIAI") { reader throws(EPCProblem) in [part("8004", try reader.delimited())] }
        + both(0xF4, 0xE7, "GSRN") { reader throws(EPCProblem) in [part("8018", try reader.nibbles(18))] }
        + both(0xF5, 0xE8, "GSRNP") { reader throws(EPCProblem) in [part("8017", try reader.nibbles(18))] }
        + both(0xF6, 0xEA, "GDTI") { reader throws(EPCProblem) in
            [part("253", try reader.nibbles(13) + (try reader.text()))]
        }
        + both(0xF0, 0xE6, "CPI") { reader throws(EPCProblem) in
            [part("8010", try reader.delimited()), part("8011", try reader.digits())]
        }
        + both(0xF8, 0xEC, "SGCN") { reader throws(EPCProblem) in
            [part("255", try reader.nibbles(13) + (try reader.digits()))]
        }
        + both(0xF3, 0xED, "ITIP") { reader throws(EPCProblem) in
            [part("8006", try reader.nibbles(18)), part("21", try reader.text())]
        }
}

extension EPCScheme {
    private typealias Body = @Sendable (inout EPCReader) throws(EPCProblem) -> [LinkKey.Part]

    private static func scheme(_ header: UInt64, _ name: String, _ body: @escaping Body) -> EPCScheme {
        EPCScheme(header: header, name: name, isFixed: true, body: body, isDated: false, hasHost: false)
    }

    private static func both(
        _ header: UInt64, _ headerWithHost: UInt64, _ name: String, isDated: Bool = false, _ body: @escaping Body
    ) -> [EPCScheme] {
        [(header, "\(name)+", false), (headerWithHost, "\(name)++", true)].map { header, name, hasHost in
            EPCScheme(header: header, name: name, isFixed: false, body: body, isDated: isDated, hasHost: hasHost)
        }
    }

    private static func part(_ ai: String, _ value: some StringProtocol) -> LinkKey.Part {
        LinkKey.Part(ai: ai, value: String(value))
    }

    /// The bits of references beside company prefixes of twelve to six digits.
    private static let items = [4, 7, 10, 14, 17, 20, 24]
    private static let extended = [18, 21, 24, 28, 31, 34, 38]
    private static let places = [1, 4, 7, 11, 14, 17, 21]

    /// A company prefix, and the index of its length in tables.
    private static func prefix(_ reader: inout EPCReader) throws(EPCProblem) -> (prefix: String, place: Int) {
        let place = Int(try reader.number(3))
        guard place < 7 else { throw EPCProblem("the length of the company prefix is wrong") }
        return (try reader.number([40, 37, 34, 30, 27, 24, 20][place], digits: 12 - place), place)
    }

    /// - Parameter digits: of prefix and reference together.
    private static func prefixed(
        _ reader: inout EPCReader, _ digits: Int, references: [Int]
    ) throws(EPCProblem) -> (prefix: String, reference: String) {
        let (prefix, place) = try prefix(&reader)
        return (prefix, try reader.number(references[place], digits: digits - prefix.utf8.count))
    }

    /// Prefix and reference with their check digit.
    private static func number(
        _ reader: inout EPCReader, _ digits: Int, references: [Int]
    ) throws(EPCProblem) -> String {
        let (prefix, reference) = try prefixed(&reader, digits, references: references)
        return checked(prefix + reference)
    }

    private static func checked(_ digits: String) -> String { digits + String(CheckDigit.gs1(UInt64(digits) ?? 0)) }

    /// The first digit of the reference is the indicator, which goes before the prefix.
    private static func gtin(_ reader: inout EPCReader) throws(EPCProblem) -> String {
        let (prefix, reference) = try prefixed(&reader, 13, references: items)
        return checked(reference.prefix(1) + prefix + reference.dropFirst())
    }

    private static func piece(_ reader: inout EPCReader) throws(EPCProblem) -> String {
        let item = try gtin(&reader)
        let number = try reader.number(7, digits: 2)
        return item + number + (try reader.number(7, digits: 2))
    }

    /// The extension; 0 means none.
    private static func located(_ number: String, _ extension: String) -> [LinkKey.Part] {
        `extension` == "0" || `extension`.isEmpty
            ? [part("414", number)] : [part("414", number), part("254", `extension`)]
    }

    /// Bits that are zero in all tags.
    private static func reserved(_ reader: inout EPCReader) throws(EPCProblem) -> LinkKey.Part? {
        if try reader.number(24) != 0 { throw EPCProblem("bits that must be zero are not") }
        return nil
    }
}

/// A Digital Link that is compressed as the binary string of an Electronic Product Code: `/eh3016…` in hexadecimal digits,
/// `/exMBZF…` in Base64 for URLs (GS1 Digital Link: Compression for EPC binary strings; GS1 EPC Tag Data Standard 2).
///
///     let link = try CompressedLink(rawPath: "/eh30164596f40c0e5cbe991a83")
///     link?.key.path   // "/01/09528765123457/21/123456789123"
package struct CompressedLink: Hashable, Sendable {
    package let key: LinkKey
    /// The part for the query: the date of a DSGTIN.
    package let attributes: [LinkKey.Part]
    /// Whether nothing follows. Data that may follow the EPC on a tag (+AIDC) is not decompressed.
    package let isComplete: Bool

    /// Reads the last segment of a path; nil when it is not of a known scheme.
    package init?(rawPath: Substring) throws(LinkKeyError) {
        let path = Array(rawPath.utf8.prefix(1_024))[...]
        let segment = path.split(separator: UInt8(ascii: "/")).last ?? []
        guard let bits = EPCBits(segment), bits.count >= 8 else { return nil }
        var reader = EPCReader(bits)
        guard let header = try? reader.number(8), let scheme = EPCScheme.all.first(where: { $0.header == header })
        else {
            return nil
        }
        do throws(EPCProblem) {
            let found = try scheme.read(&reader)
            if scheme.isFixed, !reader.isAtEnd { throw EPCProblem("there is more after it") }
            isComplete = reader.isAtEnd
            attributes = found.attributes
            var parts = found.parts
            guard !parts.isEmpty else { throw EPCProblem("it has no key") }
            let path = parts.map { "/\($0.path)" }.joined()
            let primary = parts.removeFirst()
            // Check digits, dates and characters are those of the identifiers.
            do throws(LinkKeyError) {
                key = try LinkKey(Array(path.utf8)[...])
            } catch {
                throw EPCProblem("\(error)")
            }
            guard key.primary == primary, attributes.allSatisfy(\.isRight) else {
                throw EPCProblem("there is no such date")
            }
        } catch {
            throw .invalid("\(shown(segment)) is no \(scheme.name): \(error.message)")
        }
    }
}

extension LinkKey.Part {
    fileprivate var isRight: Bool { ApplicationIdentifier(ai)?.problem(with: value) == nil }
}

extension LinkKey {
    /// Reads the path of a request, which must still be percent-encoded: it is split first, so that `%2F` is part of a
    /// value. Segments before the first primary key belong to the base of the resolver. A slash at the end does not
    /// count. A GTIN may have 8, 12 or 13 digits. A path without a key may end with one that is compressed.
    package init(rawPath: Substring) throws(LinkKeyError) {
        do throws(LinkKeyError) {
            self = try LinkKey(Array(rawPath.utf8.prefix(Self.longest + 1))[...])
        } catch {
            guard error == .notAKey, let link = try CompressedLink(rawPath: rawPath) else { throw error }
            self = link.key
        }
    }
}
