internal import BeelineJSON

extension Symbology {
    /// Writes the member of an object that says it: `"symbology":"ean_13"`.
    func writeMember(to json: inout JSONWriter) {
        if let ordinal {
            json.members(json: Self.members[ordinal])
        } else {
            json.member("symbology", name)
        }
    }

    /// The members of all lines of the table, ready to be written.
    private static let members: [[UInt8]] = table.map { row in
        var json = JSONWriter(capacity: 40)
        json.member("symbology", row.name)
        return json.bytes
    }
}
