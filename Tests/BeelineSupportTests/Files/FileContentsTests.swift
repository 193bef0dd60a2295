import BeelineSupport
import Foundation
import Glibc
import Testing

/// Ways in which programs save files, each with real files.
@Suite("Whether files contain what they did", .timeLimit(.minutes(15)))
struct FileContentsTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let what: String
        /// What is watched, below the scratch folder.
        var paths = ["rules/a.json"]
        var before: @Sendable (Place) throws -> Void = { try $0.write("rules/a.json", "1") }
        let change: @Sendable (Place) throws -> Void
        var testDescription: String { what }
    }

    /// A scratch folder, and what shells do in it.
    struct Place: Sendable {
        let scratch: Scratch

        func path(_ name: String) -> String { scratch.path(of: name) }

        func write(_ name: String, _ text: String) throws {
            let folder = URL(fileURLWithPath: path(name)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        }

        func move(_ from: String, _ to: String) throws { try #require(rename(path(from), path(to)) == 0) }
        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
        func make(_ folder: String) throws { try #require(mkdir(path(folder), 0o755) == 0) }
        func link(_ name: String, to target: String) throws { try #require(symlink(target, path(name)) == 0) }

        /// As Kubernetes does: `a.json` leads to `..data/a.json`, and `..data` to a folder.
        func kubernetes(_ version: String, _ text: String) throws {
            try write("rules/\(version)/a.json", text)
            try link("rules/..data_tmp", to: version)
            try move("rules/..data_tmp", "rules/..data")
            _ = symlink("..data/a.json", path("rules/a.json"))
        }
    }

    static let changes = [
        Change(what: "written in place") { try $0.write("rules/a.json", "22") },
        Change(what: "appended to") { place in
            let file = try #require(FileHandle(forWritingAtPath: place.path("rules/a.json")))
            try file.seekToEnd()
            try file.write(contentsOf: Data("2".utf8))
            try file.close()
        },
        Change(what: "replaced by a new file") { place in
            try place.write("rules/.a.json.swp", "2")
            try place.move("rules/.a.json.swp", "rules/a.json")
        },
        Change(what: "replaced as the library does it") { try replaceFile($0.path("rules/a.json"), with: [50]) },
        Change(what: "moved away and written anew") { place in
            try place.move("rules/a.json", "rules/a.json~")
            try place.write("rules/a.json", "2")
        },
        Change(what: "removed") { try $0.remove("rules/a.json") },
        Change(what: "removed and made again") { place in
            try place.remove("rules/a.json")
            try place.write("rules/a.json", "2")
        },
        Change(what: "made", before: { try $0.make("rules") }) { try $0.write("rules/a.json", "1") },
        Change(what: "made with its folders", paths: ["x/y/z/a.json"], before: { _ in }) {
            try $0.write("x/y/z/a.json", "1")
        },
        Change(what: "its folder removed") { try $0.remove("rules") },
        Change(what: "its folder replaced") { place in
            try place.write("new/a.json", "2")
            try place.move("rules", "old")
            try place.move("new", "rules")
        },
        Change(
            what: "its link made to lead elsewhere",
            before: { place in
                try place.write("one/a.json", "1")
                try place.write("two/a.json", "22")
                try place.make("rules")
                try place.link("rules/a.json", to: "../one/a.json")
            }
        ) { place in
            try place.link("rules/new", to: place.path("two/a.json"))
            try place.move("rules/new", "rules/a.json")
        },
        Change(
            what: "what its link leads to written",
            before: { place in
                try place.write("one/a.json", "1")
                try place.make("rules")
                try place.link("rules/a.json", to: "../one/a.json")
            }
        ) { try $0.write("one/a.json", "22") },
        Change(
            what: "what its link leads to made",
            before: { place in
                try place.make("rules")
                try place.link("rules/a.json", to: "../one/two/a.json")
            }
        ) { try $0.write("one/two/a.json", "22") },
        Change(what: "links swapped as Kubernetes does it", before: { try $0.kubernetes("..1", "1") }) {
            try $0.kubernetes("..2", "22")
        },
        Change(what: "a folder's file written", paths: ["rules"]) { try $0.write("rules/a.json", "22") },
        Change(what: "a folder's file made", paths: ["rules"]) { try $0.write("rules/b.json", "2") },
        Change(
            what: "a folder's file renamed to count", paths: ["rules"],
            before: { place in
                try place.write("rules/b.json.off", "1")
            }
        ) { try $0.move("rules/b.json.off", "rules/b.json") },
        Change(what: "a folder made, and a file in it", paths: ["rules"], before: { _ in }) {
            try $0.write("rules/a.json", "1")
        },
        Change(
            what: "what a link in a folder leads to written", paths: ["rules"],
            before: { place in
                try place.write("shared/a", "1")
                try place.make("rules")
                try place.link("rules/a.json", to: place.path("shared/a"))
            }
        ) { try $0.write("shared/a", "22") },
        Change(
            what: "a link to a folder made to lead elsewhere", paths: ["rules"],
            before: { place in
                try place.write("one/a.json", "1")
                try place.write("two/b.json", "22")
                try place.link("rules", to: "one")
            }
        ) { place in
            try place.link("new", to: "two")
            try place.move("new", "rules")
        },
    ]

    @Test("a change is seen, at once and once it is old", arguments: changes, [false, true])
    func isSeen(_ change: Change, isOld: Bool) throws {
        let place = Place(scratch: try Scratch())
        try change.before(place)
        // Later, the times of the files show whether they were written.
        if isOld { usleep(30_000) }
        var contents = FileContents(of: change.paths.map(place.path))
        #expect(contents.again().areEqual(to: contents) || !isOld)
        try change.change(place)
        #expect(!contents.again().areEqual(to: contents))
        // It comes to rest, and is seen when it changes back.
        usleep(30_000)
        contents = contents.atRest()
        #expect(contents.again().areEqual(to: contents))
        for path in change.paths {
            try? FileManager.default.removeItem(atPath: place.path(path))
            try place.write(path.hasSuffix(".json") ? path : "\(path)/c.json", "3333")
        }
        #expect(!contents.again().areEqual(to: contents))
    }

    @Test("the same bytes saved again are the same, and not untouched")
    func knowsTheSame() throws {
        let place = Place(scratch: try Scratch())
        try place.write("a.json", "1")
        usleep(30_000)
        let contents = FileContents(of: [place.path("a.json")])
        #expect(contents.again().areUntouched(since: contents))
        try replaceFile(place.path("a.json"), with: [49])
        #expect(contents.again().areEqual(to: contents))
        #expect(!contents.again().areUntouched(since: contents))
    }

    @Test("changes that do not matter are not seen")
    func ignores() throws {
        let place = Place(scratch: try Scratch())
        try place.write("rules/a.json", "1")
        try place.write("one.json", "1")
        usleep(30_000)
        let contents = FileContents(of: [place.path("rules"), place.path("one.json")])
        try place.write("rules/a.txt", "1")
        try place.write("rules/.b.json", "1")
        try place.write("rules/a.json.part", "1")
        try place.write("two.json", "1")
        _ = try readFile(place.path("rules/a.json"), limit: 10)
        #expect(contents.again().areUntouched(since: contents))
    }

    @Test("a file longer than is read for it counts as changed when it is written")
    func longFile() throws {
        let place = Place(scratch: try Scratch())
        try place.write("a.json", "")
        try #require(truncate(place.path("a.json"), 17 << 20) == 0)
        usleep(30_000)
        let contents = FileContents(of: [place.path("a.json")])
        #expect(contents.again().areEqual(to: contents))
        try #require(truncate(place.path("a.json"), 18 << 20) == 0)
        #expect(!contents.again().areEqual(to: contents))
    }

    @Test("paths that lead nowhere stay the same", arguments: ["", "a\0b", "/dev/null/a", "loop", "loop/a.json", "//"])
    func leadsNowhere(_ path: String) throws {
        let place = Place(scratch: try Scratch())
        try place.link("loop", to: "loop")
        let contents = FileContents(of: [path.hasPrefix("loop") ? place.path(path) : path])
        #expect(contents.again().areEqual(to: contents))
    }

    @Test("a file that changes all the time does not keep others waiting")
    func restsInTime() throws {
        let place = Place(scratch: try Scratch())
        try place.write("a.json", "1")
        let writer = Thread {
            while !Thread.current.isCancelled {
                try? place.write("a.json", "\(Int.random(in: 0...1_000_000))")
                usleep(5000)
            }
        }
        writer.start()
        let contents = FileContents(of: [place.path("a.json")])
        for _ in 0..<3 { _ = contents.atRest() }
        writer.cancel()
    }
}
