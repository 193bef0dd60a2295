internal import BeelineContent

/// A URL whose expressions are all lone names, in the form in which it is expanded most quickly: nearly every URL of a rule.
/// A class, so that looking at it copies nothing.
final class SimpleURL: Sendable {
    /// All that stands between the values, one behind the other.
    private let literals: [UInt8]
    private let steps: [Step]
    private let variables: [BoundURL.Variable]
    /// Whether it is nothing but one value.
    private let isLone: Bool

    /// A value, and what stands before it. It holds no reference, so that looking at it costs nothing.
    private struct Step: Sendable {
        /// Where in the literals ends what stands before it.
        let literalEnd: Int
        /// Nil for what stands behind the last value.
        let variable: Int?
        /// The field of the code's content that the value is; nil where it comes from elsewhere.
        let ownField: Field?
        let kept: PercentEncoding.Kept
    }

    /// - Parameter parts: nil comes of it when one of them is more than a lone name.
    init?(_ parts: [BoundURL.Part], isWholeLink: Bool) {
        var literals: [UInt8] = []
        var steps: [Step] = []
        var variables: [BoundURL.Variable] = []
        for part in parts {
            switch part {
            case .literal(let bytes): literals += bytes
            case .expression(let kind, let names):
                guard let variable = names.first, Self.isSimple(kind, names) else { return nil }
                steps.append(
                    Step(
                        literalEnd: literals.count, variable: variables.count, ownField: variable.ownField,
                        kept: kind.kept(isWholeLink: isWholeLink)))
                variables.append(variable)
            }
        }
        isLone = steps.count == 1 && literals.isEmpty
        steps.append(Step(literalEnd: literals.count, variable: nil, ownField: nil, kept: .none))
        self.literals = literals
        self.steps = steps
        self.variables = variables
    }

    private static func isSimple(_ kind: URITemplate.Operator, _ variables: [BoundURL.Variable]) -> Bool {
        guard kind == .simple || kind == .reserved, variables.count == 1 else { return false }
        guard variables[0].source.prefix == nil, !variables[0].source.explodes else { return false }
        // The commas between the elements of a list stay as they are.
        if case .name(let name) = variables[0].value { return name.type != .list && name.type != .any }
        return true
    }

    enum Expansion {
        case url(String)
        /// It was not accepted.
        case refused
        /// It takes more room than the stack lends.
        case tooLong
    }

    /// The URL for a code.
    ///
    /// - Parameter accept: judges the bytes before they become a text.
    func expanded(
        for subject: borrowing EvaluationContext, _ accept: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Expansion {
        if isLone, let link = loneLink(of: subject), link.utf8.withContiguousStorageIfAvailable(accept) == true {
            return .url(link)
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostRoom) { room in
            guard let count = write(for: subject, to: room) else { return .tooLong }
            let url = UnsafeBufferPointer(rebasing: room[..<count])
            return accept(url) ? .url(String(decoding: url, as: UTF8.self)) : .refused
        }
    }

    /// In bytes.
    private static let mostRoom = 1024

    /// A link that the code holds, which is nearly always what it leads to, letter by letter; nil where it is not.
    private func loneLink(of subject: borrowing EvaluationContext) -> String? {
        // The link of a code is kept as it must be written.
        if steps[0].ownField == .url, steps[0].kept == .all, subject.classification == nil,
            case .url(let address) = subject.reading.content
        {
            return address.url
        }
        guard case .text(let text)? = variables[0].value(for: subject),
            PercentEncoding.isAsItMustBe(text, keeping: steps[0].kept)
        else { return nil }
        return text
    }

    /// How much was written; nil where it does not fit.
    private func write(for subject: borrowing EvaluationContext, to room: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        var count = 0
        var literal = 0
        for place in steps.indices {
            let step = steps[place]
            let length = step.literalEnd - literal
            guard room.count - count >= length else { return nil }
            literals.withUnsafeBufferPointer { literals in
                guard length > 0, let source = literals.baseAddress, let target = room.baseAddress else { return }
                (target + count).update(from: source + literal, count: length)
            }
            count += length
            literal = step.literalEnd
            guard let variable = step.variable else { continue }
            if let field = step.ownField, subject.classification == nil,
                let digits = subject.reading.content.digits(of: field)
            {
                guard room.count - count >= digits.count else { return nil }
                digits.write(to: UnsafeMutableBufferPointer(rebasing: room[count...]))
                count += digits.count
                continue
            }
            guard let value = variables[variable].value(for: subject) else { continue }
            var text = if case .text(let text) = value { text } else { value.description }
            let isWritten = text.withUTF8 {
                PercentEncoding.write($0, keeping: step.kept, to: room, from: &count)
            }
            guard isWritten else { return nil }
        }
        return count
    }
}
