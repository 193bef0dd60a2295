import BeelineLive
import BeelineSupport
import BeelineSymbols
import Foundation
import Testing

/// A source that runs on a thread of its own, and the codes that it sends.
final class ScannerRun: Sendable {
    /// The codes and errors of the source.
    enum Item: Hashable, Sendable {
        case connected
        case code(Symbol)
        case problem(String)
        case ended(SourceError?)
        /// Nothing came, for longer than anything takes.
        case nothing
    }

    private let output: SourceOutput
    private let items: AsyncStream<Item>

    init(_ body: @escaping @Sendable (SourceOutput) throws(SourceError) -> Void) throws {
        let (items, more) = AsyncStream<Item>.makeStream()
        self.items = items
        let output = try SourceOutput { event in
            switch event {
            case .connected: more.yield(.connected)
            case .code(let symbol): more.yield(.code(symbol))
            case .problem(let problem): more.yield(.problem(problem.code))
            case .frame, .picture, .handled: more.yield(.nothing)
            }
        }
        self.output = output
        Thread.detachNewThread {
            do throws(SourceError) {
                try body(output)
                more.yield(.ended(nil))
            } catch {
                more.yield(.ended(error))
            }
            more.finish()
        }
        // Only a failure waits so long.
        Task {
            try? await Task.sleep(for: .seconds(20))
            more.yield(.nothing)
            output.stop()
        }
    }

    deinit { output.stop() }

    func stop() { output.stop() }

    func next() async -> Item {
        for await item in items { return item }
        return .nothing
    }

    /// The next codes, as `TITLE TEXT`, or an error instead of one.
    func codes(_ count: Int) async -> [String] {
        var codes: [String] = []
        while codes.count < count {
            switch await next() {
            case .code(let symbol): codes.append(spell(symbol))
            case .problem(let code): codes.append("problem \(code)")
            case let other: return codes + ["\(other)"]
            }
        }
        return codes
    }
}

/// A code in one line: the symbology that the scanner reported, and its text with escapes, or its bytes.
func spell(_ symbol: Symbol) -> String {
    let text = symbol.hasRawBytes ? "\(symbol.bytes)" : (symbol.text ?? "").debugDescription
    let aim = symbol.symbology == .unknown ? "" : symbol.aim?.description ?? ""
    return "\(symbol.symbology.name)\(aim) \(text)"
}

func spell(_ found: [ScannerLines.Found]) -> [String] {
    found.map { item in
        switch item {
        case .success(let symbol): spell(symbol)
        case .failure(let problem): "problem \(problem.code)"
        }
    }
}

/// Two ends of a connection. One is a device for a source.
struct ConnectedPair: ~Copyable {
    let device: Descriptor
    private let other: Descriptor

    /// - Parameter keepsRecords: whether each write is read as one, as reports of hidraw are.
    init(keepsRecords: Bool) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32((keepsRecords ? SOCK_SEQPACKET : SOCK_STREAM).rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        device = Descriptor(taking: ends[0])
        other = Descriptor(taking: ends[1])
    }

    func send(_ bytes: [UInt8]) { _ = write(other.number, bytes, bytes.count) }

    /// Nothing more comes, as when a device is unplugged.
    func unplug() { shutdown(other.number, Int32(SHUT_RDWR)) }
}
