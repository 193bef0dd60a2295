internal import BeelineSupport

/// The OpenAPI 3.1 document of the table of routes.
enum OpenAPI {
    static let document: [UInt8] = {
        var json = JSONWriter(capacity: 1 << 16)
        json.value(value)
        json.endLine()
        return json.bytes
    }()

    private static var value: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Beeline", "version": "1",
                "description": .string(
                    "Reads codes, works out what they mean, and performs the actions of rules. Errors are problems "
                        + "(RFC 9457)."),
                "license": ["name": "See the file LICENSE of the project"],
            ],
            "servers": [["url": "/"]],
            "tags": .array(Route.Subject.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": paths,
            "components": [
                "schemas": JSONValue((ResultSchemas.all + DocumentSchemas.all).map { ($0.name, $0.schema.json) }),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "cookie": ["type": "apiKey", "in": "cookie", "name": "beeline"],
                ],
            ],
        ]
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
        return JSONValue(paths.map { ($0.path, JSONValue($0.operations)) })
    }

    private static func operation(_ route: Route) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("operationId", .string(route.name)), ("summary", .string(route.summary)),
            ("tags", [.string(route.subject.rawValue)]),
        ]
        switch route.access {
        case .open: break
        case .device: members.append(("description", "For paired telephones, tokens and this machine."))
        case .desk: members.append(("description", "For the desk: this machine, or a token."))
        }
        let parameters =
            route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { name -> JSONValue in
                [
                    "name": .string(String(name.dropFirst().dropLast())), "in": "path", "required": true,
                    "schema": Schema.text.json,
                ]
            } + route.parameters.flatMap { [parameter($0, "query")] + former($0) }
            + route.headers.map { parameter($0, "header") }
        if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
        if !route.bodies.isEmpty {
            let forms = route.bodies.map { ($0.type, content($0.schema.isAny ? nil : $0.schema)) }
            members.append(("requestBody", ["required": true, "content": JSONValue(forms)]))
        }
        var answers = route.allAnswers.map { (String($0.status), answer($0)) }
        answers.append(
            ("default", answer(.problem(0, "Another problem: another host, a wrong method, too many requests."))))
        members.append(("responses", JSONValue(answers)))
        // An empty requirement: nothing is needed.
        let open: [JSONValue] = route.access == .open ? [[:]] : []
        members.append(("security", .array(open + [["token": []], ["cookie": []]])))
        return JSONValue(members)
    }

    private static func parameter(_ parameter: Parameter, _ place: String) -> JSONValue {
        let example: JSONValue =
            switch parameter.form {
            case .text, .choice: .string(parameter.example)
            case .integer: Int(parameter.example).map(JSONValue.integer) ?? .null
            case .flag: .boolean(parameter.example == "true")
            }
        return [
            "name": .string(parameter.name), "in": .string(place), "required": .boolean(parameter.isRequired),
            "description": .string(parameter.summary), "schema": parameter.form.schema.json, "example": example,
        ]
    }

    private static func former(_ parameter: Parameter) -> [JSONValue] {
        guard let name = parameter.formerName else { return [] }
        return [
            [
                "name": .string(name), "in": "query", "deprecated": true, "schema": parameter.form.schema.json,
                "description": .string("The former name of `\(parameter.name)`."),
            ]
        ]
    }

    private static func answer(_ answer: Route.Answer) -> JSONValue {
        let forms = answer.forms.map { ($0.type, content($0.schema)) }
        return JSONValue(
            [("description", .string(answer.summary))] + (forms.isEmpty ? [] : [("content", JSONValue(forms))]))
    }

    private static func content(_ schema: Schema?) -> JSONValue { schema.map { ["schema": $0.json] } ?? [:] }
}
