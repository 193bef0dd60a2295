internal import BeelineSupport
package import BeelineSymbols

/// What a worker is asked beside the image that it is handed, as it crosses a socket: a line of JSON,
/// `{"seconds":60,"options":{"only":["qr_code"]}}`.
package struct DecodeRequest: Hashable, Sendable {
    package var options: DecodeOptions
    /// How much processor time the image may take. The worker ends itself by it, even where nobody watches any more.
    package var seconds: Int

    /// The longest line that there is.
    package static let longestLine = 1 << 16

    package init(_ options: DecodeOptions, seconds: Int) {
        self.options = options
        self.seconds = seconds
    }

    /// The line, with its line feed.
    package var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("seconds", seconds)
            json.name("options")
            options.write(to: &json)
        }
        json.endLine()
        return json.bytes
    }

    /// Reads a line; nil when it is no request.
    package init?(line: some Collection<UInt8>) {
        guard let json = try? JSONValue(parsing: line), let seconds = json["seconds"]?.integer, seconds > 0,
            let options = json["options"].flatMap({ DecodeOptions(json: $0) })
        else { return nil }
        self.init(options, seconds: seconds)
    }
}
