internal import BeelineSupport
internal import BeelineSymbols

/// The fields that the codes of a kind have of their own, with their names ready to be written. A class, so that looking
/// at it copies nothing.
final class FieldList: Sendable {
    /// In the order of the table.
    let fields: [Field]
    let names: JSONNames

    private init(_ kind: Kind) {
        fields = Field.fields(of: kind).map(\.field)
        names = JSONNames(fields.map(\.rawValue))
    }

    /// Lends the list of a kind.
    static func with<Result>(of kind: Kind, _ body: (FieldList) -> Result) -> Result {
        all.withObject(at: kind.index, body)
    }

    private static let all = UncountedReferences(Kind.allCases.map { FieldList($0) })
}
