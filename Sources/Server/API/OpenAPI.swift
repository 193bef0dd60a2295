internal import BeelineSupport

/// The OpenAPI 3.1 document of the table of routes.
enum OpenAPI {
    static let document: [UInt8] = {
        var json = JSONWriter(capacity: 1 << 16)
        json.value(value)
        json.endLine()
        return json.bytes
    }()

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONValue.Member(name: $0.0, value: $0.1) })
    }

    private static var value: JSONValue {
        object([
            ("openapi", .string("3.1.0")),
            (
                "info",
                object([
                    ("title", .string("Beeline")), ("version", .string("1")),
                    (
                        "description",
                        .string(
                            "Reads codes, works out what they mean, and performs the actions of rules. Errors are "
                                + "problems (RFC 9457)."
                        )
                    ),
                    ("license", object([("name", .string("See the file LICENSE of the project"))])),
                ])
            ),
            ("servers", .array([object([("url", .string("/"))])])),
            ("tags", .array(Route.Subject.allCases.map { object([("name", .string($0.rawValue))]) })),
            ("paths", paths),
            (
                "components",
                object([
                    (
                        "schemas",
                        object((ResultSchemas.all + DocumentSchemas.all).map { ($0.name, $0.schema.json) })
                    ),
                    (
                        "securitySchemes",
                        object([
                            (
                                "token", object([("type", .string("http")), ("scheme", .string("bearer"))])
                            ),
                            (
                                "cookie",
                                object([
                                    ("type", .string("apiKey")), ("in", .string("cookie")),
                                    ("name", .string("beeline")),
                                ])
                            ),
                        ])
                    ),
                ])
            ),
        ])
    }

    private static var paths: JSONValue {
        var paths: [(path: String, operations: [(String, JSONValue)])] = []
        for route in Route.all {
            let operation = (route.method.rawValue.lowercased(), operation(route))
            if let place = paths.firstIndex(where: { $0.path == route.path }) {
                paths[place].operations.append(operation)
            } else {
                paths.append((route.path, [operation]))
            }
        }
        return object(paths.map { ($0.path, object($0.operations)) })
    }

    private static func operation(_ route: Route) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("operationId", .string(route.name)), ("summary", .string(route.summary)),
            ("tags", .array([.string(route.subject.rawValue)])),
        ]
        let access: String? =
            switch route.access {
            case .open: nil
            case .device: "For paired telephones, tokens and this machine."
            case .desk: "For the desk: this machine, or a token."
            }
        if let access { members.append(("description", .string(access))) }
        let parameters =
            route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { name in
                object([
                    ("name", .string(String(name.dropFirst().dropLast()))), ("in", .string("path")),
                    ("required", .boolean(true)), ("schema", Schema.text.json),
                ])
            } + route.parameters.map { parameter($0, "query") } + route.headers.map { parameter($0, "header") }
        if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
        if !route.bodies.isEmpty {
            let forms = route.bodies.map { ($0.type, content($0.schema == .any ? nil : $0.schema)) }
            members.append(("requestBody", object([("required", .boolean(true)), ("content", object(forms))])))
        }
        var answers = route.allAnswers.map { (String($0.status), answer($0)) }
        answers.append(
            ("default", answer(.problem(0, "Another problem: another host, a wrong method, too many requests."))))
        members.append(("responses", object(answers)))
        members.append(
            (
                "security",
                // An empty requirement: nothing is needed.
                .array(
                    (route.access == .open ? [object([])] : [])
                        + ["token", "cookie"].map { object([($0, .array([]))]) })
            ))
        return object(members)
    }

    private static func parameter(_ parameter: Parameter, _ place: String) -> JSONValue {
        let example: JSONValue =
            switch parameter.form {
            case .text, .choice: .string(parameter.example)
            case .integer: Int(parameter.example).map(JSONValue.integer) ?? .null
            case .flag: .boolean(parameter.example == "true")
            }
        return object([
            ("name", .string(parameter.name)), ("in", .string(place)), ("required", .boolean(parameter.isRequired)),
            ("description", .string(parameter.summary)), ("schema", parameter.form.schema.json), ("example", example),
        ])
    }

    private static func answer(_ answer: Route.Answer) -> JSONValue {
        var members: [(String, JSONValue)] = [("description", .string(answer.summary))]
        if !answer.forms.isEmpty {
            members.append(("content", object(answer.forms.map { ($0.type, content($0.schema)) })))
        }
        return object(members)
    }

    private static func content(_ schema: Schema?) -> JSONValue {
        object(schema.map { [("schema", $0.json)] } ?? [])
    }
}
