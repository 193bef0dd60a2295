import BeelineContent
import BeelineFiles
import BeelineSymbols

/// Kinds whose parsers are tried together; and rule files.
enum Family: String, CaseIterable {
    case numbers, elements, links, access, people, papers, payments, data, rules

    /// The one that the program was started with; set once, before libFuzzer takes over.
    nonisolated(unsafe) static var tried: Family?

    init(_ kind: Kind) {
        switch kind {
        case .isbn, .issn, .ismn, .japaneseBookRow, .japaneseMagazine, .product, .vin: self = .numbers
        case .gs1: self = .elements
        case .url: self = .links
        case .wifi, .otp, .fido: self = .access
        case .contact, .event, .email, .phone, .sms, .geo: self = .people
        case .boardingPass, .driverLicense: self = .papers
        case .payment: self = .payments
        case .json, .text, .binary: self = .data
        }
    }

    /// The promises that are broken by what is made of an input.
    func problems(with input: [UInt8]) -> [String] {
        self == .rules ? RuleTrial.problems(with: input) : Trial.problems(with: input)
    }

    /// Writes the examples of its kinds to a folder, as inputs to start from.
    func writeSeeds(to folder: String) throws {
        if self == .rules { return try RuleTrial.writeSeeds(to: folder) }
        let examples = Kind.table.filter { Family($0.kind) == self }.flatMap(\.examples)
        for (number, example) in examples.enumerated() {
            try replaceFile("\(folder)/\(number)", with: Trial.input(for: example))
        }
    }
}
