package import BeelineSupport
package import BeelineSymbols

extension Diagnosis {
    /// Writes the diagnosis as an object: `{"tried":["zbar"],"findings":[{"kind":"blurred","value":3.5}]}`.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.name("tried")
            json.array { json in for pass in tried { json.value(pass) } }
            json.name("findings")
            json.array { json in for finding in findings { finding.write(to: &json) } }
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    init?(json: JSONValue) {
        guard let passes = json["tried"]?.array?.map(\.string), let list = json["findings"]?.array else { return nil }
        self.init()
        tried = passes.compactMap { $0 }
        findings = list.compactMap { Finding(json: $0) }
        guard tried.count == passes.count, findings.count == list.count else { return nil }
    }
}

extension Diagnosis.Finding {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind.rawValue)
            if let outline {
                json.name("outline")
                outline.write(to: &json)
            }
            // JSON has no word for infinity.
            if let value, value.isFinite {
                json.name("value")
                json.value(.real(value))
            }
        }
    }

    fileprivate init?(json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap({ Diagnosis.Kind(rawValue: $0) }) else { return nil }
        self.init(kind, value: json["value"]?.number)
        guard let corners = json["outline"] else { return }
        guard let outline = try? Outline(json: corners) else { return nil }
        self.outline = outline
    }
}

extension JSONValue {
    /// The value of a number; nil for any other value.
    var number: Double? {
        switch self {
        case .integer(let whole): Double(whole)
        case .real(let real): real
        default: nil
        }
    }
}
