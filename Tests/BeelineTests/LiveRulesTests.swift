import Beeline
import Foundation
import Synchronization
import Testing

/// Real files in a folder of their own, while codes are resolved with them.
@Suite("Rules that change while they are used", .timeLimit(.minutes(15)))
struct LiveRulesTests {
    private typealias Event = Result<Resolver, any Error>

    /// A folder of rule files, and the rules that are loaded from it.
    final class Shop: Sendable {
        let folder: String
        let loads = Mutex(0)

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "beeline-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        var path: String { "\(folder)/shop.json" }

        /// A file with as many rules as its number, all of the same kind; the first of them takes all texts.
        static func text(_ number: Int, rules: Int = 1) -> String {
            let rules = (0..<rules).map { #"{"id": "r\#(number).\#($0)", "when": {"kind": "text"}, "do": []}"# }
            return #"{"version": 1, "rules": [\#(rules.joined(separator: ",\n"))]}"#
        }

        func write(_ text: String, to name: String = "shop.json") throws {
            try replaceFile("\(folder)/\(name)", with: Array(text.utf8))
        }

        func writeInPlace(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

        func live() throws -> LiveRules {
            try LiveRules { [self] in
                loads.withLock { $0 += 1 }
                return (try Resolver(rules: .files([path])), [path])
            }
        }

        /// Rules from the files of a folder below that might not exist.
        func liveFolder() throws -> LiveRules {
            let rules = "\(folder)/config/rules"
            return try LiveRules {
                let names = try fileNames(in: rules, suffix: ".json")
                return (try Resolver(rules: .files(names.map { "\(rules)/\($0)" })), [rules])
            }
        }
    }

    private static func taker(_ live: LiveRules) -> String? { live.resolver.resolve(Symbol(.qr, "text")).rule?.id }

    /// Waits until an event comes.
    private static func next(_ events: inout AsyncStream<Event>.Iterator) async throws -> Event {
        try #require(await events.next(isolation: nil))
    }

    /// Waits until the old rules are kept because of an error; an error may be reported more than once.
    private static func error(
        _ events: inout AsyncStream<Event>.Iterator, where isExpected: (any Error) -> Bool
    ) async throws -> any Error {
        while true {
            if case .failure(let error) = try await next(&events), isExpected(error) { return error }
        }
    }

    /// Waits until a rule is in use, however many events come before.
    private static func wait(for id: String?, _ live: LiveRules, _ events: inout AsyncStream<Event>.Iterator)
        async throws
    {
        while taker(live) != id { _ = try await next(&events) }
        #expect(taker(live) == id)
    }

    @Test("the first load throws its error")
    func throwsFirst() throws {
        let shop = try Shop()
        #expect(throws: FileError(path: shop.path, reason: .notFound)) { try shop.live() }
        try shop.write("{")
        #expect(throws: RuleSetError.self) { try shop.live() }
    }

    @Test("each save is loaded, in place or by rename", arguments: [true, false])
    func reloads(inPlace: Bool) async throws {
        let shop = try Shop()
        try shop.write(Shop.text(1))
        let live = try shop.live()
        #expect(Self.taker(live) == "r1.0")
        var events = live.watch().makeAsyncIterator()
        for number in 2...4 {
            try inPlace ? shop.writeInPlace(Shop.text(number)) : shop.write(Shop.text(number))
            try await Self.wait(for: "r\(number).0", live, &events)
        }
    }

    @Test("a change between loading and watching is seen")
    func seesEarly() async throws {
        let shop = try Shop()
        try shop.write(Shop.text(1))
        let live = try shop.live()
        try shop.write(Shop.text(2))
        var events = live.watch().makeAsyncIterator()
        try await Self.wait(for: "r2.0", live, &events)
    }

    @Test("a bad file changes nothing and reports why, and a good one is loaded again")
    func keepsLastGood() async throws {
        let shop = try Shop()
        try shop.write(Shop.text(1))
        let live = try shop.live()
        var events = live.watch().makeAsyncIterator()

        try shop.write(#"{"version": 1, "rules": [{"id": "x"#)
        let error = try await Self.error(&events) { $0 is RuleSetError }
        #expect((error as? RuleSetError)?.issues.first?.file == shop.path)
        #expect(Self.taker(live) == "r1.0")

        try FileManager.default.removeItem(atPath: shop.path)
        let gone = try await Self.error(&events) { $0 is FileError }
        #expect(gone as? FileError == FileError(path: shop.path, reason: .notFound))
        #expect(Self.taker(live) == "r1.0")

        // The same as at first: an event, for listeners that received the error of the bad one.
        try shop.write(Shop.text(1))
        while case .failure = try await Self.next(&events) {}
        try shop.write(Shop.text(2))
        try await Self.wait(for: "r2.0", live, &events)
    }

    @Test("a file that is saved as it was is not loaded again")
    func knowsTheSame() async throws {
        let shop = try Shop()
        try shop.write(Shop.text(1))
        let live = try shop.live()
        var events = live.watch().makeAsyncIterator()
        try shop.write(Shop.text(2))
        _ = try await Self.next(&events)
        let loads = shop.loads.withLock(\.self)
        for _ in 0..<3 {
            try shop.write(Shop.text(2))
            try await Task.sleep(for: .milliseconds(150))
        }
        #expect(shop.loads.withLock(\.self) == loads)
        try shop.write(Shop.text(3))
        guard case .success = try await Self.next(&events) else {
            Issue.record("kept")
            return
        }
        #expect(Self.taker(live) == "r3.0")
    }

    @Test("a folder that appears later is read, and so is each file in it")
    func seesFolder() async throws {
        let shop = try Shop()
        let live = try shop.liveFolder()
        #expect(Self.taker(live) == nil)
        var events = live.watch().makeAsyncIterator()
        try shop.write(Shop.text(1), to: "config/rules/b.json")
        try await Self.wait(for: "r1.0", live, &events)
        try shop.write(Shop.text(2), to: "config/rules/a.json")
        try await Self.wait(for: "r2.0", live, &events)
        try FileManager.default.removeItem(atPath: "\(shop.folder)/config")
        try await Self.wait(for: nil, live, &events)
        try shop.write(Shop.text(3), to: "config/rules/a.json")
        try await Self.wait(for: "r3.0", live, &events)
    }

    @Test("files that are named only by the new rules are watched from then on")
    func followsPaths() async throws {
        let shop = try Shop()
        try shop.write(Shop.text(1))
        let live = try LiveRules { [path = shop.path, other = "\(shop.folder)/other.json"] in
            let paths = exists(other) ? [other, path] : [path]
            return (try Resolver(rules: .files(paths)), paths)
        }
        var events = live.watch().makeAsyncIterator()
        try shop.write(Shop.text(5), to: "other.json")
        try shop.write(Shop.text(2))
        try await Self.wait(for: "r5.0", live, &events)
        try shop.write(Shop.text(6), to: "other.json")
        try await Self.wait(for: "r6.0", live, &events)
    }

    /// The set that each of two readers has seen last.
    private final class NewestSets: Sendable {
        let names = Mutex(["", ""])
    }

    @Test("two hundred saves in a row end with the last one, while threads always see one whole set")
    func readsWhileReloading() async throws {
        let shop = try Shop()
        try shop.write(Shop.text(0, rules: 20))
        let live = try shop.live()
        let newest = NewestSets()
        let reads = (0..<2).map { reader in
            Task.detached {
                var mixed = 0
                while !Task.isCancelled {
                    let rules = live.resolver.rules.rules
                    let sets = Set(rules.map { String($0.id.prefix { $0 != "." }) })
                    if rules.count != 20 || sets.count != 1 { mixed += 1 }
                    newest.names.withLock { $0[reader] = sets.first ?? "" }
                    await Task.yield()
                }
                return mixed
            }
        }
        var events = live.watch().makeAsyncIterator()
        for number in 1...200 {
            let text = Shop.text(number, rules: 20)
            try number % 2 == 0 ? shop.write(text) : shop.writeInPlace(text)
            // After each forty saves, both readers see the last of them.
            guard number % 40 == 0 else { continue }
            try await Self.wait(for: "r\(number).0", live, &events)
            while newest.names.withLock({ $0 }) != ["r\(number)", "r\(number)"] { await Task.yield() }
        }
        for read in reads { read.cancel() }
        for read in reads { #expect(await read.value == 0) }
        // Not each of them was loaded: those that came fast were loaded together.
        #expect(shop.loads.withLock(\.self) < 200)
    }

    @Test("a stream that is let go lets go of the rules")
    func letsGo() async throws {
        let shop = try Shop()
        try shop.write(Shop.text(1))
        weak var rules: LiveRules?
        do {
            let live = try shop.live()
            rules = live
            var events = live.watch().makeAsyncIterator()
            try shop.write(Shop.text(2))
            _ = try await Self.next(&events)
        }
        while rules != nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(rules == nil)
    }

    @Test("an included file, a list and the rules themselves are watched, and a desk has the rules of the moment")
    func watchesAllThatItRead() async throws {
        let shop = try Shop()
        try shop.write(#"{"version":1,"rules":[{"include":"part.json"}]}"#)
        func part(_ id: String, list: Bool = false) -> String {
            let condition = list ? #"{"text":{"catalog":"known"}}"# : #"{"kind":"text"}"#
            return #"{"version":1,"rules":[{"id":"\#(id)","when":\#(condition),"do":[]}]}"#
        }
        try shop.write(part("one"), to: "part.json")
        try shop.write("key\nother\n", to: "known.csv")
        let live = try LiveRules(.files([shop.path]) + .list("known", at: "\(shop.folder)/known.csv"))
        let desk = Desk(rules: live, history: nil)
        func taker() -> String? { desk.resolve(Symbol(.qr, "text")).rule?.id }
        #expect(taker() == "one")
        var events = live.watch().makeAsyncIterator()
        for (name, text, id) in [
            ("part.json", part("two"), "two"), ("part.json", part("three", list: true), nil),
            ("known.csv", "key\ntext\n", "three"), ("shop.json", Shop.text(4), "r4.0"),
        ] {
            try shop.write(text, to: name)
            while taker() != id { _ = try await Self.next(&events) }
        }
    }

    @Test("a file that is missing for a time is an event, and is used once it is back")
    func missingFile() async throws {
        let shop = try Shop()
        try shop.write(Shop.text(1))
        let live = try LiveRules(.files([shop.path]))
        var events = live.watch().makeAsyncIterator()
        try FileManager.default.removeItem(atPath: shop.path)
        _ = try await Self.error(&events) { $0 is FileError }
        #expect(Self.taker(live) == "r1.0")
        try shop.write(Shop.text(2))
        while Self.taker(live) != "r2.0" { _ = try await Self.next(&events) }
        #expect(throws: FileError.self) { try LiveRules(.files(["\(shop.folder)/none.json"])) }
    }
}
