import BeelineSymbols
import BeelineWorkers

/// What must be true of every symbol that is found in a picture.
enum SymbolPromises {
    /// The promises that are broken, in words; normally none.
    ///
    /// - Parameter size: the picture in which all outlines are to be; nil where a decoder's own are as they are.
    static func broken(by symbols: [Symbol], size: (width: Int, height: Int)? = nil) -> [String] {
        let answer = DecodeAnswer.decoding(Decoding(symbols: symbols))
        let again = DecodeAnswer(line: answer.line)
        return symbols.flatMap { symbol in broken(by: symbol) + (size.map { broken(byPlaceOf: symbol, in: $0) } ?? []) }
            + (again == answer
                ? [] : ["the answer says something else when it is read again: \(line(answer)) \(line(again))"])
    }

    private static func line(_ answer: DecodeAnswer?) -> String {
        answer.map { String(decoding: $0.line, as: UTF8.self) } ?? "none"
    }

    private static func broken(by symbol: Symbol) -> [String] {
        var problems: [String] = []
        if symbol.bytes.isEmpty { problems.append("a symbol holds nothing") }
        if symbol.symbology.isAddOn { problems.append("an add-on stands alone") }
        if symbol.sighting == nil { problems.append("nobody has seen it") }
        return problems.map { "\($0): \(symbol)" }
    }

    private static func broken(byPlaceOf symbol: Symbol, in size: (width: Int, height: Int)) -> [String] {
        guard let outline = symbol.sighting?.outline else { return [] }
        let isInside =
            outline.columns.lowerBound >= 0 && outline.columns.upperBound <= size.width
            && outline.rows.lowerBound >= 0 && outline.rows.upperBound <= size.height
        return isInside ? [] : ["an outline is outside of \(size.width) × \(size.height): \(symbol)"]
    }
}
