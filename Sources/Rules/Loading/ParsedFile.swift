package import BeelineSupport

/// A rule file as JSON, its top level checked.
package struct ParsedFile {
    package let log: IssueLog
    private let object: ObjectReader?

    static let keys = RuleObject.file.keyNames

    /// Whether a file may be cited in messages.
    package enum Origin {
        /// The user gave it.
        case named
        /// Another file includes it. It may be any file, for instance one with a password, so nothing of it is shown before
        /// it is known to be a rule file, by the version at its top.
        case included
    }

    package init(_ file: RuleFile, _ origin: Origin = .named) {
        log = IssueLog(file)
        guard let value = Self.parse(file, origin, log) else {
            object = nil
            return
        }
        object = ObjectReader(value, at: JSONPath(), log: log, allowed: Self.keys, what: "a rule file")
        guard let object else { return }
        switch object["version"] {
        case .integer(1): break
        case nil: log.error("a rule file needs \"version\": 1", at: JSONPath())
        case .some: log.error("the only version there is is 1", at: JSONPath().member("version"))
        }
        _ = object.text("$schema")
    }

    private static func parse(_ file: RuleFile, _ origin: Origin, _ log: IssueLog) -> JSONValue? {
        let value: JSONValue?
        var repetition: JSONError?
        do throws(JSONError) {
            value = try JSONValue(parsing: file.bytes)
        } catch  where error.isDuplicateName {
            repetition = error
            value = try? JSONValue(parsing: file.bytes, options: .allowDuplicateNames)
        } catch {
            let remedy = MistakeHints.remedy(forJSON: error.message).map { "; \($0)" } ?? ""
            let message = origin == .named ? error.message : error.messageWithoutCitation
            log.error(
                problem(with: file.bytes) ?? "not JSON: \(message)\(remedy)", position: error.position,
                citing: origin == .named)
            return nil
        }
        guard origin == .named || value?["version"] == .integer(1) else {
            log.error(
                "what is included is a rule file, with \"version\": 1, and this is none",
                position: TextPosition(line: 1, column: 1), citing: false)
            return nil
        }
        if let repetition { log.reportRepeatedNames(repetition) }
        return value
    }

    /// What makes a text no JSON, where it can be said better than by the parser.
    private static func problem(with bytes: [UInt8]) -> String? {
        if bytes.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
            return "the file is empty; the least is {\"version\": 1}"
        }
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
        if marks.contains(where: bytes.starts(with:)) {
            return "the file begins with a byte order mark; save it as UTF-8 without one"
        }
        return nil
    }

    /// The elements of `"rules"`.
    var rules: [(value: JSONValue, path: JSONPath)] { object?.list("rules") ?? [] }

    /// The elements of `"kinds"`.
    var kinds: [(value: JSONValue, path: JSONPath)] { object?.list("kinds") ?? [] }

    /// The elements of `"tests"`.
    package var tests: [(value: JSONValue, path: JSONPath)] { object?.list("tests") ?? [] }

    func declareConstants(_ constants: Constants) {
        guard let value = object?["constants"] else { return }
        constants.declare(value, at: JSONPath().member("constants"), log: log)
    }

    func declareServices(_ services: Services, _ constants: Constants) {
        guard let value = object?["services"] else { return }
        services.declare(value, at: JSONPath().member("services"), constants: constants, log: log)
    }

    /// The ids that the file switches off.
    func disabled(knownIDs: Set<String>) -> [String] {
        (object?.list("disable") ?? []).compactMap { value, path in
            guard let id = value.string else {
                log.error("the id of a rule is expected, not \(value.typeName)", at: path)
                return nil
            }
            if !knownIDs.contains(id) {
                log.warning("no rule has the id '\(id)'\(log.hint(for: id, in: knownIDs.sorted()))", at: path)
            }
            return id
        }
    }
}
