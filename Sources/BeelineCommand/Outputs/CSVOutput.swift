import Beeline

/// A row for each code (RFC 4180); an input without one has a row with its name alone.
struct CSVOutput {
    private(set) var bytes: [UInt8] = []

    static let header = Array("input,page,symbology,text,bytes,kind,rule,action,url,error\n".utf8)

    mutating func append(_ answer: Answer) {
        let input = answer.input.text
        switch answer.outcome {
        case .success(let results):
            if results.isEmpty { row(input, error: "") }
            for result in results { row(input, result) }
        case .failure(let error): row(input, error: "\(error.code): \(error.message)")
        }
    }

    private mutating func row(_ input: String, _ result: Answer.Resolved) {
        let resolution = result.resolution
        let symbol = resolution.symbol
        cell(input)
        next(symbol.sighting?.page.map(String.init) ?? "")
        next(symbol.symbology.name)
        next(symbol.text ?? "")
        next(symbol.hasRawBytes ? Base64.encode(symbol.bytes) : "")
        next(resolution.kindName)
        next(resolution.rule?.id ?? "")
        next(resolution.actions.map(\.name).joined(separator: " "))
        next(resolution.actions.lazy.compactMap(\.url).first ?? "")
        next(failure(result))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A row for an input of which nothing else is known.
    private mutating func row(_ input: String, error: String) {
        cell(input)
        for _ in 0..<8 { next("") }
        next(error)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The first action that was not done.
    private func failure(_ result: Answer.Resolved) -> String {
        guard let outcomes = result.outcomes else {
            return result.resolution.actions.lazy.compactMap(\.problem).first ?? ""
        }
        return outcomes.first { $0.status != .done && $0.status != .notNeeded }.map {
            "\($0.status.rawValue): \($0.message)"
        } ?? ""
    }

    private mutating func next(_ text: String) {
        bytes.append(UInt8(ascii: ","))
        cell(text)
    }

    private mutating func cell(_ text: String) {
        let needsQuotes = text.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
            default: false
            }
        }
        guard needsQuotes else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
