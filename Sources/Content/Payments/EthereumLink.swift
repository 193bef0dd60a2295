internal import BeelineSymbols

/// Links to pay with Ethereum (EIP-681): `ethereum:[pay-]ADDRESS[@CHAIN][/FUNCTION]?value=WEI`.
enum EthereumLink {
    /// - Parameter doubts: gets why an amount is left out.
    static func read(_ link: PaymentLink, _ doubts: inout [String]) throws(Refusal) -> Payment {
        var target = link.target
        if target.starts(with: "pay-".utf8) { target = target.dropFirst(4) }
        let parts = target.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        let halves = (parts.first ?? []).split(
            separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
        let address = halves.first ?? []
        guard CryptoAddress.isEthereum(address) || isName(address) else {
            throw .malformed("the address is none of ethereum, or its checksum is wrong")
        }
        if halves.count == 2, halves[1].isEmpty || !halves[1].allSatisfy(\.isASCIIDigit) {
            throw .malformed("the chain behind @ must be a number")
        }
        let isOtherChain = halves.count == 2 && halves[1].drop { $0 == UInt8(ascii: "0") } != [UInt8(ascii: "1")]
        var payment = Payment(.crypto(.ethereum))
        payment.account = String(decoding: address, as: UTF8.self)
        if parts.count == 2, !parts[1].isEmpty {
            payment.account = try payee(ofCalling: parts[1], link)
            doubts.append(doubt(aboutTokenOf: address))
        } else if let contract = try link.value("contractaddress") {
            let bytes = Array(contract.utf8)[...]
            guard CryptoAddress.isEthereum(bytes) else { throw .malformed("contractAddress is no address") }
            doubts.append(doubt(aboutTokenOf: bytes))
        } else if isOtherChain {
            // Its coin may be another one.
        } else if try link.value("decimal") != nil {
            doubts.append("an amount with decimal is none of ether; it is left out")
        } else if let value = try link.value("value") {
            guard let wei = Scientific(value) else { throw .malformed("value must be a number") }
            payment.amount = wei.ether
        } else {
            payment.amount = try link.amount("amount")
        }
        if isOtherChain {
            let chain = String(decoding: halves[1].prefix(20), as: UTF8.self)
            doubts.append("it is paid on the chain \(chain), not on that of Ethereum; an amount is left out")
        }
        payment.label = try link.value("label")
        payment.message = try link.value("message")
        payment.url = link.url
        return payment
    }

    private static func doubt(aboutTokenOf contract: ArraySlice<UInt8>) -> String {
        "what is paid is not ether but a token of the contract \(contract.printable(64)); its amount is left out"
    }

    /// Who gets what a contract transfers; it is counted in units that only the contract knows.
    private static func payee(ofCalling function: ArraySlice<UInt8>, _ link: PaymentLink) throws(Refusal) -> String {
        guard function.elementsEqual("transfer".utf8) else {
            throw .malformed("it calls the function \(function.printable(24)), which is no payment")
        }
        guard let payee = try link.value("address") else { throw .malformed("the address of the payee is missing") }
        let bytes = Array(payee.utf8)[...]
        guard CryptoAddress.isEthereum(bytes) || isName(bytes) else {
            throw .malformed("the address of the payee is none, or its checksum is wrong")
        }
        return payee
    }

    /// Whether it may be a name of the Ethereum Name Service, such as `beeline.eth`.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 255 && labels.count >= 2 && labels.last?.map { $0 | 0x20 } == Array("eth".utf8)
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
            }
    }

    /// A number such as `2.014e18`, with a point at most, and an exponent.
    private struct Scientific {
        /// The digits without the point and without zeros at either end.
        private let digits: [UInt8]
        /// How often the digits are to be multiplied by ten.
        private let exponent: Int

        init?(_ text: String) {
            let halves = Array(text.utf8).split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == 0x65 }
            guard let mantissa = halves.first, mantissa.count <= 100 else { return nil }
            let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else {
                return nil
            }
            var exponent = parts.count == 2 ? -parts[1].count : 0
            if halves.count == 2 {
                guard let written = Digits.parse(halves[1]), written.count <= 2 else { return nil }
                exponent += Int(written.value)
            }
            var digits = Array(parts.joined().drop { $0 == UInt8(ascii: "0") })
            while digits.last == UInt8(ascii: "0") {
                digits.removeLast()
                exponent += 1
            }
            (self.digits, self.exponent) = (digits, exponent)
        }

        /// The number in units of 10¹⁸; nil when it has more digits than a `DecimalNumber`.
        var ether: DecimalNumber? {
            if digits.isEmpty { return DecimalNumber(Int64(0)) }
            let zeros = max(0, exponent - 18)
            guard digits.count + zeros <= 18,
                let value = Digits.parse(digits + Array(repeating: UInt8(ascii: "0"), count: zeros))?.value
            else { return nil }
            return DecimalNumber(Int64(value), decimals: max(0, 18 - exponent))
        }
    }
}
