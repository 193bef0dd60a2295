extension Contact {
    /// The postal addresses, the preferred ones first, each in one line: post box, apartment, street, town, region,
    /// postal code, country; with commas between them, and without those that are not there.
    public var addresses: [String] {
        let addresses = source.preferred(.address).compactMap(address)
        // A label is an address once more, as it is to be printed.
        return addresses.isEmpty ? source.all(.label).compactMap { source.text($0)?.onOneLine } : addresses
    }

    private func address(_ line: ContentLine) -> String? {
        guard source.form.hasComponents else { return source.text(line)?.onOneLine }
        let parts = source.components(line, atMost: 7).compactMap { $0?.onOneLine }
        if !parts.isEmpty { return parts.joined(separator: ", ") }
        return source.parameter("LABEL", of: line)?.unescaped?.onOneLine
    }
}

extension String {
    /// With commas in place of line ends, and a blank behind each comma; nil when nothing is left.
    fileprivate var onOneLine: String? {
        guard utf8.contains(where: { $0.endsLine || $0 == UInt8(ascii: ",") }) else { return self }
        let parts = utf8.split { $0.endsLine || $0 == UInt8(ascii: ",") }.map { Substring($0).trimmed }
        let filled = parts.filter { !$0.isEmpty }
        return filled.isEmpty ? nil : filled.joined(separator: ", ")
    }
}
