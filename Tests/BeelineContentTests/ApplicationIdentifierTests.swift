import BeelineContent
import BeelineSymbols
import Testing

@Suite("The table of Application Identifiers")
struct ApplicationIdentifierTests {
    @Test("has all 541 of the release, by code, in order")
    func isComplete() throws {
        let codes = ApplicationIdentifier.all.map(\.code)
        #expect(codes.count == 541)
        #expect(codes == codes.sorted())
        #expect(Set(codes).count == codes.count)
        for identifier in ApplicationIdentifier.all {
            #expect(ApplicationIdentifier(identifier.code) == identifier)
            #expect(identifier.title.isEmpty == ["8110", "8112"].contains(identifier.code))
            #expect(identifier.minimumLength >= 1 && identifier.maximumLength <= 90)
            #expect(!identifier.hasPredefinedLength || identifier.minimumLength == identifier.maximumLength)
        }
        for code in ["", "0", "1", "05", "001", "0001", "310", "3106", "31n3", "99999", "٠١", "-1"] {
            #expect(ApplicationIdentifier(code) == nil, "\(code)")
        }
    }

    @Test("no identifier begins like another one")
    func isPrefixFree() {
        let codes = ApplicationIdentifier.all.map(\.code)
        for code in codes { #expect(codes.count { $0.hasPrefix(code) } == 1, "\(code)") }
    }

    @Test("lengths are predefined for the prefixes that the General Specifications list, and no others")
    func hasPredefinedLengths() {
        let prefixes: Set = [
            "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "32", "33",
            "34", "35", "36", "41",
        ]
        for identifier in ApplicationIdentifier.all {
            #expect(
                identifier.hasPredefinedLength == prefixes.contains(String(identifier.code.prefix(2))), "\(identifier)")
        }
    }

    @Test("what the table says can be asked for")
    func tells() throws {
        let gtin = try #require(ApplicationIdentifier("01"))
        #expect(gtin.title == "GTIN" && gtin.description == "(01)")
        #expect(gtin.linkQualifiers == [["22", "10", "21"], ["235"]])
        #expect(gtin.excluded == ["255", "37"] && gtin.companions.isEmpty)
        #expect(gtin.components.map(\.checks) == [["csum", "gcppos2"]])
        let price = try #require(ApplicationIdentifier("3932"))
        #expect(price.companions == [["30"], ["31nn"], ["32nn"], ["35nn"], ["36nn"]])
        #expect(price.excluded == ["393n"] && price.linkQualifiers == nil && price.isLinkAttribute)
        #expect(price.components.map(\.characters) == [.numeric, .numeric])
        let gdti = try #require(ApplicationIdentifier("253"))
        #expect(gdti.linkQualifiers == [] && gdti.components.map(\.isOptional) == [false, true])
        #expect(gdti.minimumLength == 13 && gdti.maximumLength == 30)
        let signature = try #require(ApplicationIdentifier("8030"))
        #expect(signature.companions.contains(["8010", "8011"]))
    }

    @Test(
        "every identifier takes its shortest and its longest value, in each form", arguments: ApplicationIdentifier.all)
    func takesExtremes(identifier: ApplicationIdentifier) throws {
        for value in ValidValue.extremes(of: identifier) {
            #expect(identifier.problem(with: value) == nil, "\(identifier)\(value)")
            let raw = identifier.code + value
            let elements = try ElementString(parsing: raw, scannedOn: scanDate, requiresCompanions: false)
            #expect(elements[identifier.code] == value)
            #expect(elements.elementString == raw)
            let again = try ElementString(parsing: elements.bracketed, scannedOn: scanDate, requiresCompanions: false)
            #expect(again == elements)
            if let link = elements.digitalLink {
                let linked = try ElementString(parsing: link, scannedOn: scanDate, requiresCompanions: false)
                #expect(linked.elements == elements.elements)
            }
            #expect((elements.digitalLink != nil) == (identifier.linkQualifiers != nil))
        }
    }

    @Test(
        "no identifier takes a value that is too short, too long, or of other characters",
        arguments: ApplicationIdentifier.all)
    func refusesExtremes(identifier: ApplicationIdentifier) {
        #expect(identifier.problem(with: "") == .tooShort(minimum: identifier.minimumLength))
        let long = String(repeating: "1", count: identifier.maximumLength + 1)
        #expect(identifier.problem(with: long) == .tooLong(maximum: identifier.maximumLength))
        for wrong in [" ", "\u{1D}", "é", "\u{0}", "$"] {
            let value = String(repeating: wrong, count: identifier.minimumLength)
            #expect(identifier.problem(with: value) != nil, "\(identifier)\(wrong.debugDescription)")
        }
    }
}
