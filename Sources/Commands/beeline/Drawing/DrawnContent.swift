import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineSymbols
import Glibc

/// What a code is to say.
enum DrawnContent: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])

    /// More than any code holds: 7,089 digits are the most (ISO/IEC 18004, table 7).
    private static let longest = 1 << 16

    /// What the command line gives, or standard input.
    ///
    /// - Throws: `UsageError`, `FileError`.
    init(_ arguments: Arguments) throws {
        let words = arguments.operands
        if arguments.has(.drawBytes) {
            guard arguments[.drawKind] == nil else { throw UsageError.drawing(.exclude(.drawBytes, .drawKind)) }
            guard words.isEmpty || words == ["-"] else { throw UsageError.drawing(.bytesFromArgument) }
            self = .bytes(try Self.read(nil))
        } else if let kind = arguments[.drawKind].flatMap(Kind.init(rawValue:)) {
            self = .text(try Self.text(of: kind, words, arguments.command))
        } else if let word = words.first, word != "-" {
            guard words.count == 1 else { throw UsageError.tooManyOperands(arguments.command, words[1]) }
            self = .text(try Self.checked(word))
        } else {
            guard words.count <= 1 else { throw UsageError.tooManyOperands(arguments.command, words[1]) }
            // Nobody knows that the program waits for them.
            guard !words.isEmpty || isatty(STDIN_FILENO) == 0 else { throw UsageError.noOperands(arguments.command) }
            self = .text(try Self.readText(nil))
        }
    }

    // MARK: Fields

    private static func text(of kind: Kind, _ words: [String], _ command: CommandDefinition) throws -> String {
        guard !words.isEmpty else { throw UsageError.noOperands(command) }
        guard words.count(where: { $0.hasSuffix("@-") && !$0.utf8.contains(UInt8(ascii: "=")) }) <= 1 else {
            throw UsageError.standardInputTwice
        }
        var fields: [(name: String, value: String)] = []
        for word in words { fields.append(try field(word, of: kind)) }
        do throws(CodeTextError) {
            return try CodeText(kind, fields).text
        } catch {
            throw UsageError.drawing(.badField(error))
        }
    }

    /// `NAME=VALUE`, or `NAME@FILE` for what a file holds: whichever sign comes first.
    private static func field(_ word: String, of kind: Kind) throws -> (name: String, value: String) {
        guard let sign = word.firstIndex(where: { $0 == "=" || $0 == "@" }), sign != word.startIndex else {
            throw UsageError.drawing(.noField(word, kind))
        }
        let name = String(word[..<sign])
        let known = CodeText.fields.first { $0.kind == kind }?.names ?? []
        guard known.contains(name) else { throw UsageError.drawing(.unknownField(name, kind, known: known)) }
        let value = String(word[word.index(after: sign)...])
        guard word[sign] == "@" else { return (name, try checked(value)) }
        return (name, try readText(value == "-" ? nil : value))
    }

    // MARK: Files

    /// - Parameter path: nil is standard input.
    private static func read(_ path: String?) throws -> [UInt8] {
        guard let path else { return try readToEnd(of: STDIN_FILENO, path: "standard input", limit: longest) }
        return try readFile(path, limit: longest)
    }

    /// The text of a file, without the line end that most programs put at the end.
    private static func readText(_ path: String?) throws -> String {
        var bytes = try read(path)
        if bytes.last == UInt8(ascii: "\n") {
            bytes.removeLast()
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError.drawing(.notUTF8(path ?? "standard input"))
        }
        return text
    }

    /// An argument, which must have come as UTF-8: what is not has been replaced, and would be drawn as something else.
    private static func checked(_ word: String) throws -> String {
        guard try Arguments.isWhole(word) else { throw UsageError.drawing(.notUTF8("TEXT")) }
        return word
    }
}
