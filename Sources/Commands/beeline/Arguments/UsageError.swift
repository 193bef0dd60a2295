import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineSymbols

/// What is wrong with a command line. All prose about it is made here.
enum UsageError: Error, Hashable, Sendable {
    case noCommand
    case unknownCommand(String, isFile: Bool)
    case incompleteCommand(String)
    case optionBeforeCommand(String)
    case unknownOption(String, of: CommandDefinition)
    case missingValue(Option)
    case unexpectedValue(Option)
    case repeated(Option)
    case badChoice(Option, String)
    case noOperands(CommandDefinition)
    case tooManyOperands(CommandDefinition, String)
    case badSetting(String)
    case badCatalog(String)
    case badMoment(String)
    case badHistoryMoment(Option, String)
    case badHistoryNumber(String)
    case deletesAllAndSome
    case cannotAsk(Option)
    case badNumber(Option, String)
    /// With the most that there may be.
    case tooManyJobs(String, most: Int)
    case badRegion(String, RegionProblem)
    case unknownSymbology(String)
    case addOnAlone(Symbology)
    case badAnnotation(String, AnnotationTarget.Problem)
    case badCatalogName(String)
    case badSeparator(String)
    case unknownPermission(Option, String, known: [String])
    case onlyWithRun(Option)
    case standardInputTwice
    case diagnosisInCSV
    case codeNotUTF8
    case unknownShell(String)
    case badPluginName(String)
    case nameOfBuiltIn(String)
    case unknownKind(String)
    /// With the names of the kinds that there are.
    case unknownKindOfRules(String, known: [String])
    case drawing(DrawMistake)
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noCommand: "a command is missing"
        case .unknownCommand(let word, let isFile):
            if isFile {
                "'\(word)' is no command; to scan the file: beeline scan \(word)"
            } else {
                "'\(word)' is no command"
                    + hint(
                        word, CommandDefinition.all.map(\.name) + ["help"], or: "; for a code: beeline resolve \(word)")
            }
        case .incompleteCommand(let word):
            "'\(word)' needs a second word: "
                + CommandDefinition.all.map(\.name).filter { $0.hasPrefix("\(word) ") }.joined(separator: ", ")
        case .optionBeforeCommand(let name): "'\(name)' goes behind a command: beeline COMMAND \(name)"
        case .unknownOption(let name, let command):
            "'beeline \(command.name)' has no option '\(name)'"
                + hint(name, command.options.map(\.name), or: "; what begins with '-' and is no option comes after --")
        case .missingValue(let option): "'\(option.name)' needs a value: \(option.name) \(option.value ?? "")"
        case .unexpectedValue(let option): "'\(option.name)' takes no value"
        case .repeated(let option): "'\(option.name)' is given twice"
        case .badChoice(let option, let value):
            "'\(option.name)' cannot be '\(value)'"
                + hint(value, option.choices, or: "; it is one of \(option.choices.joined(separator: ", "))")
        case .noOperands(let command): "nothing to do: beeline \(command.name) \(command.operands)"
        case .tooManyOperands(let command, let operand):
            "'\(operand)' is one too many: beeline \(command.name) \(command.operands)"
        case .badSetting(let text): "'--set \(text)' is not of the form NAME=VALUE"
        case .badCatalog(let text):
            "'--catalog \(text)' is not of the form NAME=FILE.csv; a name is letters, digits and '_'"
        case .badMoment(let text): "'--at \(text)' is no moment such as 2026-12-24T21:30 or 2026-12-24"
        case .badHistoryMoment(let option, let text):
            "'\(option.name) \(text)' is no moment such as 2026-12-24T21:30 or 2026-12-24"
        case .badHistoryNumber(let text):
            "'\(text)' is no number of a scan; 'beeline history' has it at the beginning of a line"
        case .deletesAllAndSome: "'--all' deletes everything; leave it out, or the other restrictions"
        case .cannotAsk(let option): "there is no terminal to ask on; \(option.name) does it without asking"
        case .badNumber(let option, let text): "'\(option.name) \(text)' is no whole number above 0"
        case .tooManyJobs(let text, let most):
            "'--jobs \(text)': at most \(most); each is a process of its own"
        case .badRegion(let text, let problem): "'--roi \(text)': \(problem)"
        case .unknownSymbology(let name):
            "'--only \(name)': no symbology has that name"
                + hint(
                    name, Symbology.selectable.map(\.name),
                    or: "; there are \(Symbology.selectable.map(\.name).joined(separator: ", "))")
        case .addOnAlone(let symbology):
            "'--only \(symbology)': it stands beside another symbol and comes with it; ask for that: ean_13,upc_a"
        case .badAnnotation(let text, let problem): "'--annotate \(text)': \(problem)"
        case .badCatalogName(let name): "'\(name)' is no name of a catalogue: letters (a to z), digits and '_'"
        case .badSeparator(let text): "'--separator \(text)': cells are separated by ',' ';' or 'tab'"
        case .unknownPermission(let option, let name, let known):
            "'\(option.name) \(name)': no action or effect has that name"
                + hint(name, known, or: "; there are \(known.joined(separator: ", "))")
        case .onlyWithRun(let option): "'\(option.name)' needs --run: without it nothing is performed"
        case .diagnosisInCSV: "CSV has no column for what '--diagnose' says; --format json has it"
        case .codeNotUTF8: "a code is not UTF-8; on standard input its bytes come as they are: beeline resolve -"
        case .standardInputTwice: "standard input can be read only once"
        case .badPluginName(let name):
            "'\(name)' cannot be the name of a plugin: small letters, digits and '-', the first a letter"
        case .nameOfBuiltIn(let name): "'\(name)' is the name of a built-in action: choose another one"
        case .unknownKind(let name):
            "no kind of content is called '\(name)'"
                + hint(name, Kind.allCases.map(\.rawValue), or: "; beeline kinds lists them")
        case .unknownKindOfRules(let name, let known):
            "'--kind \(name)': neither Beeline nor a rule file has that kind of content"
                + hint(name, known, or: "; beeline kinds lists those of Beeline")
        case .drawing(let mistake): mistake.description
        case .unknownShell(let name): "no completion for '\(name)'; there are bash, zsh, fish"
        }
    }

    private func hint(_ word: String, _ candidates: [String], or otherwise: String = "") -> String {
        let hint = Spelling.hint(for: word, in: candidates)
        return hint.isEmpty ? otherwise : hint
    }
}

/// What is wrong with a command line of `beeline draw`.
enum DrawMistake: Error, Hashable, Sendable {
    case unknownFormat(String)
    case unknownSheet(String)
    /// A number is expected; with one for an example.
    case badNumber(Option, String, like: String)
    /// Two of them are expected; with an example.
    case badMeasures(Option, String, like: String)
    case badColour(Option, String)
    /// One makes no sense without the other.
    case needs(Option, Option)
    case exclude(Option, Option)
    /// It changes only one form of output.
    case onlyFor(Option, DrawnFile)
    /// A file whose name does not say what it is to be.
    case unknownEnding(String)
    case otherEnding(String, DrawnFile)
    case onTerminal(DrawnFile)
    case sheetsAre(DrawnFile)
    /// A measure beside a sheet that has its own.
    case namedSheet(Option, String)
    /// An operand that is no field.
    case noField(String, Kind)
    case unknownField(String, Kind, known: [String])
    case badField(CodeTextError)
    case notUTF8(String)
    case bytesFromArgument
}

extension DrawMistake: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownFormat(let name):
            "'--as \(name)': no format has that name"
                + hint(
                    name, CodeFormat.allCases.map(\.rawValue),
                    or: "; 'beeline draw --list' has those that there are")
        case .unknownSheet(let name):
            "'--sheet \(name)': no sheet has that name"
                + hint(
                    name, SheetLayout.names.map(\.name),
                    or: "; there are \(SheetLayout.names.map(\.name).joined(separator: ", "))")
                + "; columns and rows of your own are written 3x8"
        case .badNumber(let option, let text, let example):
            "'\(option.name) \(text)' is no number such as \(example)"
        case .badMeasures(let option, let text, let example):
            "'\(option.name) \(text)' is not of the form \(option.value ?? ""), as \(example)"
        case .badColour(let option, let text):
            "'\(option.name) \(text)' is no colour such as #1a5fb4, #fff, black or white"
        case .needs(let option, let other): "'\(option.name)' needs \(other.name)"
        case .exclude(let option, let other): "'\(option.name)' and '\(other.name)' exclude each other"
        case .onlyFor(let option, let file): "'\(option.name)' is for \(file.title) only"
        case .unknownEnding(let path):
            "'--output \(path)': the name ends with neither .svg, .png, .pdf nor .txt; --format says what it is "
                + "to be"
        case .otherEnding(let path, let file):
            "'--output \(path)' does not end as a file of --format \(file.rawValue); leave one of them out"
        case .onTerminal(let file):
            "a terminal cannot show \(file.title): write a file with --output, or direct standard output to one"
        case .sheetsAre(let file): "sheets are \(file.title): --output FILE.\(file.rawValue)"
        case .namedSheet(let option, let name):
            "'\(option.name)' is for sheets of your own, as --sheet 3x8; \(name) has its measures"
        case .noField(let word, let kind):
            "'\(word)' is no field of the form NAME=VALUE or NAME@FILE; \(Self.fields(of: kind))"
        case .unknownField(let name, let kind, let known):
            "\(kind.rawValue) has no field '\(name)'" + hint(name, known, or: "; \(Self.fields(of: kind))")
        case .badField(let error): error.description
        case .notUTF8(let source): "\(source) is not UTF-8; --bytes draws standard input as it is"
        case .bytesFromArgument: "'--bytes' draws standard input: leave TEXT out"
        }
    }

    private static func fields(of kind: Kind) -> String {
        let names = CodeText.fields.first { $0.kind == kind }?.names ?? []
        return "the fields of \(kind.rawValue) are \(names.joined(separator: ", "))"
    }

    private func hint(_ word: String, _ candidates: [String], or otherwise: String) -> String {
        let hint = Spelling.hint(for: word, in: candidates)
        return hint.isEmpty ? otherwise : hint
    }
}

/// Why nothing could be begun, though the command line is right.
enum ConfigurationError: Error {
    case file(FileError)
    case rules(RuleSetError)
    case decoder(DecodeError)
    case table(InstalledTableError)
    case catalog(String)
    case policy(PolicyError)
    case policyFile(PolicyFileError)
    case plugins(PluginFolderError)
    case plugin(any Error)
    /// There are too few threads to work with; with what to do.
    case threads(String)
    /// None of the symbologies that are wanted can be read; each with its reason.
    case unreadable([String])
    /// Nothing can read a drawing back.
    case noReader(DecodeError)

    /// What is wrong, without what follows from it.
    var problem: TerminalText {
        switch self {
        case .rules(let error): Self.lines(error.issues)
        case .plugins(let error): Self.lines(error.issues)
        case .policy(let error): Self.lines(error.issues)
        case .file, .decoder, .table, .catalog, .plugin, .policyFile, .threads, .unreadable, .noReader: text
        }
    }

    private static func lines(_ issues: [RuleIssue]) -> TerminalText {
        issues.map(\.terminalText).joined(separator: "\n")
    }

    var text: TerminalText {
        switch self {
        case .file(let error): "beeline: \(error)"
        case .rules: problem + "\nbeeline: the rules have mistakes; nothing was done"
        case .decoder(let error): "beeline: \(error)"
        case .noReader(let error): "beeline: \(error); to draw without reading back: --no-verify"
        case .table(let error): "beeline: \(error)"
        case .plugins: problem + "\nbeeline: not all plugins can be used; nothing was done"
        case .plugin(let error): "beeline: \(error)"
        case .catalog(let message), .threads(let message): "beeline: \(message)"
        case .policy: problem + "\nbeeline: the policy has mistakes; nothing was done"
        case .policyFile(let error): "beeline: \(error)"
        case .unreadable(let reasons):
            reasons.map { reason -> TerminalText in "beeline: \(reason)\n" }.joined()
                + "beeline: nothing of what --only asks for can be read here; 'beeline formats' lists what can"
        }
    }
}

/// What is wrong with the text of a region.
enum RegionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// With how many numbers there are.
    case notFour(Int)
    case noNumber(String)
    /// A side of nothing.
    case isEmpty(String)
    /// A side of one pixel, which was meant to be all of it.
    case onePixel
    /// A fraction above 1, or a percentage above 100.
    case aboveAll(String)
    /// It ends beyond the image: "x and width", and what they come to.
    case reachesOut(String, percent: Int)

    var description: String {
        switch self {
        case .notFour(let count):
            "four numbers are expected, x,y,width,height, not \(count): 10,20,300,200 or 0.1,0.2,0.5,0.5"
        case .noNumber(let text):
            "'\(text)' is no length; pixels are like 120, parts of the image like 0.25 or 25%"
        case .isEmpty(let name): "a \(name) of 0 leaves nothing to look at"
        case .onePixel: "1 is one pixel; all of the width or height is 1.0 or 100%"
        case .aboveAll(let text): "'\(text)' is more than all of the image"
        case .reachesOut(let names, let percent):
            "\(names) reach beyond the image: together they are \(percent)% of it"
        }
    }
}
