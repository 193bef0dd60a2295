package import BeelineSupport
package import BeelineSymbols

/// The request to a worker, with an image: a line of JSON, `{"seconds":60,"options":{"only":["qr_code"]}}`.
package struct DecodeRequest: Hashable, Sendable {
    package var options: DecodeOptions
    /// The processor time that the image may take. The worker limits itself, even if its parent is gone.
    package var seconds: Int

    package static let longestLine = 1 << 16

    package init(_ options: DecodeOptions, seconds: Int) {
        self.options = options
        self.seconds = seconds
    }

    /// The line, with its line feed.
    package var line: [UInt8] {
        JSONWriter.line { json in
            json.member("seconds", seconds)
            json.name("options")
            options.write(to: &json)
        }
    }

    /// Reads a line; nil when it is not a request.
    package init?(line: some Collection<UInt8>) {
        guard let json = try? JSONValue(parsing: line), let seconds = json["seconds"]?.integer, seconds > 0,
            let options = json["options"].flatMap({ DecodeOptions(json: $0) })
        else { return nil }
        self.init(options, seconds: seconds)
    }
}

extension DecodeOptions {
    /// Writes an object of the options that differ from the default: `{"effort":"max","only":["qr_code"]}`.
    package func write(to json: inout JSONWriter) {
        let usual = DecodeOptions()
        json.object { json in
            if effort != usual.effort { json.member("effort", effort.rawValue) }
            if !only.isEmpty { json.member("only", only.map(\.name).sorted()) }
            if let region {
                json.array("region") { json in
                    for length in [region.x, region.y, region.width, region.height] { length.write(to: &json) }
                }
            }
            if stopsAtFirst { json.member("stopsAtFirst", true) }
            if diagnoses { json.member("diagnoses", true) }
            json.member("previewSide", previewSide)
            if !without.isEmpty { json.member("without", without.sorted()) }
            json.member("frame", frame)
        }
    }

    /// Reads what `write(to:)` writes; nil for anything else.
    init?(json: JSONValue) {
        guard case .object = json else { return nil }
        self.init()
        if let name = json["effort"] {
            guard let effort = name.string.flatMap({ DecodeEffort(rawValue: $0) }) else { return nil }
            self.effort = effort
        }
        if let list = json["region"] {
            let lengths = (list.array ?? []).compactMap { ImageRegion.Length(json: $0) }
            guard lengths.count == 4 else { return nil }
            region = ImageRegion(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
        }
        if let side = json["previewSide"] {
            guard let side = side.integer else { return nil }
            previewSide = side
        }
        if let number = json["frame"] {
            guard let number = number.integer, number >= 0 else { return nil }
            frame = number
        }
        guard let only = json.texts("only"), let without = json.texts("without") else { return nil }
        self.only = Set(only.map { Symbology(name: $0) })
        self.without = Set(without)
        stopsAtFirst = json["stopsAtFirst"] == .boolean(true)
        diagnoses = json["diagnoses"] == .boolean(true)
    }
}

extension ImageRegion.Length {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .pixels(let count): json.member("pixels", count)
            case .fraction(let share):
                json.name("fraction")
                json.value(.real(share))
            }
        }
    }

    fileprivate init?(json: JSONValue) {
        if let count = json["pixels"]?.integer {
            self = .pixels(count)
        } else if let share = json["fraction"]?.number {
            self = .fraction(share)
        } else {
            return nil
        }
    }
}

extension JSONValue {
    /// The texts of a list; none where there is no such member, nil where it is something else.
    fileprivate func texts(_ name: String) -> [String]? {
        guard let member = self[name] else { return [] }
        let texts = member.array?.map(\.string)
        return texts.flatMap { $0.contains(nil) ? nil : $0.compactMap { $0 } }
    }
}
