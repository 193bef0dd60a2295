package import BeelineActions
package import BeelineRules
internal import BeelineSupport
internal import Glibc

/// `sound`: lets one hear whether a code was taken.
package struct SoundPlugin: ActionPlugin {
    package let signature = ActionSignature(
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

    package init() { self.init(tools: SystemTools(), terminal: ControllingTerminal()) }

    init(tools: SystemTools, terminal: ControllingTerminal) {
        self.tools = tools
        self.terminal = terminal
    }

    package func perform(_ action: Action) async throws -> ActionResult {
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

/// A short tone, made of sines.
struct Tone {
    /// In the order in which they sound.
    let notes: [Note]

    struct Note {
        /// In hertz.
        let frequency: Double
        /// In milliseconds.
        let length: Int
    }

    /// Upwards, and short.
    static let taken = Tone(notes: [Note(frequency: 880, length: 70), Note(frequency: 1_320, length: 90)])

    /// Low, and longer.
    static let notTaken = Tone(notes: [Note(frequency: 233, length: 300)])

    private static let samplesPerSecond = 44_100

    /// As a WAV file: one channel, 16 bits.
    var wav: [UInt8] {
        let samples = samples
        let size = UInt32(samples.count * 2)
        var bytes = Array("RIFF".utf8) + Self.bytes(36 + size) + Array("WAVEfmt ".utf8) + Self.bytes(UInt32(16))
        bytes += Self.bytes(UInt16(1)) + Self.bytes(UInt16(1)) + Self.bytes(UInt32(Self.samplesPerSecond))
        bytes += Self.bytes(UInt32(Self.samplesPerSecond * 2)) + Self.bytes(UInt16(2)) + Self.bytes(UInt16(16))
        bytes += Array("data".utf8) + Self.bytes(size)
        for sample in samples { bytes += Self.bytes(UInt16(bitPattern: sample)) }
        return bytes
    }

    /// The sound itself. Each note rises and falls within 5 ms, so that it does not click.
    private var samples: [Int16] {
        var samples: [Int16] = []
        let slope = Double(Self.samplesPerSecond) * 0.005
        for note in notes {
            let count = Self.samplesPerSecond * note.length / 1_000
            for index in 0..<count {
                let loudness = min(1, Double(index) / slope, Double(count - index) / slope)
                let angle = 2 * Double.pi * note.frequency * Double(index) / Double(Self.samplesPerSecond)
                samples.append(Int16(12_000 * loudness * sin(angle)))
            }
        }
        return samples
    }

    /// The lowest byte first.
    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
