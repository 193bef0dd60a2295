extension Contact {
    /// The given name.
    public var givenName: String? { source.givenName(of: source.nameComponents) }

    /// The family name.
    public var familyName: String? { source.familyName(of: source.nameComponents) }
}

extension ContentLines {
    /// The name as one writes it, or else the organization.
    var wholeName: String? {
        var name: String?
        forEachPreferred(.name) { line in if name == nil { name = text(line) } }
        return name ?? composedName ?? organization
    }

    func givenName(of components: [String?]) -> String? {
        text(.givenName) ?? (components.count > 1 ? components[1] : nil)
    }

    func familyName(of components: [String?]) -> String? {
        if let name = text(.familyName) { return name }
        // Without a comma, the one part of a MECARD's name is all of it.
        return form == .mecard && components.count < 2 ? nil : components.first ?? nil
    }

    /// The organization and its units, with commas between them.
    var organization: String? {
        first(.organization) { line in
            guard form.hasComponents else { return text(line) }
            let units = components(line, atMost: 16).compactMap { $0 }
            return units.isEmpty ? nil : units.joined(separator: ", ")
        }
    }

    /// Family name, given name, further names, what stands before them, what stands behind (RFC 6350, section 6.2.2).
    var nameComponents: [String?] {
        first(.structuredName) { line in
            let components =
                form == .mecard ? names(line, separator: UInt8(ascii: ","), atMost: 2) : names(line, atMost: 5)
            return components.contains { $0 != nil } ? components : nil
        } ?? []
    }

    private var composedName: String? {
        if form == .bizcard { return Self.joined([text(.givenName), text(.familyName)]) }
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

    /// The components of a name. Several names in one of them, with commas between that no backslash precedes, have
    /// blanks between them then; in vCard 2.1 a comma is only a comma.
    private func names(_ line: ContentLine, separator: UInt8 = UInt8(ascii: ";"), atMost count: Int) -> [String?] {
        var names: [String?] = []
        withValue(of: line) { value in
            value.forEachComponent(separator, atMost: count) { names.append(name($0)) }
        }
        return names
    }

    private func name(_ component: Span<UInt8>) -> String? {
        guard form != .vCard21, component.contains(UInt8(ascii: ",")) else { return component.unescaped }
        var names: [String] = []
        component.forEachComponent(UInt8(ascii: ","), atMost: 64) { if let name = $0.unescaped { names.append(name) } }
        return names.isEmpty ? nil : names.joined(separator: " ")
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
