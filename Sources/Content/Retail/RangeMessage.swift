internal import BeelineSymbols
internal import CExpat

extension ISBNRanges {
    /// How many bytes a RangeMessage.xml has at most: 64 MiB. The agency's has a few hundred thousand.
    package static let longestRangeMessage = 64 << 20

    /// Reads the file RangeMessage.xml of the International ISBN Agency.
    ///
    /// Each rule of a group has a range of seven digits, the first of which are the registrant; a length of 0 says that
    /// no one was given it.
    ///
    ///     try ISBNRanges(rangeMessage: bytes).text   // the compact table
    ///
    /// - Parameter bytes: the file, at most 64 MiB.
    /// - Throws: `ISBNRangesError`, for the first thing that is wrong. A file that declares entities is refused.
    package init(rangeMessage bytes: [UInt8]) throws(ISBNRangesError) {
        guard bytes.count <= Self.longestRangeMessage else { throw ISBNRangesError(0, "the file has more than 64 MiB") }
        guard let parser = XML_ParserCreate(nil) else { throw ISBNRangesError(0, "out of memory") }
        defer { XML_ParserFree(parser) }
        self = try RangeMessageReader(parser).read(bytes)
    }
}

/// Follows the elements of a RangeMessage. Expat lends names and text to the handlers for the time of a call; all that
/// is kept is copied. The reader lives as long as `read`, which is as long as the parser calls back.
private final class RangeMessageReader {
    private let parser: XML_Parser
    private var builder = ISBNRanges.Builder()
    /// The names of the open elements, the outermost first.
    private var path: [String] = []
    /// The text of the innermost element since it began or since its last child.
    private var text: [UInt8] = []
    private var group = (prefix: [UInt8](), agency: [UInt8]())
    private var isGroupAdded = false
    private var rule = (range: [UInt8](), length: [UInt8]())
    private var problem: ISBNRangesError?
    init(_ parser: XML_Parser) { self.parser = parser }

    func read(_ bytes: [UInt8]) throws(ISBNRangesError) -> ISBNRanges {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, _ in reader(data)?.begin(name) }, { data, _ in reader(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in reader(data)?.add(text, count) }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            reader(data)?.refuse("an entity is declared, which no RangeMessage needs")
        }
        XML_SetSkippedEntityHandler(parser) { data, _, _ in reader(data)?.refuse("an entity that is not declared") }
        let status = withExtendedLifetime(self) {
            bytes.withUnsafeBytes { raw in
                XML_Parse(parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(raw.count), 1)
            }
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else {
            let message = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
            throw ISBNRangesError(line, "not well-formed XML: \(message ?? "unknown error")")
        }
        return ISBNRanges(try builder.table())
    }

    private var line: Int { Int(clamping: beeline_expat_line(parser)) }

    fileprivate func begin(_ name: UnsafePointer<XML_Char>?) {
        guard problem == nil, let name else { return }
        path.append(String(cString: name))
        text.removeAll(keepingCapacity: true)
        guard path.count <= 16 else { return refuse("elements are nested too deeply") }
        guard path[0] == "ISBNRangeMessage" else { return refuse("the file is not an ISBNRangeMessage") }
        if path == Self.groupPath {
            group = ([], [])
            isGroupAdded = false
        }
        if path == Self.rulePath { rule = ([], []) }
    }

    fileprivate func add(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
        guard problem == nil, let text else { return }
        guard self.text.count + Int(count) <= 10_000 else { return refuse("a text of more than 10,000 bytes") }
        self.text.append(contentsOf: UnsafeRawBufferPointer(start: text, count: Int(count)))
    }

    fileprivate func end() {
        guard problem == nil, let name = path.last else { return }
        do throws(ISBNRangesError) {
            try take(name, Array(text[...].withoutBlanks))
        } catch {
            stop(error)
        }
        path.removeLast()
        text.removeAll(keepingCapacity: true)
    }

    /// Takes what an element said, at its end.
    private func take(_ name: String, _ text: [UInt8]) throws(ISBNRangesError) {
        if path.count == 2, name == "MessageDate" {
            try builder.setIssued(String(decoding: text, as: UTF8.self), line: line)
        } else if path == Self.groupPath {
            try addGroup()
        } else if path == Self.rulePath {
            try addGroup()
            try addRule()
        } else if path.starts(with: Self.rulePath) {
            if name == "Range" { rule.range = text } else if name == "Length" { rule.length = text }
        } else if path.starts(with: Self.groupPath), path.count == Self.groupPath.count + 1 {
            if name == "Prefix" { group.prefix = text } else if name == "Agency" { group.agency = text }
        }
    }

    private func addGroup() throws(ISBNRangesError) {
        guard !isGroupAdded else { return }
        isGroupAdded = true
        try builder.addGroup(prefix: group.prefix, agency: String(decoding: group.agency, as: UTF8.self), line: line)
    }

    private func addRule() throws(ISBNRangesError) {
        guard let length = Digits.parse(rule.length), length.value <= 7 else {
            throw ISBNRangesError(line, "the length \(ISBNRangesError.shown(rule.length)) is not one of 0 to 7")
        }
        let ends = rule.range.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map {
            Digits.parse($0)
        }
        guard ends.count == 2, let low = ends[0], let high = ends[1], low.count == 7, high.count == 7 else {
            let found = ISBNRangesError.shown(rule.range)
            throw ISBNRangesError(line, "the range \(found) is not of the form 0000000-1999999")
        }
        guard length.value > 0 else { return }
        let unit = ISBNRanges.powerOfTen(7 - Int(length.value))
        guard low.value % unit == 0, (high.value + 1) % unit == 0 else {
            let found = ISBNRangesError.shown(rule.range)
            throw ISBNRangesError(line, "the range \(found) does not begin and end with registrants of that length")
        }
        try builder.addRegistrants(
            low: low.value / unit, high: high.value / unit, length: Int(length.value), line: line)
    }

    fileprivate func refuse(_ problem: String) { stop(ISBNRangesError(line, problem)) }

    private func stop(_ error: ISBNRangesError) {
        problem = problem ?? error
        // Should it not stop, the handlers do nothing any more, and the error is thrown at the end.
        guard XML_StopParser(parser, 0) == XML_STATUS_OK else { return }
    }

    private static let groupPath = ["ISBNRangeMessage", "RegistrationGroups", "Group"]
    private static let rulePath = groupPath + ["Rules", "Rule"]
}

private func reader(_ data: UnsafeMutableRawPointer?) -> RangeMessageReader? {
    data.map { Unmanaged<RangeMessageReader>.fromOpaque($0).takeUnretainedValue() }
}
