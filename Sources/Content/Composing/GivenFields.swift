internal import BeelineSymbols

/// The fields that somebody gave for a code.
struct GivenFields {
    private let kind: Kind
    private let values: [String: [String]]
    /// The names that were given, each once, in their order.
    let names: [String]

    /// - Throws: for a name that the kind does not have, and for one that is there twice and stands for one value.
    init(_ fields: [(name: String, value: String)], of kind: Kind, names: [String]) throws(CodeTextError) {
        var values: [String: [String]] = [:]
        for (name, value) in fields {
            guard names.contains(name) else {
                throw CodeTextError(
                    name.withHiddenSpelledOut,
                    "is no field of \(kind.rawValue); its fields are \(names.joined(separator: ", "))")
            }
            if values[name] != nil, !Self.lists.contains(name) {
                throw CodeTextError(name, "is there twice")
            }
            values[name, default: []].append(value)
        }
        self.kind = kind
        self.values = values
        self.names = fields.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The fields of which there may be several.
    private static let lists = ["phones", "emails", "addresses", "websites", "attendees", "cc", "bcc"]

    /// The value of a field; nil where it is missing or empty.
    func text(_ name: String) -> String? { values[name]?.first.flatMap { $0.isEmpty ? nil : $0 } }

    func needed(_ name: String) throws(CodeTextError) -> String {
        guard let text = text(name) else { throw CodeTextError(name, "is missing") }
        return text
    }

    func texts(_ name: String) -> [String] { (values[name] ?? []).filter { !$0.isEmpty } }

    /// The texts of two fields, the first of which may be one of the others.
    func all(_ first: String, _ others: String) -> [String] {
        let others = texts(others)
        return texts(first).filter { !others.contains($0) } + others
    }

    func number(_ name: String) throws(CodeTextError) -> DecimalNumber? {
        guard let text = text(name) else { return nil }
        guard let number = DecimalNumber(text) else {
            throw CodeTextError(name, "is no number like 12.5, but '\(text.withHiddenSpelledOut)'")
        }
        return number
    }

    func whole(_ name: String) throws(CodeTextError) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text) else {
            throw CodeTextError(name, "is no whole number, but '\(text.withHiddenSpelledOut)'")
        }
        return number
    }

    func truth(_ name: String) throws(CodeTextError) -> Bool {
        switch text(name)?.asciiLowercased {
        case nil, "false", "no", "0": return false
        case "true", "yes", "1": return true
        case .some(let other):
            throw CodeTextError(name, "is neither true nor false, but '\(other.withHiddenSpelledOut)'")
        }
    }

    /// Latitude and longitude; nil where there is neither.
    func point() throws(CodeTextError) -> GeoCoordinates? {
        switch (try number("latitude"), try number("longitude")) {
        case (nil, nil): return nil
        case (let latitude?, let longitude?):
            do throws(Refusal) {
                return try GeoCoordinates(checking: latitude, longitude)
            } catch {
                throw CodeTextError("latitude", "and 'longitude' are no place: degrees are -90…90 and -180…180")
            }
        case (nil, _): throw CodeTextError("latitude", "is missing, and 'longitude' is there")
        case (_, nil): throw CodeTextError("longitude", "is missing, and 'latitude' is there")
        }
    }
}
