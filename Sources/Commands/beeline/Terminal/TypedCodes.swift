import Beeline
import BeelineLive
import BeelineSupport
import BeelineSymbols
import Glibc

/// A typed line, without the blanks at its ends.
struct TypedLine: Hashable {
    let bytes: [UInt8]
    /// A message about blanks that were left out; nil where there were none.
    let warning: String?

    /// Nil for a blank line. Records stay unchanged, for a tab at an end has a meaning.
    init?(_ line: [UInt8], _ format: InputFormat) {
        let text = line.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed() as [UInt8]
        guard !text.isEmpty else { return nil }
        guard format == .lines, text.count < line.count else {
            (bytes, warning) = (line, nil)
            return
        }
        bytes = text
        let shown = line.map { Self.isBlank($0) ? Self.mark($0) : [$0] }
        let before = line.prefix(while: Self.isBlank).count
        let marked = shown[..<before] + [text] + shown[(before + text.count)...]
        let count = line.count - text.count
        let beginning = String(decoding: marked.joined().prefix(InputFormat.shownBeginning), as: UTF8.self)
        warning = "left out \(counted(count, "blank")) at the ends of '\(Secrets.maskedBeginning(beginning))'"
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// The visible sign for a blank: `␣`, and `⇥` for a tab.
    private static func mark(_ byte: UInt8) -> [UInt8] { Array((byte == UInt8(ascii: "\t") ? "⇥" : "␣").utf8) }
}

/// Codes from a user or a keyboard scanner, one after the other: a result is printed before the next prompt.
struct TypedCodes {
    let format: InputFormat
    /// Whether answers begin with a line with the code.
    let answersHaveHeading: Bool

    /// - Parameter work: makes the output for a line without its end.
    func forEach(_ work: (LineBatches.Batch) -> StreamPipeline.Product) throws(OutputError) -> ExitStatus {
        let lines = TerminalLines(showsPrompt: TerminalLines.areAnsweredInPlace)
        if isatty(STDERR_FILENO) != 0 { StandardError.write("beeline: type or scan codes; Ctrl-D ends\n") }
        var status = ExitStatus.success
        while case .line(let line) = lines.next() {
            guard let typed = TypedLine(line, format) else { continue }
            if let warning = typed.warning { StandardError.warn(warning) }
            let isCut = typed.bytes.count > InputFormat.longestLine
            let bytes = isCut ? Array(typed.bytes.prefix(InputFormat.shownBeginning)) : typed.bytes
            let product = work(LineBatches.Batch(bytes: bytes, isCut: isCut))
            // The typed code is above the answer.
            let isShown = TerminalLines.areAnsweredInPlace && answersHaveHeading
            try StandardOutput.write(data: isShown ? product.bytes.withoutFirstLine : product.bytes)
            status.raise(to: product.status)
            if product.isLast { break }
        }
        return status
    }
}

extension [UInt8] {
    /// The bytes after the first line feed.
    var withoutFirstLine: [UInt8] { Array(drop { $0 != UInt8(ascii: "\n") }.dropFirst()) }
}

/// The source `-` on a terminal: codes from a user or a keyboard scanner. The prompt for a code waits until the code
/// before it was handled. So answers do not interrupt a typed line, and the terminal is free for questions.
struct TypedSource: CodeSource {
    let name: String
    let format: InputFormat
    /// Whether there is no other source, whose output would interrupt a line that is being edited.
    let isAlone: Bool

    func run(_ output: SourceOutput) throws(SourceError) {
        output.reportConnection()
        output.waitUntilHandled()
        let lines = TerminalLines(showsPrompt: isAlone && TerminalLines.areAnsweredInPlace)
        var cutter = LineCutter(format)
        while !output.isStopped, case .line(let line) = lines.next(stop: output.stopSignal.descriptor.number) {
            guard let typed = TypedLine(line, format) else { continue }
            if let warning = typed.warning { StandardError.warn(warning) }
            output.take(cutter.take(typed.bytes + [UInt8(ascii: "\n")]))
            output.waitUntilHandled()
        }
        output.take(cutter.takeEnd())
    }
}

extension StationEntry {
    /// The same entry; a source of lines on a terminal, alone or beside others, becomes a `TypedSource`.
    func readingTerminal(isAlone: Bool) -> StationEntry {
        guard source is LinesSource, TerminalLines.areTyped else { return self }
        var entry = self
        entry.source = TypedSource(name: source.name, format: settings.input, isAlone: isAlone)
        return entry
    }
}
