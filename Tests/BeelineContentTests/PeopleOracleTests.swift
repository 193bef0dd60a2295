import BeelineContent
import BeelineSymbols
import Testing

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
