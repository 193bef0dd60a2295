internal import Glibc

/// A value that is sent in frames. One function writes and reads it, so that both sides agree.
package protocol WireCoded: Sendable {
    init()
    mutating func code(_ wire: inout Wire)
}

extension WireCoded {
    package var frame: [UInt8] {
        var wire = Wire()
        var copy = self
        copy.code(&wire)
        return wire.bytes
    }

    /// Nil when the frame is not of this type.
    package init?(frame: [UInt8]) {
        var wire = Wire(reading: frame)
        self.init()
        code(&wire)
        guard !wire.isBroken else { return nil }
    }
}

/// The bytes of a frame, for writing, or for reading untrusted data.
package struct Wire {
    fileprivate private(set) var bytes: [UInt8] = []
    private var place = 0
    private var isReading = false
    /// Whether the data was invalid. Further data has no meaning.
    private(set) var isBroken = false

    /// A page of labels has at most 25 million bars.
    fileprivate static let longestFrame = 1 << 29

    fileprivate init() {}

    fileprivate init(reading bytes: [UInt8]) { (self.bytes, isReading) = (bytes, true) }

    /// Writes the bytes of a value, or reads as many.
    private mutating func code(raw buffer: UnsafeMutableRawBufferPointer) {
        guard isReading else {
            bytes.append(contentsOf: buffer)
            return
        }
        guard !isBroken, buffer.count <= bytes.count - place else {
            isBroken = true
            return
        }
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place...].prefix(buffer.count)))
        }
        place += buffer.count
    }

    /// The length of a list. When reading, there is at least a byte for each item.
    private mutating func code(count: inout Int) {
        code(&count)
        guard isReading, !(0...(bytes.count - place)).contains(count) else { return }
        isBroken = true
        count = 0
    }

    package mutating func code(_ number: inout Int) {
        var raw = Int64(number)
        withUnsafeMutableBytes(of: &raw) { code(raw: $0) }
        number = Int(raw)
    }

    package mutating func code(_ number: inout Double) {
        withUnsafeMutableBytes(of: &number) { code(raw: $0) }
        if !number.isFinite { (number, isBroken) = (0, true) }
    }

    package mutating func code(_ flag: inout Bool) {
        var number = flag ? 1 : 0
        code(&number)
        flag = number == 1
    }

    package mutating func code(_ text: inout String) {
        var utf8 = Array(text.utf8)
        code(&utf8)
        if isReading { text = String(decoding: utf8, as: UTF8.self) }
    }

    package mutating func code<Value: RawRepresentable>(_ value: inout Value) where Value.RawValue == String {
        var raw = value.rawValue
        code(&raw)
        if let known = Value(rawValue: raw) { value = known } else { isBroken = true }
    }

    package mutating func code<Number: BitwiseCopyable>(_ numbers: inout [Number]) {
        var count = numbers.count
        code(count: &count)
        if isReading {
            let size = MemoryLayout<Number>.stride
            guard !isBroken, count * size <= bytes.count - place else { return isBroken = true }
            let from = place
            numbers = [Number](unsafeUninitializedCapacity: count) { buffer, filled in
                UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes[from..<(from + count * size)])
                filled = count
            }
            place += count * size
        } else {
            numbers.withUnsafeBytes { bytes += $0 }
        }
    }

    package mutating func code(_ texts: inout [String]) { list(&texts, "") { $1.code(&$0) } }

    package mutating func code<Item: WireCoded>(_ items: inout [Item]) { list(&items, Item()) { $0.code(&$1) } }

    private mutating func list<Item>(_ items: inout [Item], _ empty: Item, _ code: (inout Item, inout Wire) -> Void) {
        var count = items.count
        self.code(count: &count)
        if isReading { items = Array(repeating: empty, count: count) }
        for index in items.indices { code(&items[index], &self) }
    }

    package mutating func code<Item: WireCoded>(_ item: inout Item?) {
        var items = item.map { [$0] } ?? []
        code(&items)
        item = items.first
    }
}

/// Reads a frame; nil when the other side is gone, is silent for too long, or sends too long a frame.
package func readFrame(from socket: Int32) -> [UInt8]? {
    var length: UInt32 = 0
    guard withUnsafeMutableBytes(of: &length, { readAll($0, from: socket) }), length <= Wire.longestFrame
    else { return nil }
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
        isRead = readAll(UnsafeMutableRawBufferPointer(buffer), from: socket)
        count = isRead ? Int(length) : 0
    }
    return isRead ? bytes : nil
}

private func readAll(_ buffer: UnsafeMutableRawBufferPointer, from socket: Int32) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
        let count = recv(socket, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// Writes a frame. Returns whether the other side received all of it.
package func writeFrame(_ frame: [UInt8], to socket: Int32) -> Bool {
    guard frame.count <= Wire.longestFrame else { return false }
    // In one piece: each would wake the other side up.
    let whole = withUnsafeBytes(of: UInt32(frame.count)) { Array($0) } + frame
    return whole.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = send(
                socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
