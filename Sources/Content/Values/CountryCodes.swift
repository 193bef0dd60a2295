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

/// The codes of currencies in ISO 4217; some that are no longer in use too, for labels live longer.
enum CurrencyCodes {
    /// The three letters for a number; nil when there is no such currency.
    static func letters(_ number: ArraySlice<UInt8>) -> String? {
        guard number.count == 3, let (value, _) = Digits.parse(number) else { return nil }
        let place = Int(places[Int(value)])
        return place == 0 ? nil : String(decoding: bytes[(place - 3)..<place], as: UTF8.self)
    }

    private static let bytes = Array(all.utf8)

    /// By number: where the letters end.
    private static let places: [UInt16] = {
        var places = [UInt16](repeating: 0, count: 1000)
        for start in stride(from: 0, to: bytes.count - 5, by: 6) {
            if let (number, _) = Digits.parse(bytes[start..<start + 3]) { places[Int(number)] = UInt16(start + 6) }
        }
        return places
    }()

    // Number and letters, one after the other, without anything between them.
    private static let all =
        "008ALL012DZD032ARS036AUD044BSD048BHD050BDT051AMD052BBD060BMD064BTN068BOB072BWP084BZD090SBD096BND"
        + "104MMK108BIF116KHR124CAD132CVE136KYD144LKR152CLP156CNY170COP174KMF188CRC191HRK192CUP203CZK208DKK"
        + "214DOP222SVC230ETB232ERN238FKP242FJD262DJF270GMD292GIP320GTQ324GNF328GYD332HTG340HNL344HKD348HUF"
        + "352ISK356INR360IDR364IRR368IQD376ILS388JMD392JPY396XAD398KZT400JOD404KES408KPW410KRW414KWD417KGS"
        + "418LAK422LBP426LSL430LRD434LYD446MOP454MWK458MYR462MVR480MUR484MXN496MNT498MDL504MAD512OMR516NAD"
        + "524NPR532XCG533AWG548VUV554NZD558NIO566NGN578NOK586PKR590PAB598PGK600PYG604PEN608PHP634QAR643RUB"
        + "646RWF654SHP682SAR690SCR694SLL702SGD704VND706SOS710ZAR728SSP748SZL752SEK756CHF760SYP764THB776TOP"
        + "780TTD784AED788TND800UGX807MKD818EGP826GBP834TZS840USD858UYU860UZS882WST886YER901TWD924ZWG925SLE"
        + "926VED927UYW928VES929MRU930STN931CUC932ZWL933BYN934TMT936GHS938SDG940UYI941RSD943MZN944AZN946RON"
        + "947CHE948CHW949TRY950XAF951XCD952XOF953XPF955XBA956XBB957XBC958XBD959XAU960XDR961XAG962XPT963XTS"
        + "964XPD965XUA967ZMW968SRD969MGA970COU971AFN972TJS973AOA975BGN976CDF977BAM978EUR979MXV980UAH981GEL"
        + "984BOV985PLN986BRL990CLF994XSU997USN999XXX"
}
