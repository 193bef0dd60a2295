internal import BeelineSupport
internal import Glibc
internal import Synchronization

/// The program `beeline-draw`, the only one that links libzint, cairo and pango. It is started for the first code,
/// draws one after the other, and ends with this process. If it ends before, the next code starts another one.
final class DrawingProgram: Sendable {
    static let shared = DrawingProgram()

    private let running = Mutex<Running?>(nil)

    func symbol(_ request: SymbolRequest) throws(DrawingError) -> EncodedSymbol {
        guard let symbol = try answer({ $0.symbol = request }).symbol else { throw Self.broken("it sent no symbol") }
        return symbol
    }

    func size(ofLogo file: [UInt8]) throws(DrawingError) -> (width: Int, height: Int) {
        let numbers = try answer { $0.logo = file }.numbers
        guard numbers.count == 2 else { throw Self.broken("it sent no size") }
        return (Int(numbers[0]), Int(numbers[1]))
    }

    /// How lines fit into a width, with a font of some size.
    func fits(of lines: [String], size: Double, width: Double) throws(DrawingError) -> [LineFit] {
        let numbers = try answer { ($0.lines, $0.lineSize, $0.lineWidth) = (lines, size, width) }.numbers
        guard numbers.count == lines.count else { throw Self.broken("it sent no answer for each line") }
        return numbers.map(LineFit.init)
    }

    /// Paints pages, at least one, one after the other, each created when it is needed.
    func paint(pages count: Int = 1, _ page: (Int) -> PaintedPage) throws(DrawingError) -> [UInt8] {
        try answer(requests: count) { request, index in
            request.page = page(index)
            request.page?.isLast = index == count - 1
        }.file
    }

    private func answer(_ fill: (inout DrawingRequest) -> Void) throws(DrawingError) -> DrawingAnswer {
        try answer(requests: 1) { request, _ in fill(&request) }
    }

    /// Sends requests and waits for the answer to the last one.
    private func answer(
        requests count: Int, _ fill: (inout DrawingRequest, Int) -> Void
    ) throws(DrawingError) -> DrawingAnswer {
        let answer = try running.withLock { running throws(DrawingError) in
            // One that has ended since the last code, for whatever reason, is not a fault of this one.
            if let old = running, old.hasEnded { running = nil }
            let program: Running
            if let old = running { program = old } else { program = try Running() }
            // It is of no use after an error, even if an answer is still to come.
            running = nil
            for index in 0..<count {
                var request = DrawingRequest()
                fill(&request, index)
                try program.send(request.frame)
            }
            let answer = DrawingAnswer(frame: try program.receive())
            running = program
            return answer
        }
        guard let answer else { throw Self.broken("it sent an invalid answer") }
        guard answer.error.count == 4 else { return answer }
        let (reason, words) = (DrawingError.Reason(rawValue: answer.error[0]), answer.error)
        throw DrawingError(reason ?? .library, words[1], words[2], remedy: words[3])
    }

    static func broken(_ problem: String) -> DrawingError {
        DrawingError(
            .library, "the program beeline-draw", problem,
            remedy: "reinstall Beeline so that it matches, or report this with the code that was drawn")
    }

    /// A running program, with this end of its socket.
    fileprivate final class Running: Sendable {
        private let process: ChildProcess
        private let socket: Int32

        /// The time for an answer. A sheet of twenty thousand labels takes some seconds, and longer on a busy machine.
        private static let patience = 300

        init() throws(DrawingError) {
            let path: String
            do throws(LibexecProgram.Missing) {
                path = try LibexecProgram.find("beeline-draw", variable: "BEELINE_DRAW", purpose: "codes are drawn")
            } catch {
                throw DrawingError(
                    .library, "the drawing", error.problem, remedy: "Beeline can do everything else without it")
            }
            var sockets: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
                throw DrawingProgram.broken("it could not be started: \(String(cString: strerror(errno)))")
            }
            defer { close(sockets[1]) }
            // Fonts are found in the user's folders, and chosen by the language.
            let environment = cleanEnvironment().merging(LibexecProgram.environment) { $1 }
            let start = ProgramStart(path: path, environment: environment, input: .descriptor(sockets[1]), group: .ours)
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
            guard try receive() == [UInt8(DrawingRequest.version)] else {
                throw DrawingProgram.broken("\(path) is of another version of Beeline")
            }
        }

        deinit {
            // It ends when its socket is closed. What it is about to do then is of no use to anyone.
            close(socket)
            process.send(SIGKILL)
        }

        var hasEnded: Bool { process.ended() != nil }

        func send(_ frame: [UInt8]) throws(DrawingError) {
            guard writeFrame(frame, to: socket) else { throw lost() }
        }

        func receive() throws(DrawingError) -> [UInt8] {
            guard let frame = readFrame(from: socket) else { throw lost() }
            return frame
        }

        private func lost() -> DrawingError {
            let end = process.waitForEnd(until: .now + .seconds(1))
            return DrawingProgram.broken(end.map { "it ended with \($0)" } ?? "it does not answer")
        }
    }
}
