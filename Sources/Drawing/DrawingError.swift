internal import BeelineSymbols

/// Why a code is not drawn: where the problem is, what it is, and what to do.
public struct DrawingError: Error, Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        /// The format cannot encode the content.
        case content
        /// There is no such format, or it does not support the request.
        case format
        /// No symbol of the format has room for that much.
        case tooLong = "too-long"
        /// Light and dark differ too little, or stand the wrong way round.
        case colours
        case logo
        /// The module width, the scale or the label is too small or too large.
        case size
        /// It was drawn, and could not be read back.
        case unreadable
        /// A library that is needed is missing.
        case library
        /// A row, a column or a measure of a sheet.
        case sheet
    }

    package let reason: Reason
    /// Where: "character 3", "row 12", "the logo".
    public let place: String
    /// What is wrong there.
    public let problem: String
    /// What to do.
    public let remedy: String

    package init(_ reason: Reason, _ place: String, _ problem: String, remedy: String) {
        (self.reason, self.place, self.problem, self.remedy) = (reason, place, problem, remedy)
    }

    /// The same, in a place within another one.
    func within(_ outer: String) -> DrawingError {
        DrawingError(reason, "\(outer), \(place)", problem, remedy: remedy)
    }
}

extension DrawingError: CustomStringConvertible {
    /// For people: a clause without a full stop.
    public var description: String { "\(place): \(problem); \(remedy)" }
}

/// Throws an error unless a condition is true.
func require(
    _ condition: Bool, _ reason: DrawingError.Reason, _ place: @autoclosure () -> String,
    _ problem: @autoclosure () -> String, remedy: @autoclosure () -> String
) throws(DrawingError) {
    guard condition else { throw DrawingError(reason, place(), problem(), remedy: remedy()) }
}

/// The value, or an error where there is none.
func require<Value>(
    _ value: Value?, _ reason: DrawingError.Reason, _ place: @autoclosure () -> String,
    _ problem: @autoclosure () -> String, remedy: @autoclosure () -> String
) throws(DrawingError) -> Value {
    guard let value else { throw DrawingError(reason, place(), problem(), remedy: remedy()) }
    return value
}

/// A warning: some readers might not read the drawing.
package enum DrawingWarning: Hashable, Sendable {
    /// The quiet zone is smaller than the standard's, in modules; on which side, and where that is written.
    case quietZone(side: String, given: Int, needed: Int, source: String)
    /// A module is narrower or wider than is good, in millimetres; with what is good and where that is written.
    case moduleWidth(Double, allowed: ClosedRange<Double>, source: String)
    /// The module width does for shops, and not for warehouses.
    case notForDistribution(Double, needed: ClosedRange<Double>, source: String)
    /// The contrast is poor, in hundredths; with what light it was seen.
    case contrast(Int, light: String)
    case checkDigitAdded(String)
    /// The twelve digits to which a check digit was added have one as a UPC-A; with that as an EAN-13.
    case mayBeUPCA(String)
    /// It is nearly element strings, and so a text; with what is wrong.
    case drawnAsText(String)
    /// The symbol is longer than its application allows, in millimetres.
    case tooWide(Double, most: Double, source: String)
    /// The text below the bars is left out: it would be too small to read.
    case textLeftOut
    /// It is nearly a number, or was one before a spreadsheet rounded it; with what is wrong.
    case doubtfulNumber(String)
    /// A line that is longer than its label.
    case cutLine(String)
    /// Characters that no font has, or that cannot be seen, are replaced in a line.
    case replacedCharacters(String)
    /// The logo can take only so much of the code, in hundredths; with the requested part. There is no room for more.
    case logoSmaller(Int, asked: Int)
    case encoder(String)
}

extension DrawingWarning: CustomStringConvertible {
    package var description: String {
        switch self {
        case .quietZone(let side, let given, let needed, let source):
            "the quiet zone \(side) is \(given) modules wide, but \(needed) are needed (\(source))"
        case .moduleWidth(let width, let allowed, let source):
            "a module is \(millimetres(width)) wide, but should be \(range(allowed)) (\(source))"
        case .notForDistribution(let width, let needed, let source):
            "a module of \(millimetres(width)) is enough for shops; warehouses need \(range(needed)) (\(source))"
        case .contrast(let percent, let light): "in \(light) the contrast is only \(percent) %"
        case .checkDigitAdded(let digit): "the check digit \(digit) was added"
        case .mayBeUPCA(let number): "these digits are also a UPC-A: for that, write \(number)"
        case .drawnAsText(let problem), .doubtfulNumber(let problem): "\(problem); it is drawn as a text"
        case .tooWide(let width, let most, let source):
            "it is \(millimetres(width)) wide, at most \(millimetres(most)) is allowed (\(source))"
        case .textLeftOut: "the text below the bars is left out, because it would be too small to read"
        case .cutLine(let text):
            "'\(text.shortened(to: 60).withHiddenSpelledOut)' is longer than the label, and its end is cut off"
        case .replacedCharacters(let text):
            "no font of this system has some characters of '\(text.shortened(to: 60).withHiddenSpelledOut)'"
        case .logoSmaller(let share, let asked):
            "the logo takes \(share) % of the code, because there is no room for \(asked) %"
        case .encoder(let words): words.withHiddenSpelledOut
        }
    }

    private func millimetres(_ value: Double) -> String { "\(shortNumber(value)) mm" }

    private func range(_ range: ClosedRange<Double>) -> String {
        "\(shortNumber(range.lowerBound))–\(shortNumber(range.upperBound)) mm"
    }
}

/// A number below 10¹² with at most four decimals and no zeros after them, as SVG, PDF and people write it: `0.33`.
func shortNumber(_ value: Double) -> String {
    let scaled = (value * 10_000).rounded()
    guard scaled.magnitude < 1e16 else { return "0" }
    let whole = Int64(scaled)
    var decimals = String(whole.magnitude % 10_000)
    while decimals.utf8.count < 4 { decimals = "0" + decimals }
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    let sign = whole < 0 ? "-" : ""
    return "\(sign)\(whole.magnitude / 10_000)" + (decimals.isEmpty ? "" : ".\(decimals)")
}
