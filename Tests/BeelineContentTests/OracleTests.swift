import BeelineContent
import BeelineSymbols
import Testing

@Suite("Numbers, against python-stdnum and zint")
struct OracleTests {
    /// python-stdnum takes 979-0 for books; they are printed music (ISMN, ISO 10957) and have been since 2009.
    private static func isMusic(_ isbn13: String) -> Bool { isbn13.hasPrefix("9790") }

    @Test("a thousand ISBNs, right and wrong, written in many ways, are what python-stdnum says")
    func agreesOnISBNs() throws {
        let lines = try Fixture.lines(of: "numbers.tsv").filter { $0[0] == "isbn" }
        #expect(lines.count > 1_000)
        for line in lines {
            let isbn = try? ISBN(line[1])
            if Self.isMusic(line[2]) {
                #expect(isbn == nil, "\(line[1])")
                #expect(throws: NumberError.wrongPrefix) { try ISBN(line[1]) }
            } else {
                #expect(isbn?.isbn13 ?? "-" == line[2], "\(line[1])")
                #expect(isbn?.isbn10 ?? "-" == line[3], "\(line[1])")
            }
        }
    }

    @Test("both forms of an ISBN lead to the same value")
    func convertsBothWays() throws {
        for line in try Fixture.lines(of: "numbers.tsv") where line[0] == "isbn" && line[3] != "-" {
            let values = try [line[1], line[2], line[3], line[3].lowercased()].map { try ISBN($0) }
            #expect(Set(values).count == 1, "\(line[1])")
        }
    }

    @Test("a thousand GTINs, right and wrong, are what python-stdnum says")
    func agreesOnGTINs() throws {
        let lines = try Fixture.lines(of: "numbers.tsv").filter { $0[0] == "gtin" }
        #expect(lines.count > 1_000)
        for line in lines {
            #expect(((try? GTIN(line[1])) != nil) == (line[2] == "valid"), "\(line[1])")
        }
    }

    @Test("hundreds of ISSNs, right and wrong, are what python-stdnum says")
    func agreesOnISSNs() throws {
        let lines = try Fixture.lines(of: "numbers.tsv").filter { $0[0] == "issn" }
        #expect(lines.count > 300)
        for line in lines {
            let periodical = try? Periodical(line[1])
            #expect(periodical?.issn ?? "-" == line[2], "\(line[1])")
            #expect(periodical?.gtin13 ?? "-" == line[3], "\(line[1])")
            let reading = ContentParser.reading(of: Symbol(.qr, "ISSN " + line[1]))
            #expect(reading.text(of: .issn) ?? "-" == line[2], "\(line[1])")
            // An X within the digits makes it prose, as in "ISSN X".
            let isProse = line[1].dropLast().contains("X")
            #expect(reading.warnings.count == (periodical == nil && !isProse ? 1 : 0), "\(line[1])")
        }
    }

    @Test("hundreds of ISMNs, right and wrong, old and new, are what python-stdnum says")
    func agreesOnISMNs() throws {
        let lines = try Fixture.lines(of: "numbers.tsv").filter { $0[0] == "ismn" }
        #expect(lines.count > 300)
        for line in lines {
            let ismn = try? ISMN(line[1])
            #expect(ismn?.ismn ?? "-" == line[2], "\(line[1])")
            #expect(ismn?.hyphenated ?? "-" == line[3], "\(line[1])")
            let reading = ContentParser.reading(of: Symbol(.unknown, line[1]))
            #expect(reading.text(of: .ismn) ?? "-" == line[2], "\(line[1])")
        }
    }

    @Test("numbers of every group are divided as the script divides them, and mostly as python-stdnum does")
    func agreesOnHyphens() throws {
        let lines = try Fixture.lines(of: "numbers.tsv").filter { $0[0] == "hyphens" }
        #expect(lines.count > 1_000)
        var others = 0
        for line in lines {
            let book = Book(try ISBN(line[1]))
            #expect(book.hyphenated ?? "-" == line[2], "\(line[1])")
            #expect(book.group ?? "-" == line[3], "\(line[1])")
            #expect(book.agency ?? "-" == line[4], "\(line[1])")
            // Its ranges are older than ours; what it cannot divide has fewer hyphens.
            if let hyphenated = book.hyphenated, hyphenated != line[5] { others += 1 }
        }
        #expect(others < lines.count / 25)
    }

    @Test("hundreds of UPC-E stand for the UPC-A that zint says")
    func agreesOnUPCE() throws {
        let lines = try Fixture.lines(of: "upce.tsv")
        #expect(lines.count > 500)
        #expect(Set(lines.map { $0[0].dropLast().suffix(1) }).count == 10, "each way to leave out zeros")
        for line in lines {
            #expect(try GTIN(upcE: line[0]).gtin12 == line[1], "\(line[0])")
            let reading = ContentParser.reading(of: Symbol(.upcE, line[0]))
            #expect(reading.text(of: .gtin12) == line[1], "\(line[0])")
        }
    }

    @Test("a UPC-E with another check digit is refused, with the one that zint says")
    func refusesWrongUPCE() throws {
        for line in try Fixture.lines(of: "upce.tsv") {
            let expected = try #require(line[0].utf8.last)
            let found = expected == UInt8(ascii: "9") ? UInt8(ascii: "0") : expected + 1
            let wrong = line[0].dropLast() + String(Unicode.Scalar(found))
            #expect(throws: NumberError.wrongCheckDigit(found: found, expected: expected)) {
                try GTIN(upcE: String(wrong))
            }
        }
    }
}

@Suite("GS1 symbols, as zint draws them and zxing-cpp reads them")
struct GS1OracleTests {
    @Test("a decoded symbol has the element string that was drawn, and vice versa")
    func agrees() throws {
        let lines = try Fixture.lines(of: "gs1-symbols.tsv")
        #expect(lines.count > 150)
        #expect(Set(lines.map { $0[0] }).count == 4)
        for line in lines {
            let raw = line[3].split(separator: "{GS}", omittingEmptySubsequences: false).joined(separator: "\u{1D}")
            let symbol = Symbol(Symbology(name: line[0]), raw, aim: AIMIdentifier(line[1]))
            let reading = ContentParser.reading(of: symbol)
            #expect(reading.warnings.isEmpty, "\(line[2]): \(reading.warnings)")
            #expect(reading.text(of: .bracketed) == line[2])
            #expect(reading.text(of: .elementString) == raw, "\(line[2])")
            #expect(ContentParser.reading(of: Symbol(.unknown, line[2])).text(of: .elementString) == raw)
            #expect(ContentParser.reading(of: Symbol(.unknown, line[1] + raw)).text(of: .bracketed) == line[2])
        }
    }
}

@Suite("Contacts and events, against vobject")
struct PeopleOracleTests {
    /// The columns of a line, without the escapes of the table.
    private static func columns(_ line: [String]) -> [String] {
        line.map { column in
            var text = ""
            var isEscape = false
            for character in column {
                if isEscape {
                    text.append(["n": "\n", "r": "\r", "t": "\t"][character] ?? character)
                    isEscape = false
                } else if character == "\\" {
                    isEscape = true
                } else {
                    text.append(character)
                }
            }
            return text
        }
    }

    @Test("three hundred cards, folded, escaped, quoted-printable, say what vobject says")
    func agreesOnContacts() throws {
        let lines = try Fixture.lines(of: "contacts.tsv").map(Self.columns)
        #expect(lines.count == 300)
        for line in lines {
            guard case .contact(let contact) = ContentParser.reading(of: Symbol(.qr, line[0])).content else {
                Issue.record("\(line[0])")
                continue
            }
            let found: [String?] = [
                contact.name, contact.familyName, contact.givenName, contact.organization, contact.jobTitle,
                contact.phones.joined(separator: " | "), contact.emails.joined(separator: " | "),
                contact.addresses.joined(separator: " | "), contact.websites.joined(separator: " | "),
                contact.note,
                contact.nickname,
            ].map { $0 ?? "" }
            #expect(found == Array(line.dropFirst()), "\(line[0])")
        }
    }

    @Test("two hundred events with zones, alarms and durations begin and end when vobject says")
    func agreesOnEvents() throws {
        let lines = try Fixture.lines(of: "events.tsv").map(Self.columns)
        #expect(lines.count == 200)
        for line in lines {
            guard case .event(let event) = ContentParser.reading(of: Symbol(.qr, line[0])).content else {
                Issue.record("\(line[0])")
                continue
            }
            let found: [String?] = [
                event.summary, event.start.description, event.start.zone, event.end?.description, event.location,
                event.details,
            ].map { $0 ?? "" }
            #expect(found == Array(line.dropFirst()), "\(line[0])")
        }
    }
}
