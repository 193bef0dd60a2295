internal import BeelineSupport

/// Links that were checked against the rules of registration (GS1-Conformant Resolver, section 2), sorted by key.
///
///     let list = try CheckedLinks(bytes, .csv, source: "links.csv")
///     list.warnings
///     try list.save(to: "/var/lib/beeline/links.sqlite")
package struct CheckedLinks: Sendable {
    /// The longest file that is read, in bytes: 1 GiB.
    package static let longestFile = 1 << 30
    package static let mostLinks = 500

    /// The links one after the other: key, qualifiers, type, href, media type, languages, contexts, title, default and
    /// description, each with a zero after it.
    private(set) var pool: [UInt8] = []
    var rows: [Row] = []
    package internal(set) var primaryAIs: [String] = []
    package internal(set) var keyCount = 0
    /// The warnings, up to a bound.
    package private(set) var warnings: [LinkMistake] = []

    package var linkCount: Int { rows.count }

    struct Row {
        let start: Int
        let line: UInt32
        /// The length of the key with its zero.
        let keyLength: UInt16
        /// The length of key and qualifiers with their zeros.
        let pathLength: UInt16
        /// The length of all texts before the title.
        let identityLength: UInt16
    }

    /// Reads and checks a list, whose source is named in messages, and reports the number of rows at intervals.
    ///
    /// - Throws: `LinkMistakes`, all up to a bound.
    package init(
        _ bytes: [UInt8], _ format: LinkFileFormat, source: String, progress: (Int) -> Void = { _ in }
    ) throws(LinkMistakes) {
        var row = LinkRow()
        var reader = try LinkRows(bytes, format, source: source, row: &row)
        var notes = LinkNotes(source: source)
        pool.reserveCapacity(bytes.count + bytes.count / 4)
        rows.reserveCapacity(min(bytes.count / 64, bytes.count { $0 == UInt8(ascii: "\n") }))
        reading: while !notes.isFull {
            switch reader.next(&row) {
            case .row: add(row, &notes)
            case .flaw(let mistake): notes.mistakes.append(mistake)
            case .stop(let mistake):
                notes.mistakes.append(mistake)
                break reading
            case .end: break reading
            }
            if rows.count.isMultiple(of: 10_000) { progress(rows.count) }
        }
        if rows.isEmpty, notes.mistakes.isEmpty { notes.error(nil, nil, "there is no link in it") }
        // Rows are compared with each other once each row is right by itself.
        if notes.mistakes.isEmpty {
            sort()
            checkKeys(&notes)
        }
        guard notes.mistakes.isEmpty else { throw notes.all }
        warnings = notes.warnings
    }

    private mutating func add(_ row: LinkRow, _ notes: inout LinkNotes) {
        let before = notes.mistakes.count
        let checked = RowCheck(row, &notes)
        guard notes.mistakes.count == before, let checked else { return }
        let start = pool.count
        func put(_ text: String) {
            pool.append(text: text)
            pool.append(0)
        }
        put(checked.key.storedKey)
        let keyLength = pool.count - start
        put(checked.key.storedQualifiers)
        let pathLength = pool.count - start
        put(checked.link.type.stored)
        put(checked.link.href)
        put(checked.link.mediaType ?? "")
        put(checked.link.languages.joined(separator: " "))
        put(checked.link.contexts.joined(separator: " "))
        let identityLength = pool.count - start
        put(checked.link.title)
        put(checked.link.isDefault ? "1" : "")
        put(checked.description)
        rows.append(
            Row(
                start: start, line: UInt32(clamping: row.line), keyLength: UInt16(clamping: keyLength),
                pathLength: UInt16(clamping: pathLength), identityLength: UInt16(clamping: identityLength)))
    }
}
