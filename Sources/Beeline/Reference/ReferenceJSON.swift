package import BeelineRules
package import BeelineSupport
internal import BeelineSymbols

package enum KindJSON {
    package static func document(_ kinds: [KindReference], titlesOnly: Bool = false) -> [UInt8] {
        JSONWriter.line { json in
            json.member("version", 1)
            json.member("kinds", kinds) { json, kind in
                json.member("kind", kind.name)
                json.member("title", kind.title)
                if titlesOnly { return }
                json.member("recognition", kind.recognition)
                json.name("examples")
                json.array { json in for example in kind.examples { example.write(to: &json) } }
                json.member("fields", kind.fields) { json, field in
                    json.member("name", field.name)
                    json.member("type", field.type.rawValue)
                    json.member("always", field.isAlways)
                    json.member("secret", field.isSecret)
                    json.member("summary", field.summary)
                    guard let example = field.example else { return }
                    json.name("example")
                    example.write(to: &json)
                }
            }
        }
    }
}

/// The rules as JSON, in the order in which they are tried.
package enum RuleListJSON {
    /// - Parameter rules: the value of `RuleSet.kindsOfRules`.
    package static func document(_ rules: [(rule: Rule, kinds: [String])]) -> [UInt8] {
        JSONWriter.line { json in
            json.member("version", ResultJSON.version)
            json.member("rules", rules) { json, entry in
                json.member("rule", entry.rule.id)
                json.member("title", entry.rule.title)
                json.member("file", entry.rule.file)
                json.member("continue", entry.rule.continues)
                json.member("off", entry.rule.isSwitchedOff)
                json.member("kinds", entry.kinds)
            }
        }
    }
}

package enum CatalogJSON {
    package static func writeMembers(of catalog: Catalog, to json: inout JSONWriter) {
        json.member("name", catalog.name)
        json.member("rows", catalog.count)
        json.member("key", catalog.keyColumn)
        json.member("keyType", catalog.form.key.description)
        json.member("columns", catalog.columns)
        json.object("types") { json in
            for column in catalog.columns {
                if let type = catalog.form.types[column] { json.member(column, type.rawValue) }
            }
        }
        json.member("many", catalog.form.isMany)
    }
}
