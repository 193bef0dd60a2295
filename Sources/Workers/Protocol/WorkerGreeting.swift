internal import BeelineSupport
package import BeelineSymbols

/// The first line that a worker sends, before any request:
/// `{"protocol":4,"sandbox":"filter","pdfSandbox":"filter-and-paths","decoders":[…],"images":["JPEG",…]}`.
package struct WorkerGreeting: Hashable, Sendable {
    /// The version of the protocol with a worker. Every change raises it: the two are installed together.
    package static let currentProtocol = 4

    package var capabilities: DecoderCapabilities

    package init(_ capabilities: DecoderCapabilities) { self.capabilities = capabilities }

    /// The line, with its line feed.
    package var line: [UInt8] {
        JSONWriter.line { json in
            json.member("protocol", Self.currentProtocol)
            json.member("sandbox", capabilities.sandbox?.rawValue)
            json.member("pdfSandbox", capabilities.pdfSandbox?.rawValue)
            json.member("decoders", capabilities.decoders) { json, decoder in
                json.member("name", decoder.name)
                json.member("version", decoder.version)
                json.member("symbologies", decoder.symbologies.map(\.name).sorted())
            }
            json.member("images", capabilities.imageFormats)
        }
    }

    /// Why a line is not the greeting of a usable worker.
    package enum Problem: Error, Hashable, Sendable {
        /// It is a worker, of another version.
        case otherProtocol(Int)
        /// It is not a worker.
        case stranger
    }

    package init(line: some Collection<UInt8>) throws(Problem) {
        guard let json = try? JSONValue(parsing: line), let version = json["protocol"]?.integer else { throw .stranger }
        guard version == Self.currentProtocol else { throw .otherProtocol(version) }
        var decoders: [DecoderCapabilities.Decoder] = []
        for decoder in json["decoders"]?.array ?? [] {
            decoders.append(
                DecoderCapabilities.Decoder(
                    name: decoder["name"]?.string ?? "", version: decoder["version"]?.string ?? "",
                    symbologies: Set(
                        (decoder["symbologies"]?.array ?? []).compactMap(\.string).map { Symbology(name: $0) })))
        }
        func sandbox(_ name: String) -> DecoderCapabilities.Sandbox? {
            json[name]?.string.flatMap { DecoderCapabilities.Sandbox(rawValue: $0) }
        }
        capabilities = DecoderCapabilities(
            decoders: decoders, imageFormats: (json["images"]?.array ?? []).compactMap(\.string),
            sandbox: sandbox("sandbox"), pdfSandbox: sandbox("pdfSandbox"))
    }
}
