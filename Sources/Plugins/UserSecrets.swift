internal import BeelineActions
internal import BeelineRules
internal import BeelineSupport

/// The secrets of the user, which rules name as `{secret.NAME}`. A secret is the value of the environment variable
/// `BEELINE_SECRET_NAME`, or else the content of the file `beeline/secrets/NAME` in `XDG_CONFIG_HOME` or `~/.config`,
/// without its line end. Only its owner may have access to that file.
package enum UserSecrets {
    /// The value of a secret, whose name has letters, digits and `_`; nil where there is none. An error when a file
    /// exists and cannot be used; it never cites the secret.
    @Sendable package static func value(_ name: String) throws(ActionProblem) -> String? {
        try value(name, folder: userConfigurationFolder().map { "\($0)/secrets" })
    }

    static func value(_ name: String, folder: String?) throws(ActionProblem) -> String? {
        if let value = environmentVariable("BEELINE_SECRET_\(name.uppercased())") { return value }
        // Rules have no other names, and a slash would lead out of the folder.
        guard let folder, RuleName.isValid(name) else { return nil }
        func problem(_ what: String) -> ActionProblem { ActionProblem("the secret '\(name)': \(what)") }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try readPrivateFile("\(folder)/\(name)", limit: longest)
        } catch {
            if error.reason == .notFound { return nil }
            throw problem("\(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw problem("its file must have exactly one line of text")
        }
        var line = text[...].unicodeScalars
        if line.last == "\n" { line.removeLast() }
        if line.last == "\r" { line.removeLast() }
        guard !line.isEmpty else { throw problem("its file is empty") }
        guard !line.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw problem("its file must have exactly one line of text")
        }
        return String(line)
    }

    /// In bytes.
    private static let longest = 64 << 10
}
