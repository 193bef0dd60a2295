/// Finds the catalogues that rules name and the caller has not passed.
///
///     let finder = CatalogFinder(names: { ["prices"] }) { name in try store.catalog(name) }
///     let rules = try RuleSet(files: files, actions: actions, finder: finder)
package struct CatalogFinder: Sendable {
    private var isForgiving = false
    private let known: @Sendable () -> [String]
    private let open: @Sendable (String) throws -> Catalog?
    private var files: [String: @Sendable (CatalogForm) throws -> Catalog] = [:]
    /// How the user can add a catalogue of a name, for the message that there is none.
    let remedy: @Sendable (String) -> String

    /// The names are those of the existing catalogues, for messages about unknown ones; the remedy, a clause of a
    /// message, is how one can be added. `open` returns nil for an unknown name; the reason of an error that it throws
    /// is shown.
    package init(
        names: @escaping @Sendable () -> [String],
        remedy: @escaping @Sendable (String) -> String = { _ in "add a Catalog of this name to 'catalogs'" },
        open: @escaping @Sendable (String) throws -> Catalog?
    ) {
        (known, self.remedy, self.open) = (names, remedy, open)
    }

    /// The same finder, with lists that take precedence and are read once their form is known.
    package func behind(_ files: [String: @Sendable (CatalogForm) throws -> Catalog]) -> CatalogFinder {
        var finder = self
        finder.files.merge(files) { $1 }
        return finder
    }

    /// A finder without catalogues: rules can only name the passed ones.
    package static let none = CatalogFinder(names: { [] }, open: { _ in nil })

    /// A finder for tests of rule files, which define the contents of catalogues: all others are empty.
    package static let empty = {
        var finder = none
        finder.isForgiving = true
        return finder
    }()

    /// The catalogues that were found while a set is loaded; each is opened once, however many rules name it. A class,
    /// because finding one adds to it.
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

        /// The declaration of a catalogue in a rule file, which is then marked as used.
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
        /// It counts as empty, with the columns that a rule file declares.
        case empty
        /// It cannot be read; with the reason.
        case unusable(String)
        /// It differs from its declaration; with the difference, and the declared form.
        case other(String, form: CatalogForm)
    }
}
