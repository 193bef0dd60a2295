internal import BeelineSymbols

/// The codes of driver licences and identity cards (AAMVA DL/ID Card Design Standard, annex D.12).
enum DriverLicenseParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        ContentParser.Verdict(.driverLicense, Content.driverLicense) { () throws(Refusal) in try read(text) }
    }

    /// Far more than a PDF417 holds.
    private static let longest = 1 << 14

    static func read(_ text: String) throws(Refusal) -> DriverLicense {
        guard text.utf8.first == UInt8(ascii: "@"), text.utf8.count <= longest else { throw .otherKind }
        let bytes = Array(text.utf8)
        // Decoders and keyboards lose some of the control characters behind the @.
        var rest = bytes.dropFirst().drop { $0 <= 0x20 }
        guard let word = ["ANSI", "AAMVA"].first(where: { rest.starts(with: $0.utf8) }) else { throw .otherKind }
        rest = rest.dropFirst(word.utf8.count).drop { $0 == 0x20 }
        guard let issuer = number(6, &rest), let version = number(2, &rest) else {
            throw .malformed("the head must have the issuer's 6 digits and a version")
        }
        let designators = designators(&rest)
        for (type, document) in [("DL", DriverLicense.DocumentType.driverLicense), ("ID", .idCard)] {
            guard let start = start(of: Array(type.utf8), designators, bytes, behind: rest.startIndex) else { continue }
            let elements = DriverLicenseElements(bytes[(start + 2)...])
            guard
                let license = DriverLicense(
                    elements, document, issuerNumber: Digits.text(issuer, count: 6), version: Int(version))
            else { throw .malformed("the number of the document (DAQ) is missing") }
            guard license.number.utf8.count <= 25 else { throw .malformed("the elements are not separated") }
            return license
        }
        throw .malformed("the part DL or ID is missing")
    }

    private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> UInt64? {
        guard rest.count >= count, let number = Digits.parse(rest.prefix(count))?.value else { return nil }
        rest = rest.dropFirst(count)
        return number
    }

    private struct Designator {
        let type: ArraySlice<UInt8>
        let offset: Int
    }

    /// The list of the parts: their type, place and length; behind the version of the jurisdiction, which version 1 does
    /// not have, and their count, which is often wrong.
    private static func designators(_ rest: inout ArraySlice<UInt8>) -> [Designator] {
        rest = rest.drop(while: \.isASCIIDigit)
        var designators: [Designator] = []
        while rest.count >= 10, rest.prefix(2).allSatisfy(\.isASCIILetter),
            let offset = Digits.parse(rest.dropFirst(2).prefix(4))?.value,
            Digits.parse(rest.dropFirst(6).prefix(4)) != nil
        {
            designators.append(Designator(type: rest.prefix(2), offset: Int(offset)))
            rest = rest.dropFirst(10)
        }
        return designators
    }

    /// Where a part starts: at its offset if it does, else where its type stands before a name of an element.
    private static func start(
        of type: [UInt8], _ designators: [Designator], _ bytes: [UInt8], behind head: Int
    ) -> Int? {
        let starts = { (index: Int) in
            index >= head && index + 5 <= bytes.count && bytes[index..<index + 2].elementsEqual(type)
                && bytes[index + 2] == UInt8(ascii: "D")
                && bytes[index + 3..<index + 5].allSatisfy { $0.isASCIICapital || $0.isASCIIDigit }
        }
        if let offset = designators.first(where: { $0.type.elementsEqual(type) })?.offset, starts(offset) {
            return offset
        }
        return (head..<max(head, bytes.count)).first { index in
            // Not inside of a value.
            starts(index) && (index == head || bytes[index - 1] < 0x20 || designators.isEmpty)
        }
    }
}
