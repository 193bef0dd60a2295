public import BeelineActions
package import BeelineContent
package import BeelineSupport
package import BeelineSymbols

extension Policy {
    /// The path of the user's policy: `beeline/policy.json` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there is
    /// neither.
    public static var userPath: String? { userConfigurationFolder().map { "\($0)/policy.json" } }

    /// The policy of the user's file, with what the user has consented to permanently; `.ask` where there is none.
    ///
    /// - Parameter plugins: the plugins whose actions the file can name.
    /// - Throws: an error with all errors in the files, or one that says who else can write one; `FileError`.
    public static func ofUser(plugins: PluginRegistry) throws -> Policy {
        try ofFile(plugins).consenting(to: try Consent.ofUser())
    }

    /// Everything that is wrong with the files of the user's policy and consents.
    ///
    /// - Parameter rules: the ids of the rules in use; none where these cannot be read.
    package static func issuesOfUser(plugins: PluginRegistry, rules: [String]) -> [RuleIssue] {
        var issues: [RuleIssue] = []
        func note(_ path: String?, _ message: String, _ severity: RuleIssue.Severity) {
            issues.append(
                RuleIssue(
                    severity: severity, file: path ?? "policy.json", position: nil, path: JSONPath(), message: message,
                    sourceLine: nil))
        }
        func read<Value>(_ path: String?, _ read: () throws -> Value) -> Value? {
            do {
                return try read()
            } catch let error as PolicyError {
                issues += error.issues
            } catch let error as PolicyFileError {
                note(path, "it is not used, because other users can change it: \(error.writers)", .error)
            } catch {
                note(path, "\(error)", .error)
            }
            return nil
        }
        let policy = read(userPath) { try ofFile(plugins) }
        for name in policy?.actionNames ?? [] where plugins[name] == nil {
            note(userPath, "'\(name)' is neither an effect nor an action of an installed plugin", .warning)
        }
        for consent in read(Consent.userPath, Consent.ofUser) ?? [] {
            if plugins[consent.action] == nil {
                let hint = Spelling.hint(for: consent.action, in: plugins.names)
                note(Consent.userPath, "'\(consent.action)' is not an action of an installed plugin\(hint)", .warning)
            } else if !rules.isEmpty, let problem = consent.problem(rules: rules) {
                note(Consent.userPath, problem, .warning)
            }
        }
        return issues
    }

    private static func ofFile(_ plugins: PluginRegistry) throws -> Policy {
        try userPath.flatMap(settings).map { path, bytes in
            try Policy.ask.changed(byFile: path, bytes, actions: plugins.names)
        } ?? .ask
    }

    /// The content of a file that no one else may write; nil where there is none.
    fileprivate static func settings(_ path: String) throws -> (path: String, bytes: [UInt8])? {
        // A dangling link counts as a file that cannot be read.
        guard isTaken(path) else { return nil }
        if let writers = foreignWriters(of: path) { throw PolicyFileError(path: path, writers: writers) }
        return (path, try readRegularFile(path, limit: 1 << 20))
    }
}

extension Consent {
    /// The path of the user's consents: `always.json` beside the policy; nil where there is no place for them.
    package static var userPath: String? { userConfigurationFolder().map { "\($0)/always.json" } }

    /// What the user has consented to permanently, in the order in which it was kept.
    ///
    /// - Throws: as `Policy.ofUser`.
    package static func ofUser() throws -> [Consent] {
        try userPath.flatMap { try Policy.settings($0) }.map { path, bytes in try all(inFile: path, bytes) } ?? []
    }

    /// Keeps consents instead of those that were kept. Only the user can read and write their file.
    ///
    /// - Returns: the path of the file.
    package static func replaceOfUser(by consents: [Consent]) throws -> String {
        guard let path = userPath else { throw FileError(path: "~/.config/beeline", reason: .notFound) }
        if isTaken(path) {
            if let writers = foreignWriters(of: path) { throw PolicyFileError(path: path, writers: writers) }
        } else {
            try requireOwnPlace(for: path)
        }
        try replaceFile(path, with: file(consents), isPrivate: true)
        return path
    }

    /// Keeps one more consent of the user.
    ///
    /// - Returns: the path of the file.
    @discardableResult
    package static func keep(_ consent: Consent) throws -> String {
        let kept = try ofUser()
        return try replaceOfUser(by: kept.contains(consent) ? kept : kept + [consent])
    }
}

/// A policy file that is not used, because other users can change it.
package struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// Who can change it, and how to prevent that.
    package let writers: ForeignWriters

    package var description: String { "\(path) is not used, because other users can change it: \(writers)" }
}

/// The tables that the user has installed instead of the built-in ones.
package enum InstalledTables {
    /// The path of an installed table of ISBN ranges: `beeline/isbn-ranges.tsv` in `XDG_DATA_HOME`, or in
    /// `~/.local/share`; nil where there is neither.
    package static var isbnRangesPath: String? { userDataPath("isbn-ranges.tsv") }

    /// A parser with the installed tables, or with the built-in ones where none are installed.
    ///
    /// - Parameters:
    ///   - charset: the character set of codes that are not UTF-8. Default: nil, the one that they seem to be in.
    ///   - expandsCode39: whether Code 39 is read as full ASCII.
    package static func parser(
        charset: Conversion.Charset? = nil, expandsCode39: Bool = false
    ) throws(InstalledTableError) -> ContentParser {
        guard let path = isbnRangesPath, exists(path) else {
            return ContentParser().with(charset: charset, expandsCode39: expandsCode39)
        }
        do {
            let ranges = try ISBNRanges(table: readRegularFile(path, limit: longestFile))
            return ContentParser(isbnRanges: ranges, charset: charset, expandsCode39: expandsCode39)
        } catch {
            throw InstalledTableError(path: path, problem: (error as? FileError)?.message ?? "\(error)")
        }
    }

    /// Installs a table for all programs of the user, and returns its path.
    package static func install(_ ranges: ISBNRanges) throws(FileError) -> String {
        guard let path = isbnRangesPath else { throw FileError(path: "~/.local/share/beeline", reason: .notFound) }
        try requireOwnPlace(for: path)
        try replaceFile(path, with: Array(ranges.text.utf8))
        return path
    }

    private static let longestFile = 4 << 20
}

/// Why an installed table cannot be used.
package struct InstalledTableError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    package let problem: String

    package var description: String {
        "\(path): \(problem); 'beeline tables isbn' replaces it; until then the built-in table is used"
    }
}
