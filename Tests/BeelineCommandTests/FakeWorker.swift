import Foundation
import TestPrograms

/// A worker that answers each file with what is in it, so that a test says what decoders would have found.
struct FakeWorker: Sendable {
    private let folder: TemporaryFolder
    private let program: String

    private init(_ folder: TemporaryFolder, _ program: String) {
        self.folder = folder
        self.program = program
    }

    /// - Parameter capabilities: the members of its greeting beside the version of the protocol.
    static func make(capabilities: String = "") async throws -> FakeWorker {
        let folder = try TemporaryFolder()
        let python = try folder.write(
            "worker.py",
            """
            import os, socket, sys, time
            with socket.socket(fileno=0) as channel:
                channel.sendall(b'{"protocol":4\(capabilities.replacing("'", with: ""))}\\n')
                while True:
                    line, files, _, _ = socket.recv_fds(channel, 1 << 16, 4)
                    if not line: break
                    with open(sys.argv[1], "ab") as log: log.write(line)
                    answer = os.pread(files[0], 1 << 26, 0)
                    for file in files: os.close(file)
                    if answer.startswith(b"slow "):
                        time.sleep(0.4)
                        answer = answer[5:]
                    channel.sendall(answer.strip() + b"\\n")
            """)
        let program = try await folder.writeScript(
            "worker", "exec python3 -S '\(python)' '\(folder.path("requests"))'")
        return FakeWorker(folder, program)
    }

    var environment: [String: String] { ["BEELINE_DECODE": program] }

    /// What it was asked, in any order.
    func requests() throws -> [[String: Any]] {
        try String(decoding: folder.read("requests"), as: UTF8.self).split(separator: "\n").map { line in
            try json(String(line)) as? [String: Any] ?? [:]
        }
    }

    /// The path of a file with an answer.
    func image(_ name: String, _ answer: String) throws -> String { try folder.write(name, Array(answer.utf8)) }

    /// The path of something beside the files.
    func path(_ name: String) -> String { folder.path(name) }

    func read(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    func beeline(_ arguments: String...) async throws -> ProgramRun {
        try await BeelineCommandTests.beeline(arguments, environment: environment, folder: folder.path)
    }

    func beeline(_ arguments: [String]) async throws -> ProgramRun {
        try await BeelineCommandTests.beeline(arguments, environment: environment, folder: folder.path)
    }
}

/// Answers as workers give them.
enum FakeAnswer {
    /// A gray PNG file of 2 × 2 pixels, in Base64.
    static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNwOMBwwAEABgYCAXUCFc8AAAAASUVORK5CYII="

    /// A code at a place that all of them have.
    static func symbol(_ text: String, symbology: String = "qr_code", page: Int? = nil) -> String {
        let data = try? JSONSerialization.data(withJSONObject: [text])
        let quoted = String(decoding: data ?? Data(), as: UTF8.self).dropFirst().dropLast()
        let page = page.map { #","page":\#($0)"# } ?? ""
        return #"{"symbology":"\#(symbology)","text":\#(quoted),"#
            + #""outline":[[100,50],[300,50],[300,250],[100,250]]\#(page),"decoder":"fake"}"#
    }

    /// A page of 400 × 300 pixels with a picture.
    static func page(_ number: Int? = nil, more members: String = "") -> String {
        let page = number.map { #""page":\#($0),"# } ?? ""
        return #"{\#(page)"width":400,"height":300,"preview":"\#(picture)"\#(members)}"#
    }

    static func image(_ symbols: [String], pages: [String] = [page()], losses: String = "") -> String {
        #"{"symbols":[\#(symbols.joined(separator: ","))],"pages":[\#(pages.joined(separator: ","))]\#(losses)}"#
    }
}
