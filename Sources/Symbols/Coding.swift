// The values of this module as Codable writes and reads them: as JSON output has them (Docs/Output.md).

extension Symbol: Codable {
    private enum Key: String, CodingKey {
        case symbology, text, bytes, charset, aim, addOn, structuredAppend, outline, outlines, copies, quality, page,
            decoder
    }

    /// Writes the object that output has as `symbol`: `{"symbology":"ean_13","text":"9784873119045","aim":"]E0"}`.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(symbology, forKey: .symbology)
        try object.encodeIfPresent(text, forKey: .text)
        if hasRawBytes { try object.encode(Base64.encode(bytes), forKey: .bytes) }
        try object.encodeIfPresent(encoding.charset, forKey: .charset)
        try object.encodeIfPresent(aim, forKey: .aim)
        try object.encodeIfPresent(addOn, forKey: .addOn)
        try object.encodeIfPresent(structuredAppend, forKey: .structuredAppend)
        guard let sighting else { return }
        try object.encodeIfPresent(sighting.outline, forKey: .outline)
        if !sighting.others.isEmpty { try object.encode(sighting.outlines, forKey: .outlines) }
        if sighting.copies > 1 { try object.encode(sighting.copies, forKey: .copies) }
        try object.encodeIfPresent(sighting.quality, forKey: .quality)
        try object.encodeIfPresent(sighting.page, forKey: .page)
        if !sighting.decoder.isEmpty || sighting.outline != nil {
            try object.encode(sighting.decoder, forKey: .decoder)
        }
    }

    /// Reads such an object, in which only `text` or `bytes` is needed.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let symbology = try object.decodeIfPresent(Symbology.self, forKey: .symbology) ?? .unknown
        let text = try object.decodeIfPresent(String.self, forKey: .text)
        let aim = try object.decodeIfPresent(AIMIdentifier.self, forKey: .aim)
        let addOn = try object.decodeIfPresent(String.self, forKey: .addOn)
        var sighting: Sighting?
        let name = try object.decodeIfPresent(String.self, forKey: .decoder)
        let copies = try object.decodeIfPresent(Int.self, forKey: .copies) ?? 1
        if name != nil || copies > 1 {
            sighting = Sighting(
                outline: try object.decodeIfPresent(Outline.self, forKey: .outline),
                others: Array((try object.decodeIfPresent([Outline].self, forKey: .outlines) ?? []).dropFirst()),
                copies: copies, decoder: name ?? "",
                quality: try object.decodeIfPresent(Int.self, forKey: .quality),
                page: try object.decodeIfPresent(Int.self, forKey: .page))
        }
        if let encoded = try object.decodeIfPresent(String.self, forKey: .bytes) {
            guard let bytes = Base64.decode(encoded) else { throw object.fault(.bytes, "not Base64") }
            let charset = try object.decodeIfPresent(String.self, forKey: .charset) ?? "unknown"
            self.init(symbology, bytes: bytes, aim: aim, addOn: addOn, sighting: sighting) { _ in
                text.map { ($0, charset) }
            }
        } else {
            guard let text else { throw object.fault(.text, "'text' or 'bytes' is missing") }
            self.init(symbology, text, aim: aim, addOn: addOn, sighting: sighting)
        }
        if let addOn, !Self.isAddOn(addOn) { throw object.fault(.addOn, "'\(addOn)' is not two or five digits") }
        structuredAppend = try object.decodeIfPresent(StructuredAppend.self, forKey: .structuredAppend)
    }
}

extension StructuredAppend: Codable {
    private enum Key: String, CodingKey {
        case index, count, id
    }

    /// Writes `{"index":1,"count":3,"id":"85"}`, without unknown values.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(index, forKey: .index)
        try object.encodeIfPresent(count, forKey: .count)
        try object.encodeIfPresent(id, forKey: .id)
    }

    /// Reads such an object; `count` and `id` may be absent.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let part = StructuredAppend(
            index: try object.decode(Int.self, forKey: .index),
            count: try object.decodeIfPresent(Int.self, forKey: .count),
            id: try object.decodeIfPresent(String.self, forKey: .id))
        guard let part else { throw object.fault(.index, "the index is not below the count") }
        self = part
    }
}

extension Outline: Codable {
    /// Writes the corners, clockwise from the symbol's top left one: `[[9,9],[90,9],[90,50],[9,50]]`.
    public func encode(to encoder: any Encoder) throws { try corners.map { [$0.x, $0.y] }.encode(to: encoder) }

    /// Reads four corners.
    public init(from decoder: any Decoder) throws {
        let corners = try [[Int]](from: decoder)
        guard corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else {
            throw decoder.fault("must be four corners, each a list of two whole numbers")
        }
        let points = corners.map { Point(x: $0[0], y: $0[1]) }
        self.init(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}

extension Symbology: Codable {
    /// Writes the name: `"ean_13"`.
    public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }

    /// Reads a name of any vocabulary.
    public init(from decoder: any Decoder) throws { self.init(name: try String(from: decoder)) }
}

extension AIMIdentifier: Codable {
    /// Writes the three characters: `"]E0"`.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    /// Reads a text such as `]E0`.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let identifier = AIMIdentifier(text) else { throw decoder.fault("'\(text)' is not like ]E0") }
        self = identifier
    }
}

extension Decoder {
    /// The error for a value of the right type that is not possible.
    package func fault(_ problem: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: problem))
    }
}

extension KeyedDecodingContainer {
    /// The same for a member.
    package func fault(_ key: Key, _ problem: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: problem)
    }
}
