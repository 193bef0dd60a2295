internal import Foundation

/// Where the project and what was built of it lie.
package enum Project {
    package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The path of a program that was built with the tests: it lies beside their bundle.
    package static func program(_ name: String) -> String { Bundle.main.bundleURL.appending(path: name).path }

    /// A file of the project.
    package static func file(_ path: String) -> String { "\(folder)/\(path)" }

    package static func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(path))))
    }
}

/// A picture in Examples and what `expected.tsv` says of it.
package struct ExamplePicture: Sendable, CustomStringConvertible {
    package let file: String
    package let symbology: String
    package let text: String
    package let addOn: String?

    package var description: String { file }

    /// All of them; empty if the list cannot be read, which a test of its own finds.
    package static let all: [ExamplePicture] = {
        let list = (try? Project.read("Examples/Pictures/expected.tsv")) ?? []
        return String(decoding: list, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 4 else { return nil }
            return ExamplePicture(
                file: cells[0], symbology: cells[1], text: cells[2], addOn: cells[3].isEmpty ? nil : cells[3])
        }
    }()
}
