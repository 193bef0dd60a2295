import Beeline
import Foundation
import TestPrograms
import Testing

@Suite("The reference of kinds")
struct KindsTests {
    @Test("the list names every kind and every field")
    func listsAll() async throws {
        let result = try await beeline("kinds")
        #expect(result.status == 0)
        for kind in Kind.allCases {
            #expect(result.lines.contains { $0.hasPrefix("\(kind.rawValue)  ") }, "\(kind)")
            for field in Field.fields(of: kind) {
                #expect(result.lines.contains { $0.hasPrefix("  \(field.name) ") }, "\(field.name)")
            }
        }
        for field in OpenFieldDefinition.table { #expect(result.output.contains("  \(field.name) ")) }
    }

    @Test("a kind is explained with examples, types and its secrets")
    func explains() async throws {
        let result = try await beeline("kinds", "wifi")
        #expect(result.status == 0)
        #expect(result.output.contains("password"))
        #expect(result.output.contains("a string, sometimes, secret"))
        #expect(result.output.contains("WIFI:"))
        #expect(!result.output.contains("boardingPass"))
    }

    @Test("for programs it is one JSON document")
    func writesJSON() async throws {
        let document = try #require(try json(try await beeline("kinds", "--format", "json").output) as? [String: Any])
        let kinds = try #require(document["kinds"] as? [[String: Any]])
        let names = kinds.compactMap { $0["kind"] as? String }
        #expect(names.prefix(Kind.allCases.count) == Kind.allCases.map(\.rawValue)[...])
        #expect(names.contains("parcel"))
        let isbn = try #require(kinds.first { $0["kind"] as? String == "isbn" })
        let fields = try #require(isbn["fields"] as? [[String: Any]])
        let isbn13 = try #require(fields.first { $0["name"] as? String == "isbn13" })
        #expect(isbn13["always"] as? Bool == true)
        #expect(isbn13["type"] as? String == "text")
        #expect((isbn13["example"] as? String)?.hasPrefix("97") == true)
    }

    @Test("the page in Docs is the output of the command")
    func pageIsCurrent() async throws {
        let page = try String(contentsOfFile: Project.folder + "/Docs/Kinds.md", encoding: .utf8)
        let printed = try await beeline("kinds", "--format", "markdown").output
        #expect(page == printed, "make docs writes it anew")
    }

    @Test("a kind of a rule file is explained with its forms and examples")
    func explainsFileKinds() async throws {
        let rules = Project.folder + "/Examples/Rules/stock-label.json"
        let result = try await beeline("kinds", "--rules", rules, "--no-defaults", "stockLabel")
        #expect(result.status == 0)
        #expect(result.lines.first == "stockLabel  a label of our stock")
        #expect(result.output.contains("printed since 2024, of the old printer."))
        #expect(result.output.contains("STOCK;QTY=3;ART=471102"))
        #expect(result.lines.contains { $0.hasPrefix("  expiry ") && $0.hasSuffix("a date, sometimes") })
        let wrong = try await beeline("kinds", "--rules", rules, "stockLabl")
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("unknown kind of content 'stockLabl' (did you mean 'stockLabel'?)"))
    }

    @Test("a kind that there is not is wrong usage, with the nearest one")
    func refuses() async throws {
        let result = try await beeline("kinds", "isnb")
        #expect(result.status == 2)
        #expect(result.errors.contains("unknown kind of content 'isnb' (did you mean 'isbn'?)"))
    }
}
