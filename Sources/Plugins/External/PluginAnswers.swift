internal import BeelineActions

/// What a plugin says on its standard output, cut into lines.
struct PluginAnswers {
    /// How many lines it has said since it last answered that nobody wanted.
    var unwanted = 0
    /// The beginning of a line whose end has not come yet.
    private var begun: [UInt8] = []

    private static let mostUnwanted = 1000

    /// Whether nothing sensible can be expected of it any more.
    var isHopeless: Bool { unwanted > Self.mostUnwanted || begun.count > PluginProtocol.longestLine }

    /// Takes what has come, and gives the lines that are whole.
    mutating func take(_ bytes: UnsafeRawBufferPointer, from plugin: String) -> [PluginProtocol.Line] {
        guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
            begun.append(contentsOf: bytes)
            return []
        }
        begun.append(contentsOf: bytes[..<last])
        let lines = begun.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            PluginProtocol.line($0, from: plugin)
        }
        begun = Array(bytes[(last + 1)...])
        return lines
    }
}
