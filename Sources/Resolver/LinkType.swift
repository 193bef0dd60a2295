internal import BeelineContent
internal import BeelineSymbols
internal import BundledTables

/// The type of a link: a term of the GS1 Web Vocabulary, or the URI of another vocabulary.
///
///     LinkType(parsing: "gs1:pip")?.title                         // "Product Information Page"
///     LinkType(parsing: "https://www.gs1.org/voc/pip")?.uri       // "https://ref.gs1.org/voc/pip"
package struct LinkType: Hashable, Sendable {
    /// The name of a term (`pip`), or a URI of another vocabulary, as in the table.
    package let stored: String

    /// The type that a text names: `pip`, `gs1:pip`, the URI of a term at any of GS1's hosts, or another `http(s)` URI;
    /// nil when it is none of these. Names of the ratified types are found in any case. Others are accepted too: GS1
    /// adds to the list.
    package init?(parsing text: String) {
        var name = text[...]
        if let prefix = Self.prefixes.first(where: { Self.has(text, prefix: $0) }) {
            name = text.dropFirst(prefix.count)
        } else if text.contains(":") {
            guard text.utf8.count <= 1_024, let address = WebAddress(absoluteURL: text), address.isOfWeb else {
                return nil
            }
            stored = address.url
            return
        }
        guard (1...64).contains(name.utf8.count), name.utf8.first?.isASCIILetter == true,
            name.utf8.allSatisfy({
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            })
        else { return nil }
        stored = Self.spellings[name.lowercased()] ?? String(name)
    }

    init(stored: String) { self.stored = stored }

    private static let prefixes = [
        "gs1:", "https://ref.gs1.org/voc/", "https://gs1.org/voc/", "https://www.gs1.org/voc/", "http://gs1.org/voc/",
        "http://www.gs1.org/voc/",
    ]

    private static func has(_ text: String, prefix: String) -> Bool {
        text.utf8.count > prefix.utf8.count
            && text.utf8.prefix(prefix.utf8.count).elementsEqual(prefix.utf8) { $0.asciiLowercased == $1 }
    }

    package var isOfGS1: Bool { !stored.contains(":") }

    /// The URI in linksets.
    package var uri: String { isOfGS1 ? "https://ref.gs1.org/voc/\(stored)" : stored }

    /// The short form: `gs1:pip`, or a URI of another vocabulary.
    package var shortName: String { isOfGS1 ? "gs1:\(stored)" : stored }

    /// The title in the vocabulary; nil for a type that is not in its list.
    package var title: String? { Self.titles[stored] }

    /// Whether it is in GS1's list of link types.
    package var isRatified: Bool { title != nil }

    /// Whether GS1 has deprecated it.
    var successor: LinkType? { stored == "productSustainabilityInfo" ? LinkType(stored: "sustainabilityInfo") : nil }

    package static let defaultLink = LinkType(stored: "defaultLink")
    package static let defaultLinkMulti = LinkType(stored: "defaultLinkMulti")

    /// The names of the ratified types, in the order of the list.
    package static let ratified: [String] = table.map(\.name)

    private static let titles = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0.title) })
    private static let spellings = Dictionary(uniqueKeysWithValues: table.map { ($0.name.lowercased(), $0.name) })
}

extension LinkType {
    /// The table `Tables/gs1-link-types.tsv`: the link types of the GS1 Web Vocabulary, with their titles.
    private static let table: [(name: String, title: String)] = {
        let table = beeline_gs1_link_types()
        let text = String(decoding: UnsafeBufferPointer(start: table.bytes, count: table.length), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: "\t")
            return (name: String(cells[0]), title: String(cells[1]))
        }
    }()
}
