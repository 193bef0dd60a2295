package import BeelineActions
package import BeelineRules
internal import BeelineSupport

/// `open-url`: opens a link with the opener of the desktop.
package struct OpenURLPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: ActionSignature.openURL, summary: "Opens a link in the browser or the program of the desktop.",
        parameters: [.init("url", .url, summary: "The link.")], effects: [.network])

    /// The openers that are tried, in this order: program and arguments before the link.
    private static let openers = [["xdg-open"], ["gio", "open"], ["wslview"], ["open"]]

    /// The folders with openers, as in `PATH`; nil: those of `PATH` itself.
    private let searchPath: String?
    private let patience: Duration

    package init() { self.init(searchPath: nil, patience: .seconds(5)) }

    init(searchPath: String?, patience: Duration) {
        self.searchPath = searchPath
        self.patience = patience
    }

    package func perform(_ action: Action) async throws -> ActionResult {
        guard case .url(let url)? = action["url"] else { throw ActionProblem.notALink }
        // A text that begins with a scheme is never an option of the opener.
        guard let colon = url.firstIndex(of: ":"), url.first?.isLetter == true, colon > url.startIndex else {
            throw ActionProblem.notALink
        }
        for opener in Self.openers {
            let found = searchPath.map { Executable.find(opener[0], path: $0) } ?? Executable.find(opener[0])
            guard let program = found else { continue }
            // Some openers run as long as the browser that they started; then the end is nil.
            let end = try await cancellably { () async throws(ProgramError) in
                try await launchProgram(program, opener.dropFirst() + [url], patience: patience)
            }
            guard let end, end.end != .exited(0) else { return ActionResult(message: "opened with \(opener[0])") }
            throw ToolError.failed(opener[0], end: end.end, said: lastLine(of: end.said))
        }
        throw ActionProblem.noOpener
    }
}

extension ActionProblem {
    static let notALink = ActionProblem("not a link")
    static let noOpener = ActionProblem(
        "no program to open links is on the PATH; install xdg-utils, or open the link yourself")
}
