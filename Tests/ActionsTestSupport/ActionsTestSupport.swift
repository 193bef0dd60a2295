package import BeelineActions
package import BeelineContent
package import BeelineRules
package import BeelineSymbols

/// A plugin that does what a test wants.
package struct FakePlugin: ActionPlugin {
    package let signature: ActionSignature
    package let work: @Sendable (Action) async throws -> ActionResult

    package init(
        _ name: String = "fake", effects: Set<Effect> = [],
        work: @escaping @Sendable (Action) async throws -> ActionResult = { _ in ActionResult(message: "did it") }
    ) {
        signature = ActionSignature(name: name, summary: "", parameters: [], effects: effects)
        self.work = work
    }

    package func perform(_ action: Action) async throws -> ActionResult { try await work(action) }
}

package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Notes what happened, in order.
package actor Diary {
    package private(set) var entries: [String] = []

    package init() {}

    package func note(_ entry: String) { entries.append(entry) }
}

extension Action {
    package static func fake(
        _ name: String = "fake", rule: String = "r", url: String? = nil, asks: Bool = false, optional: Bool = false,
        problem: String? = nil
    ) -> Action {
        Action(
            name: name, rule: rule, arguments: url.map { [.init(name: "url", value: .url($0))] } ?? [],
            requiresConfirmation: asks,
            isOptional: optional, problem: problem)
    }
}

extension Resolution {
    package convenience init(_ actions: [Action]) {
        self.init(reading: ContentParser.reading(of: Symbol(.qr, "x")), rule: nil, actions: actions)
    }
}

/// The day on which tests scan.
package let scanDate = CalendarDate(year: 2026, dayOfYear: 325)

extension ContentParser {
    package static func reading(of symbol: Symbol) -> Reading { ContentParser().reading(of: symbol, on: scanDate) }

    package static func readings(of symbols: [Symbol]) -> [Reading] {
        ContentParser().readings(of: symbols, on: scanDate)
    }
}
