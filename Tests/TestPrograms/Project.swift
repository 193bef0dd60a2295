internal import Foundation

/// Where the project and what was built of it lie.
public enum Project {
    public static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The path of a program that was built with the tests: it lies beside their bundle.
    public static func program(_ name: String) -> String { Bundle.main.bundleURL.appending(path: name).path }

    /// A file of the project.
    public static func file(_ path: String) -> String { "\(folder)/\(path)" }

    public static func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(path))))
    }
}
