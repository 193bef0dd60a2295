import ActionsTestSupport
import BeelineRules
import Foundation

@testable import BeelineActions
@testable import BeelinePlugins

/// The server that answers as services do. One for all tests; it ends with them.
enum LookupServer {
    /// The beginnings of the URLs of its two origins: `http://127.0.0.1:12345`.
    static let origins: Result<[String], any Error> = Result {
        guard let script = Bundle.module.path(forResource: "server", ofType: "py", inDirectory: "Fixtures") else {
            throw Failure("no server.py")
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script]
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure("server.py ended") }
            line += more
        }
        return String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ").map { "http://127.0.0.1:\($0)" }
    }

    static func url(_ path: String, origin: Int = 0) throws -> String { try origins.get()[origin] + path }

    /// How many requests with this mark came.
    static func count(_ mark: String) async throws -> Int {
        let result = try await LookupPlugin.patient().perform(
            .lookup(url("/count?id=\(mark)"), results: ["count": "/count"]))
        guard let count = (result.fields.last?.value).flatMap({ Int($0.description) }) else {
            throw Failure("no count: \(result)")
        }
        return count
    }

    /// Whether a request with this mark came.
    static func hasSeen(_ mark: String) async throws -> Bool {
        let result = try await LookupPlugin.patient().perform(
            .lookup(url("/seen?id=\(mark)"), results: ["seen": "/seen"]))
        return result.fields.contains(.init(name: "seen", value: .boolean(true)))
    }
}

extension LookupPlugin {
    /// One that waits for the server of the tests however busy the machine is, that shares nothing with others, and that
    /// asks again soon.
    static func patient(
        userAgent: String = WebClient.userAgent, cache: LookupCache = LookupCache(path: nil),
        time: Duration = .seconds(900)
    ) -> LookupPlugin {
        LookupPlugin(userAgent: userAgent, limits: .patient(time), client: .hasty, cache: cache)
    }
}

extension WebClient {
    /// One of its own, that asks again soon.
    static var hasty: WebClient { WebClient(repeats: HTTPRepeats(firstDelay: .milliseconds(5))) }
}

extension ServiceLimits {
    /// For the server of the tests, which all of them ask at once.
    static func patient(_ time: Duration = .seconds(900)) -> ServiceLimits {
        var limits = ServiceLimits()
        limits.timeLimit = time
        limits.perSecond = 1_000_000
        return limits
    }
}

extension Action {
    /// A look-up as the rules hand it over.
    static func lookup(
        _ url: String, headers: KeyValuePairs<String, String> = [:], results: KeyValuePairs<String, String> = [:],
        limits: KeyValuePairs<String, String> = [:]
    ) -> Action {
        func texts(_ pairs: KeyValuePairs<String, String>, areSecret: Bool = false) -> ActionValue {
            .fields(pairs.map { Argument(name: $0.key, value: .text($0.value), isSecret: areSecret) })
        }
        return Action(
            name: "lookup", rule: "r",
            arguments: [
                .init(name: "service", value: .text("the-service")), .init(name: "url", value: .url(url)),
                .init(name: "headers", value: texts(headers, areSecret: true)),
                .init(name: "results", value: texts(results)), .init(name: "limits", value: texts(limits)),
            ])
    }

    /// Several look-ups as one, each a service of that name.
    static func lookup(_ services: [(String, Action)]) -> Action {
        Action(
            name: "lookup", rule: "r",
            arguments: services.enumerated().flatMap { place, service in
                service.1.arguments.map { argument in
                    Argument(
                        name: place == 0 ? argument.name : "\(argument.name)\(place + 1)",
                        value: argument.name == "service" ? .text(service.0) : argument.value)
                }
            })
    }
}

/// What `perform` threw; nil when it did not.
func failure(_ perform: () async throws -> ActionResult) async -> (any Error)? {
    do {
        _ = try await perform()
        return nil
    } catch {
        return error
    }
}
