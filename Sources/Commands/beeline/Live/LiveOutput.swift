import Beeline
import BeelineLive
import BeelineSupport
import BeelineSymbols

/// Prints what happens at a station.
struct LiveOutput {
    /// How sightings are printed. What sources say of themselves goes to standard error, but with JSON, which has a
    /// line for it.
    enum Format: String {
        case text
        /// One short line for each code.
        case line
        /// The code alone.
        case code
        case json
    }

    private let format: Format
    private let text: TextOptions
    private let showsSecrets: Bool
    /// Whether the sources are more than one, so that it has to be said which one it was.
    private let namesSources: Bool
    /// Of what is typed on the terminal, nothing need be said when it begins and ends.
    private let quietSource: String?
    /// Whether what was typed is on the terminal, right above the result of it.
    private let isTypedAbove: Bool

    init(_ arguments: Arguments, _ entries: [StationEntry]) {
        format = arguments.choice(.liveFormat) ?? .text
        showsSecrets = arguments.has(.showSecrets)
        text = TextOptions(style: arguments.style, showsSecrets: showsSecrets)
        namesSources = entries.count > 1
        quietSource = entries.first(where: \.readsStandardInput)?.name
        isTypedAbove = entries.count == 1 && quietSource != nil && TerminalLines.areAnsweredInPlace
    }

    /// - Throws: `OutputError`.
    func write(_ event: LiveEvent) throws(OutputError) {
        switch event {
        case .sighting(let sighting): try write(sighting)
        case .source(let status): try write(status)
        }
    }

    private func write(_ sighting: LiveSighting) throws(OutputError) {
        let symbol = sighting.resolution.symbol
        let code = symbol.text ?? String(decoding: symbol.bytes, as: UTF8.self)
        var answer = Answer(sighting)
        if !showsSecrets { answer = answer.redacted { $0.text ?? "" } }
        switch format {
        case .text:
            var output = TextOutput(text)
            output.append(answer, heading: isTypedAbove ? nil : heading(of: sighting))
            let bytes = output.text.bytes
            try StandardOutput.write(data: isTypedAbove ? bytes.withoutFirstLine : bytes)
        case .line:
            var output = LineOutput(text)
            output.append(answer)
            try StandardOutput.write(output.text)
        case .code:
            // Of an amended code the line is there already; it is printed again, with its add-on.
            guard case .success(let results) = answer.outcome, let shown = results.first?.resolution.symbol else {
                return
            }
            let addOn = shown.addOn.map { " \($0)" } ?? ""
            try StandardOutput.write(TerminalText("\(shown.text ?? code)\(addOn)") + "\n")
        case .json:
            var output = JSONOutput()
            output.append(answer, sighting)
            try StandardOutput.write(data: output.bytes)
        }
    }

    private func heading(of sighting: LiveSighting) -> String {
        let time = Timestamp.local(sighting.at).suffix(8)
        let place = sighting.image ?? (namesSources ? sighting.source : nil)
        return ([String(time), place, sighting.amends ? "with its add-on" : nil] as [String?])
            .compactMap(\.self).joined(separator: "  ")
    }

    private func write(_ status: SourceStatus) throws(OutputError) {
        if format == .json { return try StandardOutput.write(data: JSONOutput.line(status)) }
        if status.source == quietSource, [.connected, .ended].contains(status.state) { return }
        StandardError.write("beeline: \(status.source) \(status.state.sentence)\n")
    }
}

extension SourceStatus.State {
    /// What follows the name of the source in a message.
    var sentence: String {
        switch self {
        case .connected: "is connected"
        case .lost(let reason): "is not available: \(reason); trying again"
        case .dark: "is too dark; use more light, or --torch on"
        case .bright: "is bright enough again"
        case .problem(_, let message, let input):
            input.map { "left out '\(Secrets.maskedBeginning($0))': \(message)" } ?? "has a problem: \(message)"
        case .ended: "has ended"
        case .failed(let reason): "cannot be used: \(reason)"
        }
    }
}
