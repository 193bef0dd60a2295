package import Beeline
internal import BeelineSymbols
internal import Glibc

/// The source `-`: a code on each line of standard input, from a person, a scanner that is a keyboard, or a program.
package struct LinesSource: CodeSource {
    package let name: String
    private let format: InputFormat
    /// Lent.
    private let descriptor: Int32

    /// - Parameter format: what a line looks like.
    package init(name: String = "-", _ format: InputFormat = .lines, descriptor: Int32 = STDIN_FILENO) {
        (self.name, self.format, self.descriptor) = (name, format, descriptor)
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        output.reportConnection()
        var lines = LineCutter(format)
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let reader = DescriptorReader(descriptor, for: output)
        while true {
            switch buffer.withUnsafeMutableBytes({ reader.read(into: $0) }) {
            case .bytes(let count): output.take(lines.take(buffer[..<count]))
            case .ended: return output.take(lines.takeEnd())
            case .stopped, .silence: return
            case .failed(let code):
                throw .unusable("standard input cannot be read: \(String(cString: strerror(code)))")
            }
        }
    }
}

/// Splits the bytes of lines into codes.
package struct LineCutter {
    private enum Lines {
        case codes(ScannerLines)
        case records(RecordLines)
    }

    private var lines: Lines

    /// - Parameter format: what a line looks like.
    package init(_ format: InputFormat) {
        switch format {
        case .lines: lines = .codes(ScannerLines(pause: nil, tabEnds: false))
        case .tsv, .json: lines = .records(RecordLines(format))
        }
    }

    /// The codes that are complete with these bytes.
    package mutating func take(_ bytes: some Collection<UInt8>) -> [ScannerLines.Found] {
        switch lines {
        case .codes(var codes):
            defer { lines = .codes(codes) }
            return codes.take(bytes)
        case .records(var records):
            defer { lines = .records(records) }
            return records.take(Array(bytes)[...])
        }
    }

    /// What is left at the end.
    package mutating func takeEnd() -> [ScannerLines.Found] {
        switch lines {
        case .codes(var codes):
            defer { lines = .codes(codes) }
            return codes.takeEnd()
        case .records(var records):
            defer { lines = .records(records) }
            return records.takeEnd()
        }
    }
}

/// Lines that describe codes as TSV or JSON, as `beeline resolve --input` reads them. Blank lines are skipped.
private struct RecordLines {
    private let format: InputFormat
    private var line: [UInt8] = []
    /// Whether the rest of a line that is too long is being skipped.
    private var isSkipping = false

    init(_ format: InputFormat) { self.format = format }

    mutating func take(_ bytes: ArraySlice<UInt8>) -> [ScannerLines.Found] {
        var found: [ScannerLines.Found] = []
        var rest = bytes
        while let end = rest.firstIndex(of: ScannerLines.Control.lf) {
            append(rest[..<end], &found)
            found += takeEnd()
            rest = rest[(end + 1)...]
        }
        append(rest, &found)
        return found
    }

    mutating func takeEnd() -> [ScannerLines.Found] {
        defer { (line, isSkipping) = ([], false) }
        if line.last == ScannerLines.Control.cr { line.removeLast() }
        guard !line.allSatisfy(\.isASCIIBlank) else { return [] }
        do throws(InputError) {
            return [.success(try format.symbol(line.span))]
        } catch {
            return [.failure(SourceProblem(error, in: line))]
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>, _ found: inout [ScannerLines.Found]) {
        guard !isSkipping else { return }
        line += bytes
        guard line.count > InputFormat.longestLine else { return }
        found.append(.failure(SourceProblem(.lineTooLong, in: line)))
        (line, isSkipping) = ([], true)
    }
}

extension SourceProblem {
    fileprivate init(_ error: InputError, in line: [UInt8]) {
        self.init(
            code: error.code, message: error.message,
            input: String(decoding: line.prefix(InputFormat.shownBeginning), as: UTF8.self))
    }
}
