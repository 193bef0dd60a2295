internal import BeelineSymbols

extension EmailAddress {
    /// Whether the domain ends with a top-level domain of the real world, so that a text may be taken for an address
    /// though nothing else says so; and does not name a picture for fine screens: `icon@2x.ai`.
    var hasRealDomain: Bool {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let labels = text.utf8[text.utf8.index(after: at)...].split(separator: UInt8(ascii: "."))
        guard let first = labels.first, let last = labels.last else { return false }
        var label = String(decoding: last, as: UTF8.self)
        if !last.allSatisfy({ $0 < 0x80 }) {
            guard case .ascii(let name) = InternationalHost.ascii(label) else { return false }
            label = name
        }
        let isScale = first.last == UInt8(ascii: "x") && first.dropLast().allSatisfy(\.isASCIIDigit)
        if isScale, labels.count == 2, FileExtension.known.contains(label) { return false }
        return PublicSuffixes.isTopLevelDomain(label)
    }
}
