package import BeelineSupport
package import BeelineSymbols

extension Decoding {
    /// Writes what was found as the members of an object that is open: `"symbols":[…],"pages":[…],"losses":[…]`. The last
    /// two are left out where there are none.
    package func writeMembers(to json: inout JSONWriter) {
        json.name("symbols")
        json.array { json in for symbol in symbols { symbol.write(to: &json) } }
        if !pages.isEmpty {
            json.name("pages")
            json.array { json in for page in pages { page.write(to: &json) } }
        }
        if !losses.isEmpty {
            json.name("losses")
            json.array { json in for loss in losses { loss.write(to: &json) } }
        }
    }

    /// Reads an object with what `writeMembers(to:)` writes; nil for anything else.
    init?(json: JSONValue) {
        guard let symbols = json["symbols"]?.array else { return nil }
        self.init()
        for symbol in symbols {
            guard let symbol = try? Symbol(json: symbol) else { return nil }
            self.symbols.append(symbol)
        }
        for page in json["pages"]?.array ?? [] {
            guard let page = DecodedPage(json: page) else { return nil }
            pages.append(page)
        }
        for loss in json["losses"]?.array ?? [] {
            guard let loss = LostPass(json: loss) else { return nil }
            losses.append(loss)
        }
    }
}

extension DecodedPage {
    /// Writes the page as an object: `{"page":2,"width":1240,"height":1754}`, the preview in Base64.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            if let number { json.member("page", number) }
            json.member("width", width)
            json.member("height", height)
            if let failure {
                json.name("error")
                failure.write(to: &json)
            }
            if let diagnosis {
                json.name("diagnosis")
                diagnosis.write(to: &json)
            }
            if let preview { json.member("preview", Base64.encode(preview)) }
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    fileprivate init?(json: JSONValue) {
        guard let width = json["width"]?.integer, let height = json["height"]?.integer else { return nil }
        self.init(number: json["page"]?.integer, width: width, height: height)
        if let error = json["error"] {
            guard let error = DecodeError(json: error) else { return nil }
            failure = error
        }
        if let object = json["diagnosis"] {
            guard let diagnosis = Diagnosis(json: object) else { return nil }
            self.diagnosis = diagnosis
        }
        if let text = json["preview"] {
            guard let bytes = text.string.flatMap({ Base64.decode($0) }) else { return nil }
            preview = bytes
        }
    }
}

extension LostPass {
    /// Writes the loss as an object: `{"pass":"zxing.linear","page":2,"reason":"signal 6 (Aborted)"}`.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("pass", pass)
            if let page { json.member("page", page) }
            json.member("reason", reason)
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    fileprivate init?(json: JSONValue) {
        guard let pass = json["pass"]?.string, let reason = json["reason"]?.string else { return nil }
        self.init(pass: pass, page: json["page"]?.integer, reason: reason)
    }
}
