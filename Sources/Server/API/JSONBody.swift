internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The members of the JSON object in a request.
struct JSONBody {
    private let members: [JSONValue.Member]
    let value: JSONValue

    /// - Parameter known: the allowed members; others are errors. Nil: other members are ignored.
    init(_ bytes: [UInt8], known: [String]?) throws(Problem) {
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes.span)
        } catch {
            // What was sent may be a secret, so that it is not cited.
            throw Problem(
                400, "bad-json",
                "the body is not JSON: line \(error.position.line), column \(error.position.column): "
                    + error.messageWithoutCitation)
        }
        guard case .object(let members) = value else {
            throw .badBody("the body must be an object, not \(value.typeName)")
        }
        self.members = members
        guard let known, let stranger = members.first(where: { !known.contains($0.name) }) else { return }
        let name = stranger.name.shortened(to: 60).withHiddenSpelledOut
        throw Problem(
            400, "unknown-member",
            "the body has no member '\(name)'\(Spelling.hint(for: stranger.name, in: known)); there are "
                + known.joined(separator: ", "))
    }

    /// The value of a member; nil where it is absent or null.
    subscript(name: String) -> JSONValue? { members.first { $0.name == name && $0.value != .null }?.value }

    func text(_ name: String, most: Int) throws(Problem) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw .badBody("'\(name)' is a string, not \(value.typeName)") }
        guard text.utf8.count <= most else { throw .badBody("'\(name)' has at most \(most) bytes") }
        return text
    }

    func requiredText(_ name: String, most: Int) throws(Problem) -> String {
        guard let text = try text(name, most: most), !text.isEmpty else {
            throw .badBody("the member '\(name)' is missing")
        }
        return text
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw .badBody("'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func flag(_ name: String) throws(Problem) -> Bool? {
        guard let value = self[name] else { return nil }
        guard case .boolean(let truth) = value else {
            throw .badBody("'\(name)' must be true or false, not \(value.typeName)")
        }
        return truth
    }

    func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(Problem) -> Choice?
    where Choice.RawValue == String {
        guard let text = try text(name, most: 100) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        throw .badBody("'\(name)' is one of \(names.joined(separator: ", "))\(Spelling.hint(for: text, in: names))")
    }
}

/// Checks the name that a user gives a telephone.
enum DeviceName {
    static func checked(_ name: String) throws(Problem) -> String {
        let name = String(name.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        guard !name.isEmpty, name.count <= 60, name.withHiddenSpelledOut == name else {
            throw Problem(400, "bad-name", "a name must have 1 to 60 visible characters")
        }
        return name
    }
}
