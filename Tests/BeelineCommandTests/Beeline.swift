import Foundation
import TestPrograms
import Testing

/// Runs the built command where no configuration is.
func beeline(
    _ arguments: String..., input: String = "", bytes: [UInt8]? = nil, environment: [String: String] = [:],
    folder: String? = nil
) async throws -> ProgramRun {
    try await beeline(arguments, input: bytes ?? Array(input.utf8), environment: environment, folder: folder)
}

func beeline(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], folder: String? = nil
) async throws -> ProgramRun {
    try await run(
        Project.program("beeline"), arguments, input: input,
        environment: noConfiguration.merging(environment) { $1 }, folder: folder ?? Project.folder)
}

/// Runs a line of bash with the built `beeline` first on the PATH.
func bash(
    _ line: String, input: [UInt8] = [], environment: [String: String] = [:], folder: String? = nil
) async throws -> ProgramRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let bin = URL(fileURLWithPath: Project.program("beeline")).deletingLastPathComponent().path
    return try await run(
        "bash", ["-c", line], input: input,
        environment: noConfiguration.merging(["PATH": "\(bin):\(path)"]) { $1 }.merging(environment) { $1 },
        folder: folder ?? Project.folder)
}

/// A folder below a device can never be made, not even by root.
private let noConfiguration = [
    "HOME": "/nonexistent/home", "XDG_CONFIG_HOME": "/nonexistent/config", "XDG_DATA_HOME": "/dev/null/data",
]

/// What JSON text says, to be compared whatever the order of members.
func json(_ text: String) throws -> NSObject {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject)
}

extension ProgramRun {
    /// The lines, each of which must be an object.
    func objects() throws -> [[String: Any]] {
        try lines.map { try #require(try json($0) as? [String: Any]) }
    }
}
