import Foundation

/// A folder of its own for one test, which goes when the value does.
final class Scratch: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("beeline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in the folder.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The path of a file in the folder that has just been written.
    func file(_ name: String, _ bytes: [UInt8] = []) throws -> String {
        let path = path(of: name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }
}
