import Beeline
import BeelineLive
import BeelineSupport
import BeelineSymbols

/// The source `-` where it is a terminal: codes that somebody types, or a scanner that is a keyboard.
///
/// The next code is asked for once all is done about the one before. So answers do not come between what is typed, and the
/// terminal is free for questions.
struct TypedSource: CodeSource {
    let name: String
    let format: InputFormat
    /// Whether there is no other source, whose codes would be printed into a line that is being edited.
    let isAlone: Bool

    func run(_ output: SourceOutput) throws(SourceError) {
        output.connected()
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
    /// The same, with lines that are typed on a terminal read as such.
    ///
    /// - Parameter isAlone: whether there is no other source.
    func readingTerminal(isAlone: Bool) -> StationEntry {
        guard source is LinesSource, TerminalLines.areTyped else { return self }
        var entry = self
        entry.source = TypedSource(name: source.name, format: settings.input, isAlone: isAlone)
        return entry
    }
}
