import Beeline
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import BuildInformation

/// The version of Beeline. CHANGELOG.md and the packages name the same one; a test compares them.
enum Version {
    static let number = "0.1.0"
    /// The date of its release, in the form of manual pages.
    static let date = "November 26, 2026"

    static var commit: String? {
        let commit = String(cString: beeline_commit())
        return commit.isEmpty ? nil : commit
    }

    /// The output of `beeline --version`: the version with the commit, the JSON library, and the installed decoders.
    static var text: TerminalText {
        var text: TerminalText = "beeline \(number)"
        if let commit { text += " (\(commit))" }
        return text + "\njansson \(JSONValue.readerVersion)\n\(decoders)\n"
    }

    private static var decoders: TerminalText {
        do {
            let pool = try DecodingPool(size: 1)
            let capabilities = try runBlocking(closing: pool) { try await pool.capabilities() }
            return capabilities.decoders.filter { !$0.version.isEmpty }.map { decoder -> TerminalText in
                "\(decoder.name) \(decoder.version)"
            }.joined(separator: "\n")
        } catch {
            return "no decoders: \(error)"
        }
    }
}
