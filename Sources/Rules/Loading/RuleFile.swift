internal import BeelineSupport
internal import Synchronization

/// A rule file: its name and its text. The caller reads it.
///
///     let books = RuleFile(name: "books.json", text: #"{"version": 1, "rules": []}"#)
package struct RuleFile: Hashable, Sendable {
    /// The path, or a name such as `bundled:books`. Messages begin with it.
    package let name: String
    /// JSON, in UTF-8.
    package let bytes: [UInt8]
    /// Who else may have written it, and the remedy; nil if only the user can write it. Its rules then start no
    /// programs and get no secrets, and neither do rules that use its constants and services.
    package let distrust: String?
    /// Its identity, the same for all names of one file. A set reads each identity once.
    package let identity: String

    /// The parsed text. It is parsed once for the file and all its copies, when it is first needed.
    let json: ParsedJSON

    /// Whether it comes with the program. Tests show that such a file has no errors, so what only looks for errors is
    /// left out when one is loaded.
    package var isBundled: Bool { Self.isBundled(name) }

    package static func isBundled(_ name: String) -> Bool { name.hasPrefix("bundled:") }

    /// Whether it is a JSON Schema, as editors want one beside rule files. `$schema` of a rule file names such a file;
    /// that of a schema names the language that it is written in.
    package var isSchema: Bool {
        guard let value = json.parsed(from: bytes).value, value["version"] == nil else { return false }
        return value["$defs"] != nil || value["$id"] != nil
            || value["$schema"]?.string?.contains("json-schema.org/") == true
    }

    /// - Parameter identity: nil for the name.
    package init(name: String, bytes: [UInt8], distrust: String? = nil, identity: String? = nil) {
        self.name = name
        self.identity = identity ?? name
        self.bytes = bytes
        self.distrust = distrust
        json = ParsedJSON()
    }

    package init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }
}

/// The JSON value of a text, parsed once. All are equal, because the file compares the texts.
final class ParsedJSON: Hashable, Sendable {
    private let result = Mutex<(value: JSONValue?, error: JSONError?)?>(nil)

    /// The value of a text, which is the same each time, and what is wrong with it. Objects that have a name twice are
    /// an error and have a value anyway.
    func parsed(from bytes: [UInt8]) -> (value: JSONValue?, error: JSONError?) {
        result.withLock { result in
            if let result { return result }
            let parsed: (value: JSONValue?, error: JSONError?)
            do throws(JSONError) {
                parsed = (try JSONValue(parsing: bytes), nil)
            } catch {
                parsed = (
                    error.isDuplicateName ? try? JSONValue(parsing: bytes, options: .allowDuplicateNames) : nil, error
                )
            }
            result = parsed
            return parsed
        }
    }

    static func == (one: ParsedJSON, other: ParsedJSON) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// Values that override the constants of rule files.
package struct ConstantSettings: Hashable, Sendable {
    /// Explicit values by name; an unknown name is an error.
    package var values: [String: String]
    /// Values from the environment, by name in upper case; unknown names are ignored.
    package var environment: [String: String]

    /// The origin of `values`, at the beginning of messages about them.
    let origin: String

    package init(values: [String: String] = [:], environment: [String: String] = [:], origin: String = "constant") {
        (self.values, self.environment, self.origin) = (values, environment, origin)
    }
}

/// Finds and reads the files that rule files include.
package struct RuleFileReader: Sendable {
    /// The file of that name, as a file that includes it writes it. An object whose identity distinguishes a file from
    /// all others: the same file always has the same.
    let file: @Sendable (_ name: String, _ includer: RuleFile) throws(RuleFileProblem) -> RuleFile
    /// The bundled files, for messages about names that they define, and for tests.
    let bundled: @Sendable () -> [RuleFile]

    /// A reader that finds files by a function, which gets the name in `include` and the file that has it.
    package init(
        bundled: @escaping @Sendable () -> [RuleFile] = { [] },
        _ file: @escaping @Sendable (_ name: String, _ includer: RuleFile) throws(RuleFileProblem) -> RuleFile
    ) {
        self.file = file
        self.bundled = bundled
    }

    /// A reader for files without a folder: every include is an error.
    package static let none = RuleFileReader { name, _ throws(RuleFileProblem) in
        throw RuleFileProblem("a file cannot be included here")
    }
}

/// Why a file cannot be included, in a few words.
package struct RuleFileProblem: Error, Hashable, Sendable {
    /// The reason, without the name of the file.
    package let message: String

    package init(_ message: String) { self.message = message }
}
