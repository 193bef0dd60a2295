internal import BeelineContent
public import BeelineRules

extension ActionSignature {
    /// A value for each parameter, made up.
    public var sampleArguments: [Action.Argument] {
        parameters.compactMap { parameter in
            parameter.sample.map {
                Action.Argument(name: parameter.name, value: $0, isSecret: parameter.type == .secret)
            }
        }
    }
}

extension ActionSignature.Parameter {
    /// Nil where there is nothing that could be made up: what a service is, rule files say.
    fileprivate var sample: ActionValue? {
        switch type {
        case .text:
            if case .choice(let choices) = freedom { .text(choices.first ?? "") } else { .text("sample") }
        case .secret: .text("sample")
        case .texts: .list(["sample"])
        case .url: .url("https://example.com/sample")
        case .fields: .fields([Action.Argument(name: fieldNames?.first ?? "sample", value: .text("sample"))])
        case .headers: .fields([Action.Argument(name: "X-Sample", value: .text("sample"))])
        case .pointers: .fields([Action.Argument(name: "sample", value: .text("/sample"))])
        case .service, .serviceValues: nil
        }
    }
}
