internal import BeelineContent
internal import BeelineSupport

extension ActionReader {
    /// Reads the services that an action uses, with the values of its `with` filled in.
    func read(
        services value: JSONValue, _ parameter: String, _ object: ObjectReader, _ templates: TemplateReader,
        at path: JSONPath, into arguments: inout Arguments
    ) {
        let asked = named(value, parameter, at: path).compactMap { name, path in
            service(name, at: path).map { (service: $0, path: path) }
        }
        arguments.services = asked.map(\.service)
        var given: [String: BoundText] = [:]
        let valuesPath = object.path.member("with")
        if let values = object["with"], case .object = values {
            for field in fields(values, "with", templates, at: valuesPath) ?? [] {
                // An empty text has a part, an absent one has none.
                given[field.name] = field.template.parts.isEmpty ? BoundText("") : field.template
            }
        }
        var allWanted: [String] = []
        for (service, path) in asked {
            let wanted = service.wantedNames
            for missing in wanted.names where given[missing] == nil && wanted.isRequired(missing) {
                // One that is given, and wrong, says so at its place.
                guard object["with"]?[missing] == nil else { continue }
                log.error(
                    "the service '\(service.name)' needs '\(missing)': give it in 'with'",
                    at: object["with"] == nil ? path : valuesPath)
            }
            allWanted += wanted.names
        }
        let isWanted = Set(allWanted)
        for known in given.keys.sorted() where !isWanted.contains(known) {
            let hint = log.hint(for: known, in: allWanted)
            let unused =
                asked.count == 1 ? "the service '\(asked[0].service.name)' does not use" : "none of the services uses"
            if !asked.isEmpty { log.error("\(unused) '\(known)'\(hint)", at: valuesPath.member(known), .name) }
        }
        // What may be left out and is not given is absent, which the operators that may leave it out understand.
        for absent in allWanted where given[absent] == nil { given[absent] = BoundText(parts: []) }
        for (place, (service, _)) in asked.enumerated() {
            append(service, at: place, given, to: &arguments)
        }
    }

    /// The names of the services, each with its path; wrong ones are logged and left out.
    private func named(_ value: JSONValue, _ parameter: String, at path: JSONPath) -> [(String, JSONPath)] {
        guard let elements = value.array else { return value.string.map { [($0, path)] } ?? [] }
        guard (1...ServiceParameter.mostServices).contains(elements.count) else {
            log.error(
                "'\(parameter)' must be a list of 1 to \(ServiceParameter.mostServices) services, not of "
                    + "\(elements.count)",
                at: path)
            return []
        }
        var names: [(String, JSONPath)] = []
        for (index, element) in elements.enumerated() {
            let path = path.element(index)
            guard let name = log.string(element, "the name of a service", at: path) else { continue }
            guard !names.contains(where: { $0.0 == name }) else {
                log.error("the service '\(name)' is listed twice", at: path)
                continue
            }
            names.append((name, path))
        }
        return names
    }

    private func service(_ name: String, at path: JSONPath) -> Service? {
        if let service = context.vocabulary.service(name) { return service }
        if let remedy = context.vocabulary.bundledNames.remedy(for: name, .service) {
            return log.refuse(remedy, at: path)
        }
        let known = context.vocabulary.services.names
        let hint = known.isEmpty ? "; 'services' describes them" : log.suggestion(for: name, in: known)
        return log.refuse("no rule file has a service '\(name)'\(hint)", at: path)
    }

    /// Adds the definition of a service as arguments.
    private func append(
        _ service: Service, at place: Int, _ given: [String: BoundText], to arguments: inout Arguments
    ) {
        typealias Field = ActionTemplate.ArgumentTemplate.Field
        var reader = TemplateReader(context: RuleContext(context.vocabulary, log: service.log), scope: nil)
        reader.given = given
        func texts(_ texts: [Service.Text], allowsSecrets: Bool) -> ActionTemplate.ArgumentTemplate {
            .fields(
                texts.compactMap { text in
                    reader.text(text.template, at: text.path, allowsSecrets: allowsSecrets).map {
                        Field(name: text.name, template: $0)
                    }
                })
        }
        func name(_ parameter: ServiceParameter) -> String { parameter.name(at: place) }
        arguments.append(name(.service), .text(BoundText(service.name)))
        arguments.append(name(.url), reader.url(service.url, at: service.urlPath).map { .url($0) })
        arguments.append(name(.headers), texts(service.headers, allowsSecrets: true))
        arguments.append(name(.results), texts(service.results, allowsSecrets: false))
        guard !service.limits.isEmpty else { return }
        arguments.append(
            name(.limits), .fields(service.limits.map { Field(name: $0.key.rawValue, template: BoundText($0.text)) }))
    }
}
