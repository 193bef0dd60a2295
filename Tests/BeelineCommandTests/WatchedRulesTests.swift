import Foundation
import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("resolve --watch")
struct WatchedRulesTests {
    private static func rules(_ id: String) -> String {
        #"{"version":1,"rules":[{"id":"\#(id)","when":{},"do":[]}]}"#
    }

    @Test("follows the rule files while codes come in, and keeps the last good ones")
    func follows() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("rules.json")
        try folder.write("rules.json", Self.rules("first"))
        // The shell changes the file between two codes, and waits each time until the program has said so.
        let result = try await bash(
            """
            coproc CODES { beeline resolve - --watch --no-defaults --rules '\(file)' --format csv --columns input,page,symbology,text,bytes,kind,rule,actions,url,error 2> messages; }
            exec {out}<&"${CODES[0]}" {in}>&"${CODES[1]}"
            ask() { echo "$1" >&$in; read -r -u $out line; echo "$line"; }
            said() { until grep -q "$1" messages; do sleep 0.1; done; }
            read -r -u $out header
            ask one
            printf '%s' '\(Self.rules("second"))' > new.json && mv new.json rules.json
            said 'loaded again'
            ask two
            echo '{"version":1,"rules":[{}]}' > rules.json
            said 'still in use'
            ask three
            printf '%s' '{"version":1,"rules":[{"include":"more.json"}]}' > new.json && mv new.json rules.json
            said 'cannot be included'
            printf '%s' '\(Self.rules("included"))' > more.json
            until [[ $(grep -c 'loaded again' messages) == 2 ]]; do sleep 0.1; done
            ask four
            exec {in}>&-
            """, folder: folder.path)
        let rules = result.lines.map { $0.components(separatedBy: ",").dropFirst(6).first }
        #expect(rules == ["first", "second", "second", "included"])
        let messages = try String(contentsOfFile: folder.path("messages"), encoding: .utf8)
        #expect(messages.contains("rules.json:1:23: error: a rule needs 'id'"))
    }
}
