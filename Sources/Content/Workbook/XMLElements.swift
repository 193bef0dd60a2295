internal import CExpat

/// Reads XML with expat and calls functions for its elements. Names are without their prefixes. A document that
/// declares entities is refused: no format that is read here has any.
final class XMLElements {
    private let onBegin: (String, [String: String]) -> Bool
    private let onText: (UnsafeBufferPointer<UInt8>) -> Bool
    private let onEnd: (String) -> Bool
    private var parser: XML_Parser?
    private var isStopped = false

    /// Each function returns false to stop.
    init(
        begin: @escaping (_ name: String, _ attributes: [String: String]) -> Bool,
        text: @escaping (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true },
        end: @escaping (_ name: String) -> Bool = { _ in true }
    ) {
        (onBegin, onText, onEnd) = (begin, text, end)
    }

    /// - Returns: false where the document is not well-formed, or was stopped.
    func read(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= Int32.max, let parser = XML_ParserCreate(nil) else { return false }
        self.parser = parser
        defer {
            XML_ParserFree(parser)
            self.parser = nil
        }
        // The reader lives as long as this call, which is as long as the parser calls back.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, attributes in elements(data)?.begin(name, attributes) },
            { data, name in elements(data)?.end(name) })
        XML_SetCharacterDataHandler(parser) { data, text, count in elements(data)?.add(text, count) }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in elements(data)?.stop() }
        let status = withExtendedLifetime(self) {
            bytes.withUnsafeBytes { raw in
                XML_Parse(parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(raw.count), 1)
            }
        }
        return status == XML_STATUS_OK && !isStopped
    }

    fileprivate func begin(
        _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        guard !isStopped, let name else { return }
        var values: [String: String] = [:]
        var place = 0
        while let attributes, let key = attributes[place], let value = attributes[place + 1] {
            values[Self.local(key)] = String(cString: value)
            place += 2
        }
        if !onBegin(Self.local(name), values) { stop() }
    }

    fileprivate func add(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
        guard !isStopped, let text else { return }
        let isWanted = text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            onText(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
        if !isWanted { stop() }
    }

    fileprivate func end(_ name: UnsafePointer<XML_Char>?) {
        guard !isStopped, let name else { return }
        if !onEnd(Self.local(name)) { stop() }
    }

    fileprivate func stop() {
        isStopped = true
        if let parser { XML_StopParser(parser, 0) }
    }

    private static func local(_ name: UnsafePointer<XML_Char>) -> String {
        let name = String(cString: name)
        return name.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(name[name.index(after: $0)...]) } ?? name
    }
}

private func elements(_ data: UnsafeMutableRawPointer?) -> XMLElements? {
    data.map { Unmanaged<XMLElements>.fromOpaque($0).takeUnretainedValue() }
}
