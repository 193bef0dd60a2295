internal import Glibc

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

    static let notTakenName = "not-taken"

    /// By the names that rules have for them.
    static let named = ["taken": taken, notTakenName: notTaken]

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
