import Beeline
import BeelineActions
import BeelineContent
import BeelinePlugins
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import Synchronization
import TestPrograms
import Testing

/// Tickets that are admitted once, by performers that share a history as programs do.
@Suite
struct DeskPerformingTests {
    private static let tickets = """
        {"version":1,"rules":[
          {"id":"mode","when":{"text":{"matches":"mode=(?P<mode>[a-z]+)"}},
           "do":[{"action":"set","values":{"mode":"{match.mode}"}}]},
          {"id":"again","when":{"seen.count":{">=":1}},
           "do":[{"action":"emit","fields":{"refused":"by {seen.source|?}","mode":"{session.mode|none}"}}]},
          {"id":"admitted","when":{},"do":[{"action":"record"},{"action":"emit","fields":{"mode":"{session.mode|none}"}}]}
        ]}
        """

    /// A program at work.
    private struct Till {
        let resolver: Resolver
        let desk: Desk

        init(
            _ folder: TemporaryFolder, rules: String = DeskPerformingTests.tickets,
            hearsOf report: @escaping @Sendable (SQLiteError) -> Void = { Issue.record("\($0)") }
        ) throws {
            let history = folder.path("history.db")
            let plugins = try PluginRegistry([
                RecordPlugin(path: history), SetPlugin(path: history), CountPlugin(path: history), EmitPlugin(),
            ])
            resolver = try Resolver(rules: RuleSources([RuleFile(name: "r.json", text: rules)]), plugins: plugins)
            let memory = HistoryMemory(path: history, migrates: true, report: report)
            // Among many tests a write waits for its turn; only a failure waits this long.
            let dispatcher = Dispatcher(plugins: plugins, policy: .allow, timeLimit: .seconds(600))
            desk = Desk({ [resolver] in resolver }, dispatcher, memory: memory)
        }

        func take(_ text: String, at source: String = "door") async -> CodeResult {
            let scan = Scan.now(source: source)
            let resolution = resolver.resolve(Symbol(.qr, text), scan: scan)
            return await desk.perform(resolution, by: resolver, scan: scan, input: nil)
        }
    }

    /// The rule that matched, and the outcomes of its actions.
    private func told(_ result: CodeResult) -> String {
        let outcomes = (result.outcomes ?? []).map { outcome in
            "\(outcome.status.rawValue) \(outcome.results.map { "\($0.name)=\($0.shownValue)" }.joined(separator: " "))"
        }
        return "\(result.resolution.rule?.id ?? "none"): \(outcomes.joined(separator: ", "))"
    }

    @Test func `a code sees the effects of the one before it`() async throws {
        let till = try Till(try TemporaryFolder())
        #expect(told(await till.take("T-1")) == "admitted: done , done mode=none")
        #expect(told(await till.take("T-1", at: "bar")) == "again: done refused=by door mode=none")
        #expect(told(await till.take("mode=sale")) == "mode: done ")
        #expect(told(await till.take("T-2")) == "admitted: done , done mode=sale")
        #expect(told(await till.take("T-2", at: "bar")) == "again: done refused=by door mode=none")
    }

    @Test func `of many tills that take a ticket at once, one admits it`() async throws {
        let folder = try TemporaryFolder()
        let tills = try (0..<4).map { _ in try Till(folder) }
        let admitted = await withTaskGroup(of: [String].self) { group in
            for task in 0..<32 {
                group.addTask {
                    var admitted: [String] = []
                    for ticket in 0..<8 {
                        let result = await tills[task % 4].take("T-\(ticket)")
                        if result.resolution.rule?.id == "admitted" { admitted.append("T-\(ticket)") }
                    }
                    return admitted
                }
            }
            return await group.reduce(into: [String]()) { $0 += $1 }
        }
        #expect(admitted.sorted() == (0..<8).map { "T-\($0)" })
        #expect(try History(path: folder.path("history.db")).count(matching: HistoryFilter()) == 8)
    }

    /// Tickets of a kind with a check, and JSON tickets with a number or a list of numbers.
    private static let spelled = """
        {"version":1,
         "kinds":[{"kind":"card","when":{"compact":{"matches":"LC(?P<n>[0-9]{8})"}},
                   "check":{"scheme":"luhn","of":"{match.n}"}}],
         "rules":[
          {"id":"again","when":{"kind":"card","seen.count":{">":0}},"do":[]},
          {"id":"againByNumber","when":{"seen.json.n.count":{">":0}},"do":[]},
          {"id":"admitted","when":{},"do":[{"action":"record"}]}]}
        """

    @Test(
        "of many doors that scan a ticket at once in several spellings, one admits it",
        arguments: [
            [
                "LC49927395", "lc49927395", "LC 4992 7395", "LC-49927395", "LC4992739５", "LC49927395\n",
                "LC49927395\u{A0}",
            ],
            [#"{"n":119}"#, #"{"n":"119"}"#, #"{"n":["119","x"]}"#, #"{"n":["y",119.0]}"#, #"{"n":[119,119]}"#],
        ])
    func admitsOneSpelling(_ spellings: [String]) async throws {
        let folder = try TemporaryFolder()
        let tills = try (0..<4).map { _ in try Till(folder, rules: Self.spelled) }
        let rules = await withTaskGroup(of: String.self) { group in
            for task in 0..<32 {
                group.addTask {
                    let till = tills[task % 4]
                    let scan = Scan.now(source: "door")
                    let resolution = till.resolver.resolve(
                        Symbol(.unknown, spellings[task % spellings.count]), scan: scan)
                    let result = await till.desk.perform(resolution, by: till.resolver, scan: scan, input: nil)
                    return result.resolution.rule?.id ?? ""
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(rules.filter { $0 == "admitted" }.count == 1)
        #expect(try History(path: folder.path("history.db")).count(matching: HistoryFilter()) == 1)
    }

    @Test("a dispatcher alone admits no one by rules that remember") func admitsNobodyUnknown() async throws {
        let folder = try TemporaryFolder()
        let history = folder.path("history.db")
        let plugins = try PluginRegistry([
            RecordPlugin(path: history), SetPlugin(path: history), CountPlugin(path: history), EmitPlugin(),
        ])
        let resolver = try Resolver(rules: .text(Self.tickets), plugins: plugins)
        let dispatcher = Dispatcher(plugins: plugins, policy: .allow, timeLimit: .seconds(600))
        let resolution = resolver.resolve(Symbol(.qr, "T-1"))
        var outcomes = await dispatcher.performAll(resolution)
        for await outcome in dispatcher.perform(resolution) { outcomes.append(outcome) }
        for action in resolution.actions { outcomes.append(await dispatcher.perform(action)) }
        #expect(outcomes.count == 6)
        for outcome in outcomes {
            #expect(outcome.status == .failed && outcome.message.contains("perform them with a Desk"))
        }
        #expect(outcomes.refusal == nil)
        #expect(!FileManager.default.fileExists(atPath: history))
        // One that uses nothing of it is performed.
        let plain = try Resolver(
            rules: .text(#"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"record"}]}]}"#),
            plugins: plugins)
        #expect(await dispatcher.performAll(plain.resolve(Symbol(.qr, "T-1"))).map(\.status) == [.done])
    }

    @Test func `whether a code was refused is in the outcomes, and not in their status`() async throws {
        let rules = """
            {"version":1,"rules":[
              {"id":"expired","when":{"text":"old"},"do":[{"action":"refuse","message":"Expired: {text}"}]},
              {"id":"good","when":{},"do":[{"action":"open-url","url":"https://example.com/"}]}]}
            """
        let resolver = try Resolver(rules: .text(rules))
        let dispatcher = Dispatcher(plugins: .standard, policy: .ask)
        let old = await dispatcher.performAll(resolver.resolve(Symbol(.qr, "old")))
        #expect(old.map(\.status) == [.done] && old.refusal == "Expired: old")
        let good = await dispatcher.performAll(resolver.resolve(Symbol(.qr, "new")))
        #expect(good.map(\.status) == [.notAllowed] && good.refusal == nil)
    }

    @Test func `rules without memory take no lock, and are tried once`() async throws {
        let folder = try TemporaryFolder()
        let till = try Till(
            folder, rules: #"{"version":1,"rules":[{"id":"all","when":{},"do":[{"action":"record"}]}]}"#)
        for _ in 0..<2 { #expect(told(await till.take("T-1")) == "all: done ") }
        #expect(!FileManager.default.fileExists(atPath: folder.path("history.db-lock")))
        let session = try Till(
            folder,
            rules: """
                {"version":1,"rules":[{"id":"all","when":{},
                  "do":[{"action":"count","name":"n","as":"n"},{"action":"emit","fields":{"n":"{n.total} {session.n|0}"}}]}]}
                """)
        #expect(told(await session.take("a")) == "all: done total=1, done n=1 0")
        #expect(told(await session.take("a")) == "all: done total=2, done n=2 1")
        #expect(!FileManager.default.fileExists(atPath: folder.path("history.db-lock")))
    }

    @Test func `a code that cannot be had alone is not performed`() async throws {
        let folder = try TemporaryFolder()
        let till = try Till(folder)
        try FileManager.default.createDirectory(
            atPath: folder.path("history.db-lock"), withIntermediateDirectories: true)
        let result = await till.take("T-1")
        #expect(result.outcomes?.map(\.status) == [.failed, .failed])
        #expect(result.outcomes?.first?.message.contains("two programs could use the code at once") ?? false)
        #expect(!FileManager.default.fileExists(atPath: folder.path("history.db")))
    }

    @Test func `a history that cannot be read admits no guest`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("history.db", "no database, but a text that is long enough to be looked at")
        let till = try Till(folder, hearsOf: { _ in })
        let result = await till.take("T-1")
        #expect(result.outcomes?.map(\.status) == [.failed, .failed])
        #expect(result.outcomes?.first?.message == "the history cannot be read, and rules need it")
    }

    @Test func `a scan that is run again does not see itself`() async throws {
        let folder = try TemporaryFolder()
        let scan = Scan.now(source: "phone")
        for _ in 0..<2 {
            let till = try Till(folder)
            let resolution = till.resolver.resolve(Symbol(.qr, "T-1"), scan: scan)
            let result = try await till.desk.perform(
                resolution, by: till.resolver, scan: scan, input: nil,
                rows: HistoryRows(key: "anna k#0", time: Timestamp.now())
            ) { await $0() }
            #expect(told(result) == "admitted: done , done mode=none")
        }
        #expect(try History(path: folder.path("history.db")).count(matching: HistoryFilter()) == 1)
        #expect(told(await (try Till(folder)).take("T-1")) == "again: done refused=by phone mode=none")
    }

    @Test func `a code for which rules are tried again has each of its warnings once`() async throws {
        let till = try Till(
            try TemporaryFolder(),
            rules: """
                {"version":1,"kinds":[{"kind":"label","when":{"text":{"matches":"W(?P<serial>[0-9]{7})"}},
                    "check":{"scheme":"luhn","of":"{match.serial}"},"fields":{"serial":"{match.serial}"}}],
                  "rules":[{"id":"again","when":{"seen.count":{">":0}},"do":[]},
                    {"id":"first","when":{},"do":[{"action":"record"}]}]}
                """)
        for rule in ["first", "again"] {
            let resolution = await till.take("W0001231").resolution
            #expect(resolution.rule?.id == rule)
            #expect(resolution.reading.warnings.count == 1)
        }
    }
}
