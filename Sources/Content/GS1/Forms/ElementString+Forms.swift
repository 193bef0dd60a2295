internal import BeelineSymbols

extension ElementString {
    /// As people read it: `(01)09521234543213(10)ABC`.
    ///
    /// A bracket in a value that would read as the beginning of an element has a backslash before it.
    public var bracketed: String {
        var text: [UInt8] = []
        for element in elements {
            text.append(UInt8(ascii: "("))
            text += element.identifier.code.utf8
            text.append(UInt8(ascii: ")"))
            let value = Array(element.value.utf8)
            for (place, byte) in value.enumerated() {
                if byte == UInt8(ascii: "("), BracketedReader.identifier(value, at: place) != nil {
                    text.append(UInt8(ascii: "\\"))
                }
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// As a symbol holds it: `010952123454321310ABC`, with the separator U+001D after each element whose length is not
    /// known from its identifier, unless it is the last one.
    public var elementString: String {
        var text = ""
        for (place, element) in elements.enumerated() {
            text += element.identifier.code
            text += element.value
            if place < elements.count - 1, !element.identifier.hasPredefinedLength { text += "\u{1D}" }
        }
        return text
    }

    /// As a Digital Link, in canonical form: `https://id.gs1.org/01/09521234543213/10/ABC?17=271231`.
    ///
    /// The first element that can be the key is the key if all others can be expressed with it. Nil when there is none,
    /// such as when an element can be neither its qualifier nor an attribute.
    public var digitalLink: String? {
        for key in elements {
            guard let sequences = key.identifier.qualifierPatterns else { continue }
            for sequence in sequences.isEmpty ? [[]] : sequences {
                if let link = link(key, sequence) { return link }
            }
        }
        return nil
    }

    /// The link with that key and those qualifiers; nil when something would be left over.
    private func link(_ key: Element, _ sequence: [IdentifierPattern]) -> String? {
        func place(_ element: Element) -> Int? { sequence.firstIndex { $0.range.contains(element.identifier.number) } }
        var link = "https://id.gs1.org/\(key.identifier.code)/\(PercentEncoding.encode(key.value))"
        for pattern in sequence {
            for element in elements where pattern.range.contains(element.identifier.number) {
                link += "/\(element.identifier.code)/\(PercentEncoding.encode(element.value))"
            }
        }
        var separator = "?"
        for element in elements where element.identifier != key.identifier && place(element) == nil {
            guard element.identifier.isLinkAttribute else { return nil }
            link += "\(separator)\(element.identifier.code)=\(PercentEncoding.encode(element.value))"
            separator = "&"
        }
        return link
    }
}
