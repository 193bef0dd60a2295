/// One pass over a JSON text that notes where its values stand. Where the text is not JSON it stops early.
struct PlaceWalk {
    /// The walk is recursive, and the text may be what no parser accepted; what lies deeper is skipped.
    private static let deepest = 256

    private let bytes: [UInt8]
    private var next = 0
    private(set) var tree = PlaceTree()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var current: UInt8? { next < bytes.count ? bytes[next] : nil }

    private mutating func skipSpace() {
        while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { next += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        next += 1
        return true
    }

    /// Goes over a value and the space around it.
    ///
    /// - Parameters:
    ///   - parent: the value that holds it, and the step that leads to it; nil for the root.
    ///   - name: where the name before it stands.
    mutating func value(below parent: (node: Int, step: JSONPath.Step)?, depth: Int, name: Int? = nil) {
        skipSpace()
        let node = tree.add(PlaceTree.Place(name: name, value: next), below: parent?.node, by: parent?.step)
        switch current {
        case UInt8(ascii: "{") where depth >= Self.deepest, UInt8(ascii: "[") where depth >= Self.deepest: skipNested()
        case UInt8(ascii: "{"): object(node, depth: depth)
        case UInt8(ascii: "["): array(node, depth: depth)
        case UInt8(ascii: "\""): skipString()
        default: skipWord()
        }
        skipSpace()
    }

    private mutating func object(_ node: Int, depth: Int) {
        next += 1
        skipSpace()
        while current == UInt8(ascii: "\"") {
            let start = next
            skipString()
            let name = text(from: start)
            skipSpace()
            guard take(":") else { return }
            value(below: (node, .member(name)), depth: depth + 1, name: start)
            guard take(",") else { break }
            skipSpace()
        }
        _ = take("}")
    }

    private mutating func array(_ node: Int, depth: Int) {
        next += 1
        skipSpace()
        var index = 0
        while let byte = current, byte != UInt8(ascii: "]") {
            value(below: (node, .element(index)), depth: depth + 1)
            index += 1
            guard take(",") else { break }
        }
        _ = take("]")
    }

    private mutating func skipString() {
        next += 1
        while let byte = current, byte != UInt8(ascii: "\"") {
            next += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        next = min(next + 1, bytes.count)
    }

    /// What the string says that begins at `start` and has just been skipped.
    private func text(from start: Int) -> String {
        let quoted = bytes[min(start, next)..<next]
        if !quoted.contains(UInt8(ascii: "\\")) {
            return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        }
        return (try? JSONValue(parsing: quoted))?.string ?? ""
    }

    /// Skips a list or an object, whatever is in it.
    private mutating func skipNested() {
        var open = 0
        repeat {
            switch current {
            case nil: return
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
            default: break
            }
            next += 1
        } while open > 0
    }

    private mutating func skipWord() {
        while let byte = current, !",]}".utf8.contains(byte), byte > 0x20 { next += 1 }
    }
}
