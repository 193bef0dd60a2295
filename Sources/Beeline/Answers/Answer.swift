internal import BeelineContent
package import BeelineRules
internal import BeelineSupport
package import BeelineSymbols

/// The answer to one input: the results of its codes, or why there are none.
package struct Answer: Sendable {
    package let input: Input
    package let outcome: Result<[CodeResult], InputError>
    /// How an image was read. Nil for typed codes, and for images that could not be read at all.
    package var image: ImageReport?

    package init(input: Input, outcome: Result<[CodeResult], InputError>, image: ImageReport? = nil) {
        self.input = input
        self.outcome = outcome
        self.image = image
    }

    /// The answer to a line that is too long, by its first bytes.
    package init(toLongLine beginning: [UInt8], showsSecrets: Bool) {
        let text = String(decoding: beginning, as: UTF8.self)
        self.init(
            input: .text((showsSecrets ? text : Secrets.maskedBeginning(text)) + "…"), outcome: .failure(.lineTooLong))
    }

    /// The pages of an image, and the passes that were lost. The symbols are in the results.
    package struct ImageReport: Sendable {
        package var pages: [DecodedPage]
        package var losses: [LostPass]

        package init(pages: [DecodedPage] = [], losses: [LostPass] = []) {
            (self.pages, self.losses) = (pages, losses)
        }

        package mutating func removeDiagnoses() {
            for index in pages.indices { pages[index].diagnosis = nil }
        }
    }

    /// The input as it was given, so that the reader recognises it.
    package enum Input: Sendable {
        /// A path or a line.
        case text(String)
        /// A JSON object, byte for byte.
        case json(ArraySlice<UInt8>)

        package var text: String {
            switch self {
            case .text(let text): text
            case .json(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// The same answer with other results.
    package func with(_ results: [CodeResult], input: Input? = nil) -> Answer {
        Answer(input: input ?? self.input, outcome: .success(results), image: image)
    }

    /// Whether a part of the input could be read, even if it has no code.
    package var isRead: Bool {
        guard case .success = outcome else { return false }
        guard let pages = image?.pages, !pages.isEmpty else { return true }
        return pages.contains { $0.failure == nil }
    }

    /// The pages of an image that could be read and have no code.
    package var pagesWithoutCode: [DecodedPage] {
        guard case .success(let results) = outcome, let image else { return [] }
        let pages = Set(results.map { $0.resolution.symbol.sighting?.page })
        return image.pages.filter { $0.failure == nil && !pages.contains($0.number) }
    }
}

extension Secrets {
    /// The beginning of a line with `•••` instead of its secrets. The `@` that ends a password may be cut off.
    package static func maskedBeginning(_ text: String) -> String {
        guard let masked = masked(text + "@") else { return text }
        return masked.hasSuffix("@") ? String(masked.dropLast()) : masked
    }
}

/// Why an input has no answer.
package struct InputError: Error, Hashable, Sendable {
    /// A stable name for programs.
    package let code: String
    /// The problem and the remedy, for people.
    package let message: String

    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The error of a line that is longer than `InputFormat.longestLine`.
    package static let lineTooLong = InputError(
        code: "line-too-long", message: "longer than \(InputFormat.longestLine) bytes; no code has that many")

    /// The error of a code that is longer than `Symbol.mostBytes`.
    package static let codeTooLong = InputError(
        code: "code-too-long", message: "a code of more than \(Symbol.mostBytes) bytes; no symbology has that many")

    package init(_ error: DecodeError) { self.init(code: error.code, message: error.description) }
}

extension Answer {
    /// The answer with `•••` instead of the secrets of its codes. Unless the input names a file, `line` gives the input
    /// line for a redacted symbol.
    package func redacted(line: (Symbol) -> String?) -> Answer {
        switch outcome {
        case .failure(let error):
            // The input could not be read, but may contain a password.
            let input = Secrets.masked(input.text).map(Input.text) ?? input
            let message = Secrets.masked(error.message) ?? error.message
            return Answer(input: input, outcome: .failure(InputError(code: error.code, message: message)), image: image)
        case .success(let results):
            guard let (redacted, mask) = results.redacted() else { return self }
            return with(redacted, input: input.redacted(redacted, mask, isLine: image == nil, line: line))
        }
    }
}

extension Answer.Input {
    /// The same input with redacted symbols. The mask hides the secrets in the rest of it.
    fileprivate func redacted(
        _ results: [CodeResult], _ mask: SecretMask, isLine: Bool, line: (Symbol) -> String?
    ) -> Answer.Input {
        var input = self
        for result in results where result.withholds {
            if case .json(let bytes) = input {
                input = Self.redacted(bytes, result.resolution.symbol, mask)
            } else if let line = line(result.resolution.symbol) {
                // The secret is hidden in the symbol already.
                return .text(line)
            }
        }
        guard case .text(let text) = input else { return input }
        // The name of an image may be anything.
        return .text(isLine ? mask.maskedWhole(text) : mask.masked(text))
    }

    /// JSON with a redacted symbol.
    private static func redacted(_ bytes: ArraySlice<UInt8>, _ symbol: Symbol, _ mask: SecretMask) -> Answer.Input {
        guard case .object(let members)? = try? JSONValue(parsing: bytes) else { return .text(symbol.text ?? "") }
        if !members.contains(where: { $0.name == "bytes" && $0.value != .null }),
            let replaced = JSONLocator(Array(bytes)).replacingString(
                at: JSONPath().member("text"), with: symbol.text ?? "")
        {
            // Other members may contain the secret too.
            let text = String(decoding: replaced, as: UTF8.self)
            if mask.masked(text) == text { return .json(replaced[...]) }
        }
        var json = JSONWriter()
        json.value(
            .object(
                members.compactMap { member in
                    switch member.name {
                    case "text": .init(name: member.name, value: .string(symbol.text ?? ""))
                    case "bytes":
                        members.contains { $0.name == "text" }
                            ? nil : .init(name: "text", value: .string(symbol.text ?? ""))
                    default: .init(name: mask.masked(member.name), value: mask.masked(member.value))
                    }
                }))
        return .json(json.bytes[...])
    }
}

extension Answer {
    /// Performs the actions of the codes, one code after the other, and returns the answer with the outcomes.
    ///
    /// - Parameters:
    ///   - resolver: the resolver that has resolved the codes.
    ///   - image: where the codes were found; nil for typed codes.
    ///   - pause: called after the actions of each code.
    package func performed(
        by desk: Desk, _ resolver: Resolver, scan: Scan, image: String?, pause: () async -> Void = {}
    ) async -> Answer {
        guard case .success(let results) = outcome else { return self }
        return with(
            await desk.perform(results.map(\.resolution), by: resolver, scan: scan, input: image, pause: pause))
    }
}
