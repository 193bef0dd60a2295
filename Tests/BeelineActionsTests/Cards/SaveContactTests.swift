import BeelineRules
import BeelineSupport
import Foundation
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("save-contact writes contacts that address books read")
struct SaveContactTests {
    private static let allFields =
        #""name":"{name|}","givenName":"{givenName|}","familyName":"{familyName|}","nickname":"{nickname|}","#
        + #""organization":"{organization|}","jobTitle":"{jobTitle|}","phones":"{phones|}","emails":"{emails|}","#
        + #""addresses":"{addresses|}","websites":"{websites|}","birthday":"{birthday|}","remarks":"{note|}","#
        + #""latitude":"{latitude|}","longitude":"{longitude|}""#

    private func save(
        _ fields: String, of text: String, in folder: String, when: String = #"{"kind":"contact"}"#
    ) async throws -> String {
        let json = #"{"action":"save-contact","folder":"\#(folder)","fields":{\#(fields)}}"#
        let result = try await SaveContactPlugin().perform(try action(json, text: text, when: when))
        guard case .text(let file)? = result.fields.first?.value else { throw Failure("no file") }
        return file
    }

    static let contact = """
        BEGIN:VCARD
        VERSION:3.0
        N:Owen;Sean;;;
        FN:Dr. Sean Owen
        NICKNAME:Shaun
        ORG:Example\\, Books Ltd
        TITLE:Librarian\\; first class
        TEL:+1 (212) 555-1212
        TEL:+1 (212) 555-1213
        EMAIL:sean@example.org
        ADR:;;76 Ninth Avenue;New York;NY;10011;USA
        URL:https://example.org/sean?a=b&c;d
        BDAY:1970-03-10
        GEO:40.741;-74.004
        NOTE:Ask for\\nfirst editions\\, please: \\\\ there are many of them\\, and each of them is worth a look or two
        UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
        END:VCARD
        """

    @Test("all that a code tells is in the file, as vobject reads it")
    func savesAll() async throws {
        let folder = try TemporaryFolder()
        let file = try await save(Self.allFields, of: Self.contact, in: folder.path)
        #expect(file == "\(folder.path)/Dr Sean Owen.vcf")
        let card = try #require(try await readCards([file]).first ?? nil)
        #expect(card.count == 1 && card.longestLine <= 75)
        #expect(
            card.properties == [
                ["VERSION", "", "3.0"], ["FN", "", "Dr. Sean Owen"], ["N", "", "family=Owen|given=Sean"],
                ["NICKNAME", "", "Shaun"], ["ORG", "", "Example, Books Ltd"], ["TITLE", "", "Librarian; first class"],
                ["TEL", "", "+12125551212"], ["TEL", "", "+12125551213"],
                ["EMAIL", "TYPE=INTERNET", "sean@example.org"],
                ["ADR", "", "street=76 Ninth Avenue, New York, NY, 10011, USA"],
                ["URL", "", "https://example.org/sean?a=b&c;d"], ["BDAY", "", "1970-03-10"],
                ["GEO", "", "40.741;-74.004"],
                [
                    "NOTE", "",
                    "Ask for\nfirst editions, please: \\ there are many of them, and each of them is worth a look or two",
                ],
            ])
    }

    @Test("whatever a field holds, it is the value of its property and no more", .timeLimit(.minutes(15)))
    func hostile() async throws {
        let folder = try TemporaryFolder()
        let fields = [
            "name", "nickname", "organization", "jobTitle", "phone", "email", "address", "website", "remarks",
        ]
        .map { #""\#($0)":"x{text}x""# }.joined(separator: ",")
        var files: [String] = []
        for text in Hostile.texts {
            files.append(try await save(fields, of: text, in: folder.path, when: #"{"text":{"exists":true}}"#))
        }
        #expect(Set(files).count == files.count)
        for (text, card) in zip(Hostile.texts, try await readCards(files)) {
            let card = try #require(card)
            let expected = "x\(Self.shown(text))x"
            #expect(card.count == 1 && card.longestLine <= 75)
            #expect(
                card.properties.map { $0[0] } == [
                    "VERSION", "FN", "N", "NICKNAME", "ORG", "TITLE", "TEL", "EMAIL", "ADR", "URL", "NOTE",
                ])
            for name in ["FN", "NICKNAME", "ORG", "TITLE", "TEL", "EMAIL", "NOTE"] {
                #expect(card.values(name) == [expected], "\(name) of \(text.debugDescription)")
            }
            #expect(card.values("N") == ["family=\(expected)"])
            #expect(card.values("ADR") == ["street=\(expected)"])
        }
        for file in files {
            let name = file.dropFirst(folder.path.utf8.count + 1)
            #expect(!name.contains("/") && !name.hasPrefix(".") && !name.hasPrefix("-") && name.hasSuffix(".vcf"))
            #expect(name.dropLast(4).allSatisfy { $0 != "." && ($0.isLetter || $0.isNumber || $0 == " ") })
        }
    }

    /// The text as it stands in a card: line ends are line feeds, and control characters are left out.
    private static func shown(_ text: String) -> String {
        var shown = text.replacingOccurrences(of: "\r\n", with: "\n")
        for end in ["\r", "\u{2028}"] { shown = shown.replacingOccurrences(of: end, with: "\n") }
        for control in ["\u{0}", "\u{7}", "\u{1B}"] { shown = shown.replacingOccurrences(of: control, with: "") }
        return shown
    }

    @Test("no file that is there is touched: a number makes the name free, and what is there already is there")
    func neverReplaces() async throws {
        let folder = try TemporaryFolder()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/Sean Owen.vcf"))
        #expect(symlink("/nonexistent/x", "\(folder.path)/Sean Owen 2.vcf") == 0)
        let code = "MECARD:N:Owen,Sean;TEL:+12125551212;;"
        let file = try await save(Self.allFields, of: code, in: folder.path)
        #expect(file == "\(folder.path)/Sean Owen 3.vcf")
        #expect(try await save(Self.allFields, of: code, in: folder.path) == file)
        let other = try await save(Self.allFields, of: "MECARD:N:Owen,Sean;TEL:+1;;", in: folder.path)
        #expect(other == "\(folder.path)/Sean Owen 4.vcf")
        #expect(try folder.text(of: "Sean Owen.vcf") == "mine")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(
        "names of files are made of letters and digits",
        arguments: [
            ("Sean Owen", "Sean Owen"), ("../../etc/passwd", "etc passwd"), ("a/b\\c:d", "a b c d"), ("...", ""),
            ("", ""),
            ("-rf", "rf"), ("日本 太郎", "日本 太郎"), ("a\u{0}\u{1B}[31mb", "a 31mb"), ("x\u{202E}gpj.exe", "x gpj exe"),
            ("  a   b  ", "a b"), (String(repeating: "é", count: 200), String(repeating: "é", count: 40)),
            ("e\u{301}té", "e\u{301}té"), ("CON", "CON"), ("$(x)`y`", "x y"), ("😀 a", "a"),
        ])
    func names(_ title: String, _ name: String) {
        #expect(CardFolder.fileName(title).unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test(
        "what cannot be saved is told of",
        arguments: [
            (#""phones":"""#, "/tmp", "have no name"),
            (#""name":"x","birthday":"soon""#, "/tmp", "'birthday' is no day"),
            (#""name":"x""#, "contacts", "begin 'folder' with"), (#""name":"x""#, "/dev/null/x", "/dev/null"),
        ])
    func refuses(_ fields: String, _ folder: String, _ message: String) async throws {
        let error = await #expect(throws: (any Error).self) {
            try await save(fields, of: "x", in: folder, when: "{}")
        }
        #expect(error.map { "\($0)".contains(message) } ?? false, "\(String(describing: error))")
    }

    @Test(
        "rules are told of fields that there are not",
        arguments: [
            (#""nmae":"x""#, "did you mean 'name'?"), (#""uid":"{uid|}""#, "has no 'uid'"),
            (#""name":5"#, "is a string"),
        ])
    func checksNames(_ fields: String, _ message: String) throws {
        let error = #expect(throws: RuleSetError.self) {
            try action(#"{"action":"save-contact","fields":{\#(fields)}}"#, text: "x")
        }
        #expect(error?.issues.first?.message.contains(message) ?? false, "\(String(describing: error))")
    }
}
