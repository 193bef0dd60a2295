package import Beeline
internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

extension JSONOutput {
    /// A line about a change of a source.
    package static func line(_ status: SourceStatus) -> [UInt8] {
        JSONWriter.line { json in
            json.member("version", ResultJSON.version)
            json.member("event", status.state.name)
            json.member("at", status.at)
            json.member("source", status.source)
            switch status.state {
            case .connected, .dark, .bright, .ended: break
            case .lost(let reason), .failed(let reason): json.member("message", reason)
            case .problem(let code, let message, let input):
                json.member("code", code)
                json.member("message", message)
                json.member("input", input.map(Secrets.maskedBeginning))
            }
        }
    }

    /// A line about a scan, with `•••` instead of what its codes keep secret.
    package static func line(_ sighting: LiveSighting) -> [UInt8] {
        var output = JSONOutput()
        output.append(Answer(sighting).redacted { $0.text ?? "" }, sighting)
        return output.bytes
    }

    /// A line about a scan: as for an input, with when and by what it was scanned.
    package mutating func append(_ answer: Answer, _ sighting: LiveSighting) {
        append(answer) { json in
            json.member("at", sighting.at)
            json.member("source", sighting.source)
            json.member("frames", sighting.frames)
            if sighting.amends { json.member("amends", true) }
        }
    }
}

extension Answer {
    /// What is said to a code that was scanned. Its input is the picture, or the code itself.
    package init(_ sighting: LiveSighting) {
        let symbol = sighting.resolution.symbol
        self.init(
            input: .text(sighting.image ?? symbol.text ?? String(decoding: symbol.bytes, as: UTF8.self)),
            outcome: .success([sighting.result]), image: sighting.image == nil ? nil : Answer.ImageReport())
    }
}
