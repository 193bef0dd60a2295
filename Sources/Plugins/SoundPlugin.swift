package import BeelineActions
package import BeelineRules
internal import BeelineSupport
internal import Glibc

/// `sound`: plays a sound, such as for a code that was taken.
package struct SoundPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "sound", summary: "Plays a short sound.",
        parameters: [
            .init("sound", .text, freedom: SoundFile.freedom, summary: "A built-in tone, or your own file.")
        ],
        effects: [.local],
        check: ArgumentCheck { SoundFile.problem(in: $0, parameter: "sound") })

    private let player: SoundPlayer

    package init() { self.init(tools: SystemTools(), terminal: ControllingTerminal()) }

    init(tools: SystemTools, terminal: ControllingTerminal) {
        player = SoundPlayer(tools: tools, terminal: terminal)
    }

    package func perform(_ action: Action) async throws -> ActionResult {
        guard case .text(let sound)? = action["sound"] else { return ActionResult() }
        return ActionResult(message: try await player.play(sound, ruleFile: action.ruleFile))
    }
}

/// Plays the sounds of rules: for `sound`, and for other actions with a sound.
package struct SoundPlayer: Sendable {
    private static let anyFormat = SoundFile.Format.allCases
    /// The players, in the order in which they are tried; the file is their last argument. The first two read MP3 with
    /// libsndfile 1.1 or newer, and fail with an older one.
    private static let players: [(name: String, arguments: [String], formats: [SoundFile.Format])] = [
        ("pw-play", [], anyFormat), ("paplay", [], anyFormat),
        // It plays other formats as noise.
        ("aplay", ["-q"], [.wav]),
        ("mpg123", ["-q"], [.mp3]),
    ]

    private let tools: SystemTools
    private let terminal: ControllingTerminal

    package init() { self.init(tools: SystemTools(), terminal: ControllingTerminal()) }

    init(tools: SystemTools, terminal: ControllingTerminal) { (self.tools, self.terminal) = (tools, terminal) }

    /// Plays `taken`, `not-taken` or a file, whose path is relative to the folder of the rule file, or rings the bell
    /// of the terminal. Returns a message.
    package func play(_ sound: String, ruleFile: String) async throws -> String {
        if let tone = Tone.named[sound] {
            if let player = try await play(tone) { return "played with \(player)" }
        } else {
            let file = try SoundFile(sound, ruleFile: ruleFile)
            if let player = try await play(file) { return "played with \(player)" }
            // A user who chose a file should know that it is not heard.
            if file.format == .mp3, !Self.players.allSatisfy({ tools.find($0.name) == nil }) {
                throw ActionProblem("no player here plays MP3; install mpg123, or convert the file to .ogg or .wav")
            }
        }
        // A bell has one tone only.
        guard terminal.isThere else {
            throw ToolError.missing(
                Self.players.map(\.name), remedy: "install pipewire-bin, pulseaudio-utils or alsa-utils")
        }
        try await terminal.write([UInt8](repeating: 0x07, count: sound == Tone.notTakenName ? 2 : 1))
        return "rang the bell of the terminal"
    }

    /// - Returns: the name of the player; nil when no player works.
    private func play(_ tone: Tone) async throws -> String? {
        guard Self.players.contains(where: { tools.find($0.name) != nil }) else { return nil }
        // Not all of them can read it from a pipe.
        let file = try makePrivateTemporaryFile(suffix: ".wav", tone.wav)
        defer { removeFile(file) }
        return try await play(file, .wav)
    }

    private func play(_ file: SoundFile) async throws -> String? { try await play(file.path, file.format) }

    /// Plays a file with the first player that can.
    private func play(_ file: String, _ format: SoundFile.Format) async throws -> String? {
        for player in Self.players where player.formats.contains(format) {
            guard let path = tools.find(player.name) else { continue }
            do {
                try await tools.run(path, player.arguments + [file])
                return player.name
            } catch let error as CancellationError {
                throw error
            } catch {
                continue
            }
        }
        return nil
    }
}

struct SoundFile {
    enum Format: CaseIterable {
        case wav, flac, ogg, mp3

        var endings: [String] {
            switch self {
            case .wav: [".wav"]
            case .flac: [".flac"]
            case .ogg: [".ogg", ".oga"]
            case .mp3: [".mp3"]
            }
        }

        func begins(_ bytes: [UInt8]) -> Bool {
            switch self {
            case .wav: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WAVE".utf8)
            case .flac: bytes.starts(with: "fLaC".utf8)
            case .ogg: bytes.starts(with: "OggS".utf8)
            // A tag, or eleven bits that begin a frame of MPEG audio.
            case .mp3: bytes.starts(with: "ID3".utf8) || (bytes.count > 1 && bytes[0] == 0xFF && bytes[1] >= 0xE0)
            }
        }
    }

    /// Absolute.
    let path: String
    let format: Format

    /// The values of the parameter that a rule may write.
    static let freedom = ActionSignature.Freedom.choiceOrFile(
        Tone.named.keys.sorted().reversed(), endings: Format.allCases.flatMap(\.endings))

    /// The path in the rule is relative to the folder of the rule file. Other files than sounds are an `ActionProblem`.
    init(_ written: String, ruleFile: String) throws {
        let ending = written.lowercased()
        guard let format = Format.allCases.first(where: { $0.endings.contains(where: ending.hasSuffix) }) else {
            throw ActionProblem("'\(written)' is not a sound file; it must end in .wav, .flac, .ogg or .mp3")
        }
        let folder = ruleFile.lastIndex(of: "/").map { String(ruleFile[...$0]) } ?? ""
        // An absolute path cannot be read as an option of a player.
        path = try absolutePath(written.hasPrefix("/") ? written : "\(folder)\(written)")
        let file = try OpenFile(regular: path)
        guard format.begins(try readOnce(from: file.descriptor, path: path, atMost: 12)) else {
            throw ActionProblem("\(path) does not have the format of its extension: \(format)")
        }
        self.format = format
    }

    /// The problem with the sound of a rule; nil where it can be played.
    static func problem(in written: ArgumentCheck.Written, parameter: String) -> ArgumentCheck.Problem? {
        guard let sound = written.texts[parameter], Tone.named[sound] == nil else { return nil }
        do {
            _ = try SoundFile(sound, ruleFile: written.file)
            return nil
        } catch {
            return .init("the sound cannot be played: \(error)", parameter: parameter)
        }
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

    /// Rising, and short.
    static let taken = Tone(notes: [Note(frequency: 880, length: 70), Note(frequency: 1_320, length: 90)])

    /// Low, and longer.
    static let notTaken = Tone(notes: [Note(frequency: 233, length: 300)])

    static let notTakenName = "not-taken"

    /// The tones by their names in rules.
    static let named = ["taken": taken, notTakenName: notTaken]

    private static let samplesPerSecond = 44_100

    /// The tone as a WAV file: one channel, 16 bits.
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

    /// The samples. Each note fades in and out within 5 ms, so that it does not click.
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
