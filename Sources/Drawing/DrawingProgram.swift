internal import BeelineSupport
internal import Glibc
internal import Synchronization

/// The program `beeline-draw`, which links libzint, cairo and pango so that nothing else does: it is started for the first
/// code, draws one after the other, and ends with this process. When it ends before, the next code starts another one.
final class DrawingProgram: Sendable {
    static let shared = DrawingProgram()

    private let running = Mutex<Running?>(nil)

    /// Encodes a symbol.
    func symbol(_ request: SymbolRequest) throws(DrawingError) -> EncodedSymbol {
        let frame = DrawingRequest.symbol(request).frame
        return try answer { running throws(DrawingError) in try running.send(frame) }.read(EncodedSymbol.init)
    }

    /// The width and height of a PNG or JPEG file.
    func size(ofLogo file: [UInt8]) throws(DrawingError) -> (width: Int, height: Int) {
        let frame = DrawingRequest.logo(file).frame
        return try answer { running throws(DrawingError) in try running.send(frame) }
            .read { wire throws(WireError) in (try wire.int(), try wire.int()) }
    }

    /// Which lines have characters that no font has.
    func lacksCharacters(_ lines: [String]) throws(DrawingError) -> [Bool] {
        let frame = DrawingRequest.missingCharacters(lines).frame
        let flags = try answer { running throws(DrawingError) in try running.send(frame) }
            .read { wire throws(WireError) in try wire.list { wire throws(WireError) in try wire.flag() } }
        return flags.count == lines.count ? flags : lines.map { _ in false }
    }

    /// Paints pages one after the other, each made when it is needed.
    ///
    /// - Parameter count: how many there are: one or more.
    func paint(_ form: DocumentForm, pages count: Int = 1, _ page: (Int) -> PaintedPage) throws(DrawingError) -> [UInt8]
    {
        try answer { running throws(DrawingError) in
            for index in 0..<count {
                try running.send(DrawingRequest.page(page(index), form, isLast: index == count - 1).frame)
            }
        }.read { wire throws(WireError) in try wire.data() }
    }

    /// Sends what is asked and waits for the answer.
    private func answer(_ ask: (borrowing Running) throws(DrawingError) -> Void) throws(DrawingError) -> Answer {
        try running.withLock { running throws(DrawingError) in
            // One that has ended since the last code, for whatever reason, is no fault of this one.
            if let old = running, old.hasEnded { running = nil }
            let program: Running
            if let old = running { program = old } else { program = try Running() }
            // It is of no use after an error, be it that an answer is still to come.
            running = nil
            try ask(program)
            let answer = try program.answer()
            running = program
            return answer
        }
    }

    /// What it answers.
    fileprivate struct Answer {
        let bytes: [UInt8]

        func read<Value>(_ value: (inout WireReader) throws(WireError) -> Value) throws(DrawingError) -> Value {
            var wire = WireReader(bytes)
            let refusal: DrawingError
            do throws(WireError) {
                if try wire.flag() { return try value(&wire) }
                let (reason, place) = (try wire.text(), try wire.text())
                refusal = DrawingError(
                    DrawingError.Reason(rawValue: reason) ?? .library, place, try wire.text(), remedy: try wire.text())
            } catch {
                throw DrawingProgram.broken("it sent an answer that is none")
            }
            throw refusal
        }
    }

    fileprivate static func broken(_ problem: String) -> DrawingError {
        DrawingError(
            .library, "the program beeline-draw", problem,
            remedy: "reinstall Beeline so that it matches, or report this with the code that was drawn")
    }

    /// One that was started, with our end of its socket.
    fileprivate final class Running: Sendable {
        private let process: ChildProcess
        private let socket: Int32

        /// A sheet of twenty thousand labels takes some seconds, on a machine that is busy some more.
        private static let patience = 300

        init() throws(DrawingError) {
            let path: String
            do throws(LibexecProgram.Missing) {
                path = try LibexecProgram.find("beeline-draw", variable: "BEELINE_DRAW", purpose: "codes are drawn")
            } catch {
                throw DrawingError(.library, "the drawing", error.problem, remedy: "Beeline does all else without it")
            }
            var sockets: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
                throw DrawingProgram.broken("it could not be started: \(String(cString: strerror(errno)))")
            }
            defer { close(sockets[1]) }
            // Fonts are found in the user's folders, and chosen by the language.
            let environment = cleanEnvironment().merging(LibexecProgram.environment) { $1 }
            let start = ProgramStart(
                path: path, environment: environment, input: .descriptor(sockets[1]), group: .ours)
            do throws(ProgramError) {
                process = try ChildProcess(start)
            } catch {
                close(sockets[0])
                throw DrawingProgram.broken("it could not be started: \(error)")
            }
            socket = sockets[0]
            var time = timeval(tv_sec: Self.patience, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
            var greeting = WireReader(try receive())
            guard (try? greeting.int()) == Int(DrawingRequest.version) else {
                throw DrawingProgram.broken("\(path) is of another version of Beeline")
            }
        }

        deinit {
            // It ends when its socket is closed. What it is about to do then is of no use to anybody.
            close(socket)
            process.send(SIGKILL)
        }

        var hasEnded: Bool { process.ended() != nil }

        func send(_ frame: [UInt8]) throws(DrawingError) {
            guard writeFrame(frame, to: socket) else { throw lost() }
        }

        func answer() throws(DrawingError) -> Answer { Answer(bytes: try receive()) }

        private func receive() throws(DrawingError) -> [UInt8] {
            guard let frame = readFrame(from: socket) else { throw lost() }
            return frame
        }

        /// Why there is no answer.
        private func lost() -> DrawingError {
            let end = process.waitForEnd(until: .now + .seconds(1))
            return DrawingProgram.broken(end.map { "it ended with \($0)" } ?? "it gives no answer")
        }
    }
}

// MARK: Frames on a socket

/// Reads a frame.
///
/// - Returns: nil when the other side is gone, is silent for too long, or sends a longer frame than there is.
package func readFrame(from socket: Int32) -> [UInt8]? {
    var length: UInt32 = 0
    guard withUnsafeMutableBytes(of: &length, { readAll($0, from: socket) }), length <= DrawingRequest.longestFrame
    else { return nil }
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
        isRead = readAll(UnsafeMutableRawBufferPointer(buffer), from: socket)
        count = isRead ? Int(length) : 0
    }
    return isRead ? bytes : nil
}

private func readAll(_ buffer: UnsafeMutableRawBufferPointer, from socket: Int32) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
        let count = recv(socket, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// Writes a frame.
///
/// - Returns: whether the other side has room for it.
package func writeFrame(_ frame: [UInt8], to socket: Int32) -> Bool {
    guard frame.count <= DrawingRequest.longestFrame else { return false }
    let length = UInt32(frame.count)
    // In one piece: each would wake the other side up.
    let whole = withUnsafeBytes(of: length) { Array($0) } + frame
    return whole.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = Glibc.send(
                socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
