internal import BeelineSupport
internal import Glibc

/// Checks of all links of a key, and of keys that belong together.
extension CheckedLinks {
    /// Sorts the links by the bytes of their keys, as SQLite does; links of one key stay in the order of the file.
    mutating func sort() {
        pool.withUnsafeBufferPointer { pool in
            func precedes(_ one: Row, _ other: Row) -> Bool {
                guard let base = pool.baseAddress else { return false }
                let shared = min(Int(one.pathLength), Int(other.pathLength))
                let order = memcmp(base + one.start, base + other.start, shared)
                if order != 0 { return order < 0 }
                return one.pathLength != other.pathLength ? one.pathLength < other.pathLength : one.start < other.start
            }
            // Most lists are in order.
            let isSorted = zip(rows, rows.dropFirst()).allSatisfy { !precedes($1, $0) }
            if !isSorted { rows.sort(by: precedes) }
        }
    }

    mutating func checkKeys(_ notes: inout LinkNotes) {
        var start = 0
        while start < rows.count, !notes.isFull {
            let key = self.key(rows[start])
            let end = rows[start...].firstIndex { self.key($0) != key } ?? rows.count
            check(start..<end, &notes)
            let ai = String(decoding: key.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
            if primaryAIs.last != ai { primaryAIs.append(ai) }
            start = end
        }
    }

    private mutating func check(_ range: Range<Int>, _ notes: inout LinkNotes) {
        // By their qualifiers, those that have a default of their own.
        var withDefault: Set<ArraySlice<UInt8>> = []
        var entries: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound, !notes.isFull {
            let path = self.path(rows[start])
            let end = rows[start..<range.upperBound].firstIndex { self.path($0) != path } ?? range.upperBound
            entries.append(start..<end)
            checkEntry(start..<end, &notes)
            if rows[start..<end].contains(where: isDefault) { withDefault.insert(qualifiers(rows[start])) }
            start = end
        }
        keyCount += entries.count
        for entry in entries where !notes.isFull && !withDefault.contains(qualifiers(rows[entry.lowerBound])) {
            let path = String(decoding: self.path(rows[entry.lowerBound]).filter { $0 != 0 }, as: UTF8.self)
            guard let key = try? LinkKey(rawPath: "/\(path)") else { continue }
            let above = key.covering.dropFirst()
            if above.contains(where: { withDefault.contains(Array($0.storedQualifiers.utf8)[...]) }) { continue }
            notes.error(
                Int(rows[entry.lowerBound].line), .isDefault,
                "\(key.path) has no default link" + (above.last.map { ", and \($0.path) above it has none" } ?? "")
                    + "; write 'yes' in the column 'default' of one link")
        }
    }

    private func checkEntry(_ range: Range<Int>, _ notes: inout LinkNotes) {
        guard range.count > 1 else { return }
        guard range.count <= Self.mostLinks else {
            return notes.error(
                Int(rows[range.lowerBound].line), .path, "the key has more than \(Self.mostLinks) links; leave some out"
            )
        }
        var earlier: [ArraySlice<UInt8>: UInt32] = [:]
        var defaults: [(link: Link, line: UInt32)] = []
        var description: (text: String, line: UInt32)?
        for row in rows[range] {
            let identity = pool[row.start..<row.start + Int(row.identityLength)]
            if let line = earlier[identity] {
                notes.error(Int(row.line), nil, "the same link of this key is in line \(line); remove one of them")
            }
            earlier[identity] = row.line
            let values = link(row)
            if values.link.isDefault {
                if let other = defaults.first(where: { Self.clash($0.link, values.link) }) {
                    notes.error(
                        Int(row.line), .isDefault,
                        "line \(other.line) is a default of this key already, for the same language; a key has one default, "
                            + "or several that differ in 'hreflang'")
                }
                defaults.append((values.link, row.line))
            }
            guard let text = values.description else { continue }
            if let description, description.text != text {
                notes.error(
                    Int(row.line), .itemDescription,
                    "line \(description.line) describes the same key differently; one description is enough")
            }
            description = description ?? (text, row.line)
        }
    }

    /// Whether no request can distinguish two defaults.
    private static func clash(_ one: Link, _ other: Link) -> Bool {
        one.mediaType == other.mediaType && one.contexts == other.contexts
            && (one.languages.isEmpty && other.languages.isEmpty
                || one.languages.contains(where: other.languages.contains))
    }

    private func key(_ row: Row) -> ArraySlice<UInt8> { pool[row.start..<row.start + Int(row.keyLength) - 1] }

    private func path(_ row: Row) -> ArraySlice<UInt8> { pool[row.start..<row.start + Int(row.pathLength)] }

    private func qualifiers(_ row: Row) -> ArraySlice<UInt8> {
        pool[row.start + Int(row.keyLength)..<row.start + Int(row.pathLength) - 1]
    }
}
