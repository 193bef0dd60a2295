import Foundation
import TestPrograms
import Testing

@Suite("Where the history lies, and who can write it")
struct HistoryPlaceTests {
    private static let rules =
        #"{ "version": 1, "rules": [{ "id": "r", "when": {}, "do": [{ "action": "record" }] }] }"#

    /// A folder with a rule that records.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("r.json", Self.rules)
        return folder
    }

    private static let recording = ["resolve", "--no-defaults", "--rules", "r.json", "--run", "x"]

    struct Opening: Sendable, CustomTestStringConvertible {
        /// Under `data/beeline`; empty: that folder.
        let name: String
        let mode: String
        let remedy: String
        var testDescription: String { "\(name) \(mode)" }
    }

    static let openings = [
        Opening(name: "history.db", mode: "0666", remedy: "o-w"),
        Opening(name: "history.db", mode: "0660", remedy: "chmod g-w"),
        Opening(name: "", mode: "0777", remedy: "o-w"), Opening(name: "", mode: "0770", remedy: "chmod g-w"),
        Opening(name: "history.db-wal", mode: "0666", remedy: "o-w"),
    ].filter {
        // Another user than root may have a group alone.
        getuid() == 0 || $0.remedy != "chmod g-w"
    }

    @Test(
        "one that others can write is neither written nor shown, and the message says how to mend it",
        arguments: openings)
    func refusesForeign(_ opening: Opening) async throws {
        let folder = try folder()
        let environment = ["XDG_DATA_HOME": folder.path("data")]
        #expect(try await beeline(Self.recording, environment: environment, folder: folder.path).status == 0)
        let path = folder.path("data/beeline" + (opening.name.isEmpty ? "" : "/\(opening.name)"))
        let changed = try await bash("touch \(path) && chmod \(opening.mode) \(path)", environment: environment)
        try #require(changed.status == 0)
        let expected = "the history is not used, because other users can change it"
        let recorded = try await beeline(Self.recording, environment: environment, folder: folder.path)
        #expect(recorded.status == 4, "\(recorded.output)")
        #expect(recorded.output.contains(expected) && recorded.output.contains("\(opening.remedy) \(path)"))
        for words in [["history"], ["history", "search", "x"], ["history", "delete", "--all", "--yes"]] {
            let result = try await beeline(words, environment: environment, folder: folder.path)
            #expect(result.status != 0 && result.output.isEmpty, "\(result.output)")
            #expect(result.errors.contains(expected) && result.errors.contains("\(opening.remedy) \(path)"))
        }
        let mended = try await bash("chmod go-w \(path)")
        try #require(mended.status == 0)
        let shown = try await beeline(["history", "--format", "json"], environment: environment, folder: folder.path)
        #expect(shown.status == 0 && shown.lines.count == 1, "\(shown.errors)")
    }

    @Test(
        "what a user's own group alone can write is the user's",
        .enabled("only root can be another user") { getuid() == 0 })
    func trustsPrivateGroups() async throws {
        let script = """
            umask 002
            folder=$(mktemp -d)
            trap 'rm -rf "$folder"' EXIT
            mkdir -p "$folder/data/beeline"
            touch "$folder/data/beeline/history.db"
            printf '%s' "$2" >"$folder/r.json"
            export XDG_DATA_HOME="$folder/data"
            "$1" resolve --no-defaults --rules "$folder/r.json" --run x && "$1" history
            """
        let rules = #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"record"}]}]}"#
        // Compilers make folders of a build that others cannot enter; an open program can be run nevertheless.
        let start =
            #"exec setpriv --reuid=games --regid=games --clear-groups sh -c "$1" sh /proc/self/fd/3 "$2" 3<"$3""#
        let result = try await TestPrograms.run(
            "bash", ["-c", start, "bash", script, rules, Project.program("beeline")],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(
            result.status == 0 && result.output.contains("done       recorded"), "\(result.output) \(result.errors)")
    }

    @Test("a log that others put beside the file that a link leads to is not read")
    func looksBehindLinks() async throws {
        let folder = try folder()
        let environment = ["XDG_DATA_HOME": folder.path("data")]
        #expect(try await beeline(Self.recording, environment: environment, folder: folder.path).status == 0)
        let moved = try await bash(
            """
            mkdir shared && mv data/beeline/history.db shared/ && ln -s ../../shared/history.db data/beeline/history.db
            touch shared/history.db-wal && chmod 0666 shared/history.db-wal
            """, folder: folder.path)
        try #require(moved.status == 0, "\(moved.errors)")
        let shown = try await beeline(["history"], environment: environment, folder: folder.path)
        #expect(shown.status != 0 && shown.errors.contains("o-w "), "\(shown.output) \(shown.errors)")
    }

    static let variables: [[String: String]] = [
        ["HOME": "home", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""],
        ["HOME": ".", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"],
        ["HOME": "", "XDG_DATA_HOME": "../data", "XDG_CONFIG_HOME": "./config", "XDG_CACHE_HOME": "cache"],
    ]

    @Test("a variable whose path is not absolute is ignored, and nothing is written", arguments: variables)
    func refusesRelative(_ variables: [String: String]) async throws {
        let folder = try folder()
        let result = try await beeline(Self.recording, environment: variables, folder: folder.path)
        #expect(result.status == 4)
        #expect(result.output.contains("set HOME or XDG_DATA_HOME to an absolute path"), "\(result.output)")
        try folder.write("list.csv", "key,title\n1,One\n")
        let imported = try await beeline(
            ["catalog", "import", "list", "list.csv"], environment: variables, folder: folder.path)
        #expect(imported.status != 0, "\(imported.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["list.csv", "r.json"])
    }

    @Test(
        "all of it can be deleted while the disk is full, and later scans get new numbers",
        .enabled("only root can mount a small disk") { try await bash("unshare -m true").status == 0 && getuid() == 0 })
    func deletesOnFullDisk() async throws {
        let folder = try folder()
        try folder.write(
            "full.sh",
            """
            set -e
            mkdir full
            mount -t tmpfs -o size=2m,mode=700 tmpfs full
            trap 'umount full' EXIT
            export XDG_DATA_HOME=$PWD/full
            beeline='beeline resolve - --no-defaults --rules r.json --run'
            seq 100 | $beeline > out.txt
            cat /dev/zero > full/filler 2> err.txt || true
            if beeline history delete --until 2099-12-31 --yes 2> err.txt; then echo unexpected; fi
            cat err.txt
            beeline history delete --all --yes
            beeline history --format json | wc -l
            rm full/filler
            echo again | $beeline > out.txt
            beeline history --format json
            """)
        let result = try await bash("unshare -m bash full.sh", folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.lines
        try #require(lines.count == 4, "\(result.output) \(result.errors)")
        #expect(lines[0].contains("there is no space left for the history; free some, and try again"))
        #expect(lines[1] == "100 scans deleted")
        #expect(lines[2] == "0")
        #expect(lines[3].contains(#""id":101"#) && lines[3].contains("again"), "\(lines[3])")
    }
}
