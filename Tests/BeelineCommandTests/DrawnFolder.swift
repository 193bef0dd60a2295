import Foundation
import TestPrograms
import Testing

/// A folder to draw into, and readers that we did not write.
struct DrawnFolder: Sendable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path }

    func path(_ name: String) -> String { folder.path(name) }

    /// The names of what is in it.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    func bytes(_ name: String) throws -> [UInt8] { try folder.read(name) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String { try folder.write(name, bytes) }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try folder.write(name, text) }

    /// Draws in it.
    func draw(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await beeline(["draw"] + arguments, input: input, environment: environment, folder: folder.path)
    }

    /// What zbarimg reads from a file that was drawn, each code on a line; PDF page by page.
    func read(_ name: String) async throws -> [String] {
        let images: [String]
        switch name.split(separator: ".").last {
        case "svg":
            let result = try await run(
                "rsvg-convert", ["--zoom=3", "-o", "\(name).png", name], folder: folder.path)
            #expect(result.status == 0, "\(result.errors)")
            images = ["\(name).png"]
        case "pdf":
            let result = try await run("pdftoppm", ["-r", "200", "-gray", name, "\(name)-page"], folder: folder.path)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            images = try names().filter { $0.hasPrefix("\(name)-page") }
        default: images = [name]
        }
        return try await run("zbarimg", ["--quiet", "--raw"] + images, folder: folder.path).lines
    }
}
