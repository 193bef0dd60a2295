import Beeline
import BeelineDrawing
import BeelineLive
import BeelineResolver
import BeelineSupport
import BeelineSymbols

/// An error in a command line. All messages about it are made here.
struct UsageError: Error, Hashable, CustomStringConvertible {
    let description: String

    private init(_ description: String) { self.description = description }

    /// A hint at the nearest of the candidates, or another text where none is near.
    private static func hint(_ word: String, _ candidates: [String], or otherwise: String) -> String {
        let hint = Spelling.hint(for: word, in: candidates)
        return hint.isEmpty ? otherwise : hint
    }

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}

/// Errors of commands, options and operands.
extension UsageError {
    static let noCommand = Self("a command is missing")

    static func unknownCommand(_ word: String, isFile: Bool = false) -> Self {
        if isFile { return Self("unknown command '\(word)'; to scan the file: beeline scan \(word)") }
        let names = CommandDefinition.all.map(\.name) + ["help", "--version"]
        // 'history clear' is not 'history create'.
        let further = asksToErase(word) ? advice(for: word) : hint(word, names, or: advice(for: word))
        return Self("unknown command '\(word)'" + further)
    }

    private static func asksToErase(_ word: String) -> Bool {
        let empties = ["clear", "clean", "empty", "erase", "purge", "reset", "wipe", "truncate"]
        return empties.contains { word == "history \($0)" }
    }

    private static func advice(for word: String) -> String {
        let words = word.split(separator: " ")
        guard words.count > 1, let group = words.first else { return "; for a code: beeline resolve \(word)" }
        let names = CommandDefinition.all.filter { $0.name.hasPrefix("\(group) ") }.map(\.name)
        let remedy = asksToErase(word) ? "; 'beeline history delete --all' deletes all recorded scans" : ""
        return "; the commands are \(list(names))\(remedy)"
    }

    static func unknownPage(_ name: String) -> Self {
        let names = CommandDefinition.all.map(\.name)
        return Self(
            "there is no manual page for '\(name)'" + hint(name, names, or: "; the commands are \(list(names))"))
    }

    static func incompleteCommand(_ word: String) -> Self {
        let names = CommandDefinition.all.map(\.name).filter { $0.hasPrefix("\(word) ") }
        return Self("'\(word)' needs a second word: \(list(names))")
    }

    static func optionBeforeCommand(_ name: String) -> Self {
        if ["-V", "-v"].contains(name) { return Self("unknown option '\(name)'; did you mean --version?") }
        return Self("'\(name)' must follow a command: beeline COMMAND \(name)")
    }

    static func unknownOption(_ name: String, of command: CommandDefinition) -> Self {
        let advice =
            address(name, of: command) ?? output(name, of: command)
            ?? hint(
                name, command.options.map(\.name),
                or: format(name, of: command) ?? "; put -- before a code or file that begins with '-'")
        return Self("'beeline \(command.name)' has no option '\(name)'\(advice)")
    }

    /// `--port` and similar options of other servers, which are a part of an address here.
    private static func address(_ name: String, of command: CommandDefinition) -> String? {
        let names = ["-p", "--port", "-b", "--bind", "--address", "--interface"]
        guard names.contains(name), command.options.contains(where: { $0.name == "--listen" }) else { return nil }
        return "; write --listen ADDRESS:PORT"
    }

    /// `-o`, which is `--output`, or what a shell does.
    private static func output(_ name: String, of command: CommandDefinition) -> String? {
        guard ["-o", "--out", "--output"].contains(name) else { return nil }
        if command.name.hasSuffix(" new") { return "; write the name without it" }
        let hasOutput = command.options.contains { $0.name == "--output" }
        return hasOutput ? "; write --output FILE" : "; it writes to standard output: add > FILE"
    }

    /// `--json`, `-q` and their like of other programs, which are formats here.
    private static func format(_ name: String, of command: CommandDefinition) -> String? {
        let formats = command.options.first { $0.name == "--format" }?.choices ?? []
        let word = String(name.drop { $0 == "-" })
        if formats.contains(word) { return "; write --format \(word)" }
        if ["q", "quiet", "raw"].contains(word), let short = ["code", "line"].first(where: formats.contains) {
            return "; --format \(short) prints the least"
        }
        return nil
    }

    static func missingValue(_ option: Option) -> Self {
        Self("'\(option.name)' needs a value: \(option.name) \(option.value ?? "")")
    }

    static func unexpectedValue(_ option: Option) -> Self { Self("'\(option.name)' does not take a value") }
    static func repeated(_ option: Option) -> Self { Self("'\(option.name)' is given twice") }

    /// - Parameter choices: the allowed values. Default: those of the option.
    static func badChoice(_ option: Option, _ value: String, choices: [String]? = nil) -> Self {
        let choices = choices ?? option.choices
        let advice = hint(value, choices, or: "; use one of \(list(choices))")
        return Self("'\(option.name)' cannot be '\(value)'\(advice)")
    }

    /// A kind whose codes cannot be made of fields.
    static func notDrawable(_ kind: String, _ problem: String) -> Self {
        Self("a code of the kind '\(kind)' cannot be drawn from fields: \(problem)")
    }

    static func noOperands(_ command: CommandDefinition) -> Self {
        Self("missing argument: beeline \(command.name) \(command.operands)")
    }

    static func tooManyOperands(_ command: CommandDefinition, _ operand: String) -> Self {
        let usage = command.operands.isEmpty ? "takes no argument" : command.operands
        return Self("unexpected argument '\(operand)': beeline \(command.name) \(usage)")
    }

    static let standardInputTwice = Self("standard input can be read only once")
    static func noLinkKey(_ text: String, _ problem: LinkKeyError) -> Self {
        Self("'\(text)' is not a key of a Digital Link: \(problem)")
    }

    static func needs(_ option: Option, _ other: Option) -> Self { Self("'\(option.name)' needs \(other.name)") }

    static func needsSource(_ option: Option, _ source: String) -> Self {
        Self("'\(option.name)' is for the source \(source), which is not given")
    }

    static func exclude(_ option: Option, _ other: Option) -> Self {
        Self("'\(option.name)' and '\(other.name)' cannot be combined")
    }

    /// - Parameter form: a description of the allowed values: `of the form NAME=VALUE`.
    static func bad(_ option: Option, _ text: String, isNot form: String) -> Self {
        Self("'\(option.name) \(text)' is not \(form)")
    }
}

/// Errors of codes, images, rules and records.
extension UsageError {
    static let codeNotUTF8 = Self(
        "a code on the command line is not UTF-8; pass its bytes on standard input: beeline resolve -")
    static func onlyInCSV(_ option: Option) -> Self { onlyIn("csv", option) }

    static func notInCSV(_ option: Option) -> Self { notIn("csv", option) }

    static func notIn(_ format: String, _ option: Option) -> Self {
        Self("'\(option.name)' cannot be used with --format \(format)")
    }

    static func sameHistory(_ path: String) -> Self {
        Self("'\(path)' is this history itself; name another one, or this one with --file")
    }

    static func onlyIn(_ format: String, _ option: Option) -> Self {
        Self("'\(option.name)' is for --format \(format) only")
    }

    static func unknownColumn(_ name: String, known: [String]) -> Self {
        let fixed = ColumnName.Fixed.allCases.map(\.rawValue)
        let advice = hint(
            name, known,
            or:
                "; use one of \(list(fixed)), a field of a code ('beeline kinds' lists them), emit.NAME or record.NAME"
        )
        return Self("'--columns': unknown column '\(name)'\(advice)")
    }

    static let diagnosisInCSV = Self("CSV has no column for the diagnosis; use --format json with '--diagnose'")
    static let deletesAllAndSome = Self(
        "'--all' deletes everything and cannot be combined with other restrictions; leave one of them out")

    static func cannotAsk(_ option: Option) -> Self {
        Self("there is no terminal for the confirmation; use \(option.name) to do it without one")
    }

    static func badHistoryNumber(_ text: String) -> Self {
        Self("'\(text)' is not the number of a scan; 'beeline history' shows it at the start of each line")
    }

    static func badOutboxNumber(_ text: String) -> Self {
        Self("'\(text)' is not the number of a kept action; 'beeline history outbox' shows it before each of them")
    }

    static func tooManyJobs(_ text: String, most: Int) -> Self {
        Self("'--jobs \(text)': must be at most \(most); each job is a separate process")
    }

    static func badRegion(_ text: String, _ problem: RegionProblem) -> Self { Self("'--roi \(text)': \(problem)") }

    static func badSelection(_ problem: SelectionProblem) -> Self {
        Self("'--only \(problem.name)': \(problem.advice)")
    }

    /// Missing folders are not made: they may be typing errors, and what was written would not be found.
    static func requireFolder(of path: String) throws(UsageError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        guard !exists(folder) else { return }
        throw Self("\(path): there is no folder '\(folder)'; make it first: mkdir -p \(ShellWord.of(folder))")
    }

    static func badAnnotation(_ text: String, _ problem: String) -> Self { Self("'--annotate \(text)': \(problem)") }

    static func badCatalogName(_ name: String) -> Self {
        Self("'\(name)' is not a valid name of a catalogue: use letters (a to z), digits and '_'")
    }

    static func unknownPermission(_ option: Option, _ name: String, known: [String]) -> Self {
        let advice = hint(name, known, or: "; use one of \(list(known))")
        return Self("'\(option.name) \(name)': unknown action or effect\(advice)")
    }

    static func unknownPolicyAction(_ name: String, known: [String]) -> Self {
        Self("unknown action '\(name)'" + hint(name, known, or: "; use one of \(list(known))"))
    }

    static let needsRuleOrHost = Self(
        "--rule or --host is needed; \"allow\" in policy.json is for an action of all rules and hosts")

    static func badConsentNumber(_ word: String) -> Self {
        Self("'\(word)' is not a number of 'beeline policy list'")
    }

    static func onlyWithRun(_ option: Option) -> Self {
        Self("'\(option.name)' needs --run: without it nothing is performed")
    }

    static func unknownShell(_ name: String) -> Self {
        Self("no completion for '\(name)'; use one of bash, zsh, fish")
    }

    static func badPluginName(_ name: String) -> Self {
        Self("'\(name)' is not a valid name of a plugin: use small letters, digits and '-', and begin with a letter")
    }

    static func nameOfBuiltIn(_ name: String) -> Self {
        Self("'\(name)' is the name of a built-in action: choose another name")
    }

    static func unknownKind(_ name: String, known: [String]) -> Self {
        let meant = MistakeHints.remedy(forKind: name, known: known).map { "; \($0)" }
        return Self(
            "unknown kind of content '\(name)'" + (meant ?? hint(name, known, or: "; beeline kinds lists them")))
    }

    static func unknownRule(_ id: String, known: [String]) -> Self {
        Self(
            "no scan was recorded by a rule '\(id)', and no rule in use has that id" + Spelling.hint(for: id, in: known)
        )
    }

    static func unknownKindOfRules(_ name: String, known: [String]) -> Self {
        let advice = hint(name, known, or: "; beeline kinds lists the built-in ones")
        return Self("'--kind \(name)': unknown kind of content\(advice)")
    }
}

/// Errors of live sources.
extension UsageError {
    static func badSource(_ error: SourceNameError, of command: CommandDefinition, _ operands: [String]) -> Self {
        // `serve token add` is meant as a command.
        let commands = CommandDefinition.all.map(\.name).filter { $0.hasPrefix("\(command.name) ") }
        let words = ([command.name] + operands.prefix(2)).joined(separator: " ")
        let near = [words, "\(command.name) \(operands.first ?? "")"].lazy
            .map { Spelling.hint(for: $0, in: commands) }.first { !$0.isEmpty }
        let digits = (operands.first ?? "").drop { $0 == ":" }
        let isPort = command == .serve && UInt16(digits) != nil
        let port = isPort ? "; to listen at this port: --listen \(digits)" : nil
        return Self(error.description + (port ?? near ?? ""))
    }

    static func noSources(_ command: CommandDefinition) -> Self {
        Self("missing source: beeline \(command.name) \(command.operands); --list shows what is connected")
    }

    static func sourceTwice(_ name: String) -> Self { Self("the source '\(name)' is given twice") }
}

/// Errors of serving.
extension UsageError {
    static func badAddress(_ text: String, _ problem: String) -> Self {
        Self("'--listen \(text)': \(problem); must be ADDRESS:PORT, such as 0.0.0.0:8443 or [::1]:8377, or unix:PATH")
    }

    static func badHost(_ text: String, _ problem: String) -> Self { Self("'--host \(text)': \(problem)") }

    static func listensAsSource(_ text: String) -> Self {
        Self("'\(text)' is an address of this machine; to listen there: --listen \(text); as a source: tcp://\(text)")
    }

    static let socketsByBoth = Self("systemd has passed sockets, so --listen cannot be used; leave it out")

    static func badTokenName(_ name: String) -> Self {
        Self("'\(name)' is not a valid name of a token: use 1 to 64 visible characters")
    }

    static func badNumber(_ text: String, of command: CommandDefinition) -> Self {
        Self("'\(text)' is not a number; 'beeline \(command.name)' shows it at the start of each line")
    }
}

/// Errors of drawing.
extension UsageError {
    static func unknownFormat(_ name: String) -> Self {
        let advice = hint(name, CodeFormat.allCases.map(\.rawValue), or: "; 'beeline draw --list' lists the formats")
        return Self("'--as \(name)': unknown format\(advice)")
    }

    static func unknownSheet(_ name: String) -> Self {
        let names = SheetLayout.names.map(\.name)
        let advice = hint(name, names, or: "; use one of \(list(names))")
        return Self("'--sheet \(name)': unknown sheet\(advice); for your own sheet, give columns and rows as 3x8")
    }

    static func badTicketCount(_ text: String, most: Int) -> Self {
        Self("'\(text)' is not a number of tickets from 1 to \(most)")
    }

    static func onlyFor(_ option: Option, _ file: DrawnFile) -> Self {
        Self("'\(option.name)' is for \(file.title) only")
    }

    static func unknownEnding(_ path: String) -> Self {
        Self("'--output \(path)': unknown extension; use .svg, .png, .pdf or .txt, or give the format with --format")
    }

    static func otherEnding(_ path: String, _ format: String) -> Self {
        Self("'--output \(path)' does not have the extension of --format \(format); leave one of them out")
    }

    static func onTerminal(_ title: String) -> Self {
        Self("a terminal cannot show \(title): write a file with --output, or redirect standard output")
    }

    static func sheetsAre(_ file: DrawnFile) -> Self {
        Self("sheets are \(file.title): --output FILE.\(file.rawValue)")
    }

    static func namedSheet(_ option: Option, _ name: String) -> Self {
        Self("'\(option.name)' is only for your own sheets, as --sheet 3x8; the measures of \(name) are fixed")
    }

    static func noField(_ word: String, _ kind: String, known: [String]) -> Self {
        Self("'\(word)' is not a field such as NAME=VALUE or NAME@FILE; \(fields(of: kind, known))")
    }

    static func unknownField(_ name: String, _ kind: String, known: [String]) -> Self {
        Self("\(kind) has no field '\(name)'" + hint(name, known, or: "; \(fields(of: kind, known))"))
    }

    private static func fields(of kind: String, _ names: [String]) -> String {
        "the fields of \(kind) are \(list(names))"
    }

    static func badField(_ error: CodeTextError) -> Self { Self(error.description) }

    static func notUTF8(_ source: String) -> Self {
        Self("\(source) is not UTF-8; use --bytes to draw it as bytes from standard input")
    }

    static let bytesFromArgument = Self("'--bytes' reads standard input: leave TEXT out")
}

/// An error in the configuration, because of which nothing was done.
struct ConfigurationError: Error {
    /// The errors, without the consequence.
    let problem: TerminalText
    let text: TerminalText

    /// - Parameter issues: the errors in files of rules, policies and plugins.
    private init(_ issues: [RuleIssue], _ consequence: String) {
        problem = issues.map(\.terminalText).joined(separator: "\n")
        text = problem + "\nbeeline: \(consequence); nothing was done"
    }

    /// - Parameter messages: a line for each.
    private init(_ messages: [String]) {
        problem = messages.map { "beeline: \($0)" as TerminalText }.joined(separator: "\n")
        text = problem
    }

    init(_ message: String) { self.init([message]) }

    init(_ error: any Error) {
        switch error {
        case let error as ConfigurationError: self = error
        case let error as RuleSetError: self.init(error.issues, "the rules have errors")
        case let error as PluginFolderError: self.init(error.issues, "some plugins cannot be used")
        case let error as PolicyError: self.init(error.issues, "the policy has errors")
        case let error as StationFileError: self.init(error.issues, "the station has errors")
        default: self.init("\(error)")
        }
    }

    /// None of the symbologies can be read that an option or a source asks for.
    static func unreadable(_ reasons: [String], of asker: String) -> Self {
        Self(
            reasons + [
                "this installation can read none of the symbologies of \(asker); 'beeline formats' lists those that "
                    + "it can read"
            ])
    }
}

/// Quoting of words for a shell, for commands that users copy.
enum ShellWord {
    /// A text as one word that is not an option.
    static func of(_ text: String) -> String {
        let text = text.hasPrefix("-") ? "./\(text)" : text
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "./_-".utf8.contains($0) }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
