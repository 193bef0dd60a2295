extension Contact {
    func readName() -> String? { source.text(.name) ?? composedName ?? organization }

    /// The given name.
    public var givenName: String? { givenName(of: nameComponents) }

    func givenName(of components: [String?]) -> String? {
        source.text(.givenName) ?? (components.count > 1 ? components[1] : nil)
    }

    /// The family name.
    public var familyName: String? { familyName(of: nameComponents) }

    func familyName(of components: [String?]) -> String? {
        if let name = source.text(.familyName) { return name }
        // Without a comma, the one part of a MECARD's name is all of it.
        return source.form == .mecard && components.count < 2 ? nil : components.first ?? nil
    }

    /// Family name, given name, further names, what stands before them, what stands behind (RFC 6350, section 6.2.2).
    var nameComponents: [String?] {
        source.first(.structuredName) { line in
            let components =
                source.form == .mecard
                ? source.names(line, separator: UInt8(ascii: ","), atMost: 2) : source.names(line, atMost: 5)
            return components.contains { $0 != nil } ? components : nil
        } ?? []
    }

    private var composedName: String? {
        if source.form == .bizcard { return Self.joined([source.text(.givenName), source.text(.familyName)]) }
        let components = nameComponents
        guard !components.isEmpty else { return nil }
        func part(_ index: Int) -> String? { index < components.count ? components[index] : nil }
        if let family = part(0), let given = part(1), family.isEastAsian, given.isEastAsian {
            return Self.joined([family, given])
        }
        let name = Self.joined([part(3), part(1), part(2), part(0)])
        guard let suffixes = part(4) else { return name }
        return name.map { "\($0), \(suffixes)" } ?? suffixes
    }

    private static func joined(_ parts: [String?]) -> String? {
        let parts = parts.compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension String {
    /// Whether it begins in a script of China, Japan or Korea, where the family name comes first.
    fileprivate var isEastAsian: Bool {
        switch unicodeScalars.first?.value {
        case (0x3005...0x30FF)?, (0x3400...0x9FFF)?, (0xAC00...0xD7A3)?, (0x20000...0x323AF)?: true
        default: false
        }
    }
}

extension ContentLines {
    /// The components of a name. Several names in one of them, with commas between that no backslash precedes, have
    /// blanks between them then; in vCard 2.1 a comma is only a comma.
    fileprivate func names(_ line: ContentLine, separator: UInt8 = UInt8(ascii: ";"), atMost count: Int) -> [String?] {
        value(of: line)?.components(separator, atMost: count).map { component in
            guard form != .vCard21, component.contains(UInt8(ascii: ",")) else { return component.unescaped }
            let names = component.components(UInt8(ascii: ","), atMost: 64).compactMap(\.unescaped)
            return names.isEmpty ? nil : names.joined(separator: " ")
        } ?? []
    }
}
