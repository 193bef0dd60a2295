public import BeelineRules
package import BeelineSupport

/// The JSON Schema of rule files, for editors that complete and check while one writes.
///
/// It is made from the tables that the readers use. What it refuses, they refuse; what it cannot know, such as whether a
/// constant is there or a host is fixed, only they find: `beeline rules check`. In two respects it asks for more: a file
/// that uses kinds of another file has to include that file, and the headers of a service have to be right even where
/// nothing uses the service.
///
///     let schema = RuleSchema.document(actions: PluginRegistry.standard.signatures)
public enum RuleSchema {
    /// What rule files may write as `$schema`, and what the schema calls itself.
    public static let name = "beeline-rules.schema.json"

    /// The schema (draft 2020-12) as JSON text, indented by two blanks.
    ///
    /// - Parameter actions: the actions that rules may name.
    public static func document(actions: [ActionSignature]) -> [UInt8] { value(actions: actions).indented() }

    /// The schema as a value.
    package static func value(actions: [ActionSignature]) -> JSONValue {
        let definitions =
            FileSchema.definitions + ActionSchema(signatures: actions).definitions + ConditionSchema.definitions
            + RuleTestSchema.definitions(actions)
        let head: SchemaNode = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SchemaNode(name),
            "title": "Beeline rules",
        ]
        return head.adding(FileSchema.file.members).adding([("$defs", SchemaNode(members: definitions))]).json
    }
}
