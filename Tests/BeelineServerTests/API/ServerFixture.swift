import ActionsTestSupport
import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineWorkers
import Foundation
import TestPrograms
import Testing

@testable import BeelineServer

/// An application with real rules and a real decoder, that answers as behind a server: first it admits a request, then it
/// responds, on a thread of its own.
final class ServerFixture: Sendable {
    let application: Application
    let services: ServerServices
    let folder: TemporaryFolder
    let questions: QuestionBoard
    /// The secret of a token.
    let token: String
    /// The secret of a paired telephone, whose number is 1.
    let device: String

    static let host = "beeline.test:8377"

    init(
        rules: RuleSources = .bundled, decoder: (any BarcodeDecoder)? = nil, dispatcher: Dispatcher? = nil,
        log: AccessLog? = nil, connections: Int? = nil,
        change: (inout ServerSetup) -> Void = { _ in }
    ) throws {
        let folder = try TemporaryFolder()
        let decoder = try decoder ?? DecodingPool(program: Project.program("beeline-decode"), size: 2)
        let resolver = try Resolver(rules: rules)
        let database = try ServerDatabase(path: folder.path("serve.sqlite"))
        let (tokens, devices, events) = (TokenStore(database), DeviceStore(database), EventLog())
        let pairing = Pairing(devices)
        let questions = QuestionBoard(events)
        var setup = ServerSetup(
            listeners: [], desk: Desk({ resolver }, nil, memory: HistoryMemory(path: nil)), plugins: .standard,
            decoder: decoder, decodingPlaces: 2, database: database, events: events, questions: questions,
            settings: ServerSettings(
                base: "https://\(Self.host)", version: "1.0", performs: true, sources: ["serial:/dev/ttyACM0"]))
        // Tests that share it ask at the same time, and the machine may be busy.
        (setup.settings.decodingTimeLimit, setup.settings.turnTimeLimit) = (.seconds(600), .seconds(600))
        // All tests send pictures at once.
        setup.settings.waitingPictures = 1000
        let desk = try ServedDesk(setup)
        let memory = HistoryMemory(path: folder.path("history.db"))
        setup.desk = Desk({ resolver }, nil, memory: memory)
        setup.requestDesk = dispatcher.map { Desk({ resolver }, $0, memory: memory) }
        (setup.catalogs, setup.accessLog) = (CatalogStore(folder: folder.path("catalogs")), log)
        change(&setup)
        var services = ServerServices(
            setup: setup, desk: desk,
            access: AccessControl(hosts: [Self.host], requiresToken: false, tokens: tokens, devices: devices),
            devices: devices, pairing: pairing)
        if let connections { services.connections = { connections } }
        (self.folder, self.questions, self.services) = (folder, questions, services)
        token = try tokens.make(name: "till").secret
        device = try pairing.redeem(pairing.begin().token, name: "Anna").secret
        application = Application(services)
    }

    /// Who asks.
    enum Asker: Hashable, Sendable {
        case desk, device, anonymous
    }

    struct Reply: Sendable {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        /// The code of a problem.
        var code: String? { json["code"]?.string }
        var type: String? { self["Content-Type"].map { String($0.prefix { $0 != ";" }) } }

        subscript(header: String) -> String? {
            headers.first { $0.name.lowercased() == header.lowercased() }?.value
        }
    }

    /// - Parameters:
    ///   - target: the path and the query, as they are sent.
    ///   - type: the field Content-Type; nil where there is none.
    func send(
        _ method: HTTPMethod, _ target: String, as asker: Asker = .desk, type: String? = nil,
        headers: [(String, String)] = [], body: [UInt8] = [], host: String = host, isEncrypted: Bool = true
    ) async -> Reply {
        var fields: [(name: String, value: String)] = [("Host", host)]
        switch asker {
        case .desk: fields.append(("Authorization", "Bearer \(token)"))
        case .device: fields.append(("Cookie", "theme=dark; beeline=\(device)"))
        case .anonymous: break
        }
        if let type { fields.append(("Content-Type", type)) }
        fields += headers.map { (name: $0.0, value: $0.1) }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let head = RequestHead(
            method, parts[0], query: parts.count == 2 ? parts[1] : nil, headers: HTTPHeaders(fields),
            peer: .init(address: "192.0.2.7", isLocal: false, isEncrypted: isEncrypted))
        return await send(ServerRequest(head, body: body))
    }

    func send(_ request: ServerRequest) async -> Reply {
        let (application, events) = (application, services.setup.events)
        return await withCheckedContinuation { done in
            // A handler may block the thread of its connection.
            let thread = Thread {
                var response: ServerResponse
                switch application.admit(request.head) {
                case .answer(let answer): response = answer
                case .body(let limit, _) where request.body.count > limit:
                    response = application.refusal(
                        status: 413, code: "body-too-long", detail: "the body is longer than \(limit) bytes")
                case .body: response = application.respond(to: request)
                }
                var body: [UInt8] = []
                switch response.body {
                case .bytes(let bytes): body = bytes
                case .stream(let stream):
                    // A stream has no end: all that it has before this event is read.
                    events.append("end", Array("{}".utf8), to: 1)
                    while !body.contains("event: end"), let piece = stream.next() { body += piece }
                    stream.cancel()
                }
                application.finished(
                    request.head, status: response.status, sent: body.count, after: .milliseconds(3))
                done.resume(returning: Reply(status: response.status, headers: response.headers, body: body))
            }
            // What the threads of connections have to have: values nested 2,048 deep are written by recursion.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func get(_ target: String, as asker: Asker = .desk) async -> Reply { await send(.get, target, as: asker) }

    func post(_ target: String, json: String, as asker: Asker = .desk) async -> Reply {
        await send(.post, target, as: asker, type: "application/json", body: Array(json.utf8))
    }

    /// A picture of a code.
    static func picture(_ text: String, as format: CodeFormat? = nil) throws -> [UInt8] {
        try Drawing(text, as: format).png(scale: 4)
    }

    /// A history with some scans.
    func record(_ texts: [String]) async throws {
        let path = try #require(services.setup.desk.memory.path)
        let plugin = RecordPlugin(path: path)
        let registry = try PluginRegistry([plugin])
        let rules = RuleSources.text(
            #"{"version":1,"rules":[{"id":"keep","when":{},"do":[{"action":"record","fields":{"shelf":"7"}}]}]}"#)
        let resolver = try Resolver(rules: rules, plugins: registry)
        let dispatcher = Dispatcher(plugins: registry, policy: .allow, timeLimit: .seconds(600))
        for text in texts {
            let outcomes = await dispatcher.performAll(
                resolver.resolve(Symbol(.qr, text)), scan: .now(source: "till"), input: "shelf.jpg")
            try #require(outcomes.allSatisfy { $0.status == .done })
        }
        await registry.end()
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}

/// A decoder that waits until it may continue.
actor HeldDecoder: BarcodeDecoder {
    private var isHeld = true
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var begun = 0
    private var watchers: [(Int, CheckedContinuation<Void, Never>)] = []

    func decode(_ image: ImageSource, options: DecodeOptions) async throws(DecodeError) -> Decoding {
        begun += 1
        for (count, watcher) in watchers where count <= begun { watcher.resume() }
        watchers.removeAll { $0.0 <= begun }
        if isHeld { await withCheckedContinuation { waiters.append($0) } }
        return Decoding(symbols: [Symbol(.qr, "held")], pages: [DecodedPage(width: 1, height: 1)])
    }

    /// Waits until so many pictures have come.
    func waitForPictures(_ count: Int) async {
        if begun < count { await withCheckedContinuation { watchers.append((count, $0)) } }
    }

    func release() {
        isHeld = false
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
