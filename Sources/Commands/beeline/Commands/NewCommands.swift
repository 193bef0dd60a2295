import Beeline
import BeelineRuleTools
import BeelineSupport
import BeelineSymbols

/// `beeline rules new` and `beeline plugins new`: write a working rule file, desk or plugin to start from.
enum NewCommands {
    static func rules(_ arguments: Arguments) throws -> ExitStatus {
        let operands = try arguments.operands(0...1)
        if let desk = arguments[.starterDesk] { return try self.desk(desk, arguments) }
        let starter = try arguments[.starterKind].map(starter) ?? .book
        guard let file = operands.first, file != "-" else {
            try StandardOutput.write(data: starter.text)
            return .success
        }
        let word = ShellWord.of(file)
        let folder = RuleSources.configurationFolder ?? "~/.config/beeline/rules"
        return try write(
            file, [.init(name: "", text: starter.text)],
            next: """
                \(file) was written. Edit it, then run:
                  beeline rules check \(word)    to find errors
                  beeline rules test \(word)     to run its tests
                  beeline rules graph \(word) --output rules.svg    to draw its rules
                \(use(of: file, in: folder))
                \(schemaAdvice(beside: file))
                """)
    }

    /// The files of a desk in a new folder.
    private static func desk(_ desk: String, _ arguments: Arguments) throws -> ExitStatus {
        if arguments.has(.starterKind) { throw UsageError.exclude(.starterDesk, .starterKind) }
        let operand = try arguments.operands(1...1)[0]
        let folder = operand.hasSuffix("/") && operand != "/" ? String(operand.dropLast()) : operand
        let files = StarterDesk.files(of: desk)
        let rules = ShellWord.of("\(folder)/rules.json")
        return try write(
            folder, files,
            next: """
                \(folder) was written: \(files.map(\.name).joined(separator: ", "))
                  beeline rules test \(rules)    to run the tests of its rules

                """)
    }

    /// A file to start from, for a kind that is built in or defined in a bundled rule file.
    private static func starter(_ name: String) throws -> StarterFile {
        if let kind = Kind(rawValue: name) { return StarterFile(KindReference(kind)) }
        let actions = PluginRegistry.standard.signatures
        let bundled = try configured { try KindReference.all(of: .bundled, actions: actions) }
        if let kind = bundled.first(where: { $0.name == name }) { return StarterFile(kind) }
        throw UsageError.unknownKind(name, known: Kind.allCases.map(\.rawValue) + bundled.map(\.name))
    }

    /// How the file is used: those in the user's folder are already.
    private static func use(of file: String, in folder: String) -> TerminalText {
        let parent = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        if let inside = try? absolutePath(parent), let used = try? absolutePath(folder), inside == used {
            return "It is already used, as all files in this folder are, in the order of their names."
        }
        return
            "Use --rules \(ShellWord.of(file)) to use it once. Files in \(folder) are always used, in the order of their names."
    }

    /// How to get the JSON Schema of the file; empty where it is beside the file.
    private static func schemaAdvice(beside file: String) -> TerminalText {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let schema = folder + RuleSchema.name
        guard !exists(schema) else { return "" }
        return """
            Editors complete and check it with a JSON Schema, which is not there yet:
              beeline rules schema > \(ShellWord.of(schema))

            """
    }

    static func plugins(_ arguments: Arguments) throws -> ExitStatus {
        let operand = try arguments.operands(1...1)[0]
        let folder = operand.hasSuffix("/") && operand != "/" ? String(operand.dropLast()) : operand
        let name = String(folder.split(separator: "/").last ?? "")
        guard ActionSignature.isPlainName(name) else { throw UsageError.badPluginName(name) }
        guard PluginRegistry.standard[name] == nil else { throw UsageError.nameOfBuiltIn(name) }
        let starter = StarterPlugin(name: name, language: arguments.choice(.language) ?? .shell)
        let word = ShellWord.of(folder)
        let user = ExternalPlugins.userFolder ?? "~/.local/share/beeline/plugins"
        return try write(
            folder, starter.files,
            next: """
                \(folder) was written. Edit \(starter.language.program), then run:
                  beeline plugins check \(word)    to find errors, and to see its answers
                  beeline rules test --plugins \(word) \(word)/rules.json    to test its rule
                  beeline resolve --plugins \(word) --rules \(word)/rules.json --run --allow process CODE    to use it
                Plugins in \(user) are always used.

                """)
    }

    /// Writes a new file, or a new folder of files, and prints what to do next.
    private static func write(_ path: String, _ files: [StarterPlugin.File], next: TerminalText) throws -> ExitStatus {
        guard !exists(path) else {
            StandardError.write(
                "beeline: \(path): it already exists and was not changed; remove it first, or use another name\n")
            return .unreadable
        }
        // Those that the command itself looks into are made.
        let own = [RuleSources.configurationFolder, ExternalPlugins.userFolder].compactMap(\.self)
        if !own.contains(where: { path.hasPrefix("\($0)/") }) { try UsageError.requireFolder(of: path) }
        for file in files {
            let place = file.name.isEmpty ? path : "\(path)/\(file.name)"
            try replaceFile(place, with: Array(file.text.utf8), isProgram: file.isProgram)
        }
        try StandardOutput.write(next)
        return .success
    }
}

/// A rule file to start from: one rule and one test, maybe a constant, and notes that explain them.
struct StarterFile {
    let text: String

    /// A rule that opens the books of a publisher in a shop.
    static let book = StarterFile(
        note: "Books open in a shop; the rules after this file handle all other codes.",
        constant: ("shop", "books.example.com"), id: "my.book", title: "Open the book in our shop",
        ruleNote: "It matches ISBNs with this prefix; without 'isbn13' it matches all.",
        when: #"{ "kind": "isbn", "isbn13": { "prefix": "978487311" } }"#,
        action: #"{ "action": "open-url", "url": "https://{const.shop}/isbn/{isbn13}" }"#,
        symbol: Symbol(.ean13, "9784873119045"),
        expected: #"{ "action": "open-url", "url": "https://books.example.com/isbn/9784873119045" }"#)

    /// - Parameter when: JSON, like `action` and `expected`.
    private init(
        note: String, constant: (name: String, value: String)?, id: String, title: String, ruleNote: String,
        when: String, action: String, symbol: Symbol, expected: String
    ) {
        let advice = Self.schemaNote + (constant == nil ? "" : Self.constantNote)
        let constants = constant.map {
            "\n  \"constants\": { \(Self.quoted($0.name)): \(Self.quoted($0.value)) },"
        }
        text = """
            {
              "$schema": "beeline-rules.schema.json",
              "version": 1,
              "note": \(Self.quoted(note + " " + advice)),\(constants ?? "")
              "rules": [
                {
                  "id": \(Self.quoted(id)),
                  "title": \(Self.quoted(title)),
                  "note": \(Self.quoted(ruleNote)),
                  "when": \(when),
                  "do": [\(action)]
                }
              ],
              "tests": [
                {
                  "note": "A scan and its expected result, for 'beeline rules test'.",
                  "scan": { \(Self.members(of: symbol)) },
                  "expect": { "rule": \(Self.quoted(id)), "do": [\(expected)] }
                }
              ]
            }

            """
    }

    private static let schemaNote =
        "'$schema' is for editors, which then complete and explain; 'beeline rules schema' prints that file."
    private static let constantNote = " '--set NAME=VALUE' changes the constant."

    private static func members(of symbol: Symbol) -> String {
        var members: [(String, String)] = []
        if symbol.symbology != .unknown { members.append(("symbology", symbol.symbology.name)) }
        if let text = symbol.text, !symbol.hasRawBytes {
            members.append(("text", text))
        } else {
            members.append(("bytes", Base64.encode(symbol.bytes)))
        }
        if let aim = symbol.aim, aim != symbol.symbology.aim { members.append(("aim", aim.description)) }
        if let addOn = symbol.addOn { members.append(("addOn", addOn)) }
        return members.map { "\(quoted($0)): \(quoted($1))" }.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.value(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension StarterFile {
    /// A rule for a kind of code: it emits the fields that every code of the kind has.
    init(_ kind: KindReference) {
        let symbol = kind.examples.first ?? Symbol(.unknown, "")
        let known = kind.fields.filter { $0.isAlways && !$0.isSecret && RuleName.isValid($0.name) }.map(\.name)
        let fields = known.isEmpty ? [kind.name == Kind.binary.rawValue ? "symbology" : "text"] : known
        let shown = fields.map { "\"\($0)\": \"{\($0)}\"" }
        let rule = "my.\(kind.name)"
        self.init(
            note: "A rule for codes of the kind \(kind.name): \(kind.title).", constant: nil, id: rule,
            title: "Show \(kind.title)",
            ruleNote:
                "It matches every code of the kind; 'beeline kinds \(kind.name)' lists the fields that it can test.",
            when: "{ \"kind\": \"\(kind.name)\" }",
            action: "{ \"action\": \"emit\", \"fields\": { \(shown.joined(separator: ", ")) } }",
            symbol: symbol, expected: "{ \"action\": \"emit\" }")
    }
}
