internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The columns of a list of links, named in the first line of a file.
package enum LinkColumn: String, CaseIterable, Hashable, Sendable {
    case path, linkType, href, title, type, hreflang, context
    case isDefault = "default"
    case itemDescription

    var isRequired: Bool {
        switch self {
        case .path, .linkType, .href, .title: true
        case .type, .hreflang, .context, .isDefault, .itemDescription: false
        }
    }

    /// Finds a column by its name, in any case.
    fileprivate init?(name: String) {
        guard let column = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = column
    }
}

package enum LinkFileFormat: String, CaseIterable, Hashable, Sendable {
    /// Cells separated by commas, semicolons or tabs, whichever the first line has.
    case csv
    /// Cells separated by tabs.
    case tsv
    /// An object on each line, with the columns as members.
    case json

    /// The format for the extension of a file name.
    package init?(ending path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".csv") {
            self = .csv
        } else if name.hasSuffix(".tsv") || name.hasSuffix(".tab") {
            self = .tsv
        } else if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") {
            self = .json
        } else {
            return nil
        }
    }
}

/// An error or a warning about a list of links.
package struct LinkMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let source: String
    /// The line, counted from 1; nil if it is not about a line.
    package let line: Int?
    package let column: LinkColumn?
    package let message: String

    /// `links.csv:7: href: 'ftp://…' is not an address with http or https; …`
    package var description: String {
        "\(source)\(line.map { ":\($0)" } ?? ""): \(column.map { "\($0.rawValue): " } ?? "")\(message)"
    }
}

/// The errors in a list of links, up to a bound.
package struct LinkMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    /// The most errors that are looked for.
    package static let most = 50

    /// Sorted by line.
    package let mistakes: [LinkMistake]

    /// `3 errors`.
    package var summary: String {
        "\(mistakes.count == 1 ? "1 error" : "\(mistakes.count) errors")"
            + (mistakes.count >= Self.most ? "; the rest was not checked" : "")
    }

    package var description: String { mistakes.map { "\($0)\n" }.joined() + summary }
}

/// A row of a list, with empty cells for missing ones.
struct LinkRow {
    fileprivate var cells = CSVRow()
    /// The index of each column; -1 for a missing one.
    fileprivate var places = [Int](repeating: -1, count: LinkColumn.allCases.count)

    var line: Int { cells.line }

    /// A cell without surrounding blanks; empty if it is missing.
    subscript(column: LinkColumn) -> ArraySlice<UInt8> {
        let place = places[column.index]
        guard place >= 0, place < cells.count else { return [] }
        var cell = cells[place]
        while let first = cell.first, first.isASCIIBlank { cell.removeFirst() }
        while let last = cell.last, last.isASCIIBlank { cell.removeLast() }
        return cell
    }
}

extension LinkColumn {
    fileprivate var index: Int {
        switch self {
        case .path: 0
        case .linkType: 1
        case .href: 2
        case .title: 3
        case .type: 4
        case .hreflang: 5
        case .context: 6
        case .isDefault: 7
        case .itemDescription: 8
        }
    }
}

/// Reads the rows of a list of links in any format.
struct LinkRows {
    enum Step {
        case row
        /// An invalid row; the next one can be read.
        case flaw(LinkMistake)
        /// An error after which nothing can be read.
        case stop(LinkMistake)
        case end
    }

    private let source: String
    private let bytes: [UInt8]
    private var csv: CSVReader?
    /// Where the next line of JSON begins.
    private var start = 0
    private var line = 0
    private var width = 0

    /// Reads the names of the columns into `row`. An error when columns are missing or unknown.
    init(_ bytes: [UInt8], _ format: LinkFileFormat, source: String, row: inout LinkRow) throws(LinkMistakes) {
        (self.source, self.bytes) = (source, bytes)
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let line = 1 + bytes[..<error.byteOffsets.lowerBound].count { $0 == UInt8(ascii: "\n") }
            throw Self.mistakes(source, line, ["not UTF-8; save the file in UTF-8"])
        }
        guard format != .json else {
            row.places = LinkColumn.allCases.map(\.index)
            return
        }
        var csv = CSVReader(bytes, separator: format == .tsv ? UInt8(ascii: "\t") : nil)
        let hasHeader: Bool
        do throws(CSVError) {
            hasHeader = try csv.next(&row.cells)
        } catch {
            throw Self.mistakes(source, error.line, [error.problem.message])
        }
        guard hasHeader else {
            throw Self.mistakes(source, nil, ["it is empty; the first line names the columns: \(Self.header)"])
        }
        self.csv = csv
        width = row.cells.count
        var problems: [String] = []
        for place in 0..<min(width, 100) {
            let name = String(decoding: row.cells[place], as: UTF8.self)
            guard let column = LinkColumn(name: CatalogKeyForm.trimmed(name)) else {
                let names = LinkColumn.allCases.map(\.rawValue)
                problems.append(
                    "there is no column \(shown(name))"
                        + Spelling.suggestion(Spelling.hint(for: name, in: names), names))
                continue
            }
            if row.places[column.index] >= 0 { problems.append("two columns have the name '\(column.rawValue)'") }
            row.places[column.index] = place
        }
        for column in LinkColumn.allCases where column.isRequired && row.places[column.index] < 0 {
            problems.append("there is no column '\(column.rawValue)'; the first line names the columns: \(Self.header)")
        }
        guard problems.isEmpty else { throw Self.mistakes(source, row.line, problems) }
    }

    private static let header = LinkColumn.allCases.map(\.rawValue).joined(separator: ",")

    private static func mistakes(_ source: String, _ line: Int?, _ messages: [String]) -> LinkMistakes {
        LinkMistakes(
            mistakes: messages.prefix(LinkMistakes.most).map { message in
                LinkMistake(source: source, line: line, column: nil, message: message)
            })
    }

    /// Reads the next row into `row`.
    mutating func next(_ row: inout LinkRow) -> Step {
        guard csv != nil else { return nextJSON(&row) }
        do throws(CSVError) {
            guard try csv?.next(&row.cells) == true else { return .end }
        } catch {
            return .stop(mistake(error.line, error.problem.message))
        }
        guard row.cells.count <= width else {
            return .flaw(
                mistake(
                    row.line,
                    "the row has \(row.cells.count) cells, but there are \(width) columns; "
                        + "put a cell that contains a separator in quotes"))
        }
        return .row
    }

    private mutating func nextJSON(_ row: inout LinkRow) -> Step {
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let text = bytes[start..<end]
            start = end + 1
            line += 1
            if text.allSatisfy(\.isASCIIBlank) { continue }
            do throws(JSONError) {
                let value = try JSONValue(parsing: text)
                if let problem = fill(&row.cells, with: value) { return .flaw(mistake(line, problem)) }
                return .row
            } catch {
                return .flaw(mistake(line, "no JSON, at column \(error.position.column): \(error.message)"))
            }
        }
        return .end
    }

    /// - Returns: the problem with the line, if any.
    private func fill(_ cells: inout CSVRow, with value: JSONValue) -> String? {
        guard case .object(let members) = value else {
            return "each line is an object with the members \(Self.header); this is \(value.typeName)"
        }
        var texts = [String?](repeating: nil, count: LinkColumn.allCases.count)
        for member in members {
            guard let column = LinkColumn(name: member.name) else {
                let names = LinkColumn.allCases.map(\.rawValue)
                return "there is no member \(shown(member.name))"
                    + Spelling.suggestion(Spelling.hint(for: member.name, in: names), names)
            }
            switch (member.value, column) {
            case (.null, _): break
            case (.string(let text), _): texts[column.index] = text
            case (.boolean(let truth), .isDefault): texts[column.index] = truth ? "yes" : "no"
            case (.array(let words), .hreflang), (.array(let words), .context):
                let listed = words.compactMap(\.string)
                guard listed.count == words.count, !listed.contains(where: { $0.contains(" ") }) else {
                    return "\(column.rawValue): a list must have texts without blanks"
                }
                texts[column.index] = listed.joined(separator: " ")
            default: return "\(column.rawValue): a text is needed, this is \(member.value.typeName)"
            }
        }
        cells.begin(line: line)
        for text in texts {
            if let text { cells.append(Array(text.utf8)[...]) }
            cells.endCell()
        }
        return nil
    }

    private func mistake(_ line: Int, _ message: String) -> LinkMistake {
        LinkMistake(source: source, line: line, column: nil, message: message)
    }
}
