internal import BeelineSymbols

extension ApplicationIdentifier {
    /// Whether a text may be a value of the identifier; what must stand beside it is not looked at.
    ///
    ///     ApplicationIdentifier("17")?.problem(with: "251301")?.description   // "there is no month 13"
    ///
    /// - Returns: the rule that it breaks; nil when it breaks none.
    public func problem(with value: String) -> GS1Problem.Reason? {
        problem(with: Array(value.utf8.prefix(maximumLength + 1))[...])
    }

    func problem(with value: ArraySlice<UInt8>) -> GS1Problem.Reason? {
        if value.count < minimumLength { return .tooShort(minimum: minimumLength) }
        if value.count > maximumLength { return .tooLong(maximum: maximumLength) }
        var rest = value
        for component in components {
            if component.isOptional, rest.isEmpty { break }
            let part = rest.prefix(component.maximumLength)
            guard part.count >= component.minimumLength else { return .incomplete }
            guard component.characters.allows(part) else { return .wrongCharacter(allowed: component.characters) }
            for check in component.valueChecks {
                if let finding = check.problem(with: part) { return .wrongValue(check: check.rawValue, finding) }
            }
            rest = rest.dropFirst(part.count)
        }
        return rest.isEmpty ? nil : .tooLong(maximum: value.count - rest.count)
    }

    /// A part of a value, by its place among the components; nil where the value ends before it.
    func part(_ index: Int, of value: String) -> ArraySlice<UInt8>? {
        var rest = Array(value.utf8)[...]
        for (place, component) in components.enumerated() {
            let part = rest.prefix(component.maximumLength)
            if place == index { return part.isEmpty ? nil : part }
            rest = rest.dropFirst(part.count)
        }
        return nil
    }
}
