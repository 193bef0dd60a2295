internal import BeelineRules
internal import BeelineSymbols

/// The definitions of the tests that a rule file may have.
package enum RuleTestSchema {
    /// All definitions, by name.
    static func definitions(_ actions: [ActionSignature]) -> [(String, SchemaNode)] {
        [("test", test), ("scan", scan), ("expectation", expectation(actions))]
    }

    private static var test: SchemaNode {
        .object(
            .test,
            [
                "scan": .ref("scan"),
                "given": ["type": "object"],
                "expect": ["anyOf": [["type": "null"], .ref("expectation")]],
            ])
    }

    private static var scan: SchemaNode {
        let symbologies = Symbology.all.map { symbology -> SchemaNode in
            SchemaNode(members: [("const", SchemaNode(symbology.name))]).described(symbology.title)
        }
        let node = SchemaNode.object(
            .scan,
            [
                "symbology": ["anyOf": SchemaNode(symbologies)],
                "bytes": ["type": "string", "contentEncoding": "base64"],
                "addOn": ["type": "string", "pattern": SchemaPatterns.whole("[0-9]{2}", "[0-9]{5}")],
                "at": [
                    "type": "string",
                    "pattern": SchemaPatterns.whole("\(SchemaPatterns.date)(?:T\(SchemaPatterns.time))?"),
                ],
            ])
        return node.adding([("oneOf", [["required": ["text"]], ["required": ["bytes"]]])])
    }

    private static func expectation(_ actions: [ActionSignature]) -> SchemaNode {
        let action: SchemaNode = [
            "type": "object", "properties": ["action": ["enum": .strings(actions.map(\.name))]],
        ]
        return .object(
            .expectation,
            [
                "rule": ["type": ["string", "null"]],
                "fields": ["type": "object"],
                "do": ["type": "array", "items": action],
            ])
    }
}
