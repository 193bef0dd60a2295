internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
package import BeelineSupport
internal import BeelineSymbols

package struct HistoryEntry: Hashable, Sendable {
    /// Its number in the history, which no other scan there ever has.
    package let id: Int
    /// When it was recorded, in UTC: `2026-01-31T12:34:56.789Z`.
    package let time: String
    package let rule: String
    /// The name of the symbology: `ean_13`. This and the following are nil where they are not known.
    package let symbology: String?
    /// The text of the code, with `•••` instead of secrets.
    package let text: String?
    /// The bytes of a code that is not text.
    package let bytes: [UInt8]?
    /// The name of the code's kind: `isbn`.
    package let kind: String?
    /// The identifying number: the ISBN-13, the GTIN-14.
    package let number: String?
    /// The name of its source, as with `--source`.
    package let source: String?
    /// The path of its image.
    package let input: String?
    /// The page of the image, counted from 1.
    package let page: Int?
    /// The outcomes of the rule's earlier actions, in their order.
    package let outcomes: [PastOutcome]
    /// The fields of the rule, in its order.
    package let fields: [JSONValue.Member]
    /// The machine that has recorded it, in a history on a server.
    package let desk: String?
    /// How many other scans of its code it was decided without, while the server could not be reached.
    package let missed: Int

    /// The outcome of a recorded action.
    package struct PastOutcome: Hashable, Sendable {
        /// The name of the action: `open-url`.
        package let action: String
        /// The name of its `Outcome.Status`.
        package let status: String
        package let url: String?
        package let message: String?
    }
}

extension HistoryEntry {
    /// The columns are those of `HistoryTables.whileEntries`.
    init(_ row: HistoryColumns) {
        id = row.integer(0) ?? 0
        time = row.text(1) ?? ""
        rule = row.text(2) ?? ""
        symbology = row.text(3)
        text = row.text(4)
        bytes = row.bytes(5)
        kind = row.text(6)
        number = row.text(7)
        source = row.text(8)
        input = row.text(9)
        page = row.integer(10)
        outcomes = Self.outcomes(row.json(11))
        fields = Self.fields(row.json(12))
        // One that was copied from a file has an empty one.
        desk = row.text(13).flatMap { $0.isEmpty ? nil : $0 }
        missed = row.integer(14) ?? 0
    }

    private static func outcomes(_ text: String?) -> [PastOutcome] {
        (json(text)?.array ?? []).map { outcome in
            PastOutcome(
                action: outcome["action"]?.string ?? "", status: outcome["status"]?.string ?? "",
                url: outcome["url"]?.string, message: outcome["message"]?.string)
        }
    }

    private static func fields(_ text: String?) -> [JSONValue.Member] {
        if case .object(let members)? = json(text) { members } else { [] }
    }

    /// Other programs may write into the file; what is not JSON is ignored.
    private static func json(_ text: String?) -> JSONValue? {
        text.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    }
}
