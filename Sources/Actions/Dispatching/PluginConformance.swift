internal import BeelineContent
public import BeelineRules
internal import BeelineSupport

extension ActionPlugin {
    /// Tests whether the plugin keeps the contract of `ActionPlugin`, in any test framework or none.
    ///
    ///     let arguments = [Action.Argument(name: "isbn", value: .text("9784873119045"))]
    ///     for problem in await ShelvePlugin().conformanceProblems(arguments: arguments) { print(problem) }
    ///
    /// It checks the signature; performs the action, whose results must all be in the signature; performs it many times
    /// in parallel; and cancels it. All of this is really done, so give it arguments that do no harm.
    ///
    /// - Parameters:
    ///   - arguments: what to perform it with. Default: a generated value for each parameter.
    ///   - mayFail: whether it may throw, because its work needs something that is missing. Default: no.
    ///   - patience: how long it may take to perform it, and to end once it is cancelled. Default: a minute.
    /// - Returns: what is wrong with the plugin, in sentences; empty when nothing is.
    public func conformanceProblems(
        arguments: [Action.Argument]? = nil, mayFail: Bool = false, patience: Duration = .seconds(60)
    ) async -> [String] {
        let action = Action(
            name: signature.name, rule: "conformance", arguments: arguments ?? signature.sampleArguments)
        return await PluginConformance(plugin: self, action: action, mayFail: mayFail, patience: patience).problems()
    }
}

private struct PluginConformance {
    let plugin: any ActionPlugin
    let action: Action
    let mayFail: Bool
    let patience: Duration

    /// How many times it is performed in parallel.
    private static let crowd = 16

    func problems() async -> [String] {
        let problems = problemsOfSignature() + problemsOfArguments()
        guard problems.isEmpty else { return problems }
        return await problemsOfPerforming() + problemsOfCrowd() + problemsOfCancelling()
    }

    private func problemsOfSignature() -> [String] {
        let signature = plugin.signature
        var problems: [String] = []
        if !ActionSignature.isPlainName(signature.name) {
            problems.append("its name '\(signature.name)' is not of small letters, digits and '-', the first a letter")
        }
        if signature.summary.isEmpty { problems.append("its signature has no summary") }
        if plugin.signature != signature { problems.append("its signature is another one each time") }
        var names: Set<String> = []
        for parameter in signature.parameters {
            let name = parameter.name
            if !ActionSignature.isParameterName(name) {
                problems.append("its parameter '\(name)' has a name of other than letters, digits, '-' and '_'")
            }
            if ActionSignature.reservedNames.contains(name) {
                problems.append("its parameter '\(name)' has a name that every action has a meaning for")
            }
            if !names.insert(name).inserted { problems.append("it has two parameters '\(name)'") }
            if parameter.summary.isEmpty { problems.append("its parameter '\(name)' has no summary") }
        }
        for name in declaredResults ?? [] where !ActionSignature.isResultName(name) {
            problems.append("its result '\(name)' has a name of other than letters, digits and '_'")
        }
        return problems
    }

    /// The declared names of its results; nil where they depend on the rule.
    private var declaredResults: [String]? {
        switch plugin.signature.results {
        case .none: []
        case .named(let names), .certain(let names), .withPointers(let names): names
        case .ofService: nil
        }
    }

    private func problemsOfArguments() -> [String] {
        let parameters = plugin.signature.parameters
        let given = Set(action.arguments.map(\.name))
        return parameters.filter { $0.isRequired && !given.contains($0.name) }
            .map { "the conformance test gives no '\($0.name)', which is required: give it some 'arguments'" }
    }

    private func problemsOfPerforming() async -> [String] {
        switch await performed() {
        case .success(let result)?: return problems(of: result)
        case .failure(let error)?: return mayFail ? [] : ["performing it fails: \(error)"]
        case nil: return ["it is not done after \(patience)"]
        }
    }

    /// The results that the signature does not declare. Names that the rule has chosen, as in `fields`, may come back.
    private func problems(of result: ActionResult) -> [String] {
        guard let declared = declaredResults else { return [] }
        var known = Set(declared)
        for argument in action.arguments {
            if case .fields(let fields) = argument.value { known.formUnion(fields.map(\.name)) }
        }
        return result.fields.filter { !known.contains($0.name) }
            .map { "it finds '\($0.name)', which its signature does not name" }
    }

    private func problemsOfCrowd() async -> [String] {
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<Self.crowd {
                group.addTask {
                    switch await performed() {
                    case .success?: nil
                    case .failure(let error)?:
                        mayFail ? nil : "performing it \(Self.crowd) times at once fails: \(error)"
                    case nil: "performed \(Self.crowd) times at once, it is not done after \(patience)"
                    }
                }
            }
            var problems: [String] = []
            for await problem in group {
                if let problem, !problems.contains(problem) { problems.append(problem) }
            }
            return problems
        }
    }

    private func problemsOfCancelling() async -> [String] {
        // Its error does not matter here.
        let task = Task { [plugin, action] in _ = try? await plugin.perform(action) }
        task.cancel()
        return await withinPatience { await task.value } == nil ? ["cancelled, it does not end within \(patience)"] : []
    }

    /// The result of performing it; nil when it took too long, and was cancelled.
    private func performed() async -> Result<ActionResult, any Error>? {
        await withinPatience { [plugin, action] in
            do {
                return .success(try await plugin.perform(action))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The result of some work; nil when it takes too long, and is cancelled.
    private func withinPatience<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        let race = FirstResult<Value?>()
        let worker = Task { race.finish(await work()) }
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            race.finish(nil)
        }
        defer {
            timer.cancel()
            worker.cancel()
        }
        return await race.value()
    }
}

extension ActionSignature {
    /// A generated value for each parameter.
    public var sampleArguments: [Action.Argument] {
        parameters.compactMap { parameter in
            parameter.sample.map {
                Action.Argument(name: parameter.name, value: $0, isSecret: parameter.type == .secret)
            }
        }
    }
}

extension ActionSignature.Parameter {
    /// A generated value; nil for services, which only rule files describe.
    fileprivate var sample: ActionValue? {
        switch type {
        case .text: .text(freedom.choices.first ?? "sample")
        case .secret: .text("sample")
        case .texts: .list(["sample"])
        case .url: .url("https://example.com/sample")
        case .fields: .fields([Action.Argument(name: fieldNames?.first ?? "sample", value: .text("sample"))])
        case .json: .fields([Action.Argument(name: "sample", value: .array([.text("sample"), .null]))])
        case .headers: .fields([Action.Argument(name: "X-Sample", value: .text("sample"))])
        case .pointers: .fields([Action.Argument(name: "sample", value: .text("/sample"))])
        case .service, .serviceValues: nil
        }
    }
}
