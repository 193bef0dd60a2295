package import BeelineRules
internal import BeelineSupport

extension CSVFormat {
    /// A separator that has no such name.
    package struct UnknownSeparator: Error, Hashable, Sendable {
        package let name: String
    }

    /// - Parameter separatorName: `,`, `;` or `tab`; nil: what the first line has.
    package init(key: String?, separatorName: String?) throws(UnknownSeparator) {
        let separator: UInt8? =
            switch separatorName {
            case nil: nil
            case ","?: UInt8(ascii: ",")
            case ";"?: UInt8(ascii: ";")
            case "tab"?, "\t"?: UInt8(ascii: "\t")
            case let other?: throw UnknownSeparator(name: other)
            }
        self.init(key: key, separator: separator)
    }
}

/// What is wrong with a catalogue that is to be imported.
package struct CatalogMistakes: Error, Hashable, Sendable {
    /// In the order of their lines, twenty at most.
    package let mistakes: [CatalogError]

    /// More mistakes than this are not listed.
    fileprivate static let most = 20

    /// How many there are: `2 mistakes`.
    package var summary: String {
        let count = mistakes.count
        return "\(count) mistake\(count == 1 ? "" : "s")" + (count == Self.most ? ", and perhaps more" : "")
    }
}

extension Catalog {
    /// A catalogue in CSV, as somebody hands it over.
    ///
    /// - Parameter source: the path, for messages.
    package init(
        importing bytes: [UInt8], as name: String, source: String, _ format: CSVFormat
    ) throws(CatalogMistakes) {
        do throws(CatalogError) {
            try self.init(name: name, csv: bytes, source: source, format: format)
        } catch {
            throw CatalogMistakes(
                mistakes: Catalog.errors(csv: bytes, source: source, format: format, atMost: CatalogMistakes.most))
        }
    }
}
