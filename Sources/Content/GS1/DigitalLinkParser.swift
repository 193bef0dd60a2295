internal import BeelineSymbols

/// Links that are GS1 Digital Links.
enum DigitalLinkParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        // Nearly every link is told here, within nanoseconds.
        guard text.utf8.withContiguousStorageIfAvailable(mayHoldKey) ?? true,
            text.utf8.count <= ElementString.longest
        else { return .passed }
        let bytes = Array(text.utf8)
        guard let pathStart = DigitalLinkReader.pathStart(bytes),
            let key = DigitalLinkReader.key(bytes, pathStart: pathStart), isMeant(key), let address = WebAddress(text)
        else { return .passed }
        do throws(GS1Problem) {
            let found = try DigitalLinkReader.read(bytes, key)
            return .taken(
                .gs1(try ElementString(found, address: address, year: context.date.year, requiresCompanions: true)))
        } catch {
            return .doubted(.elementString(error))
        }
    }

    /// Whether two to four digits that are a key stand between slashes.
    private static func mayHoldKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        for place in stride(from: 7, to: raw.count, by: 8) {
            var slashes = EightBytes(EightBytes.word(raw, at: place)).are(UInt8(ascii: "/"))
            while slashes != 0 {
                if isKeySegment(bytes, after: place + EightBytes.firstPlace(in: slashes)) { return true }
                slashes &= slashes &- 1
            }
        }
        return false
    }

    @inline(__always)
    private static func isKeySegment(_ bytes: UnsafeBufferPointer<UInt8>, after slash: Int) -> Bool {
        guard slash + 3 < bytes.count, bytes[slash + 1].isASCIIDigit, bytes[slash + 2].isASCIIDigit else {
            return false
        }
        var number: UInt16 = 0
        for place in (slash + 1)..<min(slash + 6, bytes.count) {
            let byte = bytes[place]
            if byte == UInt8(ascii: "/") { return isKey(number, place - slash - 1) }
            guard byte.isASCIIDigit, place < slash + 5 else { return false }
            number = number * 10 + UInt16(byte - UInt8(ascii: "0"))
        }
        return false
    }

    private static func isKey(_ number: UInt16, _ digits: Int) -> Bool {
        switch (digits, number) {
        case (2, 0...1), (3, 253), (3, 255), (3, 401...402), (3, 414...415), (3, 417): true
        case (4, 8003...8004), (4, 8006), (4, 8010), (4, 8013), (4, 8017...8018): true
        default: false
        }
    }

    /// Whether it is no accident that a path has the digits of a key, and something that could be its value, in it.
    ///
    /// Pages have addresses such as `https://example.com/01/2024`, so the value must be right as to length and characters,
    /// and what follows must be identifiers. Where no check digit tells, it must begin like most company prefixes, and have a
    /// qualifier or an attribute beside it.
    private static func isMeant(_ key: DigitalLinkReader.Key) -> Bool {
        if key.isAtGS1 { return true }
        let value = key.value
        guard
            stride(from: 2, to: key.segments.count, by: 2).allSatisfy({
                ApplicationIdentifier.find(key.segments[$0]) != nil
            })
        else { return false }
        switch key.identifier.problem(with: value[...]) {
        case nil: return key.isChecked || value.prefix(7).count { $0.isASCIIDigit } == 7 && key.hasOthersBeside
        case .wrongValue: return key.isChecked
        default: return false
        }
    }
}

extension DigitalLinkReader.Key {
    /// Whether a qualifier follows in the path, or the query has an attribute.
    fileprivate var hasOthersBeside: Bool {
        segments.count > 2
            || query.split(separator: UInt8(ascii: "&")).contains { parameter in
                let name = parameter.prefix { $0 != UInt8(ascii: "=") }
                return name.endIndex < parameter.endIndex && ApplicationIdentifier.find(name)?.isLinkAttribute == true
            }
    }
}
