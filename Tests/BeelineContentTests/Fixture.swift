import Foundation
import Testing

/// The tables in `Fixtures/`, which `make_numbers.py` wrote.
enum Fixture {
    /// The fields of each line of a table; lines that begin with `#` are comments.
    static func lines(of name: String) throws -> [[String]] {
        let text = String(decoding: try bytes(of: name), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The bytes of a file.
    static func bytes(of name: String) throws -> [UInt8] {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
