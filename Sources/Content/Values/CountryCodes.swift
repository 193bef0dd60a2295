internal import BeelineSymbols

/// The codes of countries in ISO 3166-1.
enum CountryCodes {
    static func has(number: UInt64) -> Bool { number < 1000 && numbers[Int(number)] }

    /// - Parameter letters: two capitals.
    static func has(letters: ArraySlice<UInt8>) -> Bool {
        guard letters.count == 2, let first = letters.first, let last = letters.last,
            first.isASCIICapital, last.isASCIICapital
        else { return false }
        return pairs[Int(first - 0x41) * 26 + Int(last - 0x41)]
    }

    private static let numbers: [Bool] = {
        var isThere = [Bool](repeating: false, count: 1000)
        let digits = Array(allNumbers.utf8)
        for start in stride(from: 0, to: digits.count - 2, by: 3) {
            if let (number, _) = Digits.parse(digits[start..<start + 3]) { isThere[Int(number)] = true }
        }
        return isThere
    }()

    private static let pairs: [Bool] = {
        var isThere = [Bool](repeating: false, count: 26 * 26)
        let letters = Array(allLetters.utf8)
        for start in stride(from: 0, to: letters.count - 1, by: 2) {
            isThere[Int(letters[start] - 0x41) * 26 + Int(letters[start + 1] - 0x41)] = true
        }
        return isThere
    }()

    // One after the other, without anything between them.
    private static let allNumbers =
        "004008010012016020024028031032036040044048050051052056060064068070072074076084086090092096100104"
        + "108112116120124132136140144148152156158162166170174175178180184188191192196203204208212214218222"
        + "226231232233234238239242246248250254258260262266268270275276288292296300304308312316320324328332"
        + "334336340344348352356360364368372376380384388392398400404408410414417418422426428430434438440442"
        + "446450454458462466470474478480484492496498499500504508512516520524528531533534535540548554558562"
        + "566570574578580581583584585586591598600604608612616620624626630634638642643646652654659660662663"
        + "666670674678682686688690694702703704705706710716724728729732740744748752756760762764768772776780"
        + "784788792795796798800804807818826831832833834840850854858860862876882887894"

    private static let allLetters =
        "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCN"
        + "COCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHM"
        + "HNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMK"
        + "MLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURW"
        + "SASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVI"
        + "VNVUWFWSYEYTZAZMZW"
}
