internal import BundledTables

/// The lists of `Tables/links.txt`: what is known of hosts, pages, files and letters.
enum LinkLists {
    /// The words of the list with a name, in their order.
    static func words(_ name: String) -> [Substring] { lists[name[...]] ?? [] }

    private static let lists: [Substring: [Substring]] = {
        let table = beeline_links()
        let text = String(decoding: UnsafeBufferPointer(start: table.bytes, count: table.length), as: UTF8.self)
        var lists: [Substring: [Substring]] = [:]
        var name: Substring = ""
        // By bytes: which characters are blanks takes most of the time to find out.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            if line.first == UInt8(ascii: "[") {
                name = Substring(line.dropFirst().dropLast())
            } else {
                lists[name, default: []] += line.split(separator: UInt8(ascii: " ")).map { Substring($0) }
            }
        }
        return lists
    }()
}
