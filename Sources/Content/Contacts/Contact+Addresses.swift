extension Contact {
    /// The postal addresses, the preferred ones first, each in one line: post box, apartment, street, town, region,
    /// postal code, country; with commas between them, and without those that are not there.
    public var addresses: [String] {
        var addresses: [String] = []
        source.forEachPreferred(.address) { line in
            if let address = address(line) { addresses.append(address) }
        }
        // A label is an address once more, as it is to be printed.
        return addresses.isEmpty ? source.all(.label).compactMap { source.text($0)?.onOneLine } : addresses
    }

    private func address(_ line: ContentLine) -> String? {
        guard source.form.hasComponents else { return source.text(line)?.onOneLine }
        var address: [UInt8] = []
        source.withValue(of: line) { value in
            address.reserveCapacity(value.count + 12)
            value.forEachComponent(UInt8(ascii: ";"), atMost: 7) { append($0, to: &address) }
        }
        if !address.isEmpty { return String(decoding: address, as: UTF8.self) }
        guard let label = source.parameter("LABEL", of: line) else { return nil }
        return label.span.unescaped?.onOneLine
    }

    /// Puts a component behind those before it.
    private func append(_ component: Span<UInt8>, to address: inout [UInt8]) {
        let text = component.extracting(component.placeWithoutBlanks)
        // What was quoted-printable may have several lines.
        let isOneLine = ContentLines.lineEnd(from: 0, in: text) == text.count
        if isOneLine, !text.contains(UInt8(ascii: "\\")), !text.contains(UInt8(ascii: ",")) {
            return append(bytes: text, to: &address)
        }
        guard let part = component.unescaped?.onOneLine else { return }
        append(bytes: part.utf8.span, to: &address)
    }

    private func append(bytes: Span<UInt8>, to address: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        if !address.isEmpty { address += ", ".utf8 }
        bytes.withUnsafeBufferPointer { address.append(contentsOf: $0) }
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
