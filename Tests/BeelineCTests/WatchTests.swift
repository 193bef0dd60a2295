import CBeeline
import Dispatch
import Foundation
import Synchronization
import TestPrograms
import Testing

@Suite("Rules that C watches")
struct WatchTests {
    /// What the library has said of changes, one after the other.
    private final class Changes: Sendable {
        private let heard = Mutex<[String?]>([])
        private let more = DispatchSemaphore(value: 0)

        var count: Int { heard.withLock { $0.count } }
        /// Nil also where the rules were loaded.
        var last: String? { heard.withLock { $0.last ?? nil } }

        func add(_ problem: String?) {
            heard.withLock { $0.append(problem) }
            more.signal()
        }

        func waitForNext() { more.wait() }
    }

    private static var changed: beeline_changed {
        { context, problem in
            guard let context else { return }
            Unmanaged<Changes>.fromOpaque(context).takeUnretainedValue().add(problem.map { String(cString: $0) })
        }
    }

    private static func rules(_ name: String) -> String {
        #"{"version": 1, "rules": [{"id": "\#(name)", "when": {}, "do": [{"action": "emit", "fields": {"a": "b"}}]}]}"#
    }

    private static func has(_ engine: CEngine, _ rule: String) -> Bool {
        engine.answer("anything")?.contains(#""rule":"\#(rule)""#) == true
    }

    @Test("changed rules are loaded again, broken ones are not used, and there are no calls after the end")
    func rulesAreLoadedAgain() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("rules.json", Self.rules("one"))
        let changes = Changes()
        let context = Unmanaged.passUnretained(changes).toOpaque()
        let engine = try CEngine([file])
        #expect(engine.watch(Self.changed, context))
        #expect(!engine.watch(Self.changed, context), "it is watched already")
        #expect(Self.has(engine, "one"))

        try folder.write("rules.json", Self.rules("two"))
        await Self.wait(changes) { Self.has(engine, "two") }

        try folder.write("rules.json", #"{"version": 1, "rules": 7}"#)
        await Self.wait(changes) { changes.last?.contains("rules.json:1:") == true }
        #expect(Self.has(engine, "two"), "the rules before stay")

        try folder.write("rules.json", Self.rules("three"))
        await Self.wait(changes) { Self.has(engine, "three") }

        engine.end()
        let count = changes.count
        try folder.write("rules.json", Self.rules("four"))
        // An engine that is watched hears of the change; the one that was freed must not have.
        let other = try CEngine([file])
        let otherChanges = Changes()
        #expect(other.watch(Self.changed, Unmanaged.passUnretained(otherChanges).toOpaque()))
        try folder.write("rules.json", Self.rules("five"))
        await Self.wait(otherChanges) { Self.has(other, "five") }
        other.end()
        #expect(changes.count == count)
        withExtendedLifetime((changes, otherChanges)) {}
    }

    /// Waits for one change after the other until a condition is true.
    private static func wait(_ changes: Changes, until holds: @escaping @Sendable () -> Bool) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            DispatchQueue.global().async {
                while !holds() { changes.waitForNext() }
                done.resume()
            }
        }
    }

    @Test("many threads ask one engine while its rules change, and each answer is a whole one")
    func manyThreadsAsk() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("rules.json", Self.rules("one"))
        let engine = try CEngine([file], options: BEELINE_NO_BUNDLED_RULES)
        #expect(engine.watch(nil, nil))
        let first = try #require(engine.answer("9784873119045", "ean_13"))
        #expect(first.contains(#""rule":"one""#))
        let expected = Set(["one", "two"].map { first.replacing(#""rule":"one""#, with: #""rule":"\#($0)""#) })
        let answers = await withTaskGroup(of: Set<String?>.self) { group in
            for _ in 0..<8 {
                group.addTask { Set((0..<500).map { _ in engine.answer("9784873119045", "ean_13") }) }
            }
            for name in ["two", "one", "two"] { _ = try? folder.write("rules.json", Self.rules(name)) }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(!answers.isEmpty && answers.allSatisfy { $0.map(expected.contains) == true })
    }
}
