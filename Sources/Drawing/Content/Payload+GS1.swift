import BeelineContent
import BeelineSymbols
import CZint

extension Payload {
    /// GS1 element strings, from brackets, from a Digital Link, or as a symbol holds them.
    static func elementString(_ text: String, for format: CodeFormat) throws(DrawingError) -> Payload {
        let elements: ElementString
        do throws(GS1Problem) {
            // The year says only what century the dates in it are of, which nobody asks here. What an element needs
            // beside it may stand in another symbol.
            elements = try ElementString(
                parsing: text, scannedOn: CalendarDate(year: 2000, dayOfYear: 1), requiresCompanions: false)
        } catch {
            throw DrawingError(
                .content, "character \(error.position)", "\(error)",
                remedy: text.hasPrefix("(")
                    ? "look for a slip there" : "write it as (01)09521234543213(10)ABC, or as a GS1 Digital Link")
        }
        if format == .gs1128, elements.elementString.utf8.count > 48 {
            throw DrawingError(
                .tooLong, "the elements",
                "\(elements.elementString.utf8.count) characters; a GS1-128 holds 48 (GS1 General Specifications, "
                    + "section 5.4)",
                remedy: "draw a GS1 DataMatrix, or two symbols")
        }
        var payload = Payload(Array(elements.elementString.utf8), text: elements.bracketed)
        payload.kind = beeline_zint_gs1
        // Values have no square brackets (GS1 General Specifications, section 7.11), so nothing needs an escape.
        payload.input = Array(elements.elements.map { "[\($0.identifier.code)]\($0.value)" }.joined().utf8)
        return payload
    }
}
