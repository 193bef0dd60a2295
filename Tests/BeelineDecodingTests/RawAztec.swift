import BeelineDecoding

/// A compact Aztec code of two layers that contains any bits, also invalid ones (ISO/IEC 24778).
struct RawAztec {
    /// At most 120 bits, so that as many are left for correction.
    let bits: [Bool]

    private static let layers = 2
    private static let wordSize = 6
    private static let wordCount = 40
    private static let side = 11 + 4 * layers

    /// A run of bytes behind one letter: `A`, then the shift to bytes, a length, and fewer bytes than that.
    ///
    /// - Parameter length: 1…31, or 32…2078.
    static func run(of bytes: [UInt8], claiming length: Int) -> RawAztec {
        var bits: [Bool] = []
        func add(_ value: Int, _ count: Int) {
            for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
        }
        add(2, 5)
        add(31, 5)
        if length < 32 {
            add(length, 5)
        } else {
            add(0, 5)
            add(length - 31, 11)
        }
        for byte in bytes { add(Int(byte), 8) }
        return RawAztec(bits: bits)
    }

    /// The picture, with a quiet zone.
    func image(moduleSide: Int = 4) -> GrayImage {
        var isDark: Set<Place> = []
        draw(message, into: &isDark)
        let margin = 4
        let count = (Self.side + 2 * margin) * moduleSide
        var pixels: [UInt8] = []
        for y in 0..<count {
            for x in 0..<count {
                let place = Place(x: x / moduleSide - margin, y: y / moduleSide - margin)
                pixels.append(isDark.contains(place) ? 0 : 255)
            }
        }
        return GrayImage(width: count, height: count, pixels: pixels)
    }

    private struct Place: Hashable {
        let x: Int
        let y: Int
    }

    /// No word may be all zeros or all ones.
    private var words: [Int] {
        var words: [Int] = []
        let mask = (1 << Self.wordSize) - 2
        var next = 0
        while next < bits.count {
            var word = 0
            for place in 0..<Self.wordSize where next + place >= bits.count || bits[next + place] {
                word |= 1 << (Self.wordSize - 1 - place)
            }
            let isStuffed = word & mask == mask || word & mask == 0
            words.append(word & mask == mask ? word & mask : word & mask == 0 ? word | 1 : word)
            next += isStuffed ? Self.wordSize - 1 : Self.wordSize
        }
        return words
    }

    private var message: (data: [Bool], mode: [Bool]) {
        let words = words
        let all = words + GaloisField(bits: 6, polynomial: 0x43).check(words, Self.wordCount - words.count)
        let head = (Self.layers - 1) << 6 | (words.count - 1)
        let modeWords = [head >> 4, head & 15]
        let mode = modeWords + GaloisField(bits: 4, polynomial: 0x13).check(modeWords, 5)
        return (all.flatMap { Self.bits(of: $0, 6) }, mode.flatMap { Self.bits(of: $0, 4) })
    }

    private static func bits(of word: Int, _ count: Int) -> [Bool] {
        (0..<count).reversed().map { word >> $0 & 1 == 1 }
    }

    private func draw(_ message: (data: [Bool], mode: [Bool]), into isDark: inout Set<Place>) {
        let side = Self.side
        func set(_ bit: Bool, _ x: Int, _ y: Int) { if bit { isDark.insert(Place(x: x, y: y)) } }
        var start = 0
        for layer in 0..<Self.layers {
            let length = (Self.layers - layer) * 4 + 9
            for along in 0..<length {
                for across in 0..<2 {
                    let (near, far) = (layer * 2, side - 1 - layer * 2)
                    let place = start + along * 2 + across
                    set(message.data[place], near + across, near + along)
                    set(message.data[place + length * 2], near + along, far - across)
                    set(message.data[place + length * 4], far - across, far - along)
                    set(message.data[place + length * 6], far - along, near + across)
                }
            }
            start += length * 8
        }
        let center = side / 2
        for index in 0..<7 {
            let along = center - 3 + index
            set(message.mode[index], along, center - 5)
            set(message.mode[index + 7], center + 5, along)
            set(message.mode[20 - index], along, center + 5)
            set(message.mode[27 - index], center - 5, along)
        }
        for ring in stride(from: 0, to: 5, by: 2) {
            for along in -ring...ring {
                set(true, center + along, center - ring)
                set(true, center + along, center + ring)
                set(true, center - ring, center + along)
                set(true, center + ring, center + along)
            }
        }
        for (x, y) in [(-5, -5), (-4, -5), (-5, -4), (5, -5), (5, -4), (5, 4)] { set(true, center + x, center + y) }
    }
}

/// The check words of Reed and Solomon.
private struct GaloisField {
    private let powers: [Int]
    private let logarithms: [Int]
    private let order: Int

    init(bits: Int, polynomial: Int) {
        let order = 1 << bits - 1
        var powers: [Int] = []
        var logarithms = [Int](repeating: 0, count: order + 1)
        var value = 1
        for power in 0..<order {
            powers.append(value)
            logarithms[value] = power
            value <<= 1
            if value > order { value ^= polynomial }
        }
        (self.powers, self.logarithms, self.order) = (powers, logarithms, order)
    }

    private func product(_ left: Int, _ right: Int) -> Int {
        left == 0 || right == 0 ? 0 : powers[(logarithms[left] + logarithms[right]) % order]
    }

    /// As many words as asked for: what is left when the words are divided by the generator.
    func check(_ words: [Int], _ count: Int) -> [Int] {
        var generator = [1]
        for power in 1...count {
            var next = generator + [0]
            for index in generator.indices { next[index + 1] ^= product(generator[index], powers[power % order]) }
            generator = next
        }
        var rest = words + [Int](repeating: 0, count: count)
        for index in words.indices {
            let factor = rest[index]
            for place in generator.indices { rest[index + place] ^= product(generator[place], factor) }
        }
        return Array(rest[words.count...])
    }
}
