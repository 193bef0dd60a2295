package import BeelineSupport
package import BeelineSymbols

/// The answer of a worker to one image: a line of JSON, `{"symbols":[…],"pages":[…]}` or `{"error":{"code":…}}`.
package enum DecodeAnswer: Hashable, Sendable {
    case decoding(Decoding)
    case failure(DecodeError)

    /// The line, with its line feed.
    package var line: [UInt8] {
        JSONWriter.line { json in
            switch self {
            case .decoding(let decoding): decoding.writeMembers(to: &json)
            case .failure(let error):
                json.name("error")
                error.write(to: &json)
            }
        }
    }

    /// Reads a line; nil when it is not an answer.
    package init?(line: some Collection<UInt8>) {
        guard let json = try? JSONValue(parsing: line) else { return nil }
        if let error = json["error"] {
            guard let failure = DecodeError(json: error) else { return nil }
            self = .failure(failure)
        } else {
            guard let decoding = Decoding(json: json) else { return nil }
            self = .decoding(decoding)
        }
    }
}

extension Decoding {
    /// Writes the members of an open object: `"symbols":[…],"pages":[…],"losses":[…]`, the last two only if needed.
    package func writeMembers(to json: inout JSONWriter) {
        json.array("symbols") { json in for symbol in symbols { symbol.write(to: &json) } }
        if !pages.isEmpty { json.array("pages") { json in for page in pages { page.write(to: &json) } } }
        if !losses.isEmpty { json.array("losses") { json in for loss in losses { loss.write(to: &json) } } }
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
            json.member("page", number)
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
            json.member("preview", preview.map(Base64.encode))
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
            json.member("page", page)
            json.member("reason", reason)
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    fileprivate init?(json: JSONValue) {
        guard let pass = json["pass"]?.string, let reason = json["reason"]?.string else { return nil }
        self.init(pass: pass, page: json["page"]?.integer, reason: reason)
    }
}

extension Diagnosis {
    /// Writes the diagnosis as an object: `{"tried":["zbar"],"findings":[{"kind":"blurred","value":3.5}]}`.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("tried", tried)
            json.array("findings") { json in for finding in findings { finding.write(to: &json) } }
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

extension DecodeError {
    /// Writes the error as the object that a worker's answers have: `{"code":"unreadable-image","detail":"…"}`.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", code)
            json.member("detail", detail)
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    init?(json: JSONValue) {
        guard let code = json["code"]?.string, let detail = json["detail"]?.string else { return nil }
        let candidates: [DecodeError] = [
            .cannotOpen(detail), .unreadableImage(detail), .tooLarge(detail), .decoderDied(detail),
            .timedOut(limit: .seconds(Int(detail) ?? 0)), .unavailable(detail), .cancelled,
            .nothingReads(Set(detail.split(separator: "\n").map { Symbology(name: String($0)) })),
        ]
        guard let error = candidates.first(where: { $0.code == code }) else { return nil }
        self = error
    }

    /// What the case contains, as text.
    private var detail: String {
        switch self {
        case .cannotOpen(let text), .unreadableImage(let text), .tooLarge(let text), .decoderDied(let text),
            .unavailable(let text):
            text
        case .timedOut(let limit): String(limit.wholeSeconds)
        case .nothingReads(let symbologies): symbologies.map(\.name).sorted().joined(separator: "\n")
        case .cancelled: ""
        }
    }
}

/// A worker notes each pass before it begins, as a line such as `zxing.linear 2` in memory that it shares with the
/// pool. The note outlives the worker.
extension PassNote {
    /// How many bytes the shared memory has.
    package static let room = 4096
    /// The offset of the letter `M`, which says that the worker died because it ran out of memory.
    package static let memoryMark = room - 1

    /// The line, with its line feed.
    package var line: [UInt8] {
        Array((page.map { "\(pass) \($0)\n" } ?? "\(pass)\n").utf8)
    }

    /// Reads the line that the memory begins with; nil when there is none.
    package init?(memory: some Collection<UInt8>) {
        // The first byte is written last.
        guard memory.first != 0, let end = memory.prefix(Self.memoryMark).firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        let words = String(decoding: memory[..<end], as: UTF8.self).split(separator: " ")
        guard let pass = words.first else { return nil }
        self.init(pass: String(pass), page: words.count > 1 ? Int(words[1]) : nil)
    }
}
