internal import BeelineSymbols

extension Reading {
    /// The value of a field; nil where this code does not have it.
    public func value(of name: FieldName) -> FieldValue? {
        switch (name, content) {
        case (.fixed(let field), _): value(of: field)
        case (.query(let parameter), .url(let address)): address.queryValue(parameter).map(FieldValue.text)
        case (.ai(let identifier), .gs1(let elements)): elements[identifier].map(FieldValue.text)
        case (.json(let path), .json(let document)): document.value(at: path)
        case (.query, _), (.ai, _), (.json, _): nil
        }
    }

    /// The value of a field; nil where this code does not have it.
    public func value(of field: Field) -> FieldValue? {
        switch field {
        case .kind: .text(content.kind.rawValue)
        case .text: symbol.text.map(FieldValue.text)
        case .compact: symbol.text.map { .text(String($0.filter { !$0.isWhitespace })) }
        case .symbology: .text(symbol.symbology.name)
        case .addOn: symbol.addOn.map(FieldValue.text)
        default: content.value(of: field)
        }
    }

    /// Whether this code has a field; cheaper than asking for its value.
    public func has(_ field: Field) -> Bool {
        switch field {
        case .kind, .symbology: true
        case .text, .compact: symbol.text != nil
        case .addOn: symbol.addOn != nil
        default:
            switch field.definition.presence(in: content.kind) {
            case nil: false
            case .always?: true
            case .sometimes?: content.has(field)
            }
        }
    }

    /// The value of a field that is text; nil where this code does not have it, or it is not text.
    public func text(of field: Field) -> String? {
        if case .text(let text)? = value(of: field) { text } else { nil }
    }
}
