internal import Foundation

/// A folder of a test's own, which goes away with it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "beeline-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in it; folders on the way are made.
    package func path(_ name: String) -> String { url(name).path }

    func url(_ name: String) -> URL { URL(fileURLWithPath: path).appending(path: name) }

    /// Writes a file and says where.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = url(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    /// Writes a program for bash.
    ///
    /// Another process does it: a program that is open for writing anywhere cannot be started, and other tests start
    /// processes, which for a moment have all that is open here.
    package func writeScript(_ name: String, _ text: String) async throws -> String {
        let path = path(name)
        let script = Array("#!/bin/bash\n\(text)\n".utf8)
        _ = try await run("install", ["-D", "-m", "755", "/dev/stdin", path], input: script)
        return path
    }

    package func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

    package func text(of name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

    /// Writes a program for sh, by another process as `writeScript` does, and waits for it.
    package func addProgram(_ name: String, _ lines: String, start: String = "#!/bin/sh\n") throws {
        let write = #"printf %s "$2" > "$1" && chmod 755 "$1""#
        let arguments = ["-c", write, "sh", path(name), "\(start)\(lines)\n"]
        let process = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: arguments)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
