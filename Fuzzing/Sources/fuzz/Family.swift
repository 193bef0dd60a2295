import BeelineContent
import BeelineSupport
import BeelineSymbols
import CLibFuzzer
import FuzzDriver

/// Kinds whose parsers are tried together; and rule files.
enum Family: String, FuzzFamily {
    case numbers, elements, links, access, people, papers, payments, data, rules

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

    /// Rule files are changed in their structure, too.
    func change(_ buffer: UnsafeMutableBufferPointer<UInt8>, count: Int, seed: UInt32) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        if self == .rules,
            let changed = RuleTrial.changed(UnsafeBufferPointer(rebasing: buffer[..<count]), seed: seed),
            changed.count <= buffer.count
        {
            for (offset, byte) in changed.enumerated() { buffer[offset] = byte }
            return changed.count
        }
        return LLVMFuzzerMutate(start, count, buffer.count)
    }
}
