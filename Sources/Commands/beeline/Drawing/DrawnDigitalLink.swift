import Beeline
import BeelinePlugins
import BeelineResolver
import BeelineSupport
import BeelineSymbols
import Glibc

/// The Digital Link of a key, and the check that it leads to a page.
struct DrawnDigitalLink {
    let uri: String
    private let key: LinkKey
    /// The path of a table of links to check; nil where the resolver is asked.
    private let table: String?

    /// Nil without `--digital-link`.
    init?(_ arguments: Arguments) throws {
        guard arguments.has(.drawDigitalLink) else {
            for option in [Option.linkBase, .drawResolver] where arguments[option] != nil {
                throw UsageError.needs(option, .drawDigitalLink)
            }
            return nil
        }
        if arguments.has(.drawBytes) { throw UsageError.exclude(.drawDigitalLink, .drawBytes) }
        if arguments[.drawKind] != nil { throw UsageError.exclude(.drawDigitalLink, .drawKind) }
        key = try .operand(arguments.operands(1...1)[0])
        uri = "\(try arguments.linkBase())\(key.path)"
        table = arguments[.drawResolver]
    }

    /// Checks that a scan of the code leads to a page. Returns a line about the request and the answer.
    func check() throws -> TerminalText {
        if let table {
            let entries = try LinkTable(path: table).entries(for: key)
            guard let target = entries.lazy.compactMap(\.defaults.first).first else {
                throw DigitalLinkProblem("\(table): no link is registered for \(key.path)")
            }
            return "\(uri): \(table) leads to \(target.href) (\(target.title)); no resolver was contacted\n"
        }
        let answer: WebProbe
        do {
            answer = try runBlocking { () async throws(any Error) in try await WebProbe.ask(uri) }
        } catch {
            throw DigitalLinkProblem("\(uri): the resolver does not answer: \(error)")
        }
        switch (answer.status, answer.redirect) {
        case (300...399, let target?): return "\(uri): the resolver leads to \(target) (status \(answer.status))\n"
        case (200, _), (300, _): return "\(uri): the resolver answers itself (status \(answer.status))\n"
        case (404, _): throw DigitalLinkProblem("\(uri): the resolver has no link for it (status 404)")
        default: throw DigitalLinkProblem("\(uri): the resolver answers with status \(answer.status)")
        }
    }
}

/// The reason why a Digital Link does not lead to a page.
struct DigitalLinkProblem: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String) {
        description = "\(problem); nothing was drawn; without asking: \(Option.drawNoVerify.name)"
    }
}
