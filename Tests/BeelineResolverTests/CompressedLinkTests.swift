import BeelineResolver
import Testing

/// What the standards give as examples: Tag Data Standard 2.3, annex E.3, and Compression for EPC binary strings, section 4.2.
@Suite struct CompressedLinkTests {
    private static let examples = [
        ("3066C4409047E140075BCD15", "/01/09506000134352/21/123456789"),
        ("3666C4409047E159B2C2BF100000000000000000000000000000", "/01/09506000134352/21/32a%2Fb"),
        ("F73795211411234538566CB0AFC4", "/01/79521141123453/21/32a%2Fb"),
        ("FB342CDE795211411234538566CB0AFC4", "/01/79521141123453/21/32a%2Fb?17=220630"),
        ("FD3795211411234538566CB0AFC525065F1876F0D996D800", "/01/79521141123453/21/32a%2Fb"),
        ("FC342CDE795211411234538566CB0AFC525065F1876F0D996D80", "/01/79521141123453/21/32a%2Fb?17=220630"),
        ("311BA1B300CE0A6A83000000", "/00/095201234567891235"),
        ("F90095201234567891235", "/00/095201234567891235"),
        ("EF009520123456789123592832F8C3B786CCB6C0", "/00/095201234567891235"),
        ("3276451FD46072000000162E", "/414/9521141123454/254/5678"),
        ("3976451FD46072CD9615F8800000000000000000000000000000", "/414/9521141123454/254/32a%2Fb"),
        ("F2395211411234548566CB0AFC4", "/414/9521141123454/254/32a%2Fb"),
        ("E9395211411234548566CB0AFC525065F1876F0D996D8000", "/414/9521141123454/254/32a%2Fb"),
        ("3376451FD40C0E400000162E", "/8003/095211411234545678"),
        ("3776451FD40C0E59B2C2BF1000000000000000000000", "/8003/0952114112345432a%2Fb"),
        ("F13095211411234548566CB0AFC4", "/8003/0952114112345432a%2Fb"),
        ("EB3095211411234548566CB0AFC525065F1876F0D996D800", "/8003/0952114112345432a%2Fb"),
        ("3476451FD40000000000162E", "/8004/95211415678"),
        ("3876451FD59B2C2BF10000000000000000000000000000000000", "/8004/952114132a%2Fb"),
        ("FA3952114132E83C2BF10", "/8004/952114132a%2Fb"),
        ("EE3952114132E83C2BF1494197C61DBC3665B600", "/8004/952114132a%2Fb"),
        ("2D76451FD4499602D2000000", "/8018/952114112345678906"),
        ("F43952114112345678906", "/8018/952114112345678906"),
        ("E7395211411234567890692832F8C3B786CCB6C0", "/8018/952114112345678906"),
        ("2E76451FD4499602D2000000", "/8017/952114112345678906"),
        ("F53952114112345678906", "/8017/952114112345678906"),
        ("E8395211411234567890692832F8C3B786CCB6C0", "/8017/952114112345678906"),
        ("2C76451FD46072000000162E", "/253/95211411234545678"),
        ("3E76451FD7039B061438997367D0C18B266D1AB66EE0", "/253/9521141987650ABCDefgh012345678"),
        ("F6395211411234540458B8", "/253/95211411234545678"),
        ("EA395211411234540458BA4A0CBE30EDE1B32DB0", "/253/95211411234545678"),
        ("3C76451FD400C0E680003039", "/8010/952114198765/8011/12345"),
        ("3D76451FD75411DEF6B4CC00000003039000", "/8010/95211415PQ7%2FZ43/8011/12345"),
        ("F0395211415E87A145BAFB4D19A8C0E4", "/8010/95211415PQ7%2FZ43/8011/12345"),
        ("E6395211415E87A145BAFB4D19A8C0E64A0CBE30EDE1B32DB000", "/8010/95211415PQ7%2FZ43/8011/12345"),
        ("3F76451FD612640000019907", "/255/952114167890904711"),
        ("F839521141678909509338", "/255/952114167890904711"),
        ("EC3952114167890950933C94197C61DBC3665B60", "/255/952114167890904711"),
        ("4076451FD40C0E40820000000F54", "/8006/095211411234540102/21/981"),
        ("4176451FD40C0E4082DBDD8B36600000000000000000000000000000", "/8006/095211411234540102/21/mw133"),
        ("F3309521141123454010266AE27FDF35", "/8006/095211411234540102/21/rif981"),
        ("ED309521141123454010266AE27FDF3592832F8C3B786CCB6C00", "/8006/095211411234540102/21/rif981"),
    ]

    @Test(arguments: examples)
    func `an EPC becomes the Digital Link of the standard's example`(_ hexadecimal: String, _ link: String) throws {
        for segment in ["eh\(hexadecimal.lowercased())", "ex\(Self.base64(hexadecimal))"] {
            let found = try #require(try CompressedLink(rawPath: "/\(segment)"))
            let query = found.attributes.map { "\($0.ai)=\($0.value)" }.joined(separator: "&")
            #expect(found.key.path + (query.isEmpty ? "" : "?\(query)") == link)
            #expect(found.isComplete)
            #expect(try LinkKey(rawPath: "/links/\(segment)") == found.key)
        }
    }

    @Test(arguments: ["/eh30164596f40c0e5cbe991a83", "/exMBZFlvQMDly-mRqD"])
    func `the two forms of the same EPC are the same link`(_ path: String) throws {
        #expect(try LinkKey(rawPath: path[...]).path == "/01/09528765123457/21/123456789123")
    }

    @Test func `data after an EPC is removed, with a warning`() throws {
        // An expiry date, 17, behind the EPC.
        let found = try #require(try CompressedLink(rawPath: "/ehf7b795211411234538566cb0afc4174d9f"))
        #expect(found.key.path == "/01/79521141123453/21/32a%2Fb" && !found.isComplete)
    }

    @Test(arguments: [
        ("/eh3066c4409047e140075bcd", "it is cut off"), ("/eh3066c4409047e140075bcd150001", "there is more after it"),
        ("/eh307fc4409047e140075bcd15", "the length of the company prefix is wrong"),
        ("/ehf73795211411234548566cb0afc4", "(01): the check digit is 4"),
        ("/ehf737952114112345ac566cb0afc4", "a digit is none"),
        ("/ehfb374cde795211411234538566cb0afc4", "a date is of an"),
        ("/ehf7379521141123453c566cb0afc4", "a text is written in an unknown way"),
    ])
    func `bits that break the rules of their scheme say which`(_ path: String, _ problem: String) throws {
        let error = #expect(throws: LinkKeyError.self) { try LinkKey(rawPath: path[...]) }
        guard case .invalid(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains(problem), "\(text)")
    }

    @Test(arguments: [
        "/example", "/eh", "/ex", "/eh00000000", "/EH3066C4409047E140075BCD15", "/eh3066C4409047E140075BCD15",
        "/ehe2000000", "/exam",
        "/export", "/eh3500e86f8000a9e000000586", "/exposé",
    ])
    func `other paths are not for the resolver`(_ path: String) {
        #expect(throws: LinkKeyError.notAKey) { try LinkKey(rawPath: path[...]) }
    }

    @Test func `bits at random are read or refused, whatever they are`() {
        var state: UInt64 = 1
        func next(_ count: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % count)
        }
        let digits = Array("0123456789abcdef")
        var read = 0
        for number in 0..<20_000 {
            // Every header, and any length.
            let header = String(digits[number / 16 % 16]) + String(digits[number % 16])
            let rest = String((0..<next(60)).map { _ in digits[next(16)] })
            guard let key = try? LinkKey(rawPath: "/eh\(header)\(rest)") else { continue }
            read += 1
            #expect((try? LinkKey(rawPath: key.path[...])) == key)
        }
        #expect(read > 0)
    }

    /// The bits six at a time.
    private static func base64(_ hexadecimal: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var bits = hexadecimal.flatMap { digit in
            let value = digit.hexDigitValue ?? 0
            return (0..<4).reversed().map { value >> $0 & 1 }
        }
        while !bits.count.isMultiple(of: 6) { bits.append(0) }
        return String(
            stride(from: 0, to: bits.count, by: 6).map { alphabet[bits[$0..<$0 + 6].reduce(0) { $0 << 1 | $1 }] })
    }
}
