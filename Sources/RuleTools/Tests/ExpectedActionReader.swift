internal import BeelineRules
internal import BeelineSupport

/// Reads an element of `"do"` in what a test expects.
struct ExpectedActionReader {
    let signatures: [ActionSignature]
    /// Nil where nobody knows which names there are.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog

    /// What every action has; all else are its parameters.
    static let common = ["action", "ask", "optional", "as"]

    func action(_ value: JSONValue, at path: JSONPath) -> RuleTest.ExpectedAction? {
        let name = value["action"]?.string
        let signature = name.flatMap { name in signatures.first { $0.name == name } }
        if let name, signature == nil {
            let names = signatures.map(\.name)
            let hint = log.hint(for: name, in: names)
            let known = hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint
            log.error("there is no action '\(name)'\(known)", at: path.member("action"))
            return nil
        }
        // Without a name it may be any of them.
        let meant = signature.map { [$0] } ?? signatures
        let parameters = meant.flatMap(\.shownParameters)
        // No action has it once it is filled in, and whoever expects it is told what to expect instead.
        let given = meant.flatMap(\.parameters).filter { $0.type == .serviceValues && value[$0.name] != nil }.map(
            \.name)
        guard
            let object = ObjectReader(
                value, at: path, log: log, allowed: Self.common + parameters.map(\.name) + given,
                what: name.map { "'\($0)'" } ?? "an expected action")
        else { return nil }
        for member in object.all {
            guard !given.contains(member.name) else {
                log.error(
                    "what '\(member.name)' gives to a service stands in its 'url' and 'headers': expect these",
                    at: path.member(member.name), .name)
                continue
            }
            let types = parameters.filter { $0.name == member.name }.map(\.type)
            check(member, types, at: path.member(member.name))
        }
        return RuleTest.ExpectedAction(members: object.all)
    }

    private func check(_ member: JSONValue.Member, _ types: [ActionSignature.ParameterType], at path: JSONPath) {
        switch (member.name, member.value) {
        case ("action", .string), ("ask", .boolean), ("optional", .boolean), ("as", .null): break
        case ("as", .string(let text)):
            guard let known = vocabulary?.results.keys.sorted(), !known.contains(text) else { break }
            log.error("no action is called '\(text)' by 'as'\(log.hint(for: text, in: known))", at: path)
        case ("action", _), ("as", _): log.error("'\(member.name)' is a string, not \(member.value.typeName)", at: path)
        case ("ask", _), ("optional", _):
            log.error("'\(member.name)' is true or false, not \(member.value.typeName)", at: path)
        case (_, .null): break
        case (_, .string) where types.contains { !$0.isObject && $0 != .texts }: break
        case (_, .array(let texts)) where types.contains(.texts) && texts.allSatisfy({ $0.string != nil }): break
        case (_, .object(let fields)) where types.contains(where: \.isObject): check(fields, at: path)
        default:
            guard let type = types.first else { break }  // ObjectReader has logged it.
            let title = type.isObject ? "an object" : type == .texts ? "a list of strings" : "a string"
            log.error("'\(member.name)' is \(title), not \(member.value.typeName)", at: path)
        }
    }

    private func check(_ fields: [JSONValue.Member], at path: JSONPath) {
        for field in fields where field.name != "note" {
            switch field.value {
            case .null, .string, .integer, .real, .boolean: continue
            case .array where field.value.isList: continue
            case .array, .object:
                log.error(
                    "'\(field.name)' is a string, a number, true or false, or a list of these, not \(field.value.typeName)",
                    at: path.member(field.name))
            }
        }
    }
}

extension ActionSignature {
    /// What its actions have once they are filled in: in place of a service, what that says of itself.
    fileprivate var shownParameters: [Parameter] {
        parameters.flatMap { parameter -> [Parameter] in
            switch parameter.type {
            case .url, .text, .texts, .secret, .fields, .headers, .pointers: [parameter]
            case .serviceValues: []
            case .service:
                (0..<ServiceParameter.mostServices).flatMap { place in
                    ServiceParameter.allCases.map { Parameter($0.name(at: place), $0.type, summary: "") }
                }
            }
        }
    }
}

extension ServiceParameter {
    /// What a test may expect of it.
    fileprivate var type: ActionSignature.ParameterType {
        switch self {
        case .service: .text
        case .url: .url
        case .headers, .results, .limits: .fields
        }
    }
}

extension ActionSignature.ParameterType {
    /// Whether it is an object once it is filled in.
    fileprivate var isObject: Bool {
        switch self {
        case .fields, .headers, .pointers, .serviceValues: true
        case .url, .text, .texts, .secret, .service: false
        }
    }
}
