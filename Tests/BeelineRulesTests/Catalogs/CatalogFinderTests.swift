import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Synchronization
import Testing

@Suite("Catalogues are found when a rule names them")
struct CatalogFinderTests {
    /// A list that lies elsewhere, and counts how often it is asked.
    private final class Shelf: CatalogSource {
        let columns = ["place", "note"]
        let keyColumn = "isbn"
        let count = 1
        let asked = Mutex<[String]>([])

        func cells(of key: String) -> [String?]? {
            asked.withLock { $0.append(key) }
            return key == "x" ? ["B2", nil] : nil
        }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "it is damaged; import it again"
    }

    private static let two = #"""
        {"version":1,"rules":[
          {"id":"a","when":{"text":{"catalog":"shelf"},"catalog.shelf.place":"B2"},"do":[]},
          {"id":"b","when":{"text":{"catalog":"shelf"},"not":{"catalog.shelf.place":"B2"}},"do":[]}]}
        """#

    private func rules(_ text: String, given: [Catalog] = [], _ finder: CatalogFinder) throws -> RuleSet {
        try RuleSet(
            files: [RuleFile(name: "f", text: text)], actions: ActionSignature.all, catalogs: given, finder: finder)
    }

    @Test("one is opened once, however many rules name it, and asked for the codes alone")
    func opensOnce() throws {
        let shelf = Shelf()
        let opened = Mutex<[String]>([])
        let set = try rules(
            Self.two,
            CatalogFinder(names: { ["shelf"] }) { name in
                opened.withLock { $0.append(name) }
                return Catalog(name: name, source: shelf)
            })
        #expect(opened.withLock { $0 } == ["shelf"])
        #expect(shelf.asked.withLock { $0.isEmpty })
        #expect(set.resolve(reading("x", .qr)).rule?.id == "a")
        #expect(set.resolve(reading("y", .qr)).rule == nil)
        #expect(Set(shelf.asked.withLock { $0 }) == ["x", "y"])
    }

    @Test("one that is given goes before one that could be found")
    func givenFirst() throws {
        let given = try Catalog(name: "shelf", csv: Array("k,place\ny,B2\n".utf8))
        let set = try rules(Self.two, given: [given], CatalogFinder(names: { [] }) { _ in throw Broken() })
        #expect(set.resolve(reading("y", .qr)).rule?.id == "a")
    }

    @Test("one that nobody names is not opened")
    func opensNoOther() throws {
        let set = try rules(
            #"{"version":1,"rules":[{"id":"a","when":{},"do":[]}]}"#,
            CatalogFinder(names: { [] }) { _ in throw Broken() })
        #expect(set.rules.count == 1)
    }

    @Test("its columns are checked, and one that is not there or cannot be read is an error with its remedy")
    func errors() throws {
        let finder = CatalogFinder(names: { ["shelf", "broken"] }) { name in
            if name == "broken" { throw Broken() }
            return name == "shelf" ? Catalog(name: name, source: Shelf()) : nil
        }
        for (wrong, message) in [
            (
                #"{"text":{"catalog":"shelve"}}"#,
                "there is no catalogue 'shelve' (did you mean 'shelf'?): 'beeline catalog"
            ),
            (
                #"{"text":{"catalog":"broken"}}"#,
                "the catalogue 'broken' cannot be read: it is damaged; import it again"
            ),
            (
                #"{"text":{"catalog":"shelf"},"catalog.shelf.plaec":"x"}"#,
                "has no column 'plaec' (did you mean 'place'?)"
            ),
        ] {
            let error = #expect(throws: RuleSetError.self) { try rules(oneRule(when: wrong), finder) }
            #expect(error?.issues.count == 1)
            #expect(error?.issues.first?.message.contains(message) == true, "\(error?.issues ?? [])")
            #expect(error?.issues.first?.severity == .error)
        }
    }

    @Test("the tests of a file need none: what is not given is empty")
    func testsNeedNone() {
        let file = RuleFile(
            name: "f",
            text: #"""
                {"version":1,"rules":[{"id":"a","when":{"text":{"catalog":"shelf"},"catalog.shelf.place":"B2"},"do":[]}],
                 "tests":[{"scan":{"text":"x"},"expect":null},
                          {"scan":{"text":"x"},"given":{"catalog":{"shelf":{"x":{"place":"B2"}}}},"expect":{"rule":"a"}}]}
                """#)
        let suite = RuleTestSuite(file: file, actions: ActionSignature.all)
        #expect(suite.fileErrors.isEmpty)
        #expect(suite.run().map(\.hasPassed) == [true, true])
    }
}
