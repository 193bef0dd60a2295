import BeelineSupport
import BeelineSymbols

/// How an image was read, for programs: the pages that could not be, the passes that were lost, and what was tried.
enum DecodingJSON {
    /// Writes the members that have something to say: `errors`, `lost` and `diagnosis`.
    static func write(_ decoding: Decoding, to json: inout JSONWriter) {
        if decoding.pages.contains(where: { $0.failure != nil }) {
            json.name("errors")
            json.array { json in
                for page in decoding.pages {
                    guard let failure = page.failure else { continue }
                    json.object { json in
                        if let number = page.number { json.member("page", number) }
                        json.member("code", failure.code)
                        json.member("message", failure.description)
                    }
                }
            }
        }
        if !decoding.losses.isEmpty {
            json.name("lost")
            json.array { json in
                for loss in decoding.losses {
                    json.object { json in
                        json.member("pass", loss.pass)
                        if let page = loss.page { json.member("page", page) }
                        json.member("reason", loss.reason)
                    }
                }
            }
        }
        if decoding.pages.contains(where: { $0.diagnosis != nil }) {
            json.name("diagnosis")
            json.array { json in
                for page in decoding.pages {
                    if let diagnosis = page.diagnosis { write(diagnosis, of: page, to: &json) }
                }
            }
        }
    }

    private static func write(_ diagnosis: Diagnosis, of page: DecodedPage, to json: inout JSONWriter) {
        json.object { json in
            if let number = page.number { json.member("page", number) }
            json.member("width", page.width)
            json.member("height", page.height)
            json.name("tried")
            json.array { json in for pass in diagnosis.tried { json.value(pass) } }
            json.name("findings")
            json.array { json in
                for finding in diagnosis.findings {
                    json.object { json in
                        json.member("kind", finding.kind.rawValue)
                        // JSON has no other numbers.
                        if let value = finding.value, value.isFinite {
                            json.name("value")
                            json.value(json: "\((value * 1000).rounded() / 1000)".utf8)
                        }
                        if let outline = finding.outline {
                            json.name("outline")
                            json.array { json in for corner in outline.corners { write(corner, to: &json) } }
                        }
                    }
                }
            }
        }
    }

    private static func write(_ corner: Point, to json: inout JSONWriter) {
        json.array { json in
            json.value(Int(corner.x))
            json.value(Int(corner.y))
        }
    }
}
