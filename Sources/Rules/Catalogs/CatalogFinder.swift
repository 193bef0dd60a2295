/// How a catalogue is found that a rule names and the caller has not given.
///
///     let finder = CatalogFinder(names: { ["prices"] }) { name in try store.catalog(name) }
///     let rules = try RuleSet(files: files, actions: actions, finder: finder)
package struct CatalogFinder: Sendable {
    private var isForgiving = false
    private let known: @Sendable () -> [String]
    private let open: @Sendable (String) throws -> Catalog?
    /// Lists that are read once it is known what form they have; they go before all that are opened.
    private var files: [String: @Sendable (CatalogForm) throws -> Catalog] = [:]
    /// How the user can add a catalogue of a name, for the message that there is none.
    let remedy: @Sendable (String) -> String

    /// - Parameters:
    ///   - names: what catalogues there are, for messages about others.
    ///   - remedy: how a catalogue of a name can be added: a clause of a message.
    ///   - open: gives a catalogue; nil where there is none of that name. What it throws is shown as the reason.
    package init(
        names: @escaping @Sendable () -> [String],
        remedy: @escaping @Sendable (String) -> String = { _ in "add a Catalog of this name to 'catalogs'" },
        open: @escaping @Sendable (String) throws -> Catalog?
    ) {
        known = names
        self.remedy = remedy
        self.open = open
    }

    /// The same, with lists before it that are read once it is known what form they have.
    package func behind(_ files: [String: @Sendable (CatalogForm) throws -> Catalog]) -> CatalogFinder {
        var finder = self
        finder.files.merge(files) { $1 }
        return finder
    }

    /// Finds none: only those that are given can be named.
    package static let none = CatalogFinder(names: { [] }, open: { _ in nil })

    /// For tests of rule files, which define the contents of catalogues themselves: one that is not given is empty.
    package static let empty = {
        var finder = none
        finder.isForgiving = true
        return finder
    }()

    /// What the names of catalogues are looked up in while a set is loaded.
    ///
    /// A class, so that each is opened once, however many rules name it.
    final class Cache {
        private let finder: CatalogFinder
        private let given: [String: Catalog]
        private let declarations: Declarations<CatalogDeclaration>
        private var found: [String: Result<Catalog, Missing>] = [:]

        init(_ given: [Catalog], _ finder: CatalogFinder, _ declarations: Declarations<CatalogDeclaration>) {
            self.finder = finder
            self.given = Dictionary(given.map { ($0.name, $0) }) { first, _ in first }
            self.declarations = declarations
        }

        /// How the user can add a catalogue of that name.
        func remedy(for name: String) -> String { finder.remedy(name) }

        var names: [String] { Set(finder.known()).union(given.keys).union(finder.files.keys).sorted() }

        /// What a rule file says of a catalogue, which is used from now on.
        func declaration(of name: String) -> CatalogDeclaration? { declarations.use(name)?.value }

        /// The catalogue of that name, or why there is none.
        func catalog(_ name: String) -> Result<Catalog, Missing> {
            if let known = found[name] { return known }
            let result = find(name, declaration(of: name))
            found[name] = result
            return result
        }

        private func find(_ name: String, _ declaration: CatalogDeclaration?) -> Result<Catalog, Missing> {
            do {
                if let catalog = given[name] {
                    guard let declaration, declaration.disagreement(with: catalog) != nil else {
                        return .success(catalog)
                    }
                    if let typed = try catalog.inForm(declaration.form) { return .success(typed) }
                }
                if let read = finder.files[name] {
                    return .success(try read(declaration?.form ?? CatalogForm()))
                }
                if let catalog = try given[name] ?? finder.open(name) {
                    guard let declaration, let problem = declaration.disagreement(with: catalog) else {
                        return .success(catalog)
                    }
                    return .failure(.other(problem, form: declaration.form))
                }
            } catch {
                return .failure(.unusable("\(error)"))
            }
            return .failure(finder.isForgiving ? .empty : .unknown)
        }
    }

    enum Missing: Error {
        case unknown
        /// It is to be read as an empty one, of whose columns nothing is known but what a rule file says.
        case empty
        /// There is one that cannot be read; with the reason.
        case unusable(String)
        /// There is one that is not what a rule file says of it; with the difference, and the form that it should have.
        case other(String, form: CatalogForm)
    }
}
