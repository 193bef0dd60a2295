import Beeline
import BeelineActions
import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation
import Testing

@Suite("No hostile code opens anything without a warning")
struct HostileCodesTests {
    /// A line of `hostile.tsv`.
    struct Code: Sendable, CustomTestStringConvertible {
        let kind: String
        let text: String
        /// The codes of the reasons, in any order; nil where it gives no link that an action would open.
        let reasons: Set<String>?
        var testDescription: String { "\(kind): \(text.debugDescription)" }
    }

    static let codes: [Code] = Fixture.rows("hostile").map { cells in
        Code(
            kind: cells[0], text: Fixture.unescaped(cells[1]),
            reasons: cells[2] == "-" ? nil : Set(cells[2].split(separator: ",").map(String.init)))
    }

    @Test("the collection is large enough to mean something, and nothing is in it twice")
    func isLarge() {
        #expect(Self.codes.count >= 600)
        #expect(Set(Self.codes.map(\.text)).count == Self.codes.count)
        #expect(Set(Self.codes.map(\.kind)).count >= 10)
        let codes = Set(Self.codes.flatMap { $0.reasons ?? [] })
        // Nothing that a code says comes to a URL that is not understood.
        #expect(codes.count == LinkReasonCodes.all.count - 2, "\(LinkReasonCodes.all.subtracting(codes))")
    }

    @Test("each is recognised", arguments: codes)
    func findsReasons(_ code: Code) {
        let resolution = DryRun.resolver.resolve(Symbol(.qr, code.text))
        let found = resolution.actions.compactMap(\.linkVerdict)
        if let reasons = code.reasons {
            #expect(Set(found.flatMap(\.reasons).map(\.code)) == reasons, "\(resolution.actions)")
            #expect(found.contains { $0.decision > .allow })
        } else {
            #expect(found.isEmpty, "\(resolution.actions)")
        }
    }

    @Test("no link is opened without a terminal to ask on, whatever is allowed", arguments: codes)
    func opensNothingUnasked(_ code: Code) async throws {
        var allowing = Policy.ask
        allowing.set(action: "open-url", to: .allow)
        for policy in [Policy.ask, allowing, .allow] {
            let dryRun = try DryRun(policy: policy)
            _ = try await dryRun.perform(code.text)
            #expect(dryRun.opened.isEmpty)
        }
    }

    @Test("a question shows the reason, and there is no question for a denied link", arguments: codes)
    func asksWithReasons(_ code: Code) async throws {
        guard let reasons = code.reasons else { return }
        let dryRun = try DryRun(policy: .allow, reply: .yes)
        _ = try await dryRun.perform(code.text)
        let resolution = DryRun.resolver.resolve(Symbol(.qr, code.text))
        let isDenied = resolution.actions.compactMap(\.url).contains { DryRun.verdict($0).decision == .deny }
        if isDenied {
            #expect(dryRun.questions.isEmpty)
            #expect(dryRun.opened.isEmpty)
        } else {
            #expect(dryRun.questions.count == 1)
            #expect(Set(dryRun.questions.flatMap { $0.link?.reasons ?? [] }.map(\.code)) == reasons)
            #expect(dryRun.opened == resolution.actions.compactMap(\.url))
        }
    }
}

@Suite("Harmless links raise no alarm")
struct HarmlessLinksTests {
    static let links = Fixture.rows("harmless").map { Fixture.unescaped($0[0]) }

    @Test("the collection is large enough to mean something")
    func isLarge() {
        #expect(links.count >= 600)
        #expect(Set(links).count == links.count)
    }

    private var links: [String] { Self.links }

    @Test("the only reason against them is that they are not encrypted", arguments: links)
    func saysNothing(_ link: String) {
        let resolution = DryRun.resolver.resolve(Symbol(.qr, link))
        let urls = resolution.actions.compactMap(\.url)
        #expect(!urls.isEmpty, "\(resolution.content)")
        for url in urls {
            let reasons = DryRun.verdict(url).reasons
            #expect(reasons.filter { $0 != .notEncrypted } == [])
            #expect(reasons.contains(.notEncrypted) == url.hasPrefix("http:"))
        }
    }

    @Test("each is opened when that is allowed, without a question", arguments: links)
    func opens(_ link: String) async throws {
        let dryRun = try DryRun(policy: .allow)
        _ = try await dryRun.perform(link)
        #expect(dryRun.opened.count == 1)
    }
}

@Suite("The page on safety")
struct SafetyPageTests {
    /// One of each reason.
    static let reasons: [LinkReason] = [
        .notUnderstood, .irregularSlashes, .dangerousScheme("a"), .otherScheme("a"), .notEncrypted, .userInfo,
        .atSignInPath("a"), .literalAddress("a"), .obfuscatedAddress("a", meaning: "b"), .reservedAddress("a"),
        .localHost("a"), .metadataService("a"), .mixedScripts("a"), .confusableLetters("a", reads: "b"),
        .lookAlike("a", of: "b"), .nearName("a", of: "b"), .overlongHost(1), .unusualPort(1), .shortener("a"),
        .redirector("a"), .dynamicHost("a"), .runnableDownload("a"), .hiddenCharacters, .cut, .repaired,
    ]

    @Test("has a row for each reason, with what follows from it")
    func listsReasons() throws {
        let page = URL(fileURLWithPath: #filePath).appending(path: "../../../Docs/Safety.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(Set(Self.reasons.map(\.code)) == LinkReasonCodes.all)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("| `") } == Self.reasons.count)
        for reason in Self.reasons {
            #expect(text.contains("\n| `\(reason.code)` | \(reason.decision.rawValue) | "), "\(reason.code)")
        }
    }
}
