/// How a catalogue is found that a rule names and nobody has given.
///
///     let finder = CatalogFinder(names: { ["prices"] }) { name in try store.catalog(name) }
///     let rules = try RuleSet(files: files, actions: actions, finder: finder)
public struct CatalogFinder: Sendable {
    private let isForgiving: Bool
    private let known: @Sendable () -> [String]
    private let open: @Sendable (String) throws -> Catalog?

    /// - Parameters:
    ///   - names: what catalogues there are, for messages about others.
    ///   - open: gives a catalogue; nil where there is none of that name. What it throws is shown as the reason.
    public init(names: @escaping @Sendable () -> [String], open: @escaping @Sendable (String) throws -> Catalog?) {
        self.init(isForgiving: false, known: names, open: open)
    }

    private init(
        isForgiving: Bool, known: @escaping @Sendable () -> [String],
        open: @escaping @Sendable (String) throws -> Catalog?
    ) {
        self.isForgiving = isForgiving
        self.known = known
        self.open = open
    }

    /// Finds none: only those that are given can be named.
    public static let none = CatalogFinder(names: { [] }, open: { _ in nil })

    /// For tests of rule files, which say themselves what catalogues hold: one that is not given is empty.
    package static let empty = CatalogFinder(isForgiving: true, known: { [] }, open: { _ in nil })

    /// What the names of catalogues are looked up in while a set is loaded.
    ///
    /// A class, so that each is opened once, however many rules name it.
    final class Shelf {
        private let finder: CatalogFinder
        private let given: [String: Catalog]
        private var found: [String: Result<Catalog, Missing>] = [:]

        init(_ given: [Catalog], _ finder: CatalogFinder) {
            self.finder = finder
            self.given = Dictionary(given.map { ($0.name, $0) }) { first, _ in first }
        }

        var names: [String] { Set(finder.known()).union(given.keys).sorted() }

        /// The catalogue of that name, or why there is none.
        func catalog(_ name: String) -> Result<Catalog, Missing> {
            if let catalog = given[name] { return .success(catalog) }
            if let known = found[name] { return known }
            let result = find(name)
            found[name] = result
            return result
        }

        private func find(_ name: String) -> Result<Catalog, Missing> {
            do {
                if let catalog = try finder.open(name) { return .success(catalog) }
            } catch {
                return .failure(.unusable("\(error)"))
            }
            return .failure(finder.isForgiving ? .empty : .unknown)
        }
    }

    /// Why there is no catalogue of a name.
    enum Missing: Error {
        case unknown
        /// It is to be taken for an empty one, of whose columns nothing is known.
        case empty
        /// There is one that cannot be read; with the reason.
        case unusable(String)
    }
}
