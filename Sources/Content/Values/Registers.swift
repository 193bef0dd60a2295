internal import BeelineSymbols
internal import BundledTables

/// The table `Tables/registers.txt`: registers of countries, currencies, IBANs and GS1 prefixes.
enum RegisterTable {
    typealias Entry = ArraySlice<UInt8>

    /// The entries of a register, in their order. The name is in brackets, as it is there.
    static func entries(of name: StaticString) -> [Entry] {
        let table = beeline_registers()
        let lines = UnsafeBufferPointer(start: table.bytes, count: table.length).split(separator: UInt8(ascii: "\n"))
        let isHead = { (line: Slice<UnsafeBufferPointer<UInt8>>) in line.first == UInt8(ascii: "[") }
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let rest = lines.drop { !$0.starts(with: name) }.dropFirst().prefix { !isHead($0) }
        return rest.flatMap { Array($0)[...].split(separator: UInt8(ascii: " ")) }
    }
}

/// The codes of countries in ISO 3166-1.
package enum CountryCodes {
    /// - Parameter letters: two capitals.
    package static func has(letters: ArraySlice<UInt8>) -> Bool { pairs.contains(Array(letters)) }

    /// The two letters of a country with a number of three digits.
    package static func letters(_ number: ArraySlice<UInt8>) -> String? { letters[Array(number)] }

    private static let letters = Dictionary(
        uniqueKeysWithValues: RegisterTable.entries(of: "[countries]").map { entry in
            (Array(entry.prefix(3)), String(decoding: entry.suffix(2), as: UTF8.self))
        })

    private static let pairs = Set(letters.values.map { Array($0.utf8) })
}

/// The codes of currencies in ISO 4217.
package enum CurrencyCodes {
    /// The three letters of a currency with a number of three digits.
    package static func letters(_ number: ArraySlice<UInt8>) -> String? { letters[Array(number)] }

    /// - Parameter letters: three capitals.
    package static func has(letters: String) -> Bool { allLetters.contains(letters) }

    private static let allLetters = Set(letters.values)

    private static let letters = Dictionary(
        uniqueKeysWithValues: RegisterTable.entries(of: "[currencies]").map { entry in
            (Array(entry.prefix(3)), String(decoding: entry.suffix(3), as: UTF8.self))
        })
}
