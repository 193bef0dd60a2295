internal import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import Synchronization

/// Lists in CSV files. Each is parsed when a rule names it, in the form that the rule file declares.
package struct GivenLists: Sendable {
    private struct List: Sendable {
        let name: String
        let path: String
        let bytes: [UInt8]

        func catalog(_ form: CatalogForm, noting note: (String) -> Void) throws(CatalogError) -> Catalog {
            let text: TableText
            do throws(TableText.Problem) { text = try TableText(bytes) } catch {
                throw CatalogError(source: path, line: error.line, problem: .text(error))
            }
            var diagnosis: KeyDiagnosis? = KeyDiagnosis(form.key)
            let catalog = try Catalog(
                name: name, csv: text.bytes, source: path, format: CSVFormat(separator: text.separator), form: form,
                diagnosis: &diagnosis)
            for remark in [text.remark, diagnosis?.headerRemark] {
                if let remark { note("\(path): \(remark)") }
            }
            return catalog
        }
    }

    private var lists: [List] = []
    private let named = NotedPaths()
    private let remarks = NotedPaths()

    package init() {}

    package init(_ files: [(name: String, value: String)]) throws(FileError) {
        for (name, path) in files where !lists.contains(where: { $0.name == name }) {
            lists.append(List(name: name, path: path, bytes: try readFile(path, limit: Catalog.longestFile)))
        }
    }

    /// The lists of both; of two of a name, that of `left`.
    static func + (left: GivenLists, right: GivenLists) -> GivenLists {
        var sum = left
        sum.lists += right.lists.filter { list in !left.lists.contains { $0.name == list.name } }
        return sum
    }

    package var readers: [String: @Sendable (CatalogForm) throws -> Catalog] {
        var readers: [String: @Sendable (CatalogForm) throws -> Catalog] = [:]
        for list in lists {
            readers[list.name] = { [named, remarks] form in
                named.add(list.name)
                return try list.catalog(form, noting: remarks.add)
            }
        }
        return readers
    }

    /// Parses the lists that no rule names, so that their errors are reported too.
    ///
    /// - Returns: remarks about the character sets and first lines of all lists.
    package func checkRest() throws(CatalogError) -> [String] {
        let named = Set(named.all)
        for list in lists where !named.contains(list.name) {
            _ = try list.catalog(CatalogForm(), noting: remarks.add)
        }
        return remarks.all
    }
}

/// The paths that a loader has read, each once, in order.
package final class NotedPaths: Sendable {
    private let noted = Mutex<[String]>([])

    package var all: [String] { noted.withLock { $0 } }

    package init() {}

    @Sendable package func add(_ path: String) { noted.withLock { if !$0.contains(path) { $0.append(path) } } }
}
