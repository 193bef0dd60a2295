extension Contact {
    /// The postal addresses, the preferred ones first, each in one line: post box, apartment, street, town, region,
    /// postal code, country; with commas between them, and without those that are not there.
    public var addresses: [String] {
        var addresses: [String] = []
        for line in source.preferred(.address) {
            if let address = address(line) { addresses.append(address) }
        }
        // A label is an address once more, as it is to be printed.
        return addresses.isEmpty ? source.all(.label).compactMap { source.text($0)?.onOneLine } : addresses
    }

    private func address(_ line: ContentLine) -> String? {
        guard source.form.hasComponents else { return source.text(line)?.onOneLine }
        let components = source.value(of: line)?.components(UInt8(ascii: ";"), atMost: 7) ?? []
        var address = ""
        for component in components {
            guard let part = component.unescaped?.onOneLine else { continue }
            if !address.isEmpty { address += ", " }
            address += part
        }
        if !address.isEmpty { return address }
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
