import BeelineSupport
import Foundation
import Glibc
import Testing

/// Ways in which programs save files, each with real files; reported by the kernel, and found by polling.
@Suite("Watching files", .timeLimit(.minutes(15)))
struct FileWatcherTests {
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
        Change(what: "its rights changed") { try #require(chmod($0.path("rules/a.json"), 0o600) == 0) },
    ]

    @Test("the kernel reports it", arguments: changes) func tells(_ change: Change) throws {
        let place = Place(scratch: try Scratch())
        try change.before(place)
        let watcher = try FileWatcher(paths: change.paths.map(place.path), pollingInterval: nil)
        #expect(watcher.limitation == nil)
        #expect(Self.comesToRest(watcher))
        try change.change(place)
        #expect(watcher.wait(timeout: .seconds(600)))
        // It is not reported for ever, and it is seen when it changes back.
        #expect(Self.comesToRest(watcher))
        for path in change.paths {
            try? FileManager.default.removeItem(atPath: place.path(path))
            try place.write(path.hasSuffix(".json") ? path : "\(path)/c.json", "3333")
        }
        #expect(watcher.wait(timeout: .seconds(600)))
    }

    @Test("asking finds out", arguments: changes) func asks(_ change: Change) throws {
        let place = Place(scratch: try Scratch())
        try change.before(place)
        let watcher = FileWatcher(polling: change.paths.map(place.path), every: .milliseconds(20))
        #expect(Self.comesToRest(watcher))
        try change.change(place)
        #expect(watcher.wait(timeout: .seconds(600)))
    }

    /// In a process of its own, for no other test could open a file meanwhile.
    @Test("where a limit is reached, files are polled, or the error says what to raise")
    func knowsLimits() async {
        await #expect(processExitsWith: .success) {
            let place = Place(scratch: try Scratch())
            try place.write("a.json", "1")
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            let error = #expect(throws: FileError.self) {
                _ = try FileWatcher(paths: [place.path("a.json")], pollingInterval: nil)
            }
            let watcher = try FileWatcher(paths: [place.path("a.json")], pollingInterval: .milliseconds(20))
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            try #require(error?.reason == .watchLimit(.instances))
            try #require(error?.message.contains("fs.inotify.max_user_instances") == true)
            try #require(watcher.limitation?.reason == .watchLimit(.instances))
            try place.write("a.json", "22")
            try #require(watcher.wait(timeout: .seconds(600)))
        }
        #expect(FileError(path: "/a", reason: .watchLimit(.folders)).message.contains("fs.inotify.max_user_watches"))
    }

    @Test("changes that do not matter are not reported")
    func ignores() throws {
        let place = Place(scratch: try Scratch())
        try place.write("rules/a.json", "1")
        try place.write("one.json", "1")
        let watcher = try FileWatcher(paths: [place.path("rules"), place.path("one.json")], pollingInterval: nil)
        #expect(Self.comesToRest(watcher))
        try place.write("rules/a.txt", "1")
        try place.write("rules/.b.json", "1")
        try place.write("rules/a.json.part", "1")
        try place.write("two.json", "1")
        _ = try readFile(place.path("rules/a.json"), limit: 10)
        #expect(!watcher.wait(timeout: .milliseconds(150)))
    }

    @Test(
        "paths that lead nowhere can be watched", arguments: ["", "a\0b", "/dev/null/a", "loop", "loop/a.json", "//"])
    func watchesNothing(_ path: String) throws {
        let place = Place(scratch: try Scratch())
        try place.link("loop", to: "loop")
        let watcher = try FileWatcher(paths: [path.hasPrefix("loop") ? place.path(path) : path], pollingInterval: nil)
        #expect(!watcher.wait(timeout: .milliseconds(60)))
    }

    @Test("a relative path is below the folder of the program, with its dots")
    func followsRelative() throws {
        let place = Place(scratch: try Scratch())
        try place.write("rules/a.json", "1")
        let up = String(repeating: "../", count: FileManager.default.currentDirectoryPath.split(separator: "/").count)
        let watcher = try FileWatcher(paths: ["\(up).\(place.path("rules/./../rules//a.json"))"], pollingInterval: nil)
        try place.write("rules/a.json", "2")
        #expect(watcher.wait(timeout: .seconds(600)))
    }

    @Test("a file that changes all the time is still reported")
    func tellsInTime() throws {
        let place = Place(scratch: try Scratch())
        try place.write("a.json", "1")
        let watcher = try FileWatcher(paths: [place.path("a.json")], pollingInterval: nil)
        let writer = Thread {
            while !Thread.current.isCancelled {
                try? place.write("a.json", "2")
                usleep(5000)
            }
        }
        writer.start()
        // It writes until there were three reports: nothing else ends it.
        for _ in 0..<3 { #expect(watcher.wait(timeout: .seconds(600))) }
        writer.cancel()
    }

    @Test("more events than the kernel keeps are a change, and afterwards all is seen")
    func survivesOverflow() throws {
        let place = Place(scratch: try Scratch())
        try place.write("a.json", "1")
        let watcher = try FileWatcher(paths: [place.path("a.json")], pollingInterval: nil)
        // Names that no caller waits for; only the loss of some events makes it a change.
        for index in 0..<12_000 {
            try #require(symlink("x", place.path("\(index)")) == 0)
            unlink(place.path("\(index)"))
        }
        #expect(watcher.wait(timeout: .seconds(600)))
        try place.write("a.json", "2")
        #expect(watcher.wait(timeout: .seconds(600)))
    }

    @Test("other paths can be watched instead")
    func replaces() throws {
        let place = Place(scratch: try Scratch())
        try place.write("one/a.json", "1")
        try place.write("two/b.json", "1")
        let watcher = try FileWatcher(paths: [place.path("one/a.json")], pollingInterval: nil)
        #expect(Self.comesToRest(watcher))
        try watcher.replacePaths([place.path("two/b.json")])
        #expect(Self.comesToRest(watcher))
        try place.write("one/a.json", "2")
        #expect(!watcher.wait(timeout: .milliseconds(100)))
        try place.write("two/b.json", "2")
        #expect(watcher.wait(timeout: .seconds(600)))
    }

    @Test("a stream reports each change, and closes the descriptor when it is released")
    func streams() async throws {
        let place = Place(scratch: try Scratch())
        try place.write("a.json", "1")
        let path = place.path("a.json")
        // Such a stream has the one thread to itself that waits for it, so each change is reported before the next.
        for round in 0..<20 {
            let changes = try FileWatcher(paths: [path], pollingInterval: nil).changes()
            var iterator = changes.makeAsyncIterator()
            for text in ["2", "3"] {
                try place.write("a.json", "\(round)\(text)")
                #expect(await iterator.next(isolation: nil) != nil)
            }
        }
        while Self.inotifyDescriptors(watching: place.scratch.path) > 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("a task that is cancelled ends its stream")
    func ends() async throws {
        let place = Place(scratch: try Scratch())
        let watcher = try FileWatcher(paths: [place.path("a.json")])
        let task = Task { for await _ in watcher.changes() {} }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await task.value
    }

    /// Whether no further change is reported, soon.
    ///
    /// Earlier writes may be reported once: a file is closed when the last process that has it open closes it, and a
    /// program that another test starts in this moment has all files of this process open, until it runs.
    private static func comesToRest(_ watcher: FileWatcher) -> Bool {
        (0..<5).contains { _ in !watcher.wait(timeout: .milliseconds(80)) }
    }

    /// How many inotify descriptors of this process watch a folder.
    private static func inotifyDescriptors(watching folder: String) -> Int {
        var status = stat()
        guard stat(folder, &status) == 0 else { return -1 }
        let mark = " ino:\(String(status.st_ino, radix: 16)) "
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? []
        return names.count { name in
            guard let bytes = try? readFile("/proc/self/fdinfo/\(name)", limit: 1 << 20) else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(mark)
        }
    }
}
