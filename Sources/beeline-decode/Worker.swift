internal import BeelineDecoding
internal import BeelineSymbols
internal import CDescriptorPassing
internal import Glibc

/// Serves one socket: for each descriptor that arrives, one answer; until the other side closes.
struct Worker {
    let socket: Int32

    /// - Returns: the exit status: 0 when the other side closed the socket.
    func run() -> Int32 {
        guard send(Array("{\"protocol\":1}\n".utf8)) else { return 1 }
        var request: UInt8 = 0
        while true {
            var descriptor: Int32 = -1
            let count = beeline_receive(socket, &request, 1, &descriptor)
            if count == 0 { return 0 }
            guard count > 0, descriptor >= 0 else { return 1 }
            let answer = Self.answer(to: .descriptor(descriptor))
            close(descriptor)
            guard send(answer.line) else { return 1 }
        }
    }

    static func answer(to source: ImageSource) -> DecodeAnswer {
        do throws(DecodeError) {
            return .symbols(try LocalDecoder().symbols(now: source))
        } catch {
            return .failure(error)
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { beeline_send(socket, $0, buffer.count, -1) == 0 } ?? true
        }
    }
}
