import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

/// Programs of a test's own on a PATH of their own, which write down what they were given.
struct FakeTools: ~Copyable {
    let folder: TemporaryFolder

    init(_ names: String..., then end: String = "") throws {
        let folder = try TemporaryFolder()
        for name in names { try folder.addRecorder(name, then: end) }
        self.folder = folder
    }

    /// Adds a program that writes down its arguments, its input and a file of passwords that it is given, and then does
    /// something more.
    func add(_ name: String, then end: String = "") throws { try folder.addRecorder(name, then: end) }

    /// The environment in which the programs are found.
    func environment(_ more: [String: String] = [:]) -> [String: String] {
        ["PATH": "relative:\(folder.path)", "HOME": folder.path].merging(more) { $1 }
    }

    func toolbox(_ more: [String: String] = [:]) -> SystemTools {
        SystemTools(environment: environment(more), timeLimit: .seconds(300))
    }

    /// The arguments of each call of a program.
    func calls(of name: String) throws -> [[String]] {
        var calls: [[String]] = []
        while let bytes = try? readFile("\(folder.path)/\(name).\(calls.count)", limit: 1 << 20) {
            calls.append(
                bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
                    String(decoding: $0, as: UTF8.self)
                })
        }
        return calls
    }

    func input(of name: String, call: Int = 0) throws -> String {
        String(decoding: try readFile("\(folder.path)/\(name).\(call).input", limit: 1 << 20), as: UTF8.self)
    }

    func text(of name: String) throws -> String { try folder.text(of: name) }
}

extension TemporaryFolder {
    fileprivate func addRecorder(_ name: String, then end: String) throws {
        let lines = #"""
            here="${0%/*}"; number=0
            while [ -e "$here/\#(name).$number" ]; do number=$((number+1)); done
            for argument in "$@"; do printf '%s\0' "$argument"; done > "$here/\#(name).$number"
            for argument in "$@"; do
                if [ "$before" = passwd-file ]; then
                    /usr/bin/stat -L -c %F "$argument" > "$here/\#(name).$number.kind"
                    /bin/cat "$argument" > "$here/\#(name).$number.passwords"
                fi
                before=$argument
            done
            /bin/cat > "$here/\#(name).$number.input"
            \#(end)
            """#
        try addProgram(name, lines)
    }
}

/// What codes try to be in a parameter.
enum Hostile {
    static let texts = [
        "{", "}", "{text}", "{{x}}", "{secret.key}", "%", "%s%n%x", "%00", "a\nb", "a\r\nb", "\n", "\r", "'", "\"",
        "`touch x`",
        "$(touch x)", "${IFS}", "; touch x", "&& touch x", "| touch x", "> x", "*", "~", "!!", "#", "--option",
        "--option=x", "-x", "-", "--", "-- x", "@/etc/passwd", "+x", "\\", "\\n", "a\\", "\u{1B}[31m", "\u{7}", "日本",
        "\u{202E}abc", "a\u{0}b", " ", " a ", "\t", "=", ":", ",", ";", "BEGIN:VCARD", "x\r\nEND:VCARD\r\nBEGIN:VCARD",
        "\u{2028}x", "<b>&amp;</b>", String(repeating: "é", count: 200),
    ]
}

/// The action of a rule that takes a code with this text; each of its parameters is checked as in a rule file.
func action(_ json: String, text: String, when: String = #"{"text":{"exists":true}}"#) throws -> Action {
    let file = #"{"version":1,"rules":[{"id":"r","when":\#(when),"do":[\#(json)]}]}"#
    let rules = try RuleSet(
        files: [RuleFile(name: "f", text: file)], actions: PluginRegistry.standard.signatures)
    let noon = try #require(Scan("2026-11-21T12:00"))
    return try #require(rules.resolve(ContentParser.reading(of: Symbol(.qr, text)), scan: noon).actions.first)
}
