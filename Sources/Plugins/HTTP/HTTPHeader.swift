internal import BeelineActions
internal import BeelineRules

/// A header of a request, fit to be sent.
struct HTTPHeader: Hashable, Sendable {
    let name: String
    /// It may be a secret.
    let value: String

    /// Nil when the name is none that a rule may set, or when the value could end the line: what a code says must not become
    /// a header of its own.
    init?(_ name: String, _ value: String) {
        guard HeaderName.problem(with: name) == nil,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
        else { return nil }
        self.name = name
        self.value = value
    }

    /// What is sent where nothing else is said.
    static let acceptingJSON = HTTPHeader("Accept", "application/json").map { [$0] } ?? []

    /// As libcurl wants it: a name alone would take the header away, one with a semicolon is sent without a value.
    var line: String { value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)" }
}
