import Beeline
import BeelineDrawing
import BeelineSymbols

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
