import Beeline

/// A row for each code (RFC 4180); an input without one has a row with its name alone.
struct CSVOutput {
    private(set) var bytes: [UInt8] = []

    static let header = Array("input,page,symbology,text,bytes,kind,rule,action,url,error\n".utf8)

    mutating func append(_ answer: Answer) {
        let input = answer.input.text
        switch answer.outcome {
        case .success(let results):
            if results.isEmpty { row([input] + Array(repeating: "", count: 9)) }
            for result in results { row([input] + cells(result.resolution) + [failure(result)]) }
        case .failure(let error):
            row([input] + Array(repeating: "", count: 8) + ["\(error.code): \(error.message)"])
        }
    }

    private func cells(_ resolution: Resolution) -> [String] {
        let symbol = resolution.symbol
        return [
            symbol.sighting?.page.map(String.init) ?? "",
            symbol.symbology.name,
            symbol.text ?? "",
            symbol.hasRawBytes ? Base64.encode(symbol.bytes) : "",
            resolution.content.kind.rawValue,
            resolution.rule?.id ?? "",
            resolution.actions.map(\.name).joined(separator: " "),
            resolution.actions.lazy.compactMap(\.url).first ?? "",
        ]
    }

    /// The first action that was not done.
    private func failure(_ result: Answer.Resolved) -> String {
        guard let outcomes = result.outcomes else {
            return result.resolution.actions.lazy.compactMap(\.problem).first ?? ""
        }
        return outcomes.first { $0.status != .done }.map { "\($0.status.rawValue): \($0.message)" } ?? ""
    }

    private mutating func row(_ cells: [String]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            if needsQuotes { bytes.append(0x22) }
            for byte in cell.utf8 {
                if byte == 0x22 { bytes.append(0x22) }
                bytes.append(byte)
            }
            if needsQuotes { bytes.append(0x22) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
