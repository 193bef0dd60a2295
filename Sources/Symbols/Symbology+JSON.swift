internal import BeelineJSON

extension Symbology {
    /// Writes the member of an object that says it: `"symbology":"ean_13"`.
    func writeMember(to json: inout JSONWriter) {
        if let ordinal {
            json.member(ordinal, of: Self.members)
        } else {
            json.member("symbology", name)
        }
    }

    /// The members of all lines of the table, ready to be written.
    private static let members = JSONMembers("symbology", table.map(\.name))
}
