package import Beeline
internal import BeelineContent
internal import BeelineSupport

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
