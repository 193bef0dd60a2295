internal import BeelineSymbols

extension Reading {
    /// The value of a field; nil where this code does not have it.
    public func value(of name: FieldName) -> FieldValue? {
        switch name {
        case .fixed(let field): value(of: field)
        case .query(let parameter):
            if case .url(let address) = content { address.queryValue(parameter).map(FieldValue.text) } else { nil }
        }
    }

    /// The value of a field; nil where this code does not have it.
    public func value(of field: Field) -> FieldValue? {
        if field == .restricted {
            if case .product(let gtin) = content { return .boolean(gtin.isRestricted) } else { return nil }
        }
        return text(of: field).map(FieldValue.text)
    }

    /// The value of a field that is text; nil where this code does not have it, or it is not text.
    public func text(of field: Field) -> String? {
        switch field {
        case .kind: return content.kind.rawValue
        case .text: return symbol.text
        case .compact: return symbol.text.map { String($0.filter { !$0.isWhitespace }) }
        case .symbology: return symbol.symbology.name
        case .addOn: return symbol.addOn
        case .restricted: return nil
        case .bytes, .isbn13, .isbn10, .gtin14, .gtin13, .gtin12, .gtin8, .url, .scheme, .host, .path:
            return content.text(of: field)
        }
    }
}

extension Content {
    /// The value of a field that only some kinds have.
    fileprivate func text(of field: Field) -> String? {
        switch (self, field) {
        case (.isbn(let isbn), .isbn13): isbn.isbn13
        case (.isbn(let isbn), .isbn10): isbn.isbn10
        case (.product(let gtin), .gtin14): gtin.gtin14
        case (.product(let gtin), .gtin13): gtin.gtin13
        case (.product(let gtin), .gtin12): gtin.gtin12
        case (.product(let gtin), .gtin8): gtin.gtin8
        case (.url(let address), .url): address.url
        case (.url(let address), .scheme): address.scheme
        case (.url(let address), .host): address.hostName
        case (.url(let address), .path): address.path
        case (.binary(let bytes), .bytes): Base64.encode(bytes)
        default: nil
        }
    }
}
