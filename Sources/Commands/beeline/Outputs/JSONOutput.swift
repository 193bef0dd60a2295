import Beeline
import BeelineSupport
import BeelineSymbols

/// One line of JSON for each input.
struct JSONOutput: ~Copyable {
    private var json: JSONWriter
    private var seen = SeenHosts()

    /// - Parameter capacity: how many bytes are likely to be written.
    init(capacity: Int = 512) {
        json = JSONWriter(capacity: capacity)
    }

    var bytes: [UInt8] { json.bytes }

    mutating func append(_ answer: Answer) {
        begin(answer.input)
        switch answer.outcome {
        case .success(let results):
            ResultJSON.write(results, &seen, to: &json)
            if let image = answer.image { ImageReportJSON.write(image, to: &json) }
        case .failure(let error):
            json.name("error")
            json.object { json in
                json.member("code", error.code)
                json.member("message", error.message)
            }
        }
        end()
    }

    /// The answer to an input that is a single code.
    mutating func append(_ input: Answer.Input, _ result: CodeResult) {
        begin(input)
        ResultJSON.write(only: result, &seen, to: &json)
        end()
    }

    /// The same, for an input whose bytes are copied.
    mutating func append(_ line: Span<UInt8>, _ form: InputFormat.EchoedForm, _ result: CodeResult) {
        ResultJSON.begin(&json)
        switch form {
        case .json: json.value(json: line)
        case .text: json.value(utf8: line)
        }
        ResultJSON.write(only: result, &seen, to: &json)
        end()
    }

    private mutating func begin(_ input: Answer.Input) {
        ResultJSON.begin(&json)
        switch input {
        case .text(let text): json.value(text)
        case .json(let bytes): json.value(json: bytes)
        }
    }

    private mutating func end() {
        json.endObject()
        json.endLine()
    }
}

/// How an image was read, for programs: the pages that could not be, the passes that were lost, and what was tried.
enum ImageReportJSON {
    /// Writes the members that have something to say: `errors`, `lost` and `diagnosis`.
    static func write(_ image: Answer.ImageReport, to json: inout JSONWriter) {
        if image.pages.contains(where: { $0.failure != nil }) {
            json.name("errors")
            json.array { json in
                for page in image.pages {
                    guard let failure = page.failure else { continue }
                    json.object { json in
                        if let number = page.number { json.member("page", number) }
                        json.member("code", failure.code)
                        json.member("message", failure.description)
                    }
                }
            }
        }
        if !image.losses.isEmpty {
            json.name("lost")
            json.array { json in
                for loss in image.losses {
                    json.object { json in
                        json.member("pass", loss.pass)
                        if let page = loss.page { json.member("page", page) }
                        json.member("reason", loss.reason)
                    }
                }
            }
        }
        if image.pages.contains(where: { $0.diagnosis != nil }) {
            json.name("diagnosis")
            json.array { json in
                for page in image.pages {
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
