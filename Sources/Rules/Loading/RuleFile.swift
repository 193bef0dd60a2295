internal import BeelineSupport
internal import Synchronization

/// A rule file: its name and its text. Reading it from where it lies is the caller's part.
///
///     let books = RuleFile(name: "books.json", text: #"{"version": 1, "rules": []}"#)
package struct RuleFile: Hashable, Sendable {
    /// The path, or a name such as `bundled:books`. Messages begin with it.
    package let name: String
    /// JSON, in UTF-8.
    package let bytes: [UInt8]
    /// Who else may have written it, and what to do about that; nil when no one else can. Its rules then start no
    /// programs and get no secrets, and neither do rules that use its constants and services.
    package let distrust: String?
    /// The same for all names of one file. A set reads each identity once.
    package let identity: String

    /// The text as JSON. It is parsed when it is first needed, and by the file and all its copies once.
    let json: ParsedJSON

    /// Whether it comes with the program. Tests show that such a file has no errors, so what only looks for errors is
    /// left out when one is loaded.
    package var isBundled: Bool { Self.isBundled(name) }

    /// Whether a file of this name comes with the program.
    package static func isBundled(_ name: String) -> Bool { name.hasPrefix("bundled:") }

    /// Whether it is a JSON Schema, as editors want one beside rule files. `$schema` of a rule file names such a file;
    /// that of a schema names the language that it is written in.
    package var isSchema: Bool {
        guard let value = json.parsed(from: bytes).value, value["version"] == nil else { return false }
        return value["$defs"] != nil || value["$id"] != nil
            || value["$schema"]?.string?.contains("json-schema.org/") == true
    }

    /// - Parameter identity: nil: the name.
    package init(name: String, bytes: [UInt8], distrust: String? = nil, identity: String? = nil) {
        self.name = name
        self.identity = identity ?? name
        self.bytes = bytes
        self.distrust = distrust
        json = ParsedJSON()
    }

    /// A file whose content is at hand as text.
    package init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}

/// A text as JSON, parsed once. Two are equal if their texts are, because the values follow from the text.
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

/// Values for the constants of rule files, from outside of them.
package struct ConstantSettings: Hashable, Sendable {
    /// By name, set on purpose; a name that no file has is an error.
    package var values: [String: String]
    /// By name in upper case, from the environment; names that no file has are skipped.
    package var environment: [String: String]

    /// What gives `values`: messages about them begin with it.
    let origin: String

    /// Settings; none by default.
    package init(values: [String: String] = [:], environment: [String: String] = [:], origin: String = "constant") {
        (self.values, self.environment, self.origin) = (values, environment, origin)
    }
}

/// How the files that rule files include are found; reading them from wherever they lie is the caller's part.
package struct RuleFileReader: Sendable {
    /// The file of that name, as a file that includes it writes it.
    ///
    /// An object whose identity distinguishes a file from all others: the same file always has the same.
    let file: @Sendable (_ name: String, _ includer: RuleFile) throws(RuleFileProblem) -> RuleFile

    /// A reader that finds files by a function, which gets the name in `include` and the file that has it.
    package init(
        _ file: @escaping @Sendable (_ name: String, _ includer: RuleFile) throws(RuleFileProblem) -> RuleFile
    ) {
        self.file = file
    }

    /// For rule files that lie nowhere: an include is an error.
    package static let none = RuleFileReader { name, _ throws(RuleFileProblem) in
        throw RuleFileProblem("a file cannot be included here")
    }
}

/// Why a file cannot be included, in a few words.
package struct RuleFileProblem: Error, Hashable, Sendable {
    /// The reason, without the name of the file.
    package let message: String

    /// A problem with this reason.
    package init(_ message: String) { self.message = message }
}
