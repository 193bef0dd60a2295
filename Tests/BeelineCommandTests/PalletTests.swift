import BeelineSupport
import TestPrograms
import Testing

@Suite("The label of a pallet")
struct PalletTests {
    /// A picture of a label with a symbol for each text.
    private static func label(_ symbols: [String]) async throws -> DrawnFolder {
        let folder = try DrawnFolder()
        try folder.write("symbols.csv", "text,format\n" + symbols.map { "\($0),gs1-128\n" }.joined())
        let drawn = try await folder.draw(["--sheet", "1x4", "symbols.csv", "-o", "label.pdf"])
        #expect(drawn.status == 0, "\(drawn.errors)")
        return folder
    }

    @Test(
        "of three symbols is refused when it has expired, whichever symbol the rule looks at",
        arguments: [("2026-02-01", "pallet.expired"), ("2026-01-31", "pallet.taken")])
    func refusesExpired(day: String, rule: String) async throws {
        let folder = try await Self.label([
            "(02)09521234543213(37)24", "(17)260131(10)LOT7", "(00)395201234567890505",
        ])
        let rules = Project.file("Examples/Rules/pallets.json")
        let result = try await beeline([
            "scan", "--no-defaults", "--rules", rules, "--at", day, "--format", "json", folder.path("label.pdf"),
        ])
        let results = try JSONValue(parsing: result.output.utf8)["results"]?.array ?? []
        #expect(results.count == 3, "\(result.output) \(result.errors)")
        for result in results {
            let content = result["content"]
            #expect(content?["expiry"]?.string == "2026-01-31" && content?["lot"]?.string == "LOT7")
            #expect(
                content?["gs1Unit"]?.string == "(00)395201234567890505(02)09521234543213(10)LOT7(17)260131(37)24")
            #expect(result["warnings"] == nil)
        }
        let taken = results.compactMap { $0["resolution"]?["rule"]?.string }
        // What came in is kept once.
        #expect(taken == Array(repeating: rule, count: rule == "pallet.expired" ? 3 : 1))
        #expect(results.count { $0["joinedTo"] != nil } == 2)
    }
}
