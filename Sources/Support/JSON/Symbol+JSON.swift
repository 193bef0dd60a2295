package import BeelineSymbols

extension Symbol {
    /// Writes the symbol as output and workers have it: `{"symbology":"ean_13","text":"9784873119045","aim":"]E0"}`.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("symbology", symbology.name)
        if let text { json.member("text", text) }
        if hasRawBytes { json.member("bytes", Base64.encode(bytes)) }
        if let charset = encoding.charset { json.member("charset", charset) }
        if let aim { json.member("aim", aim.description) }
        if let addOn { json.member("addOn", addOn) }
        if let structuredAppend {
            json.name("structuredAppend")
            structuredAppend.write(to: &json)
        }
        if let sighting { sighting.writeMembers(to: &json) }
        json.endObject()
    }

    /// Reads a symbol from the text of its object: `JSONError` for what is not JSON, `SymbolFormatError` for no symbol.
    package init(parsingJSON text: Span<UInt8>) throws { try self.init(json: JSONValue(parsing: text)) }

    /// Reads what `write(to:)` writes, and what other programs write in its manner: only `text` or `bytes` is needed,
    /// the symbology may have any name that the table knows, members that are not known are skipped. A name such as
    /// `GS1-128` says that the content is GS1 element strings, unless `aim` says what it is.
    ///
    ///     try Symbol(json: JSONValue(parsing: #"{"text":"4902370548495","symbology":"EAN-13"}"#.utf8))
    ///
    /// - Throws: `SymbolFormatError`, which names the member.
    package init(json: JSONValue) throws(SymbolFormatError) {
        guard case .object(let members) = json else { throw .notAnObject(json.typeName) }
        var text: String?
        var encoded: String?
        var name = ""
        var aimText = ""
        var addOn = ""
        var hasOthers = false
        for member in members {
            switch member.name {
            case "text": text = try member.text()
            case "symbology": name = try member.text() ?? ""
            case "bytes": encoded = try member.text()
            case "aim": aimText = try member.text() ?? ""
            case "addOn": addOn = try member.text() ?? ""
            case "charset", "structuredAppend", "decoder", "copies": hasOthers = true
            default: break
            }
        }
        let (symbology, aim) = try Self.checked(name, aim: aimText, addOn: addOn)
        // Most lines of a stream have none of these.
        let part = hasOthers ? try StructuredAppend(memberOf: json) : nil
        let sighting = hasOthers ? try Sighting(json: json) : nil

        if let encoded {
            guard let bytes = Base64.decode(encoded) else { throw .badMember("bytes", "not Base64") }
            let charset = hasOthers ? try Self.charset(of: json) : nil
            let symbol = Symbol(symbology, bytes: bytes, aim: aim, sighting: sighting) { _ in
                text.map { ($0, charset ?? "unknown") }
            }
            if text == nil, symbol.hasRawBytes, let known = charset.flatMap(Conversion.Charset.init(name:)),
                let decoded = Conversion.text(bytes, from: known)
            {
                self = symbol.decoded(as: decoded, charset: known.name, isTold: true)
            } else {
                self = symbol
            }
        } else {
            guard let text else { throw .noContent }
            self.init(symbology, text, aim: aim, sighting: sighting)
        }
        if !addOn.isEmpty { self.addOn = addOn }
        if part != nil { structuredAppend = part }
    }

    /// The name of a character set, which must be one that is known, or one of those that output has for other texts.
    private static func charset(of json: JSONValue) throws(SymbolFormatError) -> String? {
        guard let name = try json.text(of: "charset"), !name.isEmpty else { return nil }
        let isOther = ["UNKNOWN", "UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(name.uppercased())
        if !isOther, let problem = Conversion.Charset.problem(with: name) { throw .badMember("charset", problem) }
        return name
    }

    /// A symbol from bytes and the names that a scanner gives them, as `init(json:)` reads these; names may be empty.
    package init(
        code: Span<UInt8>, symbology name: String, aim aimText: String, addOn: String
    ) throws(SymbolFormatError) {
        let (symbology, aim) = try Self.checked(name, aim: aimText, addOn: addOn)
        self.init(symbology, bytes: code, aim: aim) { CharacterSets.guess($0) }
        if !addOn.isEmpty { self.addOn = addOn }
    }

    /// What a name and an AIM identifier say, either of which may be empty.
    private static func checked(
        _ name: String, aim aimText: String, addOn: String
    ) throws(SymbolFormatError) -> (Symbology, AIMIdentifier?) {
        let (symbology, aimOfName) = Symbology.named(name)
        let aim = aimText.isEmpty ? aimOfName : AIMIdentifier(aimText)
        guard aim != nil || aimText.isEmpty else { throw .badMember("aim", "'\(aimText)' is not like ]E0") }
        guard addOn.isEmpty || isAddOn(addOn) else {
            throw .badMember("addOn", "'\(addOn)' is not two or five digits")
        }
        return (symbology, aim)
    }

    /// The same with a text in the likeliest character set, where it has bytes and no text was given.
    package var guessingText: Symbol {
        guard text == nil else { return self }
        var symbol = Symbol(symbology, bytes: bytes, aim: aim, addOn: addOn, sighting: sighting) {
            CharacterSets.guess($0)
        }
        symbol.structuredAppend = structuredAppend
        return symbol
    }
}

extension StructuredAppend {
    /// Nil when the object is not part of a sequence.
    fileprivate init?(memberOf json: JSONValue) throws(SymbolFormatError) {
        switch json["structuredAppend"] {
        case nil, .null: return nil
        case let member?:
            guard let part = StructuredAppend(json: member) else {
                throw .badMember("structuredAppend", #"an object like {"index":0,"count":2,"id":"85"} is expected"#)
            }
            self = part
        }
    }
}

extension Sighting {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        if let outline {
            json.name("outline")
            outline.write(to: &json)
        }
        if !others.isEmpty {
            json.name("outlines")
            json.array { json in for outline in outlines { outline.write(to: &json) } }
        }
        if copies > 1 { json.member("copies", copies) }
        if let quality { json.member("quality", quality) }
        if let page { json.member("page", page) }
        if !decoder.isEmpty || outline != nil { json.member("decoder", decoder) }
    }

    /// Nil when the object says nothing of one.
    fileprivate init?(json: JSONValue) throws(SymbolFormatError) {
        let decoder = try json.text(of: "decoder")
        let copies = json["copies"]?.integer ?? 1
        guard decoder != nil || copies > 1 else { return nil }
        var others: [Outline] = []
        for outline in json["outlines"]?.array?.dropFirst() ?? [] {
            if let outline = try Outline(json: outline) { others.append(outline) }
        }
        self.init(
            outline: try json["outline"].flatMap { (outline) throws(SymbolFormatError) in try Outline(json: outline) },
            others: others, copies: copies, decoder: decoder ?? "", quality: json["quality"]?.integer,
            page: json["page"]?.integer)
    }
}

extension JSONValue {
    /// The text of a member; nil where it is absent or null.
    fileprivate func text(of name: String) throws(SymbolFormatError) -> String? {
        try self[name].flatMap { (value) throws(SymbolFormatError) in try Member(name: name, value: value).text() }
    }
}

extension JSONValue.Member {
    fileprivate func text() throws(SymbolFormatError) -> String? {
        switch value {
        case .null: return nil
        case .string(let text): return text
        default: throw .badMember(name, "must be a string, not \(value.typeName)")
        }
    }
}

extension StructuredAppend {
    /// Writes `{"index":1,"count":3,"id":"85"}`, without unknown values.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("index", index)
            if let count { json.member("count", count) }
            if let id { json.member("id", id) }
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    package init?(json: JSONValue) {
        guard let index = json["index"]?.integer else { return nil }
        var count: Int?
        switch json["count"] {
        case nil, .null: break
        case let number?:
            guard let number = number.integer else { return nil }
            count = number
        }
        self.init(index: index, count: count, id: json["id"]?.string)
    }
}

extension Outline {
    /// Writes the corners as output has them, clockwise from the symbol's top left: `[[9,9],[90,9],[90,50],[9,50]]`.
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for corner in corners {
                json.array { json in
                    json.value(Int(corner.x))
                    json.value(Int(corner.y))
                }
            }
        }
    }

    /// Reads what `write(to:)` writes; nil for an empty list, which is not an outline.
    package init?(json: JSONValue) throws(SymbolFormatError) {
        guard let list = json.array else {
            throw .badMember("outline", "must be a list of four corners, not \(json.typeName)")
        }
        var corners: [Point] = []
        for corner in list {
            guard let pair = corner.array, pair.count == 2, let x = pair[0].integer, let y = pair[1].integer else {
                throw .badMember("outline", "a corner must be a list of two whole numbers")
            }
            corners.append(Point(x: x, y: y))
        }
        if corners.isEmpty { return nil }
        guard corners.count == 4 else { throw .badMember("outline", "it must be a list of four corners") }
        self.init(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }
}

package enum SymbolFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// With what it is instead.
    case notAnObject(String)
    case noContent
    /// With the member's name and what is wrong with it.
    case badMember(String, String)

    package var description: String {
        switch self {
        case .notAnObject(let type): "must be an object with 'text' or 'bytes', not \(type)"
        case .noContent: "'text' or 'bytes' is missing"
        case .badMember(let name, let problem): "'\(name)': \(problem)"
        }
    }
}
