/// What the bundled rule files define, for the messages about names that the files in use do not have.
package struct BundledNames: Sendable {
    /// The kinds that bundled files define, each with its file.
    package let kinds: [CustomKind]
    /// The files of all other names.
    let files: [Subject: [String: String]]

    static let none = BundledNames(kinds: [], files: [:])

    /// A thing that a rule file defines, by its name in messages.
    package enum Subject: String, Sendable {
        case kind, field, service, constant, rule
    }

    /// The message about a name that a bundled file defines and the files in use do not; nil for any other name.
    ///
    ///     the kind 'parcel' is defined in bundled:parcels: add { "include": "bundled:parcels" } to "rules"
    package func remedy(for name: String, _ subject: Subject) -> String? {
        let file: String? =
            switch subject {
            case .kind: kinds.first { $0.name == name }?.file
            case .field: kinds.first { $0.fields.contains { $0.name.description == name } }?.file
            case .service, .constant, .rule: files[subject]?[name]
            }
        return file.map {
            "the \(subject.rawValue) '\(name)' is defined in \($0): add { \"include\": \"\($0)\" } to \"rules\""
        }
    }
}
