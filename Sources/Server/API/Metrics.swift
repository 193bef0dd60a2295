internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc
internal import Synchronization

/// The counters of the server, for Prometheus.
final class Metrics: Sendable {
    /// The upper bounds of the histogram of durations, in milliseconds.
    private static let bounds = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000]

    private struct OfRoute: Sendable {
        let byStatus = Dictionary(uniqueKeysWithValues: HTTPStatus.all.map { ($0, Counter()) })
        /// The answers with statuses that the table does not have.
        let otherStatus = Counter()
        /// The number of requests for each bound of duration, and above the last one.
        let byDuration = (0...Metrics.bounds.count).map { _ in Counter() }
        let nanoseconds = Counter()
    }

    /// For each route of the table, and for requests that no route took.
    private let routes: [OfRoute]
    /// For the paths of a resolver.
    private let links = OfRoute()
    private let sentBytes = Counter()
    private let scans = Counter()
    private let unreadable = Counter()
    private let openStreams = Counter()
    private let sentEvents = Counter()
    private let symbols = Mutex<[String: Int]>([:])

    init(routes count: Int) { routes = (0...count).map { _ in OfRoute() } }

    /// - Parameter place: the index of the route; nil when no route matched.
    func note(_ place: Int?, status: Int, sent: Int, after duration: Duration?) {
        note(routes[place ?? routes.count - 1], status: status, sent: sent, after: duration)
    }

    /// A request at a path of the resolver.
    func noteLink(status: Int, sent: Int, after duration: Duration) {
        note(links, status: status, sent: sent, after: duration)
    }

    private func note(_ route: OfRoute, status: Int, sent: Int, after duration: Duration?) {
        (route.byStatus[status] ?? route.otherStatus).add(1)
        sentBytes.add(sent)
        guard let duration else { return }
        let nanoseconds = Int((duration.seconds * 1e9).rounded())
        let bound = Self.bounds.firstIndex { nanoseconds <= $0 * 1_000_000 } ?? Self.bounds.count
        route.byDuration[bound].add(1)
        route.nanoseconds.add(nanoseconds)
    }

    /// A picture that was decoded.
    func note(_ found: [Symbol]) {
        scans.add(1)
        guard !found.isEmpty else { return }
        symbols.withLock { symbols in
            for symbol in found { symbols[symbol.symbology.name, default: 0] += 1 }
        }
    }

    func noteUnreadable() { unreadable.add(1) }
    func noteStream(opened: Bool) { openStreams.add(opened ? 1 : -1) }
    func noteEvent() { sentEvents.add(1) }

    /// The text that Prometheus reads (exposition format 0.0.4). The names are the method and the path of each route.
    func text(_ names: [(String, String)], _ queue: DecodingQueue, version: String, connections: Int?) -> String {
        var text = MetricsText()
        let rows = zip(names + [("", "other"), ("", "resolver")], routes + [links])
        text.family("beeline_http_requests_total", .counter, "Requests that were answered.")
        for ((method, path), row) in rows {
            let counts = HTTPStatus.all.map { (String($0), row.byStatus[$0]?.value ?? 0) }
            for (status, count) in counts + [("other", row.otherStatus.value)] where count > 0 {
                text.sample(
                    "beeline_http_requests_total", count, [("route", path), ("method", method), ("status", status)])
            }
        }
        text.family("beeline_http_request_duration_seconds", .histogram, "The time to answer.")
        for ((method, path), row) in rows {
            let byDuration = row.byDuration.map(\.value)
            guard byDuration.contains(where: { $0 > 0 }) else { continue }
            let labels = [("route", path), ("method", method)]
            var count = 0
            for (bound, more) in zip(Self.bounds.map { "\(Double($0) / 1_000)" } + ["+Inf"], byDuration) {
                count += more
                text.sample("beeline_http_request_duration_seconds_bucket", count, labels + [("le", bound)])
            }
            text.sample("beeline_http_request_duration_seconds_sum", "\(Double(row.nanoseconds.value) / 1e9)", labels)
            text.sample("beeline_http_request_duration_seconds_count", count, labels)
        }
        text.single("beeline_http_sent_bytes_total", .counter, "Bytes of sent bodies.", sentBytes.value)
        text.family("beeline_pictures_total", .counter, "Pictures and documents, by whether they could be read.")
        text.sample("beeline_pictures_total", scans.value, [("result", "read")])
        text.sample("beeline_pictures_total", unreadable.value, [("result", "unreadable")])
        text.family("beeline_symbols_total", .counter, "Codes that were found in pictures.")
        for (name, count) in symbols.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.sample("beeline_symbols_total", count, [("symbology", name)])
        }
        let counts = queue.counts
        text.single(
            "beeline_decoding_places", .gauge, "The number of pictures that can be decoded in parallel.", queue.places)
        text.single("beeline_decoding_running", .gauge, "Pictures that are being decoded.", counts.running)
        text.single("beeline_decoding_waiting", .gauge, "Pictures that wait.", counts.waiting)
        text.single(
            "beeline_decoding_refused_total", .counter, "Pictures that were refused because too many waited.",
            counts.refused)
        text.single("beeline_decoding_timed_out_total", .counter, "Pictures that took too long.", counts.timedOut)
        text.single("beeline_event_streams", .gauge, "Who listens to events.", openStreams.value)
        text.single("beeline_events_sent_total", .counter, "Sent pieces of event streams.", sentEvents.value)
        if let connections {
            text.single("beeline_connections", .gauge, "Connections that are open.", connections)
        }
        if let memory = Self.residentBytes {
            text.single("process_resident_memory_bytes", .gauge, "Memory of this process.", memory)
        }
        if let count = Self.openDescriptors {
            text.single("process_open_fds", .gauge, "Open descriptors of this process.", count)
        }
        text.family("beeline_build_info", .gauge, "The version of the program.")
        text.sample("beeline_build_info", 1, [("version", version)])
        return text.text
    }

    /// The second number of this file is pages in memory (proc(5)).
    private static var residentBytes: Int? {
        guard let bytes = try? readFile("/proc/self/statm", limit: 1_000) else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        return numbers.count > 1 ? numbers[1] * sysconf(Int32(_SC_PAGESIZE)) : nil
    }

    private static var openDescriptors: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Its own two names, and the descriptor that reads it.
        return count - 3
    }
}

/// A counter that threads increment without a lock. Each request increments several; with one lock for all, connections
/// would spend more time at the lock than at their answers.
private final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ more: Int) { number.wrappingAdd(more, ordering: .relaxed) }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Writes metrics as Prometheus reads them.
private struct MetricsText {
    enum Kind: String { case counter, gauge, histogram }

    private(set) var text = ""

    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ value: Int, _ labels: [(String, String)] = []) {
        sample(name, String(value), labels)
    }

    mutating func sample(_ name: String, _ value: String, _ labels: [(String, String)]) {
        let list = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
    }

    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        family(name, kind, help)
        sample(name, value)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
