import Beeline
import BeelineLive
import BeelineSupport
import BeelineSymbols

/// Prints the events of a station.
struct LiveOutput {
    /// The format of sightings. The states of sources go to standard error, except with JSON, which has lines for them.
    enum Format: String {
        case text
        /// One short line for each code.
        case line
        /// Only the code.
        case code
        case json
        /// A row for each code, with the source of it as `input`, or the path of its picture.
        case csv
    }

    private let format: Format
    private let columns: AnswerColumns
    private let form: CSVForm
    private let text: TextOptions
    private let showsSecrets: Bool
    /// Whether output names the source, because there are several.
    private let namesSources: Bool
    /// The source of typed codes, whose begin and end are not reported; nil where there is none.
    private let quietSource: String?
    /// Whether a typed code is on the terminal, right above its answer.
    private let isTypedAbove: Bool

    /// The columns of CSV, by the rules at the start.
    static func columns(_ arguments: Arguments, for rules: RuleSet) throws(UsageError) -> AnswerColumns {
        if arguments.choice(.liveFormat) == Format.csv {
            return try AnswerColumns(choosing: arguments[.columns], for: rules)
        }
        if arguments.has(.columns) { throw .onlyInCSV(.columns) }
        return .fixed
    }

    /// - Parameters:
    ///   - columns: those of CSV.
    ///   - form: how CSV is written.
    init(
        _ arguments: Arguments, _ entries: [StationEntry], columns: AnswerColumns = .fixed, form: CSVForm = CSVForm()
    ) {
        format = arguments.choice(.liveFormat) ?? .text
        self.columns = columns
        self.form = form
        showsSecrets = arguments.has(.showSecrets)
        text = TextOptions(style: arguments.style, showsSecrets: showsSecrets)
        namesSources = entries.count > 1
        quietSource = entries.first(where: \.readsStandardInput)?.name
        isTypedAbove = entries.count == 1 && quietSource != nil && TerminalLines.areAnsweredInPlace
    }

    /// What is written before the first code: the head of CSV.
    var header: [UInt8] { format == .csv ? columns.header(form) : [] }

    func write(_ event: LiveEvent) throws(OutputError) {
        switch event {
        case .sighting(let sighting): try write(sighting)
        case .source(let status): try write(status)
        case .gone: break
        }
    }

    private func write(_ sighting: LiveSighting) throws(OutputError) {
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
            // An amended code is printed again with its add-on, but not for further copies.
            guard case .success(let results) = answer.outcome, let shown = results.first?.resolution.symbol,
                !sighting.amends || shown.addOn != nil
            else { return }
            try StandardOutput.write("\(shown.codeAlone)\n")
        case .csv:
            var output = CSVOutput(columns, form)
            output.append(answer)
            try StandardOutput.write(data: output.bytes)
        case .json:
            var output = JSONOutput()
            output.append(answer, sighting)
            try StandardOutput.write(data: output.bytes)
        }
    }

    private func heading(of sighting: LiveSighting) -> String {
        let time = Timestamp.local(sighting.at.description).suffix(8)
        let place = sighting.image ?? (namesSources ? sighting.source : nil)
        let hasAddOn = sighting.resolution.symbol.addOn != nil
        let amendment = sighting.amends ? hasAddOn ? "with its add-on" : "with all copies" : nil
        return [String(time), place, amendment]
            .compactMap(\.self).joined(separator: "  ")
    }

    private func write(_ status: SourceStatus) throws(OutputError) {
        if format == .json { return try StandardOutput.write(data: JSONOutput.line(status)) }
        if status.source == quietSource, [.connected, .ended].contains(status.state) { return }
        StandardError.write("beeline: \(status.source) \(status.state.sentence)\n")
    }
}

extension SourceStatus.State {
    /// The rest of a message after the name of the source.
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
