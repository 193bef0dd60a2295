import Beeline
import BeelineRuleTools
import BeelineSupport
import BeelineSymbols

/// `beeline rules new` and `beeline plugins new`: write something that works, to start from.
enum NewCommands {
    static func rules(_ arguments: Arguments) throws -> ExitStatus {
        let operands = try arguments.operands(0...1)
        let starter = arguments.choice(.starterKind).map(StarterFile.init) ?? .book
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
                Use --rules \(word) to use it once. Files in \(folder) are always used, in the order of their names.
                \(schemaAdvice(beside: file))
                """)
    }

    /// How to get the schema that the file names, if it is not beside the file yet.
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

    /// Writes a file, or a folder of files, that is not there yet, and says what to do next.
    private static func write(_ path: String, _ files: [StarterPlugin.File], next: TerminalText) throws -> ExitStatus {
        guard !exists(path) else {
            StandardError.write(
                "beeline: \(path): it already exists and was not changed; remove it first, or use another name\n")
            return .unreadable
        }
        for file in files {
            let place = file.name.isEmpty ? path : "\(path)/\(file.name)"
            try replaceFile(place, with: Array(file.text.utf8), isProgram: file.isProgram)
        }
        try StandardOutput.write(next)
        return .success
    }
}

/// A rule file to start from: one rule, one constant, one test, and notes that explain them.
struct StarterFile {
    let text: String

    /// For the books of a publisher, which a shop shows.
    static let book = StarterFile(
        note: "Books open in a shop; the rules after this file handle all other codes.",
        constant: ("shop", "books.example.com"), id: "my.book", title: "Open the book in our shop",
        ruleNote: "It matches ISBNs with this prefix; without 'isbn13' it matches all.",
        when: #"{ "kind": "isbn", "isbn13": { "prefix": "978487311" } }"#,
        action: #"{ "action": "open-url", "url": "https://{const.shop}/isbn/{isbn13}" }"#,
        symbol: Symbol(.ean13, "9784873119045"),
        expected: #"{ "action": "open-url", "url": "https://books.example.com/isbn/9784873119045" }"#)

    /// - Parameters:
    ///   - when: JSON, as are the action and what is expected of it.
    private init(
        note: String, constant: (name: String, value: String), id: String, title: String, ruleNote: String,
        when: String,
        action: String, symbol: Symbol, expected: String
    ) {
        text = """
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
                  "note": "A scan and its expected result, for 'beeline rules test'.",
                  "scan": { \(Self.members(of: symbol)) },
                  "expect": { "rule": \(Self.quoted(id)), "do": [\(expected)] }
                }
              ]
            }

            """
    }

    private static let schemaNote =
        "'$schema' is for editors, which then complete and explain; 'beeline rules schema' prints that file. "
        + "'--set NAME=VALUE' changes the constant."

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
                "It matches one symbology; 'beeline kinds \(kind.rawValue)' lists the fields that it can test.",
            when: "{ \"kind\": \"\(kind.rawValue)\"\(symbology) }",
            action: "{ \"action\": \"emit\", \"fields\": { \(shown.joined(separator: ", ")) } }",
            symbol: symbol,
            expected: "{ \"action\": \"emit\", \"fields\": { \"shelf\": \"A\" } }")
    }
}

/// A plugin that works, with notes: what `beeline plugins new` writes.
struct StarterPlugin {
    let name: String
    let language: Language

    enum Language: String {
        case shell = "sh"
        case python

        var program: String { self == .shell ? "run.sh" : "run.py" }
    }

    struct File {
        let name: String
        let text: String
        var isProgram = false
    }

    var files: [File] {
        [
            File(name: "plugin.json", text: manifest),
            File(name: language.program, text: program, isProgram: true),
            File(name: "rules.json", text: rules),
        ]
    }

    private var manifest: String {
        """
        {
          "version": 1,
          "name": "\(name)",
          "summary": "Says what was scanned.",
          "command": ["./\(language.program)"],
          "timeLimit": 10,
          "actions": [
            {
              "name": "\(name)",
              "summary": "Says a text.",
              "parameters": [{ "name": "text", "type": "text", "summary": "The text to speak." }],
              "effects": [],
              "results": ["said"]
            }
          ]
        }

        """
    }

    private var rules: String {
        """
        {
          "version": 1,
          "rules": [
            {
              "id": "\(name)",
              "title": "Try the plugin with any code",
              "when": {},
              "do": [{ "action": "\(name)", "text": "{text|a code without text}" }]
            }
          ],
          "tests": [
            {
              "scan": { "text": "hello" },
              "expect": { "rule": "\(name)", "do": [{ "action": "\(name)", "text": "hello" }] }
            }
          ]
        }

        """
    }

    private var program: String { language == .shell ? Self.shell : Self.python }

    private static var shell: String {
        #"""
        #!/bin/sh
        # A plugin reads a request on each line of its standard input, and answers each with a line on its standard output:
        #   {"version":1,"id":7,"action":"NAME","rule":"NAME","parameters":{"text":"hello"}}
        #   {"id":7,"status":"done","message":"hello","results":{"said":"hello"}}
        # It is started with the first request and kept; when its input ends, it ends. What it writes to standard error is
        # shown under its name. "sample":true before "parameters" means: only say what would be done (beeline plugins check).
        #
        # The members of a request are always in this order, so a shell can parse it. For more than a text or two, use
        # jq, or another language: beeline plugins new --language python

        while IFS= read -r line; do
          id=${line#*'"id":'}
          id=${id%%,*}
          # The text as it is in JSON, with its backslashes, so it can be copied into JSON.
          text=${line##*'"parameters":{"text":"'}
          text=${text%'"}}'}

          # Do the work here. If it fails: "status":"failed", with the reason in "message".
          printf '{"id":%s,"status":"done","message":"%s","results":{"said":"%s"}}\n' "$id" "$text" "$text"
        done

        """#
    }

    private static var python: String {
        #"""
        #!/usr/bin/env python3
        """Reads a request on each line of standard input, and answers each with a line on standard output:

        {"version": 1, "id": 7, "action": "NAME", "rule": "NAME", "parameters": {"text": "hello"}}
        {"id": 7, "status": "done", "message": "hello", "results": {"said": "hello"}}

        The program is started with the first request and kept; when its input ends, it ends. What it writes to standard
        error is shown under its name.
        """

        import json
        import sys

        def perform(action, parameters, is_sample):
            """Does what a rule asks for: the message for people, and what was found, by the names in plugin.json.

            is_sample: only say what would be done (beeline plugins check).
            """
            text = parameters["text"]
            return text, {"said": text}

        for line in sys.stdin:
            request = json.loads(line)
            answer = {"id": request["id"], "status": "done"}
            try:
                answer["message"], answer["results"] = perform(
                    request["action"], request["parameters"], request.get("sample", False)
                )
            except Exception as error:
                answer["status"] = "failed"
                answer["message"] = str(error)
            print(json.dumps(answer), flush=True)

        """#
    }
}

/// Texts as words of a shell's line, for users to copy.
enum ShellWord {
    /// A text as one word; one that begins with a dash is not an option.
    static func of(_ text: String) -> String {
        let text = text.hasPrefix("-") ? "./\(text)" : text
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "./_-".utf8.contains($0) }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
