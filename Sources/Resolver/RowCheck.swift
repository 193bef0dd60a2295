internal import BeelineContent
internal import BeelineRules
internal import BeelineSymbols

/// Collects the errors of a list, up to a bound.
struct LinkNotes {
    let source: String
    var mistakes: [LinkMistake] = []
    private(set) var warnings: [LinkMistake] = []

    init(source: String) { self.source = source }

    var isFull: Bool { mistakes.count >= LinkMistakes.most }

    /// Sorted by line.
    var all: LinkMistakes {
        LinkMistakes(mistakes: Array(mistakes.prefix(LinkMistakes.most)).sorted { ($0.line ?? 0) < ($1.line ?? 0) })
    }

    mutating func error(_ line: Int?, _ column: LinkColumn?, _ message: String) {
        if !isFull { mistakes.append(LinkMistake(source: source, line: line, column: column, message: message)) }
    }

    mutating func warn(_ line: Int, _ column: LinkColumn, _ message: String) {
        guard warnings.count < LinkMistakes.most else { return }
        warnings.append(LinkMistake(source: source, line: line, column: column, message: message))
    }
}

/// Checks a row against the rules of registration (GS1-Conformant Resolver, section 2; linkset schema).
struct RowCheck {
    let key: LinkKey
    let link: Link
    let description: String

    private static let longestTitle = 1_000
    private static let longestAddress = 8_192
    private static let mostWords = 40

    /// Nil after an error, which is noted.
    init?(_ row: LinkRow, _ notes: inout LinkNotes) {
        let key = Self.key(row, &notes)
        let type = Self.type(row, &notes)
        let href = Self.address(row, &notes)
        let title = Self.text(row, .title, &notes)
        let description = Self.text(row, .itemDescription, &notes)
        let mediaType = Self.mediaType(row, &notes)
        let languages = Self.languages(row, &notes)
        let contexts = Self.contexts(row, &notes)
        let isDefault = Self.isDefault(row, &notes)
        if title?.isEmpty == true {
            notes.error(row.line, .title, "it is empty; each link has a title, which people see")
        }
        guard let key, let type, let href, let title, !title.isEmpty, let description, let languages, let contexts,
            let isDefault
        else { return nil }
        self.key = key
        self.description = description
        link = Link(
            type: type, href: href, title: title, mediaType: mediaType?.isEmpty == true ? nil : mediaType,
            languages: languages, contexts: contexts, isDefault: isDefault)
    }

    private static func key(_ row: LinkRow, _ notes: inout LinkNotes) -> LinkKey? {
        let cell = row[.path]
        func fail(_ message: String) -> LinkKey? {
            notes.error(row.line, .path, message)
            return nil
        }
        if cell.isEmpty { return fail("it is empty; each link belongs to a key, as /01/09506000134352") }
        guard cell.first == UInt8(ascii: "/"), !cell.contains(UInt8(ascii: "?")), !cell.contains(UInt8(ascii: "#"))
        else {
            return fail(
                "\(shown(cell)) is not a path; write the part of the link after the host, as /01/09506000134352")
        }
        do throws(LinkKeyError) {
            let key = try LinkKey(cell)
            guard key.isWholePath(cell) else {
                return fail("\(shown(cell)) begins with something else than a key; write it as \(key.path)")
            }
            let qualifiers = key.qualifiers.map(\.ai)
            if qualifiers.contains("21"), qualifiers.contains("10") || qualifiers.contains("22") {
                return fail(
                    "a serial number (21) identifies one item and is registered without batch (10) and variant (22); "
                        + "leave these out: a request that has them is answered anyway")
            }
            return key
        } catch {
            return fail("\(shown(cell)): \(error)")
        }
    }

    private static func type(_ row: LinkRow, _ notes: inout LinkNotes) -> LinkType? {
        let cell = row[.linkType]
        let text = String(decoding: cell, as: UTF8.self)
        guard let type = LinkType(parsing: text) else {
            notes.error(
                row.line, .linkType,
                cell.isEmpty
                    ? "it is empty; say what the link leads to, as gs1:pip for a page about the product"
                    : "\(shown(cell)) is not a link type; write one of GS1, as gs1:pip, or the URI of another "
                        + "vocabulary")
            return nil
        }
        if [.defaultLink, .defaultLinkMulti].contains(type) {
            notes.error(
                row.line, .linkType,
                "\(type.shortName) does not say what the link leads to; write a descriptive type, as gs1:pip, and 'yes' "
                    + "in the column 'default'")
            return nil
        }
        if ["linkset", "all"].contains(type.stored) {
            notes.error(row.line, .linkType, "\(type.shortName) is a request to a resolver, not a link type")
            return nil
        }
        if let successor = type.successor {
            notes.warn(row.line, .linkType, "\(type.shortName) is deprecated; use \(successor.shortName)")
        } else if !type.isOfGS1, !type.fitsSchema {
            notes.warn(
                row.line, .linkType,
                "\(shown(type.stored)) does not fit GS1's schema of linksets, which allows only letters, digits, '.', "
                    + "'/' and '_'")
        } else if type.isOfGS1, !type.isRatified {
            let hint = Spelling.hint(for: type.stored, in: LinkType.ratified)
            notes.warn(row.line, .linkType, "\(type.shortName) is not in GS1's list of link types\(hint)")
        }
        return type
    }

    private static func address(_ row: LinkRow, _ notes: inout LinkNotes) -> String? {
        let cell = row[.href]
        func fail(_ message: String) -> String? {
            notes.error(row.line, .href, message)
            return nil
        }
        if cell.isEmpty { return fail("it is empty; write where the link leads, as https://example.com/product") }
        guard cell.count <= longestAddress else { return fail("it is longer than \(longestAddress) bytes") }
        let text = String(decoding: cell, as: UTF8.self)
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            return fail(
                "\(shown(cell)) has blanks, control characters or characters beyond ASCII; percent-encode them, and "
                    + "write the host in the form xn--…")
        }
        guard let address = WebAddress(absoluteURL: text), address.isOfWeb else {
            return fail("\(shown(cell)) is not an address with http or https; a resolver redirects only to these")
        }
        guard address.userInfo == nil else {
            return fail("it has a name or a password before its host, which everyone can see; leave it out")
        }
        return address.url
    }

    /// Nil after an error, which is noted; empty if the cell is empty.
    private static func text(_ row: LinkRow, _ column: LinkColumn, _ notes: inout LinkNotes) -> String? {
        let cell = row[column]
        guard cell.count <= longestTitle else {
            notes.error(row.line, column, "it is longer than \(longestTitle) bytes")
            return nil
        }
        let text = String(decoding: cell, as: UTF8.self)
        guard cell.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            notes.error(row.line, column, "it has line breaks or other control characters; write it on one line")
            return nil
        }
        return text
    }

    /// A media type without parameters, as in the schema of linksets. Nil and empty as above.
    private static func mediaType(_ row: LinkRow, _ notes: inout LinkNotes) -> String? {
        let cell = row[.type]
        if cell.isEmpty { return "" }
        let parts = cell.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        func isWord(_ part: ArraySlice<UInt8>, _ marks: String) -> Bool {
            !part.isEmpty && part.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || marks.utf8.contains($0) }
        }
        guard cell.count <= 127, parts.count == 2, isWord(parts[0], "_"), isWord(parts[1], "-+._") else {
            notes.error(
                row.line, .type,
                "\(shown(cell)) is not a media type without parameters, as text/html or application/pdf")
            return nil
        }
        return String(decoding: cell, as: UTF8.self).lowercased()
    }

    /// Languages `ll` or `ll-CC`, the only ones in the schema of linksets, in the usual case.
    private static func languages(_ row: LinkRow, _ notes: inout LinkNotes) -> [String]? {
        guard let words = words(row, .hreflang, &notes) else { return nil }
        var languages: [String] = []
        for word in words {
            let bytes = Array(word.utf8)
            let hasCountry = bytes.count == 5 && bytes[2] == UInt8(ascii: "-")
            guard bytes.count == 2 || hasCountry, bytes.prefix(2).allSatisfy(\.isASCIILetter),
                bytes.dropFirst(3).allSatisfy(\.isASCIILetter)
            else {
                notes.error(
                    row.line, .hreflang,
                    "\(shown(word)) is not a language of a linkset; write two letters, and two for a country where it "
                        + "matters, as pt or pt-BR, with a blank between several")
                return nil
            }
            let language = word.prefix(2).lowercased() + word.dropFirst(2).uppercased()
            if !languages.contains(language) { languages.append(language) }
        }
        return languages
    }

    private static func contexts(_ row: LinkRow, _ notes: inout LinkNotes) -> [String]? {
        guard let words = words(row, .context, &notes) else { return nil }
        guard words.allSatisfy({ $0.utf8.count <= 64 && $0.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }) else {
            notes.error(
                row.line, .context, "a context is a word of at most 64 bytes, as LK; write a blank between several")
            return nil
        }
        return words
    }

    private static func words(_ row: LinkRow, _ column: LinkColumn, _ notes: inout LinkNotes) -> [String]? {
        let words = row[column].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.count <= mostWords else {
            notes.error(row.line, column, "there are more than \(mostWords)")
            return nil
        }
        return words
    }

    private static func isDefault(_ row: LinkRow, _ notes: inout LinkNotes) -> Bool? {
        switch String(decoding: row[.isDefault].prefix(8), as: UTF8.self).lowercased() {
        case "": return false
        case "yes", "true", "1": return true
        case "no", "false", "0": return false
        default:
            notes.error(row.line, .isDefault, "\(shown(row[.isDefault])) is neither yes nor no")
            return nil
        }
    }
}

extension LinkType {
    /// Whether the schema of linksets allows the URI as the name of a member.
    fileprivate var fitsSchema: Bool {
        uri.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst().allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "./_".utf8.contains($0)
        }
    }
}

extension LinkKey {
    /// Whether a path begins with the key.
    fileprivate func isWholePath(_ path: ArraySlice<UInt8>) -> Bool {
        path.dropFirst().starts(with: "\(primary.ai)/".utf8)
    }
}
