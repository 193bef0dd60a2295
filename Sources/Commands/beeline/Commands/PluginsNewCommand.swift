import Beeline
import BeelineSupport

/// `beeline plugins new`: writes a plugin that works, to start from.
struct PluginsNewCommand {
    private let folder: String
    private let starter: StarterPlugin

    init(_ arguments: Arguments) throws(UsageError) {
        guard let operand = arguments.operands.first else { throw .noOperands(arguments.command) }
        guard arguments.operands.count == 1 else { throw .tooManyOperands(arguments.command, arguments.operands[1]) }
        folder = operand.hasSuffix("/") && operand != "/" ? String(operand.dropLast()) : operand
        let name = String(folder.split(separator: "/").last ?? "")
        guard ActionSignature.isPlainName(name) else { throw .badPluginName(name) }
        guard PluginRegistry.standard[name] == nil else { throw .nameOfBuiltIn(name) }
        starter = StarterPlugin(
            name: name, language: arguments[.language].flatMap(PluginLanguage.init(rawValue:)) ?? .shell)
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        guard !exists(folder) else {
            StandardError.write(
                "beeline: \(folder): it is there already, and was left as it is; remove it first, or take another name\n"
            )
            return .unreadable
        }
        do throws(FileError) {
            for file in starter.files {
                try replaceFile("\(folder)/\(file.name)", with: Array(file.text.utf8), isProgram: file.isProgram)
            }
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
        try StandardOutput.write(next)
        return .success
    }

    /// What to do with the folder.
    private var next: TerminalText {
        let word = ShellWord.of(folder)
        let user = ExternalPlugins.userFolder ?? "~/.local/share/beeline/plugins"
        return """
            \(folder) is written. Change \(starter.language.program) as you like, then:
              beeline plugins check \(word)    says what is wrong with it, and what it answers
              beeline rules test --plugins \(word) \(word)/rules.json    runs the test of its rule
              beeline resolve --plugins \(word) --rules \(word)/rules.json --run --allow process CODE    uses it
            Plugins in \(user) are used by themselves.

            """
    }
}

/// A plugin that works, with notes: what `beeline plugins new` writes.
struct StarterPlugin {
    let name: String
    let language: PluginLanguage

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
              "parameters": [{ "name": "text", "type": "text", "summary": "What is said." }],
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

    private var program: String {
        switch language {
        case .shell: shell
        case .python: python
        }
    }

    private var shell: String {
        #"""
        #!/bin/sh
        # A plugin reads a request on each line of its standard input, and answers each with a line on its standard output:
        #   {"version":1,"id":7,"action":"NAME","rule":"NAME","parameters":{"text":"hello"}}
        #   {"id":7,"status":"done","message":"hello","results":{"said":"hello"}}
        # It is started with the first request and kept; when its input ends, it ends. What it writes to standard error is
        # shown under its name. "sample":true before "parameters" means: only say what would be done (beeline plugins check).
        #
        # The members of a request always come in this order, so a shell can take it apart. For more than a text or two, use
        # jq, or another language: beeline plugins new --language python

        while IFS= read -r line; do
          id=${line#*'"id":'}
          id=${id%%,*}
          # As it stands in JSON, with its backslashes, and so it can be put into JSON again.
          text=${line##*'"parameters":{"text":"'}
          text=${text%'"}}'}

          # Here goes the work. If it cannot be done: "status":"failed", and why in "message".
          printf '{"id":%s,"status":"done","message":"%s","results":{"said":"%s"}}\n' "$id" "$text" "$text"
        done

        """#
    }

    private var python: String {
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
