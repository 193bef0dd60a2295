extension FieldName {
    /// The field of that name: `isbn13`, `query.id`, `ai.10`, `json.items.0.name`; nil where no code can have it.
    public init?(_ name: String) {
        if let field = Field(name: name) {
            self = .fixed(field)
            return
        }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let rest = String(name[name.index(after: dot)...])
        guard !rest.isEmpty else { return nil }
        switch name[..<dot] {
        case OpenFieldDefinition.query.prefix: self = .query(rest)
        case OpenFieldDefinition.ai.prefix:
            guard ApplicationIdentifier(rest) != nil else { return nil }
            self = .ai(rest)
        case OpenFieldDefinition.json.prefix:
            self = .json(rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
        default: return nil
        }
    }

    public var type: FieldType {
        if case .fixed(let field) = self { field.definition.type } else { openDefinition?.type ?? .any }
    }

    /// How its texts are spelled.
    public var form: FieldForm {
        switch self {
        case .fixed(let field): field.definition.form
        case .ai(let identifier): .element(identifier)
        case .query, .json: .free
        }
    }

    /// Whether a code of that kind always has it, or sometimes; nil when it never does.
    public func presence(in kind: Kind) -> Presence? {
        if case .fixed(let field) = self { return field.definition.presence(in: kind) }
        return openDefinition?.kind == kind ? .sometimes : nil
    }
}

extension FieldName: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fixed(let field): field.rawValue
        case .query(let name): "query.\(name)"
        case .ai(let identifier): "ai.\(identifier)"
        case .json(let path): "json.\(path.joined(separator: "."))"
        }
    }
}
