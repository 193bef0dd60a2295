internal import Foundation

/// A picture in Examples and what `expected.tsv` says of it.
public struct ExamplePicture: Sendable, CustomStringConvertible {
    public let file: String
    public let symbology: String
    public let text: String
    public let addOn: String?

    public var description: String { file }

    /// All of them; empty if the list cannot be read, which a test of its own finds.
    public static let all: [ExamplePicture] = {
        let list = (try? Project.read("Examples/Pictures/expected.tsv")) ?? []
        return String(decoding: list, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 4 else { return nil }
            return ExamplePicture(
                file: cells[0], symbology: cells[1], text: cells[2], addOn: cells[3].isEmpty ? nil : cells[3])
        }
    }()
}
