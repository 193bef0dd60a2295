import Foundation
import Testing

/// The tables in `Fixtures/`, which `make_numbers.py` wrote.
enum Fixture {
    /// The fields of each line of a table; lines that begin with `#` are comments.
    static func lines(of name: String) throws -> [[String]] {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
