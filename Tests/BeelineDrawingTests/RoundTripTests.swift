import BeelineDecoding
import BeelineDrawing
import Foundation
import TestPrograms
import Testing

/// Codes of random content, drawn, and read by this project's decoder and by a reader that we did not write: the same
/// bytes. `BEELINE_DRAWINGS=10000` (`make drawings`) draws so many of each format and says how many were read.
@Suite struct RoundTripTests {
    static let asked = ProcessInfo.processInfo.environment["BEELINE_DRAWINGS"].flatMap(Int.init)
    static let count = asked ?? 20

    struct Case: Sendable, CustomTestStringConvertible {
        let format: CodeFormat
        /// Nil: none reads it.
        let other: OtherReader?
        var testDescription: String { "\(format)" }

        /// What the other reader says of a content: ZXingReader 1.4 writes DataBar Expanded with brackets.
        func shown(_ payload: RandomContent.Payload) -> [UInt8] {
            guard format == .databarExpanded, let text = payload.text else { return payload.bytes }
            return Array(text.replacing("\\(", with: "(").utf8)
        }
    }

    /// ZXing-C++ learned to read these in its second or third version only, Code 11 not yet, and ZBar never did.
    static let rarelyRead: Set<CodeFormat> = [.rectangularMicroQR, .microPDF417, .databarLimited, .code11, .telepen]
    /// ZBar 0.23 misreads digits behind a separator in a DataBar Expanded, calls a UPC-A an EAN-13, and shows a UPC-E with
    /// all of its zeros.
    static let zxingFormats: Set<CodeFormat> = [
        .microQR, .dataMatrix, .gs1DataMatrix, .aztec, .pdf417, .upcA, .upcE, .databarExpanded,
    ]
    /// ZBar 0.23 does not read them, and ZXingReader 1.4 does not survive them: it was built with an assertion that fails.
    static let readHereOnly: Set<CodeFormat> = [.databarExpandedStacked]
    static let cases = CodeFormat.allCases.filter { !rarelyRead.contains($0) }
        .map { format in
            Case(
                format: format,
                other: readHereOnly.contains(format) ? nil : zxingFormats.contains(format) ? .zxingReader : .zbarimg)
        }

    @Test("a drawn code is read back, byte for byte", .timeLimit(.minutes(600)), arguments: cases)
    func readBack(_ sample: Case) async throws {
        var random = RandomContent(seed: 7)
        var missing: (here: [String], there: [String]) = ([], [])
        // In lots, for each run of a program takes its time to start.
        for start in stride(from: 0, to: Self.count, by: 200) {
            var lot = try Lot(sample)
            for _ in start..<min(start + 200, Self.count) {
                try await lot.add(random.payload(sample.format))
            }
            missing.here += lot.missing
            missing.there += try await lot.missingThere(0..<lot.files.count)
        }
        if Self.asked != nil {
            let there = sample.other.map { ", \(Self.count - missing.there.count) by \($0.rawValue)" }
            print(
                "\(sample.format): \(Self.count) drawn, \(Self.count - missing.here.count) read here\(there ?? "")")
        }
        #expect(missing.here.isEmpty, "\(missing.here.count) of \(Self.count): \(missing.here.prefix(5))")
        #expect(missing.there.isEmpty, "\(missing.there.count) of \(Self.count): \(missing.there.prefix(5))")
    }

    /// Drawings that another reader is given together.
    private struct Lot {
        let sample: Case
        let folder: TemporaryFolder
        var files: [String] = []
        var contents: [[UInt8]] = []
        /// What the other reader says of them, if it is an early version.
        var shownContents: [[UInt8]] = []
        var missing: [String] = []

        init(_ sample: Case) throws {
            self.sample = sample
            folder = try TemporaryFolder()
        }

        mutating func add(_ payload: RandomContent.Payload) async throws {
            // Low bars and few pixels take less time.
            var options = DrawingOptions()
            options.barHeight = 20
            let drawing = try payload.drawing(sample.format, options)
            #expect(drawing.content == payload.bytes)
            let png = try drawing.png(scale: sample.format.isLinear ? 2 : 3)
            let symbols = try await LocalDecoder().symbols(in: .bytes(png))
            if !symbols.contains(where: { isSame($0, payload.bytes) }) {
                missing.append("\(payload): \(symbols)")
            }
            files.append(try folder.write("\(files.count).png", png))
            contents.append(payload.bytes)
            shownContents.append(sample.shown(payload))
        }

        /// A UPC-A is an EAN-13 that begins with 0.
        private func isSame(_ symbol: Symbol, _ content: [UInt8]) -> Bool {
            switch sample.format {
            case .ean13, .isbn, .upcA:
                symbol.symbology.isRetail
                    && symbol.bytes.drop { $0 == UInt8(ascii: "0") } == content.drop { $0 == UInt8(ascii: "0") }
            default: symbol.symbology == sample.format.symbology && symbol.bytes == content
            }
        }

        /// What the other reader does not read: all at once, and where that is not what was drawn, in halves.
        func missingThere(_ range: Range<Int>) async throws -> [String] {
            guard let other = sample.other else { return [] }
            let bytes = try await other.bytes(Array(files[range]))
            if [contents, shownContents].contains(where: { $0[range].flatMap(\.self) == bytes }) { return [] }
            guard range.count > 1 else {
                return ["\(shown(contents[range.lowerBound])): \(shown(bytes))"]
            }
            let middle = range.lowerBound + range.count / 2
            return try await missingThere(range.lowerBound..<middle) + missingThere(middle..<range.upperBound)
        }

        private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
    }
}
