import Beeline
import BeelineSupport
import BeelineSymbols

/// `beeline rules new`: writes a rule file to start from.
struct RulesNewCommand {
    /// Nil: standard output.
    private let file: String?
    private let starter: StarterFile

    init(_ arguments: Arguments) throws(UsageError) {
        guard arguments.operands.count <= 1 else { throw .tooManyOperands(arguments.command, arguments.operands[1]) }
        file = arguments.operands.first
        starter = arguments[.starterKind].flatMap(Kind.init(rawValue:)).map(StarterFile.init) ?? .book
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        guard let file, file != "-" else {
            try StandardOutput.write(data: starter.text)
            return .success
        }
        guard !exists(file) else {
            StandardError.write(
                "beeline: \(file): it is there already, and was left as it is; remove it first, or take another name\n")
            return .unreadable
        }
        do throws(FileError) {
            try replaceFile(file, with: Array(starter.text.utf8))
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
        try StandardOutput.write(next(file))
        return .success
    }

    /// What to do with the file.
    private func next(_ file: String) -> TerminalText {
        let word = ShellWord.of(file)
        let folder = RuleSources.configurationFolder ?? "~/.config/beeline/rules"
        return """
            \(file) is written. Change it as you like, then:
              beeline rules check \(word)    says what is wrong with it, and where
              beeline rules test \(word)     runs the tests in it
              beeline rules graph \(word) --output rules.svg    draws what leads where
            --rules \(word) uses it once. Files in \(folder) are used by themselves, by name.

            """
    }
}

/// A rule file to start from: one rule, one constant, one test, and notes that explain them.
struct StarterFile {
    /// The names of the pieces that differ.
    private let note: String
    private let constant: (name: String, value: String)
    private let id: String
    private let title: String
    private let ruleNote: String
    private let when: String
    private let action: String
    private let symbol: Symbol
    private let expected: String

    /// For the books of a publisher, which a shop shows.
    static let book = StarterFile(
        note: "Books go to a shop; all other codes are left to the rules after these.",
        constant: ("shop", "books.example.com"), id: "my.book", title: "Open the book in our shop",
        ruleNote: "It takes ISBNs that begin so; without 'isbn13' it takes them all.",
        when: #"{ "kind": "isbn", "isbn13": { "prefix": "978487311" } }"#,
        action: #"{ "action": "open-url", "url": "https://{const.shop}/isbn/{isbn13}" }"#,
        symbol: Symbol(.ean13, "9784873119045"),
        expected: #"{ "action": "open-url", "url": "https://books.example.com/isbn/9784873119045" }"#)

    /// The file, with two blanks for each level.
    var text: String {
        """
        {
          "$schema": "beeline-rules.schema.json",
          "version": 1,
          "note": \(Self.quoted(note + " " + Self.schemaNote)),
          "constants": { \(Self.quoted(constant.name)): \(Self.quoted(constant.value)) },
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
              "note": "What is scanned, and what must come of it; 'beeline rules test' tries it.",
              "scan": { \(scan) },
              "expect": { "rule": \(Self.quoted(id)), "do": [\(expected)] }
            }
          ]
        }

        """
    }

    private static let schemaNote =
        "'$schema' is for editors, which then complete and explain: put there what 'beeline rules schema' prints. "
        + "'--set NAME=VALUE' gives the constant another value."

    /// The members that say what is scanned.
    private var scan: String {
        var members: [(String, String)] = []
        if symbol.symbology != .unknown { members.append(("symbology", symbol.symbology.name)) }
        if let text = symbol.text, !symbol.hasRawBytes {
            members.append(("text", text))
        } else {
            members.append(("bytes", Base64.encode(symbol.bytes)))
        }
        if let aim = symbol.aim, aim != symbol.symbology.aim { members.append(("aim", aim.description)) }
        if let addOn = symbol.addOn { members.append(("addOn", addOn)) }
        return members.map { "\(Self.quoted($0)): \(Self.quoted($1))" }.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.value(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension StarterFile {
    /// For a kind of code: the rule shows the fields that each of them has.
    init(_ kind: Kind) {
        let definition = kind.definition
        let symbol = definition.examples.first ?? Symbol(.unknown, "")
        var fields = Field.fields(of: kind).filter { $0.presence(in: kind) == .always && !$0.isSecret }.map(\.name)
        if fields.isEmpty { fields = [Field.text.definition.presence(in: kind) == .always ? "text" : "symbology"] }
        let shown = fields.map { "\"\($0)\": \"{\($0)}\"" } + ["\"shelf\": \"{const.shelf}\""]
        let symbology = symbol.symbology == .unknown ? "" : ", \"symbology\": \(Self.quoted(symbol.symbology.name))"
        self.init(
            note: "A rule for codes of the kind \(kind.rawValue): \(definition.title).",
            constant: ("shelf", "A"), id: "my.\(kind.rawValue)", title: "Show \(definition.title)",
            ruleNote:
                "It takes those of one symbology; 'beeline kinds \(kind.rawValue)' lists all that it may ask for.",
            when: "{ \"kind\": \"\(kind.rawValue)\"\(symbology) }",
            action: "{ \"action\": \"emit\", \"fields\": { \(shown.joined(separator: ", ")) } }",
            symbol: symbol,
            expected: "{ \"action\": \"emit\", \"fields\": { \"shelf\": \"A\" } }")
    }
}
