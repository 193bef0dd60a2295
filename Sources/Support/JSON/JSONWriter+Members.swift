/// What documents of this program have: members of further types, those that may be absent, and lists.
extension JSONWriter {
    /// An object on a line of its own.
    package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(members)
        json.endLine()
        return json.bytes
    }

    /// A value as a text by itself.
    package static func text(_ value: JSONValue) -> String {
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    package mutating func member(_ name: StaticString, _ truth: Bool) {
        self.name(name)
        value(truth)
    }

    /// Nothing where the text is absent.
    package mutating func member(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    /// Nothing where the number is absent.
    package mutating func member(_ name: StaticString, _ number: Int?) {
        if let number { member(name, number) }
    }

    package mutating func member(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        array { json in for text in texts { json.value(text) } }
    }

    /// A list with an object for each item.
    package mutating func member<Item>(
        _ name: StaticString, _ items: [Item], _ members: (inout JSONWriter, Item) -> Void
    ) {
        self.name(name)
        array { json in for item in items { json.object { members(&$0, item) } } }
    }

    package mutating func error(_ code: String, _ message: String) {
        name("error")
        object { json in
            json.member("code", code)
            json.member("message", message)
        }
    }

    /// Nothing where the position is unknown.
    package mutating func members(_ position: TextPosition?) {
        member("line", position?.line)
        member("column", position?.column)
    }
}
