package import BeelineSupport

extension Kind {
    /// Writes the member of an object that says it: `"kind":"isbn"`.
    package func writeMember(to json: inout JSONWriter) { json.member(index, of: Self.members) }
    private static let members = JSONMembers("kind", allCases.map(\.rawValue))
}

extension Content {
    /// Writes a member for each field that the code has of its own, in the order of the table:
    /// `"gtin14":"04902370548495","gtin13":"4902370548495",…`. Nothing is withheld.
    ///
    /// Products, books and links, of which streams are made, write their digits and parts as they are in memory. The
    /// output is the same.
    package func writeFields(to json: inout JSONWriter) {
        FieldList.with(of: kind) { list in
            switch self {
            case .product(let product): product.write(list, to: &json)
            case .isbn(let book): book.write(list, to: &json)
            case .url(let address): address.write(list, to: &json)
            default:
                for place in list.fields.indices {
                    list.write(value(of: list.fields[place]), at: place, to: &json)
                }
            }
        }
    }
}

extension FieldList {
    fileprivate func write(_ value: FieldValue?, at place: Int, to json: inout JSONWriter) {
        guard let value else { return }
        json.name(place, of: names)
        value.write(to: &json)
    }
}

extension FieldValue {
    /// Writes the value as output shows it: a number as it is, a date as a text.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .number(let number): json.value(json: number.description.utf8)
        case .boolean(let truth): json.value(truth)
        case .date(let date): json.value(date.description)
        case .list(let elements): elements.write(to: &json)
        }
    }
}

extension [FieldValue] {
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}

extension FixedDigits {
    func write(to json: inout JSONWriter) { json.value(plain: characters, count: count) }
}

extension Product {
    fileprivate func write(_ list: FieldList, to json: inout JSONWriter) {
        for place in list.fields.indices {
            let field = list.fields[place]
            switch field {
            case .gtin14, .gtin13, .gtin12, .gtin8:
                guard let digits = gtin.digits(of: field) else { continue }
                json.name(place, of: list.names)
                digits.write(to: &json)
            case .region:
                guard let region = gtin.region else { continue }
                json.name(place, of: list.names)
                json.value(region)
            case .restricted, .coupon, .refund:
                guard let truth = truth(of: field) else { continue }
                json.name(place, of: list.names)
                json.value(truth)
            default: list.write(value(of: field), at: place, to: &json)
            }
        }
    }
}

extension Book {
    fileprivate func write(_ list: FieldList, to json: inout JSONWriter) {
        let span = ranges.span(of: isbn)
        let hyphenated = span.map { HyphenatedISBN(isbn, $0.lengths) }
        for place in list.fields.indices {
            let field = list.fields[place]
            switch field {
            case .isbn13, .isbn10:
                guard let digits = isbn.digits(of: field) else { continue }
                json.name(place, of: list.names)
                digits.write(to: &json)
            case .hyphenated, .group, .registrant, .publication:
                guard let hyphenated, let part = hyphenated.place(of: field) else { continue }
                json.name(place, of: list.names)
                json.value(utf8: hyphenated.characters.span.extracting(part))
            case .agency:
                guard let span else { continue }
                ranges.withAgencies { json.member(Int(span.group), of: $0) }
            default: list.write(value(of: field), at: place, to: &json)
            }
        }
    }
}

extension WebAddress {
    fileprivate func write(_ list: FieldList, to json: inout JSONWriter) {
        let characters = url.utf8.span
        for place in list.fields.indices {
            let field = list.fields[place]
            if let part = self.place(of: field) {
                guard !part.isEmpty || field == .path else { continue }
                json.name(place, of: list.names)
                json.value(utf8: characters.extracting(part))
            } else {
                list.write(value(of: field), at: place, to: &json)
            }
        }
    }
}
