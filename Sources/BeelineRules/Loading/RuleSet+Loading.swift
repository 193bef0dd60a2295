internal import BeelineContent
internal import BeelineJSON

extension RuleSet {
    /// Reads and checks rule files; their rules are asked in the order of the files.
    ///
    ///     let books = RuleFile(name: "books.json", text: #"{"version": 1, "rules": []}"#)
    ///     let rules = try RuleSet(files: [books], actions: [])
    ///
    /// - Parameters:
    ///   - actions: the actions that rules may name.
    ///   - constants: values that go before those of the files.
    /// - Throws: `RuleSetError`, with everything that is wrong, in all files.
    public init(
        files: [RuleFile], actions: [ActionSignature], constants settings: ConstantSettings = ConstantSettings()
    ) throws(RuleSetError) {
        let constants = Constants(settings)
        let parsed = files.map { ParsedFile($0) }
        for file in parsed { file.declareConstants(constants) }
        var rules: [CompiledRule] = []
        var firstFiles: [String: String] = [:]
        for file in parsed {
            let reader = RuleReader(signatures: actions, constants: constants, log: file.log)
            for (value, path) in file.rules {
                guard let result = reader.rule(value, at: path) else { continue }
                if let first = firstFiles[result.id] {
                    let place = first == file.log.file.name ? "in this file" : "in \(first)"
                    file.log.error("the id '\(result.id)' is taken already, \(place)", at: path.member("id"))
                } else {
                    firstFiles[result.id] = file.log.file.name
                }
                if let rule = result.rule { rules.append(rule) }
            }
        }
        let disabled = Set(parsed.flatMap { $0.disabled(knownIDs: Set(firstFiles.keys)) })
        // Of a set with errors nobody knows what a rule that could not be read would have used.
        if !parsed.contains(where: \.log.hasErrors) { constants.reportUnused() }

        let issues = constants.unknownSettings() + parsed.flatMap { Self.inOrder($0.log.issues) }
        guard !issues.contains(where: { $0.severity == .error }) else { throw RuleSetError(issues: issues) }
        self.init(
            rules.filter { !disabled.contains($0.rule.id) }, constants: constants.values, warnings: issues)
    }

    private static func inOrder(_ issues: [RuleIssue]) -> [RuleIssue] {
        let start = TextPosition(line: 1, column: 1)
        return issues.enumerated().sorted {
            ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
        }.map(\.element)
    }
}

/// A rule file as JSON, its top level checked.
private struct ParsedFile {
    let log: IssueLog
    private let object: ObjectReader?

    private static let keys = ["$schema", "version", "constants", "rules", "disable"]

    init(_ file: RuleFile) {
        log = IssueLog(file)
        guard let value = Self.parse(file, log) else {
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

    private static func parse(_ file: RuleFile, _ log: IssueLog) -> JSONValue? {
        do throws(JSONError) {
            return try JSONValue(parsing: file.bytes)
        } catch  where error.isDuplicateName {
            log.reportRepeatedNames(error)
            return try? JSONValue(parsing: file.bytes, options: .allowDuplicateNames)
        } catch {
            log.error(problem(with: file.bytes) ?? "not JSON: \(error.message)", position: error.position)
            return nil
        }
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

    var rules: [(value: JSONValue, path: JSONPath)] { object?.list("rules") ?? [] }

    func declareConstants(_ constants: Constants) {
        guard let value = object?["constants"] else { return }
        constants.declare(value, at: JSONPath().member("constants"), log: log)
    }

    /// The ids that the file switches off.
    func disabled(knownIDs: Set<String>) -> [String] {
        (object?.list("disable") ?? []).compactMap { value, path in
            guard let id = value.string else {
                log.error("the id of a rule is expected, not \(value.typeName)", at: path)
                return nil
            }
            if !knownIDs.contains(id) {
                log.warning("no rule has the id '\(id)'\(Spelling.hint(for: id, in: knownIDs.sorted()))", at: path)
            }
            return id
        }
    }
}
