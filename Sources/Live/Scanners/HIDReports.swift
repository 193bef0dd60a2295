internal import BeelineSymbols

/// Joins the reports of a scanner into codes; a long code takes several reports. Positions come from the report
/// descriptor. A scanner that declares no data is read as all were before the standard: report 2 has the length, the
/// AIM identifier, 56 bytes of data, and in its last byte a bit for whether more comes.
package struct HIDReports: Sendable {
    private let layouts: [UInt8: Layout]
    private let isNumbered: Bool
    /// Whether the scanner also reports the symbology as a letter of its maker.
    private let isHoneywell: Bool
    private var pending: Code?

    private struct Code {
        var data: [UInt8] = []
        var aim: AIMIdentifier?
        var letter: UInt8?
        var isTooLong = false
        /// Whether it is complete unless more comes.
        var mayBeWhole = false
    }

    /// - Parameter vendor: the USB number of the maker.
    package init(_ descriptor: HIDReportDescriptor, vendor: UInt16) {
        isHoneywell = Self.honeywell.contains(vendor)
        let declared = Set(descriptor.fields.map(\.report)).compactMap { report in
            Layout(report, descriptor).map { (report, $0) }
        }
        isNumbered = descriptor.hasReportIDs || declared.isEmpty
        layouts = declared.isEmpty ? [2: .standard] : Dictionary(uniqueKeysWithValues: declared)
    }

    /// Honeywell, with what was Metrologic, and Youjie.
    static let honeywell: Set<UInt16> = [0x0C2E, 0x23D0]

    /// How long to wait for the next report before `takeSilence` is to be called; nil while none is due.
    package var silence: Duration? {
        // Reports follow each other within 10 ms; the radio link of one that says that more comes may pause.
        pending.map { $0.mayBeWhole ? .milliseconds(50) : .milliseconds(500) }
    }

    /// Takes a report, and returns the code that is complete with it.
    package mutating func take(_ report: [UInt8]) -> [ScannerLines.Found] {
        // Other reports are about triggers and settings.
        guard let layout = layouts[isNumbered ? report.first ?? 0 : 0] else { return [] }
        guard let part = Part(report, layout) else {
            pending = nil
            return [.failure(.badReport(report))]
        }
        var code = pending ?? Code()
        code.aim = code.aim ?? part.aim
        if isHoneywell { code.letter = code.letter ?? part.letter }
        if code.data.count + part.data.count > Symbol.mostBytes {
            code.isTooLong = true
        } else if !code.isTooLong {
            code.data += part.data
        }
        code.mayBeWhole = part.isContinued == nil
        pending = part.isContinued == false ? nil : code
        return pending == nil ? Self.found(code) : []
    }

    /// Ends the code after a silence.
    package mutating func takeSilence() -> [ScannerLines.Found] {
        guard let code = pending else { return [] }
        pending = nil
        return code.mayBeWhole || code.isTooLong ? Self.found(code) : [.failure(.incomplete(code.data))]
    }

    private static func found(_ code: Code) -> [ScannerLines.Found] {
        guard !code.isTooLong else { return [.failure(.tooLong(code.data))] }
        let known = code.letter.flatMap { Layout.honeywellLetters[$0] }
        // The letter distinguishes the symbologies of a family.
        let symbology = code.aim == nil || known?.aim?.letter == code.aim?.letter ? known : nil
        return ScannerLines.code(code.data[...], aim: code.aim, symbology: symbology).map { [.success($0)] } ?? []
    }
}

/// The layout of a report: places in bytes from its first one, its number included.
private struct Layout: Sendable {
    var length: Int?
    var aim: Int?
    var data: Range<Int>
    var continued: Continued?

    struct Continued {
        var byte: Int
        var bit: Int
    }

    /// Report 2 as it was before descriptors had the places.
    static let standard = Layout(length: 1, aim: 2, data: 5..<61, continued: Continued(byte: 63, bit: 0))

    private init(length: Int?, aim: Int?, data: Range<Int>, continued: Continued?) {
        (self.length, self.aim, self.data, self.continued) = (length, aim, data, continued)
    }

    /// Nil for a report that has no data.
    init?(_ report: UInt8, _ descriptor: HIDReportDescriptor) {
        let start = descriptor.hasReportIDs ? 1 : 0
        func place(_ usage: HIDReportDescriptor.Usage) -> Int? {
            descriptor.field(usage, in: report).flatMap { $0.bit % 8 == 0 && $0.size == 8 ? start + $0.bit / 8 : nil }
        }
        guard let field = descriptor.field(.decodedData, in: report), field.bit % 8 == 0,
            field.size * field.count % 8 == 0
        else { return nil }
        let first = start + field.bit / 8
        data = first..<first + field.size * field.count / 8
        length = place(.byteCount)
        continued = descriptor.field(.continued, in: report).map {
            Continued(byte: start + $0.bit / 8, bit: $0.bit % 8)
        }
        // All three usages, or the first one for three bytes.
        guard let place = place(.identifiers[0]) else { return }
        let isRow = descriptor.field(.identifiers[0], in: report)?.count == 3
        let others = HIDReportDescriptor.Usage.identifiers.dropFirst().map { usage in
            descriptor.field(usage, in: report).map { start + $0.bit / 8 }
        }
        if isRow || others == [place + 1, place + 2] { aim = place }
    }

    /// The place of Honeywell's own letter of the symbology, whatever the descriptor declares.
    static let honeywellPlace = 61

    /// The symbologies of these letters, as far as they have a name here.
    static let honeywellLetters: [UInt8: Symbology] = [
        UInt8(ascii: "a"): .codabar, UInt8(ascii: "b"): .code39, UInt8(ascii: "c"): .upcA, UInt8(ascii: "d"): .ean13,
        UInt8(ascii: "e"): .itf, UInt8(ascii: "g"): .msi, UInt8(ascii: "h"): .code11, UInt8(ascii: "i"): .code93,
        UInt8(ascii: "j"): .code128, UInt8(ascii: "r"): .pdf417, UInt8(ascii: "s"): .qr, UInt8(ascii: "t"): .telepen,
        UInt8(ascii: "w"): .dataMatrix,
        UInt8(ascii: "x"): .maxiCode, UInt8(ascii: "y"): .databar, UInt8(ascii: "z"): .aztec,
        UInt8(ascii: "{"): .databarLimited, UInt8(ascii: "}"): .databarExpanded, UInt8(ascii: "D"): .ean8,
        UInt8(ascii: "E"): .upcE, UInt8(ascii: "I"): .code128, UInt8(ascii: "R"): .microPDF417,
    ]
}

/// The part of a code in one report.
private struct Part {
    let data: ArraySlice<UInt8>
    let aim: AIMIdentifier?
    /// The byte at the place of Honeywell's letter; nil for 0.
    let letter: UInt8?
    /// Whether the next report has more; nil where it is not declared and this one is full.
    let isContinued: Bool?

    /// Nil where the report says that it has more bytes than it has room for.
    init?(_ report: [UInt8], _ layout: Layout) {
        var first = layout.data.lowerBound
        var aim: AIMIdentifier?
        if let place = layout.aim {
            aim = AIMIdentifier(in: report, at: place)
            // Some scanners of Zebra and Datalogic send one more byte before it than others.
            if aim == nil, let shifted = AIMIdentifier(in: report, at: place + 1) {
                aim = shifted
                first += 1
            }
        }
        self.aim = aim
        let shift = first - layout.data.lowerBound
        let end = min(layout.data.upperBound + shift, layout.continued.map(\.byte) ?? .max, report.count)
        let room = first < end ? report[first..<end] : []
        if let place = layout.length {
            guard place < report.count, Int(report[place]) <= room.count else { return nil }
            data = room.prefix(Int(report[place]))
        } else {
            // It is padded with zeros.
            data = room.prefix((room.lastIndex { $0 != 0 }).map { $0 + 1 - room.startIndex } ?? 0)
        }
        letter =
            report.count > Layout.honeywellPlace && report[Layout.honeywellPlace] != 0
            ? report[Layout.honeywellPlace] : nil
        if let place = layout.continued {
            isContinued = place.byte < report.count && report[place.byte] >> UInt8(place.bit) & 1 != 0
        } else {
            isContinued = !data.isEmpty && data.count == room.count ? nil : false
        }
    }
}

extension AIMIdentifier {
    /// Reads the identifier at a place of a report; nil where there is none.
    fileprivate init?(in report: [UInt8], at place: Int) {
        guard place + 3 <= report.count else { return nil }
        self.init(String(decoding: report[place..<place + 3], as: UTF8.self))
    }
}

extension SourceProblem {
    /// A report of a HID device that contradicts itself.
    fileprivate static func badReport(_ report: [UInt8]) -> SourceProblem {
        SourceProblem(
            code: "bad-report",
            message: "the scanner sent a report of \(report.count) bytes that says it has more; it was left out, "
                + "scan the code again")
    }
}
