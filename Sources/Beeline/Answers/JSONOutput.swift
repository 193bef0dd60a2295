package import BeelineSupport
internal import BeelineSymbols

/// Answers as JSON: one line for each input.
package struct JSONOutput: ~Copyable {
    private var json: JSONWriter
    private let summarizes: Bool

    /// - Parameters:
    ///   - capacity: the expected number of bytes.
    ///   - summarizes: whether each result has a `summary`, for a reader that shows it to people.
    package init(capacity: Int = 512, summarizes: Bool = false) {
        json = JSONWriter(capacity: capacity)
        self.summarizes = summarizes
    }

    package var bytes: [UInt8] { json.bytes }

    /// The number of bytes so far.
    package var count: Int { json.count }

    /// - Parameter members: writes further members about the input.
    package mutating func append(_ answer: Answer, _ members: (inout JSONWriter) -> Void = { _ in }) {
        json.beginObject()
        json.member("version", ResultJSON.version)
        json.name("input")
        switch answer.input {
        case .text(let text): json.value(text)
        case .json(let bytes): json.value(json: bytes)
        }
        members(&json)
        switch answer.outcome {
        case .success(let results):
            json.array("results") { json in
                for result in results { ResultJSON.write(result, summarizes: summarizes, to: &json) }
            }
            if let image = answer.image { Self.write(image, to: &json) }
        case .failure(let error): json.error(error.code, error.message)
        }
        json.endObject()
        json.endLine()
    }

    /// Writes the failed pages, the lost passes and the diagnoses of an image, where there are any.
    private static func write(_ image: Answer.ImageReport, to json: inout JSONWriter) {
        let failures = image.pages.compactMap { page in page.failure.map { (page.number, $0) } }
        if !failures.isEmpty {
            json.member("errors", failures) { json, failure in
                json.member("page", failure.0)
                json.member("code", failure.1.code)
                json.member("message", failure.1.description)
            }
        }
        if !image.losses.isEmpty {
            json.member("lost", image.losses) { json, loss in
                json.member("pass", loss.pass)
                json.member("page", loss.page)
                json.member("reason", loss.reason)
            }
        }
        let diagnoses = image.pages.compactMap { page in page.diagnosis.map { (page, $0) } }
        guard !diagnoses.isEmpty else { return }
        json.member("diagnosis", diagnoses) { json, entry in
            let (page, diagnosis) = entry
            json.member("page", page.number)
            json.member("width", page.width)
            json.member("height", page.height)
            json.member("tried", diagnosis.tried)
            json.member("findings", diagnosis.findings) { json, finding in finding.write(to: &json) }
        }
    }
}

extension Diagnosis.Finding {
    /// Writes the members of the finding.
    package func write(to json: inout JSONWriter) {
        json.member("kind", kind.rawValue)
        // JSON has only finite numbers.
        if let value, value.isFinite {
            json.name("value")
            json.value(json: "\((value * 1000).rounded() / 1000)".utf8)
        }
        guard let outline else { return }
        json.name("outline")
        json.array { json in
            for corner in outline.corners {
                json.array { json in
                    json.value(Int(corner.x))
                    json.value(Int(corner.y))
                }
            }
        }
    }
}
