public import BeelineActions
public import BeelineRules
internal import BeelineSupport

/// `sound`: lets one hear whether a code was taken.
public struct SoundPlugin: ActionPlugin {
    public let signature = ActionSignature(
        name: "sound",
        summary: "Plays a short sound.",
        parameters: [
            .init("sound", .text, freedom: .choice(["taken", "not-taken"]), summary: "Which of the two.")
        ],
        effects: [.local])

    /// The players that are tried, in this order; each plays the file that comes last.
    private static let players = [("pw-play", []), ("paplay", []), ("aplay", ["-q"])]

    private let tools: SystemTools
    private let terminal: ControllingTerminal

    public init() { self.init(tools: SystemTools(), terminal: ControllingTerminal()) }

    init(tools: SystemTools, terminal: ControllingTerminal) {
        self.tools = tools
        self.terminal = terminal
    }

    public func perform(_ action: Action) async throws -> ActionResult {
        let isTaken = action["sound"] == .text("taken")
        if let player = try await play(isTaken ? .taken : .notTaken) {
            return ActionResult(message: "played with \(player)")
        }
        // A bell has one tone only.
        guard terminal.isThere else {
            throw ToolError.missing(
                Self.players.map(\.0), remedy: "install pipewire-bin, pulseaudio-utils or alsa-utils")
        }
        try await terminal.write(isTaken ? [0x07] : [0x07, 0x07])
        return ActionResult(message: "rang the bell of the terminal")
    }

    /// Plays it with the first player that can.
    ///
    /// - Returns: the name of the player; nil when there is none, or no loudspeaker.
    private func play(_ tone: Tone) async throws -> String? {
        let players = Self.players.filter { tools.find($0.0) != nil }
        guard !players.isEmpty else { return nil }
        // Not all of them can read it from a pipe.
        let file = try makePrivateTemporaryFile(suffix: ".wav", tone.wav)
        defer { removeFile(file) }
        for (name, arguments) in players {
            guard let path = tools.find(name) else { continue }
            do {
                try await tools.run(path, arguments + [file])
                return name
            } catch let error as CancellationError {
                throw error
            } catch {
                continue
            }
        }
        return nil
    }
}
