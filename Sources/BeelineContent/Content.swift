/// What a code means. Each case holds a value that was checked when it was made.
public enum Content: Hashable, Sendable {
    /// A book: an EAN-13 that begins with 978 or 979 (not 979-0), or a typed ISBN.
    case isbn(ISBN)
    /// An article of trade: EAN, UPC, ITF-14, DataBar.
    case product(GTIN)
    /// A link.
    case url(WebAddress)
    /// Any other text.
    case text(String)
    /// Bytes that are no text.
    case binary([UInt8])
}

/// The kinds of content, by the names that rules and output use.
public enum Kind: String, Hashable, Sendable, CaseIterable {
    case isbn
    case product
    case url
    case text
    case binary
}

extension Content {
    public var kind: Kind {
        switch self {
        case .isbn: .isbn
        case .product: .product
        case .url: .url
        case .text: .text
        case .binary: .binary
        }
    }
}

extension Content: CustomStringConvertible {
    /// The kind and the value: `isbn 9784873119045`.
    public var description: String {
        switch self {
        case .isbn(let isbn): "isbn \(isbn)"
        case .product(let gtin): "product \(gtin)"
        case .url(let address): "url \(address)"
        case .text(let text): "text \(text)"
        case .binary(let bytes): "binary of \(bytes.count) bytes"
        }
    }
}
