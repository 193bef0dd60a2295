import Beeline
import BeelineSupport

/// The reference of kinds, for programs.
enum KindJSON {
    static func document(_ kinds: [KindEntry]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.name("kinds")
            json.array { json in for kind in kinds { write(kind, to: &json) } }
        }
        json.endLine()
        return json.bytes
    }

    private static func write(_ kind: KindEntry, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind.definition.kind.rawValue)
            json.member("title", kind.definition.title)
            json.member("recognition", kind.definition.recognition)
            json.name("examples")
            json.array { json in for example in kind.definition.examples { example.write(to: &json) } }
            json.name("fields")
            json.array { json in for field in kind.fields { write(field, to: &json) } }
        }
    }

    private static func write(_ field: KindEntry.FieldEntry, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", field.name)
            json.member("type", field.type.rawValue)
            json.name("always")
            json.value(field.isAlways)
            json.name("secret")
            json.value(field.isSecret)
            json.member("summary", field.summary)
            if let example = field.example {
                json.name("example")
                example.write(to: &json)
            }
        }
    }
}
