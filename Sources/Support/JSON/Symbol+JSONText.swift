package import BeelineSymbols

extension Symbol {
    /// Reads a symbol from the text of its object: the same as `Symbol(json: JSONValue(parsing: text))`, and several times
    /// as fast for the plain objects of which streams are made.
    ///
    /// - Throws: `JSONError` when it is no JSON, `SymbolFormatError` when it is no symbol.
    package init(parsingJSON text: Span<UInt8>) throws {
        if let symbol = Symbol(flatJSON: text) {
            self = symbol
        } else {
            try self.init(json: JSONValue(parsing: text.withUnsafeBufferPointer { Array($0) }))
        }
    }

    /// Nil for what is rare or wrong; `init(json:)` knows what it is.
    package init?(flatJSON text: Span<UInt8>) {
        let symbol = text.withUnsafeBufferPointer { bytes -> Symbol? in
            guard let object = FlatObject(bytes) else { return nil }
            return Symbol(flat: object)
        }
        guard let symbol else { return nil }
        self = symbol
    }

    private init?(flat object: borrowing FlatObject) {
        // Nearly all objects have nothing else.
        if object.count == 2, case .text(let text) = object.value("text"),
            let symbology = object.withPlainBytes("symbology", Symbology.exactly) ?? nil
        {
            self.init(symbology, text)
            return
        }
        // Bytes, and where the code was seen, are what decoders tell, and these are slower than any reader.
        guard object.isAbsent("bytes"), object.isAbsent("decoder"), object.isAbsent("structuredAppend"),
            case .text(let text) = object.value("text")
        else { return nil }
        let symbology: Symbology
        var isNameOfGS1 = false
        if let exact = object.withPlainBytes("symbology", Symbology.exactly) ?? nil {
            symbology = exact
        } else {
            let name: String
            switch object.value("symbology") {
            case .absent: name = ""
            case .text(let text): name = text
            case .other: return nil
            }
            symbology = Symbology(name: name)
            isNameOfGS1 = Symbology.isNameOfGS1(name)
        }
        var aim: AIMIdentifier?
        switch object.value("aim") {
        case .absent, .text(""): aim = isNameOfGS1 ? symbology.gs1AIM : nil
        case .text(let text):
            guard let identifier = AIMIdentifier(text) else { return nil }
            aim = identifier
        case .other: return nil
        }
        var addOn: String?
        switch object.value("addOn") {
        case .absent, .text(""): break
        case .text(let digits):
            guard Self.isAddOn(digits) else { return nil }
            addOn = digits
        case .other: return nil
        }
        self.init(symbology, text, aim: aim, addOn: addOn)
    }
}
